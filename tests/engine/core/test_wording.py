"""Words for events and actions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.core.actions import Action
from engine.core.events import event
from engine.core.wording import Wording, list_words
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
