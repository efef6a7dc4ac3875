"""Zones of control: who has one, and where it reaches (BF-5)."""

from __future__ import annotations

import pytest

from engine.core.charts.tables import Provenance
from engine.systems.europa.charts.movement_charts import WeakRow, ZoneKind, ZoneRow
from engine.systems.europa.movement.overruns import entry_cost
from engine.systems.europa.movement.reach import march
from engine.systems.europa.state.constants import ADMIN, ALLIED, AXIS, HALF, OUT
from oob.model import Size
from tests.engine.systems.europa.arena import Arena
from tests.engine.systems.europa.frontier import Frontier


def test_example_a_division_has_a_zone_a_regiment_none() -> None:
    field = Frontier().put("14A:1211", "german-46-infantry")
    assert field.pos.zoc(AXIS) == frozenset(field.at("14A:1211").neighbours())
    assert not Frontier().put("14A:1211", "german-125-regiment").pos.zoc(AXIS)
    assert not Frontier().put("14A:1211", "german-infantry-a-hq").pos.zoc(AXIS)
    assert not Frontier().put("14A:1211", "german-46-infantry", steps=1).pos.zoc(AXIS)


def test_zones_do_not_cross_karst_or_the_sea() -> None:
    field = Frontier().put("14A:1728", "italian-3-julia")
    zone = field.pos.zoc(AXIS)
    assert field.at("14A:1727") not in zone
    assert zone <= field.context.land


def test_example_a_unit_barred_from_mountains_has_no_zone_there() -> None:
    field = Frontier().put("14A:3214", "german-2-panzer")
    assert field.at("14A:3115") in field.pos.zoc(AXIS)
    field.weather("winter")
    assert field.at("14A:3115") not in field.pos.zoc(AXIS)
    assert field.at("14A:3213") in field.pos.zoc(AXIS), "a clear hex"
    field.put("14A:3214", "german-46-infantry")
    assert field.at("14A:3115") in field.pos.zoc(AXIS), "the infantry may enter it"


def test_example_administrative_movement_loses_the_zone() -> None:
    field = Frontier().put("14A:1211", "german-46-infantry", marks=(ADMIN,))
    assert not field.pos.zoc(AXIS)


def test_zones_of_two_sides_do_not_mix() -> None:
    field = Frontier().put("14A:1211", "german-46-infantry").put("14A:1208", "greek-8-mountain")
    assert not field.pos.zoc(AXIS) & {field.at("14A:1211"), field.at("14A:1208")}
    assert field.pos.zoc(ALLIED) == frozenset(field.at("14A:1208").neighbours())


PRINTED = Provenance.PRINTED
DIVISIONS = ZoneRow("divisions", ("division",), ZoneKind.FULL, PRINTED)
SMALL = ("cadre", "brigade", "regiment")
POLAR = ZoneRow("small units", SMALL, ZoneKind.FULL, PRINTED, ("A",))
SHADOW = ZoneRow("small units", SMALL, ZoneKind.REDUCED, PRINTED)


@pytest.mark.parametrize("size", [Size.BRIGADE, Size.REGIMENT, Size.CADRE])
def test_a_chart_may_give_small_units_zones_in_some_weather_zones(size: Size) -> None:
    arena = Arena()
    cold, warm = arena.around[0], arena.around[1:]
    arena.arctic(cold).chart("movement", zones=(DIVISIONS, POLAR))
    arena.unit(arena.middle, "greek 2-6", size=size)
    assert arena.pos.zoc(ALLIED) == {cold}
    assert not arena.pos.full_zoc(ALLIED) & set(warm)
    arena.unit(arena.middle, "greek 5-6")
    assert arena.pos.zoc(ALLIED) == set(arena.around)


def test_battalions_and_headquarters_have_no_zone_of_theirs() -> None:
    for size in (Size.BATTALION, Size.HEADQUARTERS):
        arena = Arena().chart("movement", zones=(DIVISIONS, SHADOW))
        arena.unit(arena.middle, "greek 2-6", size=size)
        assert not arena.pos.zoc(ALLIED)


def test_reduced_zones_are_zones_but_not_full_ones() -> None:
    arena = Arena().chart("movement", zones=(DIVISIONS, SHADOW))
    arena.unit(arena.middle, "greek 2-6", size=Size.BRIGADE)
    assert arena.pos.zoc(ALLIED) == set(arena.around)
    assert not arena.pos.full_zoc(ALLIED)
    division = arena.around[0].neighbour(0)
    arena.unit(division, "greek 5-6")
    both = set(arena.around) & set(division.neighbours())
    assert both and arena.pos.full_zoc(ALLIED) & set(arena.around) == both


def crossing(arena: Arena, nation: str, type_: str) -> tuple[int, int]:
    """What a unit beside the middle pays, in points, to leave its zone and to stay in it."""
    unit = arena.unit(arena.around[0], f"{nation} 4-8 walker", type_)
    cost = march(arena.pos, unit).reach.cost
    out, along = arena.around[0].neighbour(0), arena.around[1]
    return cost[out] // HALF, cost[along] // HALF


@pytest.mark.parametrize(
    ("nation", "type_", "size", "costs"),
    [
        ("german", "infantry", Size.DIVISION, (1 + 2, 1 + 3)),
        ("german", "infantry", Size.BRIGADE, (1, 1 + 1)),
        ("german", "motorized infantry", Size.DIVISION, (1 + 1, 1 + 2)),
        ("german", "motorized infantry", Size.BRIGADE, (1, 1)),
        ("italian", "motorized infantry", Size.BRIGADE, (1, 1 + 1)),
    ],
)
def test_reduced_zones_cost_less(
    nation: str, type_: str, size: Size, costs: tuple[int, int]
) -> None:
    """Nothing to leave one, one point to go straight to another; mobile nations pay less."""
    arena = Arena().chart("movement", zones=(DIVISIONS, SHADOW), across_reduced=1)
    arena.unit(arena.middle, "greek 5-6", size=size)
    assert crossing(arena, nation, type_) == costs


def test_full_costs_hold_where_a_full_zone_reaches_too() -> None:
    arena = Arena().chart("movement", zones=(DIVISIONS, SHADOW), across_reduced=1)
    arena.unit(arena.middle, "greek 2-6", size=Size.BRIGADE)
    beyond = arena.around[1].neighbour(1)
    arena.unit(beyond, "greek 5-6")
    assert arena.around[0] not in arena.pos.full_zoc(ALLIED)
    assert arena.around[1] in arena.pos.full_zoc(ALLIED)
    assert crossing(arena, "german", "infantry") == (1, 1 + 3)


def test_an_overrun_pays_for_reduced_zones_too() -> None:
    for size, extra in ((Size.DIVISION, 3), (Size.BRIGADE, 1)):
        arena = Arena().chart("movement", zones=(DIVISIONS, SHADOW), across_reduced=1)
        arena.unit(arena.around[0], "greek 1-6", size=Size.BATTALION)
        arena.unit(arena.middle, "greek 5-6", size=size)
        unit = arena.unit(arena.around[1], "german 9-8")
        assert entry_cost(arena.pos, unit, arena.around[0]) == (1 + extra) * HALF


@pytest.mark.parametrize(
    ("weak", "reduced"),
    [
        (WeakRow("all", PRINTED), True),
        (WeakRow("theirs", PRINTED, nations=("greek",), first=2, last=2), True),
        (WeakRow("others", PRINTED, nations=("german",)), False),
        (WeakRow("later", PRINTED, first=3), False),
        (WeakRow("earlier", PRINTED, last=1), False),
    ],
)
def test_full_zones_may_be_reduced_for_a_nation_and_a_time(weak: WeakRow, reduced: bool) -> None:
    arena = Arena().chart("movement", weak=(weak,))
    arena.unit(arena.middle, "greek 5-6")
    assert arena.pos.zoc(ALLIED) == set(arena.around)
    assert arena.pos.full_zoc(ALLIED) == (set() if reduced else set(arena.around))


def test_full_zones_may_be_reduced_in_some_weather_zones() -> None:
    arena = Arena()
    arena.arctic(arena.around[2]).chart("movement", weak=(WeakRow("south", PRINTED, (), ("D",)),))
    arena.unit(arena.middle, "greek 5-6")
    assert arena.pos.full_zoc(ALLIED) == {arena.around[2]}


@pytest.mark.parametrize("title", ["balkan_front", "boot_camp"])
def test_the_present_titles_have_full_zones_alone(title: str) -> None:
    chart = Arena(title).context.charts.movement
    assert [(row.sizes, row.kind, row.zones) for row in chart.zones] == [
        (("division",), ZoneKind.FULL, ())
    ]
    assert not chart.graded
    field = Frontier(title).put("14A:1211", "german-46-infantry")
    assert field.pos.full_zoc(AXIS) is field.pos.zoc(AXIS)


def test_zones_may_be_reduced_from_a_turn_out_of_supply_on() -> None:
    arena = Arena().chart("movement", weak=(WeakRow("unfed", PRINTED, out=2),))
    unit = arena.unit(arena.middle, "greek 5-6", marks=[OUT])
    for player_turns, reduced in ((1, False), (2, False), (3, True)):
        arena.having(unfed={unit: player_turns})
        assert (not arena.pos.full_zoc(ALLIED)) is reduced
