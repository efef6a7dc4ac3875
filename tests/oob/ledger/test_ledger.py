"""Ledgers: lossless for every source, edited by reversible changes, kept as plain data."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oob.data
from maps.errors import KnownError
from oob.formats import text
from oob.ledger import shipped
from oob.ledger.edits import builders, plain
from oob.ledger.edits.changes import Change, apply, inverse, joined
from oob.ledger.model import Ledger, RowKey, ledger_of, roster_of
from oob.model import OrderOfBattle
from oob.notation import shipped as notation
from oob.notation.counters import to_counters
from oob.notation.model import Item, Roster
from oob.notation.text.lines import split
from oob.notation.text.parser import loads
from oob.notation.text.printer import dumps
from tests.examples import few
from tests.oob import strategies as counters
from tests.oob.notation import strategies as some


def unnumbered(items: list[Item]) -> list[Item]:
    return [replace(item, line=0) for item in items]


@given(some.rosters())
def test_any_roster_comes_back_as_it_was(roster: Roster) -> None:
    again = roster_of(ledger_of(roster))
    assert unnumbered(again.items) == unnumbered(roster.items)
    assert (again.id, again.title, again.status) == (roster.id, roster.title, roster.status)


@given(counters.orders())
def test_any_counters_come_back_as_they_were(order: OrderOfBattle) -> None:
    assert to_counters(roster_of(ledger_of(order))) == order


@pytest.mark.parametrize("name", notation.names())
def test_shipped_notation_comes_back_to_the_letter(name: str) -> None:
    assert dumps(roster_of(shipped.load(name))) == notation.text(name)


@pytest.mark.parametrize("name", oob.data.names())
def test_shipped_counters_come_back_to_the_letter(name: str) -> None:
    ledger = ledger_of(oob.data.load(name))
    assert text.dumps(to_counters(roster_of(ledger))) == oob.data.text(name)


@st.composite
def edits(draw: st.DrawFn, ledger: Ledger) -> Change:
    """Some edit of a ledger, as the window makes them."""
    keys = [row.key for row in ledger.ordered()]
    place = st.none() | st.sampled_from(keys) if keys else st.none()
    new = list(split(draw(some.rosters()).items))
    choice = draw(st.sampled_from(["add", "remove", "become", "note", "head", "move"]))
    if choice == "add" and new:
        return builders.add(ledger, new, draw(place))[0]
    if choice == "become":
        return builders.become(ledger, new + [row.item for row in ledger.ordered()], "Become")
    if choice == "head":
        return builders.set_head(ledger, "title", draw(some.plain))
    if not keys:
        return Change((), "Nothing")
    chosen = draw(st.lists(st.sampled_from(keys), unique=True, max_size=4))
    if choice == "move" and chosen:
        wanted = {key: ledger.rows[key].item for key in chosen}
        fixed = [key for key in keys if key not in wanted]
        behind = {key: draw(st.sampled_from(fixed)) for key in chosen} if fixed else {}
        return builders.replaced(ledger, wanted, behind, "Move")
    if choice == "note":
        return builders.set_field(ledger, chosen, "note", draw(some.plain))
    return builders.remove(ledger, chosen)


@given(some.rosters(), st.data())
@few(30)
def test_every_edit_can_be_undone_and_written_down(roster: Roster, data: st.DataObject) -> None:
    ledger = ledger_of(roster)
    before = (dict(ledger.rows), ledger.title)
    made = []
    for _ in range(data.draw(st.integers(1, 4))):
        change = data.draw(edits(ledger))
        again = plain.change_from_plain(json.loads(json.dumps(plain.change_to_plain(change))))
        assert again == change
        apply(ledger, change)
        made.append(change)
        ranks = [row.rank for row in ledger.rows.values()]
        assert len(set(ranks)) == len(ranks), "each row has a place of its own"
    after = (dict(ledger.rows), ledger.title)
    apply(ledger, inverse(joined(made, "All")))
    assert (dict(ledger.rows), ledger.title) == before
    apply(ledger, joined(made, "All"))
    assert (dict(ledger.rows), ledger.title) == after


def test_many_rows_find_room_between_two() -> None:
    ledger = ledger_of(notation.load("balkan_front_crete"))
    first, second = (row.key for row in ledger.ordered()[:2])
    item = ledger.rows[first].item
    for number in range(60):
        change, keys = builders.add(ledger, [replace(item, ids=(str(number),))], first)
        apply(ledger, change)
    order = [row.key for row in ledger.ordered()]
    assert order[0] == first and order[1] == keys[0]
    assert order.index(second) == 61


def test_a_change_that_does_not_fit_changes_nothing() -> None:
    ledger = ledger_of(notation.load("balkan_front_crete"))
    key = ledger.ordered()[0].key
    change = builders.set_field(ledger, [key], "note", "first")
    apply(ledger, change)
    rows = dict(ledger.rows)
    with pytest.raises(KnownError, match="expects something else"):
        apply(ledger, change)
    assert ledger.rows == rows


def test_a_row_that_changes_alone_leaves_its_line() -> None:
    ledger = shipped.load("fire_in_the_east")
    key = next(row.key for row in ledger.ordered() if row.item.ids == ("11",))
    apply(ledger, builders.set_field(ledger, [key], "ratings", "7-6"))
    lines = dumps(roster_of(ledger)).split("\n")
    at = lines.index("1×7-6 Infantry XX 11")
    assert lines[at - 1 : at + 2] == [
        "1×8-6 Infantry XX 1",
        "1×7-6 Infantry XX 11",
        "3×8-6 Infantry XX 21, 58, 61",
    ]


@pytest.mark.parametrize(
    ("field", "said", "what"),
    [
        ("ratings", "8-x", "cannot be read"),
        ("ratings", "8-88", "end in a movement of 88"),
        ("size", "XXL", "unknown"),
        ("count", "many", "no count"),
        ("count", "0", "no count"),
        ("name", "1, 2", "no single name"),
        ("action", "explode", "nothing is"),
        ("back", "cdr", "cannot be read"),
        ("note", "a [tag]", "cannot stand in it"),
        ("attack", "much", "no attack strength"),
        ("kind", "air", "not edited here"),
        ("force", "2×truck", "looks like a unit"),
    ],
)
def test_what_cannot_stand_in_a_fact_is_refused_for_all_rows(
    field: str, said: str, what: str
) -> None:
    ledger = ledger_of(notation.load("fire_in_the_east"))
    with pytest.raises(KnownError, match=what):
        builders.set_field(ledger, [RowKey(1), RowKey(2)], field, said)


@pytest.mark.parametrize("wrong", ["{}", "[]", '{"label": 1, "stroke": "", "facts": []}', "x"])
def test_data_of_others_is_no_change(wrong: str) -> None:
    with pytest.raises(KnownError):
        plain.loads(wrong)


@pytest.mark.parametrize(
    ("kind", "field", "said"),
    [("air", "type", "Bomber"), ("air", "size", "XX"), ("resource", "type", "Gold")],
)
def test_what_is_no_ground_unit_keeps_its_type(kind: str, field: str, said: str) -> None:
    ledger = shipped.load("fire_in_the_east")
    key = next(row.key for row in ledger.ordered() if row.item.kind == kind)
    with pytest.raises(KnownError, match="only ground units"):
        builders.set_field(ledger, [key], field, said)


def test_a_type_of_ones_own_may_hold_a_size_mark() -> None:
    ledger = shipped.load("balkan_front_crete")
    key = next(row.key for row in ledger.ordered() if row.item.kind == "ground")
    apply(ledger, builders.set_field(ledger, [key], "type", "Mark II Tank"))
    again = loads(dumps(roster_of(ledger)), "again")
    assert any(item.type == "Mark II Tank" for item in again.items)
