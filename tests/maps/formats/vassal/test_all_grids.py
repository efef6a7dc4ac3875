"""Every kind of grid that VASSAL has, against its rules written a second time."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest
from lxml import etree

from maps.formats.vassal.archive import opened
from maps.formats.vassal.boards import ModuleBoard, hex_boards
from maps.formats.vassal.grids import hex_grid
from tests.maps.formats.vassal.test_writing import read_again, same_labels
from tests.maps.formats.vassal.vassal_rules import Ground, Oracle

MAP = "VASSAL.build.module.Map"
BOARD = "VASSAL.build.module.map.boardPicker.Board"
GRIDS = "VASSAL.build.module.map.boardPicker.board."
SIZE = (430, 390)
SMALL = (240, 190)
ZONE = ((14.0, 12.0), (396.0, 12.0), (396.0, 360.0), (14.0, 360.0))
NEAR = 0.02
"""Share of a hex that centres may lie apart."""
YES_NO = ("false", "true")


def numbering(kind: str = "HexGridNumbering", **words: str) -> etree._Element:
    return etree.Element(f"{GRIDS}mapgrid.{kind}", words)


def board_of(
    folder: Path, sideways: str, numbers: etree._Element, *, zone: bool
) -> tuple[ModuleBoard, Oracle]:
    """A module's board with one grid as it is read, and what VASSAL makes of the same grid."""
    grid = etree.Element(
        f"{GRIDS}HexGrid", dx="46.7", dy="55.1", x0="19", y0="23", sideways=sideways
    )
    grid.append(numbers)
    root = etree.Element("VASSAL.build.GameModule", name="Toy")
    board = etree.SubElement(
        etree.SubElement(root, MAP), BOARD, name="Board", width=str(SIZE[0]), height=str(SIZE[1])
    )
    if zone:
        path = ";".join(f"{x:g},{y:g}" for x, y in ZONE)
        etree.SubElement(
            etree.SubElement(board, f"{GRIDS}ZonedGrid"), f"{GRIDS}mapgrid.Zone", name="all",
            path=path, useParentGrid="false", locationFormat="$gridLocation$",
        ).append(grid)  # fmt: skip
    else:
        board.append(grid)
    (folder / "buildFile.xml").write_bytes(etree.tostring(root))
    with opened(folder) as archive:
        (found,) = hex_boards(etree.fromstring(archive.build_file()), archive)
    return found, Oracle(grid, Ground(*SIZE, ZONE if zone else ()))


def wrong_in(found: ModuleBoard, oracle: Oracle, chance: random.Random) -> list[object]:
    """Hexes that lie elsewhere or are called otherwise than in VASSAL."""
    wanted = list(oracle.centres())
    wrong: list[object] = []
    if len(wanted) != len(found.map.terrain):
        wrong.append((len(wanted), len(found.map.terrain)))
    for x, y in wanted:
        at = found.hex_at(x, y)
        if at is None:
            wrong.append((x, y))
            continue
        own = found.centre(at)
        apart = abs(own.x - x) + abs(own.y - y)
        if apart > NEAR * oracle.dy or found.map.label(at) != oracle.name(x, y):
            wrong.append((x, y, own, found.map.label(at), oracle.name(x, y)))
    for _ in range(30):
        x, y = chance.uniform(60, 340), chance.uniform(60, 310)
        at = found.hex_at(x, y)
        goes = oracle.snap(x, y)
        if (
            at is None
            or max(abs(found.centre(at).x - goes[0]), abs(found.centre(at).y - goes[1])) > 1
        ):
            wrong.append((x, y, at, goes))
    return wrong


@pytest.mark.parametrize("zone", [False, True], ids=["whole board", "zone"])
@pytest.mark.parametrize("sideways", YES_NO)
def test_hexes_lie_and_are_called_as_in_vassal(tmp_path: Path, sideways: str, zone: bool) -> None:
    chance = random.Random(22)
    for across, down, stagger in product(YES_NO, YES_NO, YES_NO):
        first = "H" if (across == down) is (stagger == "true") else "V"
        words = {"first": first, "hDescend": across, "vDescend": down, "stagger": stagger}
        found, oracle = board_of(
            tmp_path, sideways, numbering(**words, hOff="20", vOff="30"), zone=zone
        )
        assert not found.remarks
        assert not wrong_in(found, oracle, chance), words


LOOKS: tuple[dict[str, str], ...] = (
    {"hType": "A", "hOff": "0", "vLeading": "0"},
    {"vType": "A", "sep": "-", "hLeading": "3"},
    {"hType": "A", "vType": "A", "sep": ".", "hOff": "24"},
    {"sep": ".", "hLeading": "0", "vLeading": "2", "hOff": "95"},
)
"""Numbers with letters, with signs between, and of unequal lengths."""


@pytest.mark.parametrize("sideways", YES_NO)
def test_letters_and_signs_are_kept_and_written_back(tmp_path: Path, sideways: str) -> None:
    chance = random.Random(23)
    for look, first, down in product(LOOKS, "HV", YES_NO):
        words = {"vOff": "30", "vDescend": down, **look, "first": first}
        found, oracle = board_of(tmp_path, sideways, numbering(**words), zone=False)
        assert not found.remarks, (words, found.remarks)
        assert not wrong_in(found, oracle, chance), words
        board = found.map
        assert all(board.parse_label(board.label(at)) == at for at in board.terrain)
        same_labels(board, read_again(board, tmp_path / "again.vmod"))


@pytest.mark.parametrize("sideways", YES_NO)
def test_numbers_of_every_kind_are_those_of_vassal(sideways: str) -> None:
    kinds = ("HexGridNumbering", "ObliqueHexGridNumbering")
    looks: tuple[dict[str, str], ...] = (
        {},
        {"hType": "A", "vLeading": "0"},
        {"vType": "A", "sep": "-", "hLeading": "3"},
        {"hOff": "-7", "vOff": "24", "sep": " "},
    )
    for kind, across, down, stagger, look in product(kinds, YES_NO, YES_NO, YES_NO, looks):
        grid = etree.Element(f"{GRIDS}HexGrid", dx="46.7", dy="55.1", sideways=sideways)
        words = {"hDescend": across, "vDescend": down, "stagger": stagger, **look}
        grid.append(numbering(kind, **words))
        found = hex_grid(grid, "a board", *SMALL)
        assert found.numbering is not None
        oracle = Oracle(grid, Ground(*SMALL))
        for x, y in oracle.centres():
            assert found.numbering.name(found.cell_at(x, y)) == oracle.name(x, y), (kind, words)


def test_a_pitch_nobody_chose_follows_the_other_one() -> None:
    usual = repr(3**0.5 / 2 * 64)
    grid = etree.Element(f"{GRIDS}HexGrid", dx=usual, dy="100")
    assert hex_grid(grid, "a board", *SIZE).dx == pytest.approx(3**0.5 / 2 * 100)


def test_stacks_keep_a_hex_whose_centre_is_off_the_board(tmp_path: Path) -> None:
    """A piece snaps to the hex it touches, even where only a part of that lies on the zone."""
    numbers = numbering(hOff="20", vOff="30")
    found, oracle = board_of(tmp_path, "false", numbers, zone=True)
    x = next(x for x in range(100, 300) if oracle.snap(x, 359.0)[1] > 365) + 9
    low = oracle.snap(x, 359.0)
    assert low[1] > 360 and found.hex_at(*low) is None
    text = (tmp_path / "buildFile.xml").read_text()
    stack = f'<{MAP[:-3]}map.SetupStack owningBoard="Board" x="{x}" y="359"/>'
    (tmp_path / "buildFile.xml").write_text(text.replace(f"</{MAP}>", f"{stack}</{MAP}>"))
    with opened(tmp_path) as archive:
        (again,) = hex_boards(etree.fromstring(archive.build_file()), archive)
    at = again.hex_at(*low)
    assert at is not None and again.map.label(at) == oracle.name(*low)
    assert len(again.map.terrain) == len(found.map.terrain) + 1


def test_places_of_set_up_are_found_by_every_name_they_have(tmp_path: Path) -> None:
    """By the number alone, by what the zone makes of it, and boxes by their names."""
    inner = f"""<{GRIDS}ZonedGrid><{GRIDS}mapgrid.Zone name="C" useParentGrid="false"
     path="0,0;430,0;430,390;0,390" locationFormat="$name$-$gridLocation$">
     <{GRIDS}HexGrid dx="46.7" dy="55.1" x0="19" y0="23"><{GRIDS}mapgrid.HexGridNumbering/>
     </{GRIDS}HexGrid></{GRIDS}mapgrid.Zone><{GRIDS}mapgrid.Zone name="Turn 1"
     path="400,10;420,10;420,20;400,20" useParentGrid="false" locationFormat="$name$"/>
     </{GRIDS}ZonedGrid>"""
    (tmp_path / "buildFile.xml").write_text(
        f'<VASSAL.build.GameModule><{BOARD} name="B" width="430" height="390">{inner}</{BOARD}>'
        "</VASSAL.build.GameModule>"
    )
    with opened(tmp_path) as archive:
        (found,) = hex_boards(etree.fromstring(archive.build_file()), archive)
    places = found.locations()
    (box,) = found.map.boxes
    assert places["C-0304"] == places["0304"] == "0304" and places["Turn 1"] == box


@pytest.mark.parametrize("first", [True, False], ids=["before the hexes", "after them"])
def test_the_first_zone_that_holds_a_piece_has_it(tmp_path: Path, first: bool) -> None:
    """As in VASSAL; and an outline holds what it goes round, not what its corners span."""
    box = f"""<{GRIDS}mapgrid.Zone name="Bay" useParentGrid="false" locationFormat="$name$"
     path="100,100;200,100;200,200"/>"""
    field = f"""<{GRIDS}mapgrid.Zone name="C" useParentGrid="false"
     path="0,0;430,0;430,390;0,390"><{GRIDS}HexGrid dx="46.7" dy="55.1" x0="19" y0="23"/>
     </{GRIDS}mapgrid.Zone>"""
    zones = box + field if first else field + box
    (tmp_path / "buildFile.xml").write_text(
        f'<VASSAL.build.GameModule><{BOARD} name="B" width="430" height="390"><{GRIDS}ZonedGrid>'
        f"{zones}</{GRIDS}ZonedGrid></{BOARD}></VASSAL.build.GameModule>"
    )
    with opened(tmp_path) as archive:
        (found,) = hex_boards(etree.fromstring(archive.build_file()), archive)
    assert found.place_at(180, 130) == ("bay" if first else found.hex_at(180, 130))
    assert found.place_at(120, 180) == found.hex_at(120, 180)
