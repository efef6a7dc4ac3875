"""Ships by mouse and keys: a click on a beach, a landing that is due, a die on the way."""

from __future__ import annotations

from PySide6.QtCore import Qt

from engine.game.session import Dice
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from tests.qtapp.conftest import Opener, press_key
from tests.qtapp.workspaces.play.laid import Hands, laid_out

WAR = "balkan_front/italo_greek_war_air"
BORDER, MARINES = "italian-1-border", "italian-3-sm-marine"
DIVISION = UnitId("italian-47-bari")
LEROS, IRAKLION, BRINDISI, KERKYRA, BEACH = (
    "15B:1702",
    "15B:2409",
    "14A:3825",
    "14A:4620",
    "14A:4621",
)
INLAND, AT_SEA, LESH = "14A:4220", "14A:3620", "14A:3519"
SANTI_QUARANTA = "14A:4420"
MOVING = {"turn": 3, "side": "axis", "phase": "movement", "weather": "clear", "only": True}


def where(window: MainWindow, unit: str) -> object:
    return window.bridge.state.pieces[UnitId(unit)].at


def test_a_click_on_a_beach_carries_a_unit_there_and_undo_brings_it_back(opened: Opener) -> None:
    position = {**MOVING, "units": {MARINES: BRINDISI}, "owners": {BEACH: "axis"}}
    hands = Hands(laid_out(opened, WAR, position))
    hands.click(BRINDISI)
    hands.click(BEACH)
    assert where(hands.window, MARINES) == hands.hex(BEACH)
    press_key(hands.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert where(hands.window, MARINES) == hands.hex(BRINDISI)


def test_a_landing_that_is_due_is_a_click_on_the_enemy_beach(opened: Opener) -> None:
    markers = {BEACH: [f"landing {MARINES} on turn 3"]}
    position = {**MOVING, "units": {MARINES: BRINDISI}, "markers": markers}
    hands = Hands(laid_out(opened, WAR, position))
    hands.click(BRINDISI)
    hands.click(BEACH)
    assert where(hands.window, MARINES) == hands.hex(BEACH)


def test_cargo_that_enters_the_zone_waits_for_a_die_that_a_key_rolls(opened: Opener) -> None:
    points = {"interdiction loose": 1}
    owners = {IRAKLION: "axis"}
    position = {**MOVING, "units": {BORDER: LEROS}, "owners": owners, "points": points}
    hands = Hands(laid_out(opened, WAR, position, Dice.ASK))
    hands.click(LEROS)
    hands.click(IRAKLION)
    chance = hands.window.bridge.view.chance
    assert chance is not None
    assert chance.meanings == ("arrives",) * 4 + ("turned back", "sunk")
    press_key(hands.window, Qt.Key.Key_R)
    assert hands.window.bridge.view.chance is None


def test_a_click_with_a_unit_chosen_carries_no_supplies_in_its_stead(opened: Opener) -> None:
    """They are carried from the list, or from the menu of the place."""
    position = {**MOVING, "units": {DIVISION: BRINDISI}, "owners": {BEACH: "axis"}}
    hands = Hands(laid_out(opened, WAR, position))
    bridge = hands.window.bridge
    beach = hands.hex(BEACH)
    hands.click(BRINDISI)
    supplies = [o for o in bridge.offers.menu(DIVISION, beach) if o.family == "ship supply"]
    assert supplies, "the menu of the beach has them"
    assert beach not in bridge.offers.goals(DIVISION), "nor is the beach lit for the division"
    before = bridge.state
    hands.click(BEACH)
    assert bridge.state is before
    (why,) = bridge.offers.why_not(DIVISION, beach)
    assert why.rule == "BF-26B1.8", "not that no way leads there by land"


def test_where_ships_go_nowhere_the_march_is_what_is_refused(opened: Opener) -> None:
    hands = Hands(laid_out(opened, WAR, {**MOVING, "units": {DIVISION: BRINDISI}}))
    offers = hands.window.bridge.offers
    refused = {at: offers.why_not(DIVISION, hands.hex(at))[0].rule for at in (INLAND, AT_SEA, LESH)}
    assert refused == {INLAND: "BF-6.3", AT_SEA: "BF-6.6", LESH: "BF-26A3.2"}


def test_a_landing_that_was_planned_tells_why_it_cannot_be_made(opened: Opener) -> None:
    """Not how far the march would be over the straits."""
    markers = {BEACH: [f"landing {MARINES} on turn 3"]}
    units = {MARINES: SANTI_QUARANTA}
    position = {**MOVING, "weather": "poor", "units": units, "markers": markers}
    hands = Hands(laid_out(opened, WAR, position))
    hands.click(SANTI_QUARANTA)
    hands.click(BEACH)
    assert hands.window.notice.text().startswith("The weather of 14A:4621 is too bad to land.")


def test_the_list_tells_what_interdiction_may_do_to_a_voyage(opened: Opener) -> None:
    """[BF-26C.4] Before one sails; a voyage that keeps out of the zone says nothing."""
    owners = {IRAKLION: "axis"}
    position = {
        **MOVING, "units": {BORDER: LEROS}, "owners": owners, "points": {"interdiction tight": 1}
    }  # fmt: skip
    hands = Hands(laid_out(opened, WAR, position))
    hands.click(LEROS)
    model = hands.window.choices.model
    lines = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
    assert "15B:2409 Iraklion (17\u00a0% turned back, 50\u00a0% sunk)" in lines
    assert "15B:1901 Kos" in lines
    assert "Rhodes" in lines, "a box is named alone, as a hex is"
