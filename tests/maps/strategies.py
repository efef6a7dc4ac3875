"""Hypothesis strategies for maps and their parts, for every test of a round trip.

A strategy is made once: what can be known of it is worked out for each new object again.
"""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from maps.hexgrid import Hex, Link, Side, link, side
from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import Bookmark, Box, BoxLink, GameMap, Place
from maps.numbering import LabelScheme, Order, Parity, Sheet

texts = st.text(st.characters(codec="utf-8"), max_size=12)
"""Any text, also empty, with line breaks, quotes and signs."""

names = st.one_of(st.sampled_from(["river", "Novi Pazar", "a:b", "#x", "[end]", ">", "é=1"]), texts)
ids = names.filter(bool)
look_words = st.sampled_from(["fill", "stroke", "sea", "line-width", "a_2"])

_looks = st.dictionaries(look_words, texts, max_size=2)
_tags = st.frozensets(names, max_size=2)
_number = st.floats(-9, 9, allow_nan=False)
_label = st.none() | st.tuples(_number, _number)
_cent = st.integers(-50, 50).map(lambda cents: cents / 100)
_offset = st.none() | st.tuples(_cent, _cent)
_notes = st.dictionaries(names, texts, max_size=3)
_share = st.floats(0, 1, allow_nan=False)
_spot = st.tuples(_share, _share)
_ways = st.lists(st.builds(BoxLink, names, st.integers(0, 50)), max_size=3)


@cache
@st.composite
def hexes(draw: st.DrawFn, reach: int = 8) -> Hex:
    """A hex near the origin."""
    steps = st.integers(-reach, reach)
    return Hex(draw(steps), draw(steps))


@cache
@st.composite
def schemes(draw: st.DrawFn) -> LabelScheme:
    """Any label scheme whose numbers fit two digits on sheets of up to 30 columns and rows."""
    return LabelScheme(
        order=draw(st.sampled_from(Order)),
        parity=draw(st.sampled_from(Parity)),
        columns_grow=draw(st.sampled_from(["east", "west"])),
        rows_grow=draw(st.sampled_from(["south", "north"])),
        first_column=draw(st.integers(0, 60)),
        first_row=draw(st.integers(0, 60)),
        digits=draw(st.integers(2, 4)),
        prefix=draw(st.sampled_from(["", "14A", "2B", "15"])),
        separator=draw(st.sampled_from([":", "/"])),
    )


@cache
@st.composite
def sheets(draw: st.DrawFn, orientation: Orientation | None = None) -> Sheet:
    """One sheet of up to 12 x 12 hexes."""
    return Sheet(
        draw(ids),
        orientation or draw(st.sampled_from(Orientation)),
        draw(st.integers(1, 12)),
        draw(st.integers(1, 12)),
        draw(schemes()),
        draw(hexes()),
    )


@cache
def sides() -> st.SearchStrategy[Side]:
    """A canonical hexside."""
    return st.builds(side, hexes(), st.integers(0, 5))


@cache
@st.composite
def links(draw: st.DrawFn) -> Link:
    """A link between two adjacent hexes."""
    at = draw(hexes())
    return link(at, at.neighbour(draw(st.integers(0, 5))))


@cache
@st.composite
def kinds(draw: st.DrawFn, layer: Layer | None = None) -> Kind:
    """One legend kind."""
    look = draw(_looks)
    return Kind(layer or draw(st.sampled_from(Layer)), draw(ids), draw(names), look)


@st.composite
def places(draw: st.DrawFn, kind: str) -> Place:
    """A place of one kind, anywhere near the origin."""
    tags, label, offset = draw(_tags), draw(_label), draw(_offset)
    return Place(draw(ids), draw(names), kind, draw(hexes()), tags, draw(names), label, offset)


@cache
@st.composite
def boxes(draw: st.DrawFn) -> Box:
    """An off-map box with a few ways out."""
    ways, at, size = draw(_ways), draw(_spot), draw(_spot)
    return Box(draw(ids), draw(names), at, size, tuple(ways))


@cache
@st.composite
def bookmarks(draw: st.DrawFn) -> Bookmark:
    """A view of a hex near the origin."""
    key = draw(st.sampled_from(["", "1", "9"]))
    return Bookmark(draw(names), draw(hexes()), draw(st.integers(0, 160)), key)


_members = st.dictionaries(names, st.frozensets(hexes(), max_size=6), min_size=1, max_size=3)
_boxes = st.lists(boxes(), max_size=2)
_drafts = st.frozensets(hexes(), max_size=5)
_bookmarks = st.lists(bookmarks(), max_size=2)


@cache
def _sheets(orientation: Orientation) -> st.SearchStrategy[list[Sheet]]:
    return st.lists(sheets(orientation), max_size=3, unique_by=lambda sheet: sheet.id)


@cache
@st.composite
def maps(draw: st.DrawFn) -> GameMap:
    """A map whose kinds all stand in its legend; its parts may hang on hexes that do not exist."""
    legend = Legend()
    used: dict[Layer, list[str]] = {}
    for layer in Layer:
        some = draw(st.lists(kinds(layer), min_size=1, max_size=3))
        used[layer] = [kind.id for kind in some]
        for kind in some:
            legend.add(kind)

    def of(layer: Layer) -> st.SearchStrategy[str]:
        return st.sampled_from(used[layer])

    def some_of(layer: Layer) -> st.SearchStrategy[frozenset[str]]:
        return st.frozensets(of(layer), min_size=1)

    found = [draw(places(draw(of(Layer.PLACE)))) for _ in range(draw(st.integers(0, 3)))]
    orientation = draw(st.sampled_from(Orientation))
    return GameMap(
        id=draw(ids),
        title=draw(names),
        orientation=orientation,
        legend=legend,
        sheets=draw(_sheets(orientation)),
        terrain=draw(st.dictionaries(hexes(), of(Layer.TERRAIN), max_size=25)),
        hexsides=draw(st.dictionaries(sides(), some_of(Layer.HEXSIDE), max_size=10)),
        lines=draw(st.dictionaries(links(), some_of(Layer.LINE), max_size=25)),
        places={place.id: place for place in found},
        regions=draw(st.dictionaries(of(Layer.REGION), _members, max_size=2)),
        boxes={box.id: box for box in draw(_boxes)},
        drafts=draw(_drafts),
        notes=draw(_notes),
        bookmarks={mark.name: mark for mark in draw(_bookmarks)},
    )
