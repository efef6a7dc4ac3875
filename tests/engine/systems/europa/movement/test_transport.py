"""Rail movement on the real board: ways, zones, ownership, links, capacity, breaks (BF-7A)."""

from __future__ import annotations

import pytest

from engine.core.handler import Transition
from engine.core.wording import halved
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.movement import movement_phase, rail_movement
from engine.systems.europa.movement.move_actions import AdminMove, BreakRail, Move, RailMove
from engine.systems.europa.movement.reach import march
from engine.systems.europa.state.constants import (
    ADMIN,
    ALLIED,
    AXIS,
    HALF,
    LOW_VOLUME,
    OUT,
    RAILED,
    STAYED,
)
from maps.hexgrid import side_between
from oob.model import UnitId
from tests.engine.systems.europa.frontier import Frontier

BUDAPEST, EASTWARD, NEXT = "14A:0811", "14A:0810", "14A:0809"
"""Hexes of a high-volume line in Hungary."""
LOW, LOWER = "14A:3630", "14A:3730"
"""Hexes of a low-volume line in Italy."""
FOOT = UnitId("german-46-infantry")
REGIMENT = UnitId("german-125-regiment")
CAVALRY = UnitId("italian-aosta")
ITALIAN = UnitId("italian-a-regiment")
CYCLES = UnitId("italian-4-brs-motorcycle")


def ride(field: Frontier, unit: str, label: str, *via: str) -> RailMove:
    """A rail move."""
    return RailMove(UnitId(unit), field.at(label), tuple(map(field.at, via)))


def res(field: Frontier) -> str:
    """Regimental equivalents of rail capacity used."""
    return halved(field.state.used.get(rail_movement.RAIL, 0))


def test_several_hexes_to_the_point() -> None:
    field = Frontier().put(BUDAPEST, FOOT, marks=(OUT,))
    found = rail_movement.lines(field.pos, FOOT).every
    assert max(found.cost.values()) == 3 * 7, "three points at seven hexes each"
    far = max(found.cost, key=lambda at: (found.cost[at], at))
    field.do(RailMove(FOOT, far))
    assert field.pos.left(FOOT) == 0
    near = Frontier().put(BUDAPEST, FOOT)
    near.do(ride(near, FOOT, EASTWARD))
    assert near.spent(FOOT) == HALF, "a point for one hex, too"


@pytest.mark.parametrize(
    ("unit", "hexes"),
    [("german-2-panzer", 4), ("german-5-mountain", 5), (FOOT, 7), ("german-ghq-1-construction", 8)],
)
def test_rates_by_rating(unit: str, hexes: int) -> None:
    field = Frontier().put(BUDAPEST, unit)
    rating = field.pos.facts(UnitId(unit)).move
    assert rail_movement.most_hexes(field.pos, UnitId(unit)) == rating * hexes


def test_a_rail_line_is_needed_to_start_and_to_go_on() -> None:
    field = Frontier().put("14A:1211", FOOT)
    assert field.objections(ride(field, FOOT, "14A:1210")) == ["BF-7A1.3"]
    field = Frontier().put(BUDAPEST, FOOT)
    assert field.objections(ride(field, FOOT, "14A:1211")) == ["BF-7A1.3"]


def test_example_overland_by_rail_and_overland_again() -> None:
    field = Frontier().put("14A:1211", FOOT)
    beside = next(
        at
        for at in sorted(field.context.railways.hexes)
        if at in field.context.near([field.at("14A:1211")], 2)
    )
    field.do(Move(FOOT, beside))
    before = field.pos.left(FOOT)
    along = field.context.rails[beside][0]
    field.do(RailMove(FOOT, along))
    assert field.pos.left(FOOT) == before - HALF
    field.do(Move(FOOT, march(field.pos, FOOT).targets[0]))
    assert field.pos.left(FOOT) < before - HALF


def test_example_capacity_by_type() -> None:
    field = Frontier().put(BUDAPEST, REGIMENT, CAVALRY, CYCLES, FOOT)
    field.do(ride(field, REGIMENT, EASTWARD))
    assert res(field) == "1"
    field.do(ride(field, CAVALRY, EASTWARD))
    assert res(field) == "3", "a cavalry regiment counts 2"
    field.do(ride(field, CYCLES, EASTWARD))
    assert res(field) == "5", "so does a c/m one"


def test_example_low_volume_lines_double_again() -> None:
    for unit, charge in ((ITALIAN, "2"), (CAVALRY, "4"), (CYCLES, "4")):
        field = Frontier().put(LOW, unit)
        field.do(ride(field, unit, LOWER))
        assert res(field) == charge
        assert LOW_VOLUME in field.marks(unit)


def test_example_capacity_is_counted_once_a_turn() -> None:
    field = Frontier().put(BUDAPEST, FOOT)
    field.do(ride(field, FOOT, EASTWARD))
    off = next(
        at for at in field.context.fronts[field.at(EASTWARD)] if at not in field.context.rails
    )
    field.do(Move(FOOT, off)).do(Move(FOOT, field.at(EASTWARD)))
    field.do(ride(field, FOOT, NEXT))
    assert res(field) == "3"


def test_a_later_low_volume_ride_adds_the_difference() -> None:
    field = Frontier().put(BUDAPEST, FOOT)
    field.do(ride(field, FOOT, "14A:0812"))
    field.do(ride(field, FOOT, "14A:0813")).do(ride(field, FOOT, "14A:0814"))
    assert res(field) == "6"
    field.do(ride(field, FOOT, "14A:0813"))
    assert res(field) == "6"


def test_the_high_volume_way_is_taken_where_it_leads_there() -> None:
    field = Frontier().put("14A:1816", FOOT).own(AXIS, *OWNED)
    field.put("14A:1815", "german-125-regiment")
    found = rail_movement.lines(field.pos, FOOT)
    for at in found.high.cost:
        way = found.way(at)
        assert way is not None
        assert not rail_movement.low_volume(field.pos, way.path(at))


OWNED = ("14A:1816", "14A:1815", "14A:1717", "14A:1718", "14A:1719", "14A:1915")


def test_capacity_runs_out() -> None:
    field = Frontier().put(BUDAPEST, FOOT)
    room = field.pos.rail_room(AXIS)
    assert halved(room) == "70", "60 once Germany is in, 10 of Bulgaria"
    field.having(used={rail_movement.RAIL: room - 5})
    assert field.objections(ride(field, FOOT, EASTWARD)) == ["BF-7A2.1"]
    field.having(used={rail_movement.RAIL: room - 6})
    assert field.objections(ride(field, FOOT, EASTWARD)) == []


def test_capacities_of_the_sides() -> None:
    field = Frontier().having(entered=0, joined={"italian": AXIS, "greek": ALLIED})
    assert halved(field.pos.rail_room(AXIS)) == "30"
    assert halved(field.pos.rail_room(ALLIED)) == "10"
    field.having(entered=12, joined={"yugoslav": ALLIED})
    assert halved(field.pos.rail_room(AXIS)) == "60"
    assert halved(field.pos.rail_room(ALLIED)) == "20"


def test_boot_camp_counts_units() -> None:
    field = Frontier("boot_camp").put(BUDAPEST, FOOT, CYCLES)
    assert field.pos.rail_room(AXIS) == 24
    assert field.pos.rail_room(ALLIED) == 5
    assert field.having(entered=0).pos.rail_room(AXIS) == 10
    field.do(ride(field, FOOT, EASTWARD)).do(ride(field, FOOT, NEXT))
    field.do(ride(field, CYCLES, EASTWARD))
    assert field.state.used[rail_movement.RAIL] == 2
    field.having(used={rail_movement.RAIL: 10})
    field.put(BUDAPEST, REGIMENT)
    assert field.objections(ride(field, REGIMENT, EASTWARD)) == ["BC-B7.2"]


def test_forty_rail_hexes_a_turn_in_boot_camp() -> None:
    field = Frontier("boot_camp").put(BUDAPEST, FOOT)
    assert max(rail_movement.lines(field.pos, FOOT).every.cost.values()) <= 40
    assert rail_movement.most_hexes(field.pos, FOOT) == 40
    field.do(ride(field, FOOT, NEXT))
    assert rail_movement.most_hexes(field.pos, FOOT) == 38
    field.having(used={**field.state.used, f"{rail_movement.RAIL} {FOOT}": 40})
    assert rail_movement.lines(field.pos, FOOT).every.cost == {field.at(NEXT): 0}


def test_no_rail_into_or_out_of_enemy_zones() -> None:
    field = Frontier().put(BUDAPEST, FOOT)
    enemy = next(
        at
        for at in field.at(NEXT).neighbours()
        if at not in field.at(BUDAPEST).neighbours() and at in field.context.land
    )
    field.put(enemy, "greek-8-mountain").own(AXIS, NEXT, EASTWARD)
    assert field.objections(ride(field, FOOT, NEXT, EASTWARD)) == ["BF-7A1.5"]
    field.put(NEXT, FOOT)
    assert field.objections(ride(field, FOOT, EASTWARD)) == ["BF-7A1.5"]


def test_a_unit_that_stays_opens_the_line_and_must_stay() -> None:
    field = Frontier().put(BUDAPEST, FOOT).put(NEXT, REGIMENT)
    enemy = next(
        at
        for at in field.at(NEXT).neighbours()
        if at not in field.at(BUDAPEST).neighbours() and at in field.context.land
    )
    field.put(enemy, "greek-8-mountain").own(AXIS, NEXT, EASTWARD)
    field.do(ride(field, FOOT, NEXT))
    assert STAYED in field.marks(REGIMENT)
    assert field.objections(Move(REGIMENT, field.at(EASTWARD))) == ["BF-7A1.6"]
    assert field.objections(ride(field, FOOT, EASTWARD)) == [], "the regiment stays"
    field.do(EndPhase())
    assert STAYED not in field.marks(REGIMENT)


def test_a_unit_that_came_in_this_phase_opens_nothing() -> None:
    field = Frontier().put(BUDAPEST, FOOT).put(EASTWARD, REGIMENT)
    enemy = next(
        at
        for at in field.at(NEXT).neighbours()
        if at not in field.at(BUDAPEST).neighbours() and at in field.context.land
    )
    field.put(enemy, "greek-8-mountain").own(AXIS, NEXT, EASTWARD)
    field.do(Move(REGIMENT, field.at(NEXT)))
    assert field.objections(ride(field, FOOT, NEXT, EASTWARD)) == ["BF-7A1.5"]


def test_only_friendly_owned_rails() -> None:
    field = Frontier().put(BUDAPEST, FOOT).own(ALLIED, EASTWARD)
    assert field.objections(ride(field, FOOT, NEXT, EASTWARD)) == ["BF-7A1.7"]


def test_the_line_must_reach_a_source() -> None:
    field = Frontier().put(BUDAPEST, FOOT)
    around = [field.context.map.label(at) for at in field.context.rails[field.at(BUDAPEST)]]
    field.own(ALLIED, *around[1:])
    ringed = [a for a in field.context.rails[field.at(around[0])] if a != field.at(BUDAPEST)]
    field.own(ALLIED, *(field.context.map.label(at) for at in ringed))
    assert field.objections(ride(field, FOOT, around[0])) == ["BF-7A1.8"]
    assert Frontier().put(BUDAPEST, FOOT).objections(ride(field, FOOT, around[0])) == []


def test_no_rail_in_albania() -> None:
    field = Frontier()
    closed = field.context.charts.rail.closed
    assert closed == ("Albania",)
    assert not any(field.context.countries[at] in closed for at in field.context.railways.hexes)


def test_breaking_a_line_costs_two_points_and_closes_the_hex() -> None:
    field = Frontier().put(EASTWARD, FOOT).put(BUDAPEST, REGIMENT)
    field.do(BreakRail(FOOT))
    assert field.spent(FOOT) == 2 * HALF
    assert field.at(EASTWARD) in field.state.breaks
    assert field.objections(BreakRail(FOOT)) == ["BF-7A4.1"]
    assert field.objections(ride(field, FOOT, NEXT)) == ["BF-7A4.3"]
    assert field.objections(ride(field, REGIMENT, NEXT, EASTWARD)) == ["BF-7A4.3"]
    assert field.objections(AdminMove(FOOT, field.at(NEXT))) == ["BF-6B.3"]
    field.having(breaks=frozenset())
    assert field.objections(ride(field, REGIMENT, NEXT)) == [], "repaired, and used at once"


def test_breaking_needs_rails_and_points() -> None:
    field = Frontier().put("14A:1211", FOOT)
    assert field.objections(BreakRail(FOOT)) == ["BF-7A4.1"]
    field = Frontier().put(EASTWARD, FOOT).having(spent={FOOT: 9})
    assert field.objections(BreakRail(FOOT)) == ["BF-7A4.1"]
    field = Frontier().put(EASTWARD, FOOT, marks=(ADMIN,))
    assert field.objections(BreakRail(FOOT)) == ["BF-6B.3"]
    assert Frontier("boot_camp").put(EASTWARD, FOOT).objections(BreakRail(FOOT)) == ["BC-B7.1"]


def test_a_demolished_bridge_carries_no_train() -> None:
    field = Frontier().put("14A:1020", FOOT).own(AXIS, "14A:1020")
    field.do(ride(field, FOOT, "14A:1019"))
    across = side_between(field.at("14A:1020"), field.at("14A:1019"))
    field.having(down=frozenset({across}))
    assert field.at("14A:1020") not in dict(
        rail_movement.graph(field.pos, FOOT, high=False)[field.at("14A:1019")]
    )


def test_railroads_round_the_west_edge() -> None:
    plain = Frontier().put("14A:4533", ITALIAN)
    field = Frontier("balkan_front", "italian rail link").put("14A:4533", ITALIAN)
    ends = field.context.railways.west_ends
    assert field.at("14A:4533") in ends
    target = field.at("14A:0632")
    steps = dict(rail_movement.graph(field.pos, ITALIAN, high=False)[field.at("14A:4533")])
    assert steps[target] == 25
    field.do(RailMove(ITALIAN, target))
    assert field.told("railed")[0]["hexes"] == 25
    assert LOW_VOLUME not in field.marks(ITALIAN)
    assert target not in rail_movement.lines(plain.pos, ITALIAN).high.cost


@pytest.mark.parametrize(("here", "there"), [("14A:3533", "14A:3133"), ("14A:3133", "14A:3533")])
def test_a_line_of_low_volume_is_so_beyond_the_west_edge(here: str, there: str) -> None:
    """BF-7A2.3, 32D.1: the line by 14A:3533 is of low volume, the one by 14A:3133 of high."""
    field = Frontier("balkan_front", "italian rail link").put(here, ITALIAN)
    high = rail_movement.graph(field.pos, ITALIAN, high=True)[field.at(here)]
    assert field.at(there) not in dict(high)
    path = (field.at(here), field.at(there))
    assert rail_movement.length(field.pos, ITALIAN, path) == 25
    assert rail_movement.low_volume(field.pos, path)


def test_out_of_supply_units_ride_half_as_far() -> None:
    field = Frontier().put(BUDAPEST, FOOT, marks=(OUT,))
    assert rail_movement.most_hexes(field.pos, FOOT) == 3 * 7


def test_rides_are_drawn_from_units_on_rails() -> None:
    field = Frontier().put(BUDAPEST, FOOT).put("14A:1211", REGIMENT)
    units = {action.who()[0] for action in field.legal.family("rail move")}
    assert units == {FOOT}
    assert RAILED not in field.marks(FOOT)


def test_rides_end_with_the_action_and_the_zone_is_back() -> None:
    field = Frontier().put(BUDAPEST, FOOT)
    field.do(ride(field, FOOT, "14A:0808"))
    assert field.pos.zoc(AXIS) == frozenset(field.context.fronts[field.at("14A:0808")])
    assert not field.state.taken, "it claims nothing on the way"


def test_a_second_movement_phase_of_the_turn_remembers_who_rode() -> None:
    field = Frontier().put(BUDAPEST, FOOT)
    field.do(ride(field, FOOT, EASTWARD))
    for used, marked in ((field.state.used, True), ({}, False)):
        doing = Transition(field.state.having(used=used))
        movement_phase.open_phase(doing, AXIS)
        assert (RAILED in doing.state.pieces[FOOT].marks) is marked


BROAD = {"broad": ("Hungary",), "broad_nations": ("hungarian",), "regauge": {"clear": 1, "poor": 2}}


def test_lines_of_another_gauge_are_closed_until_regauged() -> None:
    plain = Frontier().put(BUDAPEST, FOOT)
    assert len(rail_movement.targets(plain.pos, FOOT)) > 1
    assert not plain.context.charts.rail.broad, "one gauge on the whole board"
    field = Frontier().chart("rail", **BROAD).put(BUDAPEST, FOOT)
    start = field.at(BUDAPEST)
    steps = rail_movement.graph(field.pos, FOOT, high=False)
    assert not steps[start] and not rail_movement.targets(field.pos, FOOT)
    near = field.context.rails[start][0]
    field.having(regauged=frozenset({start, near}))
    assert dict(rail_movement.graph(field.pos, FOOT, high=False)[start]) == {near: 1}
    crossing = [at for at in field.context.rails[start] if at != near]
    assert crossing, "other lines meet there"
    broad = field.context.railways.broad
    assert all(broad(start, at, field.state.regauged) for at in crossing)


def test_regauging_costs_points_and_serves_from_the_next_player_turn() -> None:
    for weather, cost in (("clear", 1), ("poor", 2)):
        field = Frontier().chart("rail", **BROAD).put(BUDAPEST, FOOT).weather(weather)
        start = field.at(BUDAPEST)
        near = field.context.rails[start][0]
        field.having(regauged=frozenset({near}))
        doing = Transition(field.state)
        rail_movement.regauge(field.pos, FOOT, doing)
        field.state = doing.state
        assert field.spent(FOOT) == cost * HALF and start in field.state.regauged
        assert near not in dict(rail_movement.graph(field.pos, FOOT, high=False)[start])
        with pytest.raises(ValueError, match="cannot re-gauge"):
            rail_movement.regauge(field.pos, FOOT, doing)
        field.having(used={})
        assert near in dict(rail_movement.graph(field.pos, FOOT, high=False)[start])


def test_boot_camp_winter_bars_c_m_units_from_mountains_by_rail_too() -> None:
    """BC-21.5: neither into nor out of them, whatever carries them."""
    tanks = "german-5-panzer"
    field = Frontier("boot_camp").put("14A:0123", tanks, FOOT).weather("winter")
    assert "BC-21.5" in field.objections(ride(field, tanks, "14A:0223"))
    assert not field.objections(ride(field, FOOT, "14A:0223"))
    field.put("14A:0223", tanks)
    assert "BC-21.5" in field.objections(ride(field, tanks, "14A:0224"))
    field.weather("poor")
    assert not field.objections(ride(field, tanks, "14A:0224"))
