"""Counters written as a roster are the same counters again, whatever they are."""

from __future__ import annotations

import pytest
from hypothesis import given

import oob.data
from maps.errors import KnownError
from oob.formats import text
from oob.model import OrderOfBattle
from oob.notation import shipped
from oob.notation.counters import from_counters, is_counters, to_counters
from oob.notation.text.parser import loads
from oob.notation.text.printer import checked, dumps
from tests.examples import few
from tests.oob import strategies as some

BALKAN_GAMBIT = ("balkan_gambit_1943", "balkan_gambit_1944", "balkan_gambit_1945")


@given(some.orders())
@few(100)
def test_counters_as_a_roster_are_the_same_counters_again(order: OrderOfBattle) -> None:
    again = to_counters(from_counters(order))
    assert again == order
    assert list(again.units) == list(order.units)


@pytest.mark.parametrize("name", oob.data.names())
def test_shipped_counters_are_written_in_notation_to_the_letter(name: str) -> None:
    notation = checked(from_counters(oob.data.load(name)), name)
    roster = loads(notation, name)
    assert is_counters(roster)
    assert text.dumps(to_counters(roster)) == oob.data.text(name)
    assert dumps(roster) == notation


@pytest.mark.parametrize("name", BALKAN_GAMBIT)
def test_balkan_gambit_is_shipped_in_notation_as_well(name: str) -> None:
    assert to_counters(shipped.load(name)) == oob.data.load(name)


HEAD = """sandtable notation 1
id: few
title: Few
counters: 1
nation: ["us", "United States", "allied", "#6a6f3a", "#fdfce9", ""]
Side: allied
Initial: Set-up
Force: Naples
Nationality: us
"""


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("Nationality: uk\n1×4-6 Infantry XX 1", "there is no nation 'uk'"),
        ("1×4-6 Infantry XX", "it is no counter with a name"),
        ("1×2-0-R RR Artillery II 1", "a counter has no movement R"),
        ("Release:\n1×4-6 Infantry XX 1", "counters have no word for 'release'"),
        ("1×4-6 Infantry XX 1 [steps two]", "'two' is no number"),
        ("1×4-6 Infantry XX –", "no id can be made of its name"),
    ],
)
def test_what_counters_cannot_say_is_refused_by_name(line: str, what: str) -> None:
    with pytest.raises(KnownError, match=what.replace("(", "\\(")):
        to_counters(loads(HEAD + line + "\n", "few"))


def test_ratings_changed_in_a_row_rule_the_front_of_its_faces() -> None:
    lines = "1×7-5 Artillery X 12 [faces (5)-5/reduced:2-5]\n"
    unit = to_counters(loads(HEAD + lines, "few")).units
    front, back = next(iter(unit.values())).faces
    assert (front.attack, front.move, front.parenthesised) == (7, 5, True)
    assert (back.attack, back.label) == (2, "reduced")


def test_the_order_of_very_many_units_is_written_over_several_lines() -> None:
    """One line of all of them would be too long to be read back."""
    order = oob.data.load("fire_in_the_east")
    rolls = [said for key, said in from_counters(order).heads if key == "roll"]
    assert len(rolls) > 1 and max(map(len, rolls)) < 20_000
