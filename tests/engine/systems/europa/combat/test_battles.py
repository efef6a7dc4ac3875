"""Whole combat phases played at random: every battle comes to its end, and nobody is lost or made
on the way.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.core.actions import Roll
from engine.core.chance import Stream
from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.combat.aftermath import worths
from engine.systems.europa.combat.battles import Losing
from engine.systems.europa.combat.losses import enough
from engine.systems.europa.state.constants import ATTACKED, AXIS, DEAD, DEFENDED, OUT
from maps.hexgrid import Hex
from oob.model import Size, UnitId
from tests.engine.systems.europa.arena import MIDDLE, Arena
from tests.examples import few

TYPES = ("infantry", "mountain infantry", "armor", "light armor", "artillery", "engineer")
TERRAIN = ("clear", "rough", "mountain", "swamp", "woods")
SIDES = ("river", "major_river", "fortified", "prohibited", "mountain")


def melee(seed: int) -> Arena:
    """Two armies thrown onto an odd piece of ground."""
    stream = Stream(seed, "melee")
    arena = Arena("balkan_front", "german_mobile_retreats", "brandenburgers")
    near = [MIDDLE, *MIDDLE.neighbours()]
    wide = sorted({far for at in near for far in at.neighbours()} | set(near))
    for at in wide:
        arena.ground(at, TERRAIN[stream.below(len(TERRAIN))])
        if not stream.below(3):
            way = at.neighbours()[stream.below(6)]
            if way in arena.map.terrain:
                arena.between(at, way, SIDES[stream.below(len(SIDES))])
    arena.city(MIDDLE, "dot").weather(["clear", "poor", "winter"][stream.below(3)])
    arena.having(forts=frozenset({wide[stream.below(len(wide))]}))
    nations = {at: ("german", "greek")[stream.below(2)] for at in wide if stream.below(3)}
    for at, nation in nations.items():
        for number in range(1 + stream.below(3)):
            _unit(arena, stream, at, nation, number)
    return arena


def _unit(arena: Arena, stream: Stream, at: Hex, nation: str, number: int) -> None:
    type_ = TYPES[stream.below(len(TYPES))]
    large = type_ not in ("artillery", "engineer") and stream.below(2)
    strength = stream.below(9) + (5 if nation == "german" and stream.below(4) else 0)
    unit = arena.unit(
        at,
        f"{nation} {strength}-{stream.below(5)}-6 {at} {number}",
        type_,
        Size.DIVISION if large else Size.REGIMENT,
        cadre="2-6" if large and stream.below(2) else "",
        dot=not large and not stream.below(3),
        marks=[OUT] if not stream.below(5) else [],
    )
    if not arena.pos.fits(at, ()) or at in arena.pos.overstacked(arena.pos.side(unit)):
        arena.state = arena.state.with_piece(unit, at=DEAD, steps=0)


@few(30)
@given(st.integers(0, 10**6))
def test_any_combat_phase_comes_to_its_end(seed: int) -> None:
    arena = melee(seed)
    stream = Stream(seed, "play")
    start = dict(arena.state.pieces)
    fought: set[Hex] = set()
    for _ in range(800):
        if not arena.state.flow:
            break
        node = arena.rules.chance(arena.state)
        action = Roll(node.faces[stream.below(node.sides)]) if node else arena.legal.random(stream)
        assert action is not None, f"nothing is legal: {arena.state.top}"
        if isinstance(action, do.DeclareAttack):
            enemies = arena.pos.enemies(action.target, AXIS)
            assert not all(DEFENDED in arena.pos.piece(unit).marks for unit in enemies)
            fought.add(action.target)
        _watched(arena, action)
    assert not arena.state.flow
    assert arena.pos.overstacked(AXIS) == arena.pos.overstacked("allied") == ()
    assert arena.state.pieces.keys() == start.keys()
    for unit, piece in arena.state.pieces.items():
        assert piece.steps <= start[unit].steps
        assert (piece.at == DEAD) == (piece.steps == 0)
        assert not piece.marks & {ATTACKED, DEFENDED}


def _watched(arena: Arena, action: do.Action) -> None:
    """Take an action; losses that end a choice meet their demand, and no unit of them is spare."""
    frame, pos = arena.state.top, arena.pos
    arena.do(action)
    if not isinstance(frame, Losing) or not isinstance(action, do.TakeLoss):
        return
    if arena.state.flow and isinstance(arena.state.top, Losing):
        return
    found = worths(pos, frame)
    chosen = {*frame.chosen, action.unit}
    lost: set[UnitId] = {unit for unit in chosen if arena.steps(unit) < pos.piece(unit).steps}
    assert enough(frame.demand, found, frozenset(lost))
    assert not any(enough(frame.demand, found, frozenset(lost - {unit})) for unit in lost)
