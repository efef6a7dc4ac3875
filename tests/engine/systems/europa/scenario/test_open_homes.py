"""Where units may be set up is worked out for all that are alike at once: it is what the check lets
pass, one hex after the other.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.actions import Action
from engine.core.chance import Stream
from engine.core.legal import Family
from engine.game.session import GameSession
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, PlaceUnit, UseRecommended
from engine.systems.europa.state.records import SettingUp
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.examples import often

STEPS = often(160, 1500)
OFTEN = often(20, 10)
"""Homes are looked at each so many steps."""
ASKED = often(25, 60)
"""So many units are asked about, and of each so many hexes."""
HEXES = often(60, 300)
KINDS = ("fortified_areas", "defenses")
"""Units of Fire in the East that stand apart from others."""


@pytest.mark.parametrize(
    "scenario",
    [
        "balkan_front/italo_greek_war",
        "balkan_front/marita_merkur",
        "boot_camp/balkan_campaign",
        "fire_in_the_east/army_group_north_sea",
        "fire_in_the_east/campaign_sea",
        "fire_in_the_east/barbarossa",
    ],
)
def test_open_homes_are_those_that_the_check_lets_pass(scenario: str) -> None:
    game, stream, asked, refused = GameSession.start(scenario, seed=1), Stream(8, scenario), 0, 0
    for number in range(STEPS):
        if not isinstance(game.state.top, SettingUp):
            break
        family = next(one for one in game.view().legal.families if one.name == "place unit")
        if number % OFTEN == 0:
            for unit in _some(game, stream):
                found, whole = _compared(game, family, unit, stream)
                asked, refused = asked + found, refused + whole - found
        game.act(_next(game, family, stream, number))
    assert asked and refused, "hexes of both kinds"


def _some(game: GameSession, stream: Stream) -> list[UnitId]:
    """A few units, those that stand apart and those with a hex that others share among them."""
    state, context = game.state, game.rules.context  # type: ignore[attr-defined]
    apart = [unit for kind in KINDS for unit in sorted(getattr(context, kind, ()))][:ASKED]
    single = [unit for unit in state.pieces if _is_limited(context, unit)][:ASKED]
    drawn = [*state.pieces]
    return [*apart, *single, *(drawn[stream.below(len(drawn))] for _ in range(ASKED))]


def _is_limited(context: object, unit: UnitId) -> bool:
    entry = context.setups.get(unit)  # type: ignore[attr-defined]
    starts = entry is not None and context.figures.starts(entry.place)  # type: ignore[attr-defined]
    row = context.charts.places.row(entry.place) if starts else None  # type: ignore[attr-defined]
    return row is not None and bool(row.single or row.cycle or row.limits)


def _compared(game: GameSession, family: Family, unit: UnitId, stream: Stream) -> tuple[int, int]:
    """How many hexes are open to a unit, of how many: each as the check says."""
    assert family.of is not None and family.places is not None and family.sure is not None
    found, choices = family.places(unit), [*family.of(unit)]
    for _ in range(len(choices) - HEXES):
        choices.pop(stream.below(len(choices)))
    for action in choices:
        is_open = not game.rules.check(game.state, action)
        assert family.sure(action) == is_open, action
        assert (action.where() in found) == is_open, action
    assert found <= {action.where() for action in family.of(unit)}
    return sum(action.where() in found for action in choices), len(choices)


def _next(game: GameSession, family: Family, stream: Stream, number: int) -> Action:
    """A unit placed or shifted at random, now and then beside the one before, in the end all that
    are left, and what ends the set-up.
    """
    legal = game.view().legal
    drawn = legal.random(stream) if number % 5 else None
    if drawn is not None and not isinstance(drawn, FinishSetUp | UseRecommended):
        return drawn
    if number % 9 == 8:
        for action in (FinishSetUp(), UseRecommended()):
            if action in legal:
                return action
    placed = next(legal.among(family, family.candidates()), None)
    assert isinstance(placed, PlaceUnit)
    stacks = [piece.at for piece in game.state.pieces.values() if isinstance(piece.at, Hex)]
    crowd = replace(placed, target=max(stacks, key=stacks.count, default=placed.target))
    return crowd if crowd in legal else placed
