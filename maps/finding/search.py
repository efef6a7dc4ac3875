"""Search over any layer of a map, and one change for all that was found.

A :class:`Query` narrows by kind, name, tag, region, hexes and draft marks; what is left empty does
not narrow. :func:`search` finds, a :class:`Deed` says what becomes of it, :func:`replaced` builds
the change.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import TypeAlias

from maps.edits.applying import change_of, fact_of
from maps.edits.changes import Change, Fact, MapLayer, RegionHex, RegionName
from maps.edits.strokes import known_kind
from maps.errors import KnownError, counted
from maps.finding.find import folded
from maps.hexgrid import Hex, Link, Side
from maps.legend import Layer
from maps.model import GameMap, Place


class Drafts(StrEnum):
    """Whether a search asks for draft hexes."""

    ANY = "any"
    ONLY = "only drafts"
    NONE = "no drafts"


class Deed(StrEnum):
    """What to do with what was found."""

    REPLACE = "replace"
    ADD = "add"
    REMOVE = "remove"


_NOUNS = {
    Layer.TERRAIN: ("hex", "hexes"),
    Layer.HEXSIDE: ("hexside", "hexsides"),
    Layer.LINE: ("step of a line", "steps of lines"),
    Layer.PLACE: ("place", "places"),
    Layer.REGION: ("hex", "hexes"),
}

Found: TypeAlias = Hex | Side | Link | str
"""A hex of terrain or of a region, a side, a link, or the id of a place."""


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for. ``kind`` is a kind of the layer, or for regions the region layer.

    ``name`` is a pattern (``*`` and ``?``) for a place's old or modern name, or for a region;
    case and accents do not count. ``tag`` is of places. ``region`` and ``within`` keep to hexes;
    a side or link counts when either of its hexes is among them.
    """

    layer: Layer
    kind: str = ""
    name: str = ""
    tag: str = ""
    region: RegionName | None = None
    within: frozenset[Hex] | None = None
    drafts: Drafts = Drafts.ANY


@dataclass(frozen=True, slots=True)
class Matches:
    """What a search found, in a fixed order, and the hexes to show for it."""

    query: Query
    found: tuple[Found, ...]
    hexes: frozenset[Hex]

    def __len__(self) -> int:
        return len(self.found)


def search(board: GameMap, query: Query) -> Matches:
    """Everything on the map that a query asks for."""
    is_near = _place_filter(board, query)
    found: list[Found]
    match query.layer:
        case Layer.TERRAIN:
            found = [
                at
                for at, kind in board.terrain.items()
                if query.kind in ("", kind) and is_near((at,))
            ]
        case Layer.HEXSIDE:
            found = [
                side
                for side, kinds in board.hexsides.items()
                if (not query.kind or query.kind in kinds) and is_near(side.hexes)
            ]
        case Layer.LINE:
            found = [
                link
                for link, kinds in board.lines.items()
                if (not query.kind or query.kind in kinds) and is_near(link)
            ]
        case Layer.PLACE:
            found = [
                place.id
                for place in board.places.values()
                if _is_meant(place, query) and is_near((place.hex,))
            ]
        case Layer.REGION:
            found = [at for at in _region_hexes(board, query) if is_near((at,))]
    ordered = tuple(sorted(found, key=_order))
    return Matches(query, ordered, _shown(board, query.layer, ordered))


def replaced(board: GameMap, matches: Matches, deed: Deed, word: str) -> Change:
    """The change that does a deed to all that was found; empty when it changes nothing.

    ``word`` is the kind to put (terrain, hexside, line, place), the region to put hexes into, or,
    for a place that gets or loses one, a tag. Removing terrain takes nothing off the board, so it
    raises KnownError, as an unknown kind does.
    """
    layer = matches.query.layer
    if layer is Layer.REGION:
        _known_region(board, matches.query.kind, word, deed)
    elif not _is_tag(layer, deed):
        _known(board, layer, word, deed)
    facts = [
        fact for one in matches.found for fact in _facts(board, matches.query, one, deed, word)
    ]
    if layer is Layer.TERRAIN:
        facts += [
            Fact(MapLayer.DRAFT, at, True, False) for at in matches.hexes if at in board.drafts
        ]
    if layer is Layer.REGION and facts and deed is not Deed.REMOVE:
        named = RegionName(matches.query.kind, word)
        facts.insert(0, fact_of(board, MapLayer.REGION, named, True))
    return change_of(facts, _label(board, matches, deed, word))


def _place_filter(board: GameMap, query: Query) -> _Near:
    allowed = query.within
    if query.region is not None:
        members = board.regions.get(query.region.layer, {}).get(query.region.region, frozenset())
        allowed = members if allowed is None else allowed & members
    return _Near(allowed, board.drafts, query.drafts)


@dataclass(frozen=True, slots=True)
class _Near:
    """Whether any of some hexes is one the query keeps to."""

    allowed: frozenset[Hex] | None
    marked: frozenset[Hex]
    drafts: Drafts

    def __call__(self, hexes: Iterable[Hex]) -> bool:
        return any(self._holds(at) for at in hexes)

    def _holds(self, at: Hex) -> bool:
        if self.allowed is not None and at not in self.allowed:
            return False
        return self.drafts is Drafts.ANY or (at in self.marked) is (self.drafts is Drafts.ONLY)


def _is_meant(place: Place, query: Query) -> bool:
    if query.kind not in ("", place.kind) or (query.tag and query.tag not in place.tags):
        return False
    return not query.name or any(
        matches_name(query.name, name) for name in (place.name, place.modern) if name
    )


def matches_name(pattern: str, name: str) -> bool:
    """Whether a name fits a pattern; without ``*`` or ``?`` the pattern may stand anywhere in it.

    >>> matches_name("novi*", "Novi Pazar"), matches_name("pazar", "Novi Pazar")
    (True, True)
    >>> matches_name("cacak", "Čačak"), matches_name("n?vi", "Novi Pazar")
    (True, False)
    """
    parts = [folded(part) if part not in "*?" else part for part in _pieces(pattern)]
    wanted = "".join(parts)
    if "*" not in wanted and "?" not in wanted:
        wanted = f"*{wanted}*"
    return fnmatch.fnmatchcase(folded(name), wanted)


def _pieces(pattern: str) -> Iterator[str]:
    start = 0
    for at, letter in enumerate(pattern):
        if letter in "*?":
            yield pattern[start:at]
            yield letter
            start = at + 1
    yield pattern[start:]


def _region_hexes(board: GameMap, query: Query) -> Iterator[Hex]:
    seen: set[Hex] = set()
    for layer, regions in board.regions.items():
        if query.kind in ("", layer):
            for name, hexes in regions.items():
                if not query.name or matches_name(query.name, name):
                    yield from sorted(hexes - seen)
                    seen |= hexes


def _order(found: Found) -> tuple[int, Hex | Side | Link | str]:
    return (1, found) if isinstance(found, str) else (0, found)


def _shown(board: GameMap, layer: Layer, found: Iterable[Found]) -> frozenset[Hex]:
    hexes: set[Hex] = set()
    for one in found:
        match one:
            case Side():
                hexes.update(at for at in one.hexes if at in board)
            case Link():
                hexes.update(at for at in one if at in board)
            case Hex():
                hexes.add(one)
            case _:
                hexes.add(board.places[one].hex)
    return frozenset(hexes)


def _facts(board: GameMap, query: Query, one: Found, deed: Deed, word: str) -> Iterator[Fact]:
    fact = partial(fact_of, board)
    match query.layer, one:
        case Layer.TERRAIN, Hex():
            yield fact(MapLayer.TERRAIN, one, word)
        case Layer.HEXSIDE, Side():
            yield fact(MapLayer.HEXSIDE, one, _kinds(board.hexsides[one], query.kind, deed, word))
        case Layer.LINE, Link():
            yield fact(MapLayer.LINE, one, _kinds(board.lines[one], query.kind, deed, word))
        case Layer.PLACE, str():
            yield fact(MapLayer.PLACE, one, _place(board.places[one], deed, word))
        case Layer.REGION, Hex():
            for name in board.regions.get(query.kind, {}):
                is_asked = not query.name or matches_name(query.name, name)
                if deed is not Deed.ADD and is_asked and name != word:
                    yield fact(MapLayer.MEMBER, RegionHex(query.kind, name, one), False)
            if deed is not Deed.REMOVE:
                yield fact(MapLayer.MEMBER, RegionHex(query.kind, word, one), True)


def _kinds(held: frozenset[str], asked: str, deed: Deed, word: str) -> frozenset[str]:
    """The kinds of a side or link afterwards; without an asked kind, replacing replaces all."""
    match deed:
        case Deed.ADD:
            return held | {word}
        case Deed.REMOVE:
            return held - {word}
        case Deed.REPLACE:
            return (held - {asked} if asked else frozenset()) | {word}


def _place(place: Place, deed: Deed, word: str) -> Place | None:
    match deed:
        case Deed.REPLACE:
            return replace(place, kind=word)
        case Deed.ADD:
            return replace(place, tags=place.tags | {word})
        case Deed.REMOVE:
            return replace(place, tags=place.tags - {word}) if word else None


def _is_tag(layer: Layer, deed: Deed) -> bool:
    return layer is Layer.PLACE and deed is not Deed.REPLACE


def _known(board: GameMap, layer: Layer, word: str, deed: Deed) -> None:
    if layer is Layer.TERRAIN and deed is not Deed.REPLACE:
        raise KnownError(
            "search", "a hex has one terrain, which can only be replaced.", "Choose Replace."
        )
    if deed is not Deed.REMOVE:
        known_kind(board, layer, word)


def _known_region(board: GameMap, layer: str, word: str, deed: Deed) -> None:
    if not board.legend.has(Layer.REGION, layer):
        raise KnownError("search", "no one region layer is chosen.", "Choose a layer of regions.")
    if not word and deed is not Deed.REMOVE:
        raise KnownError("search", "no region is named to put the hexes into.", "Name one.")


def _label(board: GameMap, matches: Matches, deed: Deed, word: str) -> str:
    layer = matches.query.layer
    things = counted(len(matches), *_NOUNS[layer])
    if layer is not Layer.REGION and not _is_tag(layer, deed):
        word = board.legend.called(layer, word)
    match deed:
        case Deed.REPLACE:
            return f"Replace {things} by {word}"
        case Deed.ADD:
            return f"Add {word} to {things}"
        case Deed.REMOVE:
            return f"Remove {word} from {things}" if word else f"Remove {things}"
