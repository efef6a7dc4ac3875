"""Ratings and sizes of any game: as notation, as counters, as facts of rows; others stay strict."""

from __future__ import annotations

from dataclasses import replace

import pytest

from maps.errors import KnownError
from oob.ledger.edits import builders
from oob.ledger.edits.changes import apply
from oob.ledger.model import Ledger, RowKey, ledger_of, roster_of
from oob.ledger.typed import read as typed_lines
from oob.model import Face, Nation, OrderOfBattle, Size, Unit, UnitId
from oob.notation.counters import from_counters, to_counters
from oob.notation.text.entries import Misread, read_ratings
from oob.notation.text.parser import loads
from oob.notation.text.printer import dumps, faults_of
from oob.notation.text.words import FREE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3-15", (3, 3, 15)),
        ("1-0", (1, 1, 0)),
        ("2-1-11", (2, 1, 11)),
        ("4(2)-6", (4, 2, 6)),
        ("4-4-5", (4, 4, 5)),
        ("120-5", (120, 120, 5)),
        ("7", (None, None, 7)),
        ("2-0-R", (2, 0, "R")),
        ("R", (None, None, "R")),
    ],
)
def test_ratings_of_any_game_are_read_where_they_are_free(text: str, said: object) -> None:
    assert read_ratings(text, free=True)[:3] == said


@pytest.mark.parametrize("text", ["3-15", "1-0", "2-1-11", "4(2)-6", "4-4-5", "120-5"])
def test_elsewhere_they_are_a_slip(text: str) -> None:
    with pytest.raises(Misread):
        read_ratings(text)


@pytest.mark.parametrize("text", ["", "4(2)", "4-", "a-6", "4-2-6-7", "-5", "(5)-5"])
def test_what_is_no_ratings_is_refused(text: str) -> None:
    with pytest.raises(Misread):
        read_ratings(text, free=True)


FACES = (Face(3, None, 15), Face(1, None, 0), Face(4, 2, 6), Face(None, None, 11))


def counters(size: Size) -> OrderOfBattle:
    order = OrderOfBattle("own", "Mine")
    order.nations["red"] = Nation("red", "Red", "red", "#a3483f", "#ffffff")
    for number, face in enumerate(FACES, 1):
        for kind in ("infantry", "space marine"):
            for name in (str(number), f"X {number}", "I"):
                id_ = UnitId(f"red-{kind[:5]}-{number}-{name[0].casefold()}")
                order.units[id_] = Unit(id_, name, "red", "red", kind, size, (face,))
    return order


@pytest.mark.parametrize("size", [Size.NONE, Size.DIVISION, Size.HEADQUARTERS])
def test_counters_of_any_game_survive_as_notation(size: Size) -> None:
    order = counters(size)
    roster = from_counters(order)
    assert faults_of(roster) == []
    assert to_counters(loads(dumps(roster), "own")).units == order.units


def test_units_of_an_order_of_ones_own_are_typed_and_changed_freely() -> None:
    ledger = Ledger("own", "Mine", heads=(FREE,))
    lines = (
        "Side: red\nInitial: Set-up\nNationality: Red\n2×3-15 Infantry XX 1, 2\n1×4(2)-6 Armor  3"
    )
    items, faults = typed_lines(lines, free=True)
    assert not faults and [item.size for item in items] == ["XX", "XX", ""]
    change, keys = builders.add(ledger, items, None)
    apply(ledger, change)
    for field, text in (("ratings", "1-0"), ("move", "20"), ("defense", "1"), ("size", "")):
        apply(ledger, builders.set_field(ledger, keys[:1], field, text))
    item = ledger.rows[keys[0]].item
    assert (item.attack, item.defense, item.move, item.size) == (1, 1, 20, "")
    again = ledger_of(loads(dumps(roster_of(ledger)), "own"))
    plain = [replace(row.item, line=0) for row in ledger.ordered()]
    assert [replace(row.item, line=0) for row in again.ordered()] == plain


def test_a_single_unit_of_ones_own_needs_no_number() -> None:
    lines = 'Side: red\nInitial: Set-up\n6-6 Armor XX 9\n4(2)-6 Armor  3\n3-8 "Guard" X'
    items, faults = typed_lines(lines, free=True)
    assert not faults and [item.count for item in items] == [1, 1, 1]


def test_how_to_write_a_unit_without_a_size_is_told() -> None:
    _items, faults = typed_lines("Side: red\nInitial: Set-up\n1×4-6 Armor 3", free=True)
    assert [fault.fix.endswith("For none leave two spaces before the name.") for fault in faults]


def test_an_order_of_battle_of_a_rulebook_stays_strict() -> None:
    items, faults = typed_lines("Side: Axis\n1×3-15 Infantry XX 1\n1×8-6 Infantry 2")
    assert not items and [fault.line for fault in faults] == [2, 3]
    ledger = Ledger("book", "Book")
    (item, *_rest), _ = typed_lines("Side: Axis\n1×8-6 Infantry XX 1")
    apply(ledger, builders.add(ledger, [item], None)[0])
    for field, text in (("ratings", "3-15"), ("size", "")):
        with pytest.raises(KnownError):
            builders.set_field(ledger, [RowKey(1)], field, text)
