"""Where ships go on from hex to hex (BF-26B1.3, BC-19D1b.3)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.systems.europa.board.board import GameBoard
from maps.hexgrid import Hex

CROSSED = frozenset({"sea", "narrow_strait"})
"""Hexsides between land hexes that ships pass along."""


def links(ground: GameBoard) -> Mapping[Hex, tuple[Hex, ...]]:
    """For each sea and coastal hex, the sea and coastal hexes a ship goes on to: never over a
    hexside that is all land.
    """
    sea = ground.sea
    wet = sea | ground.coastal
    return {
        at: tuple(
            near
            for near in at.neighbours()
            if near in wet
            and (at in sea or near in sea or bool(ground.map.side_kinds(at, near) & CROSSED))
        )
        for at in sorted(wet)
    }
