"""Player aids as values: changes apply, come back and are read again."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.charts.aids import (
    Aid,
    Aids,
    apply,
    change_from_plain,
    change_to_plain,
    changed,
    moved,
)
from maps.edits.facts import inverse
from maps.errors import KnownError
from maps.files.pictures import Media


def some(count: int = 4) -> Aids:
    return Aids(
        {
            number: Aid(f"Chart {number}", "", "", number, True, Media.PNG, 10, 10)
            for number in range(1, count + 1)
        }
    )


@given(st.integers(1, 5), st.integers(-6, 6))
def test_moving_keeps_the_others_in_order_and_comes_back(number: int, by: int) -> None:
    aids = some(5)
    before = list(aids.present())
    wanted = moved(aids, number, by)
    change = changed(aids, wanted, "Move")
    apply(aids, change)
    after = list(aids.present())
    assert [one for one in after if one != number] == [one for one in before if one != number]
    meant = before.index(number) + by
    assert after.index(number) == (meant if 0 <= meant < 5 else before.index(number))
    again = change_from_plain(json.loads(json.dumps(change_to_plain(change))), "it")
    assert again == change
    apply(aids, inverse(again))
    assert list(aids.present()) == before


def test_names_are_tidied_and_never_empty() -> None:
    aids = some()
    apply(aids, changed(aids, {2: {"name": "  Combat \n results "}}, "Name"))
    assert aids.found[2].name == "Combat results"
    for values in ({"name": " "}, {"name": "x" * 201}, {"folder": "y" * 201}, {"note": "z" * 2001}):
        with pytest.raises(KnownError):
            changed(aids, {2: values}, "Name")
    with pytest.raises(KnownError, match="no number 9"):
        changed(aids, {9: {"name": "x"}}, "Name")


def test_a_change_that_does_not_fit_is_refused_whole() -> None:
    aids = some()
    change = changed(aids, {1: {"name": "A"}, 2: {"name": "B"}}, "Name")
    apply(aids, changed(aids, {2: {"name": "C"}}, "Name"))
    with pytest.raises(KnownError, match="does not fit"):
        apply(aids, change)
    assert aids.found[1].name == "Chart 1"


@pytest.mark.parametrize(
    "facts",
    [
        [["1", "name", "a", "b"]], [[1, "data", "a", "b"]], [[1, "name", "a", 2]], [[1, "rank", 1]],
        [[1, "rank", True, 2]], [[1, "present", 0, 1]], [3], {"a": 1}, [[1, "rank", 1.5, 2]],
        [[1, ["name"], "a", "b"]], [[1, "rank", 1, 2], [1, "rank", 2, 3]],
    ],
)  # fmt: skip
def test_what_is_no_change_is_refused(facts: object) -> None:
    with pytest.raises(KnownError, match="the journal"):
        change_from_plain({"label": "", "stroke": "", "facts": facts}, "the journal")
    with pytest.raises(KnownError):
        change_from_plain([], "the journal")
