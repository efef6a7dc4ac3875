"""Land and sea of a board, by the terrain words all legends share."""

from __future__ import annotations

from maps.hexgrid import Hex
from maps.model import GameMap

SEA, LAKE = "sea", "lake"


def land_of(board: GameMap) -> frozenset[Hex]:
    """Hexes units can stand in: all but sea and lakes."""
    return frozenset(at for at, kind in board.terrain.items() if kind not in (SEA, LAKE))


def sea_of(board: GameMap) -> frozenset[Hex]:
    """All-sea hexes; lakes are not sea."""
    return frozenset(at for at, kind in board.terrain.items() if kind == SEA)
