"""Worked examples of the rulebook of Fire in the East that units of its own play: each as it is
told.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from engine.systems.europa.air import fleet
from engine.systems.europa.air.combat import antiaircraft, strengths
from engine.systems.europa.air.groups import chart
from engine.systems.europa.air.records import AirUnit, Mission
from engine.systems.europa.combat import battle_actions as fight
from engine.systems.europa.combat.armor_share import Part, share
from engine.systems.europa.combat.battles import Battle, Losing
from engine.systems.europa.combat.strength import defense_lines, total
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, Capability
from engine.systems.europa.state.records import Fighting
from engine.systems.europa.state.units import Facts
from engine.systems.fire_in_the_east.state.records import Stock
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import FOOT, PANZER, RIFLES, TANKS, WholeFront
from tests.engine.systems.fire_in_the_east.eastern_air import (
    GERMAN_BASE,
    ME109E,
    MINSK,
    SB2,
    EastAir,
)
from tests.engine.systems.fire_in_the_east.test_finland import border

BATTALIONS = ("german-177-aslt-gun-ii", "german-202-aslt-gun-ii")
MORE_FOOT = "german-11-infantry-xx"
REGIMENTS = ("german-609-artillery-iii", "german-610-artillery-iii", "german-782-artillery-iii")
INFANTRY = "german-388-infantry-iii"
FIELD, GUNS_LIMIT = "1B:3610", 2


def parts(of: Callable[[Facts], Capability], *units: str) -> list[Part]:
    """The size and the capability of whole units."""
    context = WholeFront().context
    found = [context.facts(UnitId(u), context.units[UnitId(u)].steps) for u in units]
    return [(facts.halves, of(facts)) for facts in found]


def attacking(facts: Facts) -> Capability:
    """Armour in attack."""
    return facts.aec_attack


def defending(facts: Facts) -> Capability:
    """Armour in defence."""
    return facts.aec_defense


def antitank(facts: Facts) -> Capability:
    """Antitank."""
    return facts.atec


def test_example_a_soviet_tank_division_has_three_res_of_armor() -> None:
    """[FE-10B1.1] All its size counts."""
    found = share(parts(attacking, TANKS), GUNS_LIMIT)
    assert (found.capable, found.total) == (3, 3)


def test_example_two_assault_gun_battalions_are_half_an_re_of_armor_in_defence() -> None:
    """[FE-10B2.1] The other half has none."""
    found = share(parts(defending, *BATTALIONS), GUNS_LIMIT)
    assert (found.capable, found.total) == (Fraction(1, 2), 1)


def test_example_a_soviet_motorized_division_is_left_out_of_the_antitank_share() -> None:
    """[FE-10B3.1] It is neutral: its three REs count on neither side."""
    whole = share(parts(antitank, TANKS, "soviet-202-motorized-xx"), GUNS_LIMIT)
    assert (whole.neutral, whole.total) == (3, 3)


def test_example_two_infantry_and_a_panzer_division_are_a_third_armor() -> None:
    """[FE-10C.1] Three of nine REs."""
    found = share(parts(attacking, FOOT, MORE_FOOT, PANZER), GUNS_LIMIT)
    assert (found.capable, found.total) == (3, 9)


def test_example_neutral_artillery_does_not_lower_the_share() -> None:
    """[FE-10C1.1] Three regiments of it beside a panzer and two infantry divisions: 3 of 9."""
    found = share(parts(attacking, PANZER, FOOT, MORE_FOOT, *REGIMENTS), GUNS_LIMIT)
    assert (found.capable, found.total, found.neutral) == (3, 9, 3)


def test_example_artillery_in_excess_adds_one_to_the_defence() -> None:
    """[FE-14B.1] Three regiments of 2-3-8 with one of infantry, 2-6: 3 and 2, and 1 for the two
    that are too many.
    """
    game = WholeFront(5, ALLIED).put(FIELD, INFANTRY, *REGIMENTS)
    units = tuple(map(UnitId, (INFANTRY, *REGIMENTS)))
    battle = Battle(ALLIED, game.at(FIELD), (UnitId(RIFLES),), units)
    assert total(defense_lines(game.pos, battle)) == 3 + 2 + 1


def test_example_attackers_into_the_arctic_keep_its_stacking_limit() -> None:
    """[FE-8B.3] Out of a hex south of it too: one division there, more into a hex of the south."""
    game = WholeFront(5)
    north, south = border(game, south=True)
    label, context = game.context.map.label, game.context
    other = next(at for at in context.fronts[south] if at in context.host_land)
    for target, refused in ((north, ["FE-9B7.1"]), (other, [])):
        game = WholeFront(5).put(label(south), FOOT, MORE_FOOT).put(label(target), RIFLES)
        game.having(resources={south: Stock(AXIS, 5)}).phase(Fighting, AXIS)
        game.do(fight.DeclareAttack(target), fight.AddUnit(UnitId(FOOT)))
        assert game.objections(fight.AddUnit(UnitId(MORE_FOOT))) == refused


def test_example_a_fighter_with_bombs_has_five_and_three() -> None:
    """[FE-24A.1] An Me 109E, 7F5, on a bombing mission."""
    game = EastAir().station(GERMAN_BASE, ME109E)
    assert (strengths.attack(game.pos, ME109E), strengths.defense(game.pos, ME109E)) == (7, 5)
    game.over(MINSK, Mission.GROUND_SUPPORT, ME109E, base=GERMAN_BASE)
    assert (strengths.attack(game.pos, ME109E), strengths.defense(game.pos, ME109E)) == (5, 3)


def test_example_a_transport_with_a_glider_in_tow_defends_with_one() -> None:
    """[FE-24D.2] A Ju 52, 1T2, and a DFS 230."""
    game = EastAir()
    tow, glider = "german-ju-52-1", "german-dfs-230-1"
    game.station(GERMAN_BASE, tow, glider)
    assert strengths.defense(game.pos, tow) == 2
    flight = AirUnit(
        game.at(GERMAN_BASE), mission=Mission.AIR_DROP.value, target=game.at(MINSK), tow=glider
    )
    game.put_air((tow,), flight)
    assert strengths.defense(game.pos, tow) == 1


def test_example_survivors_of_a_stack_of_the_nkvd_stay() -> None:
    """[FE-14G.1] Half of it is lost by a DH; what is left does not retreat."""
    nkvd, attackers = "soviet-mot-nkvd-mot-nkvd-iii-nkvd", (FOOT, MORE_FOOT, PANZER)
    codes = []
    for face in range(1, 7):
        game = WholeFront(5)
        beside = game.context.map.label(game.context.fronts[game.at(FIELD)][0])
        game.put(FIELD, nkvd, RIFLES).put(beside, *attackers).phase(Fighting, AXIS)
        game.do(fight.DeclareAttack(game.at(FIELD)))
        game.do(*(fight.AddUnit(UnitId(unit)) for unit in attackers), fight.GoIn())
        game.roll(face)
        codes.append(game.told("combat result")[0]["code"])
        if codes[-1] == "DH":
            break
    assert codes[-1] == "DH", codes
    while isinstance(game.state.top, Losing):
        game.do(next(iter(game.legal)))
    left = [unit for unit in (nkvd, RIFLES) if game.state.pieces[UnitId(unit)].at != DEAD]
    assert [game.state.pieces[UnitId(unit)].at for unit in left] == [game.at(FIELD)]


def test_example_a_night_bomber_is_treated_as_a_bomber() -> None:
    """[FE-24F.1] A TB-3 or Yer-2, NB: a bomber for missions, replacements and guns."""
    pos = EastAir().pos
    for unit in ("soviet-tb-3-1", "soviet-yer-2"):
        assert fleet.facts(pos, unit).model.type == "NB"
        assert chart.category(fleet.facts(pos, unit)) == "bomber"
        assert antiaircraft.modifier(pos, unit) == antiaircraft.modifier(pos, SB2) == 1
