"""What several handlers do: losses, markers, and the words of objections."""

from __future__ import annotations

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.core.state import Location
from engine.rules.board.pieces import mark as mark
from engine.rules.board.pieces import unmark as unmark
from engine.systems.operation_gertrud.state.context import Context
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import DEAD, Board, Status
from maps.hexgrid import Hex
from oob.model import UnitId

Work = Transition[Board]


def objection(
    rule: str, text: str, *, units: tuple[UnitId, ...] = (), places: tuple[Location, ...] = ()
) -> Objection:
    """A sentence that forbids, with its rule id (``OG-6.0a``), and whom and where it is about."""
    return Objection(rule, text, units, places)


def now(context: Context, transition: Work) -> Position:
    """The position of a step in the making."""
    return Position(context, transition.state)


def bury(transition: Work, unit: UnitId, *marks: str) -> None:
    """Put a unit in the dead pile, with marks such as :data:`LOST`."""
    drops = {u: at for u, at in transition.state.drops.items() if u != unit}
    transition.state = transition.state.with_piece(
        unit, at=DEAD, steps=0, mode="", marks=frozenset(marks)
    )
    transition.set(drops=drops)


def come_down(transition: Work, unit: UnitId, at: Hex) -> None:
    """Put a unit in a hex, landing it if it was in the air (OG 15.0)."""
    drops = {u: target for u, target in transition.state.drops.items() if u != unit}
    transition.state = transition.state.with_piece(unit, at=at).having(drops=drops)


def hit(transition: Work, unit: UnitId) -> bool:
    """A unit loses a step: it flips or dies (OG 2.7). True when it is eliminated."""
    piece = transition.state.pieces[unit]
    if piece.steps > 1:
        transition.state = transition.state.with_piece(unit, steps=piece.steps - 1)
        transition.tell("reduced", "OG-2.7b", unit=unit)
        return False
    bury(transition, unit)
    transition.tell("eliminated", "OG-2.7b", unit=unit)
    return True


def set_marker(transition: Work, marker: str, status: Status) -> None:
    """Change a support marker's status; an Experten goes with its CAS (OG 13.2)."""
    transition.set(support={**transition.state.support, marker: status})
    if status is Status.ELIMINATED and transition.state.experten == marker:
        transition.set(experten="")
        transition.tell("experten lost", "OG-13.2c", marker=marker)
