"""The environment: when it is made, that one is made at a time, and what is said when it fails."""

from __future__ import annotations

import errno
import os
import runpy
import shutil
import subprocess
import sys
import time
import tomllib
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import environment
import faults
import launch
import lock
import pytest
from environment import Need
from told import SetupError

ROOT = Path(__file__).parent.parent


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    folder = tmp_path / "a clone"
    (folder / "packaging").mkdir(parents=True)
    for name in environment.LOCKS:
        (folder / name).write_text("click==8\n")
    (folder / "pyproject.toml").write_text("[project]\n")
    return folder


@pytest.fixture
def working(clone: Path) -> Path:
    """A clone whose environment has an interpreter; nothing says yet what it was set up for."""
    environment.venv_python(clone).parent.mkdir(parents=True)
    environment.venv_python(clone).symlink_to(sys.executable)
    (clone / ".venv" / "folder").write_text(str(clone))
    return clone


def set_up(clone: Path, need: Need) -> None:
    (clone / ".venv" / "set-up").write_text(environment.fingerprint(need, clone))


@pytest.mark.parametrize("need", list(Need))
def test_the_fingerprint_follows_locks_project_folder_and_python(clone: Path, need: Need) -> None:
    before = environment.fingerprint(need, clone, (3, 11))
    assert environment.fingerprint(need, clone, (3, 11)) == before
    assert environment.fingerprint(need, clone, (3, 12)) != before
    (clone / "packaging" / "locked.txt").write_text("click==9\n")
    changed = environment.fingerprint(need, clone, (3, 11))
    assert changed != before
    moved = clone.rename(clone.with_name("moved"))
    assert environment.fingerprint(need, moved, (3, 11)) != changed


def test_an_environment_is_ready_only_when_it_works(clone: Path) -> None:
    assert not environment.is_ready(Need.PLAY, clone)
    environment.venv_python(clone).parent.mkdir(parents=True)
    set_up(clone, Need.PLAY)
    assert not environment.is_ready(Need.PLAY, clone)
    environment.venv_python(clone).symlink_to(sys.executable)
    assert environment.is_ready(Need.PLAY, clone)


def test_who_can_test_can_play_but_not_the_other_way_round(working: Path) -> None:
    set_up(working, Need.PLAY)
    assert not environment.is_ready(Need.TEST, working)
    set_up(working, Need.TEST)
    assert environment.is_ready(Need.PLAY, working)
    (working / environment.TEST_LOCK).write_text("pytest==9\n")
    assert not environment.is_ready(Need.TEST, working)


def test_an_environment_that_a_link_leads_to_is_left_alone(
    clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Making one empties the folder first; the other clone's would be gone."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "set-up").write_text("it works")
    (clone / ".venv").symlink_to(other)
    monkeypatch.setattr(environment, "_run", lambda _command, _root: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    monkeypatch.setattr("host.debian.install", lambda _packages, _why: None)
    environment.ensure(Need.PLAY, clone)
    assert (other / "set-up").read_text() == "it works"
    assert not (clone / ".venv").is_symlink() and (clone / ".venv" / "folder").is_file()


@pytest.mark.parametrize("need", list(Need))
def test_only_the_locks_that_are_needed_are_installed(
    working: Path, need: Need, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(environment, "_run", lambda command, root: asked.extend(command))
    environment.ensure(need, working)
    for name in environment.LOCKS:
        assert (str(name) in asked) == (name in need.value)
    said = capsys.readouterr().out
    assert f'sandtable is "{working}/.venv/bin/sandtable"' in said
    asked.clear()
    environment.ensure(need, working)
    assert not asked


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is locked on Windows")
def test_a_second_set_up_waits_for_the_first(working: Path) -> None:
    """The second starts while the first is at work, says that it waits, and installs nothing."""
    script = (
        "import sys, time; from pathlib import Path; import environment\n"
        "def run(command, root):\n"
        "    with open('asked', 'a') as asked: print('asked', file=asked)\n"
        "    while not Path('go').exists(): time.sleep(0.01)\n"
        "environment._run = run\n"
        "environment.ensure(environment.Need.PLAY, Path.cwd())\n"
    )
    start = [sys.executable, "-u", "-c", script]
    environ = {**os.environ, "PYTHONPATH": str(ROOT / "packaging")}

    def begin() -> subprocess.Popen[str]:
        return subprocess.Popen(
            start, cwd=working, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True,
        )  # fmt: skip

    with begin() as first:
        while not (working / "asked").exists():
            assert first.poll() is None
            time.sleep(0.01)
        with begin() as second:
            assert second.stdout is not None
            assert "Another set-up is at work" in second.stdout.readline()
            (working / "go").touch()
            assert second.wait() == 0
        assert first.wait() == 0
    assert (working / "asked").read_text().splitlines() == ["asked", "asked"]


PIP = {
    "the disk": ("ERROR: Could not install: [Errno 28] No space left on device", "disk is full"),
    "the rights": ("ERROR: [Errno 13] Permission denied: '/x/.venv/lib'", "folder of your own"),
    "the network": (
        "WARNING: Retrying after connection broken by 'NewConnectionError(...: [Errno 101] Network "
        "is unreachable)'\nERROR: No matching distribution found for click==8.5.1",
        "over the network",
    ),
    "nothing reached": (
        "ERROR: Could not find a version that satisfies the requirement click==8.5.1 (from "
        "versions: none)\nERROR: No matching distribution found for click==8.5.1",
        "over the network",
    ),
    "the machine": (
        "ERROR: Could not find a version that satisfies the requirement lxml==6 (from versions: "
        "5.0, 5.1)\nERROR: No matching distribution found for lxml==6",
        "no build of lxml==6",
    ),
    "the name": ("NameResolutionError: Temporary failure in name resolution", "over the network"),
    "the certificate": ("SSLError(SSLCertVerificationError(1, ...))", "certificate"),
    "the file": ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM", "not the one"),
    "the Python": (
        "ERROR: Ignored the following versions that require a different python version: 6.11.3 "
        "Requires-Python <3.15\nERROR: Could not find a version that satisfies the requirement "
        "pyside6-essentials==6.11.3 (from versions: none)\n"
        "ERROR: No matching distribution found for pyside6-essentials==6.11.3",
        "no build of pyside6-essentials==6.11.3",
    ),
    "anything else": ("ERROR: a thing nobody thought of", "exit code 7"),
}


@pytest.mark.parametrize(("said", "sentence"), PIP.values(), ids=PIP)
def test_what_really_failed_is_said(said: str, sentence: str, tmp_path: Path) -> None:
    found = faults.of_pip(said, 7, tmp_path)
    assert sentence in found
    assert ("network" in found) == (sentence == "over the network" or sentence == "not the one")


def test_a_full_disk_is_seen_though_pip_does_not_name_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=0))
    assert "disk is full: 0 MB" in faults.of_pip("ERROR: Exception", 2, tmp_path)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [(errno.ENOSPC, "disk is full"), (errno.EROFS, "cannot be written to"), (errno.EIO, "/x/y")],
)
def test_what_the_system_refuses_is_said(number: int, sentence: str, tmp_path: Path) -> None:
    assert sentence in faults.of_system(OSError(number, os.strerror(number), "/x/y"), tmp_path)


def test_a_clone_that_cannot_be_written_is_no_traceback(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is read-only for everybody, root included: a file has the name of .venv."""
    (clone / ".venv").write_text("")
    with pytest.raises(SetupError, match="Set-up cannot write to"):
        environment.ensure(Need.PLAY, clone)

    def refuse(need: Need, root: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(root / ".venv"))

    monkeypatch.setattr(environment, "_set_up", refuse)
    with pytest.raises(SetupError, match="cannot be written to by you"):
        environment.ensure(Need.PLAY, clone)


def test_pip_says_what_it_says_and_set_up_says_why(
    working: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    fails = "import sys; sys.exit('ERROR: [Errno 28] No space left on device')"
    monkeypatch.setattr(environment, "_pip", lambda python: [sys.executable, "-c", fails])
    with pytest.raises(SetupError, match="disk is full"):
        environment.ensure(Need.PLAY, working)
    assert "No space left" in capfd.readouterr().err
    assert not environment.is_ready(Need.PLAY, working)


def test_run_needs_less_than_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Need] = []

    def ensure(need: Need) -> Path:
        asked.append(need)
        return Path(sys.executable)

    monkeypatch.setattr(environment, "ensure", ensure)
    monkeypatch.setattr(launch, "run", lambda python: 0)
    monkeypatch.setattr("host.system_libraries.ensure", lambda python, platform: None)
    assert launch.main(["run"]) == launch.main(["setup"]) == 0
    assert asked == [Need.PLAY, Need.TEST]


def test_a_python_in_parts_is_told_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    with pytest.raises(SystemExit, match="lacks sqlite3 of its standard library"):
        runpy.run_path(str(ROOT / "packaging" / "bootstrap.py"))


def test_every_dependency_is_locked_with_its_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    play, tests = (lock.blocks((ROOT / name).read_text()) for name in environment.LOCKS)
    groups = project["dependency-groups"]
    assert names([*project["project"]["dependencies"], *groups["build"]]) <= play.keys()
    extras = chain.from_iterable(project["project"]["optional-dependencies"].values())
    assert names([*extras, *groups["test"]]) <= tests.keys()
    assert not play.keys() & tests.keys()
    for block in (*play.values(), *tests.values()):
        assert "--hash=sha256:" in block


def names(requirements: list[str]) -> set[str]:
    return {
        "".join(c if c.isalnum() or c == "-" else " " for c in wanted).split()[0].lower()
        for wanted in requirements
    }


def test_what_testing_needs_is_kept_apart_from_what_playing_needs() -> None:
    """Versions come from one choice; a package with a block for each Python keeps them all."""
    everything = (
        "a==1 ; python_version < '3.12' \\\n    --hash=x\na==2 ; y \\\n    --hash=y\nb==3\n"
    )
    play, tests = lock.shared_out(everything, "# head\na==2\n")
    assert list(play) == ["a"] and play["a"].count("--hash") == 2
    assert tests == {"b": "b==3\n"}
