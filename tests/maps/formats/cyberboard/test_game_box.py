"""Game boxes of CyberBoard: what they hold, where their hexes lie, and broken ones."""

from __future__ import annotations

import struct
from itertools import product

import pytest

from maps.errors import KnownError
from maps.formats.cyberboard.boards import hex_boards_of, painted
from maps.formats.cyberboard.game_box import FLAT, POINTY, box_of
from maps.layout import Orientation
from maps.legend import Layer
from tests.maps.formats.cyberboard.box_maker import Made, Writer, box_bytes, packed


@pytest.mark.parametrize("wide", [True, False])
def test_boards_tiles_and_pieces_are_read(wide: bool) -> None:
    box = box_of(box_bytes(Made(wide=wide, cells=((True, 0), (False, 0x0000FF), (True, 1)))), "toy")
    assert box.title == "Toy War"
    (board,) = hex_boards_of(box)
    assert board.name == "The field" and len(board.map.terrain) == 20
    kinds = {kind.name: kind.look["fill"] for kind in board.map.legend.of(Layer.TERRAIN)}
    assert kinds["Colour #ff0000"] == "#ff0000"
    assert kinds["Tile 0"] == "#c8b478" and kinds["Tile 1"] == "#3c8c3c"
    assert [(piece.group, piece.name, piece.tiles) for piece in box.pieces] == [
        ("Reds", "Reds 1", (0,)),
        ("Reds", "Guards 4-6", (0, 1)),
    ]
    tile = box.tile(1)
    assert tile is not None and tile.getpixel((0, 0)) == (255, 0, 255, 0)
    assert tile.getpixel((5, 5)) == (60, 140, 60, 255)
    assert box.tile(9) is None


@pytest.mark.parametrize(("shape", "stagger"), list(product((3, 4), (0, 1))))
def test_hexes_lie_and_are_numbered_as_in_the_box(shape: int, stagger: int) -> None:
    for row_turned, column_turned, numbers in product((0, 1), (0, 1), (2, 3)):
        size = (40, 36) if shape == 3 else (36, 40)
        made = Made(
            shape=shape, stagger=stagger, size=size, numbers=numbers, offsets=(2, 10),
            inverts=(row_turned, column_turned), columns=7,
        )  # fmt: skip
        box = box_of(box_bytes(made), "toy.gbx")
        (board,) = hex_boards_of(box)
        assert not board.remarks
        assert (board.map.orientation is Orientation.FLAT) == (shape == 3)
        wide, high = made.size
        labels = set()
        for row, column in product(range(made.rows), range(made.columns)):
            x, y = wide / 2, high / 2
            if shape == 3:
                x += column * (wide * 3 // 4)
                y += row * high + (high / 2 if column % 2 != stagger else 0)
            else:
                y += row * (high * 3 // 4)
                x += column * wide + (wide / 2 if row % 2 != stagger else 0)
            at = board.hex_at(x, y)
            assert at is not None
            assert abs(board.centre(at).x - x) < 0.6 and abs(board.centre(at).y - y) < 0.6
            assert board.map.terrain[at] == f"tile_{(row * made.columns + column) % 2}"
            down = (made.rows - 1 - row if row_turned else row) + 3
            across = (made.columns - 1 - column if column_turned else column) + 11
            wanted = f"{across:02}{down:02}" if numbers == 3 else f"{down:02}{across:02}"
            assert board.map.label(at) == wanted
            labels.add(wanted)
        assert len(labels) == made.rows * made.columns


def test_a_board_is_painted_of_its_tiles() -> None:
    made = Made(cells=((True, 0), (False, 0x0000FF)))
    box = box_of(box_bytes(made), "toy.gbx")
    (board,) = hex_boards_of(box)
    picture = painted(box, board.image)
    assert picture is not None and picture.shape == (board.size[1], board.size[0], 3)
    for at, kind in board.map.terrain.items():
        centre = board.centre(at)
        dot = tuple(int(part) for part in picture[round(centre.y), round(centre.x)])
        assert dot == ((255, 0, 0) if "colour" in kind else (200, 180, 120))
    assert painted(box, "another") is None


@pytest.mark.parametrize("shape", [FLAT, POINTY])
@pytest.mark.parametrize(("numbers", "second"), [(4, "A02"), (5, "B01")])
def test_what_is_printed_first_may_be_a_letter(numbers: int, second: str, shape: int) -> None:
    (board,) = hex_boards_of(box_of(box_bytes(Made(numbers=numbers, shape=shape)), "toy.gbx"))
    labels = {board.map.label(at) for at in board.map.terrain}
    assert not board.remarks and {"A01", second} <= labels


def test_cells_that_are_no_hexes_are_left_out() -> None:
    assert not list(hex_boards_of(box_of(box_bytes(Made(shape=0)), "toy.gbx")))


def drawings(wide: bool) -> bytes:
    """One of each thing that can be drawn."""
    w = Writer(wide)
    w.short(8)
    for kind in (0, 1, 2, 3, 4, 5, 0x80, 0x81):
        w.put(kind)
        w.put(0, width=4)
        w.put(1, 2, 3, 4)
        if kind in (0, 1):
            w.put(0, 0, width=4)
            w.put(1)
        elif kind == 2:
            w.put(1, 2, 3, 4)
            w.put(0, width=4)
            w.put(1)
        elif kind == 3:
            w.put(1)
        elif kind == 4:
            w.put(0)
            w.put(0, width=4)
            w.text("x" * 300)
            w.put(10, 0, 0)
            w.text("Arial")
        elif kind == 5:
            w.put(0, 0, width=4)
            w.put(1)
            w.short(2)
            w.put(1, 2, 3, 4)
        elif kind == 0x80:
            w.ident(1)
        else:
            w.size(1)
            w.ident(1)
            w.put(90)
    return bytes(w.data)


@pytest.mark.parametrize("wide", [True, False])
def test_drawings_are_passed_over(wide: bool) -> None:
    box = box_of(box_bytes(Made(wide=wide, drawn=drawings(wide))), "toy.gbx")
    assert len(box.pieces) == 2
    (board,) = hex_boards_of(box)
    assert len(board.map.terrain) == 20


def test_every_cut_file_is_told() -> None:
    data = box_bytes(Made(drawn=drawings(wide=True)))
    whole = data[: data.rindex(b"Reds")]
    for end in range(0, len(whole), 7):
        with pytest.raises(KnownError):
            box_of(data[:end], "toy.gbx")


def test_hostile_files_are_told() -> None:
    bomb = struct.pack("<II", 0x7FFFFFFF | 0x80000000, 4) + b"none"
    more = packed(bytes(1_000))
    short = struct.pack("<I", 10 | 0x80000000) + more[4:]
    unknown = Writer(True)
    unknown.short(1)
    unknown.put(77)
    unknown.data += bytes(40)
    many = Writer(True)
    many.short(2**60)
    for made, picture, words in (
        (Made(), bomb, "far too large"),
        (Made(), short, "another size"),
        (Made(), more, "that is none"),
        (Made(), struct.pack("<II", 9 | 0x80000000, 4) + b"none", "cannot be unpacked"),
        (Made(), struct.pack("<I", 0x7FFFFFFF), "ends too early"),
        (Made(drawn=bytes(unknown.data)), None, "not known"),
        (Made(drawn=bytes(many.data)), None, "no room"),
    ):
        with pytest.raises(KnownError, match=words):
            box_of(box_bytes(made, picture), "toy.gbx")
    whole = box_bytes(Made())
    for data, words in (
        (b"", "no game box"),
        (b"GSCN" + whole[4:], "no game box"),
        (b"GBOX\x02" + whole[5:], "older than 3"),
    ):
        with pytest.raises(KnownError, match=words):
            box_of(data, "toy.gbx")
