"""Trucks: longer lines of supply, supply of their own, resource points (FE-12B2, 12E1, 14I)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.handler import Transition
from engine.core.view.outlook import SupplyLine
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.state.constants import DEAD, HALF, OUT, Phase
from engine.systems.europa.state.records import Delivery, Initial, Moving
from engine.systems.europa.supply import supply_status, supply_trace
from engine.systems.fire_in_the_east import sequence
from engine.systems.fire_in_the_east.advice import EastOutlook, follow
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.resources import carrying, panel
from engine.systems.fire_in_the_east.resources.actions import CarryPoints, EmployTruck
from engine.systems.fire_in_the_east.state.supplies.trucking import LINES, REST, SUPPLY
from maps.hexgrid import distance
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    PANZER,
    RIFLES,
    WholeFront,
)
from tests.engine.systems.fire_in_the_east.economy_desk import WEST, bought, buying_time, dead
from tests.engine.systems.fire_in_the_east.test_resource_points import lying, piled

TRUCK, SECOND, THIRD = (UnitId(f"german-{n}-truck") for n in (1, 2, 3))
POST, AHEAD, AFAR = "1B:3816", "1B:3714", "1B:3707"
"""Ten hexes from German rails, three hexes further, ten hexes further."""


def feeding(*trucks: UnitId, side: str = AXIS, turn: int = 4) -> WholeFront:
    """An initial phase with a division three hexes beyond some trucks, and nobody else."""
    game = WholeFront(turn, side).phase(Initial, side).weather("clear")
    return game.put(POST, *trucks).put(AHEAD, FOOT)


def line(game: WholeFront, unit: str = FOOT) -> SupplyLine:
    return supply_trace.supply_line(game.pos, UnitId(unit))


def elements(game: WholeFront, unit: str = FOOT) -> list[str]:
    """The elements of a unit's supply line, from the unit on."""
    return [element.kind for element in line(game, unit).elements]


def judged(game: WholeFront, *duties: tuple[UnitId, str]) -> WholeFront:
    """The phase with orders for trucks, then supply as it is fixed when the phase ends."""
    game.do(*(EmployTruck(truck, duty) for truck, duty in duties))
    work = Transition(game.state)
    supply_status.judge(game.context, work)
    game.take(work.state)
    game.events = work.events
    return game


def opened(game: WholeFront, side: str = AXIS) -> WholeFront:
    """The next initial phase of a side, as the sequence opens it."""
    work = Transition(game.state.having(phase=Phase.INITIAL.value, active=side))
    sequence.open_slot(game.context, work, Phase.INITIAL, side)
    game.take(work.state)
    game.events = work.events
    return game


# Longer lines


def test_a_truck_joins_an_overland_line_to_the_railroad() -> None:
    """[FE-12B.2] [FE-12B2.1] Overland to the truck, from it to the railroad, on by rail."""
    assert not supply_status.in_supply(feeding().pos, UnitId(FOOT))
    game = feeding(TRUCK)
    assert supply_status.regular(game.pos, UnitId(FOOT))
    assert elements(game) == ["overland", "truck", "rail"]
    overland, truck, _ = line(game).elements
    assert (overland.used, overland.limit, truck.used, truck.limit) == (3, 7, 10, 10)
    assert overland.hexes[-1] == truck.hexes[0] == game.at(POST)
    assert truck.rule == "FE-12B2.1"


def test_trucks_form_a_chain_and_each_link_has_its_own_length() -> None:
    """[FE-12B2.2] The second truck feeds those around it through the first, not without it."""
    game = feeding(TRUCK).put(AFAR, SECOND, PANZER)
    assert elements(game, PANZER) == ["truck", "truck", "rail"]
    assert [e.used for e in line(game, PANZER).elements][:2] == [10, 10]
    game.put(DEAD_END, TRUCK)
    assert not supply_status.in_supply(game.pos, UnitId(PANZER))


FIVE, DEAD_END = "1B:4012", "6A:4407"


@pytest.mark.parametrize(("weather", "length"), [("clear", 10), ("mud", 5), ("snow", 7)])
def test_a_truck_line_is_as_long_as_the_weather_allows(weather: str, length: int) -> None:
    """[FE-12B2.2] Each link is limited: ten hexes of clear weather are too far in mud or snow."""
    game = feeding(TRUCK).weather(weather)
    assert supply_status.bands(game.pos)[0].lengths["truck"] == length
    assert supply_status.in_supply(game.pos, UnitId(FOOT)) is (weather == "clear")


def test_bad_ground_counts_more_in_a_truck_line_than_a_road() -> None:
    """[FE-12B2.3] Forest counts two, a major river one more, unless a road leads there: as many
    trucks as one likes lead ten of these, not ten hexes.
    """
    game = feeding(TRUCK)
    context, graph = game.context, game.context.supply_graph
    heavy = next(
        (a, b)
        for a, near in sorted(context.fronts.items())
        for b in near
        if graph.count(a, b) == 2
        and distance(a, game.at(POST)) > 30
        and b not in context.roads.get(a, ())
    )
    start, terms = heavy[1], supply_status.terms(game.pos, AXIS)
    bound = replace(terms, owned=0, trucks=graph.bits.all)
    first = graph.net((start,), bound).behind[0].layer.bands[0]
    levels = [n for n, level in enumerate(first) if level & graph.bits.bit[heavy[0]]]
    assert levels == [2] and len(first) <= 11


def test_a_truck_line_crosses_land_of_either_side_but_no_enemy() -> None:
    """[FE-12B2.4] All of it is Soviet; an enemy zone of control closes it as it does any line."""
    game = feeding(TRUCK)
    crossed = next(e for e in line(game).elements if e.kind == "truck").hexes
    assert ALLIED in {game.pos.owner_of(at) for at in crossed}
    middle = game.context.map.label(crossed[4])
    assert supply_status.in_supply(game.put(middle, RIFLES).pos, UnitId(FOOT)) is False


def test_a_truck_stands_before_the_road_element() -> None:
    """[FE-12B2.1] [FE-12B3.1] Overland to a truck, from it to a road, by road to the source; and a
    road may lead to a truck, from which its line goes on to the source.
    """
    game = feeding(TRUCK)
    graph, context = game.context.supply_graph, game.context
    terms = supply_status.terms(game.pos, AXIS)
    bit, land = graph.bits.bit, sorted(context.land)
    roads = (
        (a, b)
        for a, near in sorted(context.roads.items())
        for b in near
        if not {a, b} & context.rails.keys() and terms.open & bit[a] and terms.open & bit[b]
    )
    start, road, beyond = next(
        (a, b, at)
        for a, b in roads
        for at in land
        if (distance(at, a), distance(at, b)) == (11, 10)
        and graph.net((a,), replace(terms, owned=bit[a] | bit[b], trucks=bit[at])).before
    )
    bare = replace(terms, owned=bit[start] | bit[road], trucks=0)
    reach = graph.net((start,), bare)
    assert reach.road.hexes & bit[road] and not reach.hexes & bit[beyond]
    fed = graph.net((start,), replace(bare, trucks=bit[beyond]))
    assert fed.hexes & bit[beyond] and not fed.behind
    off = next(
        at
        for at in sorted(context.fronts[start])
        if at not in context.rails and at != road and at not in context.roads.get(start, ())
    )
    behind = graph.net((off,), replace(bare, trucks=bit[start]))
    assert behind.behind and behind.road.hexes & bit[road]


def test_the_rail_element_is_of_any_length_and_ignores_breaks() -> None:
    """[FE-12B4.1] From Minsk to the west edge over railroads that are broken all the way."""
    game = WholeFront(4, AXIS).weather("clear")
    way = [at for at in game.context.rails if game.context.countries.get(at) in LANDS]
    game.own(AXIS, *map(game.context.map.label, way)).put("1B:3512", FOOT)
    broad = (at for at in way if game.context.countries[at] == "USSR")
    game.having(regauged=frozenset(at for at in broad if at not in game.context.standard_alone))
    long = line(game)
    assert [e.kind for e in long.elements] == ["rail"] and long.elements[0].used == 0
    assert len(long.elements[0].hexes) > 14
    game.having(breaks=frozenset(way))
    assert line(game).elements == long.elements
    game.own(ALLIED, *map(game.context.map.label, long.elements[0].hexes[1:-1]))
    beyond = line(game).elements
    assert not beyond or beyond[0].hexes != long.elements[0].hexes


LANDS = ("USSR", "Greater Germany", "Poland")


def test_depleted_trucks_make_lines_longer() -> None:
    """[FE-12E1.4] A depleted truck still extends lines, and is no source."""
    game = feeding(TRUCK).having(depleted=frozenset({TRUCK}))
    assert supply_status.regular(game.pos, UnitId(FOOT))
    assert game.objections(EmployTruck(TRUCK, SUPPLY)) == ["FE-12E1.4"]
    offered = {a.duty for a in game.legal.family("employ truck") if isinstance(a, EmployTruck)}
    assert offered == {REST}


# A source of its own


def test_all_units_around_a_truck_draw_on_it_and_it_is_depleted() -> None:
    """[FE-12E1.1] By special overland lines of four hexes in clear weather, any number of units."""
    game = feeding(TRUCK).put(AHEAD, PANZER)
    near = game.context.map.label(game.at(POST))
    game.put(near, "german-11-infantry-xx")
    assert judged(game, (TRUCK, SUPPLY)).state.depleted == {TRUCK}
    assert not any(game.pos.out(UnitId(u)) for u in (FOOT, PANZER, "german-11-infantry-xx"))
    assert TRUCK not in game.state.duties
    assert [told["unit"] for told in game.told("truck depleted")] == [TRUCK]


def test_the_line_to_a_truck_is_shorter_than_others() -> None:
    """[FE-12E1.1] Five hexes away a unit draws on nothing: an overland line is seven long."""
    game = feeding(TRUCK).put(FIVE, FOOT)
    assert distance(game.at(POST), game.at(FIVE)) == 5
    assert elements(game) == ["overland", "truck", "rail"]
    assert judged(game, (TRUCK, SUPPLY)).pos.out(UnitId(FOOT)) and not game.state.depleted


def test_a_truck_that_nobody_needs_keeps_its_supply() -> None:
    """[FE-12E1.1] Only who draws on it depletes it."""
    game = feeding(TRUCK).put(WEST, FOOT)
    assert not judged(game, (TRUCK, SUPPLY)).state.depleted
    assert game.state.duties == {TRUCK: SUPPLY} and not game.state.served


def test_a_truck_does_not_both_supply_and_extend() -> None:
    """[FE-12E1.2] Who gives supply extends no line in that phase, and the other way round."""
    game = feeding(TRUCK).put(AFAR, SECOND, PANZER).do(EmployTruck(TRUCK, SUPPLY))
    assert not supply_status.in_supply(game.pos, UnitId(PANZER))
    assert game.objections(EmployTruck(TRUCK, SUPPLY)) == ["FE-12E1.2"]
    assert not supply_status.regular(game.pos, UnitId(FOOT))
    assert elements(game) == ["special"]
    game.do(EmployTruck(TRUCK, LINES))
    assert supply_status.regular(game.pos, UnitId(PANZER))


def test_a_truck_out_of_supply_gives_supply() -> None:
    """[FE-12E1.3] Surrounded, with nothing leading to it."""
    game = feeding(TRUCK).put(POST, FOOT)
    for at in game.context.fronts[game.at(POST)]:
        game.put(game.context.map.label(at), *_another(game))
    assert supply_status.isolated(game.pos, TRUCK)
    assert not judged(game, (TRUCK, SUPPLY)).pos.out(UnitId(FOOT)) and game.state.depleted


def _another(game: WholeFront) -> list[str]:
    """A Soviet division that is not in play yet."""
    return [
        unit
        for unit, row in game.context.units.items()
        if row.nation == "soviet" and row.type == "infantry" and row.size.value == "XX"
        and game.pos.piece(unit).hex is None
    ][:1]  # fmt: skip


def test_a_turn_on_a_special_source_counts_all_the_same() -> None:
    """[FE-12E.1] Example: three turns out, then a truck: supplied, not diced for, and in its fourth
    turn for all that.
    """
    game = feeding(TRUCK).having(unfed={UnitId(FOOT): 6})
    judged(game, (TRUCK, SUPPLY))
    assert not game.pos.out(UnitId(FOOT)) and game.pos.turns_out(UnitId(FOOT)) == 0
    assert game.state.unfed[UnitId(FOOT)] == 7
    assert OUT not in game.pos.piece(UnitId(FOOT)).marks
    judged(game.phase(Initial, ALLIED).put(DEAD_END, TRUCK))
    assert game.pos.out(UnitId(FOOT)) and game.pos.turns_out(UnitId(FOOT)) == 4


def test_a_depleted_truck_on_a_railroad_in_supply_is_filled() -> None:
    """[FE-12E1.5] As an initial phase opens; where railroads alone lead to a source."""
    game = WholeFront(4, AXIS).put(WEST, TRUCK).put(POST, SECOND).put(AFAR, THIRD)
    game.having(depleted=frozenset({TRUCK, SECOND}), served=frozenset({THIRD}))
    opened(game)
    assert game.state.depleted == {SECOND} and not game.state.served
    assert [told["unit"] for told in game.told("truck filled")] == [TRUCK]


def test_trucks_give_supply_in_the_enemys_player_turn_too() -> None:
    """[FE-12E1.1] An order holds until it is changed: supply is fixed twice a turn."""
    game = feeding(TRUCK, side=ALLIED).having(duties={TRUCK: SUPPLY})
    assert "employ truck" not in game.kinds()
    assert game.objections(EmployTruck(TRUCK, LINES)) == ["FE-14I.2"]
    assert judged(game).state.depleted == {TRUCK}


# Delivered supply


def test_delivered_supply_feeds_as_many_res_and_not_for_good() -> None:
    """[FE-12E2.2] Example: three REs flown to an airbase supply three REs of units: a division, or
    regiments, and their count of turns runs on.
    """
    game = WholeFront(4, AXIS).phase(Initial, AXIS).weather("clear")
    small = [UnitId(u) for u in ("german-519-engineer-iii", "german-667-engineer-iii")]
    game.put(AFAR, FOOT, *small)
    judged(game.having(deliveries={game.at(AFAR): Delivery(AXIS, 3)}))
    assert not game.pos.out(UnitId(FOOT)) and all(game.pos.out(unit) for unit in small)
    assert game.state.unfed[UnitId(FOOT)] == 1


def test_delivered_supply_is_gone_with_the_next_air_phase() -> None:
    """[FE-12E2.1] Of its owner, not of the enemy."""
    game = WholeFront(4, AXIS).put(AFAR, FOOT)
    lying_there = {game.at(AFAR): Delivery(AXIS, 3), game.at(POST): Delivery(ALLIED, 1)}
    work = Transition(game.having(deliveries=lying_there).state)
    sequence.lapse(work, AXIS)
    assert {found.side for found in work.state.deliveries.values()} == {ALLIED}
    assert [event.what for event in work.events] == ["supplies used up"]
    sequence.lapse(work, AXIS)
    assert len(work.events) == 1


# What a truck is


def test_a_truck_is_a_mobile_unit_without_strength_zone_or_room() -> None:
    """[FE-14I.1] It counts for nothing in a stack, is 3 REs for transport with heavy equipment, and
    goes on in exploitation.
    """
    game = WholeFront(4, AXIS)
    facts = game.context.facts(TRUCK, 1)
    assert facts.mobile and facts.heavy and not facts.artillery
    assert (facts.attack, facts.defense, facts.transport) == (0, 0, 3 * HALF)
    game.put(WEST, TRUCK, SECOND, THIRD)
    assert game.pos.excess((TRUCK, SECOND, THIRD), game.pos.stack_row(game.at(WEST))) == 0
    assert not game.pos.zoc(AXIS)
    near = next(at for at in game.context.fronts[game.at(WEST)] if at in game.pos.owned(AXIS))
    game.ask(*game.state.flow[:-1], Moving(AXIS, exploiting=True), phase="exploitation")
    assert not game.objections(Move(TRUCK, near))


def test_a_truck_carries_no_unit() -> None:
    """[FE-14I.2] All that can be asked of it is supply, resource points, and to move."""
    game = piled(WholeFront(4, AXIS).put(WEST, TRUCK, FOOT), WEST, 5, AXIS)
    kinds = {
        type(action).__name__
        for family in game.legal.families
        for action in game.legal.family(family.name)
        if getattr(action, "unit", "") == TRUCK
    }
    assert {"Move", "CarryPoints", "EmployTruck"} <= kinds
    rails = {"RailMove", "StrategicMove", "BreakRail"}
    assert kinds <= {"Move", "AdminMove", "CarryPoints", "EmployTruck", *rails}
    assert game.objections(EmployTruck(UnitId(FOOT), REST)) == ["FE-14I.2"]


def test_a_truck_carries_thirty_points_with_its_whole_rating() -> None:
    """[FE-12F.8] If it has served no supply in the initial phase of that player turn."""
    game = piled(WholeFront(4, AXIS).put(WEST, TRUCK), WEST, 40, AXIS)
    whole = game.pos.left(TRUCK)
    assert carrying.most(game.pos, TRUCK) == 30
    assert game.objections(CarryPoints(TRUCK, 31)) == ["FE-12F.6"]
    game.do(CarryPoints(TRUCK, 30))
    assert game.pos.left(TRUCK) == whole
    near = next(at for at in game.context.fronts[game.at(WEST)] if at in game.pos.owned(AXIS))
    game.do(Move(TRUCK, near))
    assert lying(game) == {WEST: 10, game.context.map.label(near): 30}


def test_who_has_served_supply_carries_nothing() -> None:
    """[FE-12F.8] [FE-12E1.2] A truck that a line needed, or that gave supply, not a spare one."""
    game = piled(judged(feeding(TRUCK, SECOND)), POST, 9, AXIS)
    assert game.state.served == {TRUCK}
    game.phase(Moving, AXIS)
    assert game.objections(CarryPoints(TRUCK, 3)) == ["FE-12F.8"]
    assert not game.objections(CarryPoints(SECOND, 9))
    assert judged(feeding(TRUCK), (TRUCK, SUPPLY)).state.served == {TRUCK}
    assert not judged(feeding(TRUCK), (TRUCK, REST)).state.served


def test_of_trucks_that_could_stand_in_for_each_other_only_as_many_serve_as_it_takes() -> None:
    """[FE-12F.8] Of two in different hexes that both lead to the unit one is enough."""
    game = feeding(TRUCK)
    beside = next(
        label
        for at in sorted(game.context.fronts[game.at(POST)])
        if elements(feeding(SECOND).put(label := game.context.map.label(at), SECOND))
    )
    both = judged(feeding(TRUCK).put(beside, SECOND))
    assert len(both.state.served) == 1 and not both.pos.out(UnitId(FOOT))


def test_a_retreating_truck_takes_points_along() -> None:
    """[FE-12F.9] Up to thirty; none if it has served supply."""
    for served, taken in ((frozenset[UnitId](), 30), (frozenset({TRUCK}), 0)):
        game = piled(WholeFront(4, AXIS).put(POST, TRUCK).own(AXIS, POST), POST, 40, AXIS)
        game.having(served=served)
        work = Transition(game.state)
        carrying.take_along(game.context, work, TRUCK, game.at(POST))
        assert sum(load.amount for load in work.state.loads.values()) == taken


def test_a_truck_costs_four_armor_points() -> None:
    """[FE-34B1.7] Of the German pool; on the west edge, undepleted."""
    game = dead(buying_time(german_armor=4), TRUCK).having(depleted=frozenset({TRUCK}))
    assert purses.cost(game.context, TRUCK, 1) == (0, 4 * HALF)
    assert "buy unit" in game.kinds()
    game.do(bought(game, TRUCK, WEST, "armor"))
    assert not game.state.points.get("german armor") and game.pos.piece(TRUCK).hex
    poor = dead(buying_time(german_armor=3), TRUCK)
    assert poor.objections(bought(poor, TRUCK, WEST, "armor")) == ["FE-34B.2"]


def test_a_truck_off_the_map_is_not_depleted_when_it_comes_back() -> None:
    """[FE-34B1.7] The next initial phase forgets it."""
    game = dead(WholeFront(4, AXIS), TRUCK).having(depleted=frozenset({TRUCK}))
    assert not opened(game).state.depleted and game.pos.piece(TRUCK).at == DEAD


def test_the_panel_and_the_counter_say_what_trucks_do() -> None:
    """[FE-12E1.1] Depleted ones have a badge, each truck a line in the panel."""
    game = feeding(TRUCK, SECOND).having(depleted=frozenset({TRUCK}), duties={SECOND: SUPPLY})
    shown = {one.unit: one.badges for one in panel.counters(game.pos)}
    assert "depleted" in shown[TRUCK] and "depleted" not in shown[SECOND]
    rows = {row.label: row.value for row in panel.truck_rows(game.pos)}
    assert any(LINES in text and "depleted" in text for text in rows.values())
    assert any(text == SUPPLY for text in rows.values())
    game.do(EmployTruck(SECOND, REST)).having()
    assert game.state.duties == {SECOND: REST}


def test_the_automatic_player_brings_trucks_to_the_front() -> None:
    """[FE-14I.1] A truck goes to a stack nearer to what the Axis wants, never alone."""
    game = WholeFront(4, AXIS).put(WEST, TRUCK).put("1B:3725", FOOT).put("1B:3512", RIFLES)
    frame = game.state.top
    assert isinstance(frame, Moving)
    outlook = EastOutlook(game.pos, AXIS, lambda action: not game.objections(action))
    found = follow(outlook, frame)
    assert found is not None and found.action == Move(TRUCK, game.at("1B:3725"))
    game.do(found.action)
    again = EastOutlook(game.pos, AXIS, lambda action: not game.objections(action))
    assert follow(again, frame) is None
