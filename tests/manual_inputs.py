"""The files that the examples of the manual name: made once, small, and copied to each example."""

from __future__ import annotations

import json
import re
import sys
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from shutil import copyfile

from click.testing import CliRunner
from PIL import Image

import resources
from maps.digitise import scans
from qtapp.cli import main
from qtapp.painters.counters.counters import face_in
from tests.maps.digitise.test_unpacking import bytes_of
from tests.qtapp.workspaces.counters.sheets.maker import Damage, Print, army, scan

sys.path.insert(0, str(Path(__file__).parent / "maps" / "digitise"))

import scanmaker

from tests.maps.formats.cyberboard.box_maker import Made, box_bytes

COLUMNS, ROWS = 16, 12
"""The sheet of the example of `digitise calibrate`."""


def sandtable(words: str) -> None:
    """Run a command in the current folder; it must succeed."""
    done = CliRunner().invoke(main, words.split(), catch_exceptions=False)
    assert done.exit_code == 0, f"{words}: {done.output}"


def fenced(page: str, kind: str) -> list[str]:
    """Return the blocks of a page of the manual that are marked as `kind`."""
    text = next(one.text for one in resources.manual_pages() if one.id == page)
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@cache
def printed_map() -> scanmaker.Made:
    """Return a scan of a made-up map, as large as the manual says."""
    return scanmaker.scan(scanmaker.board(columns=COLUMNS, rows=ROWS), "rotated")


def _write(name: str, value: object) -> None:
    Path(name).write_text(json.dumps(value), encoding="utf-8")


def _project() -> None:
    """A project with a game and with edited charts."""
    _cells()
    sandtable("new my-war.sandtable --from balkan_gambit/1943")
    sandtable("chartset import my-war.sandtable cells.toml --system operation_gertrud")


def _cells() -> None:
    text = CliRunner().invoke(main, ["chartset", "export", "operation_gertrud"]).output
    Path("cells.toml").write_text(text, encoding="utf-8")


def _house() -> None:
    _project()
    sandtable("chartset export my-war.sandtable -o house.toml")


def _by_hand() -> None:
    """Charts of a game by hand, of which nothing is declared."""
    text = CliRunner().invoke(main, ["chartset", "export", "by_hand"]).output
    Path("mine.toml").write_text(text, encoding="utf-8")


def _hurt() -> None:
    sandtable("new hurt.sandtable --from balkan_gambit/1943")
    with Path("hurt.sandtable").open("r+b") as file:
        file.seek(-4096, 2)
        file.write(bytes(4096))


def _scan() -> None:
    scans.save(printed_map().picture, Path("scan.png"))


def _points() -> None:
    points = printed_map().points(scanmaker.spread_labels(printed_map(), 8), 1)
    _write("points.json", [{"label": point.label, "xy": [point.x, point.y]} for point in points])


def _kinds() -> None:
    kinds: dict[str, list[str]] = {}
    for label, kind in printed_map().board.terrain.items():
        kinds.setdefault(kind, []).append(label)
    _write("kinds.json", {kind: labels[:5] for kind, labels in kinds.items()})


def _calibration() -> None:
    _scan()
    _points()
    grid = f"--labels CCRR --orientation flat --cols {COLUMNS} --rows {ROWS}"
    sandtable(f"digitise calibrate scan.png --points points.json {grid} -o cal.json")


def _pairs() -> None:
    board = printed_map().board
    _write("pairs.json", [board.labels_of(bank) for bank in board.rivers[:5]])
    _write("roads.json", [board.labels_of(way) for way in board.roads[:5]])


def _counters() -> None:
    """Both sides of a sheet of fifteen counters, cut, and one rating confirmed."""
    order, units = army(15, "balkan_front")
    for name in ("front", "back"):
        made = scan(order, units, Print(5, 3), Damage(150, turn=0.8, jpeg=80), name == "back")
        Image.fromarray(made.picture).save(f"{name}.png")
        sandtable(f"sheets cut {name}.png -o {name}s")
    _write("mine.json", {"r01c01": face_in(order, units[0]).ratings})


def _army() -> None:
    """The notation and the errata that the manual prints."""
    Path("my-army.notation").write_text(fenced("7-orders-of-battle", "notation")[0], "utf-8")
    Path("my-army.errata").write_text(fenced("7-orders-of-battle", "errata")[0], "utf-8")


def _workbook() -> None:
    _army()
    sandtable("oob format my-army.notation -o my-army.xlsx")


def _rulebook() -> None:
    lines = fenced("7-orders-of-battle", "notation")[0].splitlines()
    Path("rulebook.txt").write_text("\n".join(lines[3:]) + "\n", "utf-8")


def _script() -> None:
    actions = ({"is": "UseRecommended"}, {"is": "FinishSetUp"})
    lines = "".join(json.dumps(action) + "\n" for action in actions)
    Path("opening.jsonl").write_text(lines, "utf-8")


def _board(name: str) -> None:
    copyfile(Path(resources.__file__).parents[1] / "maps/data/balkan_gambit.map", name)


def _module() -> None:
    tag = "VASSAL.build.module.map.boardPicker."
    grid = f'<{tag}board.HexGrid dx="60" dy="69"/>'
    board = f'<{tag}Board name="Main" width="400" height="380">{grid}</{tag}Board>'
    with zipfile.ZipFile("toy.vmod", "w") as archive:
        root = "VASSAL.build.GameModule"
        map_ = f'<VASSAL.build.module.Map mapName="Map">{board}</VASSAL.build.module.Map>'
        archive.writestr("buildFile.xml", f'<{root} name="Toy">{map_}</{root}>')


def _save() -> None:
    piece = "+/1/piece;;;a.png;Red 3-4/Map;90;90;1;0"
    with zipfile.ZipFile("start.vsav", "w") as archive:
        archive.writestr("savedGame", f"begin_save\x1b{piece}\x1bend_save")


def _write_bytes(name: str, data: bytes) -> None:
    Path(name).write_bytes(data)


def mine() -> None:
    """Make a project with a scenario of its own."""
    sandtable("new mine.sandtable --from by_hand/classic")
    sandtable("scenario make mine.sandtable Crossing --board 1 --order 1")


def pack_mine(box: str) -> None:
    """Make a game box."""
    mine()
    sandtable(f"box pack mine.sandtable -o {box} --credits Ann --licence free")


def mine_of_box() -> None:
    """Make a project of a game box."""
    pack_mine("game.sandbox")
    sandtable("new friend.sandtable --from game.sandbox")


def _aided() -> None:
    _write_bytes("combat.png", bytes_of("PNG"))
    sandtable("aids add aided.sandtable combat.png")


MAKERS: dict[str, Callable[[], None]] = {
    "my-war.sandtable": _project,
    "game.sandtable": lambda: sandtable("new game.sandtable --from balkan_gambit/1943"),
    "war.sandtable": lambda: sandtable("new war.sandtable --from operation_gertrud/late_1941"),
    "mine.sandtable": mine,
    "game.sandbox": lambda: pack_mine("game.sandbox"),
    "friend.sandtable": mine_of_box,
    "own.sandtable": lambda: sandtable("new own.sandtable --from balkan_gambit"),
    "combat.png": lambda: _write_bytes("combat.png", bytes_of("PNG")),
    "weather.jpg": lambda: _write_bytes("weather.jpg", bytes_of("JPEG")),
    "aided.sandtable": _aided,
    "hurt.sandtable": _hurt,
    "my-board.map": lambda: _board("my-board.map"),
    "my.map": lambda: _board("my.map"),
    "island.txt": lambda: _write_text("island.txt", '0101 mountain\n0102 village "Oakham"\n'),
    "hexes.csv": lambda: _write_text("hexes.csv", "hex,terrain\n0101,clear\n0102,rough\n"),
    "toy.vmod": _module,
    "start.vsav": _save,
    "toy.gbx": lambda: _write_bytes("toy.gbx", box_bytes(Made())),
    "cells.toml": _cells,
    "house.toml": _house,
    "mine.toml": _by_hand,
    "scan.png": _scan,
    "points.json": _points,
    "cal.json": _calibration,
    "kinds.json": _kinds,
    "pairs.json": _pairs,
    "roads.json": _pairs,
    "opening.jsonl": _script,
    "kommando.toml": lambda: _puzzle("kommando.toml"),
    "my-army.notation": _army,
    "my-army.xlsx": _workbook,
    "rulebook.txt": _rulebook,
    "front.png": _counters,
    "back.png": _counters,
    "fronts": _counters,
    "backs": _counters,
    "mine.json": _counters,
}
"""How each file that an example reads is made, in the current folder."""


def _write_text(name: str, text: str) -> None:
    Path(name).write_text(text, "utf-8")


def _puzzle(name: str) -> None:
    Path(name).write_text(fenced("15-ask-a-position", "toml")[1], "utf-8")
