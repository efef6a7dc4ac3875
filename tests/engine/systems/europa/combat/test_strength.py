"""Strength in an attack: support, supply, ground, artillery, engineers (BF-9A, 9H, 11, 12D, 14)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.core.charts.tables import Provenance
from engine.systems.europa.charts.supply_charts import DurationRow
from engine.systems.europa.combat.strength import ground_attack, ground_defense, ledger
from engine.systems.europa.state.constants import DROPPED, OUT
from oob.model import Size, UnitId
from tests.engine.systems.europa.arena import Arena

REGIMENT, BATTALION, HQ = Size.REGIMENT, Size.BATTALION, Size.HEADQUARTERS
HALF = Fraction(1, 2)


def field(title: str = "balkan_front", *options: str, defender: str = "greek 5-6") -> Arena:
    arena = Arena(title, *options)
    arena.unit(arena.middle, defender)
    return arena


def attack(arena: Arena, *units: UnitId) -> Fraction:
    return arena.reckon(*units).attack


def test_a_division_attacks_and_defends_with_what_is_printed() -> None:
    arena = field()
    unit = arena.unit(arena.around[0], "german 7-5-6")
    found = arena.reckon(unit)
    assert (found.attack, found.defense) == (7, 5)


def test_unsupported_units_fight_at_half_strength() -> None:
    """BF-11.5, fractions kept."""
    arena = field()
    alone = arena.unit(arena.around[0], "german 3-6", size=REGIMENT)
    assert attack(arena, alone) == Fraction(3, 2)


@pytest.mark.parametrize(
    ("type_", "size", "dot", "supports"),
    [
        ("infantry", Size.DIVISION, False, True),
        ("artillery", REGIMENT, False, True),
        ("infantry", HQ, False, True),
        ("motorized infantry", REGIMENT, True, False),
        ("infantry", REGIMENT, False, False),
        ("infantry", Size.CADRE, False, False),
    ],
)
def test_who_supports_a_regiment_beside_it(
    type_: str, size: Size, dot: bool, supports: bool
) -> None:
    """BF-11.1 to 11.7; cadres are supported and support nobody (A-2)."""
    arena = field()
    regiment = arena.unit(arena.around[0], "german 2-6", size=REGIMENT)
    mate = arena.unit(arena.around[0], "german 4-6", type_, size, dot=dot)
    line = arena.reckon(regiment, mate).attackers[0]
    assert line.value == (2 if supports else 1)


def test_a_cadre_and_a_black_dot_are_supported_themselves() -> None:
    """BF-11.4, BC-11.1."""
    arena = field()
    cadre = arena.unit(arena.around[0], "german 7-6", cadre="3-6", steps=1)
    dotted = arena.unit(arena.around[1], "german 4-8", "motorized infantry", REGIMENT, dot=True)
    assert attack(arena, cadre) == 3
    assert attack(arena, dotted) == 4


def test_support_in_attack_must_join_the_attack_from_the_same_hex() -> None:
    """BF-11.9."""
    arena = field()
    regiment = arena.unit(arena.around[0], "german 2-6", size=REGIMENT)
    stays = arena.unit(arena.around[0], "german 7-6 stays")
    elsewhere = arena.unit(arena.around[1], "german 7-6 elsewhere")
    assert attack(arena, regiment) == 1
    assert arena.reckon(regiment, elsewhere).attackers[0].value == 1
    assert arena.reckon(regiment, stays).attackers[0].value == 2


def test_support_in_defence_is_in_the_same_hex() -> None:
    """BF-11.8."""
    arena = field()
    arena.unit(arena.middle, "greek 2-6", size=REGIMENT)
    unit = arena.unit(arena.around[0], "german 7-6")
    assert arena.reckon(unit).defense == 7
    alone = Arena()
    alone.unit(alone.middle, "greek 2-6", size=REGIMENT)
    unit = alone.unit(alone.around[0], "german 7-6")
    assert alone.reckon(unit).defense == 1


def test_out_of_supply_halves_attack_and_defence_and_adds_to_other_halvings() -> None:
    """BF-12D.1; twice halved is quartered (BF-3C2)."""
    arena = Arena()
    arena.unit(arena.middle, "greek 5-6", marks=[OUT])
    division = arena.unit(arena.around[0], "german 7-6", marks=[OUT])
    regiment = arena.unit(arena.around[1], "german 3-6", size=REGIMENT, marks=[OUT])
    found = arena.reckon(division, regiment)
    assert [line.value for line in found.attackers] == [Fraction(7, 2), Fraction(3, 4)]
    assert found.defense == Fraction(5, 2)


def test_dropped_units_count_as_supported_and_supplied() -> None:
    """BC-19E.9."""
    arena = field("boot_camp")
    dropped = arena.unit(
        arena.around[0], "german 3-5", "parachute infantry", REGIMENT, marks=[DROPPED, OUT]
    )
    assert attack(arena, dropped) == 3


@pytest.mark.parametrize(
    ("side", "type_", "value"),
    [
        ("river", "infantry", Fraction(4)),
        ("river", "artillery", Fraction(8)),
        ("major_river", "infantry", Fraction(2)),
        ("major_river", "artillery", Fraction(8)),
        ("narrow_strait", "armor", Fraction(2)),
        ("fortified", "infantry", Fraction(4)),
        ("fortified", "artillery", Fraction(8)),
        ("fortified", "engineer", Fraction(8)),
        ("mountain", "infantry", Fraction(4)),
        ("mountain", "mountain infantry", Fraction(8)),
    ],
)
def test_hexsides_weaken_attackers(side: str, type_: str, value: Fraction) -> None:
    """BF-9H.1, BC-19B.1."""
    arena = field()
    arena.between(arena.around[0], arena.middle, side)
    size = Size.DIVISION if type_ not in ("artillery", "engineer") else REGIMENT
    mate = arena.unit(arena.around[0], "german 1-6 mate")
    unit = arena.unit(arena.around[0], "german 8-6", type_, size)
    line = next(line for line in arena.reckon(mate, unit).attackers if line.unit == unit)
    assert line.value == value


@pytest.mark.parametrize(
    ("terrain", "type_", "value"),
    [
        ("clear", "armor", 8),
        ("rough", "armor", 8),
        ("woods", "armor", 8),
        ("wooded_rough", "armor", 4),
        ("wooded_rough", "infantry", 8),
        ("forest", "motorized infantry", 4),
        ("swamp", "infantry", 8),
        ("swamp", "armor", 4),
        ("mountain", "infantry", 4),
        ("mountain", "mountain infantry", 8),
    ],
)
def test_terrain_weakens_attackers(terrain: str, type_: str, value: int) -> None:
    """BF-9H.1, 14D.2; which terrain does so is reconstructed."""
    arena = field()
    arena.ground(arena.middle, terrain)
    unit = arena.unit(arena.around[0], "german 8-6", type_)
    assert attack(arena, unit) == value


@pytest.mark.parametrize("title", ["balkan_front", "boot_camp"])
def test_every_halving_of_hex_and_hexside_counts(title: str) -> None:
    """BF-3C2.2: over a river and fortifications into a city, an 8-6 attacks with 1."""
    arena = field(title)
    arena.city(arena.middle, "full_city")
    arena.between(arena.around[0], arena.middle, "river", "fortified")
    unit = arena.unit(arena.around[0], "german 8-6")
    line = arena.reckon(unit).attackers[0]
    assert line.value == 1
    assert [factor.by for factor in line.factors] == [Fraction(1, 2)] * 3


def test_terrain_and_a_city_that_does_not_fill_the_hex_both_halve() -> None:
    """BF-3C2.1: a c/m unit into a partial city in the woods."""
    arena = field()
    arena.ground(arena.middle, "forest").city(arena.middle, "partial_city")
    unit = arena.unit(arena.around[0], "german 8-10", "armor")
    assert attack(arena, unit) == 2


def test_a_river_that_is_part_of_a_wider_one_is_no_second_halving() -> None:
    """BF-3C2.1: a major river quarters, and the chart says that a river in it adds nothing."""
    arena = field()
    arena.between(arena.around[0], arena.middle, "river", "major_river")
    assert attack(arena, arena.unit(arena.around[0], "german 8-6")) == 2


def test_razed_fortifications_weaken_nobody() -> None:
    """BF-14E1.1."""
    arena = field()
    arena.between(arena.around[0], arena.middle, "fortified")
    unit = arena.unit(arena.around[0], "german 8-6")
    arena.having(razed=frozenset(arena.map.hexsides))
    assert attack(arena, unit) == 8


def test_heavy_antiaircraft_is_not_halved_by_option() -> None:
    """BF-32B1.1."""
    for options, value in (((), 2), (("heavy_antiaircraft",), 4)):
        arena = field("balkan_front", *options)
        arena.between(arena.around[0], arena.middle, "fortified")
        flak = arena.unit(
            arena.around[0], "german 4-8", "motorized heavy anti-aircraft", REGIMENT, dot=True
        )
        assert attack(arena, flak) == value


def test_example_artillery_in_excess_on_defence() -> None:
    """BF-14B.1: three 2-3-8 artillery regiments and a 2-6 infantry regiment defend with 6."""
    arena = Arena()
    arena.unit(arena.middle, "german 2-6 infantry", size=REGIMENT)
    for number in range(3):
        arena.unit(arena.middle, f"german 2-3-8 {number}", "artillery", REGIMENT)
    arena.oob.nations["german"]
    arena.having(joined={"german": "allied", "italian": "axis"})
    unit = arena.unit(arena.around[0], "italian 7-6")
    found = arena.reckon(unit)
    assert found.defense == 6
    assert sum(line.excess for line in found.defenders) == 2


def test_artillery_in_excess_on_attack_counts_one_together() -> None:
    """BF-14B.2: the owner keeps the strongest at full strength."""
    arena = field()
    infantry = arena.unit(arena.around[0], "german 2-6", size=REGIMENT)
    guns = [
        arena.unit(arena.around[0], f"german {ratings}-2-8 gun", "artillery", REGIMENT)
        for ratings in (3, 5, 4)
    ]
    found = arena.reckon(infantry, *guns)
    assert found.attack == 2 + 5 + 1
    assert [line.unit for line in found.attackers if line.excess] == [guns[0], guns[2]]


def test_artillery_in_excess_is_never_worth_more_than_it_is() -> None:
    arena = field()
    gun = arena.unit(arena.around[0], "german 1-1-6", "artillery", BATTALION, marks=[OUT])
    assert attack(arena, gun) == HALF
    worded = field().chart("artillery", capped=False)
    gun = worded.unit(worded.around[0], "german 1-1-6", "artillery", BATTALION, marks=[OUT])
    assert attack(worded, gun) == 1, "as rule 14B is worded"


def test_headquarters_are_other_units_than_artillery() -> None:
    """A-34: their RE carries a regiment of artillery, and their strength is 0 (BF-14C.1)."""
    arena = field()
    staff = arena.unit(arena.around[0], "german 0-6", "infantry", HQ)
    gun = arena.unit(arena.around[0], "german 4-3-8", "artillery", REGIMENT)
    assert attack(arena, staff, gun) == 4


def test_example_assault_engineers_at_a_full_hex_city() -> None:
    """BF-14A3.3: a 1-10 battalion attacks a full hex city with 2."""
    arena = field().city(Arena().middle, "full_city")
    unit = arena.unit(arena.around[0], "german 1-10", "assault engineer", BATTALION)
    assert attack(arena, unit) == 2


def test_assault_engineers_defend_a_city_twice_as_strong() -> None:
    """A-9, the reading of BF-14A3.3."""
    arena = Arena().city(Arena().middle, "full_city")
    arena.unit(arena.middle, "greek 1-6", "assault engineer", BATTALION)
    unit = arena.unit(arena.around[0], "german 7-6")
    assert arena.reckon(unit).defense == 2


def test_assault_engineers_double_over_fortified_hexsides() -> None:
    """BF-14A3.5."""
    arena = field().between(Arena().around[0], Arena().middle, "fortified")
    mate = arena.unit(arena.around[0], "german 1-6 mate")
    unit = arena.unit(arena.around[0], "german 2-10", "assault engineer", BATTALION)
    line = next(line for line in arena.reckon(mate, unit).attackers if line.unit == unit)
    assert line.value == 4


def test_engineers_are_supported_at_forts_and_major_cities_alone() -> None:
    """BF-14A2.2, 14A2.3: and they support nobody there."""
    arena = field()
    unit = arena.unit(arena.around[0], "german 2-6", "engineer", BATTALION)
    mate = arena.unit(arena.around[0], "german 2-6 mate", size=REGIMENT)
    assert attack(arena, unit) == 1
    arena.having(forts=frozenset({arena.middle}))
    assert attack(arena, unit) == 2
    assert attack(arena, unit, mate) == 3


def test_siege_artillery_doubles_at_major_cities() -> None:
    arena = field().city(Arena().middle, "partial_city")
    mate = arena.unit(arena.around[0], "german 4-6 mate")
    gun = arena.unit(arena.around[0], "german 3-1-6", "siege artillery", REGIMENT)
    assert attack(arena, mate, gun) == 2 + 6


def test_bombing_is_added_and_stays_out_of_overruns() -> None:
    """BF-9A.4, 9A.5, 13.5."""
    arena = field()
    unit = arena.unit(arena.around[0], "german 7-6")
    arena.having(points={"air axis": 3, "air allied": 2})
    found = arena.reckon(unit)
    assert (found.attack, found.defense) == (10, 7)
    pos, battle = arena.pos, found.battle
    assert (ground_attack(pos, battle), ground_defense(pos, battle)) == (7, 5)


def test_the_ledger_says_what_made_each_strength() -> None:
    arena = field().between(Arena().around[0], Arena().middle, "river")
    unit = arena.unit(arena.around[0], "german 3-6", size=REGIMENT, marks=[OUT])
    lines = ledger(arena.reckon(unit).attackers)
    assert lines == (f"{arena.pos.called(unit)}: 3/8 (out of supply, unsupported, over river)",)


def test_winter_keeps_wheels_and_guns_out_of_mountain_attacks() -> None:
    """BC-21.5."""
    from engine.systems.europa.combat.crossing import can_cross

    arena = field("boot_camp").ground(Arena().middle, "mountain")
    tank = arena.unit(arena.around[0], "german 8-10", "armor")
    gun = arena.unit(arena.around[0], "german 2-3-8", "artillery", REGIMENT)
    foot = arena.unit(arena.around[0], "german 7-6")
    assert all(can_cross(arena.pos, unit, arena.middle) for unit in (tank, gun, foot))
    arena.weather("winter")
    able = [can_cross(arena.pos, unit, arena.middle) for unit in (tank, gun, foot)]
    assert able == [False, False, True]


def test_lack_of_supply_may_halve_less_at_first() -> None:
    rows = (
        DurationRow("first", 1, True, False, True, False, Provenance.PRINTED),
        DurationRow("later", 2, True, True, True, True, Provenance.PRINTED),
    )
    arena = Arena().chart("supply", durations=rows)
    enemy = arena.unit(arena.middle, "greek 5-6", marks=[OUT])
    foot = arena.unit(arena.around[0], "german 7-6", marks=[OUT])
    wheels = arena.unit(arena.around[1], "german 8-8", "motorized infantry", marks=[OUT])
    for player_turns, defense, walk in ((1, 5, 12), (3, Fraction(5, 2), 6)):
        arena.having(unfed=dict.fromkeys((enemy, foot, wheels), player_turns))
        found = arena.reckon(foot, wheels)
        assert (found.attack, found.defense) == (Fraction(15, 2), defense)
        assert (arena.pos.allowance(foot), arena.pos.allowance(wheels)) == (walk, 8)


def test_a_hexside_between_two_zones_has_the_worse_weather() -> None:
    """BF-27.16: its modifier and what it denies armour, though the attacked hex is clear."""
    arena = field()
    north = arena.around[0]
    arena.arctic(north).having(weather={"D": "clear", "A": "poor"})
    row = next(r for r in arena.context.charts.effects.rows if r.id == "river")
    rows = tuple(
        replace(r, die={"clear": 0, "poor": -2}, aec={"clear": True, "poor": False})
        if r is row
        else r
        for r in arena.context.charts.effects.rows
    )
    arena.chart("effects", rows=rows).between(north, arena.middle, "river")
    tanks = arena.unit(north, "german 8-10", "armor")
    arena.unit(arena.middle, "greek 2-6 holds")
    found = arena.reckon(tanks)
    assert found.modifier == -2
    arena.having(weather={"D": "clear", "A": "clear"})
    assert arena.reckon(tanks).modifier == 3
