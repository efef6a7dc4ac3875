"""The counters of Balkan Front against the notation they were made from."""

from __future__ import annotations

import re
from collections import Counter

from oob.checks import check
from oob.data import load
from oob.model import EntryKind, Size, Unit
from oob.notation import shipped
from oob.notation.instantiate import instantiated

TRAITS = {
    "albanian",
    "aus",
    "brandenburg",
    "bs",
    "component",
    "headquarters",
    "lw",
    "nz",
    "pol",
    "rm",
    "ss",
    "supported",
}
BOOK = load("balkan_front")
GIVEN_TWICE = ("british-lay-a-commando-ii-2", "british-lay-d-commando-ii-2")
"""Listed again on the turn they come without a price."""


def kind(unit: Unit) -> tuple[str, str, str, tuple[str, ...]]:
    """What tells counters apart besides their names; a listed cadre is the back of a division."""
    size = Size.DIVISION if unit.size is Size.CADRE else unit.size
    return unit.nation, unit.type, size.value, tuple(face.ratings() for face in unit.faces)


def test_there_is_nothing_to_fix() -> None:
    assert check(BOOK) == []


def test_every_unit_of_the_notation_is_a_counter() -> None:
    listed = instantiated(shipped.load("balkan_front"))
    wanted = Counter(kind(u) for id_, u in listed.units.items() if id_ not in GIVEN_TWICE)
    found = Counter(kind(u) for u in BOOK.units.values() if "component" not in u.traits)
    assert wanted - found == Counter()
    assert found - wanted == {("german", "assault gun armor", "II", ("2-1-10",)): 1}, (
        "two battalions are announced in a line that names one"
    )


def test_ids_are_readable_and_begin_with_the_nation() -> None:
    for unit in BOOK.units.values():
        assert re.fullmatch(rf"{unit.nation}-[a-z0-9]+(-[a-z0-9]+)*", unit.id)
    for known in ("italian-3-julia", "german-2-panzer", "greek-8-mountain", "british-2-nz"):
        assert known in BOOK.units


def test_traits_are_those_rules_ask_about() -> None:
    assert {trait for unit in BOOK.units.values() for trait in unit.traits} == TRAITS


def test_headquarters_bear_the_trait_and_move_alone() -> None:
    for unit in BOOK.units.values():
        assert (unit.size is Size.HEADQUARTERS) == ("headquarters" in unit.traits)


def test_divisions_have_their_cadre_on_the_back() -> None:
    for unit in BOOK.units.values():
        if unit.size is Size.DIVISION:
            assert unit.steps == 2, unit.id
            assert (unit.faces[1].attack or 0) < (unit.front.attack or 0)
        else:
            assert unit.steps == 1, unit.id


def test_every_unit_is_placed_once_and_comes_once() -> None:
    places = Counter(unit for entry in BOOK.setups for unit in entry.units)
    coming = Counter(
        unit
        for entry in BOOK.schedule
        if entry.kind in (EntryKind.ARRIVES, EntryKind.CONVERTS)
        for unit in entry.units
    )
    assert set((places + coming).values()) == {1}
    optional = {u for e in BOOK.schedule if e.kind is EntryKind.OPTIONAL for u in e.units}
    assert set(places) | set(coming) | optional == set(BOOK.units)


def test_withdrawals_and_conversions_name_units_that_exist_before() -> None:
    for entry in BOOK.schedule:
        if entry.kind is EntryKind.CONVERTS:
            assert entry.replaces
            assert len(entry.units) == 1


def test_the_albanians_and_the_brandenburgers_are_told_apart() -> None:
    albanians = {unit.id for unit in BOOK.units.values() if "albanian" in unit.traits}
    assert albanians == {"italian-alb-brigade", "italian-1-border", "italian-2-border"}
    brandenburgers = [unit for unit in BOOK.units.values() if "brandenburg" in unit.traits]
    assert [unit.type for unit in brandenburgers] == ["commando"]
