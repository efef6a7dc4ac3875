"""What is said of where a unit comes from."""

from __future__ import annotations

import pytest

from oob.data import load, names
from oob.ledger.sureness import in_words, source_of
from oob.model import SetUp


@pytest.mark.parametrize(
    ("grade", "words"),
    [
        ("H-/X", "Units and dates: history, date or place rounded. Ratings: estimated."),
        ("E/E", "Units and dates: quoted from the series. Ratings: quoted from the series."),
        ("P", "Printed."),
        ("", ""),
        ("a remark", ""),
        ("Z/X", ""),
    ],
)
def test_a_grade_in_words(grade: str, words: str) -> None:
    assert in_words(grade) == words


@pytest.mark.parametrize("name", [one for one in names() if not one.startswith("valley")])
def test_every_unit_of_a_published_game_says_where_it_comes_from(name: str) -> None:
    order = load(name)
    assert not [unit.id for unit in order.units.values() if not source_of(order, unit)]


def test_doubts_and_remarks_are_said_too() -> None:
    order = load("balkan_gambit_1943")
    unit = next(one for one in order.units.values() if one.note)
    order.setups.append(SetUp("Sofiya", (unit.id,), doubt="the city is not legible"))
    said = source_of(order, unit)
    assert said.startswith("Printed; ")
    assert "The city is not legible." in said
    assert unit.note[1:] in said
