"""Turns of half a month, by their names."""

from __future__ import annotations

import pytest

from engine.rules.sequence import HalfMonths


def test_turns_are_called_by_their_half_month() -> None:
    names = [HalfMonths("Nov I 40").name(turn) for turn in (1, 2, 3, 5, 12, 20)]
    assert names == ["Nov I 40", "Nov II 40", "Dec I 40", "Jan I 41", "Apr II 41", "Aug II 41"]


@pytest.mark.parametrize("first", ["Nov I 40", "Jun II 41", "Jan I 42"])
def test_names_lead_back_to_their_turns(first: str) -> None:
    calendar = HalfMonths(first)
    assert [calendar.turn(calendar.name(turn)) for turn in range(-3, 60)] == list(range(-3, 60))
    assert calendar.name(1) == first


@pytest.mark.parametrize("name", ["", "November", "Nov III 40", "Now I 40", "Nov I 40 b"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no half month"):
        HalfMonths(name)
