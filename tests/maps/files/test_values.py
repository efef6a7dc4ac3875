"""Values of files that somebody else wrote, each asked for by its kind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.errors import KnownError
from maps.files.values import Values

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner),
    max_leaves=8,
)


def values(found: object) -> Values:
    return Values(found, "x.json", "is no report.", "Make it again.")


def test_each_value_is_of_the_kind_that_is_asked_for() -> None:
    given_ = values({"name": "Elm", "rows": 3, "turned": 0.5, "units": ["a", "b"], "at": [[1, 2]]})
    assert given_.text("name") == "Elm" and given_.whole("rows") == 3
    assert given_.number("rows") == 3.0 and given_.number("turned") == 0.5
    assert given_.texts("units") == ("a", "b")
    assert [(at.whole(0), at.whole(1)) for at in given_.parts("at")] == [(1, 2)]
    assert given_.has("name") and not given_.has("doubt")


@pytest.mark.parametrize(
    ("found", "asked"),
    [
        ({"rows": True}, "whole"),
        ({"rows": 2.0}, "whole"),
        ({"rows": 10**16}, "whole"),
        ({"rows": 10**400}, "number"),
        ({"rows": "2"}, "number"),
        ({"rows": 2}, "text"),
        ({"rows": ["a", 2]}, "texts"),
        ({"rows": "ab"}, "texts"),
        ({"rows": {"0": 1}}, "parts"),
        ({}, "part"),
        ([1], "whole"),
        (None, "text"),
    ],
)
def test_what_is_missing_or_of_another_kind_is_told(found: object, asked: str) -> None:
    with pytest.raises(KnownError, match=r"x\.json: is no report\. Make it again\."):
        getattr(values(found), asked)("rows")


@given(JSON, st.sampled_from(["a", "b", 0, 1, -1]))
def test_nothing_but_a_sentence_comes_of_what_anybody_wrote(found: object, key: str | int) -> None:
    asked = values(found)
    for ask in (asked.text, asked.whole, asked.number, asked.texts, lambda k: list(asked.parts(k))):
        try:
            ask(key)
        except KnownError as error:
            assert error.where == "x.json"
