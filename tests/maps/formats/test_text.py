"""The map text format: round trips, determinism, and a sentence for every kind of bad text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.errors import KnownError
from maps.formats import text
from maps.hexgrid import Hex, link, side_between
from maps.model import GameMap
from tests.examples import few
from tests.maps.strategies import maps

SMALL = """\
sandtable map 1

[map]
id: demo
title: A demonstration
orientation: flat

[legend]
terrain clear "Clear" fill=#eeeecc
terrain rough "Rough"
terrain sea "Sea" sea=yes
hexside river "River" stroke=#3366cc
line road "Road"
place city "City"
region country "Country"

[sheets]
main columns=4 rows=3 orientation=flat origin=0,0

[terrain]
0101 clear
0102 rough
0201 clear
0202 sea

[hexsides]
0101/0201 river

[lines]
road: 0102 0101 0201

[places]
home city 0101 "Home" tag=capital modern="Heim"

[regions]
country Albania: 0101 0102

[end]
"""


def changed(old: str, new: str) -> str:
    assert SMALL.count(old) == 1
    return SMALL.replace(old, new)


def test_a_label_on_its_hex_is_written_in_one_way() -> None:
    """Files of SQLite know no negative zero."""
    board = text.loads(SMALL)
    name, place = next(iter(board.places.items()))
    board.places[name] = replace(place, label=(-0.0, 1.5))
    assert "label=0.0,1.5" in text.dumps(board)


def test_reads_every_section() -> None:
    board = text.loads(SMALL)
    home, south, east = (board.parse_label(key) for key in ("0101", "0102", "0201"))
    assert board.terrain[south] == "rough"
    assert board.hexsides == {side_between(home, east): frozenset({"river"})}
    assert set(board.lines) == {link(home, south), link(home, east)}
    assert board.places["home"].modern == "Heim"
    assert board.regions == {"country": {"Albania": frozenset({home, south})}}


@given(maps())
def test_model_to_text_to_model_is_the_identity(board: GameMap) -> None:
    written = text.dumps(board)
    again = text.loads(written)
    assert again == board
    assert list(again.legend.kinds) == list(board.legend.kinds)
    assert text.dumps(again) == written


@given(maps(), st.randoms(use_true_random=False))
@few(15)
def test_equal_maps_give_equal_texts_whatever_their_order(board: GameMap, chance: object) -> None:
    again = text.loads(text.dumps(board))
    for slots in (again.terrain, again.lines, again.hexsides, again.notes):
        items = sorted(slots.items(), reverse=True)
        slots.clear()
        slots.update(items)  # type: ignore[arg-type]
    assert text.dumps(again) == text.dumps(board)


@pytest.mark.parametrize(
    ("bad", "line", "what", "fix"),
    [
        (changed("0102 rough", "0102 ruogh"), 22, "ruogh", "'rough'"),
        (changed("0201 clear", "0101 clear"), 23, "twice", "Remove"),
        (changed("0202 sea", "0109 sea"), 24, "'0109'", "Did you mean '0103'?"),
        (changed("map 1", "map 7"), 1, "version 7", "newer"),
        (changed("sandtable map 1", "hello"), 1, "not a map", "first line"),
        (changed("[end]\n", ""), 38, "part of it is missing", "[end]"),
        (changed("[hexsides]", "[hexside]"), 26, "[hexside]", "'hexsides'"),
        (changed("0101/0201 river", "0101/0401 river"), 27, "not adjacent", "neighbours"),
        (changed("0101/0201 river", "0101 river"), 27, "not a hexside", "1717/1718"),
        (changed("road: 0102 0101 0201", "road: 0102 0101 0102"), 30, "twice", "Remove"),
        (changed("road: 0102 0101 0201", "roda: 0102 0101"), 30, "'roda'", "'road'"),
        (changed("orientation: flat", "orientation: flta"), 6, "'flta'", "'flat'"),
        (changed("id: demo\n", ""), 5, "does not say the id", "id: ..."),
        (changed("columns=4", "columns=0"), 18, "'0'", ""),
        (changed("columns=4", "columns=99999"), 18, "99999", ""),
        (changed("columns=4", "colums=4"), 18, "'colums'", "'columns'"),
        (changed('"Home"', '"Home'), 33, "quotation", "id kind"),
        (changed("tag=capital", "tga=capital"), 33, "'tga'", "'tag'"),
        (changed("country Albania", "cuontry Albania"), 36, "'cuontry'", "'country'"),
        (changed("[terrain]", "[map]"), 20, "twice", "Join"),
    ],
)
def test_bad_text_is_named_with_line_and_fix(bad: str, line: int, what: str, fix: str) -> None:
    with pytest.raises(KnownError) as caught:
        text.loads(bad, "board.map")
    assert caught.value.where == f"board.map line {line}"
    assert what in caught.value.what
    assert fix in caught.value.fix


@given(st.data())
@few(150)
def test_a_damaged_text_is_read_or_refused_but_never_crashes(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(SMALL)))
    end = data.draw(st.integers(start, min(len(SMALL), start + 30)))
    damaged = SMALL[:start] + data.draw(st.text(max_size=6)) + SMALL[end:]
    try:
        board = text.loads(damaged)
    except KnownError as error:
        assert error.where
        assert error.what
    else:
        assert text.loads(text.dumps(board)) == board


@given(st.integers(0, len(SMALL) - 2))
@few(30)
def test_a_text_cut_short_is_refused(length: int) -> None:
    with pytest.raises(KnownError):
        text.loads(SMALL[:length])


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    board = text.loads(SMALL)
    path = tmp_path / "a board.map"
    text.dump(board, path)
    assert text.load(path) == board
    board.terrain[Hex(0, 0)] = "lava"
    before = path.read_bytes()
    with pytest.raises(KnownError, match="lava"):
        text.dump(board, path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["a board.map"]


def test_a_file_that_is_not_utf8_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "old.map"
    path.write_bytes(SMALL.encode().replace(b"Heim", b"H\xe9im"))
    with pytest.raises(KnownError) as caught:
        text.load(path)
    assert caught.value.where == "old.map line 33"


def test_windows_line_ends_and_comments_are_read() -> None:
    board = text.loads(
        "\ufeff" + SMALL.replace("[terrain]", "[terrain]\n# hills").replace("\n", "\r\n")
    )
    assert board == text.loads(SMALL)


def test_several_sheets_are_told_apart_by_prefix() -> None:
    written = (
        "sandtable map 1\n[map]\nid: a\ntitle: A\norientation: flat\n"
        '[legend]\nterrain clear "Clear"\nhexside river "River"\n[sheets]\n'
        "a columns=4 rows=3 orientation=flat prefix=1A\n"
        "b columns=4 rows=3 orientation=flat prefix=2A separator=/ origin=3,-2\n"
        "[terrain]\n1A:0101 clear\n1a/0102 clear\n1A0201 clear\n2A/0202 clear\n"
        "[hexsides]\n1A/0101/1A/0201 river\n[end]\n"
    )
    board = text.loads(written)
    assert "\n1A:0101/1A:0201 river\n" in text.dumps(board)
    assert "\n2A:0202 clear\n" in text.dumps(board)
    with pytest.raises(KnownError, match="several hexes"):
        text.loads(written.replace("2A/0202", "0202"))
