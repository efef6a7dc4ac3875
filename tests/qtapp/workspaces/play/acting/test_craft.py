"""Ships and flotillas are chosen by the hex they are in, and go by a click, as units do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from engine.core.state import Location
from qtapp.app.main_window import MainWindow
from tests.engine.systems.fire_in_the_east.eastern import ALLIED, RIFLES
from tests.engine.systems.fire_in_the_east.eastern_sea import PINSK, WholeSea
from tests.engine.systems.fire_in_the_east.searching_sea import Searching
from tests.engine.systems.fire_in_the_east.test_flotillas import DNEPR, RIVERSIDE, river
from tests.engine.systems.fire_in_the_east.test_naval_search import KRIM, SEVASTOPOL
from tests.qtapp.conftest import Opener, click_hex, settle
from tests.qtapp.laid_game import shown
from tests.qtapp.workspaces.play.test_keys import find


def boat_at(window: MainWindow) -> Location:
    """Where the flotilla is."""
    return window.bridge.state.fleet.boats[PINSK].at  # type: ignore[attr-defined]


def test_the_hex_of_a_flotilla_lights_its_reach_and_a_click_sends_it(opened: Opener) -> None:
    game = river("allied")
    window = shown(opened, game)
    here = game.at(RIVERSIDE)
    click_hex(window, here)
    costs = window.bridge.rules.reach(window.bridge.state, PINSK)  # type: ignore[arg-type]
    lit = window.view.board.overlays.reach
    assert lit and here not in lit
    assert lit == {at: str(costs[at]) for at in lit}
    goal = max(lit, key=lambda at: (costs[at], at))
    click_hex(window, goal)
    settle()
    assert boat_at(window) == goal
    assert window.bridge.undo() and boat_at(window) == here


def test_units_in_its_hex_come_first_and_another_click_takes_the_flotilla(opened: Opener) -> None:
    game = WholeSea(turn=3, side=ALLIED).launch(DNEPR[0], PINSK).put(DNEPR[0], RIFLES)
    window = shown(opened, game)
    here = game.at(DNEPR[0])
    click_hex(window, here)
    assert window.selection.units == (RIFLES,)
    marched = dict(window.view.board.overlays.reach)
    click_hex(window, here)
    assert window.selection.units == () and window.selection.hex == here
    sailed = window.view.board.overlays.reach
    assert sailed and sailed != marched
    click_hex(window, here)
    assert window.selection.units == (RIFLES,)


def test_the_port_of_ships_lights_the_sea(opened: Opener) -> None:
    game = Searching().moor(SEVASTOPOL, KRIM)
    window = shown(opened, game)
    click_hex(window, game.at(SEVASTOPOL))
    assert len(window.view.board.overlays.reach) > 50


def test_what_ships_of_the_chosen_port_can_do_is_listed(opened: Opener) -> None:
    game = Searching().moor(SEVASTOPOL, KRIM)
    window = shown(opened, game)
    choices = window.choices
    click_hex(window, game.at(SEVASTOPOL))
    listed = [
        offer for row in range(choices.model.rowCount()) if (offer := choices.model.offer(row))
    ]
    offers = window.bridge.offers.leaving(game.at(SEVASTOPOL))
    assert {one.family for one in listed} == {one.family for one in offers}
    assert listed == [one for one in offers if one in listed]
    assert any("Sevastopol" in told.text() for told in choices.findChildren(QLabel))
    sailing = offers[-1]
    window.choices.search.setText(sailing.text)
    QTest.keyClick(choices.search, Qt.Key.Key_Return)
    settle()
    assert window.bridge.game.log.here.action == sailing.action
    click_hex(window, game.at(SEVASTOPOL).neighbour(0))
    assert not any("Afloat" in told.text() for told in choices.findChildren(QLabel))


def test_an_idle_hex_of_a_flotilla_is_like_any_other(opened: Opener) -> None:
    game = river("axis")
    window = shown(opened, game)
    click_hex(window, game.at(RIVERSIDE), Qt.MouseButton.LeftButton)
    assert not window.view.board.overlays.reach


def test_a_flotilla_is_found_by_its_name_and_its_hex_shown(opened: Opener) -> None:
    game = river("allied")
    window = shown(opened, game)
    rows = next(d.rows for d in window.bridge.displays if d.id == "naval:fleet")
    name = next(row.label for row in rows if row.hex == game.at(RIVERSIDE))
    assert name in find(window, name, "Fleet and ports")
    assert window.view.cursor_hex == game.at(RIVERSIDE)
    window.view.set_cursor_hex(game.at(RIVERSIDE).neighbour(0))
    assert name in find(window, f"on the water: {name}", "on the board")
    assert window.view.cursor_hex == game.at(RIVERSIDE)


def test_a_ship_that_is_nowhere_on_the_board_is_shown_in_its_display(opened: Opener) -> None:
    game = Searching().moor(SEVASTOPOL, KRIM)
    window = shown(opened, game)
    rows = next(d.rows for d in window.bridge.displays if d.id == "naval:fleet")
    gone = next(row for row in rows if row.hex is None and row.value and not row.units)
    window.docks["displays"].setVisible(False)
    assert gone.label.strip() in find(window, gone.label.strip(), "Fleet and ports")
    assert window.docks["displays"].isVisible()
