"""Declaring and forming attacks, and the way to the die (BF-8B, 9A, 9B, 9G)."""

from __future__ import annotations

import pytest

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.combat import combat_phase
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.state.constants import ATTACKED, AXIS, DEFENDED, DROPPED
from maps.hexgrid import Hex
from oob.model import Size
from tests.engine.systems.europa.arena import Arena, ArenaPosition

REGIMENT, BATTALION = Size.REGIMENT, Size.BATTALION


def test_phasing_units_attack_a_hex_beside_them_or_not_at_all() -> None:
    """BF-9.1, 9A.1, 9A.3."""
    arena = Arena()
    near = arena.unit(arena.around[0], "german 7-6")
    far = arena.unit(Hex(4, 0), "german 7-6 far")
    enemy = arena.unit(arena.middle, "greek 5-6")
    assert [a for a in arena.legal if isinstance(a, do.DeclareAttack)] == [
        do.DeclareAttack(arena.middle)
    ]
    assert arena.objections(do.DeclareAttack(arena.around[3])) == ["BF-9A.1"]
    arena.do(do.DeclareAttack(arena.middle))
    assert arena.objections(do.AddUnit(far)) == ["BF-9A.1"]
    assert arena.objections(do.AddUnit(enemy)) == ["BF-9A.1"]
    assert arena.objections(do.GoIn()) == ["BF-9A.1"]
    arena.do(do.AddUnit(near), do.CallOff(), EndPhase())
    assert not arena.state.flow


def test_an_attack_can_be_formed_by_hexes_and_units_left_out_again() -> None:
    arena = Arena()
    first = arena.unit(arena.around[0], "german 7-6")
    second = arena.unit(arena.around[0], "german 5-6")
    arena.unit(arena.middle, "greek 5-6")
    arena.do(do.DeclareAttack(arena.middle), do.AddStack(arena.around[0]))
    assert arena.state.top.battle.attackers == (first, second)  # type: ignore[attr-defined]
    assert arena.objections(do.AddUnit(first)) == ["BF-9B.4"]
    assert arena.objections(do.AddStack(arena.around[0])) == ["BF-9A.1"]
    arena.do(do.DropUnit(first))
    assert arena.state.top.battle.attackers == (second,)  # type: ignore[attr-defined]
    assert arena.objections(do.DropUnit(first)) == ["BF-9A.1"]


def test_nobody_attacks_or_is_attacked_twice_in_a_phase() -> None:
    """BF-9B.1: an attack that is stopped leaves both sides spent."""
    arena = Arena()
    first = arena.unit(arena.around[0], "german 7-6")
    second = arena.unit(arena.around[1], "german 7-6 second")
    enemy = arena.unit(arena.middle, "greek 5-6")
    other = arena.unit(Hex(2, -1), "greek 5-6 other")
    arena.attack(first).result("AS")
    assert arena.state.pieces[first].marks == {ATTACKED}
    assert arena.state.pieces[enemy].marks == {DEFENDED}
    assert arena.objections(do.DeclareAttack(arena.middle)) == ["BF-9B.1"]
    aims = {unit: [*arena.legal.of(unit)] for unit in (first, second)}
    assert aims == {first: [], second: [do.DeclareAttack(Hex(2, -1))]}, "who attacks is offered it"
    arena.do(do.DeclareAttack(Hex(2, -1)))
    assert arena.objections(do.AddUnit(first)) == ["BF-9B.1"]
    arena.do(do.AddUnit(second), do.CallOff(), EndPhase())
    assert not any(piece.marks for piece in arena.state.pieces.values())
    assert arena.where(other) == Hex(2, -1)


@pytest.mark.parametrize("kind", ["prohibited", "sea", "lake"])
def test_no_attack_over_prohibited_hexsides(kind: str) -> None:
    """BF-9B.2."""
    arena = Arena()
    arena.between(arena.around[0], arena.middle, kind)
    unit = arena.unit(arena.around[0], "german 7-6")
    other = arena.unit(arena.around[1], "german 7-6 other")
    arena.unit(arena.middle, "greek 5-6")
    arena.do(do.DeclareAttack(arena.middle))
    assert arena.objections(do.AddUnit(unit)) == ["BF-9B.2"]
    arena.do(do.AddUnit(other))


def test_narrow_straits_can_be_attacked_over() -> None:
    arena = Arena()
    arena.between(arena.around[0], arena.middle, "sea", "narrow_strait")
    unit = arena.unit(arena.around[0], "german 7-6")
    arena.unit(arena.middle, "greek 5-6")
    arena.attack(unit)


def test_all_units_in_a_hex_defend_together() -> None:
    """BF-9B.3."""
    arena = Arena()
    arena.unit(arena.middle, "greek 5-6")
    arena.unit(arena.middle, "greek 3-6")
    unit = arena.unit(arena.around[0], "german 7-6")
    assert arena.reckon(unit).defense == 8


def test_example_two_clear_hexes_attack_a_mountain() -> None:
    """BF-8B.4, 9B.6: out of each adjacent hex no more than may stack in the attacked one."""
    arena = Arena().ground(Arena().middle, "mountain")
    stacks = []
    for near in arena.around[:2]:
        stacks.append([arena.unit(near, f"german 7-6 {near} {n}") for n in range(3)])
    arena.unit(arena.middle, "greek 5-6")
    arena.do(do.DeclareAttack(arena.middle))
    for stack in stacks:
        arena.do(do.AddUnit(stack[0]), do.AddUnit(stack[1]))
        assert arena.objections(do.AddUnit(stack[2])) == ["BF-9B.6"]
    small = arena.unit(arena.around[0], "german 2-6", size=REGIMENT)
    arena.do(do.AddUnit(small), do.GoIn())


def test_a_stack_joins_with_as_many_of_its_strongest_as_may() -> None:
    arena = Arena().ground(Arena().middle, "mountain")
    units = [arena.unit(arena.around[0], f"german {n}-6") for n in (3, 7, 5)]
    arena.unit(arena.middle, "greek 5-6")
    arena.do(do.DeclareAttack(arena.middle), do.AddStack(arena.around[0]))
    assert arena.state.top.battle.attackers == (units[1], units[2])  # type: ignore[attr-defined]


def test_units_without_attack_strength_need_company() -> None:
    """BF-9G.1, 9G.2, 9G.4."""
    arena = Arena()
    staff = arena.unit(arena.around[0], "german 0-6", size=Size.HEADQUARTERS)
    arena.unit(arena.middle, "greek 5-6")
    assert arena.objections(do.DeclareAttack(arena.middle)) == ["BF-9G.1"]
    division = arena.unit(arena.around[1], "german 7-6")
    arena.do(do.DeclareAttack(arena.middle), do.AddUnit(staff))
    assert arena.objections(do.GoIn()) == ["BF-9G.1"]
    arena.do(do.AddUnit(division), do.GoIn())


def test_example_defenders_without_strength_are_eliminated_when_attacked() -> None:
    """BF-9G.3, A-36: no die; then the advance."""
    arena = Arena()
    unit = arena.unit(arena.around[0], "german 7-6")
    staff = arena.unit(arena.middle, "greek 0-6", size=Size.HEADQUARTERS)
    arena.attack(unit)
    assert arena.dead(staff)
    assert arena.asks() == "Advancing"
    assert arena.told("certain result")[0]["code"] == "DE"


def test_a_defender_without_strength_is_safe_beside_one_that_has_some() -> None:
    """BF-9G.3."""
    arena = Arena()
    unit = arena.unit(arena.around[0], "german 7-6")
    arena.unit(arena.middle, "greek 0-6", size=Size.HEADQUARTERS)
    arena.unit(arena.middle, "greek 5-6")
    assert arena.attack(unit).asks() == "CombatRoll"


def test_odds_below_one_to_four_need_no_die() -> None:
    """BF-9B.8."""
    arena = Arena()
    unit = arena.unit(arena.around[0], "german 1-6")
    arena.unit(arena.middle, "greek 5-6")
    arena.attack(unit)
    assert arena.dead(unit)
    assert arena.told("certain result")[0]["code"] == "AE"
    assert arena.asks() == "Fighting"


def test_the_die_says_what_each_face_would_do() -> None:
    """BF-9A.7: 34 against 9 in the open is 3:1."""
    arena = Arena()
    units = [
        arena.unit(arena.around[n % 6], f"german {ratings}-6 {n}")
        for n, ratings in enumerate((10, 10, 10, 4))
    ]
    arena.unit(arena.middle, "greek 9-6")
    arena.attack(*units)
    node = arena.rules.chance(arena.state)
    assert node is not None
    assert node.meanings == ("AS", "EX", "HX", "DR", "DH", "DH")
    assert "3:1 +0" in node.reason
    arena.roll(4)
    assert arena.told("combat result")[0]["code"] == "DR"


def test_a_title_can_forbid_an_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    arena = Arena()
    unit = arena.unit(arena.around[0], "german 7-6")
    arena.unit(arena.middle, "greek 5-6")
    barred = Objection("X-1", "Not there.")
    monkeypatch.setattr(ArenaPosition, "bars_attack", lambda _pos, _unit, _at: barred)
    assert combat_phase.able(arena.pos, AXIS, arena.middle) == ()
    assert list(combat_phase.can_attack(arena.pos, unit, arena.middle)) == [barred]


def test_units_that_drop_onto_enemies_must_attack_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """BC-19E.5, BF-25B.4: from inside the hex, in whatever company."""
    arena = Arena("boot_camp")
    jumpers = arena.unit(
        arena.middle, "german 3-5", "parachute infantry", REGIMENT, marks=[DROPPED]
    )
    arena.unit(arena.middle, "greek 2-6")
    mate = arena.unit(arena.around[0], "german 7-6")
    due = (arena.middle,)
    monkeypatch.setattr(ArenaPosition, "must_attack", lambda _pos, _side: due)
    assert arena.objections(EndPhase()) == ["BC-19E.5"]
    arena.do(do.DeclareAttack(arena.middle))
    top = arena.state.top
    assert top.battle == Battle(AXIS, arena.middle, (jumpers,), top.battle.defenders)  # type: ignore[attr-defined]
    assert arena.objections(do.DropUnit(jumpers)) == ["BC-19E.5"]
    arena.do(do.AddUnit(mate), do.GoIn()).result("AR")
    assert arena.where(jumpers) == arena.middle, "what becomes of it is settled after the phase"
    assert arena.asks() == "Retreating"


def test_the_phase_opens_with_nobody_spent() -> None:
    arena = Arena()
    unit = arena.unit(arena.around[0], "german 7-6", marks=[ATTACKED, DEFENDED])
    doing = Transition(arena.state)
    combat_phase.open_phase(doing, AXIS)
    assert doing.state.pieces[unit].marks == frozenset()
    assert type(doing.state.top).__name__ == "Fighting"
