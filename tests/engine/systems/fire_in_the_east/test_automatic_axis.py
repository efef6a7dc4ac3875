"""The automatic Axis: which lines it re-gauges, and how far it goes from them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.core.actions import Action
from engine.systems.europa.advice.marching import order
from engine.systems.europa.advice.worths import View, worths
from engine.systems.europa.movement.move_actions import Move, RailMove
from engine.systems.europa.production.initial_actions import Labour
from engine.systems.europa.state.constants import OUT
from engine.systems.europa.state.records import Moving
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east.advice import EastOutlook
from engine.systems.fire_in_the_east.advice.engineers import (
    WARY,
    engineers_first,
    may_wait,
    regauge,
    shares,
)
from engine.systems.fire_in_the_east.advice.lines import sites, trunk
from engine.systems.fire_in_the_east.advice.outlook import (
    APART,
    ASIDE,
    BESIEGED,
    ESCORT,
    POCKET,
    RAID,
)
from engine.systems.fire_in_the_east.works.actions import WorkTogether
from maps.hexgrid import distance
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    PANZER,
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


def outlook(game: WholeFront, side: str = AXIS) -> EastOutlook:
    return EastOutlook(game.pos, side, lambda action: not game.objections(action))


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
    assert at not in game.context.near((game.at(MINSK),), WARY)
    game.put("1B:3524", FOOT, ENGINEERS)
    look = outlook(game)
    assert look.duty(UnitId(FOOT)) and look.duty(UnitId(ENGINEERS))
    assert not outlook(game.put("1B:3525", FOOT)).duty(UnitId(FOOT))


def test_engineers_wait_with_others_where_none_comes() -> None:
    """Infantry five hexes off threatens nobody: an engineer alone keeps farther away all the same,
    one with a division may stand there.
    """
    game = taken(MINSK).put("1B:3517", FOOT).put(MINSK, RIFLES).put("1B:3524", ENGINEERS)
    at = game.at("1B:3517")
    look = outlook(game)
    assert at in game.context.near((game.at(MINSK),), WARY) and not look.threat.get(at)
    assert may_wait(look, UnitId(ENGINEERS), at)
    assert not may_wait(outlook(game.put("1B:3525", FOOT)), UnitId(ENGINEERS), at)


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
    assert aim.at == cut_off.at == game.at(MINSK) and cut_off.worth == aim.worth + POCKET


def test_enemies_beside_the_railroads_are_worth_an_attack() -> None:
    """They would take the lines that supply the whole army."""
    game = taken(MINSK)
    look = outlook(game)
    line = min(look.trunk.posts)
    aside = next(at for at in sorted(game.context.land) if at not in look.raided)
    assert look.nuisance(line) == RAID > look.nuisance(aside) == 0.0
    soviet = outlook(game, ALLIED)
    assert soviet.nuisance(line) == 0.0


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
    look = outlook(game, ALLIED)
    assert regauge(look, moving(game)) is None


def test_lines_to_the_objectives_are_taken_from_the_first_hex_on() -> None:
    """What the enemy has of them is worth the most where it begins; what was taken wants guards."""
    game = taken(MINSK)
    found = trunk(game.pos)
    owned = game.pos.owned(AXIS)
    assert found.claims and found.posts
    assert not owned & set(found.claims) and found.posts <= owned & set(game.state.taken)
    first = max(found.claims.values())
    assert all(0 < worth <= first for worth in found.claims.values())
    begun = {at for at, worth in found.claims.items() if worth == first}
    assert any(near in owned for at in begun for near in game.context.rails[at])


def test_a_railroad_in_enemy_hands_draws_who_is_near() -> None:
    game = taken(MINSK)
    look = outlook(game)
    best = max(look.claims, key=lambda at: (look.claims[at], at))
    start = next(at for at in game.context.fronts[best] if game.pos.owner_of(at) == AXIS)
    look = outlook(game.put(game.context.map.label(start), FOOT))
    view = View(look, UnitId(FOOT), start, {})
    assert (look.claims[best], f"The railroad in {game.pos.label(best)} is to serve its side.") in [
        *view.gains(best)
    ]
    assert ALLIED not in {
        game.pos.owner_of(at) for at in outlook(game.having(taken={})).trunk.posts
    }


def test_security_units_guard_the_railroads_behind_the_front() -> None:
    """They do not go for the front; two guards that stand close share what they are worth."""
    game = taken(MINSK)
    security, others = sorted(
        id_ for id_, one in game.context.units.items() if one.type == "security infantry"
    )[:2]
    at = min(outlook(game).trunk.posts)
    label = game.context.map.label(at)
    look = outlook(game.put(WARSAW, security))
    assert look.zeal(UnitId(security)) < look.zeal(UnitId(FOOT)) == 1.0
    alone = look.post(UnitId(security), at)
    assert alone > 0 == look.post(UnitId(FOOT), at)
    assert look.posting(UnitId(security), at) == f"It guards the railroad in {game.pos.label(at)}."
    assert outlook(game.put(label, others)).post(UnitId(security), at) == alone / 2
    assert outlook(game.put(label, security)).post(UnitId(others), at) == alone / 2


def test_security_units_guard_engineers_who_stand_alone() -> None:
    game = taken(MINSK).put("1B:3524", ENGINEERS)
    security, at = UnitId("german-221-security-xx"), game.at("1B:3524")
    look = outlook(game.put(WARSAW, security))
    alone = look.post(security, at)
    assert alone >= ESCORT and look.post(UnitId(FOOT), at) < ESCORT
    assert look.posting(security, at) == f"It guards the engineers in {game.pos.label(at)}."
    assert outlook(game.put("1B:3524", FOOT)).post(security, at) == pytest.approx(alone - ESCORT)
    game = taken(MINSK).put("1B:3524", ENGINEERS, security)
    assert outlook(game).duty(security)


def test_a_captured_objective_keeps_one_who_can_hold_it() -> None:
    """The weakest of those that suffice, as long as enemies are near."""
    game = taken(MINSK).put(MINSK, FOOT, BUILDERS, "german-221-security-xx")
    assert not outlook(game).keepers
    game.put("1B:3515", RIFLES)
    look = outlook(game)
    assert look.keepers == {UnitId("german-221-security-xx")}
    assert look.duty(UnitId("german-221-security-xx")) and not look.duty(UnitId(FOOT))
    assert look.post(UnitId(PANZER), game.at(MINSK)) == 0.0
    assert outlook(taken(MINSK).put("1B:3515", RIFLES)).post(UnitId(FOOT), game.at(MINSK)) > 0
    assert not outlook(taken().put(MINSK, RIFLES)).kept


def test_panzers_move_last_and_keep_up_with_the_infantry() -> None:
    """What they may be ahead of it is a few hexes."""
    game = taken(MINSK).put("1B:3424", FOOT).put("1B:3423", PANZER)
    look = outlook(game)
    assert [*order(look, moving(game), worths(look))] == [FOOT, PANZER]
    near, far = game.at("1B:3421"), game.at("1B:3414")
    assert look.post(UnitId(PANZER), near) == 0.0 > look.post(UnitId(PANZER), far)
    assert look.post(UnitId(FOOT), far) == 0.0
    ahead = outlook(game.put("1B:3414", PANZER))
    assert ahead.posting(UnitId(PANZER), near).endswith("keeps up with those who march.")
    assert outlook(game.put("1B:3415", FOOT)).post(UnitId(PANZER), far) == 0.0


def test_what_panzers_wait_for_asks_them_again() -> None:
    """Infantry that goes on lets them go on, though it is not where they looked."""
    game = taken(MINSK).put("1B:3524", FOOT).put("1B:3520", PANZER)
    look = outlook(game)
    known = worths(look)
    known.stays(look, UnitId(PANZER), [game.at("1B:3520")])
    assert known.content(look, UnitId(PANZER))
    again = outlook(game.put("1B:3523", FOOT))
    assert not worths(again).content(again, UnitId(PANZER))


@pytest.mark.parametrize(("weather", "least"), [("clear", 2.0), ("mud", 3.0), ("snow", 3.0)])
def test_the_axis_attacks_at_good_odds_alone(weather: str, least: float) -> None:
    """Better ones in mud and snow; any odds of one to one for who is cut off, and for Soviets."""
    game = taken().put(MINSK, RIFLES).weather(weather)
    look, at = outlook(game), game.at(MINSK)
    assert look.hopeful(4 * least, 4.0, at) and not look.hopeful(4 * least - 1, 4.0, at)
    assert look.bogged is (weather != "clear")
    assert look.drive > 0.5 if weather == "clear" else look.drive < 0.5
    assert look.caution > outlook(game, ALLIED).caution, "its losses are made good more slowly"
    assert outlook(game.put(MINSK, RIFLES, marks=(OUT,))).hopeful(4.0, 4.0, at)
    soviet = outlook(game, ALLIED)
    assert soviet.hopeful(4.0, 4.0, at) and soviet.thrift < look.thrift


def test_each_line_gets_the_engineers_nearest_to_it() -> None:
    game = taken(MINSK)
    heads = sorted(
        (at for at, site in sites(game.pos).items() if not site.before),
        key=lambda at: game.context.map.label(at),
    )
    crew = sorted(u for u in game.context.units if "-rr-engineer-" in u and "german" in u)
    for name in crew[:3]:
        game.put(WARSAW, name)
    for name in crew[3:]:
        game.put("1B:4529", name)
    meant = shares(outlook(game), sites(game.pos))
    assert set(meant) == set(crew) and set(meant.values()) <= set(heads)
    start = {unit: game.pos.piece(unit).hex for unit in meant}
    for one in meant:
        for two in meant:
            here, there = start[one], start[two]
            assert here is not None and there is not None
            kept = distance(here, meant[one]) + distance(there, meant[two])
            nearest = min(distance(here, meant[one]), distance(there, meant[two]))
            swapped = min(distance(here, meant[two]), distance(there, meant[one]))
            assert nearest <= swapped or kept <= distance(here, meant[two]) + distance(
                there, meant[one]
            )


def test_engineers_leave_a_hex_that_is_safe_no_more() -> None:
    """Even if their line lies in the other direction."""
    game = taken(MINSK).put("1B:3516", ENGINEERS).put("1B:3514", RIFLES, TANKS)
    works(game)
    at = game.pos.piece(UnitId(ENGINEERS)).at
    assert at not in game.context.near((game.at("1B:3514"),), WARY)


def test_small_units_stand_with_divisions_where_enemies_are_near() -> None:
    """They move last, and there or far away."""
    game = taken(MINSK).put("1B:3515", FOOT).put("1B:3517", BUILDERS).put(MINSK, RIFLES)
    look = outlook(game)
    alone, together, away = map(game.at, ("1B:3414", "1B:3515", "1B:3422"))
    small = UnitId(BUILDERS)
    assert [*map(look.late, map(UnitId, (FOOT, PANZER, BUILDERS)))] == [0, 1, 2]
    assert look.post(small, alone) < 0.0 == look.post(small, together) == look.post(small, away)
    there = outlook(game.put("1B:3414", BUILDERS))
    text = f"It is not alone or far from enemies in {game.pos.label(together)}."
    assert there.posting(small, together) == text
    assert look.post(UnitId(FOOT), alone) == 0.0
