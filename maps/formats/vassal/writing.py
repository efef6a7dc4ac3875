"""A board written as the board of a module: its picture's name, its grid, how hexes are called.

Numberings are not worked out but tried: each is read again as VASSAL's are read, and the one that
calls every hex as its sheet prints it is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from lxml import etree

from maps.formats.interchange.found import at_half_row, half_rows
from maps.formats.vassal.grids import Cell, HexGrid, hex_grid
from maps.formats.xmlfiles import shown
from maps.hexgrid import Hex
from maps.layout import Orientation, Point
from maps.model import GameMap
from maps.numbering import Order, Sheet

BOARD = "VASSAL.build.module.map.boardPicker.Board"
_GRIDS = "VASSAL.build.module.map.boardPicker.board."
_FLAGS = ("false", "true")

Rect = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels."""


@dataclass(frozen=True, slots=True)
class Laid:
    """How a board lies on its picture, in pixels.

    ``first`` is the hex whose centre is at the whole pixel ``x``, ``y``; straight lines of hexes
    are ``across`` apart, hexes along a line ``along``. ``boxes`` are the outlines of its boxes.
    """

    wide: int
    high: int
    first: Hex
    x: int
    y: int
    across: float
    along: float
    boxes: Mapping[str, Rect]


def middle_of(rect: Rect) -> tuple[int, int]:
    """The pixel pieces in a box lie on."""
    left, top, right, bottom = rect
    return round((left + right) / 2), round((top + bottom) / 2)


def first_hex(board: GameMap) -> Hex:
    """The upper end of a board's first straight line of hexes; on the board or just off it."""
    spots = [half_rows(at, board.orientation) for at in board.terrain]
    start = min(line for line, _ in spots)
    low = min(half for _, half in spots)
    return at_half_row(start, low + (low - start) % 2, board.orientation)


def cell_of(at: Hex, board: GameMap, laid: Laid) -> Cell:
    """The straight line of a hex and its place along it, as the grid counts them."""
    line, half = half_rows(at, board.orientation)
    start, low = half_rows(laid.first, board.orientation)
    line -= start
    return line, (half - low - line % 2) // 2


def board_element(board: GameMap, name: str, picture: str, laid: Laid) -> etree._Element:
    """A board with its grid: one for the whole board, or a zone for each sheet of several.

    Boxes are zones. A sheet whose numbers VASSAL cannot print stays without numbers.
    """
    element = etree.Element(BOARD, name=name, image=picture, reversible="false")
    alone = board.sheets[0] if len(board.sheets) == 1 else None
    if alone is not None and not laid.boxes:
        element.append(_grid(board, laid, alone, ()))
        return element
    zoned = etree.SubElement(element, f"{_GRIDS}ZonedGrid")
    etree.SubElement(zoned, f"{_GRIDS}mapgrid.ZonedGridHighlighter")
    for ident, (left, top, right, bottom) in laid.boxes.items():
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        _zone(zoned, board.boxes[ident].name or ident, corners, "$name$")
    if alone is not None:
        zoned.append(_grid(board, laid, alone, ()))
        return element
    for sheet in board.sheets:
        path = _outline(board, laid, sheet)
        _zone(zoned, sheet.id, path, "$gridLocation$").append(_grid(board, laid, sheet, path))
    zoned.append(_grid(board, laid, None, ()))
    return element


def _zone(
    of: etree._Element, name: str, path: Iterable[tuple[float, float]], location: str
) -> etree._Element:
    return etree.SubElement(
        of, f"{_GRIDS}mapgrid.Zone", name=shown(name), locationFormat=location, path=_path(path),
        useParentGrid="false", useHighlight="false", highlightProperty="",
    )  # fmt: skip


def _path(points: Iterable[tuple[float, float]]) -> str:
    return ";".join(f"{round(x)},{round(y)}" for x, y in points)


def _grid(
    board: GameMap, laid: Laid, sheet: Sheet | None, path: Iterable[tuple[float, float]]
) -> etree._Element:
    sideways = board.orientation is Orientation.POINTY
    # Sideways, VASSAL swaps both axes, those of the first hex too.
    x0, y0 = (laid.y, laid.x) if sideways else (laid.x, laid.y)
    grid = etree.Element(
        f"{_GRIDS}HexGrid", sideways=_FLAGS[sideways], x0=str(x0), y0=str(y0),
        dy=repr(laid.along), dx=repr(laid.across), snapTo="true", edgesLegal="false",
        cornersLegal="false", visible="false", dotsVisible="false", color="0,0,0",
    )  # fmt: skip
    numbering = _numbering(board, laid, sheet, grid, list(path)) if sheet is not None else None
    if numbering is not None:
        grid.append(numbering)
    return grid


def _numbering(
    board: GameMap, laid: Laid, sheet: Sheet, grid: etree._Element, path: list[tuple[float, float]]
) -> etree._Element | None:
    """The numbering that calls the hexes of a sheet as it prints them, None when there is none."""
    printed = {
        cell_of(at, board, laid): (body, numbers)
        for at in board.terrain
        if (body := sheet.body(at)) is not None and (numbers := sheet.numbers(at)) is not None
    }
    if not printed:
        return None
    sideways = board.orientation is Orientation.POINTY
    is_column_first = (sheet.scheme.order is Order.CCRR) is not sideways
    prefix = f"{sheet.scheme.prefix}{sheet.scheme.separator}" if sheet.scheme.prefix else ""
    cell, (_, wanted) = next(iter(printed.items()))
    across, along = reversed(wanted) if sideways else wanted
    kinds, between = _kinds(sheet, is_column_first)
    for stagger, h_down, v_down in product(_FLAGS, repeat=3):
        found = etree.Element(
            f"{_GRIDS}mapgrid.HexGridNumbering", first="H" if is_column_first else "V",
            sep=between, **kinds, hOff="0", vOff="0",
            hDescend=h_down, vDescend=v_down, stagger=stagger, visible="false", fontSize="9",
            color="0,0,0", rotateText="0", hDrawOff="0", vDrawOff="0",
            locationFormat=shown(prefix) + "$gridLocation$",
        )  # fmt: skip
        column, row = _read(grid, found, laid, path).parts_of(cell)
        found.set("hOff", str(across - column))
        found.set("vOff", str(along - row))
        trial = _read(grid, found, laid, path)
        if all(trial.name_of(one) == body for one, (body, _) in printed.items()):
            return found
    return None


def _kinds(sheet: Sheet, is_across_first: bool) -> tuple[dict[str, str], str]:
    """How numbers across (h) and down (v) are written, and the sign between them."""
    parts = sheet.scheme.parts
    first, between, second = parts or ("1".zfill(sheet.scheme.digits), "", "")
    second = second or first
    found = {}
    for axis, kind in zip("hv" if is_across_first else "vh", (first, second), strict=True):
        found[f"{axis}Type"] = "A" if kind == "A" else "N"
        found[f"{axis}Leading"] = "1" if kind == "A" else str(len(kind) - 1)
    return found, between


@dataclass(frozen=True, slots=True)
class _Trial:
    """A numbering as it is read again."""

    grid: HexGrid

    def parts_of(self, cell: Cell) -> tuple[int, int]:
        assert self.grid.numbering is not None
        return self.grid.numbering.parts(cell)

    def name_of(self, cell: Cell) -> str:
        assert self.grid.numbering is not None
        return self.grid.numbering.body(cell)


def _read(
    grid: etree._Element, numbering: etree._Element, laid: Laid, path: list[tuple[float, float]]
) -> _Trial:
    whole = etree.Element(grid.tag, dict(grid.attrib))
    whole.append(etree.Element(numbering.tag, dict(numbering.attrib)))
    points = tuple(Point(round(x), round(y)) for x, y in path)
    return _Trial(hex_grid(whole, "the board", laid.wide, laid.high, points))


def _outline(board: GameMap, laid: Laid, sheet: Sheet) -> list[tuple[float, float]]:
    """The ground of a sheet in pixels: a strip for each straight line of hexes, as one outline."""
    flat = board.orientation is Orientation.FLAT
    count, length = (sheet.columns, sheet.rows) if flat else (sheet.rows, sheet.columns)
    fore: list[tuple[float, float]] = []
    back: list[tuple[float, float]] = []
    for index in range(count):
        ends = [sheet.step(index, at) if flat else sheet.step(at, index) for at in (0, length - 1)]
        (middle, begin), (_, end) = (_centre(at, board, laid) for at in ends)
        for edge in (middle - laid.across / 2, middle + laid.across / 2):
            fore.append((edge, begin - laid.along / 2))
            back.append((edge, end + laid.along / 2))
    path = [*fore, *reversed(back)]
    return path if flat else [(y, x) for x, y in path]


def _centre(at: Hex, board: GameMap, laid: Laid) -> tuple[float, float]:
    """Where a hex lies across lines and along its line, in pixels."""
    line, place = cell_of(at, board, laid)
    x, y = (laid.x, laid.y) if board.orientation is Orientation.FLAT else (laid.y, laid.x)
    return x + laid.across * line, y + laid.along * (place + (line % 2) / 2)


def centre_of(at: Hex, board: GameMap, laid: Laid) -> tuple[int, int]:
    """The pixel a hex's centre lies on."""
    across, along = _centre(at, board, laid)
    x, y = (across, along) if board.orientation is Orientation.FLAT else (along, across)
    return round(x), round(y)
