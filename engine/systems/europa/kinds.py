"""Units of a kind: counters that the orders of battle do not tell apart (BF-29.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.systems.europa.position import Position
from engine.systems.europa.table import Table
from engine.systems.europa.words import other
from maps.hexgrid import Hex
from oob.model import UnitId

Kind = tuple[str, str, str, str]
"""Nation, size, type and the ratings of the full side."""


def kind_of(table: Table, unit: UnitId) -> Kind:
    """What counts of a unit where its identification does not."""
    found = table.units[unit]
    return found.nation, found.size.value, found.type, found.front.ratings()


def whole(pos: Position, unit: UnitId) -> bool:
    """True for a unit that has all its steps."""
    return pos.piece(unit).steps >= pos.table.units[unit].steps


def in_play(pos: Position, unit: UnitId) -> bool:
    """True for a unit on the map or in a holding box."""
    at = pos.piece(unit).at
    return isinstance(at, Hex) or at in pos.table.map.boxes


def alike(pos: Position, kind: Kind, *, cadres: bool = False) -> Iterator[UnitId]:
    """Units in play of a kind: whole ones, or those that show their cadre."""
    for unit in pos.state.pieces:
        if kind_of(pos.table, unit) == kind and in_play(pos, unit) and whole(pos, unit) != cadres:
            yield unit


def free(pos: Position, unit: UnitId) -> bool:
    """True for a unit that stands in no enemy zone of control."""
    at = pos.piece(unit).at
    return not isinstance(at, Hex) or at not in pos.zoc(other(pos.side(unit)))
