"""Maps of Tiled: what is written comes back whole, and what Tiled and others write is read."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import maps.data
from maps.errors import KnownError
from maps.formats.boards import BOARDS
from maps.formats.tiled.cells import Cells, cells_for
from maps.formats.tiled.reading import board_of
from maps.formats.tiled.tmx import read_tmx
from maps.formats.tiled.writing import dump, tmx
from maps.hexgrid import Hex, Side, disk, link
from maps.layout import Layout, Orientation
from maps.legend import Kind
from maps.model import GameMap
from tests.examples import few
from tests.maps.strategies import maps as any_map


def back(data: bytes) -> GameMap:
    return board_of(read_tmx(data, "a.tmx", lambda name: None), "a.tmx")


def cells_of(board: GameMap) -> Cells:
    hexes = {at for named in board.regions.values() for found in named.values() for at in found}
    return cells_for(hexes | set(board.terrain), board.orientation)


@settings(few(15), suppress_health_check=[HealthCheck.too_slow])
@given(any_map())
def test_a_board_comes_back_whole(board: GameMap) -> None:
    assert back(tmx(board, cells_of(board), "a.png")) == board


@pytest.mark.parametrize("name", ["balkan_front", "operation_gertrud"])
def test_shipped_boards_come_back_whole(name: str) -> None:
    board = maps.data.load(name)
    assert back(tmx(board, cells_of(board), "a.png")) == board


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("odd", [True, False])
def test_cells_and_hexes_are_one_to_one(orientation: Orientation, odd: bool) -> None:
    wide, high = (60, 51) if orientation is Orientation.FLAT else (51, 60)
    cells = Cells(orientation, 6, 5, wide, high, 30, odd)
    layout = Layout(orientation)
    seen = set()
    for column in range(6):
        for row in range(5):
            at = cells.hex(column, row)
            seen.add(at)
            assert cells.cell(at) == (column, row)
            point = cells.point(*layout.centre(at))
            assert layout.hex_at(*cells.paper(*point)) == at
            assert 0 < point.x < cells.size[0] and 0 < point.y < cells.size[1]
    assert len(seen) == 30
    first, below = cells.hex(0, 0), cells.hex(1, 0) if orientation is Orientation.FLAT else None
    if below is not None:
        # The second column lies half a hex lower when odd ones are pushed, else half a hex higher.
        gap = layout.centre(below).y - layout.centre(first).y
        assert gap == pytest.approx(0.5 if odd else -0.5)


def test_cells_hold_all_hexes() -> None:
    for orientation in Orientation:
        for start in (Hex(0, 0), Hex(1, 5), Hex(-2, 3)):
            hexes = [at.moved(start) for at in disk(Hex(0, 0), 3)]
            cells = cells_for(hexes, orientation)
            for at in hexes:
                column, row = cells.cell(at)
                assert 0 <= column < cells.columns and 0 <= row < cells.rows


def foreign(data: str, width: int = 2, height: int = 2, extra: str = "") -> bytes:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="hexagonal" width="{width}" height="{height}" tilewidth="64"
 tileheight="56" hexsidelength="32" staggeraxis="x" staggerindex="odd" infinite="0">
 <tileset firstgid="1" name="ground" tilewidth="64" tileheight="56" tilecount="3" columns="3">
  <tile id="0" type="clear"/><tile id="1" class="forest"/>
 </tileset>
 <layer id="1" name="base" width="{width}" height="{height}">{data}</layer>{extra}
</map>""".encode()


GIDS = [1, 2 | 0x8000_0000, 3 | 0x2000_0000, 0]
PACKED = struct.pack("<4I", *GIDS)


@pytest.mark.parametrize(
    "data",
    [
        f'<data encoding="csv">{",".join(map(str, GIDS))}</data>',
        f'<data encoding="base64">{base64.b64encode(PACKED).decode()}</data>',
        f'<data encoding="base64" compression="zlib">'
        f"{base64.b64encode(zlib.compress(PACKED)).decode()}</data>",
        f'<data encoding="base64" compression="gzip">'
        f"{base64.b64encode(gzip.compress(PACKED, mtime=0)).decode()}</data>",
        "<data>" + "".join(f'<tile gid="{gid}"/>' for gid in GIDS) + "</data>",
        '<data encoding="csv"><chunk x="0" y="0" width="2" height="2">'
        + ",".join(map(str, GIDS))
        + "</chunk></data>",
    ],
)
def test_all_packings_hold_the_same(data: str) -> None:
    board = back(foreign(data))
    assert list(board.terrain.values()) == ["clear", "forest", "ground_2"]
    one, two, three = board.terrain
    assert two == one.neighbour(0) and three == one.neighbour(5)
    assert [board.label(at) for at in board.terrain] == ["0101", "0201", "0102"]


def test_objects_of_others_go_to_the_nearest_sides_and_hexes() -> None:
    extra = """<objectgroup id="2" name="things">
     <object id="1" class="hexside" name="river" x="16" y="56">
      <polyline points="0,0 32,0"/></object>
     <object id="2" name="road" x="30" y="30"><polyline points="0,0 2,56"/></object>
     <object id="3" name="Oakham" type="village" x="36" y="20"><point/></object>
     <object id="4" x="1" y="1" width="4" height="4"/>
    </objectgroup><imagelayer id="3" name="scan"/>"""
    board = back(foreign('<data encoding="csv">1,1,1,1</data>', extra=extra))
    at = board.parse_label("0101")
    assert board.hexsides == {Side(at.neighbour(5), 2): frozenset({"river"})}
    assert board.lines == {link(at, at.neighbour(5)): frozenset({"road"})}
    (place,) = board.places.values()
    assert (place.name, place.kind, place.hex) == ("Oakham", "village", at)
    assert board.notes["imported, not read"] == "picture scan; an object without name or class"


def test_json_maps_hold_the_same(tmp_path: Path) -> None:
    data = {
        "orientation": "hexagonal", "width": 2, "height": 2, "tilewidth": 64, "tileheight": 56,
        "hexsidelength": 32, "staggeraxis": "x", "staggerindex": "odd", "infinite": False,
        "tilesets": [{"firstgid": 1, "source": "ground.tsj"}],
        "layers": [
            {"type": "tilelayer", "name": "base", "width": 2, "height": 2, "data": GIDS},
            {"type": "objectgroup", "name": "o", "objects": [
                {"name": "Oakham", "type": "village", "x": 36, "y": 20, "point": True},
                {"name": "road", "x": 30, "y": 30,
                 "polyline": [{"x": 0, "y": 0}, {"x": 2, "y": 56}]},
            ]},
        ],
    }  # fmt: skip
    tiles = {"name": "ground", "tilecount": 3, "tiles": [{"id": 0, "type": "clear"}]}
    (tmp_path / "a.tmj").write_text(json.dumps(data))
    (tmp_path / "ground.tsj").write_text(json.dumps(tiles))
    board = BOARDS.read(tmp_path / "a.tmj")
    assert list(board.terrain.values()) == ["clear", "ground_1", "ground_2"]
    assert [place.name for place in board.places.values()] == ["Oakham"]
    assert len(board.lines) == 1


def test_tilesets_are_read_from_the_maps_own_folder_only(tmp_path: Path) -> None:
    inner = tmp_path / "maps"
    inner.mkdir()
    tiles = '<tileset name="secret" tilecount="1"><tile id="0" type="lava"/></tileset>'
    (tmp_path / "out.tsx").write_text(tiles)
    (inner / "in.tsx").write_text(tiles)
    text = foreign('<data encoding="csv">1,1,1,1</data>').decode()
    start, end = text.index(" <tileset"), text.index(" <layer")
    for source, kind in (("in.tsx", "lava"), ("../out.tsx", "tile_1"), ("/etc/passwd", "tile_1")):
        named = f'<tileset firstgid="1" source="{source}"/>'
        (inner / "a.tmx").write_text(text[:start] + named + text[end:])
        board = BOARDS.read(inner / "a.tmx")
        assert set(board.terrain.values()) == {kind}


def test_both_files_are_written_or_neither(tmp_path: Path) -> None:
    board = maps.data.load("balkan_gambit")
    (tmp_path / "a.tmx").mkdir()

    def tiles(kinds: Sequence[Kind], cells: Cells, columns: int) -> bytes:
        return b"picture"

    with pytest.raises(KnownError, match="is a folder"):
        dump(board, tmp_path / "a.tmx", tiles)
    assert not (tmp_path / "a.png").exists()
    dump(board, tmp_path / "b.tmx", tiles)
    assert (tmp_path / "b.png").read_bytes() == b"picture"
    assert BOARDS.read(tmp_path / "b.tmx") == board


BOMB = """<?xml version="1.0"?><!DOCTYPE map [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>
<map orientation="hexagonal">&b;</map>"""


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not XML"),
        (b"<map", "line 1: is not XML"),
        (b"<tileset/>", "no map of Tiled"),
        (b'<map orientation="orthogonal"/>', "is orthogonal"),
        (b'<map orientation="hexagonal"/>', "tiles of 0 by 0"),
        (BOMB.encode(), "document type"),
        (BOMB.replace('"1.0"', '"1.0" encoding="UTF-16"').encode("utf-16"), "document type"),
        (b"<map>" + b"<g>" * 10_000 + b"</g>" * 10_000 + b"</map>", "nested|depth"),
        (foreign('<data encoding="csv">1,x,1,1</data>'), "no tile number"),
        (foreign('<data encoding="csv">1,1</data>'), "does not hold 2 x 2"),
        (foreign('<data encoding="base64">!!!</data>'), "is broken"),
        (foreign('<data encoding="base64" compression="zstd">AA==</data>'), "Choose CSV"),
        (foreign('<data encoding="csv">1</data>', 900_000, 900_000), "cells"),
        (foreign('<data encoding="csv">0,0,0,0</data>'), "holds no hexes"),
        (
            foreign(
                '<data encoding="csv">1,1,1,1</data>',
                extra='<objectgroup><object x="nan" y="0" name="a"/></objectgroup>',
            ),
            "no place of an object",
        ),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, data: bytes, words: str) -> None:
    is_refused(tmp_path / "a.tmx", data, words)


def test_a_small_file_that_unpacks_to_much_is_told(tmp_path: Path) -> None:
    large = base64.b64encode(zlib.compress(bytes(400_000_000), 1)).decode()
    data = foreign(f'<data encoding="base64" compression="zlib">{large}</data>')
    is_refused(tmp_path / "a.tmx", data, "does not hold 2 x 2")


def is_refused(path: Path, data: bytes, words: str) -> None:
    path.write_bytes(data)
    with pytest.raises(KnownError, match=words) as told:
        BOARDS.read(path)
    assert str(told.value).startswith(path.name)
