"""What must be done to one map to make another of it, as one change."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TypeVar

from maps.edits.applying import change_of
from maps.edits.changes import Change, Fact, Key, MapLayer, RegionHex, RegionName, Value
from maps.hexgrid import Hex
from maps.model import GameMap

K = TypeVar("K", bound=Key)
V = TypeVar("V", bound=Value)


def difference(board: GameMap, wanted: GameMap, label: str) -> Change:
    """The change that makes ``board`` hold what ``wanted`` holds, in a fixed order of slots."""
    none: frozenset[str] = frozenset()
    facts = [
        Fact(MapLayer.HEAD, "id", board.id, wanted.id),
        Fact(MapLayer.HEAD, "title", board.title, wanted.title),
        Fact(MapLayer.HEAD, "orientation", board.orientation.value, wanted.orientation.value),
        Fact(
            MapLayer.LEGEND,
            "kinds",
            tuple(board.legend.kinds.values()),
            tuple(wanted.legend.kinds.values()),
        ),
        Fact(MapLayer.SHEETS, "sheets", tuple(board.sheets), tuple(wanted.sheets)),
        *_slots(MapLayer.TERRAIN, board.terrain, wanted.terrain, None),
        *_slots(MapLayer.HEXSIDE, board.hexsides, wanted.hexsides, none),
        *_slots(MapLayer.LINE, board.lines, wanted.lines, none),
        *_slots(MapLayer.PLACE, board.places, wanted.places, None),
        *_slots(MapLayer.BOX, board.boxes, wanted.boxes, None),
        *_slots(MapLayer.NOTE, board.notes, wanted.notes, None),
        *_slots(MapLayer.BOOKMARK, board.bookmarks, wanted.bookmarks, None),
        *_regions(board, wanted),
        *_marks(board.drafts, wanted.drafts),
    ]
    return change_of(facts, label)


def _slots(
    layer: MapLayer, before: Mapping[K, V], after: Mapping[K, V], empty: Value
) -> Iterator[Fact]:
    for key in dict.fromkeys((*before, *after)):
        old, new = before.get(key, empty), after.get(key, empty)
        if old != new:
            yield Fact(layer, key, old, new)


def _regions(board: GameMap, wanted: GameMap) -> Iterator[Fact]:
    before, after = _by_name(board), _by_name(wanted)
    for named in dict.fromkeys((*before, *after)):
        yield Fact(MapLayer.REGION, named, named in before, named in after)
        old, new = before.get(named, frozenset()), after.get(named, frozenset())
        for at in sorted(old ^ new):
            yield Fact(MapLayer.MEMBER, RegionHex(*named, at), at in old, at in new)


def _by_name(board: GameMap) -> dict[RegionName, frozenset[Hex]]:
    return {
        RegionName(layer, name): hexes
        for layer, regions in board.regions.items()
        for name, hexes in regions.items()
    }


def _marks(before: Collection[Hex], after: Collection[Hex]) -> Iterator[Fact]:
    for at in sorted({*before} ^ {*after}):
        yield Fact(MapLayer.DRAFT, at, at in before, at in after)
