"""Grids of VASSAL modules: where hexes lie, and what they are called."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path

import pytest
from lxml import etree

from maps.errors import KnownError
from maps.finding.measures import Margins, margins_of
from maps.formats.vassal.archive import opened
from maps.formats.vassal.boards import hex_boards
from maps.formats.vassal.grids import HexGrid, Numbering, hex_grid
from maps.hexgrid import are_adjacent
from maps.layout import Orientation

BOARD = "VASSAL.build.module.map.boardPicker.board."
SIZE = (640, 520)


def grid(numbering: str = "", attributes: str = 'dx="50" dy="58" x0="20" y0="25"') -> HexGrid:
    inner = f"<{BOARD}mapgrid.{numbering}/>" if numbering else ""
    element = etree.fromstring(f"<{BOARD}HexGrid {attributes}>{inner}</{BOARD}HexGrid>")
    return hex_grid(element, "a board", *SIZE)


def named(grid_: HexGrid, cell: tuple[int, int]) -> str:
    assert grid_.numbering is not None
    return grid_.numbering.name(cell)


@pytest.mark.parametrize("sideways", ["false", "true"])
def test_pieces_snap_to_the_hex_they_are_in(sideways: str) -> None:
    found = grid("", f'dx="50" dy="58" x0="20" y0="25" sideways="{sideways}"')
    pointy = sideways == "true"
    assert found.orientation is (Orientation.POINTY if pointy else Orientation.FLAT)
    cells = list(found.cells(*SIZE))
    assert len(cells) == len({found.hex(cell) for cell in cells}) > 80
    for cell in cells:
        x, y = found.centre(cell)
        assert 0 <= x <= SIZE[0] and 0 <= y <= SIZE[1]
        for turn in range(0, 360, 45):
            dx, dy = 21 * math.cos(math.radians(turn)), 21 * math.sin(math.radians(turn))
            assert found.cell_at(x + dx, y + dy) == cell
    # The second line is pushed half a hex: its first hex touches the first two of line 0.
    first, below, pushed = (found.hex(cell) for cell in ((0, 0), (0, 1), (1, 0)))
    assert are_adjacent(first, pushed) and are_adjacent(below, pushed)


def test_the_usual_measures_are_those_of_vassal() -> None:
    found = grid("", "")
    assert (found.x0, found.y0, found.dy) == (0, 32, 64)
    assert found.dx == pytest.approx(64 * 3**0.5 / 2)
    assert grid("", 'dy="100"').dx == pytest.approx(100 * 3**0.5 / 2)


@pytest.mark.parametrize(
    ("numbering", "cell", "name"),
    [
        ("HexGridNumbering", (0, 0), "0101"),
        ("HexGridNumbering", (1, 0), "0202"),  # staggered: odd columns count one more
        ('HexGridNumbering stagger="false"', (1, 0), "0201"),
        ('HexGridNumbering first="V" sep="-" stagger="false"', (1, 4), "05-02"),
        ('HexGridNumbering hOff="0" vOff="0" hLeading="2" vLeading="0"', (2, 3), "0023"),
        ('HexGridNumbering hType="A" stagger="false" hOff="0" vOff="0"', (0, 3), "A03"),
        ('HexGridNumbering hType="A" stagger="false" hOff="0" vOff="0"', (27, 3), "BB03"),
        # 520 pixels by a pitch of 50 are 10 rows, 640 by 58 are 11 columns: so VASSAL counts.
        ('HexGridNumbering vDescend="true" hOff="0" vOff="0"', (0, 3), "0007"),
        ('HexGridNumbering vDescend="true" hOff="0" vOff="0"', (1, 3), "0106"),
        ('HexGridNumbering hDescend="true" hOff="0" vOff="0"', (3, 0), "0801"),
        ("ObliqueHexGridNumbering", (4, 1), "0504"),
        ('ObliqueHexGridNumbering stagger="false"', (4, 1), "0501"),
    ],
)
def test_hexes_are_called_as_vassal_calls_them(
    numbering: str, cell: tuple[int, int], name: str
) -> None:
    assert named(grid(numbering), cell) == name


def test_flags_change_axes_where_the_grid_is_sideways() -> None:
    sideways = 'dx="50" dy="58" x0="20" y0="25" sideways="true"'
    down = grid('HexGridNumbering vDescend="true" hOff="0" vOff="0" stagger="false"', sideways)
    assert named(down, (2, 3)) == "0803"
    across = grid('HexGridNumbering hDescend="true" hOff="0" vOff="0" stagger="false"', sideways)
    assert named(across, (2, 3)) == "0208"


def module(folder: Path, content: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    text = f'<VASSAL.build.GameModule name="Toy">{content}</VASSAL.build.GameModule>'
    (folder / "buildFile.xml").write_text(text)
    return folder


def board(inner: str) -> str:
    tag = "VASSAL.build.module.map.boardPicker.Board"
    return f'<{tag} name="Map" width="{SIZE[0]}" height="{SIZE[1]}">{inner}</{tag}>'


VARIANTS = list(product(["H", "V"], ["false", "true"], ["false", "true"], ["false", "true"]))


@pytest.mark.parametrize("sideways", ["false", "true"])
@pytest.mark.parametrize(("first", "across", "down", "stagger"), VARIANTS)
def test_boards_print_the_numbers_of_their_module(
    tmp_path: Path, sideways: str, first: str, across: str, down: str, stagger: str
) -> None:
    numbering = (
        f'<{BOARD}mapgrid.HexGridNumbering first="{first}" hDescend="{across}"'
        f' vDescend="{down}" stagger="{stagger}" hOff="20" vOff="30"/>'
    )
    inner = (
        f'<{BOARD}HexGrid dx="50" dy="58" x0="20" y0="25" sideways="{sideways}">'
        f"{numbering}</{BOARD}HexGrid>"
    )
    with opened(module(tmp_path / "m", board(inner))) as archive:
        (found,) = hex_boards(etree.fromstring(archive.build_file()), archive)
    assert not found.remarks
    names = {found.map.label(found.grid.hex(cell)): cell for cell in found.grid.cells(*SIZE)}
    assert len(names) == len(found.map.terrain)
    for label, cell in names.items():
        assert label == named(found.grid, cell)
        at = found.map.parse_label(label)
        assert found.hex_at(*found.grid.centre(cell)) == at
        assert found.centre(at) == found.grid.centre(cell)


def test_numbers_that_two_hexes_share_are_counted_again_and_that_is_said(tmp_path: Path) -> None:
    """Column 1, row 11 and column 11, row 1 are both called 111."""
    words = 'hLeading="0" vLeading="0"'
    inner = f"<{BOARD}HexGrid><{BOARD}mapgrid.HexGridNumbering {words}/></{BOARD}HexGrid>"
    inner = inner.replace("HexGrid>", 'HexGrid dx="20" dy="22">', 1)
    with opened(module(tmp_path / "m", board(inner))) as archive:
        (found,) = hex_boards(etree.fromstring(archive.build_file()), archive)
    assert "cannot be printed" in found.map.notes["imported, not read"]
    labels = sorted(map(found.map.label, found.map.terrain))
    assert all(label.isdigit() for label in labels) and len(labels) == len(set(labels))


def test_a_zone_bounds_its_grid_and_others_become_boxes(tmp_path: Path) -> None:
    inner = f"""<{BOARD}ZonedGrid>
     <{BOARD}mapgrid.Zone name="map" path="0,0;300,0;300,300;0,300" useParentGrid="false">
      <{BOARD}HexGrid dx="50" dy="58" x0="20" y0="25"/></{BOARD}mapgrid.Zone>
     <{BOARD}mapgrid.Zone name="Turn 1" path="400,10;500,10;500,110;400,110"
      useParentGrid="false"/></{BOARD}ZonedGrid>"""
    with opened(module(tmp_path / "m", board(inner))) as archive:
        (found,) = hex_boards(etree.fromstring(archive.build_file()), archive)
    assert all(max(found.centre(at)) <= 300 for at in found.map.terrain)
    (box,) = found.map.boxes.values()
    spots = [found.centre(at) for at in found.map.terrain]
    left, top = min(p.x for p in spots) - 100 / 3, min(p.y for p in spots) - 29
    wide, high = max(p.x for p in spots) + 100 / 3 - left, max(p.y for p in spots) + 29 - top
    assert box.name == "Turn 1" and box.at == pytest.approx(
        ((400 - left) / wide, (10 - top) / high)
    )
    assert box.size == pytest.approx((100 / wide, 100 / high)) and box.at[0] > 1
    assert margins_of(found.map) == Margins(0, 0, math.ceil((500 - left - wide) / 5.8) / 10, 0)
    assert found.box_at(450, 50) == box.id and found.box_at(350, 50) is None


def zone(name: str, path: str) -> str:
    return f'<{BOARD}mapgrid.Zone name="{name}" path="{path}" useParentGrid="false"/>'


def test_a_zone_around_the_hexes_covers_none_of_them(tmp_path: Path) -> None:
    """The frame of a map, drawn as a zone along its hexes, would be one box over the whole board;
    and no hexes are where the frame or a turn track is.
    """
    frame = "0,0;640,0;640,520;0,520;0,480;580,480;580,40;40,40;40,479;0,479"
    inner = (
        f'<{BOARD}ZonedGrid><{BOARD}HexGrid dx="50" dy="58" x0="20" y0="25"/>'
        f"{zone('Frame', frame)}{zone('Turn 1', '400,100;500,100;500,200;400,200')}"
        f"</{BOARD}ZonedGrid>"
    )
    with opened(module(tmp_path / "m", board(inner))) as archive:
        (found,) = hex_boards(etree.fromstring(archive.build_file()), archive)
    spots = [found.centre(at) for at in found.map.terrain]
    assert len(spots) > 60 and all(40 < p.x < 580 and 40 < p.y < 480 for p in spots)
    assert not any(400 < p.x < 500 and 100 < p.y < 200 for p in spots)
    assert [box.name for box in found.map.boxes.values()] == ["Turn 1"]
    assert "zones that lie all around the hexes left out: Frame" in found.remarks


def test_a_zone_over_the_whole_board_leaves_its_hexes(tmp_path: Path) -> None:
    grid = f'<{BOARD}HexGrid dx="50" dy="58" x0="20" y0="25"/>'
    inner = f"<{BOARD}ZonedGrid>{grid}{zone('All', '0,0;600,0;600,600;0,600')}</{BOARD}ZonedGrid>"
    with opened(module(tmp_path / "m", board(inner))) as archive:
        (found,) = hex_boards(etree.fromstring(archive.build_file()), archive)
    assert len(found.map.terrain) > 80 and not found.map.boxes


@pytest.mark.parametrize(
    ("inner", "words"),
    [
        (f'<{BOARD}HexGrid dx="0.001" dy="0.001"/>', "hexes of 0.001"),
        (f'<{BOARD}HexGrid dx="nan"/>', "no number"),
        (f'<{BOARD}HexGrid x0="1e9"/>', "no number"),
        (f'<{BOARD}HexGrid x0="300000" dx="200000" dy="200000"/>', "no hex lies"),
        (f'<{BOARD}mapgrid.Zone path="1,x"><{BOARD}HexGrid/></{BOARD}mapgrid.Zone>', "no number"),
    ],
)
def test_wrong_grids_are_told(tmp_path: Path, inner: str, words: str) -> None:
    with opened(module(tmp_path / "m", board(inner))) as archive:
        root = etree.fromstring(archive.build_file())
        with pytest.raises(KnownError, match=words):
            list(hex_boards(root, archive))


def test_a_huge_board_of_tiny_hexes_is_refused() -> None:
    element = etree.fromstring(f'<{BOARD}HexGrid dx="2" dy="2"/>')
    with pytest.raises(KnownError, match="more than 250,000"):
        hex_grid(element, "a board", 100_000, 100_000)


def test_numbers_of_unknown_kinds_are_not_trusted(tmp_path: Path) -> None:
    inner = f"<{BOARD}HexGrid><Own.IsometricGridNumbering/></{BOARD}HexGrid>"
    with opened(module(tmp_path / "m", board(inner))) as archive:
        (found,) = hex_boards(etree.fromstring(archive.build_file()), archive)
    assert "of a kind not known here" in found.remarks[0]
    assert Numbering().is_known
