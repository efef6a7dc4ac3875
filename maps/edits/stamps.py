"""Stamps: a piece of a board with all that is on it, to be turned, mirrored and laid elsewhere.

A stamp is about ``Hex(0, 0)``, which comes to lie where it is laid. Hexsides belong to it when both
their hexes do, or one does and the other lies off the piece (its rim); lines when both ends do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from maps.edits.applying import change_of, fact_of
from maps.edits.changes import Change, Fact, MapLayer, RegionHex, RegionName
from maps.edits.strokes import known_kind
from maps.finding.find import folded
from maps.hexgrid import Hex, Link, Side, link, side
from maps.layout import Orientation, Point, turned
from maps.legend import Layer
from maps.model import GameMap, Place

STAMPED = frozenset(
    {MapLayer.TERRAIN, MapLayer.HEXSIDE, MapLayer.LINE, MapLayer.PLACE, MapLayer.MEMBER}
)
"""The layers a stamp holds."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A piece of a board. Hexes are relative to ``Hex(0, 0)``; ``places`` keep the ids they had."""

    terrain: Mapping[Hex, str] = field(default_factory=dict)
    hexsides: Mapping[Side, frozenset[str]] = field(default_factory=dict)
    lines: Mapping[Link, frozenset[str]] = field(default_factory=dict)
    places: tuple[Place, ...] = ()
    regions: Mapping[RegionName, frozenset[Hex]] = field(default_factory=dict)
    region_layers: tuple[str, ...] = ()
    """The region layers the board had, so that laying it also takes hexes out of regions."""

    def __len__(self) -> int:
        return len(self.terrain)


def captured(board: GameMap, hexes: Iterable[Hex], origin: Hex) -> Stamp:
    """The piece of a board over some hexes; those off the board are left out."""
    inside = frozenset(at for at in hexes if at in board)
    back = (-origin.q, -origin.r)
    sides = {of: None for at in sorted(inside) for of in _sides_of(at) if of in board.hexsides}
    links = {
        way: None for at in sorted(inside) for way in _links_of(at, inside) if way in board.lines
    }
    members = {
        RegionName(layer, name): found
        for layer, regions in board.regions.items()
        for name, held in regions.items()
        if (found := held & inside)
    }
    return Stamp(
        {at.moved(back): board.terrain[at] for at in sorted(inside)},
        {Side(of.hex.moved(back), of.direction): board.hexsides[of] for of in sides},
        {Link(way.a.moved(back), way.b.moved(back)): board.lines[way] for way in links},
        tuple(
            replace(place, hex=place.hex.moved(back))
            for place in board.places.values()
            if place.hex in inside
        ),
        {named: frozenset(at.moved(back) for at in held) for named, held in members.items()},
        tuple(board.regions),
    )


def rotated(stamp: Stamp, steps: int = 1) -> Stamp:
    """The stamp turned anticlockwise by ``steps`` times 60 degrees about ``Hex(0, 0)``.

    Names of places keep their offset, since they stay level; symbols turn with their hexes.
    """
    for _ in range(steps % 6):
        stamp = _mapped(
            stamp,
            lambda at: Hex(at.q + at.r, -at.q),
            lambda d: d + 1,
            lambda x, y: turned(x, y, -60),
        )
    return stamp


def mirrored(stamp: Stamp, orientation: Orientation) -> Stamp:
    """The stamp with left and right exchanged, as its board is orientated."""
    if orientation is Orientation.FLAT:
        return _mapped(stamp, lambda at: Hex(-at.q, at.q + at.r), lambda d: 4 - d, _across)
    return _mapped(stamp, lambda at: Hex(-at.q - at.r, at.r), lambda d: 3 - d, _across)


def _across(x: float, y: float) -> Point:
    return Point(-x, y)


def _mapped(
    stamp: Stamp,
    to: Callable[[Hex], Hex],
    turn: Callable[[int], int],
    beside: Callable[[float, float], Point],
) -> Stamp:
    """A stamp whose hexes go ``to``, directions ``turn``, and steps from centres go ``beside``."""

    def moved(place: Place) -> Place:
        offset = place.offset
        if offset is not None:
            x, y = beside(*offset)
            offset = round(x, 9), round(y, 9)
        return replace(place, hex=to(place.hex), offset=offset)

    return Stamp(
        {to(at): kind for at, kind in stamp.terrain.items()},
        {side(to(of.hex), turn(of.direction)): kinds for of, kinds in stamp.hexsides.items()},
        {link(to(way.a), to(way.b)): kinds for way, kinds in stamp.lines.items()},
        tuple(map(moved, stamp.places)),
        {named: frozenset(map(to, held)) for named, held in stamp.regions.items()},
        stamp.region_layers,
    )


def laid(
    board: GameMap,
    stamp: Stamp,
    at: Hex,
    layers: Collection[MapLayer] = STAMPED,
    *,
    stroke: str = "",
) -> Change:
    """The change that makes the board under a stamp what the stamp holds, layer by layer.

    What falls off the board is left out. On the stamp's rim hexsides are added, none taken away.
    Places that stood under it go; its own get ids that are free. Draft marks under it go. Raises
    KnownError when the board's legend lacks a kind of the stamp.
    """
    target = {step.moved(at): step for step in stamp.terrain}
    target = {here: step for here, step in target.items() if here in board}
    facts: list[Fact] = []
    if MapLayer.TERRAIN in layers:
        facts += _terrain(board, stamp, target)
    if MapLayer.HEXSIDE in layers:
        facts += _hexsides(board, stamp, at, target)
    if MapLayer.LINE in layers:
        facts += _lines(board, stamp, at, target)
    if MapLayer.PLACE in layers:
        facts += _places(board, stamp, at, target)
    if MapLayer.MEMBER in layers:
        facts += _members(board, stamp, target)
    if facts:
        facts += [fact_of(board, MapLayer.DRAFT, here, False) for here in target]
    return change_of(facts, "Stamp", stroke)


def _terrain(board: GameMap, stamp: Stamp, target: Mapping[Hex, Hex]) -> Iterator[Fact]:
    for here, step in target.items():
        known_kind(board, Layer.TERRAIN, stamp.terrain[step])
        yield fact_of(board, MapLayer.TERRAIN, here, stamp.terrain[step])


def _hexsides(board: GameMap, stamp: Stamp, at: Hex, target: Collection[Hex]) -> Iterator[Fact]:
    none: frozenset[str] = frozenset()
    wanted = {Side(of.hex.moved(at), of.direction): k for of, k in stamp.hexsides.items()}
    for of in dict.fromkeys(of for here in target for of in _sides_of(here)):
        a, b = of.hexes
        if a not in board or b not in board:
            continue
        kinds = wanted.get(of, none)
        for kind in sorted(kinds):
            known_kind(board, Layer.HEXSIDE, kind)
        if a not in target or b not in target:
            kinds |= board.hexsides.get(of, none)
        yield fact_of(board, MapLayer.HEXSIDE, of, kinds)


def _lines(board: GameMap, stamp: Stamp, at: Hex, target: Mapping[Hex, Hex]) -> Iterator[Fact]:
    none: frozenset[str] = frozenset()
    wanted = {Link(way.a.moved(at), way.b.moved(at)): k for way, k in stamp.lines.items()}
    for way in dict.fromkeys(way for here in target for way in _links_of(here, target)):
        kinds = wanted.get(way, none)
        for kind in sorted(kinds):
            known_kind(board, Layer.LINE, kind)
        yield fact_of(board, MapLayer.LINE, way, kinds)


def _places(board: GameMap, stamp: Stamp, at: Hex, target: Collection[Hex]) -> Iterator[Fact]:
    after: dict[str, Place | None] = {
        place.id: None for place in board.places.values() if place.hex in target
    }
    taken = {ident for ident in board.places if ident not in after}
    for place in stamp.places:
        here = place.hex.moved(at)
        if here in target:
            known_kind(board, Layer.PLACE, place.kind)
            ident = fresh_id(place.id, taken)
            taken.add(ident)
            after[ident] = replace(place, id=ident, hex=here)
    return (fact_of(board, MapLayer.PLACE, ident, place) for ident, place in after.items())


def _members(board: GameMap, stamp: Stamp, target: Mapping[Hex, Hex]) -> Iterator[Fact]:
    for named in stamp.regions:
        known_kind(board, Layer.REGION, named.layer)
        if target and named.region not in board.regions.get(named.layer, {}):
            yield fact_of(board, MapLayer.REGION, named, True)
    present = [
        RegionName(layer, name)
        for layer in stamp.region_layers
        for name in board.regions.get(layer, {})
    ]
    for named in dict.fromkeys((*stamp.regions, *present)):
        held = stamp.regions.get(named, frozenset())
        for here, step in target.items():
            yield fact_of(board, MapLayer.MEMBER, RegionHex(*named, here), step in held)


def _sides_of(at: Hex) -> Iterator[Side]:
    return (side(at, direction) for direction in range(6))


def _links_of(at: Hex, inside: Collection[Hex]) -> Iterator[Link]:
    return (Link(at, near) for near in at.neighbours() if near in inside and at < near)


def fresh_id(wanted: str, taken: Collection[str]) -> str:
    """An id like the wanted one that is not taken: ``athens``, ``athens-2``, ``athens-3`` ...

    The number follows one that is taken; where some between were given back it need not be the
    least. It takes the logarithm of how many are alike, since a stranger's file may hold thousands.

    >>> fresh_id("athens", {"athens", "athens-2"})
    'athens-3'
    """
    if wanted not in taken:
        return wanted
    stem = re.sub(r"-[0-9]+$", "", wanted)
    low, free = 1, 2
    while f"{stem}-{free}" in taken:
        low, free = free, 2 * free
    while free - low > 1:
        middle = (low + free) // 2
        if f"{stem}-{middle}" in taken:
            low = middle
        else:
            free = middle
    return f"{stem}-{free}"


def id_for(name: str, taken: Collection[str]) -> str:
    """A free id made of a name: ``Novi Pazar`` gives ``novi-pazar``; a nameless thing ``place``."""
    return fresh_id("-".join(folded(name).split()) or "place", taken)
