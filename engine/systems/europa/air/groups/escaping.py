"""Air units whose base an enemy comes down on may leave before its hex is lost (FE-17B.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.europa.air import fleet
from engine.systems.europa.air.carrying.records import DropRoll
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.groups.actions import StayOnBase, TryEscape
from engine.systems.europa.air.groups.records import Alarmed
from engine.systems.europa.air.records import EscapeRoll
from engine.systems.europa.state.common import Work, now
from engine.systems.europa.state.constants import AMID, other
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex


def alarm(context: Context, transition: Work) -> None:
    """Ask the air units on each base that enemies have come down on in this player turn, by
    parachute or over a beach, without gaining it; once for each base. What becomes of those on a
    base that is lost, `readiness.overtaken` says.
    """
    pos = now(context, transition)
    entered = _entered(pos)
    if not entered:
        return
    side = other(pos.state.active)
    transition.set(alarmed=pos.alarmed.union(entered))
    for at in entered:
        units = tuple(u for u in fleet.parked(pos, at, side) if pos.air.units[u].operative)
        if units:
            transition.state = transition.state.pushed(Alarmed(side, at, units))


def _entered(pos: Position) -> tuple[Hex, ...]:
    """Enemy airbases that units of the side to act are in, whose die is thrown, in order; but for
    those where all have been asked.
    """
    side, state = pos.state.active, pos.state
    down = pos.standing.marked(AMID)
    if not down or not state.flow:
        return ()
    falling = {frame.unit for frame in state.flow if isinstance(frame, DropRoll)}
    hexes = {pos.piece(unit).hex for unit in down - falling if pos.side(unit) == side}
    bases = fleet.all_parked(pos, other(side))
    found = (at for at in hexes if at in bases and at not in pos.alarmed)
    return tuple(sorted(at for at in found if at and pos.base_owner(at) == other(side)))


def question(pos: Position, frame: Alarmed) -> Question:
    """Who tries to escape?"""
    families = (
        Family("try escape", "Try to escape", lambda: map(TryEscape, frame.units), weight=3),
        Family("stay on base", "Stay", lambda: (StayOnBase(),), weight=1, closing=True),
    )
    prompt = f"Enemies have come down in {pos.label(frame.at)}: choose the air units that leave."
    return Question(frame.side, prompt, families, rule(pos, "air alarm"))


def objections(pos: Position, frame: Alarmed, action: TryEscape) -> Iterator[Objection]:
    """An operative one of that base that has not tried yet."""
    if action.air_unit not in frame.units:
        text = f"{action.air_unit!r} is no air unit in {pos.label(frame.at)} that may still leave."
        yield Objection(rule(pos, "air alarm"), text)


def attempt(_pos: Position, frame: Alarmed, action: TryEscape, transition: Work) -> None:
    """Its die is due; the others are still to choose."""
    left = tuple(unit for unit in frame.units if unit != action.air_unit)
    transition.state = transition.state.popped()
    if left:
        transition.state = transition.state.pushed(replace(frame, units=left))
    transition.state = transition.state.pushed(EscapeRoll(action.air_unit))


def stay(_pos: Position, _frame: Alarmed, _action: StayOnBase, transition: Work) -> None:
    """They are lost with their base, if it falls in this player turn (FE-17B.4)."""
    transition.state = transition.state.popped()


HANDLERS = (
    Handler(
        Alarmed,
        (Answer(TryEscape, objections, attempt), Answer(StayOnBase, no_objections, stay)),
        question=question,
    ),
)
"""The decision of the air units."""
