"""Modules that other people made, a folder of them, each compared with VASSAL's own rules.

``SANDTABLE_MODULES`` names the folder: modules, and unpacked ones with their saved games beside
their ``buildFile.xml``. None is in the project; without the folder nothing is tried.
"""

from __future__ import annotations

import io
import os
import re
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image

from engine.editing.map_session import EditSession
from engine.editing.modules.module_import import FoundModule, take_in_module
from engine.editing.project_session import ProjectSession
from engine.editing.scan_session import ScanSession
from maps.digitise.works import calibration_of
from maps.model import GameMap
from tests.maps.formats.vassal.vassal_rules import Ground, Oracle

FOLDER = os.environ.get("SANDTABLE_MODULES", "")
MODULES = sorted(
    path
    for path in (Path(FOLDER).iterdir() if FOLDER else ())
    if path.suffix in (".vmod", ".vmdx", ".mod")
    or (path / "buildFile.xml").is_file()
    or (path / "buildFile").is_file()
)
BOARD = "VASSAL.build.module.map.boardPicker.Board"
GRID = "VASSAL.build.module.map.boardPicker.board.HexGrid"
SLOTS = ("VASSAL.build.widget.PieceSlot", "VASSAL.build.widget.CardSlot")
NEAR = 0.02
"""Share of a hex that a centre may lie away from the module's own."""
Spots = Counter[tuple[int, int]]

pytestmark = pytest.mark.skipif(
    not MODULES, reason="SANDTABLE_MODULES names no folder of modules to try"
)
each = pytest.mark.parametrize("source", MODULES, ids=lambda path: path.name)


def file_of(source: Path, *names: str) -> bytes | None:
    """The first of these files that a module has."""
    if source.is_dir():
        return next((p.read_bytes() for name in names if (p := source / name).is_file()), None)
    with zipfile.ZipFile(source) as archive:
        held = set(archive.namelist())
        return next((archive.read(name) for name in names if name in held), None)


def root_of(source: Path) -> etree._Element:
    data = file_of(source, "buildFile.xml", "buildFile")
    assert data is not None
    return etree.fromstring(data)


def oracles_of(source: Path, root: etree._Element) -> dict[str, Oracle]:
    """What VASSAL makes of the largest grid of each board with hexes."""
    found: dict[str, Oracle] = {}
    for board in root.iter(BOARD):
        image = board.get("image", "")
        data = file_of(source, f"images/{image}") if image else None
        if data is not None:
            with Image.open(io.BytesIO(data)) as picture:
                size = picture.size
        else:
            size = int(board.get("width", "0")), int(board.get("height", "0"))
        of_board = []
        for grid in board.iter(GRID):
            above = grid.getparent()
            path = above.get("path", "") if above is not None else ""
            points = [pair.split(",") for pair in path.split(";") if pair]
            of_board.append(
                Oracle(grid, Ground(*size, tuple((float(x), float(y)) for x, y in points)))
            )
        if of_board:
            found[board.get("name", "")] = max(of_board, key=lambda one: len(list(one.centres())))
    return found


def laid(target: Path, number: int) -> tuple[GameMap, dict[str, tuple[float, float]]]:
    """A board that was taken in, and where its hexes lie on its picture: by their labels."""
    with EditSession.open(target, number) as editor:
        board = editor.map
    spots: dict[str, tuple[float, float]] = {}
    with ScanSession.open(target, number) as scans:
        for scan, work in scans.scans.items():
            lattice = calibration_of(work, scans.sheet(scan)).lattice
            spots |= {
                label: (float(x), float(y))
                for label, (x, y) in zip(lattice.labels, lattice.centres, strict=True)
            }
    return board, spots


def taken_in(source: Path, target: Path, save: Path | None = None) -> FoundModule:
    found = take_in_module(source, target, save=save)
    with ProjectSession.open(target) as project:
        assert len(project.boards) == len(found.boards)
    return found


@each
def test_boards_lie_as_in_the_module(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "module.sandtable"
    oracles = oracles_of(source, root_of(source))
    found = taken_in(source, target)
    assert sorted(board.name for board in found.boards) == sorted(oracles)
    with ProjectSession.open(target) as project:
        numbers = [board.number for board in project.boards]
    for number, one in zip(numbers, found.boards, strict=True):
        oracle = oracles[one.name]
        board, spots = laid(target, number)
        for x, y in oracle.centres():
            assert one.hex_at(x, y) in board.terrain
        is_printed = oracle.numbering is not None and not one.remarks
        for at in board.terrain:
            label = board.label(at)
            x, y = spots.get(label, (one.centre(at).x, one.centre(at).y))
            wanted = oracle.snap(x, y)
            apart = max(abs(x - wanted[0]), abs(y - wanted[1]))
            assert apart < NEAR * oracle.dy, (label, (x, y), wanted)
            if is_printed:
                assert label == oracle.name(x, y)


@each
def test_all_pieces_are_counted(source: Path, tmp_path: Path) -> None:
    root = root_of(source)
    found = taken_in(source, tmp_path / "module.sandtable")
    count = sum(1 for slot in root.iter(*SLOTS) if (slot.text or "").strip())
    assert (len(found.order.units) if found.order is not None else 0) == count


def set_up(found: FoundModule, board_name: str) -> Spots:
    """How many pieces stand at which centres of a board."""
    assert found.order is not None
    board = next(one for one in found.boards if one.name == board_name)
    spots: Spots = Counter()
    for setup in found.order.setups:
        try:
            at = board.map.parse_label(setup.place)
        except ValueError:
            continue
        centre = board.centre(at)
        spots[round(centre.x), round(centre.y)] += len(setup.units)
    return spots


@each
def test_set_up_stacks_stand_on_their_hexes(source: Path, tmp_path: Path) -> None:
    root = root_of(source)
    oracles = oracles_of(source, root)
    found = taken_in(source, tmp_path / "module.sandtable")
    wanted: dict[str, Spots] = {name: Counter() for name in oracles}
    for stack in root.iter("VASSAL.build.module.map.SetupStack"):
        name = stack.get("owningBoard", "")
        if name in oracles:
            x, y = oracles[name].snap(float(stack.get("x", "0")), float(stack.get("y", "0")))
            held = sum(1 for slot in stack.iter(*SLOTS) if (slot.text or "").strip())
            wanted[name][round(x), round(y)] += held
    for name, spots in wanted.items():
        if spots:
            assert set_up(found, name) == spots


@each
def test_saved_games_stand_on_their_hexes(source: Path, tmp_path: Path) -> None:
    saves = sorted(source.glob("*.vsav")) + sorted(source.glob("*.vlog"))
    if not saves:
        pytest.skip("this module has no saved game beside it")
    root = root_of(source)
    oracles = oracles_of(source, root)
    maps = {
        board.get("name", ""): of.get("mapName", "")
        for of in root.iter("VASSAL.build.module.Map")
        for board in of.iter(BOARD)
    }
    for number, save in enumerate(saves):
        found = taken_in(source, tmp_path / f"{number}.sandtable", save)
        with zipfile.ZipFile(save) as archive:
            hidden = archive.read("savedGame")
        key = int(hidden[5:7], 16)
        text = bytes(byte ^ key for byte in bytes.fromhex(hidden[7:].decode())).decode()
        pieces = [
            tuple(spot.groups())
            for command in re.split(r"\\*\x1b", text)
            if command.startswith("+/")
            and re.match(r"\+/[^/]*/(?!stack|deck)", command)
            and (spot := re.search(r"\t\\*([^;\t]*);(-?\d+);(-?\d+);[^\t]*$", command))
        ]
        for name, oracle in oracles.items():
            wanted: Spots = Counter()
            for map_name, x, y in pieces:
                if map_name == maps[name]:
                    to = oracle.snap(float(x), float(y))
                    if oracle.ground.holds(*to):
                        wanted[round(to[0]), round(to[1])] += 1
            assert set_up(found, name) == wanted
