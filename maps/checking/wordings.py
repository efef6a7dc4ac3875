"""How hexes, kinds and regions are named in sentences about a map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from maps.hexgrid import Hex
from maps.legend import Layer
from maps.model import GameMap


def pair(board: GameMap, hexes: Iterable[Hex]) -> str:
    """Two hexes by number, as a hexside or link is written: ``0101/0102``."""
    return "/".join(sorted(board.label(at) for at in hexes))


def kinds_of(board: GameMap, layer: Layer, kinds: Iterable[str], sign: str = ", ") -> str:
    """Kinds by the names that the legend gives them: ``River, Lake hexside``."""
    return sign.join(board.legend.called(layer, kind) for kind in sorted(kinds))


def region_of(board: GameMap, layer: str, name: str) -> str:
    """A region with the title of its layer: ``Albania (Countries)``."""
    return f"{name} ({board.legend.called(Layer.REGION, layer)})"


def several(board: GameMap, hexes: Sequence[Hex]) -> str:
    """Some hexes by number as the start of a sentence: ``0101, 0102 and 7 more are``."""
    shown = ", ".join(board.label(at) for at in hexes[:3])
    more = f" and {len(hexes) - 3} more" if len(hexes) > 3 else ""
    return f"{shown}{more} {'is' if len(hexes) == 1 else 'are'}"
