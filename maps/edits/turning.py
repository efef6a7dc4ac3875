"""Sheets and boards turned on the table: numbers stay with their hexes."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from maps.edits.changes import Change
from maps.edits.differences import difference
from maps.edits.pieces import Motion, lifted
from maps.edits.placing import carried, sheet_of
from maps.hexgrid import Hex
from maps.layout import Orientation
from maps.model import Bookmark, Box, GameMap
from maps.numbering import LabelScheme, Order, Parity, Sheet


class Turn(StrEnum):
    """How far a board is turned, clockwise."""

    QUARTER = "90"
    HALF = "180"
    BACK = "270"


def turn_sheet(board: GameMap, ident: str) -> Change:
    """Turn a sheet, with what is printed on it, by 180 degrees about its middle.

    A single sheet cannot be turned by less: its rows would not run along those of the board.
    """
    sheet = sheet_of(board, ident)
    turned = replace(
        sheet,
        scheme=_upside_down(sheet.scheme),
    )
    last = sheet.step(sheet.columns - 1, sheet.rows - 1)
    sums = (sheet.origin.q + last.q, sheet.origin.r + last.r)
    motion = Motion(lambda at: Hex(sums[0] - at.q, sums[1] - at.r), 3, 180)
    return carried(board, sheet, turned, motion, f"Turn sheet {ident}", prefer_piece=True)


def turn_board(board: GameMap, turn: Turn) -> Change:
    """Turn the whole board clockwise; by 90 and 270 degrees flat hexes become pointy and back.

    Printed numbers stay with their hexes, boxes and the north arrow turn along.
    """
    motion = _board_motion(board.orientation, turn)
    wanted = lifted(board, board.terrain, motion)
    wanted.hexsides = {motion.side(of): kinds for of, kinds in board.hexsides.items()}
    wanted.lines = {motion.link(way): kinds for way, kinds in board.lines.items()}
    wanted.places = {key: motion.place(place) for key, place in board.places.items()}
    wanted.regions = {
        layer: {name: frozenset(map(motion.to, hexes)) for name, hexes in regions.items()}
        for layer, regions in board.regions.items()
    }
    wanted.drafts = frozenset(map(motion.to, board.drafts))
    wanted.orientation = _turned_orientation(board.orientation, turn)
    wanted.sheets = [_turned_sheet(sheet, motion, turn) for sheet in board.sheets]
    wanted.boxes = {key: _turned_box(box, turn) for key, box in board.boxes.items()}
    wanted.bookmarks = {
        key: Bookmark(mark.name, motion.to(mark.hex), mark.zoom, mark.key)
        for key, mark in board.bookmarks.items()
    }
    wanted.notes = dict(board.notes)
    if "north" in board.notes:
        wanted.notes["north"] = _bearing(board.notes["north"], int(turn.value))
    return difference(board, wanted, f"Turn the board by {turn} degrees")


def _board_motion(orientation: Orientation, turn: Turn) -> Motion:
    if turn is Turn.HALF:
        return Motion(lambda at: Hex(-at.q, -at.r), 3, 180)
    # Read as pointy, the axes of a flat board lie 30 degrees further anticlockwise.
    match orientation, turn:
        case Orientation.FLAT, Turn.QUARTER:
            return Motion(lambda at: Hex(-at.q - at.r, at.q), -2, 90)
        case Orientation.FLAT, _:
            return Motion(lambda at: Hex(at.q + at.r, -at.q), 1, 270)
        case _, Turn.QUARTER:
            return Motion(lambda at: Hex(-at.r, at.q + at.r), -1, 90)
        case _:
            return Motion(lambda at: Hex(at.r, -at.q - at.r), 2, 270)


def _turned_orientation(orientation: Orientation, turn: Turn) -> Orientation:
    if turn is Turn.HALF:
        return orientation
    is_flat = orientation is Orientation.FLAT
    return Orientation.POINTY if is_flat else Orientation.FLAT


def _turned_sheet(sheet: Sheet, motion: Motion, turn: Turn) -> Sheet:
    old, columns, rows = sheet.scheme, sheet.columns, sheet.rows
    if turn is Turn.HALF:
        last = sheet.step(columns - 1, rows - 1)
        return replace(sheet, scheme=_upside_down(old), origin=motion.to(last))
    is_quarter = turn is Turn.QUARTER
    corner = sheet.step(0, rows - 1) if is_quarter else sheet.step(columns - 1, 0)
    # What lay further down lies further left after a quarter turn; what lay further right, down.
    flips = is_quarter is (sheet.orientation is Orientation.FLAT)
    grown = {
        "east": "south" if is_quarter else "north",
        "west": "north" if is_quarter else "south",
        "south": "west" if is_quarter else "east",
        "north": "east" if is_quarter else "west",
    }
    scheme = LabelScheme(
        order=Order.RRCC if old.order is Order.CCRR else Order.CCRR,
        parity=_flipped(old.parity) if flips else old.parity,
        columns_grow=grown[old.rows_grow],
        rows_grow=grown[old.columns_grow],
        first_column=old.first_row,
        first_row=old.first_column,
        digits=old.digits,
        prefix=old.prefix,
        separator=old.separator,
        style=old.style,
    )
    orientation = _turned_orientation(sheet.orientation, turn)
    return Sheet(sheet.id, orientation, rows, columns, scheme, motion.to(corner))


def _turned_box(box: Box, turn: Turn) -> Box:
    (x, y), (wide, high) = box.at, box.size
    match turn:
        case Turn.HALF:
            return replace(box, at=(1 - x - wide, 1 - y - high))
        case Turn.QUARTER:
            return replace(box, at=(1 - y - high, x), size=(high, wide))
        case Turn.BACK:
            return replace(box, at=(y, 1 - x - wide), size=(high, wide))


def _bearing(text: str, by: int) -> str:
    try:
        return f"{(float(text) + by + 180) % 360 - 180:g}"
    except ValueError:
        return text


def _upside_down(scheme: LabelScheme) -> LabelScheme:
    return replace(
        scheme,
        columns_grow=_OTHER[scheme.columns_grow],
        rows_grow=_OTHER[scheme.rows_grow],
        parity=_flipped(scheme.parity),
    )


def _flipped(parity: Parity) -> Parity:
    return Parity.EVEN if parity is Parity.ODD else Parity.ODD


_OTHER = {"east": "west", "west": "east", "south": "north", "north": "south"}
