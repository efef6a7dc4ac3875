"""What two maps must have in the same order, beside being equal."""

from __future__ import annotations

from typing import Any

from maps.model import GameMap


def order(board: GameMap) -> tuple[list[Any], ...]:
    """Everything of a map whose order a rule could see."""
    regions = [(layer, list(named)) for layer, named in board.regions.items()]
    ordered = (board.terrain, board.hexsides, board.lines, board.places, board.boxes, board.notes)
    return (*map(list, ordered), regions, list(board.legend.kinds), board.sheets)
