"""What results do: losses and who bears them, who must retreat (BF-9C, 9D, 9E, 9I)."""

from __future__ import annotations

import pytest

from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.state.constants import OUT
from oob.model import Size, UnitId
from tests.engine.systems.europa.arena import Arena

REGIMENT = Size.REGIMENT
WEST = 3
"""The direction from the middle in which the attackers of most tests stand."""


def field(attackers: tuple[str, ...], defenders: tuple[str, ...]) -> Arena:
    """Attackers west of the middle, defenders in it; ``a b/c`` is a unit with a cadre ``c``."""
    arena = Arena()
    for text, at in (
        *((text, arena.around[WEST]) for text in attackers),
        *((text, arena.middle) for text in defenders),
    ):
        name, _, cadre = text.partition("/")
        arena.unit(at, name, cadre=cadre)
    return arena


def names(*texts: str) -> tuple[UnitId, ...]:
    return tuple(UnitId(text.partition("/")[0]) for text in texts)


def fight(attackers: tuple[str, ...], defenders: tuple[str, ...], code: str) -> Arena:
    return field(attackers, defenders).attack(*names(*attackers)).result(code)


def test_attackers_are_eliminated_down_to_their_cadres_which_retreat() -> None:
    """BF-9C.2, 9C.3."""
    arena = fight(("italian 4-6/1-6", "italian 1-6"), ("greek 5-6",), "AE")
    strong, weak = names("italian 4-6/1-6", "italian 1-6")
    assert arena.dead(weak)
    assert arena.steps(strong) == 1
    assert arena.asks() == "Retreating"
    assert {action.units for action in arena.legal} == {(strong,)}  # type: ignore[attr-defined]


def test_defenders_are_eliminated_down_to_their_cadres_which_retreat() -> None:
    """BF-9C.2, 9C.3."""
    arena = fight(("german 9-6",), ("greek 5-6/2-6", "greek 1-6"), "DE")
    strong, weak = names("greek 5-6/2-6", "greek 1-6")
    assert arena.dead(weak)
    assert arena.steps(strong) == 1
    arena.do(do.RetreatTo((strong,), arena.around[0]))
    assert arena.asks() == "Advancing"


def test_half_of_the_attackers_strength_is_lost_and_the_rest_retreats() -> None:
    """BF-9C.4, 9C.5: half of 11, rounded up by what units there are; the owner chooses."""
    arena = fight(("italian 5-6", "italian 4-6", "italian 2-6"), ("greek 5-6",), "AH")
    five, four, two = names("italian 5-6", "italian 4-6", "italian 2-6")
    assert arena.asks() == "Losing"
    arena.do(do.TakeLoss(four))
    assert arena.asks() == "Losing"
    arena.do(do.TakeLoss(two))
    assert arena.dead(four, two)
    assert not arena.dead(five)
    assert arena.asks() == "Retreating"


def test_nobody_is_lost_who_need_not_be() -> None:
    arena = fight(("italian 8-6", "italian 1-6", "italian 7-6"), ("greek 5-6",), "AH")
    eight, one, seven = names("italian 8-6", "italian 1-6", "italian 7-6")
    arena.do(do.TakeLoss(one), do.TakeLoss(eight))
    assert arena.dead(eight)
    assert not arena.dead(one, seven)
    assert arena.where(one) != "dead"


def test_losses_without_a_choice_are_taken_at_once() -> None:
    arena = fight(("italian 9-6", "italian 1-6"), ("greek 5-6",), "AH")
    nine, one = names("italian 9-6", "italian 1-6")
    assert arena.dead(nine)
    assert arena.asks() == "Retreating"
    assert not arena.dead(one)


def test_half_of_the_defenders_is_lost_by_defence_strength() -> None:
    """BF-9D.2."""
    arena = fight(("german 9-6",), ("greek 1-6-6", "greek 5-2-6"), "DH")
    six, two = names("greek 1-6-6", "greek 5-2-6")
    assert arena.dead(six)
    assert not arena.dead(two)


def test_retreats_and_stops_cost_nothing() -> None:
    """BF-9C.6, 9C.7."""
    arena = fight(("german 9-6",), ("greek 5-6",), "AS")
    assert arena.asks() == "Fighting"
    assert arena.told("battle over")
    for code, beaten in (("AR", "german 9-6"), ("DR", "greek 5-6")):
        arena = fight(("german 9-6",), ("greek 5-6",), code)
        assert arena.asks() == "Retreating"
        assert arena.state.top.units == names(beaten)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("code", "least"), [("EX", 10), ("HX", 5)])
def test_example_exchange_of_15_against_10(code: str, least: int) -> None:
    """BF-9C.8 to 9C.11: the defender loses his 10, the attacker 10 at least, or 5."""
    attackers = ("german 6-6", "german 5-6", "german 4-6")
    arena = fight(attackers, ("greek 7-6", "greek 3-6"), code)
    assert arena.dead(*names("greek 7-6", "greek 3-6"))
    assert arena.asks() == "Losing"
    assert arena.state.top.demand.strength == least  # type: ignore[attr-defined]
    six, five, four = names(*attackers)
    if least > 6:
        assert arena.state.top.chosen == (six,), "five and four would not be enough"  # type: ignore[attr-defined]
        arena.do(do.TakeLoss(four))
    else:
        arena.do(do.TakeLoss(six))
    assert arena.dead(six) and not arena.dead(five)
    assert arena.asks() == "Advancing"


def test_in_an_exchange_between_equals_the_defender_is_the_weaker() -> None:
    """BF-9C.8, 9C.10."""
    arena = fight(("german 5-6",), ("greek 5-6",), "EX")
    assert arena.dead(*names("greek 5-6", "german 5-6"))


def test_the_weaker_attacker_of_an_exchange_is_eliminated_and_his_cadres_retreat() -> None:
    """BF-9C.8; the stronger side does not retreat (A-32)."""
    arena = fight(("german 4-6/2-6",), ("greek 5-6", "greek 2-6"), "HX")
    attacker, five, two = names("german 4-6", "greek 5-6", "greek 2-6")
    assert arena.steps(attacker) == 1
    arena.do(do.TakeLoss(two))
    assert arena.dead(two) and arena.where(five) == arena.middle
    assert arena.asks() == "Retreating"


def test_example_a_division_reduced_to_its_cadre_counts_whole() -> None:
    """BF-9E.2: an 8-strength division that turns to a 3-strength cadre is a loss of 8."""
    arena = fight(("german 8-6/3-6", "german 8-6 second"), ("greek 8-6",), "EX")
    division = UnitId("german 8-6")
    arena.do(do.TakeLoss(division))
    assert arena.steps(division) == 1
    assert arena.asks() == "Advancing"


def test_losses_are_counted_in_printed_strength() -> None:
    """BF-9D.1: whatever supply, support and ground have left of it."""
    arena = field((), ())
    mountain = arena.ground(arena.middle, "mountain").middle
    unit = arena.unit(arena.around[WEST], "german 8-6", marks=[OUT])
    enemy = arena.unit(mountain, "greek 6-6", marks=[OUT])
    arena.attack(unit).result("EX")
    assert arena.dead(enemy, unit)


def test_bombing_is_left_out_of_losses() -> None:
    """BF-9D.3: the weaker in print is the weaker."""
    arena = field(("german 4-6",), ("greek 5-6",))
    arena.having(points={"air axis": 5})
    arena.attack(*names("german 4-6")).result("HX")
    assert arena.dead(*names("german 4-6"))


def test_example_required_losses() -> None:
    """BF-9I.1, 10H.1: full armour effects and an exchange against 20; 10 of it from armour."""
    arena = Arena()
    tanks = arena.unit(arena.around[WEST], "german 12-10", "armor")
    others = [
        arena.unit(arena.around[near], f"german 10-8 {near}", "motorized infantry")
        for near in (WEST, WEST + 1)
    ]
    for number in range(2):
        arena.unit(arena.middle, f"greek 10-6 {number}")
    arena.attack(tanks, *others).result("EX")
    assert arena.state.top.demand.strength == 20  # type: ignore[attr-defined]
    assert arena.state.top.chosen == (tanks,)  # type: ignore[attr-defined]
    arena.do(do.TakeLoss(others[0]))
    assert arena.dead(tanks, others[0])


def test_required_losses_come_first_and_say_so() -> None:
    """BF-9I.1."""
    arena = Arena()
    tanks = [arena.unit(arena.around[n], f"german 6-10 {n}", "armor") for n in (2, 3)]
    foot = [arena.unit(arena.around[n], f"german 6-6 {n}") for n in (4, 5)]
    arena.unit(arena.middle, "greek 9-6")
    arena.attack(*tanks, *foot).result("EX")
    assert arena.objections(do.TakeLoss(foot[0])) == ["BF-9I.1"]
    arena.do(do.TakeLoss(tanks[1]))
    assert arena.objections(do.TakeLoss(tanks[1])) == ["BF-9D.1"]
    arena.do(do.TakeLoss(foot[0]))
    assert arena.dead(tanks[1], foot[0])
    assert not arena.dead(tanks[0])


def test_units_without_strength_are_not_taken_for_losses() -> None:
    arena = Arena()
    staff = arena.unit(arena.around[WEST], "german 0-6", size=Size.HEADQUARTERS)
    pair = [arena.unit(arena.around[WEST], f"german 6-6 {n}") for n in range(2)]
    arena.unit(arena.middle, "greek 5-6")
    arena.attack(staff, *pair).result("AH")
    assert arena.objections(do.TakeLoss(staff)) == ["BF-9D.1"]


def test_retreated_defenders_add_nothing_and_share_the_result() -> None:
    """BF-9F1.8, 9F1.9."""
    arena = Arena()
    west, east = arena.around[3], arena.around[0]
    first = arena.unit(west, "german 9-6", size=REGIMENT, dot=True)
    second = arena.unit(arena.around[1], "german 9-6 second", size=REGIMENT, dot=True)
    beaten = arena.unit(arena.middle, "greek 8-6")
    fresh = arena.unit(east, "greek 3-6")
    arena.attack(first).result("DR")
    arena.do(do.RetreatTo((beaten,), east))
    if arena.asks() == "Advancing":
        arena.do(do.EndAdvance())
    found = arena.reckon(second, target=east)
    assert found.battle.late == (beaten,)
    assert found.defense == 3
    arena.attack(second, target=east).result("EX")
    assert arena.dead(beaten, fresh)
    assert arena.dead(second), "3 points are exchanged, not 11"


def test_those_who_all_retreated_into_a_hex_are_not_attacked_again() -> None:
    """BF-9B.1."""
    arena = Arena()
    first = arena.unit(arena.around[3], "german 9-6", size=REGIMENT, dot=True)
    arena.unit(arena.around[1], "german 9-6 second", size=REGIMENT)
    beaten = arena.unit(arena.middle, "greek 8-6")
    arena.attack(first).result("DR").do(do.RetreatTo((beaten,), arena.around[5]))
    if arena.asks() == "Advancing":
        arena.do(do.EndAdvance())
    assert arena.objections(do.DeclareAttack(arena.around[5])) == ["BF-9B.1"]
