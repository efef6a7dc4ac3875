"""The advance into a cleared hex, and what falls with it (BF-9F2, 14E)."""

from __future__ import annotations

from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.state.constants import ALLIED, AXIS
from maps.hexgrid import side_between
from oob.model import Size, UnitId
from tests.engine.systems.europa.arena import Arena

REGIMENT = Size.REGIMENT


def cleared(arena: Arena, *more: UnitId) -> UnitId:
    unit = arena.unit(arena.around[3], "german 9-6")
    arena.unit(arena.middle, "greek 5-6")
    arena.attack(unit, *more).result("DE")
    return unit


def test_attackers_may_advance_into_the_hex_they_have_cleared() -> None:
    """BF-9F2.1 to 9F2.3: before the next attack, and nobody must."""
    arena = Arena()
    idle = arena.unit(arena.around[2], "german 7-6 idle")
    unit = cleared(arena)
    assert arena.asks() == "Advancing"
    assert arena.objections(do.Advance(idle)) == ["BF-9F2.1"]
    assert do.Advance(unit, arena.middle) in arena.legal, "a click on the hex is offered"
    assert arena.objections(do.Advance(unit, arena.around[0])) == ["BF-9F2.1"]
    arena.do(do.Advance(unit))
    assert arena.where(unit) == arena.middle
    assert arena.asks() == "Fighting", "nobody else can follow"
    arena = Arena()
    unit = cleared(arena)
    arena.do(do.EndAdvance())
    assert arena.where(unit) == arena.around[3]


def test_the_advance_keeps_to_the_stacking_limit() -> None:
    """BF-9F2.1."""
    arena = Arena().ground(Arena().middle, "mountain")
    more = [arena.unit(arena.around[n], f"german 5-6 {n}", "mountain infantry") for n in (2, 4)]
    unit = cleared(arena, *more)
    arena.do(do.Advance(more[0]), do.Advance(more[1]))
    assert arena.asks() == "Fighting"
    assert arena.where(unit) == arena.around[3]


def test_nobody_advances_when_the_attackers_are_beaten_or_defenders_stay() -> None:
    """BF-9F2.1, 9F2.4."""
    for code in ("AS", "AR", "HX"):
        arena = Arena()
        unit = arena.unit(arena.around[3], "german 4-6", size=REGIMENT, dot=True)
        enemy = arena.unit(arena.middle, "greek 9-6")
        arena.attack(unit).result(code)
        assert arena.asks() != "Advancing"
        assert arena.dead(unit, enemy) if code == "HX" else arena.where(enemy) == arena.middle


def test_no_advance_over_what_cannot_be_crossed() -> None:
    arena = Arena()
    unit = arena.unit(arena.around[3], "german 9-6", size=REGIMENT, dot=True)
    arena.unit(arena.middle, "greek 5-6")
    arena.form(unit)
    arena.between(arena.around[3], arena.middle, "prohibited")
    arena.context.__dict__.pop("fronts", None)
    arena.do(do.GoIn()).result("DE")
    assert arena.asks() == "Fighting"


def test_a_captured_hex_loses_fort_and_fortified_hexsides() -> None:
    """BF-14E1.1, 14E2.1: a fort under attack helps, a captured one is gone."""
    arena = Arena()
    arena.fortify(arena.middle, *arena.around[2:5])
    arena.having(taken={arena.middle: ALLIED}, forts=frozenset({arena.middle}))
    unit = cleared(arena)
    arena.do(do.Advance(unit))
    assert arena.state.taken[arena.middle] == AXIS
    assert arena.state.forts == frozenset()
    assert arena.state.razed == {side_between(near, arena.middle) for near in arena.around[2:5]}
    assert not arena.pos.context.fortified_between(arena.around[2], arena.middle, arena.state.razed)


def test_destroyed_fortifications_stay_destroyed() -> None:
    """BF-14E1.2: whoever takes the hex back."""
    arena = Arena().fortify(Arena().middle, Arena().around[3])
    arena.having(taken={arena.middle: ALLIED})
    unit = cleared(arena)
    arena.do(do.Advance(unit))
    razed = arena.state.razed
    assert razed
    arena.state = arena.state.with_piece(unit, at=arena.around[3])
    arena.unit(arena.middle, "greek 5-6 back")
    arena.settle()
    assert arena.state.taken[arena.middle] == ALLIED
    assert arena.state.razed == razed


def test_the_hex_in_front_of_a_line_takes_none_of_it_along() -> None:
    """BF-14E1.1: the symbol is in one hex, and that hex must be captured."""
    arena = Arena().fortify(Arena().around[3], Arena().middle)
    arena.having(taken={arena.middle: ALLIED})
    arena.do(do.Advance(cleared(arena)))
    assert arena.state.taken[arena.middle] == AXIS
    assert not arena.state.razed


def test_what_stays_in_friendly_hands_keeps_its_fort() -> None:
    arena = Arena()
    arena.having(taken={arena.middle: ALLIED}, forts=frozenset({arena.middle}))
    unit = arena.unit(arena.around[3], "german 9-6")
    arena.unit(arena.middle, "greek 5-6")
    arena.attack(unit).result("AS")
    assert arena.state.forts == {arena.middle}
