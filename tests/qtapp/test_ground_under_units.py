"""Painting sea under units of a game: left out of a stroke, asked about, one step of undo."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.game.catalogue import choose
from engine.game.session import GameSession
from maps.hexgrid import Hex
from maps.legend import Layer
from qtapp.app.main_window import MainWindow
from tests.qtapp.conftest import CAMPAIGN, Opener, move_mouse, settle, spot_of
from tests.qtapp.hands import by_menu


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign that is set up."""
    path = tmp_path_factory.mktemp("ground") / "begun.sandtable"
    with GameSession.start(CAMPAIGN, path=path) as game:
        while game.state.phase == "set up":
            game.act(choose(game))
    return path


@pytest.fixture
def painter(begun: Path, tmp_path: Path, opened: Opener) -> MainWindow:
    """A window that paints sea on the board of that campaign."""
    window = opened(Path(copyfile(begun, tmp_path / "game.sandtable")))
    by_menu(window, "workspace_edit")
    window.edit.use("brush")
    window.edit.choices.choose(Layer.TERRAIN, "sea")
    window.view.zoom_to_fit()
    settle()
    return window


def stand(window: MainWindow) -> tuple[Hex, Hex]:
    """A hex with units, and a hex of land beside it without."""
    stood = {counter.at for counter in window.bridge.counters}
    land = {at for at, kind in window.edit.map.terrain.items() if kind != "sea"}
    return next(
        (at, near)
        for at in sorted(land & stood)
        for near in at.neighbours()
        if near in land and near not in stood
    )


def stroke(window: MainWindow, start: Hex, end: Hex) -> None:
    port = window.view.viewport()
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mousePress(port, left, none, spot_of(window, start))
    move_mouse(port, spot_of(window, end), left)
    settle()
    QTest.mouseRelease(port, left, none, spot_of(window, end))
    settle()


@pytest.mark.parametrize("insists", [False, True])
def test_a_stroke_leaves_out_what_units_stand_on_and_asks(
    painter: MainWindow, monkeypatch: pytest.MonkeyPatch, insists: bool
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(painter.edit, "confirms", lambda q: bool(asked.append(q)) or insists)
    under, free = stand(painter)
    terrain = painter.edit.map.terrain
    was, label = terrain[under], painter.edit.map.label(under)
    stroke(painter, free, under)
    assert terrain[free] == "sea" and len(asked) == 1
    assert f"({label})" in asked[0] and "Do it all the same?" in asked[0]
    assert terrain[under] == ("sea" if insists else was)
    assert len(painter.edit.history) == 1
    by_menu(painter, "undo")
    settle()
    assert terrain[under] == was and terrain[free] != "sea" and not painter.edit.can_undo


def test_a_stroke_taken_back_asks_nothing(
    painter: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter.edit, "confirms", lambda question: pytest.fail(question))
    under, _ = stand(painter)
    port = painter.view.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=spot_of(painter, under))
    settle()
    by_menu(painter, "deselect")
    settle()
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=spot_of(painter, under))
    settle()
    assert painter.edit.map.terrain[under] != "sea" and not painter.edit.can_undo
