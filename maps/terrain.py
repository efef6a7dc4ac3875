"""Land, sea, lake and coast, read off the legend's look words.

A terrain kind says what it is by its look: ``sea=yes`` for an all-sea hex, ``sea=lake`` for an
all-lake hex, ``sea=no`` for land. Where it says nothing, the kinds ``sea`` and ``lake`` are what
they are called and all others are land.

A coast hex is a land hex with a sea hex beside it; ``coast=yes`` says so outright, for a kind that
is always coast and for land whose sea lies off the board. A lake makes no coast.
"""

from __future__ import annotations

from maps.hexgrid import Hex
from maps.legend import Layer
from maps.model import GameMap


def terrain_word(board: GameMap, at: Hex, word: str) -> str:
    """A look word of the terrain in a hex; empty off the board or where the legend does not say."""
    return _look(board, board.terrain.get(at, ""), word)


def _look(board: GameMap, terrain: str, word: str) -> str:
    kind = board.legend.kinds.get((Layer.TERRAIN, terrain))
    return kind.look.get(word, "") if kind else ""


def water_of(board: GameMap, at: Hex) -> str:
    """``yes`` for an all-sea hex, ``lake`` for an all-lake hex, else ``no`` (off the board too)."""
    return water_in(board, board.terrain.get(at, ""))


def water_in(board: GameMap, terrain: str) -> str:
    """What :func:`water_of` says of hexes with a kind of terrain."""
    return _look(board, terrain, "sea") or _WATER_BY_NAME.get(terrain, "no")


_WATER_BY_NAME = {"sea": "yes", "lake": "lake"}


def is_sea(board: GameMap, at: Hex) -> bool:
    """True for an all-sea hex of the board."""
    return water_of(board, at) == "yes"


def is_lake(board: GameMap, at: Hex) -> bool:
    """True for an all-lake hex of the board."""
    return water_of(board, at) == "lake"


def is_water(board: GameMap, at: Hex) -> bool:
    """True for an all-sea or all-lake hex of the board."""
    return water_of(board, at) in ("yes", "lake")


def is_land(board: GameMap, at: Hex) -> bool:
    """True for a hex of the board with land in it."""
    return at in board and not is_water(board, at)


def is_coast(board: GameMap, at: Hex) -> bool:
    """True for a land hex beside a sea hex, or of a kind that is coast outright."""
    if not is_land(board, at):
        return False
    return terrain_word(board, at, "coast") == "yes" or touches_sea(board, at)


def touches_sea(board: GameMap, at: Hex) -> bool:
    """True when a hex beside this one is all sea."""
    return any(is_sea(board, near) for near in at.neighbours())


def is_edge(board: GameMap, at: Hex) -> bool:
    """True for a hex of the board with a missing neighbour."""
    return at in board and any(near not in board for near in at.neighbours())
