"""Overlaps of sheets that were digitised apart: declared, compared hex by hex, settled, joined.

A hex of the board is one hex, whatever sheets it is on. Two sheets that show the same ground are
therefore compared while they still lie apart: a *join* declares where a sheet belongs (the note
``join <sheet>`` holds the axial hex its first hex will have), :func:`disagreements` lists what the
two readings make of the hexes they will share, and joining moves the sheet there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from maps.checking.wordings import kinds_of
from maps.edits.applying import apply, change_of, fact_of
from maps.edits.changes import Change, Fact, MapLayer, RegionHex, joined
from maps.edits.differences import difference
from maps.edits.placing import move_sheet, sheet_of
from maps.edits.stamps import fresh_id
from maps.errors import counted
from maps.hexgrid import Hex, Link, Side
from maps.legend import Layer
from maps.model import GameMap, Place
from maps.numbering import Sheet

_JOIN = "join "

Slot: TypeAlias = Hex | Side | Link


@dataclass(frozen=True, slots=True)
class Join:
    """A sheet, and where its first hex belongs."""

    sheet: str
    origin: Hex


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One slot two sheets read differently: ``here`` in the board, ``there`` on the sheet that lies
    apart; ``reads`` and ``instead`` say in words what each holds.
    """

    layer: MapLayer
    what: str
    here: Slot
    there: Slot
    reads: str
    instead: str

    @property
    def hex(self) -> Hex:
        """The hex of the board to look at."""
        return _first(self.here)

    @property
    def other_hex(self) -> Hex:
        """The hex of the sheet that lies apart."""
        return _first(self.there)

    def titled(self, board: GameMap) -> str:
        """What is read differently, as people call it: a layer of regions by its title."""
        is_region = self.layer is MapLayer.MEMBER
        return board.legend.called(Layer.REGION, self.what) if is_region else self.what


def declare(board: GameMap, ident: str, origin: Hex | None) -> Change:
    """Say where a sheet belongs; None takes the declaration back."""
    sheet_of(board, ident)
    text = None if origin is None else f"{origin.q},{origin.r}"
    label = f"Declare the overlap of {ident}" if text else f"Declare no overlap of {ident}"
    return change_of([fact_of(board, MapLayer.NOTE, _JOIN + ident, text)], label)


def joins(board: GameMap) -> list[Join]:
    """The declared joins of sheets that exist, in sheet order."""
    found = []
    for sheet in board.sheets:
        match = re.fullmatch(r"(-?\d{1,6}),(-?\d{1,6})", board.notes.get(_JOIN + sheet.id, ""))
        if match is not None:
            found.append(Join(sheet.id, Hex(int(match[1]), int(match[2]))))
    return found


def shared(board: GameMap, join: Join) -> dict[Hex, Hex]:
    """The hexes a joined sheet will share: hex of the board -> hex of the sheet as it lies now."""
    sheet = sheet_of(board, join.sheet)
    others = [other for other in board.sheets if other.id != sheet.id]
    dq, dr = join.origin.q - sheet.origin.q, join.origin.r - sheet.origin.r
    found = {}
    for at in sheet.hexes():
        goal = at.moved((dq, dr))
        if at in board and goal in board and goal != at and _on_any(others, goal):
            found[goal] = at
    return found


def common(board: GameMap) -> frozenset[Hex]:
    """The hexes of the board that lie on two sheets or more: one hex each, with two numbers."""
    seen: set[Hex] = set()
    twice: set[Hex] = set()
    for sheet in board.sheets if len(board.sheets) > 1 else ():
        for at in sheet.hexes():
            (twice if at in seen else seen).add(at)
    return frozenset(at for at in twice if at in board)


def disagreements(board: GameMap, join: Join) -> list[Disagreement]:
    """What two sheets read differently on the hexes they will share, in a fixed order."""
    pairs = shared(board, join)
    found: list[Disagreement] = []
    for here in sorted(pairs):
        there = pairs[here]
        a, b = board.terrain[here], board.terrain[there]
        if a != b:
            reads, instead = (board.legend.called(Layer.TERRAIN, one) for one in (a, b))
            found.append(Disagreement(MapLayer.TERRAIN, "terrain", here, there, reads, instead))
        found += _places(board, here, there)
        found += _regions(board, here, there)
        for direction in range(3):
            near = here.neighbour(direction)
            if pairs.get(near) == there.neighbour(direction):
                found += _edges(board, here, there, direction)
    return found


def settle(board: GameMap, problem: Disagreement, *, take_other: bool) -> Change:
    """Make both readings one: the board's, or with ``take_other`` that of the sheet apart."""
    source, target = (problem.there, problem.here) if take_other else (problem.here, problem.there)
    return change_of(_copied(board, problem, source, target), f"Settle {problem.titled(board)}")


def settle_all(board: GameMap, problems: Iterable[Disagreement], *, take_other: bool) -> Change:
    """Settle many disagreements one way, as one change."""
    copy, steps = board.copy(), []
    for problem in problems:
        step = settle(copy, problem, take_other=take_other)
        if step:
            apply(copy, step)
            steps.append(step)
    return joined(steps, f"Settle {counted(len(steps), 'disagreement')}")


def join_sheet(board: GameMap, join: Join) -> Change:
    """Move a sheet where it belongs; what still differs stays as the board has it."""
    wanted = board.copy()
    apply(wanted, move_sheet(board, join.sheet, join.origin))
    wanted.notes.pop(_JOIN + join.sheet, None)
    return difference(board, wanted, f"Join sheet {join.sheet}")


def _places(board: GameMap, here: Hex, there: Hex) -> Iterator[Disagreement]:
    a, b = board.places_at(here), board.places_at(there)
    if sorted(map(_told, a)) != sorted(map(_told, b)):
        yield Disagreement(
            MapLayer.PLACE, "places", here, there, _names(board, a), _names(board, b)
        )


def _regions(board: GameMap, here: Hex, there: Hex) -> Iterator[Disagreement]:
    for layer, regions in board.regions.items():
        a = [name for name, hexes in regions.items() if here in hexes]
        b = [name for name, hexes in regions.items() if there in hexes]
        if a != b:
            reads, instead = ", ".join(a) or "none", ", ".join(b) or "none"
            yield Disagreement(MapLayer.MEMBER, layer, here, there, reads, instead)


def _edges(board: GameMap, here: Hex, there: Hex, direction: int) -> Iterator[Disagreement]:
    side, other = Side(here, direction), Side(there, direction)
    a, b = board.hexsides.get(side, frozenset()), board.hexsides.get(other, frozenset())
    if a != b:
        yield Disagreement(
            MapLayer.HEXSIDE, "hexside", side, other, *_kinds(board, Layer.HEXSIDE, a, b)
        )
    ends = sorted((here, here.neighbour(direction)))
    far = sorted((there, there.neighbour(direction)))
    way, away = Link(ends[0], ends[1]), Link(far[0], far[1])
    a, b = board.lines.get(way, frozenset()), board.lines.get(away, frozenset())
    if a != b:
        yield Disagreement(MapLayer.LINE, "line", way, away, *_kinds(board, Layer.LINE, a, b))


def _copied(board: GameMap, problem: Disagreement, source: Slot, target: Slot) -> Iterator[Fact]:
    match source, target:
        case Side(), Side():
            kinds = board.hexsides.get(source, frozenset())
            yield fact_of(board, MapLayer.HEXSIDE, target, kinds)
        case Link(), Link():
            kinds = board.lines.get(source, frozenset())
            yield fact_of(board, MapLayer.LINE, target, kinds)
        case Hex(), Hex() if problem.layer is MapLayer.TERRAIN:
            yield fact_of(board, MapLayer.TERRAIN, target, board.terrain[source])
        case Hex(), Hex() if problem.layer is MapLayer.MEMBER:
            for name, hexes in board.regions.get(problem.what, {}).items():
                key = RegionHex(problem.what, name, target)
                yield fact_of(board, MapLayer.MEMBER, key, source in hexes)
        case Hex(), Hex():
            yield from _copied_places(board, source, target)


def _copied_places(board: GameMap, source: Hex, target: Hex) -> Iterator[Fact]:
    for place in board.places_at(target):
        yield fact_of(board, MapLayer.PLACE, place.id, None)
    taken = {key for key, place in board.places.items() if place.hex != target}
    kept = {key for key, place in board.places.items() if place.hex == target}
    for place in board.places_at(source):
        ident = fresh_id(place.id, taken | kept)
        taken.add(ident)
        copy = replace(place, id=ident, hex=target)
        yield fact_of(board, MapLayer.PLACE, ident, copy)


def _told(place: Place) -> tuple[str, str, tuple[str, ...]]:
    return place.name, place.kind, tuple(sorted(place.tags))


def _names(board: GameMap, places: list[Place]) -> str:
    called = ((place.name, board.legend.called(Layer.PLACE, place.kind)) for place in places)
    return ", ".join(f"{name} ({kind})" for name, kind in called) or "none"


def _kinds(board: GameMap, layer: Layer, *readings: frozenset[str]) -> tuple[str, str]:
    reads, instead = (kinds_of(board, layer, kinds) or "none" for kinds in readings)
    return reads, instead


def _first(slot: Slot) -> Hex:
    return slot if isinstance(slot, Hex) else slot[0]


def _on_any(sheets: Iterable[Sheet], at: Hex) -> bool:
    return any(sheet.numbers(at) is not None for sheet in sheets)
