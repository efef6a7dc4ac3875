"""What several desks do: arrivals in a hex, losses, markers, points, and the words of
objections.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.desk import Doing
from engine.mechanics.advances import survivors
from engine.systems.balkan_gambit.position import CAPITAL, CAPITAL_PLACE, Position
from engine.systems.balkan_gambit.records import (
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
from engine.systems.balkan_gambit.table import Table
from maps.hexgrid import Hex
from oob.model import UnitId

Work = Doing[Board]


def objection(rule: str, text: str) -> Objection:
    """A sentence that forbids, with its rule id (``BG-10.3.A``)."""
    return Objection(rule, text)


def now(table: Table, doing: Work) -> Position:
    """The position of a step in the making."""
    return Position(table, doing.state)


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


def arrive(table: Table, doing: Work, unit: UnitId, at: Hex) -> None:
    """What follows from a unit entering a hex, passing through or not: markers, control,
    capture.
    """
    state = doing.state
    if at not in table.places and at not in state.beachheads and at not in state.improved:
        return
    pos = now(table, doing)
    side = pos.owner(unit)
    if side == AXIS and at in doing.state.beachheads and not pos.defenders(at, AXIS):
        lose_beachhead(table, doing, at)
    if side == ALLIED and pos.regular(unit) and at in doing.state.improved:
        doing.set(improved=doing.state.improved - {at})
        doing.tell("improved position destroyed", "BG-7.12e", at=at)
    if pos.regular(unit):
        take_control(table, doing, unit, at)


def take_control(table: Table, doing: Work, unit: UnitId, at: Hex) -> None:
    """Record who last had a regular unit in a town, with all that hangs on it (BG 4.0, 9.3,
    13.5).
    """
    pos = now(table, doing)
    side = pos.owner(unit)
    captured = False
    for place in table.places.get(at, ()):
        if doing.state.control.get(place.id) == side:
            continue
        captured = True
        doing.set(control={**doing.state.control, place.id: side})
        doing.tell("captured", "BG-4.0f", place=place.name, at=at, side=side)
        if side == ALLIED and place.kind == "city" and place.id not in doing.state.liberated:
            doing.set(liberated=doing.state.liberated | {place.id})
            doing.tell("liberated", "BG-7.2f", place=place.name)
        if side == ALLIED:
            surrender_collaborators(table, doing, place.name)
    if (
        captured
        and side == ALLIED
        and at in table.ports
        and at not in doing.state.beachheads
        and markers_left(table, doing.state)
    ):
        doing.state = doing.state.pushed(PortChoice(at))


def surrender_collaborators(table: Table, doing: Work, place: str) -> None:
    """A capital in Allied regular hands ends its collaborator nation (BG 13.5)."""
    for nation, zone in CAPITAL.items():
        if CAPITAL_PLACE[zone] != place:
            continue
        units = [
            unit
            for unit, piece in doing.state.pieces.items()
            if table.units[unit].nation == nation and piece.at not in (DEAD, RESERVE)
        ]
        if units:
            doing.tell("surrendered", "BG-13.5b", nation=nation, place=place, count=len(units))
        for unit in units:
            bury(doing, unit, LOST)


def markers_left(table: Table, state: Board) -> int:
    """Beachhead markers not on the board (BG 9.3)."""
    return table.charts.counters.beachheads - len(state.beachheads)


def place_beachhead(table: Table, doing: Work, at: Hex, rule: str) -> None:
    """Put an open Beachhead marker in a hex, if the counter mix still has one (BG 7.6, 9.3).

    One that stands there closed is open again.
    """
    standing = doing.state.beachheads.get(at)
    if standing is not None:
        if not standing.open:
            reopened = replace(standing, open=True)
            doing.set(beachheads={**doing.state.beachheads, at: reopened})
            doing.tell("beachhead placed", rule, at=at)
        return
    if not markers_left(table, doing.state):
        doing.tell("no marker left", "BG-9.3e", at=at)
        return
    opens = 0 if at in table.ports else -1
    mark = Beachhead(open=True, opens=opens, landed=doing.state.turn)
    doing.set(beachheads={**doing.state.beachheads, at: mark})
    doing.tell("beachhead placed", rule, at=at)


def lose_beachhead(table: Table, doing: Work, at: Hex) -> None:
    """The Axis eliminates a Beachhead or Port Supply marker: 3 points, and a command point (BG
    4.0).
    """
    left = {hex_: mark for hex_, mark in doing.state.beachheads.items() if hex_ != at}
    doing.set(beachheads=left, markers_lost=doing.state.markers_lost + 1)
    doing.tell(
        "supply marker eliminated", "BG-4.0e", at=at, points=table.charts.points.supply_marker
    )


def bury(doing: Work, unit: UnitId, *marks: str) -> None:
    """Put a unit in the dead pile, with marks such as :data:`LOST`."""
    doing.state = doing.state.with_piece(unit, at=DEAD, steps=0, mode="", marks=frozenset(marks))


def hit(table: Table, doing: Work, unit: UnitId, *, supplied: bool) -> bool:
    """A unit takes a hit: it flips or dies (BG 2.12). True when it is eliminated.

    A brigade that dies out of supply can never be reclaimed (BG 8.3), nor can divisions and
    support.
    """
    piece = doing.state.pieces[unit]
    if piece.steps > 1:
        doing.state = doing.state.with_piece(unit, steps=piece.steps - 1)
        doing.tell("reduced", "BG-2.12c", unit=unit)
        return False
    bury(doing, unit, *(() if supplied else (LOST,)))
    doing.tell("eliminated", "BG-2.12d", unit=unit)
    return True


def clear_marks(doing: Work, table: Table, side: str) -> None:
    """Take the activation marks off a side's units at the start of its player turn."""
    pos = now(table, doing)
    changed = {
        unit: piece.__class__(piece.at, piece.steps, piece.mode, piece.marks - ACTED)
        for unit, piece in doing.state.pieces.items()
        if piece.marks & ACTED and pos.owner(unit) == side
    }
    if changed:
        doing.state = doing.state.with_pieces(changed)


def settle_overstacks(table: Table, doing: Work, side: str) -> None:
    """Ask a side to thin its overstacked hexes at the end of a command or battle (BG 10.4)."""
    pos = now(table, doing)
    for at in sorted(pos.occupied[side], reverse=True):
        units = list(pos.friends(at, side))
        if pos.crowded(units, side):
            doing.state = doing.state.pushed(Overstacked(side, at))


def no_objections(_pos: Position, _frame: object, _action: Action) -> Iterator[Objection]:
    """Always allowed."""
    return iter(())
