"""Railroads: gauges and their change, nets, far rides, and units that go by rail alone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from engine.systems.europa.air.records import Mission
from engine.systems.europa.board import gauges
from engine.systems.europa.board.bitmaps import steps
from engine.systems.europa.board.rail_network import Gauging, Railways
from engine.systems.europa.combat import advance
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.combat_phase import can_attack
from engine.systems.europa.combat.retreats import ways
from engine.systems.europa.movement import move_actions as march
from engine.systems.europa.movement import rail_movement, reach, transport
from engine.systems.europa.production.initial_actions import Labour, Task
from engine.systems.europa.state.constants import ALLIED, AXIS, FRESH, HALF, OUT, STRATEGIC
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.state.position import EastPosition
from engine.systems.fire_in_the_east.works.actions import WorkTogether, WorkWithWorkers
from maps.hexgrid import Hex, Side, side_between
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import FOOT, RIFLES, TANKS, WholeFront
from tests.engine.systems.fire_in_the_east.eastern_air import EastAir

ENGINEERS, BUILDERS = "german-4-rr-engineer-iii", "german-108-cons-iii"
MORE_BUILDERS, SOVIET_ENGINEERS = "german-107-cons-iii", "soviet-rr-engineer-rr-engineer-x"
RAIL_GUNS = "german-679-rr-artillery-ii"
FINNS = "finnish-1-rifle-xx"
MINSK, POLOTSK, LWOW, RIGA = "1B:3512", "1B:2906", "3B:0226", "1B:1816"
MOSKVA, GORKIY_LINE = "2A:3317", "2A:3301"
HELSINKI, WARSAW = "1B:0410", "1B:3731"
LINE = ("1B:2804", "1B:2805", POLOTSK)


def goes(game: WholeFront, unit: str) -> frozenset[str]:
    """The hexes operational rail movement takes a unit to."""
    found = rail_movement.targets(game.pos, UnitId(unit))
    return frozenset(map(game.context.map.label, found))


def axis_land(game: WholeFront, *labels: str) -> WholeFront:
    """The districts of these hexes in Axis hands since long."""
    wanted = {game.context.districts[game.at(label)] for label in labels}
    hexes = (at for at, name in game.context.districts.items() if name in wanted)
    return game.having(taken=dict.fromkeys((at for at in hexes if at in game.context.land), AXIS))


# Networks


def test_a_network_made_of_the_last_one_is_as_made_from_nothing() -> None:
    """Hexes are re-gauged and bridges blown by and by; steps of supply lines are what they are of a
    network of its own.
    """
    game, chosen = WholeFront(4), Random(7)
    kept, graph = Railways(game.context), game.context.supply_graph
    hexes = sorted(kept.hexes)
    sides = sorted({side_between(a, b) for a in hexes for b in game.context.rails[a]})
    regauged, fresh, down = frozenset[Hex](), frozenset[Hex](), frozenset[Side]()
    for number in range(12):
        regauged ^= frozenset(chosen.sample(hexes, 9))
        fresh = frozenset(chosen.sample(sorted(regauged), 3)) if number % 3 else frozenset[Hex]()
        down ^= frozenset(chosen.sample(sides, 5))
        within = frozenset(chosen.sample(hexes, len(hexes) // 2)) if number % 2 else None
        for gauging in (None, Gauging(number % 4 < 2, regauged, fresh, within)):
            wanted = {"high": number % 5 == 0, "around": False, "gauging": gauging}
            made, again = kept.graph(down, **wanted), Railways(game.context).graph(down, **wanted)
            assert list(made.items()) == list(again.items())
            pairs = [(a, b) for a, near in again.items() for b, _ in near]
            found, every = graph.of_graph(made), steps(graph.bits, pairs)
            assert all(found.spread(bit) == every.spread(bit) for bit in graph.bits.bit.values())


# Gauges


def test_axis_units_do_not_use_broad_gauge() -> None:
    """[FE-7A3.2] At Minsk, where all lines are broad, nobody entrains; a line of standard gauge
    serves them.
    """
    game = axis_land(WholeFront(4), MINSK).put(MINSK, FOOT)
    assert not goes(game, FOOT)
    assert goes(game.put("1B:3524", FOOT), FOOT), "Bialystok has standard gauge"
    assert goes(WholeFront(4).put(WARSAW, FOOT), FOOT)


def test_the_finnish_net_serves_the_axis_on_broad_gauge() -> None:
    """[FE-7A3.3] Finland, and what the Axis holds of the USSR on its side of the stop line."""
    game = WholeFront(4).put(HELSINKI, FINNS)
    assert len(goes(game, FINNS)) > 20
    viipuri = game.at("1B:0401")
    assert not game.pos.on_net(viipuri)
    game.own(AXIS, "1B:0401")
    assert game.pos.on_net(viipuri) and game.pos.on_net(game.at(HELSINKI))
    assert not axis_land(WholeFront(4), MINSK).pos.on_net(game.at(MINSK))


def test_soviets_use_standard_lines_joined_to_a_city_never_lost() -> None:
    """[FE-7A3.5] At Lwow as long as a city there was never lost; not over lines cut off from all
    of them.
    """
    game = WholeFront(4, ALLIED).put(LWOW, RIFLES)
    assert goes(game, RIFLES)
    lost = game.context.standard_cities - {game.at(RIGA)}
    assert goes(game.having(captured=frozenset(lost)), RIFLES), "joined to Riga"
    west = game.context.map.regions["military_district"]["Western"]
    game.having(taken=dict.fromkeys((at for at in west if at in game.context.land), AXIS))
    assert not goes(game, RIFLES), "cut off from it"


def test_soviets_lose_standard_gauge_with_the_last_city_for_good() -> None:
    """[FE-7A3.6] Also where they hold the lines again."""
    game = WholeFront(4, ALLIED).put(LWOW, RIFLES)
    cities = game.context.standard_cities
    assert game.at(LWOW) in cities and game.at(RIGA) in cities and game.at(MINSK) not in cities
    game.having(captured=frozenset(cities))
    assert not game.pos.standard_lines and not goes(game, RIFLES)
    assert goes(game.put(MOSKVA, RIFLES), RIFLES), "broad gauge always serves"


def test_changing_trains_costs_a_point() -> None:
    """[FE-7A3.7] Soviets go on beyond the end of broad gauge, for eight rail hexes more."""
    game = WholeFront(4, ALLIED)
    context = game.context
    lines = context.map.lines.items()
    ends: dict[str, set[object]] = {"rail_broad": set(), "rail_standard": set()}
    for link, kinds in lines:
        for kind in ends.keys() & kinds:
            ends[kind] |= {link.a, link.b}
    meeting = sorted(ends["rail_broad"] & ends["rail_standard"] & game.pos.standard_lines)
    both = rail_movement.graphs(game.put(MOSKVA, RIFLES).pos, UnitId(RIFLES), high=False)
    at = next(at for at in meeting if both[0].get(at) and both[1].get(at))
    here, beyond = both[0][at][0][0], both[1][at][0][0]
    rate = rail_movement.change(game.pos, UnitId(RIFLES))
    assert rate == context.charts.rail.rate(game.pos.facts(UnitId(RIFLES)).move)
    assert gauges.along(both, (here, at, beyond), rate) == 2 + rate
    found = gauges.changing(both, here, 40, rate, (), {})
    assert found.cost[beyond] == 2 + rate and found.path(beyond) == (here, at, beyond)
    assert context.charts.rail.strategic_change == 20


def test_example_a_line_regauged_through_polotsk_leaves_the_lateral_one_broad() -> None:
    """[FE-7A3.8] 1B/2804 to Polotsk is of standard gauge then, 1B/2806 and 1B/3005 are not."""
    game = WholeFront()
    regauged = frozenset(map(game.at, LINE))
    broad = game.context.railways.broad
    here = game.at(POLOTSK)
    assert not broad(game.at("1B:2805"), here, regauged)
    assert broad(game.at("1B:2806"), here, regauged) and broad(game.at("1B:3005"), here, regauged)


def regauging(weather: str = "clear") -> WholeFront:
    """A railroad engineer at Polotsk in supply, in the Axis movement phase."""
    game = axis_land(WholeFront(4), POLOTSK, "1B:2804").put(POLOTSK, ENGINEERS)
    return game.weather(weather)


@pytest.mark.parametrize(("weather", "cost"), [("clear", 1), ("mud", 2), ("frost", 2), ("snow", 2)])
def test_regauging_costs_a_point_and_two_in_poor_weather(weather: str, cost: int) -> None:
    """[FE-14A4.2] [FE-ERR-R14A4.1]"""
    game = regauging(weather)
    work = Labour(UnitId(ENGINEERS), Task.GAUGE)
    assert work in set(game.legal.family("labour"))
    game.do(work)
    assert game.state.spent[UnitId(ENGINEERS)] == cost * HALF
    assert game.at(POLOTSK) in game.state.regauged


def test_who_regauges_and_where() -> None:
    """[FE-14A4.3] A railroad engineer in supply, where the line is whole; once a turn."""
    game = regauging().put(POLOTSK, BUILDERS)
    assert game.objections(Labour(UnitId(BUILDERS), Task.GAUGE)) == ["FE-14A4.2"]
    work = Labour(UnitId(ENGINEERS), Task.GAUGE)
    broken = regauging().having(breaks=frozenset({game.at(POLOTSK)}))
    assert broken.objections(work) == ["FE-14A4.2"]
    assert regauging().put(POLOTSK, ENGINEERS, marks=(OUT,)).objections(work) == ["FE-14A4.2"]
    assert "FE-14A4.2" in regauging().do(work).objections(work)


def test_two_engineers_regauge_for_half_the_points_each_one_of_them_of_railroads() -> None:
    """[FE-14A4.4] [FE-ERR-R14A4.2] Or one of railroads with the workers of a Soviet city."""
    game = regauging("mud").put(POLOTSK, BUILDERS, MORE_BUILDERS)
    pair = WorkTogether(UnitId(ENGINEERS), UnitId(BUILDERS), Task.GAUGE, 1)
    assert pair in set(game.legal.family("together"))
    both = WorkTogether(UnitId(BUILDERS), UnitId(MORE_BUILDERS), Task.GAUGE, 1)
    assert game.objections(both) != []
    game.do(pair)
    assert [game.state.spent[UnitId(u)] for u in (ENGINEERS, BUILDERS)] == [HALF, HALF]
    assert game.at(POLOTSK) in game.state.regauged
    soviet = WholeFront(12, ALLIED).put(MOSKVA, SOVIET_ENGINEERS)
    work = WorkWithWorkers(UnitId(SOVIET_ENGINEERS), Task.GAUGE, 1)
    soviet.do(work)
    assert soviet.state.spent[UnitId(SOVIET_ENGINEERS)] == HALF // 2


def test_regauged_lines_serve_from_the_next_player_turn_on() -> None:
    """[FE-7A3.9] [FE-ERR-R7A3] Not in the one in which they were regauged."""
    game = regauging().do(Labour(UnitId(ENGINEERS), Task.GAUGE))
    game.having(regauged=frozenset(map(game.at, LINE))).put(LINE[0], FOOT)
    assert POLOTSK not in goes(game, FOOT)
    assert POLOTSK in goes(game.having(used={}), FOOT)


def test_a_repaired_line_serves_in_the_same_turn_and_roads_are_never_broken() -> None:
    """[FE-7C.3]"""
    game = WholeFront(4).put(WARSAW, FOOT, BUILDERS)
    at = game.at(WARSAW)
    game.having(breaks=frozenset({at}))
    assert not goes(game, FOOT)
    assert game.context.roads[at], "the road goes on"
    game.do(Labour(UnitId(BUILDERS), Task.RAIL))
    assert goes(game, FOOT)


# Capacity


def test_the_finnish_net_has_a_capacity_of_its_own() -> None:
    """[FE-7A4.1] What goes by it leaves the German one whole; the Soviets have one."""
    game = WholeFront(4).put(HELSINKI, FINNS).put(WARSAW, FOOT)
    before = rail_movement.room(game.pos, AXIS)
    game.do(march.RailMove(UnitId(FINNS), game.at(sorted(goes(game, FINNS))[0])))
    assert rail_movement.room(game.pos, AXIS) == before
    assert rail_movement.room(game.pos, AXIS, "Finland") == (10 - 3) * HALF
    game.do(march.RailMove(UnitId(FOOT), game.at(sorted(goes(game, FOOT))[0])))
    assert rail_movement.room(game.pos, AXIS) == before - 3 * HALF


def test_arrivals_of_the_eastern_districts_take_no_capacity() -> None:
    """[FE-7A4.6] In the turn in which they come; those of other districts do."""
    game = WholeFront(6, ALLIED)
    arrivals = game.context.arrivals
    east = next(u for u, e in arrivals.items() if (e.turn, e.place) == (6, "east edge"))
    volga = next(u for u, e in arrivals.items() if e.place == "east edge, Volga")
    game.put(GORKIY_LINE, east, volga, marks=(FRESH,))
    assert rail_movement.charge(game.pos, east, low=False) == 0
    assert rail_movement.charge(game.pos, volga, low=False) > 0
    game.put(GORKIY_LINE, east)
    assert rail_movement.charge(game.pos, east, low=False) > 0


# Strategic rail movement


def far(game: WholeFront, unit: str) -> frozenset[str]:
    return frozenset(map(game.context.map.label, transport.far(game.pos, UnitId(unit)).cost))


def test_strategic_rail_movement_takes_units_two_hundred_hexes() -> None:
    """[FE-7A2.1] From Moskva to the Caucasus, whatever the rating."""
    game = WholeFront(4, ALLIED).put(MOSKVA, RIFLES)
    found = transport.far(game.pos, UnitId(RIFLES))
    afoot = rail_movement.lines(game.pos, UnitId(RIFLES)).every
    assert max(afoot.cost.values()) < max(found.cost.values()) <= 200
    assert game.context.charts.rail.strategic == 200
    krasnodar = "4A:3818"
    assert krasnodar not in goes(game, RIFLES) and krasnodar in far(game, RIFLES)
    move = march.StrategicMove(UnitId(RIFLES), game.at(krasnodar))
    assert move in set(game.legal.family("strategic move"))
    game.do(move)
    assert game.pos.piece(UnitId(RIFLES)).at == game.at(krasnodar)
    assert rail_movement.room(game.pos, ALLIED) == (90 - 3) * HALF


def test_no_enemy_is_beside_the_way() -> None:
    """[FE-7A2.2] At the start, on the way, at the end; and both ends lie on a railroad."""
    game = WholeFront(4, ALLIED).put(MOSKVA, RIFLES)
    tula, krasnodar = "2A:4117", "4A:3818"
    beside = game.context.map.label(game.at(krasnodar).neighbours()[0])
    game.put(beside, FOOT)
    move = march.StrategicMove(UnitId(RIFLES), game.at(krasnodar))
    assert game.objections(move) == ["FE-7A2.2"] and krasnodar not in far(game, RIFLES)
    here = game.context.map.label(game.at(MOSKVA).neighbours()[0])
    game.put(here, "german-10-mot-mg-ii")
    assert game.objections(march.StrategicMove(UnitId(RIFLES), game.at(tula))) == ["FE-7A2.2"]
    field = next(at for at in sorted(game.context.land) if at not in game.context.rails)
    away = WholeFront(4, ALLIED).put(game.context.map.label(field), RIFLES)
    assert away.objections(march.StrategicMove(UnitId(RIFLES), away.at(tula))) == ["FE-7A1.1"]


def test_who_has_gone_far_does_nothing_else() -> None:
    """[FE-7A2.3] Neither moves before or after, nor attacks, nor exploits."""
    game = WholeFront(4, ALLIED).put(MOSKVA, TANKS)
    game.do(march.StrategicMove(UnitId(TANKS), game.at("2A:4117")))
    near = game.context.fronts[game.at("2A:4117")][0]
    assert game.objections(march.Move(UnitId(TANKS), near)) == ["FE-7A2.3"]
    assert "FE-7A2.3" in [one.rule for one in can_attack(game.pos, UnitId(TANKS), near)]
    game.ask(*game.state.flow[:-1], Moving(ALLIED, exploiting=True), phase="exploitation")
    assert game.objections(march.Move(UnitId(TANKS), near)) == ["FE-7A2.3"]
    moved = WholeFront(4, ALLIED).put(MOSKVA, TANKS)
    moved.do(march.Move(UnitId(TANKS), game.at("2A:3316")))
    assert moved.objections(march.StrategicMove(UnitId(TANKS), game.at("2A:4117"))) == ["FE-7A2.3"]
    assert STRATEGIC in game.pos.piece(UnitId(TANKS)).marks


# Units that go by rail alone


def test_rail_guns_go_by_rail_alone_and_take_capacity() -> None:
    """[FE-14F.1] [FE-7A4.5] Forty rail hexes, and no step afoot."""
    game = WholeFront(4).put(WARSAW, RAIL_GUNS)
    unit = UnitId(RAIL_GUNS)
    near = game.context.fronts[game.at(WARSAW)][0]
    assert game.objections(march.Move(unit, near)) != []
    cost = rail_movement.lines(game.pos, unit).every.cost
    assert 1 < max(cost.values()) <= 40
    before = rail_movement.room(game.pos, AXIS)
    game.do(march.RailMove(unit, max(cost, key=lambda at: (cost[at], at))))
    assert rail_movement.room(game.pos, AXIS) == before - game.pos.facts(unit).halves
    assert rail_movement.most_hexes(game.pos, unit) == 40 - max(cost.values())


def test_rail_guns_attack_beside_them_and_do_not_advance() -> None:
    """[FE-14F.2]"""
    game = WholeFront(4).put("1B:3524", RAIL_GUNS, FOOT).own(AXIS, "1B:3524")
    target = game.context.fronts[game.at("1B:3524")][0]
    game.put(game.context.map.label(target), RIFLES)
    unit = UnitId(RAIL_GUNS)
    assert not list(can_attack(game.pos, unit, target))
    battle = Battle(AXIS, target, (unit, UnitId(FOOT)), (UnitId(RIFLES),))
    assert [o.rule for o in advance.why_not(game.pos, battle, unit)] == ["FE-14F.2"]
    assert not [o.rule for o in advance.why_not(game.pos, battle, UnitId(FOOT))]


def test_rail_guns_retreat_along_their_line_or_are_lost() -> None:
    """[FE-14F.3] [FE-14F.4] Only into hexes that rail movement could enter; from a broken line not
    at all.
    """
    game = WholeFront(4).put(WARSAW, RAIL_GUNS, FOOT)
    unit, at = UnitId(RAIL_GUNS), game.at(WARSAW)
    found = ways(game.pos, unit)
    assert found and set(found) <= set(game.context.rails[at])
    assert len(ways(game.pos, UnitId(FOOT))) > len(found)
    game.having(breaks=frozenset({at}))
    assert ways(game.pos, unit) == () and not goes(game, RAIL_GUNS)
    game.having(breaks=frozenset(game.context.rails[at]))
    assert ways(game.pos, unit) == ()


# Harassment


def test_harassment_takes_a_point_twenty_hexes_or_five() -> None:
    """[FE-20F2e.2] For two bombing points on the hex that is left: a movement point afoot, twenty
    hexes of a far ride, five of a unit that goes by rail alone.
    """
    game = EastAir(4, AXIS)
    game.put(WARSAW, FOOT, RAIL_GUNS)
    pos = game.pos
    plain = [reach.march(pos, UnitId(FOOT)).reach.cost, _far(pos), _guns(pos)]
    game.over(WARSAW, Mission.HARASSMENT, "soviet-po-2-1", base=MINSK)
    assert game.pos.harassed(AXIS) == {game.at(WARSAW): 1}
    pos = game.pos
    slow = [reach.march(pos, UnitId(FOOT)).reach.cost, _far(pos), _guns(pos)]
    for before, after, more in zip(plain, slow, (HALF, 20, 5), strict=True):
        shared = [at for at in before if at in after and at != game.at(WARSAW)]
        assert shared and {after[at] - before[at] for at in shared} == {more}


def _far(pos: EastPosition) -> Mapping[Hex, int]:
    return transport.far(pos, UnitId(FOOT)).cost


def _guns(pos: EastPosition) -> Mapping[Hex, int]:
    return rail_movement.lines(pos, UnitId(RAIL_GUNS)).every.cost


def test_a_hex_that_was_regauged_shows_its_gauge_and_what_regauging_makes_of_it() -> None:
    """(FE 7A3, 14A4) Work on it again brings the other gauge back: nothing said so."""
    game, at = regauging(), regauging().at(POLOTSK)
    work = Labour(UnitId(ENGINEERS), Task.GAUGE)
    assert not [one for one in game.rules.markers(game.state) if one.kind == "gauge"]
    assert " to standard gauge, in 1B:2906 Polotsk (1 MP)" in game.rules.describe(game.state, work)
    game.do(work)
    (marker,) = (one for one in game.rules.markers(game.state) if one.kind == "gauge")
    assert (marker.at, marker.text) == (at, "Standard gauge")
    told = [game.rules.prose(event) for event in game.events if event.what == "labour"]
    assert told[0].endswith(f"{Task.GAUGE.value} to standard gauge.")
    game.having(used={})
    assert " to broad gauge, in 1B:2906 Polotsk" in game.rules.describe(game.state, work)
    baltic = axis_land(WholeFront(4), "1B:1816").put("1B:1816", ENGINEERS)
    assert " to broad gauge, in 1B:1816 Riga" in baltic.rules.describe(baltic.state, work)
