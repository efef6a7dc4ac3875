"""Bombing in battles: what it adds, how much of it counts, and fire at those that defend."""

from __future__ import annotations

from fractions import Fraction

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air.bombing import support
from engine.systems.europa.air.records import FlakRoll, Mission
from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.combat.battles import Battle, CombatRoll, Forming
from engine.systems.europa.combat.strength import (
    attack_lines,
    defense_lines,
    ground_defense,
)
from engine.systems.europa.state.constants import ALLIED, AXIS, Phase
from engine.systems.europa.state.records import Fighting
from oob.model import UnitId
from tests.engine.systems.europa.air.sky import (
    BORDER,
    FERRARA,
    GREEKS,
    IOANNINA,
    LARISA,
    MXD,
    SM79,
    SM81,
    TIRANA,
    Sky,
)

SUPPORT, DEFENCE = Mission.GROUND_SUPPORT, Mission.DEFENSIVE_SUPPORT
ITALIAN_AA = "italian-26c-light-aa"
OTHER_SIDE = "14A:4719"
"""Greek, beside the border hex too."""


def supported(*units: str) -> Sky:
    """Italian bombers over Ioannina, in the Axis combat phase."""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS).station(TIRANA, *units)
    for unit in units:
        sky.fly(unit, SUPPORT, IOANNINA)
    return sky.do(EndPhase())


def attack(sky: Sky, *units: str) -> Sky:
    """Declare an attack on Ioannina with the units."""
    sky.do(do.DeclareAttack(sky.at(IOANNINA)))
    return sky.do(*(do.AddUnit(UnitId(unit)) for unit in units))


def battle_of(sky: Sky) -> Battle:
    frame = sky.state.top
    assert isinstance(frame, Forming)
    found: Battle = frame.battle
    return found


def defended(*guns: str) -> Sky:
    """A Greek bomber over Ioannina, the Axis about to attack with its guns."""
    sky = Sky(side=ALLIED).put(BORDER, FERRARA, *guns).put(IOANNINA, GREEKS)
    sky.station(LARISA, MXD).fly(MXD, DEFENCE, IOANNINA)
    return sky.phase(Fighting, AXIS)


def test_ground_support_adds_its_bombing_strength_to_the_attack() -> None:
    """BF-20F2b.3, 9A.4"""
    sky = attack(supported(SM79), FERRARA)
    lines = attack_lines(sky.pos, battle_of(sky))
    assert [(line.text, line.value) for line in lines][-1] == ("Bombing", Fraction(3))


def test_no_more_counts_than_the_printed_strength_of_the_attackers() -> None:
    """BF-20F2b.4: six points over four of infantry."""
    sky = attack(supported(SM79, SM81), FERRARA)
    assert sky.pos.air_points(sky.at(IOANNINA), AXIS) == 6
    lines = attack_lines(sky.pos, battle_of(sky))
    assert [line.value for line in lines if line.unit is None] == [4]


def test_poor_weather_halves_bombing() -> None:
    """BF-20F.7, 27.14: the limit is on printed strength, so it is halved as well."""
    sky = attack(supported(SM79), FERRARA).having(weather={"D": "poor", "E": "poor"})
    assert sky.pos.air_points(sky.at(IOANNINA), AXIS) == Fraction(3, 2)
    assert support.counted(sky.pos, sky.at(IOANNINA), AXIS, Fraction(3), 2) == 1


def test_terrain_does_not_change_bombing() -> None:
    """BF-20F2b.3, 20F2c.3: Ioannina is rough, and nothing is taken off."""
    sky = supported(SM79)
    assert sky.context.map.terrain[sky.at(IOANNINA)] == "rough"
    assert sky.pos.air_points(sky.at(IOANNINA), AXIS) == 3


def test_air_units_on_ground_support_return_when_the_combat_phase_ends() -> None:
    """BF-20F2b.2"""
    sky = supported(SM79).do(EndPhase())
    assert sky.state.phase == Phase.COMBAT.value
    assert sky.kinds() == {"land", "land all"}


def test_defensive_support_adds_to_the_defence_in_the_enemy_combat_phase() -> None:
    """BF-20F2c.3"""
    sky = attack(defended(), FERRARA)
    lines = defense_lines(sky.pos, battle_of(sky))
    assert [line.value for line in lines if line.unit is None] == [2]


def test_defensive_support_counts_up_to_the_printed_strength_of_the_defenders() -> None:
    """BF-20F2c.4"""
    assert support.counted(defended().pos, defended().at(IOANNINA), ALLIED, Fraction(2), 1) == 1


def test_defensive_support_counts_for_no_overrun_and_in_no_other_phase() -> None:
    """BF-20F2c.3, 13.5"""
    sky = defended()
    target = sky.at(IOANNINA)
    battle = Battle(AXIS, target, (UnitId(FERRARA),), sky.pos.enemies(target, AXIS))
    with_air = sum(line.value for line in defense_lines(sky.pos, battle))
    assert ground_defense(sky.pos, battle) == with_air - 2
    assert sky.ready(AXIS).pos.air_points(target, ALLIED) == 0


def test_defensive_support_does_not_help_an_attack_of_its_own_side() -> None:
    """BF-20F2c.3: in the combat phase of its own side it waits."""
    sky = defended().phase(Fighting, ALLIED)
    assert sky.pos.air_points(sky.at(IOANNINA), ALLIED) == 0


def test_the_attackers_guns_fire_at_defensive_support_before_the_battle() -> None:
    """BF-20F2c.5, 22B3.1"""
    sky = attack(defended(ITALIAN_AA), FERRARA, ITALIAN_AA).do(do.GoIn())
    assert sky.state.top == FlakRoll(MXD, 2)
    shown = sky.rules.battle(sky.state)
    assert shown is not None and shown.at == sky.at(IOANNINA), "the battle is shown all the while"
    sky.roll(6, 6)
    assert isinstance(sky.state.top, CombatRoll)
    assert sky.unit(MXD).mission == DEFENCE


def test_what_the_guns_turn_back_defends_no_more() -> None:
    """BF-22B3.1: the odds are those after the fire."""
    sky = attack(defended(ITALIAN_AA), FERRARA, ITALIAN_AA).do(do.GoIn()).roll(1, 1)
    frame = sky.state.top
    assert isinstance(frame, CombatRoll)
    lines = defense_lines(sky.pos, frame.battle)
    assert all(line.unit is not None for line in lines)
    assert not sky.unit(MXD).operative


def test_guns_that_do_not_attack_do_not_fire_at_defensive_support() -> None:
    """BF-22B3.2: units must attack the hex to use their guns so."""
    sky = attack(defended(ITALIAN_AA), FERRARA).do(do.GoIn())
    assert isinstance(sky.state.top, CombatRoll)


def test_example_sarajevo_guns_are_shared_among_the_hexes_they_attack_from() -> None:
    """BF-22B3.2: four points from three hexes are one, two from one hex are two."""
    sky = Sky(side=ALLIED).put(IOANNINA, GREEKS).station(LARISA, MXD)
    sky.put(BORDER, FERRARA, ITALIAN_AA).put("14A:4717", "italian-9a-light-aa")
    sky.put(OTHER_SIDE, "italian-51-siena").fly(MXD, DEFENCE, IOANNINA)
    sky.phase(Fighting, AXIS)
    guns = tuple(map(UnitId, (FERRARA, ITALIAN_AA, "italian-9a-light-aa", "italian-51-siena")))
    target = sky.at(IOANNINA)
    battle = Battle(AXIS, target, guns, sky.pos.enemies(target, AXIS))
    assert support.shots(sky.pos, battle) == (FlakRoll(MXD, 1),)
    near = Battle(AXIS, target, guns[:2], sky.pos.enemies(target, AXIS))
    assert support.shots(sky.pos, near) == (FlakRoll(MXD, 2),)


def test_a_war_without_air_units_has_no_points() -> None:
    """BF-20F2b.3"""
    assert Sky().having(air=Sky().air).pos.air_points(Sky().at(IOANNINA), AXIS) == 0
