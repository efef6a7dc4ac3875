"""Movement: which unit goes where, one at a time, until none gains by going (pure, and quick)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engine.core.actions import Action
from engine.core.system import Advice
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.advice import overrunning
from engine.systems.europa.advice.ground import FAR
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.advice.rails import best_rail, rides
from engine.systems.europa.advice.worths import View, Worths, worths
from engine.systems.europa.movement import breakdown, movement_phase
from engine.systems.europa.movement import move_actions as do
from engine.systems.europa.movement.crowding import exits
from engine.systems.europa.movement.gate import barred
from engine.systems.europa.movement.reach import march
from engine.systems.europa.state.constants import MARCHED, MOVED, Going
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex
from oob.model import UnitId

MARGIN = 0.25
"""How much better another hex must be than one's own, in combat factors."""


def moving(look: Outlook, frame: Moving) -> Advice:
    """An overrun, or the first unit that gains by going; then the end of the phase."""
    swept = overrunning.beginning(look, frame) if look.overruns else None
    if swept is not None:
        return swept
    known = worths(look)
    for unit in islice(order(look, frame, known), look.patience):
        action = best_move(look, unit, known)
        if action is not None and look.allowed(action):
            start = look.pos.piece(unit).at
            assert isinstance(start, Hex)
            return Advice(action, View(look, unit, start, {}).reason(action.target))
        known.stays(look, unit, _looked_at(look, unit))
    if look.allowed(EndPhase()):
        return Advice(EndPhase(), "Everybody is where he should.")
    return Advice(_thinning(look, frame), "The hex holds too many.")


def _thinning(look: Outlook, frame: Moving) -> Action:
    """A move out of an overstacked hex, or a division formed of components in it, for the phase
    cannot end with it.
    """
    pos = look.pos
    for side, at in movement_phase.crowded(pos, frame):
        weak = sorted(pos.friends(at, side), key=lambda u: look.strength(u, attacking=False))
        for unit in weak:
            for formed in breakdown.assemblies(pos, frame, unit):
                if look.allowed(formed):
                    return formed
            for to in exits(pos, frame.side, unit, exploiting=frame.exploiting):
                for action in (do.Move(unit, to), do.AdminMove(unit, to)):
                    if pos.fits(to, (unit,)) and look.allowed(action):
                        return action
    return EndPhase()


def order(look: Outlook, frame: Moving, known: Worths) -> Iterator[UnitId]:
    """Units that have not moved, those worth least where they stand first; late ones after all
    others. Who has overrun and stayed where it was may still go. Where all are asked, those are
    left out who gained nothing by going when they were.
    """
    pos, everybody = look.pos, look.patience is None
    ready: dict[int, list[tuple[UnitId, Hex]]] = {}
    for at, units in pos.standing.sides[frame.side].items():
        for unit in units:
            marks = pos.piece(unit).marks
            if (
                MOVED not in marks
                and ((look.overruns and MARCHED in marks) or not pos.state.spent.get(unit))
                and not (everybody and known.content(look, unit))
                and pos.facts(unit).move > 0
                and not look.duty(unit)
                and barred(pos, unit, frame.side, Going.MARCH, exploiting=frame.exploiting) is None
            ):
                ready.setdefault(look.late(unit), []).append((unit, at))
    for _, group in sorted(ready.items()):
        worst = sorted((known.staying(look, unit, at), unit) for unit, at in group)
        yield from (unit for _, unit in worst)


def best_move(look: Outlook, unit: UnitId, known: Worths) -> do.Move | do.RailMove | None:
    """Where a unit gains most by going, if it gains enough."""
    pos = look.pos
    start = pos.piece(unit).at
    assert isinstance(start, Hex)
    view = View(look, unit, start, known.of(unit))
    best, to = view.value(start) + MARGIN, start
    found = march(pos, unit)
    base = look.ahead.get(start, FAR)
    for at in found.targets:
        if at in found.one_hex and look.ahead.get(at, FAR) > base:
            continue
        worth = view.value(at)
        if worth > best and pos.fits(at, (unit,)):
            best, to = worth, at
    rail = best_rail(look, unit, start)
    if rail is not None and view.value(rail.target) > best and look.allowed(rail):
        return rail
    return do.Move(unit, to) if to != start else None


def _looked_at(look: Outlook, unit: UnitId) -> Iterator[Hex]:
    """The hexes that a unit looks at before it goes anywhere."""
    start = look.pos.piece(unit).at
    assert isinstance(start, Hex)
    yield from march(look.pos, unit).reach.cost
    yield from (at for _, at in rides(look, unit, start))
