"""A fill of a large board is one deed: few statements, nothing looked for hex by hex."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.editing.map_session import EditSession
from engine.store.journal import Journal
from engine.store.project import Project, Values
from maps.edits.blank import blank_map, generic_legend
from maps.edits.changes import Fills
from maps.hexgrid import Hex
from maps.layout import Orientation
from maps.numbering import LabelScheme
from qtapp.app.main_window import MainWindow
from qtapp.board.scene import MUCH
from qtapp.painters.layers.shape import BoardShape
from qtapp.workspaces.map.panels.inspector_panel import InspectorPanel
from tests.qtapp.conftest import Opener, click_hex, settle
from tests.qtapp.hands import by_menu

ACROSS, DOWN = 100, 60
START = Hex(50, 0)


@pytest.fixture
def large(opened: Opener, tmp_path: Path) -> MainWindow:
    board = blank_map(
        "Big", Orientation.FLAT, ACROSS, DOWN, LabelScheme(digits=3), generic_legend(), "clear"
    )
    assert len(board.terrain) > MUCH
    EditSession.create(tmp_path / "big.sandtable", board).close()
    window = opened(tmp_path / "big.sandtable")
    window.edit.confirms = lambda _words: True  # type: ignore[method-assign]
    by_menu(window, "fill")
    window.edit.choices.set(terrain="sea")
    window.view.go_to(START, 30)
    settle()
    return window


def seen_at(window: MainWindow, at: Hex) -> Qt.GlobalColor | tuple[int, ...]:
    """The colour of the board in the middle of a hex, drawn in full."""
    while window.view.board.is_refining:
        settle()
    picture = window.view.viewport().grab().toImage()
    board = window.view.board.board
    assert board is not None
    spot = window.view.mapFromScene(*board.shape.centre(at))
    return picture.pixelColor(spot).toTuple()


def test_a_fill_and_its_undo_are_one_deed(
    large: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dict(large.edit.map.terrain)
    dry = seen_at(large, Hex(52, 0))
    counts: Counter[str] = Counter()
    for owner, name in (
        (Project, "run"),
        (Project, "run_all"),
        (Fills, "__iter__"),
        (Journal, "_read"),
        (BoardShape, "hex_rect"),
        (BoardShape, "corner_points"),
    ):
        original = getattr(owner, name)

        def counted(*args: object, _name: str = name, _original: object = original) -> object:
            counts[_name] += 1
            return _original(*args)  # type: ignore[operator]

        monkeypatch.setattr(owner, name, counted)
    click_hex(large, START)
    assert set(large.edit.map.terrain.values()) == {"sea"}
    assert counts["run"] < 10 and counts["run_all"] == 0 and counts["hex_rect"] < MUCH
    assert counts["__iter__"] == 0, "no hex of it is looked at by itself"
    wet = seen_at(large, Hex(52, 0))
    assert wet != dry, "the board shows what was filled"
    by_menu(large, "undo")
    settle()
    assert large.edit.map.terrain == before
    assert counts["run"] < 20 and counts["_read"] == 0, "the newest step is not read again"
    assert counts["__iter__"] == counts["run_all"] == 0
    assert seen_at(large, Hex(52, 0)) == dry
    by_menu(large, "redo")
    settle()
    assert set(large.edit.map.terrain.values()) == {"sea"}
    assert counts["__iter__"] == 0
    monkeypatch.undo()
    path = large.document.path
    large.files.close()
    assert path is not None
    with EditSession.open(path) as session:
        assert set(session.map.terrain.values()) == {"sea"}
        session.undo()
        assert session.map.terrain == before, "read from the file it is the same step"


@pytest.mark.parametrize("layer", ["country", "weather"])
def test_a_region_on_every_hex_is_one_deed(
    large: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, layer: str
) -> None:
    inspector = large.findChildren(InspectorPanel)[0]
    by_menu(large, "select_all")
    qtbot.waitUntil(lambda: len(inspector.shown) == len(large.edit.map.terrain))
    everywhere = frozenset(large.edit.map.terrain)
    statements: list[int] = []
    writes = Project.run

    def run(self: Project, sql: str, values: Values = ()) -> int:
        statements.append(1)
        return writes(self, sql, values)

    def one_by_one(_fills: Fills) -> object:
        raise AssertionError("no hex of it is looked at by itself")

    def put(name: str) -> None:
        field = inspector.regions[layer]
        field.setFocus()
        field.setEditText(name)
        QTest.keyClick(field, Qt.Key.Key_Return)
        settle()

    monkeypatch.setattr(Project, "run", run)
    monkeypatch.setattr(Fills, "__iter__", one_by_one)
    put("North")
    assert large.edit.map.regions[layer] == {"North": everywhere}
    with Project.open(large.edit.file or "") as project:
        connection = project.db.conn
    rows = connection.total_changes
    put("South")
    assert connection.total_changes - rows < 20, "two regions swap names, no hex is written"
    assert large.edit.map.regions[layer] == {"North": frozenset(), "South": everywhere}
    by_menu(large, "undo")
    by_menu(large, "undo")
    settle()
    assert layer not in large.edit.map.regions
    for _ in range(2):
        by_menu(large, "redo")
    put("none")
    assert large.edit.map.region_of(layer, START) is None
    by_menu(large, "undo")
    assert large.edit.map.region_of(layer, START) == "South"
    assert len(statements) < 60
    monkeypatch.undo()
    path = large.document.path
    large.files.close()
    assert path is not None
    with EditSession.open(path) as session:
        assert session.map.regions[layer]["South"] == everywhere
        session.undo()
        assert session.map.regions[layer] == {"North": everywhere}
