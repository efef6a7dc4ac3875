"""What may be wrong with the sheets of a map and their numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from maps.checking.problems import Flaw, Problem, error
from maps.checking.wordings import several
from maps.hexgrid import Hex
from maps.model import GameMap


def sheet_steps(board: GameMap, pace: int) -> Iterator[Problem | None]:
    """The problems of all sheets, with a None after every ``pace`` hexes."""
    for sheet in board.sheets:
        where = f"sheet {sheet.id}"
        if sheet.orientation is not board.orientation:
            what = f"the sheet is {sheet.orientation}, the map {board.orientation}."
            fix = "Give both one orientation."
            yield error(where, what, fix, None, Flaw.SHEET_TURNED, sheet.id)
        scheme = sheet.scheme
        last = max(scheme.first_column + sheet.columns, scheme.first_row + sheet.rows) - 1
        is_long = last >= 10**scheme.digits and not scheme.style
        if is_long or min(scheme.first_column, scheme.first_row) < 0:
            what = f"its numbers do not fit {scheme.digits} digits."
            fix = "Give more digits or start from 0 or 1."
            yield error(where, what, fix, None, Flaw.SHEET_DIGITS, sheet.id)
    yield from _clashes(board, pace)


def _clashes(board: GameMap, pace: int) -> Iterator[Problem | None]:
    owners: dict[str, dict[Hex, str]] = defaultdict(dict)
    for sheet in board.sheets:
        for count, (at, body) in enumerate(sheet.walk()):
            if count % pace == 0:
                yield None
            if at in board.terrain:
                owners[f"{sheet.scheme.prefix}:{body}".upper()].setdefault(at, sheet.id)
    clashes: dict[tuple[str, ...], list[Hex]] = defaultdict(list)
    for count, hexes in enumerate(owners.values()):
        if count % pace == 0:
            yield None
        if len(hexes) > 1:
            clashes[tuple(sorted(set(hexes.values())))].append(min(hexes))
    for ids, found in sorted(clashes.items()):
        what = f"{several(board, sorted(found))} numbered like other hexes."
        fix = "Give each sheet its own prefix."
        where = f"sheet {' and '.join(ids)}"
        yield error(where, what, fix, min(found), Flaw.SAME_NUMBER, ids[-1])
