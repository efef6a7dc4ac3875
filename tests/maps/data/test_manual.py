"""The manual states each board in numbers, and they are those of the board."""

from __future__ import annotations

from pathlib import Path

import pytest

import resources
from maps import data
from tests.maps.data.board_facts import board_named, counts

HIGH = ("rough", "wooded_rough", "mountain")
GREEN = ("woods", "forest", "swamp")


def row_of(name: str) -> str:
    """The board's row of the table in the manual."""
    board = board_named(name)
    found = counts(board)
    total, terrain = found["board"], found["terrain"]
    shares = [
        round(100 * sum(terrain.get(kind, 0) for kind in kinds) / total["land"])
        for kinds in (HIGH, GREEN)
    ]
    cells = [
        board.title,
        *(f"{total[key]:,}" for key in ("hexes", "land")),
        *(f"{share} %" for share in shares),
        *(f"{total[key]:,}" for key in ("places", "ports", "rail_hexes")),
    ]
    return f"| {' | '.join(cells)} |"


@pytest.mark.parametrize("name", data.names())
def test_the_manual_states_the_numbers_of_the_board(name: str) -> None:
    page = Path(resources.__file__).parent / "manual" / "6-data.md"
    assert row_of(name) in page.read_text(encoding="utf-8")
