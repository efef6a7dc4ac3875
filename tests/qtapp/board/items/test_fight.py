"""What lies over the board while a battle is open."""

from __future__ import annotations

from qtapp.board.items.fight import PEACE, fight_of
from tests.qtapp.conftest import Opener
from tests.qtapp.workspaces.play.laid import Hands, laid_out

FIRST, SECOND, GREEKS = "italian-131-centauro", "italian-23-ferrara", "greek-8-mountain"
POSITION = {
    "turn": 3,
    "side": "axis",
    "phase": "combat",
    "weather": "clear",
    "only": True,
    "units": {FIRST: "14A:4618", SECOND: "14A:4719", GREEKS: "14A:4718"},
}


def test_an_attack_shows_its_hex_who_is_in_it_and_who_may_still_join(opened: Opener) -> None:
    hands = Hands(laid_out(opened, "balkan_front/italo_greek_war", POSITION))
    window, board = hands.window, hands.window.view.board
    at, first, second = map(hands.hex, ("14A:4718", "14A:4618", "14A:4719"))
    assert fight_of(window.bridge) is PEACE
    hands.click("14A:4618")
    hands.click("14A:4718")
    assert at in board.overlays.targets
    assert [(arrow.hexes, arrow.tone) for arrow in board.overlays.arrows] == [
        ((first, at), "attack")
    ]
    assert board.overlays.marks == {second: "good"}
    hands.click("14A:4719")
    hands.click("14A:4718")
    assert {arrow.hexes for arrow in board.overlays.arrows} == {(first, at), (second, at)}
    assert not board.overlays.marks
    hands.button("Call")
    assert not board.overlays.arrows and "good" not in board.overlays.marks.values()
