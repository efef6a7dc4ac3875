"""Where sheets lie on a board: put beside or over each other, moved, added, taken off.

A sheet takes what is printed on it along. Hexes it shares with another sheet stay with that one
and go with this one as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from typing import cast

from maps.edits.changes import Change, Fills, MapLayer
from maps.edits.differences import difference
from maps.edits.pieces import Motion, laid_over, lifted, shifted, without
from maps.edits.strokes import known_kind
from maps.errors import KnownError, nearest
from maps.hexgrid import Hex
from maps.layout import Orientation
from maps.legend import Layer, Legend
from maps.model import GameMap
from maps.numbering import Sheet

MAX_SHEET = 2_000
"""Most columns or rows of one sheet."""


class Edge(StrEnum):
    """On which edge of one sheet another is put."""

    RIGHT = "right of"
    LEFT = "left of"
    BELOW = "below"
    ABOVE = "above"


def sheet_of(board: GameMap, ident: str) -> Sheet:
    """A sheet by id. Raises KnownError with the nearest id when there is none."""
    for sheet in board.sheets:
        if sheet.id == ident:
            return sheet
    ids = [sheet.id for sheet in board.sheets]
    raise KnownError(
        f"sheets of {board.title}", f"there is no sheet {ident!r}.", nearest(ident, ids)
    )


def beside(old: Sheet, new: Sheet, edge: Edge, overlap: int = 0, shift: int = 0) -> Hex:
    """Where the first hex of ``new`` must lie to stand on an edge of ``old``.

    ``overlap`` columns (rows) are shared; ``shift`` moves it down (right) along the edge.
    """
    match edge:
        case Edge.RIGHT:
            return old.step(old.columns - overlap, shift)
        case Edge.LEFT:
            return _less(old.step(0, shift), new, new.step(new.columns - overlap, 0))
        case Edge.BELOW:
            return old.step(shift, old.rows - overlap)
        case Edge.ABOVE:
            return _less(old.step(shift, 0), new, new.step(0, new.rows - overlap))


def _less(goal: Hex, sheet: Sheet, own: Hex) -> Hex:
    """Where a sheet's first hex lies when the hex ``own`` of it lies on ``goal``."""
    return Hex(goal.q - own.q + sheet.origin.q, goal.r - own.r + sheet.origin.r)


def move_sheet(board: GameMap, ident: str, origin: Hex, *, prefer_moved: bool = False) -> Change:
    """Move a sheet, with what is printed on it, so that its first hex lies at ``origin``.

    Where it comes to lie over hexes of other sheets those keep what they hold, unless the moved
    sheet is preferred.
    """
    sheet = sheet_of(board, ident)
    by = Hex(origin.q - sheet.origin.q, origin.r - sheet.origin.r)
    return carried(
        board, sheet, replace(sheet, origin=origin), shifted(by), f"Move sheet {ident}",
        prefer_moved,
    )  # fmt: skip


def carried(
    board: GameMap, sheet: Sheet, after: Sheet, motion: Motion, label: str, prefer_piece: bool
) -> Change:
    """Move what is printed on a sheet, which becomes ``after``; ``prefer_piece`` as in
    :func:`maps.edits.pieces.laid_over`.
    """
    own = [at for at in sheet.hexes() if at in board]
    others = [other for other in board.sheets if other.id != sheet.id]
    mine = [at for at in own if not any(other.numbers(at) for other in others)]
    piece = lifted(board, own, motion)
    left = without(board, mine)
    wanted = laid_over(left, piece, prefer_piece=prefer_piece)
    wanted.sheets = [after if other.id == sheet.id else other for other in board.sheets]
    return difference(board, wanted, label)


def add_sheet(board: GameMap, sheet: Sheet, terrain: str) -> Change:
    """Add a sheet at the end; hexes it has that do not exist get a terrain.

    Raises KnownError for an id that is taken, another orientation or too large a sheet.
    """
    known_kind(board, Layer.TERRAIN, terrain)
    _check(board, sheet, [other.id for other in board.sheets])
    wanted = board.copy()
    wanted.sheets.append(sheet)
    for at in sheet.hexes():
        wanted.terrain.setdefault(at, terrain)
    return difference(board, wanted, f"Add sheet {sheet.id}")


def change_sheet(board: GameMap, ident: str, sheet: Sheet, terrain: str = "") -> Change:
    """Number a sheet again, or give it another size; nothing on the board moves.

    With ``terrain``, hexes that come on the sheet and do not exist are made, and hexes that leave
    every sheet are taken off.
    """
    before = sheet_of(board, ident)
    others = [other for other in board.sheets if other.id != ident]
    _check(board, sheet, [other.id for other in others])
    wanted = board.copy()
    if terrain:
        known_kind(board, Layer.TERRAIN, terrain)
        kept = {at: None for at in sheet.hexes()}
        gone = [
            at
            for at in before.hexes()
            if at not in kept and not any(other.numbers(at) for other in others)
        ]
        wanted = without(board, gone)
        for at in kept:
            wanted.terrain.setdefault(at, terrain)
    wanted.sheets = [sheet if other.id == ident else other for other in board.sheets]
    return difference(board, wanted, f"Change sheet {ident}")


def remove_sheet(board: GameMap, ident: str) -> Change:
    """Take a sheet off the board with the hexes that lie on no other sheet."""
    sheet = sheet_of(board, ident)
    others = [other for other in board.sheets if other.id != ident]
    gone = [at for at in sheet.hexes() if not any(other.numbers(at) for other in others)]
    wanted = without(board, gone)
    wanted.sheets = others
    return difference(board, wanted, f"Remove sheet {ident}")


def add_map(board: GameMap, other: GameMap) -> Change:
    """Put all sheets of another map to the right of the board, a free column between.

    Its kinds join the legend (a kind of the same id stays as it is here), its sheets get free ids
    and prefixes. Raises KnownError when it is flat and the board pointy, or the other way about.
    """
    if other.orientation is not board.orientation:
        raise KnownError(
            other.title,
            f"it is {other.orientation}, this board {board.orientation}.",
            "Turn one of them by 90 degrees first.",
        )
    by = _clear_of(board, other)
    piece = lifted(other, other.terrain, shifted(by))
    wanted = laid_over(board, piece, prefer_piece=False)
    kinds = dict(board.legend.kinds)
    for key, kind in other.legend.kinds.items():
        kinds.setdefault(key, kind)
    wanted.legend = Legend(kinds)
    for sheet in other.sheets:
        ids = [known.id for known in wanted.sheets]
        wanted.sheets.append(_fresh(replace(sheet, origin=sheet.origin.moved(by)), wanted, ids))
    return difference(board, wanted, f"Add the sheets of {other.title}")


def _fresh(sheet: Sheet, board: GameMap, ids: list[str]) -> Sheet:
    ident, number = sheet.id, 2
    while ident in ids:
        ident, number = f"{sheet.id}-{number}", number + 1
    prefixes = {other.scheme.prefix for other in board.sheets}
    scheme = sheet.scheme
    if scheme.prefix in prefixes:
        scheme = replace(scheme, prefix=ident.upper().replace(" ", "")[:12])
    return replace(sheet, id=ident, scheme=scheme)


def _clear_of(board: GameMap, other: GameMap) -> Hex:
    """How far another map must move to lie to the right of a board, tops level."""
    if not board.terrain or not other.terrain:
        return Hex(0, 0)
    if board.orientation is Orientation.FLAT:
        dq = max(at.q for at in board.terrain) - min(at.q for at in other.terrain) + 2
        top = min(2 * at.r + at.q for at in board.terrain)
        own = min(2 * at.r + at.q for at in other.terrain)
        return Hex(dq, (top - own - dq) // 2)
    dr = min(at.r for at in board.terrain) - min(at.r for at in other.terrain)
    edge = max(2 * at.q + at.r for at in board.terrain)
    own = min(2 * at.q + at.r for at in other.terrain)
    return Hex((edge - own - dr) // 2 + 2, dr)


def unsettles(change: Change) -> bool:
    """True when a change takes hexes off a board or numbers some again: no game may stand on it."""
    if isinstance(change.facts, Fills):
        return False
    for fact in change.facts:
        if fact.layer is MapLayer.TERRAIN and fact.after is None:
            return True
        if fact.layer is MapLayer.HEAD and fact.key == "orientation":
            return True
        if fact.layer is MapLayer.SHEETS:
            after = cast(tuple[Sheet, ...], fact.after)
            if any(sheet not in after for sheet in cast(tuple[Sheet, ...], fact.before)):
                return True
    return False


def _check(board: GameMap, sheet: Sheet, ids: Iterable[str]) -> None:
    where = f"sheet {sheet.id}"
    if not sheet.id.strip():
        raise KnownError("sheets", "a sheet needs an id.", "Give it one, such as 14A.")
    if sheet.id in ids:
        raise KnownError(where, "there is a sheet of that id already.", "Choose another id.")
    if sheet.orientation is not board.orientation:
        what = f"the sheet is {sheet.orientation}, the map {board.orientation}."
        raise KnownError(where, what, "Give both one orientation.")
    if max(sheet.columns, sheet.rows) > MAX_SHEET:
        raise KnownError(where, f"it has more than {MAX_SHEET} columns or rows.", "Split it.")
