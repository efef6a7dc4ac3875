"""The automatic Axis: which lines it re-gauges, and how far it goes from them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.core.actions import Action
from engine.systems.europa.advice.worths import worths
from engine.systems.europa.movement.move_actions import Move, RailMove
from engine.systems.europa.production.initial_actions import Labour
from engine.systems.europa.state.constants import OUT
from engine.systems.europa.state.records import Moving
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east.advice import EastOutlook
from engine.systems.fire_in_the_east.advice.engineers import engineers_first, regauge
from engine.systems.fire_in_the_east.advice.lines import sites
from engine.systems.fire_in_the_east.advice.outlook import APART, ASIDE, BESIEGED
from engine.systems.fire_in_the_east.works.actions import WorkTogether
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    RIFLES,
    TANKS,
    WholeFront,
)

ENGINEERS, BUILDERS = "german-4-rr-engineer-iii", "german-108-cons-iii"
MINSK, MOSKVA, KIEV, WARSAW = "1B:3512", "2A:3317", "3B:0607", "1B:3731"


def taken(*labels: str) -> WholeFront:
    """The Axis in its movement phase, with the districts of these hexes in its hands since long."""
    game = WholeFront(4, AXIS).weather("clear")
    wanted = {game.context.districts[game.at(label)] for label in labels}
    hexes = (at for at, name in game.context.districts.items() if name in wanted)
    land = dict.fromkeys((at for at in hexes if at in game.context.land), AXIS)
    return game.having(taken=land)


def outlook(game: WholeFront) -> EastOutlook:
    return EastOutlook(game.pos, AXIS, lambda action: not game.objections(action))


def moving(game: WholeFront) -> Moving:
    frame = game.state.top
    assert isinstance(frame, Moving)
    return frame


def works(game: WholeFront) -> list[Action]:
    """All that railroad engineers do in a phase."""
    done: list[Action] = []
    while (found := regauge(outlook(game), moving(game))) is not None:
        game.do(found.action)
        done.append(found.action)
    return done


def railhead(game: WholeFront) -> str:
    """The hex that is to be re-gauged first on the line that is worth most."""
    found = sites(game.pos)
    ready = (at for at, site in found.items() if site.ready)
    best = min(ready, key=lambda at: (found[at].before, -found[at].worth))
    return game.context.map.label(best)


def test_lines_lead_from_those_that_serve_to_the_objectives() -> None:
    """No others are re-gauged: each hex to be done has one before it, or one that
    serves.
    """
    game = taken(MINSK)
    found, rails = sites(game.pos), game.context.rails
    net = supply_status.full(game.pos, AXIS)[frozenset()].rail.hexes
    bit, meeting = game.context.supply_graph.bits.bit, game.context.railways.changes
    assert found and len(found) < len(rails) / 2
    for at, site in found.items():
        known = [near for near in rails[at] if near in found or net & bit[near]]
        assert known or any(near in meeting for near in rails[at]), game.context.map.label(at)
        assert site.worth > 0
        assert site.ready is (game.pos.owner_of(at) == AXIS)
    to_moskva, aside = found[game.at(MINSK)], game.at("1B:2906")
    assert aside not in found or found[aside].worth < to_moskva.worth


def test_an_engineer_works_from_hex_to_hex_as_far_as_its_points_go() -> None:
    """Three hexes a turn in clear weather: a point for each, and one for the way."""
    game = taken(MINSK)
    game.put(railhead(game), ENGINEERS)
    done = works(game)
    assert sum(isinstance(action, Labour) for action in done) >= 3
    assert game.pos.left(UnitId(ENGINEERS)) < 2
    laid = [at for at in game.state.regauged]
    assert all(any(b in game.context.rails[a] for b in laid) for a in laid)
    assert all(a != b for a, b in pairwise(done))


def test_other_engineers_come_along_and_halve_the_work() -> None:
    """Four hexes a turn, each for half a point of either."""
    game = taken(MINSK)
    game.put(railhead(game), ENGINEERS, BUILDERS)
    done = works(game)
    together = [action for action in done if isinstance(action, WorkTogether)]
    assert len(together) >= 3
    assert len(game.state.regauged) >= 4
    assert any(isinstance(action, Move) and action.unit == BUILDERS for action in done)


def test_engineers_ride_to_the_railhead_before_there_is_work() -> None:
    """By rail, and never back and forth."""
    game = taken().put(WARSAW, ENGINEERS)
    done = works(game)
    assert isinstance(done[0], RailMove)
    places = [action.target for action in done if isinstance(action, (Move, RailMove))]
    assert len(set(places)) == len(places)


def test_engineers_out_of_supply_do_nothing() -> None:
    """They must be in supply to work."""
    game = taken(MINSK)
    game.put(railhead(game), ENGINEERS, marks=(OUT,))
    assert regauge(outlook(game), moving(game)) is None


def test_engineers_stay_away_from_enemies_or_with_guards() -> None:
    """Short of Soviets nearby, unless others are there, one of whom stays."""
    game = taken(MINSK).put("1B:3524", ENGINEERS).put(MINSK, RIFLES)
    works(game)
    at = game.pos.piece(UnitId(ENGINEERS)).at
    assert at not in game.context.near((game.at(MINSK),), 4)
    game.put("1B:3524", FOOT, ENGINEERS)
    look = outlook(game)
    assert look.duty(UnitId(FOOT)) and look.duty(UnitId(ENGINEERS))
    assert not outlook(game.put("1B:3525", FOOT)).duty(UnitId(FOOT))


def test_lines_are_laid_before_the_others_march() -> None:
    game = taken(MINSK).put(WARSAW, ENGINEERS, FOOT)
    assert engineers_first(outlook(game))
    game.having(spent={UnitId(ENGINEERS): 2})
    assert engineers_first(outlook(game))
    game.having(spent={UnitId(ENGINEERS): 2, UnitId(FOOT): 2})
    assert not engineers_first(outlook(game))


def test_the_axis_goes_for_the_chief_objectives_and_for_others_on_its_way() -> None:
    """Past Minsk to Moskva: Minsk draws who comes near it, and nobody once it is cut off."""
    game = taken().put(MINSK, RIFLES)
    named = {at for row, hexes in game.context.objectives.items() for at in hexes}
    look = outlook(game)
    before = dict(look.wanted)
    minsk, moskva, kiev = map(game.at, (MINSK, MOSKVA, KIEV))
    assert set(before) <= named and before[moskva] == 0.0 < before[kiev] < 20.0
    assert 0.0 < before[minsk] == look.ahead[minsk]
    game.put(MINSK, RIFLES, marks=(OUT,))
    besieged = outlook(game)
    assert minsk not in dict(besieged.wanted)
    assert look.ahead[minsk] <= besieged.ahead[minsk] <= look.ahead[minsk] + ASIDE
    game.put(KIEV, TANKS, marks=(OUT,))
    assert dict(outlook(game).wanted)[kiev] == before[kiev] + BESIEGED


def test_pockets_are_worth_an_attack() -> None:
    game = taken().put(MINSK, RIFLES).put("1B:3513", FOOT)
    aim = next(iter(outlook(game).aims(game.at("1B:3513"))))
    game.put(MINSK, RIFLES, marks=(OUT,))
    cut_off = next(iter(outlook(game).aims(game.at("1B:3513"))))
    assert aim.at == cut_off.at == game.at(MINSK) and cut_off.worth >= aim.worth + 4


def test_far_objectives_are_goals_of_their_own() -> None:
    """Murmansk and Rostov: else nobody would ever go there."""
    game = taken()
    wanted = dict(outlook(game).wanted)
    for name in ("Murmansk", "Rostov"):
        found = next(h for row, h in game.context.objectives.items() if row.id == name)
        assert wanted[found[0]] == APART
    kaunas = next(h for row, h in game.context.objectives.items() if row.id == "Kaunas")
    assert wanted[kaunas[0]] > 2 * APART, "by the border: not everybody gathers there"


@pytest.mark.parametrize("power", [2.0, 10.0])
def test_the_stronger_a_unit_the_less_it_goes_where_supply_does_not_reach(power: float) -> None:
    """For it loses half of its strength there."""
    look = outlook(taken())
    assert look.outside(power, staying=False) > look.outside(power / 2, staying=False)
    assert look.outside(power, staying=True) < look.outside(power, staying=False)


def test_everybody_is_asked_once_until_something_changes_near_him() -> None:
    """More units stay where they are than a small game has; who has been asked is not asked again
    before something changes where he looked.
    """
    game = taken().put(WARSAW, FOOT).put(MOSKVA, TANKS, marks=())
    look = outlook(game)
    assert look.patience is None
    known = worths(look)
    at = game.at(WARSAW)
    known.stays(look, UnitId(FOOT), [at, *game.context.fronts[at]])
    assert known.content(look, UnitId(FOOT))
    again = outlook(game.put("1B:3730", TANKS))
    assert not worths(again).content(again, UnitId(FOOT))


def test_the_soviet_side_has_no_lines_to_re_gauge() -> None:
    game = taken().put(WARSAW, ENGINEERS)
    look = EastOutlook(game.pos, ALLIED, lambda action: not game.objections(action))
    assert regauge(look, moving(game)) is None
