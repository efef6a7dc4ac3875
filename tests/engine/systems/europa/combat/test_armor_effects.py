"""Armour, antitank and engineers in battle: modifiers, denials, required losses (BF-10, 14A)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.combat.calculation import Calculation
from engine.systems.europa.combat.engineers import engineer_share
from engine.systems.europa.state.constants import ALLIED
from oob.model import Size, UnitId
from tests.engine.systems.europa.arena import Arena

REGIMENT, BATTALION = Size.REGIMENT, Size.BATTALION


def field(title: str = "balkan_front", *types: str) -> Arena:
    """An arena with Greek regiments of some types in the middle, infantry if none is named."""
    arena = Arena(title)
    for number, type_ in enumerate(types or ("infantry",)):
        arena.unit(arena.middle, f"greek 2-6 {number}", type_, REGIMENT, dot=True)
    return arena


def divisions(arena: Arena, *types: str) -> tuple[UnitId, ...]:
    return tuple(
        arena.unit(arena.around[number % 6], f"german 7-6 {number}", type_)
        for number, type_ in enumerate(types)
    )


def values(found: Calculation) -> dict[str, int]:
    """The modifiers by the first word of each."""
    return {line.text.split(":")[0].split()[0]: line.value for line in found.modifiers}


def test_example_a_third_of_armor_in_clear_weather() -> None:
    """BF-10C1.1: a panzer division, two infantry divisions, three neutral artillery regiments."""
    arena = field()
    force = divisions(arena, "armor", "infantry", "infantry")
    guns = [
        arena.unit(arena.around[3], f"german 2-3-8 {number}", "artillery", REGIMENT)
        for number in range(3)
    ]
    found = arena.reckon(*force, *guns)
    assert found.armor.attack.value == Fraction(1, 3)
    assert values(found) == {"Armour": 1}


@pytest.mark.parametrize(
    ("types", "clear", "poor"),
    [
        (("armor",), 3, 1),
        (("armor", "infantry"), 2, 1),
        (("armor", "infantry", "infantry"), 1, 0),
        (("infantry",), 0, 0),
        (("armor", "light armor"), 3, 1),
        (("light armor",), 2, 1),
    ],
)
def test_armor_in_attack_by_share_and_weather(
    types: tuple[str, ...], clear: int, poor: int
) -> None:
    """BF-10C1, 10E."""
    arena = field()
    force = divisions(arena, *types)
    assert values(arena.reckon(*force)).get("Armour", 0) == clear
    arena.weather("poor")
    assert values(arena.reckon(*force)).get("Armour", 0) == poor


def test_example_light_tank_cadre_in_defence() -> None:
    """BF-10C2.1: half an RE of two, -1 in clear weather and nothing in poor."""
    arena = Arena()
    arena.unit(arena.middle, "greek 4-8 tanks", "light armor", cadre="2-8", steps=1)
    arena.unit(arena.middle, "greek 4-6 foot", cadre="2-6", steps=1)
    force = divisions(arena, "infantry")
    found = arena.reckon(*force)
    assert found.armor.defense.value == Fraction(1, 4)
    assert values(found) == {"Armour": -1}
    arena.weather("poor")
    assert values(arena.reckon(*force)) == {"Poor": -1}


def test_armor_in_defence_is_denied_by_heavy_armor_which_calls_antitank() -> None:
    """BF-10C2.3, 10C3.1."""
    arena = field("balkan_front", "armor", "infantry")
    foot = divisions(arena, "infantry")
    assert not arena.reckon(*foot).armor.antitank
    assert values(arena.reckon(*foot)) == {"Armour": -2}
    tanks = arena.unit(arena.around[4], "german 8-10", "armor")
    heavy = arena.reckon(tanks)
    assert heavy.armor.antitank
    assert values(heavy) == {"Armour": 3, "Antitank": -2}


def test_example_full_armor_against_full_antitank_is_minus_one() -> None:
    """BF-10D.1, 10C3.4."""
    arena = field("balkan_front", "anti-tank")
    found = arena.reckon(*divisions(arena, "armor"))
    assert values(found) == {"Armour": 3, "Antitank": -4}
    assert found.modifier == -1


def test_antitank_holds_in_poor_weather() -> None:
    """BF-10C4.1."""
    arena = field("balkan_front", "anti-tank").weather("poor")
    found = arena.reckon(*divisions(arena, "armor"))
    assert values(found) == {"Poor": -1, "Armour": 1, "Antitank": -4}


def test_example_armored_brigade_at_heavy_antiaircraft_in_a_dot_city() -> None:
    """BF-10G.2: no armour effects there, full antitank effects all the same: -4."""
    arena = field("balkan_front", "heavy anti-aircraft").city(Arena().middle, "dot")
    brigade = arena.unit(arena.around[0], "german 4-10", "armor", Size.BRIGADE, dot=True)
    found = arena.reckon(brigade)
    assert values(found) == {"Antitank": -4}
    assert found.required(attacking=True) == ()


def test_armor_that_crosses_a_denying_hexside_counts_for_nothing() -> None:
    """BF-10G.1."""
    arena = field().between(Arena().around[0], Arena().middle, "fortified")
    first, second = divisions(arena, "armor", "armor")
    assert values(arena.reckon(first)) == {}
    assert arena.reckon(first, second).armor.attack.value == Fraction(1, 2)
    assert arena.reckon(first, second).armor.could.value == 1


def test_no_armor_at_forts() -> None:
    """BF-10G.1, BC-19B.2."""
    for title in ("balkan_front", "boot_camp"):
        arena = field(title).having(forts=frozenset({Arena().middle}))
        assert values(arena.reckon(*divisions(arena, "armor"))) == {"Fort": -1}


def test_required_losses_fall_on_armor_that_was_used_by_half_or_more() -> None:
    """BF-10H.1, 10H.2."""
    arena = field("balkan_front", "anti-tank", "infantry")
    tank, foot = divisions(arena, "armor", "infantry")
    heavy = arena.reckon(tank, foot)
    assert heavy.required(attacking=True) == ((tank,),)
    guns = tuple(unit for unit in heavy.battle.defenders if "0" in unit)
    assert heavy.armor.defense.value == Fraction(1, 2)
    assert heavy.required(attacking=False) == (guns,)
    more = arena.unit(arena.around[2], "german 7-6 more")
    assert arena.reckon(tank, foot, more).required(attacking=True) == ()


def test_the_attacker_may_count_half_capable_armor_as_half() -> None:
    """BF-10E.1: offered where it matters."""
    arena = field()
    force = divisions(arena, "armor", "light armor")
    arena.form(force[0])
    assert arena.objections(do.CountHalf()) == ["BF-10E.1"]
    arena.do(do.AddUnit(force[1]))
    assert "half-capable as neutral" in _reckoned(arena).modifiers[0].text
    arena.do(do.CountHalf())
    assert values(_reckoned(arena)) == {"Armour": 2}
    assert arena.objections(do.CountHalf()) == ["BF-10E.1"]
    arena.do(do.CountNeutral())
    assert values(_reckoned(arena)) == {"Armour": 3}
    assert arena.objections(do.CountNeutral()) == ["BF-10E.1"]


def _reckoned(arena: Arena) -> Calculation:
    top = arena.state.top
    return Calculation(arena.pos, top.battle)  # type: ignore[attr-defined]


def test_the_defender_is_asked_how_he_counts_where_it_matters() -> None:
    """BF-10E.1."""
    plain = field("balkan_front", "anti-tank", "infantry")
    assert plain.attack(*divisions(plain, "armor")).asks() == "CombatRoll"
    for choice, antitank in ((do.CountNeutral(), -4), (do.CountHalf(), -2)):
        arena = field("balkan_front", "anti-tank", "assault engineer")
        force = divisions(arena, "armor")
        assert arena.reckon(*force).armor.choices == (ALLIED,)
        arena.attack(*force)
        assert arena.asks() == "ArmorCall"
        arena.do(choice)
        assert arena.asks() == "CombatRoll"
        assert values(_reckoned(arena))["Antitank"] == antitank


@pytest.mark.parametrize(
    ("types", "clear", "poor"),
    [
        (("armor",), 2, 1),
        (("motorized infantry", "infantry"), 2, 1),
        (("armor", "infantry", "infantry"), 1, 0),
        (("infantry", "infantry"), 0, 0),
    ],
)
def test_boot_camp_gives_a_bonus_by_divisions(
    types: tuple[str, ...], clear: int, poor: int
) -> None:
    """BC-B10.1: no antitank effects, no required losses."""
    arena = field("boot_camp", "anti-tank")
    force = divisions(arena, *types)
    assert values(arena.reckon(*force)).get("Armour", 0) == clear
    arena.weather("poor")
    found = arena.reckon(*force)
    assert values(found).get("Armour", 0) == poor
    assert found.required(attacking=True) == found.required(attacking=False) == ()


def test_example_assault_engineers_count_double_in_the_share_at_a_city() -> None:
    """BF-14A3.4: a battalion counts 1 RE against a full hex city."""
    arena = field().city(Arena().middle, "full_city")
    engineer = arena.unit(arena.around[0], "german 1-10", "assault engineer", BATTALION)
    division = arena.unit(arena.around[0], "german 7-6")
    found = arena.reckon(engineer, division)
    assert engineer_share(arena.pos, found.battle) == Fraction(1, 4)


def test_engineers_add_one_from_a_seventh_of_the_force() -> None:
    """BF-14A2.4, 14A2.5: artillery is not counted."""
    arena = field().having(forts=frozenset({Arena().middle}))
    engineer = arena.unit(arena.around[0], "german 1-8", "engineer", REGIMENT)
    force = divisions(arena, "infantry", "infantry")
    gun = arena.unit(arena.around[2], "german 2-3-8", "artillery", REGIMENT)
    found = arena.reckon(engineer, *force, gun)
    assert engineer_share(arena.pos, found.battle) == Fraction(1, 7)
    assert values(found) == {"Fort": -1, "Engineers": 1}
    assert found.required(attacking=True) == ((engineer,),)
    more = arena.unit(arena.around[3], "german 1-6", size=BATTALION)
    few = arena.reckon(engineer, *force, gun, more)
    assert values(few) == {"Fort": -1}
    assert few.required(attacking=True) == ()


def test_one_engineer_will_do_in_boot_camp() -> None:
    """BC-B14.2."""
    arena = field("boot_camp").having(forts=frozenset({Arena().middle}))
    engineer = arena.unit(arena.around[0], "german 1-8", "engineer", BATTALION)
    found = arena.reckon(engineer, *divisions(arena, "infantry", "infantry", "infantry"))
    assert values(found) == {"Fort": -1, "Engineers": 1}
    assert found.required(attacking=True) == ()


def test_engineers_do_nothing_in_the_open() -> None:
    arena = field()
    engineer = arena.unit(arena.around[0], "german 1-8", "engineer", REGIMENT)
    assert values(arena.reckon(engineer)) == {}


@pytest.mark.parametrize(
    ("types", "clear", "poor"),
    [
        (("infantry",), -2, -3),
        (("infantry", "mountain infantry"), -1, -2),
        (("infantry", "infantry", "mountain infantry"), -2, -3),
        (("mountain infantry",), 0, -1),
    ],
)
def test_mountain_units_ease_the_mountains(types: tuple[str, ...], clear: int, poor: int) -> None:
    """BF-14D.2, 27.8: the reported -3 of ordinary troops and 0 of mountain troops."""
    arena = field().ground(Arena().middle, "mountain")
    force = divisions(arena, *types)
    assert arena.reckon(*force).modifier == clear
    arena.weather("winter")
    assert arena.reckon(*force).modifier == poor


def test_a_hexside_modifies_the_die_once_if_any_attacker_crosses_it() -> None:
    arena = field()
    for near in arena.around[:2]:
        arena.between(near, arena.middle, "mountain")
    force = divisions(arena, "infantry", "infantry", "infantry")
    assert values(arena.reckon(*force)) == {"Mountain": -1}
    assert values(arena.reckon(force[2])) == {}


def test_poor_weather_takes_one_from_every_die() -> None:
    """BC-21.7, BF-27.8."""
    arena = field("boot_camp").weather("poor")
    found = arena.reckon(*divisions(arena, "infantry"))
    assert [(line.value, line.rule) for line in found.modifiers] == [(-1, "BC-21.7")]
