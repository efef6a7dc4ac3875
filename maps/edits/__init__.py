"""Reversible edits of a map: build a change, apply it, undo it, merge it, write it down.

>>> from maps.hexgrid import Hex
>>> from maps.layout import Orientation
>>> from maps.legend import Kind, Layer
>>> from maps.model import GameMap
>>> board = GameMap("demo", "Demo", Orientation.FLAT)
>>> _ = apply(board, put_kind(board, Kind(Layer.TERRAIN, "clear", "Clear")))
>>> change = add_hexes(board, {Hex(0, 0): "clear"})
>>> sorted(apply(board, change).hexes)
[Hex(q=0, r=0)]
>>> _ = apply(board, inverse(change_from_plain(change_to_plain(change))))
>>> Hex(0, 0) in board
False
"""

from maps.edits.applying import apply, read
from maps.edits.changes import (
    Change,
    ChangeConflictError,
    Fact,
    MapLayer,
    RegionHex,
    RegionName,
    Touched,
    joined,
    touched_by,
)
from maps.edits.facts import inverse, merge
from maps.edits.plain import change_from_plain, change_to_plain
from maps.edits.strokes import (
    add_hexes,
    drop_bookmark,
    drop_box,
    drop_hexes,
    drop_kind,
    drop_place,
    drop_region,
    mark_draft,
    paint,
    put_bookmark,
    put_box,
    put_kind,
    put_note,
    put_place,
    set_head,
    set_legend,
    set_line,
    set_lines,
    set_region,
    set_sheets,
    set_side,
    set_sides,
)

__all__ = [
    "Change",
    "ChangeConflictError",
    "Fact",
    "MapLayer",
    "RegionHex",
    "RegionName",
    "Touched",
    "add_hexes",
    "apply",
    "change_from_plain",
    "change_to_plain",
    "drop_bookmark",
    "drop_box",
    "drop_hexes",
    "drop_kind",
    "drop_place",
    "drop_region",
    "inverse",
    "joined",
    "mark_draft",
    "merge",
    "paint",
    "put_bookmark",
    "put_box",
    "put_kind",
    "put_note",
    "put_place",
    "read",
    "set_head",
    "set_legend",
    "set_line",
    "set_lines",
    "set_region",
    "set_sheets",
    "set_side",
    "set_sides",
    "touched_by",
]
