"""Boards that take longer to read than a file may are refused in a sentence, in every format."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from maps.edits.blank import blank_map, generic_legend
from maps.edits.stamps import fresh_id
from maps.errors import KnownError
from maps.files import reading
from maps.formats import text
from maps.formats.interchange import board_csv, board_json, found, geojson, text_mapper
from maps.layout import Orientation
from maps.legend import Layer
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


NAMED: dict[str, tuple[Callable[[str, str], GameMap], Callable[[int], str]]] = {
    "map.csv": (
        board_csv.loads,
        lambda count: "q,r,terrain\n" + "".join(f"{n},0,kind{n}\n" for n in range(count)),
    ),
    "map.txt": (
        text_mapper.loads,
        lambda count: "".join(f"{n:03}001 kind{n}\n" for n in range(count)),
    ),
}
"""Readers of strangers' boards, and a board of so many hexes, each of a kind of its own."""


@pytest.mark.parametrize("name", NAMED)
def test_a_legend_of_too_many_kinds_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found, "MOST_KINDS", 20)
    read, write = NAMED[name]
    assert len(read(write(20), name).legend.of(Layer.TERRAIN)) == 20
    with pytest.raises(KnownError, match=rf"^{name}: names more than 20 kinds"):
        read(write(21), name)


def test_rows_of_a_table_are_taken_within_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time runs while hexes are made of rows, not only while rows are read."""
    moment = 0.0

    def later(*_given: object) -> None:
        nonlocal moment
        moment += 1.0

    monkeypatch.setattr(reading.time, "thread_time", lambda: moment)
    monkeypatch.setattr(found.Found, "ground", later)
    rows = "".join(f"{n},0,clear\n" for n in range(20))
    with pytest.raises(KnownError, match=r"^map\.csv: takes longer than 10 seconds to read"):
        board_csv.loads("q,r,terrain\n" + rows, "map.csv")


class Asked(set[str]):
    """Ids that are taken; counts how often it was asked for one."""

    count = 0

    def __contains__(self, ident: object) -> bool:
        self.count += 1
        return super().__contains__(ident)


def test_the_thousandth_thing_of_a_name_finds_its_id_quickly() -> None:
    taken = Asked({"town", *(f"town-{n}" for n in range(2, 10_000))})
    assert fresh_id("town", taken) == "town-10000"
    assert taken.count < 40
