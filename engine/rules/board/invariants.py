"""What must hold of the pieces of any game after every action."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Protocol

from engine.core.state import State
from maps.hexgrid import Hex
from oob.model import Unit, UnitId


class Board(Protocol):
    """What invariants ask of a context."""

    @property
    def units(self) -> Mapping[UnitId, Unit]:
        """The units of the order of battle."""

    @property
    def land(self) -> frozenset[Hex]:
        """Hexes units can stand in."""


class Placed(Protocol):
    """What invariants ask of a position."""

    @property
    def context(self) -> Board:
        """What never changes."""

    @property
    def state(self) -> State:
        """The state it is about."""


def piece_faults(
    pos: Placed, boxes: Collection[str], dead: str, among: Iterable[UnitId] | None = None
) -> Iterator[str]:
    """Units that are missing, off the land, in no known box, or have steps they cannot have.

    ``dead`` is the box of the dead pile, where nobody has a step left. ``among``: the units to look
    at, when the others, and that none is missing, are known to be as they must.
    """
    pieces = pos.state.pieces
    if among is None and pieces.keys() != pos.context.units.keys():
        yield "the pieces are not exactly the units of the order of battle"
    for unit in pieces if among is None else among:
        piece = pieces[unit]
        full = pos.context.units[unit].steps
        if isinstance(piece.at, Hex):
            if piece.at not in pos.context.land:
                yield f"{unit} stands off the land, in {piece.at}"
            if not 1 <= piece.steps <= full:
                yield f"{unit} is in {piece.at} with {piece.steps} steps"
        elif piece.at not in boxes:
            yield f"{unit} is in no known place: {piece.at!r}"
        elif piece.at == dead and piece.steps:
            yield f"{unit} is dead with {piece.steps} steps"
