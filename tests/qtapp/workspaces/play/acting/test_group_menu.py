"""The menu of a hex while several units are selected."""

from __future__ import annotations

from tests.qtapp.conftest import Opener
from tests.qtapp.menus import ask, entries
from tests.qtapp.workspaces.play.laid import Hands, laid_out

RIDERS = ("german-1-infantry-xx", "german-21-infantry-xx")


def test_a_menu_has_what_a_group_does_before_what_others_bring(opened: Opener) -> None:
    """A ride of the selected units, with what it takes; it stood below rides of resource points."""
    east = {"turn": 2, "side": "axis", "phase": "movement", "weather": "clear", "only": True}
    units, points = dict.fromkeys(RIDERS, "1B:2525"), {"1B:2930": "4 resource points"}
    position = {**east, "units": units, "markers": points}
    hands = Hands(laid_out(opened, "fire_in_the_east/campaign", position))
    hands.click("1B:2525")
    ask(hands, "1B:2726")
    menu = hands.window.play.menu
    assert menu is not None
    lines = entries(menu)
    assert any("resource points" in line for line in lines), lines
    others = [row for row, line in enumerate(lines) if "resource points" in line]
    ours = [row for row, line in enumerate(lines) if "2 units" in line]
    assert max(ours) < min(others)
    assert any(line.endswith("(2 MPs, 6 REs by rail)") for line in lines), lines
    menu.close()
