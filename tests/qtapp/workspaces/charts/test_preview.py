"""The preview of declared rules, by mouse and keys: it follows what is typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from engine.core.charts.schema import Path as CellPath
from engine.editing.chart_session import ChartSession, imported, shipped
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.game.set_up.game_set_up import kit_for
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.widgets.parts import is_seen
from qtapp.workspaces.charts.charts_workspace import ChartsWorkspace
from qtapp.workspaces.charts.grid import ChartGrid
from qtapp.workspaces.charts.preview.panel import (
    OTHER_GAME,
    PreviewPanel,
)
from tests.engine.systems.by_hand.desk import ALL, board, order
from tests.engine.systems.by_hand.test_declared import BESIDE
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_key, by_menu

LEFT = Qt.MouseButton.LeftButton
WOOD = ("movement", "terrain", "wood", "cost", "boots")
LIMIT = ("stacking", "limit")


def at(label: str) -> Hex:
    return board().parse_label(label)


@pytest.fixture
def own(opened: Opener, tmp_path: Path) -> ChartsWorkspace:
    """The Charts workspace on rules declared for a small board."""
    path = tmp_path / "own.sandtable"
    EditSession.create(path, board()).close()
    OobSession.create(path, order()).close()
    ChartSession.create(path, imported(ALL, "mine", "by_hand")).close()
    return entered(opened, path)


def entered(opened: Opener, path: Path) -> ChartsWorkspace:
    window = opened(path)
    by_menu(window, "workspace_house_charts")
    found = window.workspaces["house_charts"]
    assert isinstance(found, ChartsWorkspace)
    by_key(window, "charts_preview")
    settle()
    return found


def shown(charts: ChartsWorkspace, chart: str) -> PreviewPanel:
    """The preview, of a chart."""
    charts.controller.point((chart,))
    charts.preview.refresh()
    settle()
    return charts.preview


def editor_of(charts: ChartsWorkspace, path: CellPath) -> QWidget:
    """The field of a cell, opened by a double click."""
    charts.controller.point(path)
    settle()
    grid = next(g for g in charts.centre.grids if g.chart_model.index_of(path).isValid())
    spot = grid.visualRect(grid.chart_model.index_of(path)).center()
    QTest.mouseClick(grid.viewport(), LEFT, pos=spot)
    QTest.mouseDClick(grid.viewport(), LEFT, pos=spot)
    settle()
    return field_in(grid)


def field_in(grid: ChartGrid) -> QWidget:
    found = grid.viewport().findChildren(QWidget)
    return next(w for w in found if isinstance(w, QSpinBox) or type(w) is QLineEdit)


def spot(preview: PreviewPanel, label: str) -> QPoint:
    view = preview.board.view
    scene = view.board.board
    assert scene is not None
    return view.mapFromScene(*scene.shape.centre(at(label)))


def click(preview: PreviewPanel, label: str) -> None:
    QTest.mouseClick(preview.board.view.viewport(), LEFT, pos=spot(preview, label))
    settle()


def costs(preview: PreviewPanel) -> dict[Hex, str]:
    return dict(preview.board.view.board.overlays.reach)


def test_what_rules_name_and_the_board_has_not_is_told_among_the_problems(
    own: ChartsWorkspace,
) -> None:
    """A source with a letter too many fed nobody, and the charts were called sound."""
    problems = own.problems
    assert "They are sound" in problems.summary.text()
    path = ("supply", "sources", "red")
    assert own.controller.type_in(path, "home, homme, 0101")
    settle()
    assert problems.summary.text() == "A game may be begun with them, but will not find this:"
    (row,) = [problems.list.item(at).text() for at in range(problems.list.count())]
    assert own.centre.state.text().endswith(", ⚠ 1 not on the board")
    assert row.startswith("⚠  Supply, Sources, ") and row.endswith(": the board has no homme.")
    own.controller.type_in(path, "home")
    settle()
    assert "They are sound" in problems.summary.text()


def test_rules_by_hand_bring_it_before_the_problems(
    opened: Opener, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "own.sandtable"
    ChartSession.create(path, imported(ALL, "mine", "by_hand")).close()
    ChartSession.create(path, shipped("operation_gertrud")).close()
    window = opened(path)
    by_menu(window, "workspace_house_charts")
    charts = window.workspaces["house_charts"]
    assert isinstance(charts, ChartsWorkspace)
    window.document.edit_charts(2)
    settle()
    assert is_seen(charts.problems) and not is_seen(charts.preview)
    window.document.edit_charts(1)
    qtbot.waitUntil(lambda: is_seen(charts.preview), timeout=5000)


def test_reach_follows_a_cost_as_it_is_typed_and_taken_back(
    own: ChartsWorkspace, qtbot: QtBot
) -> None:
    preview = shown(own, "movement")
    assert preview.board.chosen == UnitId("red-1")
    assert costs(preview)[at("0202")] == "2"
    line = editor_of(own, WOOD)
    QTest.keyClicks(line, "3")
    qtbot.waitUntil(lambda: costs(preview)[at("0202")] == "3")
    assert not own.controller.edits, "nothing is written before Enter"
    QTest.keyClick(line, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: costs(preview)[at("0202")] == "2")
    line = editor_of(own, WOOD)
    QTest.keyClicks(line, "no")
    QTest.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: at("0202") not in costs(preview))
    by_menu(own.window, "undo")
    qtbot.waitUntil(lambda: costs(preview).get(at("0202")) == "2")


def test_a_draft_that_cannot_be_is_told_and_the_picture_stays(
    own: ChartsWorkspace, qtbot: QtBot
) -> None:
    preview = shown(own, "movement")
    before = costs(preview)
    line = editor_of(own, WOOD)
    QTest.keyClicks(line, "much")
    qtbot.waitUntil(preview.trouble.isVisible)
    assert "much" in preview.trouble.text()
    assert preview.trouble.text().endswith("The picture is of the rules before that.")
    assert costs(preview) == before
    QTest.keyClick(line, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not preview.trouble.isVisible())


def test_a_unit_is_chosen_and_tried_elsewhere_by_clicks(own: ChartsWorkspace) -> None:
    preview = shown(own, "movement")
    click(preview, "0102")
    assert preview.board.chosen == UnitId("red-2")
    click(preview, "0302")
    assert preview.board.view.board.overlays.selected == (at("0302"),)
    assert "from 0302" in preview.board.said.text()
    preview.board.unit.setFocus()
    QTest.keyClicks(preview.board.unit, "Blue 5")
    settle()
    assert preview.board.chosen == UnitId("blue-5")
    assert "Click a hex to try it there." in preview.board.said.text()
    click(preview, "0501")
    assert at("0402") in preview.board.view.board.overlays.reach
    assert set(preview.board.view.board.overlays.zoc) > {at("0402")}, "of both reds"
    QTest.mouseClick(preview.board.back, LEFT)
    settle()
    assert not preview.board.back.isEnabled()
    assert not preview.board.view.board.overlays.selected


def test_the_hex_cursor_tries_a_unit_by_the_keyboard(own: ChartsWorkspace) -> None:
    preview = shown(own, "movement")
    view = preview.board.view
    preview.take_focus()
    assert view.hasFocus()
    view.set_cursor_hex(at("0102"))
    QTest.keyClick(view, Qt.Key.Key_Right)
    settle()
    aim = view.cursor_hex
    QTest.keyClick(view, Qt.Key.Key_Return)
    settle()
    assert aim is not None and view.board.overlays.selected == (aim,)


def test_zones_stacking_and_supply_show_their_own(own: ChartsWorkspace, qtbot: QtBot) -> None:
    preview = shown(own, "zones")
    assert "now" in preview.board.view.board.overlays.marks.values()
    assert "Its zone is 3 hexes" in preview.board.said.text()
    shown(own, "supply")
    overlays = preview.board.view.board.overlays
    assert overlays.reach[at("0101")] == "" and at("0504") not in overlays.reach
    assert preview.board.said.text() == "In supply from 0101 Home [7.1]."
    shown(own, "stacking")
    spin = editor_of(own, LIMIT)
    assert isinstance(spin, QSpinBox)
    spin.selectAll()
    QTest.keyClicks(spin, "1")
    qtbot.waitUntil(lambda: at("0102") in preview.board.view.board.overlays.objections)
    assert "0102 would hold 2, and has room for 1 unit." in preview.board.said.text()


def test_a_sample_attack_by_steppers_ticks_and_drafts(own: ChartsWorkspace, qtbot: QtBot) -> None:
    preview = shown(own, "combat")
    combat = preview.combat
    preview.take_focus()
    assert combat.attack.hasFocus() and combat.column.text() == "2:1 (6 against 3)"
    QTest.keyClick(combat.attack, Qt.Key.Key_PageUp)
    assert combat.column.text() == "3:1 (16 against 3)"
    QTest.keyClick(combat.defense, Qt.Key.Key_PageUp)
    assert combat.column.text() == "1:1 (16 against 13)"
    assert "50\u00a0%  D" in combat.bars.toolTip()
    combat.modifiers.setFocus()
    combat.modifiers.setCurrentRow(0)
    QTest.keyClick(combat.modifiers, Qt.Key.Key_Space)
    settle()
    assert combat.column.text() == "1:2 (16 against 13)" and combat.ledger.text() == "Wood [8.4]"
    shift = editor_of(own, ("combat", "modifiers", "wood", "shift"))
    assert isinstance(shift, QSpinBox)
    shift.selectAll()
    QTest.keyClicks(shift, "2")
    qtbot.waitUntil(lambda: combat.column.text() == "3:1 (16 against 13)")


def test_tables_without_a_board_show_what_they_mean(own: ChartsWorkspace, qtbot: QtBot) -> None:
    preview = shown(own, "phases")
    assert preview.pages.currentWidget() is preview.sheets
    assert preview.sheets.text.startswith(
        "A turn, phase by phase\n1. Movement (Red): move; clears tired"
    )
    assert "Home: 2 points, Red at first" in shown(own, "victory").sheets.text.replace("0101 ", "")
    worth = editor_of(own, ("victory", "places", "goal", "points"))
    assert isinstance(worth, QSpinBox)
    worth.selectAll()
    QTest.keyClicks(worth, "7")
    qtbot.waitUntil(lambda: "Goal: 7 points, Blue at first" in preview.sheets.text, timeout=5000)
    shown(own, "zones")
    assert own.controller.session.can_undo, "what was being typed is kept, and nothing crashes"


def test_tracks_pools_and_dice_have_forms_and_a_preview(
    opened: Opener, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "own.sandtable"
    beside = BESIDE.replace('kind = "weather"', 'kind = "free"')
    ChartSession.create(path, imported(beside, "mine", "by_hand")).close()
    charts = entered(opened, path)
    preview = shown(charts, "tracks")
    assert "Fuel: 3, from 0 to 4" in preview.sheets.text
    start = editor_of(charts, ("tracks", "fuel", "start"))
    assert isinstance(start, QSpinBox)
    start.selectAll()
    QTest.keyClicks(start, "1")
    qtbot.waitUntil(lambda: "Fuel: 1, from 0 to 4" in preview.sheets.text, timeout=5000)
    (cup,) = shown(charts, "pools").sheets.sheets
    assert cup.title == "The cup: the first draw of 2 chits"
    assert [(line.label, line.chance) for line in cup.lines] == [("a", 0.5), ("b", 0.5)]
    assert [sheet.title for sheet in shown(charts, "tables").sheets.sheets] == [
        "Fate: good",
        "Fate: bad",
    ]
    assert "Base, ready: holds 1 unit" in shown(charts, "boxes").sheets.text
    assert "Fort: 1 of them" in shown(charts, "markers").sheets.text


def test_each_kind_of_weather_can_be_tried(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "own.sandtable"
    EditSession.create(path, board()).close()
    OobSession.create(path, order()).close()
    sky = BESIDE.partition("[weather]")
    charts = ALL + "".join(sky[1:])
    ChartSession.create(path, imported(charts, "mine", "by_hand")).close()
    preview = shown(entered(opened, path), "weather")
    dry = costs(preview)
    assert "Weather: dry 50\u00a0%, mud 50\u00a0%." in preview.board.said.text()
    preview.board.sky.setFocus()
    QTest.keyClick(preview.board.sky, Qt.Key.Key_Down)
    settle()
    assert preview.board.sky.currentText() == "mud" and len(costs(preview)) < len(dry)


def test_help_opens_the_page_of_the_chart(own: ChartsWorkspace) -> None:
    shown(own, "stacking")
    QTest.mouseClick(own.centre.help, LEFT)
    settle()
    manual = own.window.manual
    assert manual is not None and manual.isVisible()
    assert manual.list.currentItem().text() == "By hand: stacking"
    by_key(own.window, "manual")
    assert manual.list.currentItem().text() == "By hand: stacking"
    manual.close()


def test_charts_of_another_game_have_none(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "own.sandtable"
    ChartSession.create(path, shipped("operation_gertrud")).close()
    preview = shown(entered(opened, path), "terrain")
    assert is_seen(preview)
    assert preview.empty.text() == OTHER_GAME


def test_where_no_unit_stands_one_is_tried_amid_the_land(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "own.sandtable"
    ChartSession.create(path, kit_for(path, "by_hand/classic", None, None, "Mine")).close()
    preview = shown(entered(opened, path), "movement")
    assert len(preview.board.view.board.overlays.selected) == 1 and costs(preview)
    QTest.mouseClick(preview.board.back, LEFT)
    settle()
    assert not costs(preview) and "Click a hex to try it there." in preview.board.said.text()
