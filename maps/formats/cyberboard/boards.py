"""The boards of a game box that have hexes, each as a board of its own, with its picture."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PIL import Image, ImageDraw

from maps.digitise.arrays import Bytes
from maps.edits.placing import MAX_SHEET
from maps.formats.cyberboard.game_box import FLAT, POINTY, BoxBoard, Cells, GameBox
from maps.formats.interchange.found import Found
from maps.formats.vassal.boards import ModuleBoard, sheet_of
from maps.formats.vassal.grids import Cell, HexGrid, Numbering

MOST_PIXELS = 100_000_000
MOST_KINDS = 250
"""Kinds of terrain of one board; cells with further tiles or colours share one more."""

_NO_COLOUR = 0xFF000000
_ROWS_FIRST = (0, 2, 4)
_LETTERS = (4, 5)


def hex_boards_of(box: GameBox) -> Iterator[ModuleBoard]:
    """The boards with hexes, in the order of the box."""
    for board in box.boards:
        cells = board.cells
        if cells is not None and cells.shape in (FLAT, POINTY) and _fits(cells):
            yield _board(box, board, cells)


def _fits(cells: Cells) -> bool:
    sides = cells.rows, cells.columns
    return min(sides) > 0 and max(sides) <= MAX_SHEET and min(cells.wide, cells.high) >= 4


def _board(box: GameBox, of: BoxBoard, cells: Cells) -> ModuleBoard:
    grid = _grid(cells)
    name = " ".join(of.name.split())[:120] or "Board"
    found = Found(box.title, f"{box.title}: {name}"[:120], grid.orientation)
    places = dict(_places(cells))
    kinds: dict[tuple[bool, int], tuple[str, str]] = {}
    for spot, ground in places.values():
        if ground not in kinds:
            kinds[ground] = _kind(box, *ground) if len(kinds) < MOST_KINDS else ("Other", "")
        kind, fill = kinds[ground]
        found.ground(grid.hex(spot), kind, {"fill": fill} if fill else None)
    sheet, remark = sheet_of(
        grid, {spot: grid.hex(spot) for spot, _ in places.values()}, found.board
    )
    found.board.sheets.append(sheet)
    found.keep("imported, not read", remark)
    return ModuleBoard(
        name, found.finished("a game box of CyberBoard"), grid, name, _size(cells), {},
        (remark,) if remark else (),
    )  # fmt: skip


def _places(cells: Cells) -> Iterator[tuple[Cell, tuple[Cell, tuple[bool, int]]]]:
    """Column and row of each cell, with its place on the grid and what is in it."""
    for index, ground in enumerate(cells.ground):
        row, column = divmod(index, cells.columns)
        line, along = (column, row) if cells.shape == FLAT else (row, column)
        yield (column, row), ((line + cells.stagger, along), ground)


def _grid(cells: Cells) -> HexGrid:
    """Lines of the grid count from 1 where the first line is a pushed one."""
    flat = cells.shape == FLAT
    across, along = (cells.wide, cells.high) if flat else (cells.high, cells.wide)
    pitch = int(across * 0.75)
    rows, columns = cells.rows - 1, cells.columns - 1
    row_start, column_start = (1 + offset for offset in cells.offsets)
    starts = (column_start, row_start) if flat else (row_start, column_start)
    column_turned, row_turned = cells.inverts[1], cells.inverts[0]
    if (column_turned if flat else row_turned) and cells.stagger:
        columns, rows = (columns + 1, rows) if flat else (columns, rows + 1)
    elif cells.stagger:
        starts = starts[0] - 1, starts[1]
    rows_first = cells.numbers in _ROWS_FIRST
    first = "V" if rows_first is flat else "H"
    types = ("N", "N")
    if cells.numbers in _LETTERS:  # what is printed first is a letter, and A the first of them
        types = ("A", "N") if first == "H" else ("N", "A")
        starts = starts[0] - (types[0] == "A"), starts[1] - (types[1] == "A")
    numbering = Numbering(
        first,
        types=types,
        starts=starts,
        descends=(column_turned, row_turned),
        stagger=False,
        sideways=not flat,
        rows=rows,
        columns=columns,
    )
    return HexGrid(across / 2 - cells.stagger * pitch, along / 2, pitch, along, not flat, numbering)


def _size(cells: Cells) -> tuple[int, int]:
    flat = cells.shape == FLAT
    across, along = (cells.wide, cells.high) if flat else (cells.high, cells.wide)
    lines, count = (cells.columns, cells.rows) if flat else (cells.rows, cells.columns)
    wide = int(across * 0.75) * (lines - 1) + across + 1
    high = along * count + along // 2 + 1
    return (wide, high) if flat else (high, wide)


def _kind(box: GameBox, is_tile: bool, value: int) -> tuple[str, str]:
    """What ground is called, and its colour."""
    if not is_tile:
        return (
            ("Clear", "") if value == _NO_COLOUR else (f"Colour {_colour(value)}", _colour(value))
        )
    tile = box.tile(value)
    if tile is None:
        return f"Tile {value}", ""
    dots = np.asarray(tile).reshape(-1, 4)
    shown = dots[dots[:, 3] > 0]
    mean = (shown if len(shown) else dots)[:, :3].mean(axis=0)
    return f"Tile {value}", "#" + "".join(f"{round(float(part)):02x}" for part in mean)


def _colour(value: int) -> str:
    return f"#{value & 0xFF:02x}{value >> 8 & 0xFF:02x}{value >> 16 & 0xFF:02x}"


def painted(box: GameBox, name: str) -> Bytes | None:
    """The picture of a board by its name, its cells filled with tiles and colours.

    None for one that would have more than 100 megapixels.
    """
    for of in box.boards:
        cells = of.cells
        if cells is None or (" ".join(of.name.split())[:120] or "Board") != name:
            continue
        wide, high = _size(cells)
        if wide * high > MOST_PIXELS:
            return None
        picture = Image.new("RGB", (wide, high), "white")
        draw = ImageDraw.Draw(picture)
        grid = _grid(cells)
        shape = Image.new("1", (cells.wide, cells.high))
        ImageDraw.Draw(shape).polygon(_corners(cells), fill=1)
        tiles: dict[int, Image.Image | None] = {}
        for spot, (is_tile, value) in (place for _, place in _places(cells)):
            centre = grid.centre(spot)
            left, top = round(centre.x - cells.wide / 2), round(centre.y - cells.high / 2)
            if is_tile and value not in tiles:
                tiles[value] = _cut(box.tile(value), shape)
            tile = tiles.get(value) if is_tile else None
            if tile is not None:
                picture.paste(tile, (left, top), tile)
            elif not is_tile and value != _NO_COLOUR:
                draw.polygon([(left + x, top + y) for x, y in _corners(cells)], fill=_colour(value))
        return np.asarray(picture)
    return None


def _corners(cells: Cells) -> list[tuple[float, float]]:
    wide, high = cells.wide, cells.high
    if cells.shape == FLAT:
        return [
            (wide / 4, 0), (wide * 3 / 4, 0), (wide, high / 2),
            (wide * 3 / 4, high), (wide / 4, high), (0, high / 2),
        ]  # fmt: skip
    return [
        (wide / 2, 0), (wide, high / 4), (wide, high * 3 / 4),
        (wide / 2, high), (0, high * 3 / 4), (0, high / 4),
    ]  # fmt: skip


def _cut(tile: Image.Image | None, shape: Image.Image) -> Image.Image | None:
    """A tile as large as a cell, cut to its shape."""
    if tile is None:
        return None
    cut = Image.new("RGBA", shape.size)
    cut.paste(tile.resize(shape.size), (0, 0), shape)
    return cut
