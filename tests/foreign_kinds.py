"""Small sound files of every kind that other programs write, to be damaged."""

from __future__ import annotations

import gzip
import io
import json
import tempfile
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from engine.editing.modules.module_import import read_module
from maps.digitise.calibrating.qgis_points import read_ground_points
from maps.formats.boards import BOARDS
from maps.formats.cyberboard.boards import hex_boards_of, painted
from maps.formats.cyberboard.game_box import read_box
from maps.formats.interchange.found import Found
from maps.hexgrid import Hex, side_between
from maps.layout import Orientation
from maps.legend import Layer
from maps.model import GameMap
from tests.engine.editing.modules.test_module_import import BUILD, TRACKER, lying, picture
from tests.maps.formats.cyberboard.box_maker import Made, box_bytes
from tests.maps.formats.interchange.test_tiled import foreign
from tests.maps.formats.interchange.test_worldographer import FIELD
from tests.maps.formats.interchange.test_worldographer import written as worldographer

Kind = tuple[Callable[[], bytes], Callable[[Path], object]]


def board() -> GameMap:
    """A board of twelve hexes with a river and a town."""
    found = Found("here", "Island", Orientation.FLAT)
    for at in range(12):
        found.ground(Hex(at % 4, at // 4), ("clear", "woods")[at % 2])
    found.place(Hex(1, 1), "Oakham", "town")
    river = found.kind(Layer.HEXSIDE, "river")
    made = found.finished("nothing")
    made.hexsides[side_between(Hex(1, 1), Hex(2, 1))] = frozenset({river})
    made.legend = made.legend
    return made


def as_file(ending: str) -> bytes:
    """The board in the form of an ending."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"board{ending}"
        BOARDS.write(board(), path)
        return path.read_bytes()


def tiled() -> bytes:
    """A map of Tiled as JSON."""
    tiles = [{"id": 0, "type": "clear"}, {"id": 1, "type": "woods"}]
    sets = [{"firstgid": 1, "name": "t", "tilewidth": 60, "tileheight": 60, "tiles": tiles}]
    layer = {"type": "tilelayer", "name": "terrain", "width": 2, "height": 2, "data": [1, 2, 2, 1]}
    thing = {"x": 40, "y": 30, "name": "Oakham", "type": "town", "point": True}
    layers = [layer, {"type": "objectgroup", "name": "things", "objects": [thing]}]
    whole = {"orientation": "hexagonal", "width": 2, "height": 2, "tilewidth": 60, "tileheight": 60}
    whole |= {"hexsidelength": 30, "staggeraxis": "x", "staggerindex": "odd", "infinite": False}
    return json.dumps(whole | {"tilesets": sets, "layers": layers}).encode()


def packed(**files: bytes) -> bytes:
    """An archive of files by their names."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def build_file() -> bytes:
    return BUILD.replace("</VASSAL.build.GameModule>", TRACKER).encode()


def module_of(path: Path) -> object:
    """A module whose build file is what was damaged."""
    target = path.with_suffix(".vmod")
    target.write_bytes(packed(**{"buildFile.xml": path.read_bytes(), "images/map.png": picture()}))
    return read_module(target)


def save_of(path: Path) -> object:
    """A saved game whose text is what was damaged, with and without its module."""
    folder = path.parent / "saves"
    folder.mkdir(exist_ok=True)
    module = folder / "toy.vmod"
    if not module.exists():
        module.write_bytes(packed(**{"buildFile.xml": build_file(), "images/map.png": picture()}))
    save = path.parent / "a.vlog"
    save.write_bytes(packed(savedGame=path.read_bytes()))
    return read_module(module, save)


def saved() -> bytes:
    steps = ("begin_save", lying("1", 103, 150), lying("2", 160, 190), "+/3/stack/Main;103;150;1")
    log = ("LOG\tM/1/Main/160/190/null/Main/103/150/null/Ann", "LOG\tD/2/null;0;0;1;0", "LOG\t-/1")
    return "\x1b".join((*steps, "end_save", *log)).encode()


def box_at(path: Path) -> object:
    box = read_box(path)
    return [painted(box, one.image) for one in hex_boards_of(box)]


POINTS = b"""mapX,mapY,sourceX,sourceY,enable,dX,dY,residual
0,0,12.5,-9,1,0,0,0
2,-3,70,-150,1,0,0,0
"""

FOREIGN: dict[str, Kind] = {
    **{
        f"board{ending}": (partial(as_file, ending), BOARDS.read)
        for ending in (".json", ".csv", ".geojson")
    },
    "board.tmx": (lambda: foreign('<data encoding="csv">1,1,2,1</data>'), BOARDS.read),
    "board.tmj": (tiled, BOARDS.read),
    "island.txt": (
        lambda: b'0101 mountain "Top"\n0102 hill\n0101-0203 river "Ouse"\n',
        BOARDS.read,
    ),
    "field.wxx": (lambda: worldographer(FIELD), BOARDS.read),
    "packed.wxx": (lambda: gzip.compress(worldographer(FIELD), mtime=0), BOARDS.read),
    "buildFile": (build_file, module_of),
    "savedGame": (saved, save_of),
    "toy.gbx": (lambda: box_bytes(Made()), box_at),
    "older.gbx": (lambda: box_bytes(Made(wide=False)), box_at),
    "own.points": (lambda: POINTS, read_ground_points),
}
