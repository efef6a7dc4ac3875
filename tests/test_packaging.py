"""From a fresh clone: what set-up decides and says on machines unlike this one."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import figures
import launch
import pytest
from hatchling.builders.sdist import SdistBuilder
from host import debian, display, system_libraries
from told import SetupError

from engine.cli.common.check_each import check_each
from maps import data
from maps.formats import text

ROOT = Path(__file__).parent.parent

LDD = """\
/x/QtWidgets.abi3.so:
\tlinux-vdso.so.1 (0x00007ffd)
\tlibGL.so.1 => not found
\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f63)
\tlibEGL.so.1 => not found
/x/libqxcb.so:
\tlibEGL.so.1 => not found
\tlibxcb-cursor.so.0 => not found
"""


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 8, 0), (3, 10, 13)])
def test_an_old_python_is_told_which_it_should_be(
    version: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "version_info", version)
    with pytest.raises(SystemExit) as stopped:
        runpy.run_path(str(ROOT / "packaging" / "bootstrap.py"), run_name="__main__")
    sentence = str(stopped.value)
    assert sentence.startswith("Sandtable needs Python 3.11 or newer")
    assert f"this is Python {version[0]}.{version[1]}." in sentence


def test_the_version_check_can_be_read_by_an_old_python() -> None:
    text = (ROOT / "packaging" / "bootstrap.py").read_text()
    before = text[: text.index("import launch")]
    assert 'f"' not in before and "def " not in before and "__future__" not in before


def test_lacking_libraries_are_read_from_ldd_once_each() -> None:
    assert system_libraries.missing_from(LDD) == ["libEGL.so.1", "libGL.so.1", "libxcb-cursor.so.0"]


def test_each_lacking_library_has_its_debian_package() -> None:
    known, unknown = system_libraries.split(["libEGL.so.1", "libgthread-2.0.so.0", "libnew.so.9"])
    assert known == ["libegl1", "libglib2.0-0"]
    assert unknown == ["libnew.so.9"]


def test_the_line_to_type_names_the_packages() -> None:
    line = debian.install_line(["libegl1", "libgl1"], root=False)
    assert line == "sudo apt-get install -y libegl1 libgl1"
    assert debian.install_line(["libegl1"], root=True) == "apt-get install -y libegl1"


def test_without_root_the_one_line_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debian, "is_root", lambda: False)
    with pytest.raises(SetupError, match=r"sudo apt-get install -y libegl1$"):
        debian.install(["libegl1"], "Qt needs 1 system library")


def test_root_installs_and_looks_for_news_when_that_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An apt-get that only knows the package after `update` stands in for a bare container."""
    (tmp_path / "apt-get").write_text(
        '#!/bin/sh\necho "$@" >> "$0.log"\n'
        '[ "$1" = update ] && : > "$0.lists"\n[ "$1" = update ] || [ -e "$0.lists" ]\n'
    )
    (tmp_path / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(debian, "is_root", lambda: True)
    debian.install(["libegl1"], "Qt needs 1 system library")
    verbs = [line.split()[0] for line in (tmp_path / "apt-get.log").read_text().splitlines()]
    assert verbs == ["install", "update", "install"]


def test_machines_without_apt_are_told_what_is_lacking(monkeypatch: pytest.MonkeyPatch) -> None:
    fedora = system_libraries.advice(["libEGL.so.1"], fedora=True)
    assert "sudo dnf install 'libEGL.so.1()(64bit)'" in fedora
    assert "libEGL.so.1" in system_libraries.advice(["libEGL.so.1"], fedora=False)
    monkeypatch.setattr(system_libraries, "missing", lambda python, *platforms: ["libEGL.so.1"])
    monkeypatch.setattr(debian, "has_apt", lambda: False)
    with pytest.raises(SetupError, match=r"Qt lacks libEGL\.so\.1"):
        system_libraries.ensure(Path(sys.executable), display.OFFSCREEN)


def test_one_stop_names_what_every_platform_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody who tests without a display is stopped again by the first window."""
    lacking = {"offscreen": ["libEGL.so.1"], "xcb": ["libxcb-cursor.so.0"], "wayland": []}

    def missing(python: Path, *platforms: str) -> list[str]:
        return sorted({name for platform in platforms for name in lacking[platform]})

    monkeypatch.setattr(system_libraries, "missing", missing)
    monkeypatch.setattr(debian, "has_apt", lambda: True)
    monkeypatch.setattr(debian, "is_root", lambda: False)
    with pytest.raises(SetupError, match=r"install -y libegl1 libxcb-cursor0$"):
        system_libraries.ensure(Path(sys.executable), display.OFFSCREEN)
    lacking["offscreen"] = []
    system_libraries.ensure(Path(sys.executable), display.OFFSCREEN)


def test_qt_of_this_environment_is_inspected() -> None:
    assert system_libraries.missing(Path(sys.executable), display.OFFSCREEN) == []


@pytest.mark.parametrize(
    ("environ", "system", "expected"),
    [
        ({}, "linux", "offscreen"),
        ({"DISPLAY": ":0"}, "linux", "xcb"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux", "wayland"),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, "linux", "offscreen"),
        ({"QT_QPA_PLATFORM": "wayland;xcb"}, "linux", "wayland"),
        ({}, "darwin", ""),
        ({}, "win32", ""),
    ],
)
def test_the_platform_follows_the_display(
    environ: dict[str, str], system: str, expected: str
) -> None:
    assert display.platform(environ, system) == expected


def test_a_stale_display_does_not_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "no-such-platform")
    assert not display.opens(Path(sys.executable))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert display.opens(Path(sys.executable))


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a space in its name, with a `sandtable` that writes down what it is asked."""
    folder = tmp_path / "Sand Table"
    folder.mkdir()
    script = folder / "sandtable"
    script.write_text('#!/bin/sh\necho "$QT_QPA_PLATFORM: $@" >> asked\n')
    script.chmod(0o755)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(system_libraries, "ensure", lambda python, platform: None)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    yield folder


def test_without_a_display_a_campaign_is_played_and_both_paths_named(
    stand_in: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert launch.run(stand_in / "python") == 0
    play, render = (stand_in / "asked").read_text().splitlines()
    assert play == (
        "offscreen: play balkan_gambit/1943 --bots both --seed 1 "
        "-o build/first-campaign.sandtable --log build/first-campaign-log.md"
    )
    assert render == (
        "offscreen: render build/first-campaign.sandtable -o build/first-campaign.png"
    )
    said = capfd.readouterr().out.splitlines()
    assert said[0].startswith("There is no display here")
    assert said[-2].endswith(f"{stand_in}/build/first-campaign-log.md")
    assert said[-1].endswith(f"{stand_in}/build/first-campaign.png")


def test_a_second_campaign_replaces_the_first(stand_in: Path) -> None:
    (stand_in / "build").mkdir()
    old = stand_in / "build" / "first-campaign.sandtable"
    old.write_text("old")
    assert launch.play_through(stand_in / "python") == 0
    assert not old.exists()


def test_with_a_display_the_campaign_opens(
    stand_in: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setattr(display, "opens", lambda python: True)
    assert launch.run(stand_in / "python") == 0
    assert "open balkan_gambit/1943" in capsys.readouterr().out
    assert (stand_in / "asked").read_text() == ": open balkan_gambit/1943\n"


def test_a_wrong_word_gets_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert launch.main(["fly"]) == 2
    assert "setup|run" in capsys.readouterr().out


def test_figures_replace_the_figures_before_them() -> None:
    readme = "# Title\n<!-- bench -->\nold\n<!-- /bench -->\nend\n"
    once = figures.between_marks(readme, "new\n")
    assert once == "# Title\n<!-- bench -->\nnew\n<!-- /bench -->\nend\n"
    assert figures.between_marks(once, "new") == once


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed here")
def test_make_works_in_a_folder_with_spaces(tmp_path: Path) -> None:
    folder = tmp_path / "Sand Table (copy)"
    folder.mkdir()
    shutil.copy(ROOT / "Makefile", folder)
    told = subprocess.run(["make"], cwd=folder, capture_output=True, text=True, check=True).stdout
    assert "make run" in told and "make test" in told


def test_a_wheel_holds_all_that_is_shipped(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    (licence,) = [name for name in held if name.endswith(".dist-info/licenses/LICENSE")]
    for own in ("resources/licences/CC-BY-4.0.txt", "resources/fonts/LICENSE.txt"):
        assert licence.replace("LICENSE", own) in held
    metadata = zipfile.ZipFile(wheel).read(licence.replace("licenses/LICENSE", "METADATA"))
    assert b"License-Expression: MIT AND CC-BY-4.0" in metadata
    assert b"Author: The Sandtable authors" in metadata
    for room in ("maps", "oob", "engine", "qtapp", "resources"):
        for path in (ROOT / room).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".sandtable":
                assert path.relative_to(ROOT).as_posix() in held


def test_an_sdist_holds_what_make_test_needs() -> None:
    """What the builder puts in, besides pyproject.toml, which no sdist is without; packing it all
    takes ten times as long and tells no more.
    """
    files = SdistBuilder(str(ROOT)).recurse_included_files()
    held = {Path(file.distribution_path).as_posix() for file in files}
    for name in ("LICENSE", "Makefile", "packaging/locked-tests.txt"):
        assert name in held
    for document in ROOT.glob("*.md"):
        assert document.name in held


def test_all_that_is_shipped_is_checked_in_one_process(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = data.load("valley")
    board.terrain.pop(next(iter(board.places.values())).hex)
    broken = tmp_path / "broken.map"
    broken.write_text(text.dumps(board), encoding="utf-8")
    assert check_each(["valley", "by_hand/classic"]) == 0
    assert check_each([str(broken), "by_hand/classic"]) == 1, "the worst of all"
    told = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("by_hand/classic: 0 errors") for line in told) == 2
