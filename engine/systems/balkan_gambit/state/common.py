"""What several handlers do: arrivals in a hex, losses, markers, points, and the words of
objections.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.core.state import Location
from engine.rules.combat.advances import survivors
from engine.systems.balkan_gambit.state.context import Context
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ACTED,
    ALLIED,
    AXIS,
    DEAD,
    LOST,
    RESERVE,
    Beachhead,
    Board,
    Overstacked,
    PortChoice,
)
from maps.hexgrid import Hex
from maps.model import Place
from oob.model import UnitId

Work = Transition[Board]


def objection(
    rule: str, text: str, *, units: tuple[UnitId, ...] = (), places: tuple[Location, ...] = ()
) -> Objection:
    """A sentence that forbids, with its rule id (``BG-10.3.A``), and whom and where it is about."""
    return Objection(rule, text, units, places)


def now(context: Context, transition: Work) -> Position:
    """The position of a step in the making."""
    return Position(context, transition.state)


def alive(pos: Position, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """The units not eliminated."""
    return survivors(pos.state, units, DEAD)


def can_act(pos: Position, unit: UnitId) -> Iterable[Objection]:
    """What keeps a unit from moving or attacking in this player turn (BG 7.13, 8.3)."""
    if pos.state.pieces[unit].marks & ACTED:
        yield objection("BG-7.13a", f"{pos.called(unit)} has acted this player turn already.")
    if pos.frozen_italian(unit):
        yield objection(
            "BG-1943.6", f"{pos.called(unit)} may not move or attack: Confusion Reigns."
        )


def free_to_act(pos: Position, unit: UnitId) -> bool:
    """True when nothing of :func:`can_act` objects."""
    return not any(True for _ in can_act(pos, unit))


def is_held_back(pos: Position, unit: UnitId, at: Hex) -> bool:
    """True for a unit that can do nothing while others of its stack can: a command to their hex is
    none to it.
    """
    if free_to_act(pos, unit):
        return False
    return any(free_to_act(pos, other) for other in pos.friends(at, pos.owner(unit)))


def arrive(context: Context, transition: Work, unit: UnitId, at: Hex) -> None:
    """What follows from a unit entering a hex, passing through or not: markers, control,
    capture.
    """
    state = transition.state
    if at not in context.places and at not in state.beachheads and at not in state.improved:
        return
    pos = now(context, transition)
    side = pos.owner(unit)
    if side == AXIS and at in transition.state.beachheads and not pos.defenders(at, AXIS):
        lose_beachhead(context, transition, at)
    if side == ALLIED and pos.regular(unit) and at in transition.state.improved:
        transition.set(improved=transition.state.improved - {at})
        transition.tell("improved position destroyed", "BG-7.12e", at=at)
    if pos.regular(unit):
        take_control(context, transition, unit, at)


def take_control(context: Context, transition: Work, unit: UnitId, at: Hex) -> None:
    """Record who last had a regular unit in a town, with all that hangs on it (BG 4.0, 9.3,
    13.5).
    """
    pos = now(context, transition)
    side = pos.owner(unit)
    captured = False
    for place in context.places.get(at, ()):
        if transition.state.control.get(place.id) == side:
            continue
        captured = True
        transition.set(control={**transition.state.control, place.id: side})
        transition.tell("captured", "BG-4.0f", place=place.name, at=at, side=side)
        if side == ALLIED and place.kind == "city" and place.id not in transition.state.liberated:
            transition.set(liberated=transition.state.liberated | {place.id})
            transition.tell("liberated", "BG-7.2f", place=place.name)
        if side == ALLIED:
            surrender_collaborators(context, transition, place)
    if (
        captured
        and side == ALLIED
        and at in context.ports
        and at not in transition.state.beachheads
        and markers_left(context, transition.state)
    ):
        transition.state = transition.state.pushed(PortChoice(at))


def surrender_collaborators(context: Context, transition: Work, place: Place) -> None:
    """A capital in Allied regular hands ends its collaborator nation (BG 13.5)."""
    for nation, row in context.collaborators.items():
        if row.capital != place.id:
            continue
        units = [
            unit
            for unit, piece in transition.state.pieces.items()
            if context.units[unit].nation == nation and piece.at not in (DEAD, RESERVE)
        ]
        if units:
            transition.tell(
                "surrendered",
                "BG-13.5b",
                nation=nation,
                place=place.name,
                count=len(units),
                units=tuple(units),
            )
        for unit in units:
            bury(transition, unit, LOST)


def markers_left(context: Context, state: Board) -> int:
    """Beachhead markers not on the board (BG 9.3)."""
    return context.charts.counters.beachheads - len(state.beachheads)


def place_beachhead(context: Context, transition: Work, at: Hex, rule: str) -> None:
    """Put an open Beachhead marker in a hex, if the counter mix still has one (BG 7.6, 9.3).

    One that is there closed is open again.
    """
    standing = transition.state.beachheads.get(at)
    if standing is not None:
        if not standing.open:
            reopened = replace(standing, open=True)
            transition.set(beachheads={**transition.state.beachheads, at: reopened})
            transition.tell("beachhead placed", rule, at=at)
        return
    if not markers_left(context, transition.state):
        transition.tell("no marker left", "BG-9.3e", at=at)
        return
    opens = 0 if at in context.ports else -1
    mark = Beachhead(open=True, opens=opens, landed=transition.state.turn)
    transition.set(beachheads={**transition.state.beachheads, at: mark})
    transition.tell("beachhead placed", rule, at=at)


def lose_beachhead(context: Context, transition: Work, at: Hex) -> None:
    """The Axis eliminates a Beachhead or Port Supply marker: 3 points, and a command point (BG
    4.0).
    """
    left = {hex_: mark for hex_, mark in transition.state.beachheads.items() if hex_ != at}
    transition.set(beachheads=left, markers_lost=transition.state.markers_lost + 1)
    transition.tell(
        "supply marker eliminated", "BG-4.0e", at=at, points=context.charts.points.supply_marker
    )


def bury(transition: Work, unit: UnitId, *marks: str) -> None:
    """Put a unit in the dead pile, with marks such as :data:`LOST`."""
    transition.state = transition.state.with_piece(
        unit, at=DEAD, steps=0, mode="", marks=frozenset(marks)
    )


def hit(context: Context, transition: Work, unit: UnitId, *, supplied: bool) -> bool:
    """A unit takes a hit: it flips or dies (BG 2.12). True when it is eliminated.

    A brigade that dies out of supply can never be reclaimed (BG 8.3), nor can divisions and
    support.
    """
    piece = transition.state.pieces[unit]
    if piece.steps > 1:
        transition.state = transition.state.with_piece(unit, steps=piece.steps - 1)
        transition.tell("reduced", "BG-2.12c", unit=unit)
        return False
    bury(transition, unit, *(() if supplied else (LOST,)))
    transition.tell("eliminated", "BG-2.12d", unit=unit)
    return True


def clear_marks(transition: Work, context: Context, side: str) -> None:
    """Take the activation marks off a side's units at the start of its player turn."""
    pos = now(context, transition)
    changed = {
        unit: piece.__class__(piece.at, piece.steps, piece.mode, piece.marks - ACTED)
        for unit, piece in transition.state.pieces.items()
        if piece.marks & ACTED and pos.owner(unit) == side
    }
    if changed:
        transition.state = transition.state.with_pieces(changed)


def settle_overstacks(context: Context, transition: Work, side: str) -> None:
    """Ask a side to thin its overstacked hexes at the end of a command or battle (BG 10.4)."""
    pos = now(context, transition)
    for at in sorted(pos.occupied[side], reverse=True):
        units = list(pos.friends(at, side))
        if pos.crowded(units, side):
            transition.state = transition.state.pushed(Overstacked(side, at))
