"""The front on the board: what the game says is owned, or what lies nearest to the units."""

from __future__ import annotations

from PySide6.QtCore import Qt

from maps.finding.fronts import FAR
from maps.hexgrid import disk
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from tests.qtapp.conftest import Opener, press_key
from tests.qtapp.workspaces.play.laid import SHIFT, Hands, laid_out

FRONT = "balkan_front/italo_greek_war"
POSITION = {"turn": 3, "side": "axis", "phase": "movement", "weather": "clear", "only": True}
UNITS = {"italian-3-julia": "14A:4618", "greek-8-mountain": "14A:4718"}


def lines(window: MainWindow) -> list[str]:
    """What the board's legend names."""
    return [line.text for line in window.play.legend.lines]


def test_what_a_side_owns_is_tinted_and_a_hex_that_is_taken_changes(opened: Opener) -> None:
    hands = Hands(laid_out(opened, FRONT, {**POSITION, "units": UNITS}))
    window, board = hands.window, hands.window.view.board
    assert not board.overlays.held
    bare = window.view.viewport().grab().toImage()
    press_key(window, Qt.Key.Key_F, SHIFT)
    assert window.view.viewport().grab().toImage() != bare, "it is painted"
    held, state, rules = board.overlays.held, window.bridge.state, window.bridge.rules
    axis, allied = (rules.owned(state, side.id) for side in window.bridge.game.system.sides)
    assert {at for at, whose in held.items() if whose == 0} <= axis
    assert held[hands.hex("14A:4618")] == 0 and held[hands.hex("14A:4718")] == 1
    assert set(held) == {at for at in axis | allied if at in held} and len(held) > 500
    assert [text for text in lines(window) if "Ground of the" in text or text == "The front"] == [
        "Ground of the Axis side", "Ground of the Allied side", "The front",
    ]  # fmt: skip
    taken = next(at for at in window.bridge.offers.places(next(iter(UNITS))) if held.get(at) == 1)
    hands.click("14A:4618")
    hands.click(window.bridge.game.scenario.map.label(taken))
    assert board.overlays.held[taken] == 0
    window.bridge.undo()
    assert board.overlays.held[taken] == 1
    press_key(window, Qt.Key.Key_F, SHIFT)
    assert not board.overlays.held and not lines(window)


def test_without_ownership_it_is_what_lies_nearest_to_the_units(opened: Opener) -> None:
    march = {"side": "german", "turn": 2, "only": True}
    units = {"german-8-pz": "2016", "german-14-pz": "2017", "turkish-1": "2520"}
    hands = Hands(laid_out(opened, "operation_gertrud/late_1942", {**march, "units": units}))
    press_key(hands.window, Qt.Key.Key_F, SHIFT)
    held, bridge = hands.window.view.board.overlays.held, hands.window.bridge
    sides = [side.id for side in bridge.game.system.sides]
    assert not any(bridge.rules.owned(bridge.state, side) for side in sides)
    german, turk = (
        bridge.rules.owner(bridge.state, UnitId(one)) for one in ("german-8-pz", "turkish-1")
    )
    assert held[hands.hex("2016")] == sides.index(german)
    assert held.get(hands.hex("2520")) == (sides.index(turk) if turk in sides else None)
    near = {at for label in units.values() for at in disk(hands.hex(label), FAR)}
    assert set(held) <= near
    press_key(hands.window, Qt.Key.Key_F, SHIFT)


def test_while_nobody_stands_anywhere_the_key_says_so(campaign: MainWindow) -> None:
    press_key(campaign, Qt.Key.Key_F, SHIFT)
    assert not campaign.view.board.overlays.held
    assert campaign.notice.text() == "Nobody holds any ground on the board yet."
    press_key(campaign, Qt.Key.Key_F, SHIFT)
