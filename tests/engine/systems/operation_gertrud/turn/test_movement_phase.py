"""Movement: costs, roads, rivers, zones of control, stacking, and Turkish rail."""

from __future__ import annotations

from dataclasses import fields

import pytest

from engine.systems.operation_gertrud.actions import EndPhase, Move
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    GERMAN,
    INTERDICTED,
    MOVED,
    OUT,
    Moving,
)
from maps.hexgrid import Hex, side_between
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.desk import Desk


def step(desk: Desk, terrain: str, *, river: bool = False, line: str = "") -> tuple[Hex, Hex]:
    """A step in Turkey into a terrain, over a river or not, along a line or none."""
    context = desk.context
    for at in sorted(context.turkey):
        for near in at.neighbours():
            if near in context.turkey and context.map.terrain[near] == terrain:
                water = context.map.side_kinds(at, near) == ({"river"} if river else set())
                kinds = context.map.line_kinds(at, near)
                if water and kinds == ({line} if line else set()):
                    return at, near
    raise LookupError("the board has no such step")


def cost(desk: Desk, a: Hex, b: Hex) -> int | None:
    """What the step costs a German unit."""
    return desk.pos.step_cost(U("german-125"), a, b)


def test_terrain_rivers_and_roads_cost_what_the_key_says() -> None:
    """[OG-9.0b] [OG-9.1a] [OG-9.1c] [OG-9.4]"""
    desk = Desk()
    for terrain, price in (("clear", 1), ("rough", 2), ("mountain", 3)):
        assert cost(desk, *step(desk, terrain)) == price
        assert cost(desk, *step(desk, terrain, river=True)) == price + 1
        assert cost(desk, *step(desk, terrain, line="road")) == 1
    assert cost(desk, *step(desk, "clear", river=True, line="road")) == 1


def test_a_city_costs_its_background() -> None:
    """[OG-9.0c] [OG-9.0d]"""
    desk = Desk()
    context = desk.context
    rough = [at for at in context.cities if context.map.terrain[at] == "rough"]
    near = next(
        (a, b)
        for b in rough
        for a in b.neighbours()
        if a in context.land
        and not context.map.line_kinds(a, b)
        and not context.map.side_kinds(a, b)
    )
    assert cost(desk, *near) == 2


def test_a_road_counts_only_along_its_connection() -> None:
    """[OG-9.1b]"""
    desk = Desk()
    context = desk.context
    found = [
        (a, b)
        for b in sorted(context.turkey)
        for a in b.neighbours()
        if a in context.turkey
        and context.map.terrain[b] == "rough"
        and not context.map.side_kinds(a, b)
        and not context.map.line_kinds(a, b)
        and any(context.map.line_kinds(b, c) for c in b.neighbours())
        and any(context.map.line_kinds(a, c) for c in a.neighbours())
    ]
    assert found
    assert {cost(desk, a, b) for a, b in found} == {2}


def test_railroads_are_roads() -> None:
    """[OG-9.1d]"""
    desk = Desk()
    assert cost(desk, *step(desk, "mountain", line="rail")) == 1


def test_a_unit_moves_up_to_its_factor_once_and_keeps_nothing() -> None:
    """[OG-9.0a] [OG-9.0e] [OG-9.2a]"""
    desk = Desk().put("Konya", "german-125", "german-73")
    reach = desk.rules.reach(desk.state, U("german-125"))
    assert max(reach.values()) == 5
    target = next(at for at, spent in sorted(reach.items()) if spent == 2)
    desk.do(Move(U("german-125"), target))
    assert MOVED in desk.marks("german-125")
    assert desk.where("german-73") == "1915", "its mate need not move"
    back = desk.hex("Konya")
    assert desk.objections(Move(U("german-125"), back)) == ["OG-9.0e"]
    assert desk.objections(Move(U("turkish-1"), back)) == ["OG-9.0a"]
    desk.do(EndPhase())


def test_mates_leave_a_stack_in_different_directions() -> None:
    """[OG-6.1a] [OG-6.1b] [OG-2.1a]"""
    desk = Desk().put("Konya", "german-125", "german-73")
    ways = [at for at in desk.hex("Konya").neighbours() if at in desk.context.land]
    desk.do(Move(U("german-125"), ways[0]), Move(U("german-73"), ways[1]))
    assert desk.where("german-125") != desk.where("german-73")
    taken = {field.name for field in fields(Move)}
    assert taken == {"unit", "target", "via"}, "a move takes nobody along"


def test_the_path_may_be_fixed() -> None:
    """[OG-9.2b]"""
    desk = Desk().put("Konya", "german-125")
    konya = desk.hex("Konya")
    near = next(at for at in konya.neighbours() if at in desk.context.land)
    far = next(
        at
        for at in near.neighbours()
        if at in desk.context.land and at != konya and at not in konya.neighbours()
    )
    assert desk.objections(Move(U("german-125"), far, (desk.hex("Ankara"),))) == ["OG-9.2b"]
    desk.do(Move(U("german-125"), far, (near,)))
    assert desk.told("moved")[0]["to"] == far


def test_enemy_hexes_and_the_sea_are_closed() -> None:
    """[OG-9.2c] [OG-9.2d] [OG-9.2b]"""
    desk = Desk().put("Izmir", "german-125").put("2107", "turkish-1")
    assert desk.objections(Move(U("german-125"), desk.hex("2107"))) == ["OG-9.2c"]
    assert desk.objections(Move(U("german-125"), desk.hex("2104"))) == ["OG-9.2d"]
    sea = desk.put("2005", "german-73").objections(Move(U("german-73"), desk.hex("2006")))
    assert sea == ["OG-9.2b"]


def test_a_zone_reaches_six_hexes_but_not_over_water() -> None:
    """[OG-8.0a] [OG-8.0b]"""
    desk = Desk().put("Ankara", "turkish-1", marks=(OUT,))
    assert desk.pos.zoc(ALLIED) == frozenset(desk.hex("Ankara").neighbours())
    desk = Desk().put("2105", "turkish-1").put("2106", "german-125")
    assert desk.hex("2206") not in desk.pos.zoc(ALLIED), "an all-sea hexside lies between"
    assert desk.hex("2106") in desk.pos.zoc(ALLIED)
    assert desk.hex("2105") in desk.pos.zoc(GERMAN), "zones of both sides coexist"


def test_markers_have_no_zone_and_do_not_stack() -> None:
    """[OG-8.0c] [OG-6.2]"""
    desk = Desk.opened()
    before = desk.pos.zoc(GERMAN)
    assert all(marker not in desk.state.pieces for marker in desk.state.support)
    assert desk.having(support={}).pos.zoc(GERMAN) == before


def test_entering_a_zone_ends_the_move_but_leaving_one_is_free() -> None:
    """[OG-8.1a] [OG-8.1b]"""
    desk = Desk().put("Konya", "german-125").put("1917", "turkish-1")
    hostile = desk.pos.zoc(ALLIED)
    reach = desk.pos.reach(U("german-125"))
    for at in reach.cost:
        assert reach.previous.get(at) not in hostile, "no path goes on from a zone"
    entered = next(at for at in sorted(reach.cost) if at in hostile)
    desk.do(Move(U("german-125"), entered))
    desk.phase(Moving, GERMAN).put(entered, "german-125")
    away = [at for at in desk.rules.reach(desk.state, U("german-125")) if at not in hostile]
    assert away, "it starts in a zone and may leave"


def test_what_a_zone_keeps_out_of_reach_is_refused_for_the_zone() -> None:
    """[OG-8.1a]"""
    desk = Desk().put("Konya", "german-125").put("1917", "turkish-1")
    found = desk.pos.reach(U("german-125")).cost
    beyond = desk.pos.march(U("german-125"), frozenset()).cost.keys() - found.keys()
    assert beyond
    assert {rule for at in beyond for rule in desk.objections(Move(U("german-125"), at))} == {
        "OG-8.1a"
    }


@pytest.mark.parametrize(
    ("unit", "free"), [("german-7-fl", True), ("german-kommando", True), ("german-125", False)]
)
def test_the_airborne_and_the_kommando_ignore_zones(unit: str, free: bool) -> None:
    """[OG-8.2] [OG-8.3]"""
    desk = Desk().put("Konya", unit).put("1917", "turkish-1")
    hostile = desk.pos.zoc(ALLIED)
    reach = desk.pos.reach(U(unit))
    assert any(reach.previous.get(at) in hostile for at in reach.cost) is free


def test_five_units_at_most_may_stay_but_more_may_pass() -> None:
    """[OG-6.0a] [OG-6.0b] [OG-6.0c] [OG-6.0d]"""
    desk = Desk().put("1916", "german-125", "german-73", "german-132", "german-183", "german-101-l")
    desk.put("1915", "german-294")
    assert desk.objections(Move(U("german-294"), desk.hex("1916"))) == ["OG-6.0a"]
    path = desk.pos.reach(U("german-294"))
    assert any(desk.hex("1916") == path.previous.get(at) for at in path.cost)
    full = Desk().put("1121", "german-125", "german-73", "german-132", "german-183", "german-294")
    full.put("1222", "german-101-l")
    assert full.context.map.terrain[full.hex("1121")] == "mountain"
    assert full.objections(Move(U("german-101-l"), full.hex("1121"))) == ["OG-6.0a"]


def test_soviets_stack_with_soviets_alone() -> None:
    """[OG-6.4]"""
    desk = (
        Desk("late_1942").put("2832", "turkish-1").put("2833", "soviet-20").put("2933", "soviet-77")
    )
    desk.phase(Moving, ALLIED)
    assert desk.objections(Move(U("soviet-20"), desk.hex("2832"))) == ["OG-6.4"]
    assert not desk.objections(Move(U("soviet-77"), desk.hex("2833")))
    assert desk.hex("2832") in {at for at in desk.pos.reach(U("soviet-20")).previous.values()}


def test_every_stack_may_be_looked_into() -> None:
    """[OG-6.3]"""
    desk = Desk().put("Ankara", "turkish-1", "turkish-4").put("Konya", "german-125")
    seen = {view.unit for view in desk.rules.counters(desk.state)}
    assert {"turkish-1", "turkish-4", "german-125"} <= seen


def test_out_of_supply_halves_movement() -> None:
    """[OG-7.3a]"""
    desk = Desk().put("Konya", "german-125", marks=(OUT,)).put("Adana", "german-7-fl", marks=(OUT,))
    assert desk.pos.allowance(U("german-125")) == 2
    assert desk.pos.allowance(U("german-7-fl")) == 1


def test_one_hex_can_always_be_moved() -> None:
    """[OG-9.3]"""
    desk = Desk()
    a, b = step(desk, "mountain", river=True)
    desk.put(a, "german-7-fl", marks=(OUT,))
    assert desk.pos.allowance(U("german-7-fl")) == 1
    desk.do(Move(U("german-7-fl"), b))


def test_interdicted_units_move_one_hex() -> None:
    """[OG-9.2e] [OG-13.7d]"""
    desk = Desk().put("Konya", "german-125", marks=(INTERDICTED,))
    reach = desk.rules.reach(desk.state, U("german-125"))
    assert set(reach) == {at for at in desk.hex("Konya").neighbours() if at in desk.context.land}
    far = desk.hex("2115")
    assert desk.objections(Move(U("german-125"), far)) == ["OG-13.7d"]
    half = Desk("early_1941", "interdiction_halves").put(
        "Konya", "german-125", marks=(INTERDICTED,)
    )
    assert half.pos.allowance(U("german-125")) == 2
    half.do(EndPhase())
    assert INTERDICTED not in half.marks("german-125")


def railway(desk: Desk) -> Desk:
    """A Turkish unit on the line at Eskisehir, in its own phase."""
    return desk.put("Eskisehir", "turkish-1").phase(Moving, ALLIED)


def test_turks_go_three_times_as_far_by_rail() -> None:
    """[OG-9.6a] [OG-9.6b]"""
    desk = railway(Desk())
    rail = desk.pos.rail_reach(U("turkish-1"))
    assert rail is not None
    assert max(rail.cost.values()) == 15
    far = next(at for at, spent in rail.cost.items() if spent == 15)
    desk.put("Eskisehir", "turkish-4", "turkish-69", "turkish-32", "turkish-1")
    desk.do(Move(U("turkish-1"), far), Move(U("turkish-4"), far), Move(U("turkish-69"), far))
    assert [facts["cost"] for facts in desk.told("railed")] == [15, 15, 15]
    rails = desk.context.rails(frozenset())
    assert set(rail.cost) <= set(rails)


def test_rail_is_no_way_past_an_enemy() -> None:
    """[OG-9.6a]"""
    desk = railway(Desk()).put("2415", "german-125")
    rail = desk.pos.rail_reach(U("turkish-1"))
    assert rail is not None
    assert desk.hex("Ankara") not in rail.cost
    desk.put("2411", "german-73")
    assert desk.pos.rail_reach(U("turkish-1")) is None, "it starts next to an enemy"


def test_only_turks_use_the_turkish_railways() -> None:
    """[OG-9.6b]"""
    desk = Desk().put("Eskisehir", "german-125", "british-2-nz")
    assert desk.pos.rail_reach(U("german-125")) is None
    assert desk.pos.rail_reach(U("british-2-nz")) is None
    desk.put("2413", "turkish-1").put("Konya", "turkish-4")
    start = desk.hex("2413")
    assert start in desk.context.rails(frozenset())
    off = Desk().put("2312", "turkish-1")
    assert off.hex("2312") not in off.context.rails(frozenset())
    assert off.pos.rail_reach(U("turkish-1")) is None


def test_interdiction_stops_trains() -> None:
    """[OG-9.6c]"""
    desk = railway(Desk()).put("Eskisehir", "turkish-1", marks=(INTERDICTED,))
    reach = desk.rules.reach(desk.state, U("turkish-1"))
    assert set(reach) == {
        at for at in desk.hex("Eskisehir").neighbours() if at in desk.context.land
    }


def test_a_bridge_that_is_down_carries_no_road_and_a_mine_closes_a_strait() -> None:
    """[OG-17.1.4] [OG-17.1.5] [OG-17.1.6] [OG-17.1.7]"""
    desk = Desk()
    a, b = step(desk, "clear", river=True, line="road")
    desk.having(cut_roads=frozenset({side_between(a, b)}))
    assert cost(desk, a, b) == 2
    a, b = step(desk, "clear", river=True, line="rail")
    desk.having(cut_roads=frozenset({side_between(a, b)}), cut_rails=frozenset())
    assert cost(desk, a, b) == 1, "another bridge carries the railroad"
    desk.having(cut_rails=frozenset({side_between(a, b)}))
    assert cost(desk, a, b) == 2
    bosphorus = desk.context.straits["Bosphorus"][0]
    desk.having(mined=frozenset({side_between(*bosphorus)})).put(bosphorus[0], "turkish-1")
    assert not desk.pos.can_step(U("turkish-1"), *bosphorus)
    assert not desk.pos.can_step(U("soviet-20"), *bosphorus)
    assert desk.pos.can_step(U("german-125"), *bosphorus)
    assert desk.pos.can_step(U("british-2-nz"), *bosphorus)
    desk.phase(Moving, ALLIED)
    assert desk.objections(Move(U("turkish-1"), bosphorus[1])) == ["OG-17.1.6"]


def test_without_their_president_the_turks_stay() -> None:
    """[OG-17.1.1]"""
    desk = Desk("late_1942").put("Ankara", "turkish-1").put("3131", "soviet-20")
    desk.phase(Moving, ALLIED).having(paralysed=2)
    near = next(at for at in desk.hex("Ankara").neighbours() if at in desk.context.land)
    assert desk.objections(Move(U("turkish-1"), near)) == ["OG-17.1.1"]
    assert any(desk.legal.of(U("soviet-20")))
    assert not any(desk.legal.of(U("turkish-1")))
