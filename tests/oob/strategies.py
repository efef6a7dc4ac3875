"""Hypothesis strategies for orders of battle and their parts, for every test of a round trip.

A strategy is made once where it can be: what can be known of it is worked out for each new object.
"""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from oob.model import (
    DepleteChoice,
    EntryKind,
    Face,
    Formation,
    Nation,
    OrderOfBattle,
    ScheduleEntry,
    SetUp,
    Size,
    Unit,
    UnitId,
)
from oob.words import TYPES, derived_id

texts = st.text(st.characters(codec="utf-8"), max_size=12)
"""Any text, also empty, with line breaks, quotes and signs."""

names = st.one_of(
    st.sampled_from(["8", "15", "369 Cr", "4+", "Cro", "X", "a,b", "", "?", "[end]", "k=v", "é"]),
    texts,
)
keys = names.filter(bool)
types = st.one_of(st.sampled_from(TYPES), texts)
ratings = st.none() | st.integers(0, 20)
labels = st.one_of(st.sampled_from(["", "reduced", "dispersed"]), texts)
colours = st.sampled_from(["#d9bf93", "#000000", "", "no colour"])


@cache
def faces() -> st.SearchStrategy[Face]:
    """Any printed face."""
    return st.builds(Face, ratings, ratings, ratings, st.booleans(), labels)


def nations(id_: str) -> st.SearchStrategy[Nation]:
    """A nation with a given id."""
    return st.builds(Nation, st.just(id_), names, _sides, colours, colours, colours)


_sides = st.sampled_from(["allied", "axis", ""])
_sizes = st.sampled_from(Size)
_faces = st.lists(faces(), min_size=1, max_size=3)
_traits = st.frozensets(st.sampled_from(["light", "corps support"]) | texts, max_size=3)
_formations = st.sampled_from(["", "army"]) | texts
_notes = st.just("") | texts


@st.composite
def units(draw: st.DrawFn, nation: str, side: str = "axis") -> Unit:
    """A unit of a nation, mostly in a row of others of its name."""
    name = draw(names)
    derived = derived_id(nation, name) or "unit"
    tails = ["", "-1", "-2", "-3", "-4", "-5", "-armor"]
    id_ = draw(st.one_of(st.sampled_from(tails).map(derived.__add__), keys))
    return Unit(
        UnitId(id_),
        name,
        nation,
        draw(st.sampled_from([side, "allied", ""])),
        draw(types),
        draw(_sizes),
        tuple(draw(_faces)),
        draw(st.integers(0, 4)),
        draw(_traits),
        draw(_formations),
        draw(_notes),
    )


@st.composite
def rows(draw: st.DrawFn, nation: str) -> list[Unit]:
    """Several like units with numbered ids, as generic brigades are."""
    first = draw(units(nation))
    derived = derived_id(nation, first.name) or "unit"
    start, count = draw(st.integers(0, 12)), draw(st.integers(1, 6))
    return [
        Unit(
            UnitId(f"{derived}-{number}"),
            first.name,
            nation,
            first.side,
            first.type,
            first.size,
            first.faces,
            first.steps,
            first.traits,
            first.formation,
            first.note,
        )
        for number in range(start, start + count)
    ]


@cache
@st.composite
def orders(draw: st.DrawFn) -> OrderOfBattle:
    """An order of battle whose names all exist; whether it makes sense is another matter."""
    order = OrderOfBattle(draw(keys), draw(names))
    for id_ in draw(st.lists(keys, min_size=1, max_size=4, unique=True)):
        order.nations[id_] = draw(nations(id_))
    owners = st.sampled_from(list(order.nations))
    for _ in range(draw(st.integers(0, 4))):
        nation = draw(owners)
        more = draw(st.one_of(rows(nation), st.lists(units(nation), max_size=2)))
        order.units.update((unit.id, unit) for unit in more)
    for id_ in draw(st.lists(keys, max_size=2, unique=True)):
        order.formations[id_] = Formation(id_, draw(names), draw(names))
    ids = st.just(())
    if order.units:
        ids = st.lists(st.sampled_from(list(order.units)), max_size=6).map(tuple) | st.just(
            tuple(order.units)
        )
    small = st.integers(-3, 30)
    order.setups = draw(st.lists(st.builds(SetUp, names, ids, texts, small), max_size=3))
    order.choices = draw(st.lists(st.builds(DepleteChoice, small, ids), max_size=2))
    kinds = st.sampled_from(EntryKind)
    entry = st.builds(ScheduleEntry, kinds, small, names, ids, small, ids, texts)
    order.schedule = draw(st.lists(entry, max_size=3))
    order.notes = draw(st.dictionaries(names, texts, max_size=3))
    return order
