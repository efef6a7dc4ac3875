"""Units to be placed, buttons that wrap, and keys that stay with the board."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from engine.systems.boot_camp.actions import Concede
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.widgets.parts import Flow, button
from tests.qtapp.conftest import Opener, click_hex, press_key, settle
from tests.qtapp.hands import click_row
from tests.qtapp.workspaces.play.laid import LEFT, SHIFT, laid_out

CAMP = "boot_camp/balkan_campaign"


def listed(window: MainWindow) -> list[str]:
    """The units of the panel *Units here*."""
    model = window.stack.model
    return [model.unit(row) for row in range(model.rowCount())]


def test_only_what_the_side_can_place_now_is_to_be_placed(opened: Opener) -> None:
    window = opened(CAMP)
    bridge = window.bridge
    waiting = [c.unit for c in bridge.counters if c.at == bridge.waiting]
    units = listed(window)
    assert units and len(units) < len(waiting)
    assert len(units) == int(bridge.view.prompt.split("Set up ")[1].split()[0])


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_nobody_of_a_nation_that_is_not_in_the_war_is_to_be_placed(
    opened: Opener, side: str
) -> None:
    """Neutral Yugoslavs wait for a war of their own, and Germans for Germany's entry."""
    scenario = "balkan_front/italo_greek_war"
    window = laid_out(opened, scenario, {"turn": 2, "side": side, "phase": "initial"})
    units = listed(window)
    order = window.bridge.game.scenario.oob
    nations = {order.units[unit].nation for unit in map(UnitId, units)}
    placed = {unit for a in window.bridge.view.legal.family("arrive") for unit in a.who()}
    assert window.bridge.waiting == "pending" and set(units) == placed
    assert nations and nations <= ({"italian"} if side == "axis" else {"greek", "british"})


def test_a_group_is_placed_with_three_acts(opened: Opener) -> None:
    """Click the first unit, Shift-click the last, click a hex that takes them all."""
    window = opened(CAMP)
    before = window.bridge.game.digest()
    units = listed(window)[:3]
    click_row(window.stack.list, 0)
    spot = window.stack.list.visualRect(window.stack.model.index(2, 0)).center()
    window.stack.list.scrollTo(window.stack.model.index(2, 0))
    spot = window.stack.list.visualRect(window.stack.model.index(2, 0)).center()
    QTest.mouseClick(window.stack.list.viewport(), LEFT, SHIFT, spot)
    settle()
    assert list(window.selection.units) and set(window.selection.units) == set(units)
    lit = list(window.view.board.overlays.reach)
    fits = next(
        at
        for at in lit
        if any(not order.objections and not order.left for order in window.play.group.orders(at))
    )
    click_hex(window, fits)
    assert {window.bridge.state.pieces[unit].at for unit in units} == {fits}
    window.bridge.undo()
    assert window.bridge.game.digest() == before


def test_lit_hexes_out_of_view_are_brought_into_it(opened: Opener) -> None:
    window = opened(CAMP)
    window.view.set_zoom(96)
    window.view.go_to(min(window.bridge.game.scenario.map.terrain), 96)
    click_row(window.stack.list, 0)
    board = window.view.board.board
    assert board is not None
    lit = window.view.board.overlays.reach
    seen = window.view.visible_rect
    assert lit and any(seen.intersects(board.shape.hex_rect(at, 0)) for at in lit)


@pytest.mark.parametrize("width", [90, 160, 400])
def test_buttons_wrap_where_their_place_is_narrow(opened: Opener, width: int) -> None:
    opened(None)
    flow = Flow()
    press = button("Leave Italian 23 Ferrara Infantry XX out")
    flow.fill([press, button("Go in", primary=True)])
    flow.resize(width, 200)
    flow.show()
    settle()
    assert press.width() <= width
    assert press.height() == press.heightForWidth(press.width()) or width == 400
    lines = press.height() // press.fontMetrics().height()
    assert lines >= {90: 4, 160: 3, 400: 1}[width]
    flow.deleteLater()


def test_the_decision_has_no_scroll_bar_across(opened: Opener) -> None:
    units = {"italian-3-julia": "14A:4618", "italian-23-ferrara": "14A:4618"}
    position = {"turn": 3, "side": "axis", "phase": "combat", "weather": "clear", "only": True}
    scenario = "balkan_front/italo_greek_war"
    window = laid_out(
        opened, scenario, {**position, "units": {**units, "greek-8-mountain": "14A:4718"}}
    )
    board = window.bridge.game.scenario.map
    for label in ("14A:4618", "14A:4718"):
        click_hex(window, board.parse_label(label))
    area = window.decision.findChild(QScrollArea)
    assert area is not None and window.decision.buttons()
    port = area.viewport()
    for press in window.decision.buttons():
        right = press.mapTo(window, press.rect().topRight()).x()
        assert right <= port.mapTo(window, port.rect().topRight()).x()


def test_keys_act_on_the_board_after_an_act_of_the_list(opened: Opener) -> None:
    units = {"german-8-pz": "2016", "german-14-pz": "2017", "turkish-1": "2520"}
    position = {"side": "german", "turn": 2, "only": True, "units": units}
    window = laid_out(opened, "operation_gertrud/late_1942", position)
    press_key(window, Qt.Key.Key_N)
    press_key(window, Qt.Key.Key_L)
    QTest.keyClicks(window.choices.search, "2015")
    QTest.keyClick(window.choices.search, Qt.Key.Key_Return)
    settle()
    moved = window.bridge.game.log.here.action
    assert moved is not None and isinstance(moved.where(), Hex)
    assert window.view.hasFocus() and not window.choices.search.text()


def test_nobody_gives_the_game_up_by_a_button(opened: Opener) -> None:
    """It is in the list alone, far from the buttons that are pressed each turn."""
    window = laid_out(opened, CAMP, {"turn": 2, "side": "axis", "phase": "initial"})
    assert window.bridge.view.legal.allows(Concede())
    assert window.decision.buttons()
    assert not [press for press in window.decision.buttons() if "Give" in press.accessibleName()]
    press_key(window, Qt.Key.Key_L)
    QTest.keyClicks(window.choices.search, "give the game up")
    QTest.keyClick(window.choices.search, Qt.Key.Key_Return)
    settle()
    outcome = window.bridge.view.outcome
    assert outcome is not None and outcome.winner == "allied"
