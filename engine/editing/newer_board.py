"""What a newer shipped version of a board has otherwise, for a board that was begun with an older.

Nothing changes by itself: the differences are listed, and taken over as one step of undo as far as
the rules of the games on the board allow it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

import maps.data
from engine.editing.map_session import EditSession
from engine.editing.validator import EndangeredError
from engine.frozen import dataclass
from maps.checking.newer import Difference, differences, taking
from maps.edits import Change
from maps.errors import KnownError
from maps.hexgrid import Hex
from maps.model import GameMap

__all__ = ["Difference", "Fitting", "fitting", "newer_differences", "shipped_board"]

BEGUN = 0
"""The revision of a board before its first edit."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """What can be taken over now: one change, what it leaves out, and why, each reason once."""

    change: Change
    left_out: tuple[Difference, ...]
    why: tuple[str, ...]


def shipped_board(ident: str) -> GameMap | None:
    """The board that is shipped under an id, None when none is."""
    return maps.data.load(ident) if ident in maps.data.names() else None


def newer_differences(session: EditSession, newer: GameMap | None = None) -> list[Difference]:
    """What the shipped board of the same id has otherwise, by sort and hex; nothing for others.

    ``newer`` is that board, where it is known already.
    """
    newer = newer or shipped_board(session.map.id)
    if newer is None or newer.id != session.map.id:
        return []
    return differences(session.board_at(BEGUN), session.map, newer)


def fitting(
    session: EditSession, wanted: Sequence[Difference], tell: Callable[[], object] = bool
) -> Fitting:
    """The most of some differences that no game on the board forbids.

    What would take the ground or the box from units, or a place, region or box from the rules, is
    left out.
    ``tell`` is called before each look at the games, and may raise to end it.
    """
    left: list[Difference] = []
    why: list[str] = []

    def danger(of: Sequence[Difference]) -> KnownError | None:
        tell()
        try:
            session.judge(taking(session.map, of))
        except KnownError as error:
            return error
        return None

    def most(sure: Sequence[Difference], more: Sequence[Difference]) -> list[Difference]:
        """As many of ``more`` as go with ``sure``."""
        error = danger([*sure, *more]) if more else None
        if error is None:
            return list(more)
        if len(more) == 1:
            left.extend(more)
            if error.what not in why:
                why.append(error.what)
            return []
        middle = len(more) // 2
        first = most(sure, more[:middle])
        return [*first, *most([*sure, *first], more[middle:])]

    sure = list(wanted)
    error = danger(sure) if sure else None
    if error is not None:
        hexes = error.hexes if isinstance(error, EndangeredError) else frozenset()
        spots: Set[Hex | None] = hexes or frozenset({None})
        doubted = [one for one in wanted if one.hex in spots]
        sure = [one for one in wanted if one.hex not in spots]
        if not doubted or danger(sure) is not None:
            sure, doubted = [], list(wanted)
        sure += most(sure, doubted)
    return Fitting(taking(session.map, sure), tuple(left), tuple(why))
