"""What the printer writes, the parser reads back, whatever the roster."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from oob.notation import shipped
from oob.notation.model import Item, Roster
from oob.notation.text.parser import parse
from oob.notation.text.printer import dumps
from tests.oob.notation import strategies as some


def unnumbered(roster: Roster) -> list[Item]:
    return [replace(item, line=0) for item in roster.items]


@given(some.rosters())
def test_print_then_parse_is_the_identity(roster: Roster) -> None:
    reading = parse(dumps(roster))
    assert reading.faults == []
    assert unnumbered(reading.roster) == unnumbered(roster)
    head = (reading.roster.id, reading.roster.title, reading.roster.status)
    assert head == (roster.id, roster.title, roster.status)


@given(some.rosters())
def test_a_printed_text_is_printed_the_same_again(roster: Roster) -> None:
    text = dumps(roster)
    assert dumps(parse(text).roster) == text


@pytest.mark.parametrize("name", shipped.names())
def test_a_shipped_text_is_written_back_to_the_letter(name: str) -> None:
    assert dumps(shipped.load(name)) == shipped.text(name)
    assert shipped.load(name).id == name


@pytest.mark.parametrize("name", shipped.names())
def test_items_know_the_line_they_stand_in(name: str) -> None:
    lines = shipped.text(name).split("\n")
    for item in shipped.load(name).items:
        assert str(item.count) in lines[item.line - 1] or item.type.startswith("Ship")
        assert all(id_ in lines[item.line - 1] for id_ in item.ids)
