"""Two ledgers compared and made alike, rows found as one types, and problems with their rows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from maps.errors import KnownError
from oob.ledger import mix, shipped
from oob.ledger.checks import check
from oob.ledger.compare import Contrast, compare, take_over
from oob.ledger.edits import builders
from oob.ledger.edits.changes import apply, inverse
from oob.ledger.find import Finder
from oob.ledger.model import Ledger, ledger_of
from oob.notation.model import Action, Item, Roster
from oob.notation.text.parser import parse
from oob.notation.text.words import FREE
from tests.oob.notation import strategies as some

HEAD = "sandtable notation 1\nid: x\nSide: Axis\nINITIAL FORCES, JUN II 41\nNationality: German\n"


def of(lines: str) -> Ledger:
    reading = parse(HEAD + lines)
    assert reading.faults == []
    return ledger_of(reading.roster)


def test_a_unit_that_moved_and_changed_is_one_difference() -> None:
    first = of("2×8-6 Infantry XX 1, 11\n1×7-6 Infantry XX 217\n")
    second = of("2×8-6 Infantry XX 1, 12\nTurn: Jul I 41\nNationality: German\n"
                "1×6-6 Infantry XX 217\n")  # fmt: skip
    found = compare(first, second)
    assert [one.contrast for one in found] == [
        Contrast.ONLY_FIRST,
        Contrast.CHANGED,
        Contrast.ONLY_SECOND,
    ]
    assert found[0].row.name == "11" and found[2].row.name == "12"
    changed = {change.title: (change.first, change.second) for change in found[1].fields}
    assert changed["Ratings"] == ("7-6", "6-6")
    assert changed["Turn"] == ("Jun II 41", "Jul I 41")


def sorted_items(ledger: Ledger) -> list[str]:
    return sorted(repr(replace(row.item, line=0)) for row in ledger.ordered())


@given(some.rosters(), some.rosters())
def test_taking_over_all_differences_makes_ledgers_alike(one: Roster, two: Roster) -> None:
    first, second = ledger_of(one), ledger_of(two)
    change = take_over(first, compare(first, second))
    before = dict(first.rows)
    apply(first, change)
    assert sorted_items(first) == sorted_items(second)
    assert compare(first, second) == []
    apply(first, inverse(change))
    assert first.rows == before


def test_one_difference_can_be_taken_over_alone() -> None:
    first, second = of("2×8-6 Infantry XX 1, 11\n"), of("2×9-6 Infantry XX 1, 12\n")
    changed = [one for one in compare(first, second) if one.contrast is Contrast.CHANGED]
    apply(first, take_over(first, changed))
    assert [(r.name, r.item.attack) for r in first.ordered()] == [("1", 9), ("11", 8)]


def names(ledger: Ledger, text: str) -> list[str]:
    found = Finder(ledger.ordered()).find(text)
    assert found is not None
    return [row.name for row in ledger.ordered() if row.key in found]


def test_rows_are_found_by_any_fact_and_forgiving() -> None:
    ledger = of("2×8-6 Infantry XX 1, 11\n1×9-10 Panzer XX 4 (SS)\n1×3-8 Cavalry X Kögel\n")
    assert names(ledger, "inf 11") == ["11"]
    assert names(ledger, "german xx 11") == ["11"]
    assert names(ledger, "cavlary") == ["Kögel"]
    assert names(ledger, "kogel") == ["Kögel"]
    assert names(ledger, "9-10 ss") == ["4"]
    assert names(ledger, "zebra") == []
    assert Finder(ledger.ordered()).find("  ") is None


def test_a_turn_that_is_a_number_is_found_as_the_tree_names_it() -> None:
    """*Turn 3* found nothing."""
    ledger = of(
        "1×8-6 Infantry XX 11\nTurn: 3\nNationality: German\n1×8-6 Infantry XX 12\n"
        "Turn: 13\nNationality: German\n1×8-6 Infantry XX 14\n"
    )
    assert names(ledger, "turn 3") == ["12"]
    assert names(ledger, "turn") == ["12", "14"]


@pytest.mark.parametrize("name", shipped.names())
def test_shipped_orders_of_battle_have_no_errors(name: str) -> None:
    errors = [f for f in check(shipped.load(name)) if f.problem.severity == "error"]
    known = {"fire_in_the_east"}  # as printed; its errata fix it
    assert errors == [] or name in known


def problems(lines: str) -> list[tuple[str, str]]:
    ledger = of(lines)
    return [(ledger.rows[f.key].name if f.key else "", f.problem.what) for f in check(ledger)]


def test_each_problem_names_its_row() -> None:
    found = problems(
        "2×8-6 Infantry XX 1, 1\n1×Infantry XX 7\nTurn: Jan I 41\nNationality: German\n"
        "1×8-6 Infantry XX 9\nTurn: Jul I 41\nNationality: German\n"
        'Convert:\n1×8-6 Infantry XX 5\nTo:\n1×8-6 "Camel" XX 5\n'
    )
    words = {
        "1": "comes a second time",
        "7": "has no ratings",
        "9": "before the start",
        "5": "has not come",
    }
    for name, what in words.items():
        assert any(row == name and what in said for row, said in found), (name, found)
    assert any("'Camel'" in said and "no symbol" in said for _, said in found)


def test_more_counters_than_the_mix_has_is_a_problem() -> None:
    ledger = of("3×8-6 Infantry XX 1, 11, 21\n")
    ledger.mix = "sandtable mix 1\nfor: x\nGerman | infantry | XX | 2\n"
    found = check(ledger)
    assert ["3 German infantry XX counters in play" in f.problem.what for f in found] == [True]
    assert ledger.rows[found[0].key].name == "21" if found[0].key else False
    apply(ledger, builders.remove(ledger, [ledger.ordered()[0].key]))
    assert check(ledger) == []


@pytest.mark.parametrize("text", ["", "sandtable mix 1\nGerman | infantry\n"])
def test_what_is_no_mix_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(KnownError, match="line"):
        mix.loads(text)


def test_a_counter_that_is_nowhere_is_a_problem_of_its_row() -> None:
    ledger = shipped.load("balkan_gambit_1943")
    row = next(row for row in ledger.ordered() if row.item.ids == ("297",))
    lost: Item = replace(row.item, section=replace(row.item.section, turn="Unplaced"))
    assert lost.action is Action.INITIAL
    apply(ledger, builders.put_items(ledger, {row.key: lost}, "Lose"))
    assert (row.key, "it is neither set up nor scheduled.") in [
        (f.key, f.problem.what) for f in check(ledger)
    ]
    ledger.heads = (FREE,)
    assert not any("neither set up" in f.problem.what for f in check(ledger)), "it waits"
