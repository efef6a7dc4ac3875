"""A turn of Fire in the East by army: the clicks and keys for twenty units, counted.

The manual states these numbers.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from PySide6.QtCore import Qt

from maps.hexgrid import Hex, distance
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.offers import Offers
from tests.qtapp.conftest import Opener, press_key
from tests.qtapp.workspaces.play.analysis_panels.test_armies_panel import chosen, panel
from tests.qtapp.workspaces.play.laid import SHIFT, Hands, laid_out

MANY = 300
NORTH = "fire_in_the_east/army_group_north"
ARMY = "16th Army"
INFANTRY = tuple(
    UnitId(f"german-{name}-infantry-xx") for name in (12, 30, 32, 121, 122, 123, 126, 253)
)
OTHERS = tuple(
    UnitId(f"german-{name}")
    for name in (
        "600-aslt-gun-ii", "603-artillery-iii", "610-artillery-iii", "782-artillery-iii",
        "785-artillery-iii", "803-artillery-iii", "3-rocket-art-iii", "ii-84-siege-art-ii",
        "514-engineer-iii", "541-engineer-iii", "7-cons-iii", "16-cons-iii",
    )
)  # fmt: skip
STARTS = (
    "1B:2723", "1B:2724", "1B:2823", "1B:2824", "1B:2923", "1B:2924", "1B:2725", "1B:2825",
)  # fmt: skip
"""Hexes of the border in which the army stands, two or three units in each."""


def stacks() -> dict[str, list[UnitId]]:
    """A division in each hex, with one or two units that support it."""
    found = {start: [unit] for start, unit in zip(STARTS, INFANTRY, strict=True)}
    for number, unit in enumerate(OTHERS):
        found[STARTS[number % len(STARTS)]].append(unit)
    return found


def at_the_border(opened: Opener) -> MainWindow:
    """The army on the border, its movement phase begun."""
    units = {unit: start for start, mine in stacks().items() for unit in mine}
    return laid_out(
        opened, NORTH,
        {
            "turn": 2, "side": "axis", "phase": "movement", "weather": "clear", "only": True,
            "units": units,
        },
    )  # fmt: skip


def choose_army(hands: Hands) -> None:
    """A key opens *Armies*, a click on the army lights and selects it."""
    chosen(panel(hands.window), ARMY)
    hands.count += 2


def key(hands: Hands, pressed: Qt.Key) -> None:
    """Press a key with Shift."""
    hands.count += 1
    press_key(hands.window, pressed, SHIFT)


def finish(hands: Hands) -> None:
    """Keys that end phases, until the other side decides."""
    while hands.window.bridge.view.side == "axis":
        hands.end()


def goal_of(window: MainWindow, units: Iterable[UnitId]) -> str:
    """The farthest empty hex that all of some units can march to, and reach in no other way."""
    offers, pieces = window.bridge.offers, window.bridge.state.pieces
    marches = [
        {offer.action.where() for offer in offers.of(unit) if offer.family == "move"}
        - {offer.action.where() for offer in offers.of(unit) if offer.family != "move"}
        for unit in units
    ]
    here = pieces[next(iter(units))].at
    taken = {piece.at for piece in pieces.values()}
    assert isinstance(here, Hex)
    free = [at for at in set.intersection(*marches) if isinstance(at, Hex) and at not in taken]
    label = window.bridge.game.scenario.map.label
    return label(max(free, key=lambda at: (distance(here, at), at)))


def test_an_army_of_twenty_units_by_mouse(opened: Opener) -> None:
    """A click on each stack and one where it goes; then the keys that end the turn's phases."""
    hands = Hands(at_the_border(opened))
    choose_army(hands)
    for start, units in stacks().items():
        goal = goal_of(hands.window, units)
        hands.click(start)
        hands.click(goal)
        assert hands.at(*units) == {goal}
    assert hands.count == 18
    finish(hands)
    assert hands.count == 18 + 5


def test_an_army_of_twenty_units_with_keys(opened: Opener) -> None:
    """The key that goes through the army, the one for the whole stack, a click where it goes. Units
    that could go on are not met again while others have not moved.
    """
    hands = Hands(at_the_border(opened))
    choose_army(hands)
    left = stacks()
    while left:
        unit = hands.window.selection.unit
        start = next(start for start, units in left.items() if unit in units)
        key(hands, Qt.Key.Key_V)
        hands.click(goal_of(hands.window, left.pop(start)))
        if left:
            key(hands, Qt.Key.Key_J)
    assert not hands.at(*INFANTRY, *OTHERS) & set(STARTS)
    assert any(map(hands.window.bridge.offers.can_act, (*INFANTRY, *OTHERS)))
    assert hands.count == 25


def test_who_waits_off_the_map_is_found_without_asking_each(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hundreds of units wait for their turn; after each move the window asks who may be placed."""
    asks = {"turn": 2, "side": "axis", "phase": "movement", "weather": "clear"}
    bridge = laid_out(opened, "fire_in_the_east/campaign", asks).bridge
    away = [(one.unit, one.at) for one in bridge.counters if isinstance(one.at, str)]
    assert len(away) > MANY
    one_by_one = Offers(bridge.player_view)
    first = next((at for unit, at in away if one_by_one.can_act(unit)), None)
    asked: list[UnitId] = []
    original = Offers._finds
    monkeypatch.setattr(
        Offers,
        "_finds",
        lambda self, unit, **how: asked.append(unit) or original(self, unit, **how),
    )
    assert Offers(bridge.player_view).some_able(away) == first
    assert len(asked) <= 3
