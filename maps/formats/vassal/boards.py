"""The boards of a module that have hexes, each as a board of its own with its picture's name.

Terrain is not in a module: every hex comes as ``clear`` and as a draft, to be read off the picture.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from lxml import etree
from PIL import Image

from maps.edits.applying import apply
from maps.edits.blank import generic_legend
from maps.edits.placing import MAX_SHEET
from maps.edits.stamps import id_for
from maps.errors import KnownError, counted
from maps.finding.measures import WIDEST, Margins, set_margins
from maps.formats.interchange.found import counted_sheet
from maps.formats.vassal.archive import Archive
from maps.formats.vassal.grids import Cell, HexGrid, Numbering, hex_grid, is_inside, outline
from maps.formats.vassal.own import Own, own_board, own_of
from maps.formats.xmlfiles import name_of
from maps.hexgrid import Hex
from maps.layout import Point
from maps.model import Box, GameMap
from maps.numbering import LabelScheme, Order, Parity, Sheet, is_style

BOARD = "VASSAL.build.module.map.boardPicker.Board"
_BOARDS = "VASSAL.build.module.map.boardPicker.board."
_MOST_BOXES = 400
_APART = 0.05
"""Share of a hex that the hexes of two grids may lie apart and still be the same."""
_SEPARATORS = ":/-. "


_START = Hex(0, 0)


class Extent(NamedTuple):
    """A part of a picture, in pixels."""

    left: float
    top: float
    wide: float
    high: float


@dataclass(frozen=True, slots=True)
class ModuleBoard:
    """A board of a module: its hexes as a map, its grid, and its picture in the archive.

    ``size`` is in pixels; ``boxes`` are zones and named points without hexes, by box id, with their
    outline on the board.
    """

    name: str
    map: GameMap
    grid: HexGrid
    image: str
    size: tuple[int, int]
    boxes: dict[str, tuple[Point, ...]]
    remarks: tuple[str, ...]
    shift: Hex = _START
    """The hex of the map that the grid's first hex is."""
    others: tuple[HexGrid, ...] = ()
    """Grids of further zones, whose hexes are hexes of this one."""

    over: frozenset[str] = frozenset()
    """Boxes whose zones come before those of hexes: what lies there is in the box, not in a hex."""

    def hex_at(self, x: float, y: float) -> Hex | None:
        """The hex of the map at a point of the board, None off all hexes."""
        at = self.of_cell(self.grid.cell_at(x, y))
        return at if at in self.map.terrain else None

    def of_cell(self, cell: Cell) -> Hex:
        """The hex that a cell of the grid is."""
        at = self.grid.hex(cell)
        return Hex(at.q + self.shift.q, at.r + self.shift.r)

    def centre(self, at: Hex) -> Point:
        """Where a hex's centre lies on the board, in pixels."""
        return _centre(self.grid, Hex(at.q - self.shift.q, at.r - self.shift.r))

    def locations(self) -> dict[str, str]:
        """What places of set-up can be called, each with what the map calls the hex or box."""
        found = {box.name: ident for ident, box in self.map.boxes.items()}
        for grid in (*reversed(self.others), self.grid):
            for cell in grid.cells(*self.size):
                at = self.hex_at(*grid.centre(cell))
                if at is not None and grid.numbering is not None:
                    label = self.map.label(at)
                    found[grid.numbering.name(cell)] = label
                    found[grid.location_of(cell)] = label
        return found

    def box_at(self, x: float, y: float) -> str | None:
        """The id of the box that holds a point of the board."""
        held = (ident for ident, path in self.boxes.items() if is_inside(path, x, y))
        return next(held, None)

    def place_at(self, x: float, y: float) -> Hex | str | None:
        """The hex, or the id of the box, that a piece at a point of the board is in."""
        box = self.box_at(x, y)
        if box is not None and box in self.over:
            return box
        at = self.hex_at(x, y)
        return at if at is not None else box


def _centre(grid: HexGrid, at: Hex) -> Point:
    """Where the centre of a hex of a grid lies, in pixels."""
    line, along = (at.r, at.q) if grid.sideways else (at.q, at.r)
    return grid.centre((line, along + (line - line % 2) // 2))


def _hexes_lie(grid: HexGrid, hexes: Iterable[Hex]) -> Extent:
    """What the hexes of a board take up of its picture, in pixels."""
    centres = [_centre(grid, at) for at in hexes]
    half = (grid.dx * 2 / 3, grid.dy / 2)
    wide, high = half[::-1] if grid.sideways else half
    xs, ys = [p.x for p in centres], [p.y for p in centres]
    left, top = min(xs) - wide, min(ys) - high
    return Extent(left, top, max(xs) + wide - left, max(ys) + high - top)


def hex_boards(root: etree._Element, archive: Archive) -> Iterator[ModuleBoard]:
    """The boards that have a grid of hexes, in the order of the module."""
    title = root.get("name", "") or archive.path.stem
    own = own_of(archive)
    for element in root.iter(BOARD):
        name = element.get("name", "") or "Board"
        where = f"{archive.name}, board {name[:60]}"
        size = board_size(element, archive)
        found = _grids(element, where, size)
        if found:
            grid = max(found, key=lambda one: sum(1 for _ in one.cells(*size)))
            others = [one for one in found if one is not grid]
            found_board = _board(_titled(title, name), element, grid, others, size, where)
            if own is not None and own.name == name:
                found_board = _whole(found_board, own, archive)
            yield found_board


def _titled(title: str, name: str) -> str:
    """What a board is called: the module and the board, once where both have one name."""
    return title if title.casefold() == name.casefold() else f"{title}: {name}"


def left_out(root: etree._Element, boards: Sequence[ModuleBoard]) -> Iterator[str]:
    """What to say of boards of squares, of named points alone, and of pictures without a grid."""
    taken = {board.name for board in boards}
    names = dict.fromkeys(one.get("name", "") or "Board" for one in root.iter(BOARD))
    left = [" ".join(name.split())[:60] for name in names if name not in taken]
    if left:
        few = ", ".join(left[:5]) + (" and others" if len(left) > 5 else "")
        yield f"Boards without hexes left out: {few}."


def _whole(found: ModuleBoard, own: Own, archive: Archive) -> ModuleBoard:
    """A board as Sandtable wrote it into the module, with all that VASSAL has no place for.

    One whose picture or grid was changed since stays as it was read off the grid, and that is said.
    """
    board = own_board(archive)
    if board is None:
        return found
    if not own.is_laid(found.grid, found.size) or board.orientation is not found.map.orientation:
        remark = "its picture or grid was changed since Sandtable wrote it: terrain is left out"
        return replace(found, remarks=(*found.remarks, remark))
    paths = list(found.boxes.values())
    boxes = dict(zip(board.boxes, paths, strict=False)) if len(paths) == len(board.boxes) else {}
    over = frozenset(new for old, new in zip(found.boxes, boxes, strict=False) if old in found.over)
    return replace(found, map=board, boxes=boxes, remarks=(), shift=own.first, over=over)


def board_size(element: etree._Element, archive: Archive) -> tuple[int, int]:
    """Width and height of a board in pixels: those of its picture, else as it states."""
    image = element.get("image", "")
    data = archive.picture(image)
    if data is not None:
        try:
            with Image.open(io.BytesIO(data)) as picture:
                return picture.width, picture.height
        except (OSError, ValueError, Image.DecompressionBombError, SyntaxError):
            pass
    sizes = []
    for name in ("width", "height"):
        text = element.get(name, "")
        sizes.append(min(int(text), 100_000) if text.isdigit() and len(text) < 9 else 0)
    if min(sizes) > 0:
        return sizes[0], sizes[1]
    return _grown(element)


def _grown(element: etree._Element) -> tuple[int, int]:
    """A size for a board whose picture is missing: as far as its zones reach, or else 2000."""
    points = [
        point
        for zone in element.iter(f"{_BOARDS}mapgrid.Zone")
        for point in outline(zone.get("path", ""), "a zone")
    ]
    if not points:
        return 2_000, 2_000
    return int(max(p.x for p in points)) + 1, int(max(p.y for p in points)) + 1


def _grids(element: etree._Element, where: str, size: tuple[int, int]) -> list[HexGrid]:
    found = []
    for grid in element.iter(f"{_BOARDS}HexGrid"):
        zone = grid.getparent()
        path: tuple[Point, ...] = ()
        location = "$gridLocation$"
        if zone is not None and name_of(zone).endswith("mapgrid.Zone"):
            path = outline(zone.get("path", ""), where)
            said = zone.get("locationFormat", location)[:200]
            location = said.replace("$name$", zone.get("name", "")[:200])
        found.append(hex_grid(grid, where, *size, path, location))
    return found


def _board(
    title: str, element: etree._Element, grid: HexGrid, others: Sequence[HexGrid],
    size: tuple[int, int], where: str,
) -> ModuleBoard:  # fmt: skip
    """A board of its largest grid, and of the ``others`` whose hexes lie on those of that grid."""
    legend = generic_legend()
    title = " ".join(title.split())[:120]
    board = GameMap(id_for(title, ()), title, grid.orientation, legend)
    named = [(grid, {cell: grid.hex(cell) for cell in grid.cells(*size)})]
    if not named[0][1]:
        raise KnownError(where, "has a grid, but no hex lies on it.", "Correct the module.")
    zones = list(_gridless(element, where))
    if not grid.path:
        _clear_of(zones, grid, named[0][1])
    named[0][1].update({cell: grid.hex(cell) for cell in _stood_on(element, grid, size)})
    named += [(one, cells) for one in others if (cells := _shared(one, grid, size)) is not None]
    board.terrain = {at: "clear" for _, cells in named for at in cells.values()}
    board.drafts = frozenset(board.terrain)
    remarks: list[str] = []
    for one, cells in named:
        if cells and (one.numbering is not None or len(named) == 1):
            sheet, remark = sheet_of(one, cells, board)
            if remark and len(named) > 1:
                remarks.append(remark.partition("; counted")[0])
                continue
            board.sheets.append(sheet)
            remarks += [remark] if remark else []
    if not board.sheets:
        board.sheets.append(counted_sheet(board))
    left = 1 + len(others) - len(named)
    if left:
        remarks.append(f"{counted(left, 'smaller grid')} of hexes left out")
    over: set[str] = set()
    lie = _hexes_lie(grid, board.terrain)
    centres = [_centre(grid, at) for at in board.terrain]
    around = [zone for zone in zones if _is_around(zone.path, centres)]
    if around:
        names = ", ".join(zone.name[:40] for zone in around[:3])
        remarks.append(f"zones that lie all around the hexes left out: {names}")
    zones = [zone for zone in zones if zone not in around]
    boxes = _boxes(element, zones, board, lie, min(size) / 40, over)
    _leave_room(board, lie, grid.dy)
    if remarks:
        board.notes["imported, not read"] = "; ".join(remarks)
    hexes, of_boxes = (
        counted(len(board.terrain), "hex", "hexes"),
        counted(len(boxes), "box", "boxes"),
    )
    board.notes["imported"] = f"From a VASSAL module: {hexes}, {of_boxes}."
    return ModuleBoard(
        element.get("name", ""), board, grid, element.get("image", ""), size, boxes,
        tuple(remarks), others=tuple(one for one, _ in named[1:]),
        over=frozenset(over),
    )  # fmt: skip


def _stood_on(element: etree._Element, grid: HexGrid, size: tuple[int, int]) -> Iterator[Cell]:
    """The hexes that stacks of the board stand on, also those whose centre is just off it."""
    above = next(element.iterancestors("VASSAL.build.module.Map"), None)
    for stack in above.iter("VASSAL.build.module.map.SetupStack") if above is not None else ():
        if stack.get("owningBoard") != element.get("name"):
            continue
        if stack.get("useGridLocation") == "true" and stack.get("location"):
            continue
        x, y = (_pixel(stack.get(axis, "")) for axis in ("x", "y"))
        if 0 < x < size[0] and 0 < y < size[1] and grid.holds(x, y):
            yield grid.cell_at(x, y)


def _pixel(text: str) -> float:
    return float(text) if text.isdigit() and len(text) < 7 else -1.0


def _shared(of: HexGrid, main: HexGrid, size: tuple[int, int]) -> dict[Cell, Hex] | None:
    """The hexes of a grid as those of the main one; None when they lie elsewhere."""
    if of.sideways is not main.sideways:
        return None
    found = {}
    for cell in of.cells(*size):
        spot = of.centre(cell)
        near = main.cell_at(spot.x, spot.y)
        there = main.centre(near)
        if abs(spot.x - there.x) + abs(spot.y - there.y) > _APART * main.dy:
            return None
        found[cell] = main.hex(near)
    return found


class _Zone(NamedTuple):
    """A part of a board without hexes; ``is_first`` where it comes before all that have some."""

    name: str
    path: tuple[Point, ...]
    is_first: bool


def _gridless(element: etree._Element, where: str) -> Iterator[_Zone]:
    """The zones of a board that have no hexes."""
    is_first = True
    for zone in element.iter(f"{_BOARDS}mapgrid.Zone"):
        path = outline(zone.get("path", ""), where)
        has_hexes = any(True for _ in zone.iter(f"{_BOARDS}HexGrid"))
        is_first = is_first and not has_hexes
        if not has_hexes and len(path) > 2 and zone.get("useParentGrid", "false") != "true":
            yield _Zone(zone.get("name", "") or "Box", path, is_first)


def _clear_of(zones: Sequence[_Zone], grid: HexGrid, cells: dict[Cell, Hex]) -> None:
    """Take out the hexes whose centres lie in a zone, where the grid lies below all zones: in
    VASSAL nothing can be in them. A zone over more than half of them is none of this kind.
    """
    for zone in zones:
        held = [cell for cell in cells if is_inside(zone.path, *grid.centre(cell))]
        if 2 * len(held) <= len(cells):
            for cell in held:
                del cells[cell]


def _is_around(path: Sequence[Point], centres: Sequence[Point]) -> bool:
    """Whether a box as large as an outline would cover more than half of the hexes."""
    xs, ys = [p.x for p in path], [p.y for p in path]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    covered = sum(left < at.x < right and top < at.y < bottom for at in centres)
    return 2 * covered > len(centres)


def _boxes(
    element: etree._Element, zones: Sequence[_Zone], board: GameMap, lie: Extent, reach: float,
    over: set[str],
) -> dict[str, tuple[Point, ...]]:  # fmt: skip
    """Zones without hexes and named points with the ``reach`` around them, as boxes; ``over`` gets
    those before all hexes.
    """
    found: dict[str, tuple[Point, ...]] = {}
    for zone in zones:
        ident = _box(zone.name, zone.path, board, lie, found)
        over |= {ident} if zone.is_first else set()
    for region in element.iter(f"{_BOARDS}Region"):
        x, y = (float(t) if (t := region.get(k, "0")).lstrip("-").isdigit() else 0.0
                for k in ("originx", "originy"))  # fmt: skip
        corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        path = tuple(Point(x + dx * reach, y + dy * reach) for dx, dy in corners)
        _box(region.get("name", "") or "Box", path, board, lie, found)
    return found


def _box(
    name: str, path: tuple[Point, ...], board: GameMap, lie: Extent,
    found: dict[str, tuple[Point, ...]],
) -> str:  # fmt: skip
    if len(found) >= _MOST_BOXES:
        return ""
    ident = id_for(name, board.boxes)
    xs, ys = [p.x for p in path], [p.y for p in path]
    at = ((min(xs) - lie.left) / lie.wide, (min(ys) - lie.top) / lie.high)
    spread = ((max(xs) - min(xs)) / lie.wide, (max(ys) - min(ys)) / lie.high)
    board.boxes[ident] = Box(ident, name[:80], at, spread)
    found[ident] = path
    return ident


def _leave_room(board: GameMap, lie: Extent, pitch: float) -> None:
    """Give a board margins for the boxes that lie beside its hexes."""
    boxes = list(board.boxes.values())
    if not boxes:
        return
    beyond = (
        -min(box.at[0] for box in boxes) * lie.wide,
        -min(box.at[1] for box in boxes) * lie.high,
        (max(box.at[0] + box.size[0] for box in boxes) - 1) * lie.wide,
        (max(box.at[1] + box.size[1] for box in boxes) - 1) * lie.high,
    )
    apply(board, set_margins(board, Margins(*(_hexes(px / pitch) for px in beyond))))


def _hexes(share: float) -> float:
    """A margin that is at least as wide, in tenths of a hex; none for what lies on the hexes."""
    return min(max(0.0, math.ceil(share * 10) / 10), WIDEST)


def sheet_of(grid: HexGrid, cells: Mapping[Cell, Hex], board: GameMap) -> tuple[Sheet, str]:
    """A sheet that prints what the module calls its hexes, and what to know about it."""
    numbering = grid.numbering
    if numbering is None:
        return counted_sheet(board), "hexes have no numbers in the module; counted from 0101"
    names = {at: numbering.name(cell) for cell, at in cells.items()}
    parts = {at: numbering.parts(cell) for cell, at in cells.items()}
    plain = numbering.types == ("N", "N") and numbering.leading[0] == numbering.leading[1]
    if plain and not numbering.separator and numbering.is_known:
        found = _fitting(board, names, parts, numbering)
        if found is not None:
            return found, ""
    if numbering.is_known and len(set(names.values())) == len(names):
        found = _fitting(board, names, parts, numbering, _style(numbering))
        if found is not None:
            return found, ""
    few = ", ".join(list(names.values())[:3])
    why = "of a kind not known here" if not numbering.is_known else f"such as {few}"
    return counted_sheet(board), f"hex numbers {why} cannot be printed; counted from 0101"


def _style(numbering: Numbering) -> str:
    """How a module writes the numbers of its hexes, as sheets say it; '' for what they cannot."""
    across, down = (
        "A" if kind == "A" else "1".zfill(zeros + 1)
        for kind, zeros in zip(numbering.types, numbering.leading, strict=True)
    )
    pair = (across, down) if numbering.first == "H" else (down, across)
    style = numbering.separator.join(pair)
    return style if is_style(style) else ""


def _fitting(
    board: GameMap,
    names: dict[Hex, str],
    parts: dict[Hex, tuple[int, int]],
    numbering: Numbering,
    style: str = "",
) -> Sheet | None:
    """The sheet whose printed numbers are just these, or None."""
    columns, rows = (sorted({pair[axis] for pair in parts.values()}) for axis in (0, 1))
    wide, high = columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1
    digits = max(numbering.leading[0] + 1, len(str(max(columns[-1], rows[-1]))))
    whole = numbering.prefix.strip()
    bare = whole.rstrip(_SEPARATORS)
    prefix, separator = (bare, whole[len(bare) :]) if bare else ("", ":")
    ident = id_for(bare, {sheet.id for sheet in board.sheets}) if bare else "main"
    if style:
        digits = min(digits, 4)
    if columns[0] < 0 or rows[0] < 0 or digits > 4 or max(wide, high) > MAX_SHEET:
        return None
    at, first = next(iter(parts.items()))
    for order, parity, east, south in product(Order, Parity, ("east", "west"), ("south", "north")):
        ways = order, parity, east, south
        words = digits, prefix, separator, style
        scheme = LabelScheme(*ways, columns[0], rows[0], *words)
        # A sideways grid counts its straight rows as columns, so the two numbers change places.
        swaps = (False, True)
        for swap in swaps:
            own = scheme
            size = (high, wide) if swap else (wide, high)
            if swap:
                own = LabelScheme(*ways, rows[0], columns[0], *words)
            sheet = Sheet(ident, board.orientation, *size, own)
            near = sheet.hex_of(*(reversed(first) if swap else first))
            if near is None:
                continue
            origin = Hex(at.q - near.q, at.r - near.r)
            sheet = Sheet(ident, board.orientation, *size, own, origin)
            if all(sheet.label(one) == name for one, name in names.items()):
                return sheet
    return None
