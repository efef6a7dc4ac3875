"""Boards written as those of modules are called by VASSAL's rules as their sheets print them."""

from __future__ import annotations

import math
import zipfile
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

import maps.data
from maps.edits.blank import generic_legend
from maps.formats.vassal.archive import opened
from maps.formats.vassal.boards import ModuleBoard, hex_boards
from maps.formats.vassal.writing import Laid, board_element, centre_of, first_hex
from maps.hexgrid import Hex
from maps.layout import Orientation
from maps.model import GameMap
from maps.numbering import LabelScheme, Order, Parity, Sheet

PX = 40.0


def laid(board: GameMap) -> Laid:
    """A board on a picture that its hexes just fit on, hexes 40 pixels apart."""
    first = first_hex(board)
    probe = Laid(9, 9, first, 0, 0, PX * math.sqrt(0.75), PX, {})
    spots = [centre_of(at, board, probe) for at in board.terrain]
    left, top = (min(spot[axis] for spot in spots) - 15 for axis in (0, 1))
    wide, high = (max(spot[axis] for spot in spots) for axis in (0, 1))
    return Laid(wide - left + 15, high - top + 15, first, -left, -top, probe.across, PX, {})


def read_again(board: GameMap, path: Path) -> ModuleBoard:
    """The board of a module in which it is written."""
    root = etree.Element("VASSAL.build.GameModule", name="Toy")
    lying = laid(board)
    root.append(board_element(board, "Main", "none.png", lying))
    root[0].set("width", str(lying.wide))
    root[0].set("height", str(lying.high))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", etree.tostring(root))
    with opened(path) as files:
        (found,) = hex_boards(etree.fromstring(files.build_file()), files)
    return found


def same_labels(board: GameMap, found: ModuleBoard) -> None:
    """Every hex of the board is called in the module as the board prints it."""
    lying = laid(board)
    for at in board.terrain:
        there = found.hex_at(*centre_of(at, board, lying))
        assert there is not None
        assert found.map.label(there) == board.label(at), found.remarks


def sheet_board(orientation: Orientation, scheme: LabelScheme, origin: Hex, size: int) -> GameMap:
    sheet = Sheet("main", orientation, size + 1, size, scheme, origin)
    board = GameMap("toy", "Toy", orientation, generic_legend(), [sheet])
    board.terrain = dict.fromkeys(sheet.hexes(), "clear")
    return board


@settings(max_examples=60, deadline=None)
@given(
    orientation=st.sampled_from(Orientation),
    order=st.sampled_from(Order),
    parity=st.sampled_from(Parity),
    east=st.sampled_from(("east", "west")),
    south=st.sampled_from(("south", "north")),
    starts=st.tuples(st.integers(0, 20), st.integers(0, 20)),
    digits=st.integers(2, 4),
    prefix=st.sampled_from(("", "14A", "Map B")),
    origin=st.tuples(st.integers(-9, 9), st.integers(-9, 9)),
    size=st.integers(1, 9),
)
def test_every_way_of_numbering_comes_back(
    tmp_path_factory: pytest.TempPathFactory,
    orientation: Orientation,
    order: Order,
    parity: Parity,
    east: str,
    south: str,
    starts: tuple[int, int],
    digits: int,
    prefix: str,
    origin: tuple[int, int],
    size: int,
) -> None:
    scheme = LabelScheme(order, parity, east, south, *starts, digits, prefix)
    board = sheet_board(orientation, scheme, Hex(*origin), size)
    found = read_again(board, tmp_path_factory.mktemp("modules") / "toy.vmod")
    assert found.map.orientation is orientation and not found.remarks
    same_labels(board, found)


def test_each_variant_of_vassal_s_numbering_is_used(tmp_path: Path) -> None:
    used = set()
    for parity, east, south in product(Parity, ("east", "west"), ("south", "north")):
        scheme = LabelScheme(Order.CCRR, parity, east, south)
        board = sheet_board(Orientation.FLAT, scheme, Hex(0, 0), 4)
        element = board_element(board, "Main", "a.png", laid(board))
        (numbering,) = [one for one in element.iter() if str(one.tag).endswith("Numbering")]
        used.add(tuple(numbering.get(key) for key in ("stagger", "hDescend", "vDescend")))
    assert len(used) > 3


def test_a_board_of_several_sheets_comes_back_with_all_of_them(tmp_path: Path) -> None:
    board = maps.data.load("balkan_front")
    found = read_again(board, tmp_path / "toy.vmod")
    assert not found.remarks
    assert [sheet.scheme.prefix for sheet in found.map.sheets] == [
        sheet.scheme.prefix for sheet in board.sheets
    ]
    same_labels(board, found)


def test_boxes_are_zones(tmp_path: Path) -> None:
    board = maps.data.load("balkan_gambit")
    lying = laid(board)
    boxes = {ident: (5.0, 6.0, 105.0, 66.0) for ident in board.boxes}
    lying = Laid(
        lying.wide, lying.high, lying.first, lying.x, lying.y, lying.across, lying.along, boxes
    )
    element = board_element(board, "Main", "a.png", lying)
    zones = [one for one in element.iter() if str(one.tag).endswith("mapgrid.Zone")]
    assert [zone.get("path") for zone in zones] == ["5,6;105,6;105,66;5,66"]
    assert [zone.get("name") for zone in zones] == [box.name for box in board.boxes.values()]


def test_first_hexes_lie_on_whole_pixels_as_vassal_asks() -> None:
    board = maps.data.load("valley")
    (grid,) = [
        one
        for one in board_element(board, "Main", "a.png", laid(board)).iter()
        if str(one.tag).endswith(".HexGrid")
    ]
    assert int(grid.get("x0", "")) >= 0 and int(grid.get("y0", "")) >= 0
    assert float(grid.get("dy", "")) == PX
