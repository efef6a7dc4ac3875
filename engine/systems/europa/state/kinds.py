"""Units of a kind: counters that the orders of battle do not tell apart (BF-29.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.change import pieces_changed
from engine.core.state import Piece, Pieces
from engine.systems.europa.state.constants import other
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.units import POINTS, points_of
from maps.hexgrid import Hex
from oob.model import UnitId

Kind = tuple[str, str, str, str]
"""Nation, size, type and the ratings of the full side; of position antiaircraft, whatever its
strength, the branch and how it moves.
"""


def kind_of(context: Context, unit: UnitId) -> Kind:
    """What counts of a unit where its identification does not."""
    if unit not in context.kinds:
        found = context.units[unit]
        ratings = found.front.ratings()
        if points_of(found):
            others = sorted(word for word in found.traits if not word.startswith(POINTS))
            ratings = " ".join((ratings, *others))
        context.kinds[unit] = (found.nation, found.size.value, found.type, ratings)
    return context.kinds[unit]


def weight(context: Context, unit: UnitId) -> int:
    """How many of its kind a unit counts for: the points of position antiaircraft, or one."""
    return points_of(context.units[unit]) or 1


def whole(pos: Position, unit: UnitId) -> bool:
    """True for a unit that has all its steps."""
    return pos.piece(unit).steps >= pos.context.units[unit].steps


def in_play(pos: Position, unit: UnitId) -> bool:
    """True for a unit on the map or in a holding box."""
    at = pos.piece(unit).at
    return isinstance(at, Hex) or at in pos.context.map.boxes


def alike(pos: Position, kind: Kind, *, cadres: bool = False) -> Iterator[UnitId]:
    """Units in play of a kind: whole ones, or those that show their cadre."""
    for unit in _by_kind(pos.context).get(kind, ()):
        if in_play(pos, unit) and whole(pos, unit) != cadres:
            yield unit


def _by_kind(context: Context) -> Mapping[Kind, tuple[UnitId, ...]]:
    """The units of the order of battle by their kinds; sorted once a game."""

    def work() -> Mapping[Kind, tuple[UnitId, ...]]:
        found: dict[Kind, list[UnitId]] = {}
        for unit in context.units:
            found.setdefault(kind_of(context, unit), []).append(unit)
        return {kind: tuple(units) for kind, units in found.items()}

    return context.shared.once("units by kind", (), work)


def cadres(pos: Position, side: str) -> tuple[UnitId, ...]:
    """A side's divisions in play that show their cadre."""
    hurt = pos.once("hurt divisions", lambda: _hurt(pos))
    return tuple([unit for unit in hurt if pos.side(unit) == side and in_play(pos, unit)])


def _hurt(pos: Position) -> tuple[UnitId, ...]:
    """The divisions that have lost steps and not all: the last ones found while no unit has become
    one since, or is one no more.
    """
    pieces, units = pos.state.pieces, pos.context.units

    def hurt(unit: UnitId, piece: Piece) -> bool:
        return 0 < piece.steps < units[unit].steps

    last: list[tuple[Pieces, tuple[UnitId, ...]]] = pos.shared("last hurt divisions", (), list)
    for before, known in last:
        changed = pieces_changed(before, pieces)
        if changed is not None and all(hurt(u, before[u]) == hurt(u, pieces[u]) for u in changed):
            last[:] = [(pieces, known)]
            return known
    every = pos.context.divisions
    found = tuple([unit for unit in every if hurt(unit, pieces[unit])])
    last[:] = [(pieces, found)]
    return found


def free(pos: Position, unit: UnitId) -> bool:
    """True for a unit that is in no enemy zone of control."""
    at = pos.piece(unit).at
    return not isinstance(at, Hex) or at not in pos.zoc(other(pos.side(unit)))
