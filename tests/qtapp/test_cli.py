"""The verbs that paint or open a window."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PySide6.QtGui import QImage

from engine.game.session import GameSession
from qtapp.app import app
from qtapp.cli import main
from tests.qtapp.conftest import CAMPAIGN


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_every_verb_of_the_engine_is_there() -> None:
    words = run("--help").stdout
    for verb in (
        "new",
        "check",
        "render",
        "systems",
        "scenarios",
        "play",
        "replay",
        "fuzz",
        "bench",
    ):
        assert f"  {verb} " in words


def test_a_game_is_painted_with_its_counters(tmp_path: Path) -> None:
    file = tmp_path / "g.sandtable"
    with GameSession.start(CAMPAIGN, path=file) as game:
        game.act(next(iter(game.view().legal.family("use recommended"))))
    assert run("render", file, "-o", tmp_path / "game.png", "--hex", 24).exit_code == 0
    assert run("render", "balkan_gambit", "-o", tmp_path / "bare.png", "--hex", 24).exit_code == 0
    with_units, bare = QImage(str(tmp_path / "game.png")), QImage(str(tmp_path / "bare.png"))
    assert with_units.size() == bare.size()
    assert with_units != bare


def test_a_region_is_painted_alone(tmp_path: Path) -> None:
    out = tmp_path / "part.png"
    words = ("render", CAMPAIGN, "-o", out, "--hex", 40, "--region")
    assert run(*words, "1615..1819").exit_code == 0
    picture = QImage(str(out))
    assert 60 < picture.width() < 300 and picture.height() > picture.width()
    assert run(*words, "1615").exit_code == 2
    assert run(*words, "1615..9999").exit_code == 2


def test_what_cannot_be_painted_leaves_nothing(tmp_path: Path) -> None:
    out = tmp_path / "x.png"
    for words in (("balkan_gambit", "--hex", 9999), ("nowhere",), ("balkan_gambit_1943",)):
        result = run("render", *words, "-o", out)
        assert result.exit_code == 2, result.output
        assert not out.exists()


@pytest.mark.parametrize("what", ["none.sandtable", "balkan_gambit/1066"])
def test_open_refuses_what_is_not_there(what: str) -> None:
    result = run("open", what)
    assert result.exit_code == 2 and what in result.stderr


def test_open_and_no_verb_at_all_run_the_window(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[tuple[object, object]] = []

    def run_window(wanted: object, config: object) -> int:
        asked.append((wanted, config))
        return 0

    monkeypatch.setattr(app, "run", run_window)
    assert run("open", CAMPAIGN, "--config-dir", tmp_path).exit_code == 0
    assert run().exit_code == 0
    assert asked == [(CAMPAIGN, tmp_path), (None, None)]


def test_a_window_says_which_library_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the package to install, where Qt would end the program with words of its own."""

    def load(_path: str) -> None:
        text = "libxcb-cursor.so.0: cannot open shared object file: No such file or directory"
        raise OSError(text)

    for name in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", load)
    monkeypatch.setenv("DISPLAY", ":0")
    done = run("open")
    assert done.exit_code == 2
    assert "libxcb-cursor.so.0" in done.output and "apt-get install libxcb-cursor0" in done.output
    monkeypatch.delenv("DISPLAY")
    done = run("open")
    assert done.exit_code == 2 and "no display" in done.output
