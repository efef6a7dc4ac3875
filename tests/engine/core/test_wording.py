"""Words for events and actions."""

from __future__ import annotations

from enum import StrEnum

import pytest

from engine.core.actions import Action
from engine.core.events import event
from engine.core.wording import Wording, agreed, counted, list_words, with_noun, written
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class Paint(Action):
    unit: UnitId
    target: Hex


WORDS = Wording(
    lambda unit: f"the {unit} division",
    {UnitId("first"): None},
    lambda at: f"hex {at.q}",
    {"red": "crimson", "allied": "Allied"},
)


def test_lists_read_as_in_a_sentence() -> None:
    assert [list_words(words) for words in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_facts_become_words() -> None:
    told = event("painted", "R-1", side="allied", units=("first",), at=Hex(7, 1), colour=Colour.RED)
    template = {"painted": "{side} paints {units} in {at} {colour}, {side}."}
    assert WORDS.event(told, template) == (
        "Allied paints the first division in hex 7 crimson, Allied."
    )
    assert WORDS.event(event("x", "R", number=3), {"x": "number {number}"}) == "Number 3"


def test_actions_become_menu_lines() -> None:
    assert WORDS.action(Paint(UnitId("first"), Hex(2, 0)), {Paint: "{unit} to {target}"}) == (
        "The first division to hex 2"
    )


@dataclass(frozen=True, slots=True)
class Mix(Action):
    first: str
    second: str = ""


def test_what_stands_before_a_field_is_said_only_with_it() -> None:
    lines = {Mix: "Mix {first}{second: and }"}
    assert WORDS.action(Mix("red", "blue"), lines) == "Mix crimson and blue"
    assert WORDS.action(Mix("red"), lines) == "Mix crimson"


def test_words_follow_their_number() -> None:
    assert [counted(n, "unit") for n in (0, 1, 2, 1200)] == [
        "0 units", "1 unit", "2 units", "1,200 units",
    ]  # fmt: skip
    assert counted(1, "hex", "hexes") == "1 hex" and counted(2, "hex", "hexes") == "2 hexes"
    assert with_noun("1", "is", "are") == "1 is" and with_noun("1.5", "RE") == "1.5 REs"


def test_an_event_says_one_or_many_behind_its_number() -> None:
    said = {"lost": "{count} [point is|points are] lost at {at}, and {more} [hit|hits]."}
    one = event("lost", "X-1", count=1, more=2, at=Hex(3, 0))
    many = event("lost", "X-1", count=12, more=1, at=Hex(3, 0))
    assert WORDS.event(one, said) == "1 point is lost at hex 3, and 2 hits."
    assert WORDS.event(many, said) == "12 points are lost at hex 3, and 1 hit."
    assert agreed("+1 [RE|REs]") == "+1 RE" and agreed("(1 [hit|hits])") == "(1 hit)"
    assert agreed("No choice | here.") == "No choice | here."


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (3, "3"), (4.5, "4 1/2"), (-0.5, "-1/2"), (0, "0"), (1 / 3, "1/3"), (2 + 2 / 3, "2 2/3"),
        (0.25, "1/4"), (0.07, "0.07"), (12.1, "12.1"),
    ],
)  # fmt: skip
def test_numbers_of_small_parts_are_written_as_printed(number: float, text: str) -> None:
    assert written(number) == text
