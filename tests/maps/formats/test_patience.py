"""Boards that take longer to read than a file may are refused in a sentence, in every format."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from maps.edits.blank import blank_map, generic_legend
from maps.errors import KnownError
from maps.files import reading
from maps.formats import text
from maps.formats.interchange import board_csv, board_json, geojson
from maps.layout import Orientation
from maps.model import GameMap
from maps.numbering import LabelScheme

READERS: dict[str, tuple[Callable[[GameMap], str], Callable[[str, str], GameMap]]] = {
    "map": (text.dumps, text.loads),
    "board.json": (board_json.dumps, board_json.loads),
    "board.csv": (board_csv.dumps, board_csv.loads),
    "board.geojson": (geojson.dumps, geojson.loads),
}
"""How boards are written and read in each format."""


@pytest.fixture(scope="module")
def board() -> GameMap:
    """A board of a few thousand hexes."""
    legend = generic_legend()
    return blank_map("Wide", Orientation.FLAT, 60, 60, LabelScheme(), legend, "clear")


@pytest.mark.parametrize("name", READERS)
def test_a_board_that_takes_too_long_is_refused(
    board: GameMap, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, read = READERS[name]
    whole = write(board)
    monkeypatch.setattr(reading.time, "thread_time", itertools.count(0.0, 1.0).__next__)
    assert len(board.terrain) > reading.PATIENCE * reading.LOOK, (
        "it is looked at more often than that"
    )
    with pytest.raises(KnownError, match=rf"^{name}: takes longer than 10 seconds to read"):
        read(whole, name)


@pytest.mark.parametrize("name", READERS)
def test_a_board_that_is_read_in_time_is_itself(board: GameMap, name: str) -> None:
    write, read = READERS[name]
    assert read(write(board), name).terrain == board.terrain
