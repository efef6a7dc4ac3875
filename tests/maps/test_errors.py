"""Errors people can fix, and the nearest known word."""

from __future__ import annotations

import pytest

from maps.errors import KnownError, nearest


def test_an_error_reads_as_one_plain_text() -> None:
    error = KnownError("board.map line 12", "there is no 'ruogh'.", "Did you mean 'rough'?")
    assert str(error) == "board.map line 12: there is no 'ruogh'. Did you mean 'rough'?"
    assert str(KnownError("a", "b.")) == "a: b."
    assert isinstance(error, ValueError)


@pytest.mark.parametrize(
    ("text", "known", "fix"),
    [
        ("ruogh", ["clear", "rough"], "Did you mean 'rough'?"),
        ("xyz", ["clear", "rough"], "Known are clear, rough."),
        ("xyz", list("abcdefghij"), "Known are a, b, c, d, e, f, g, h and others."),
        ("xyz", [], ""),
    ],
)
def test_the_nearest_word_is_offered(text: str, known: list[str], fix: str) -> None:
    assert nearest(text, known) == fix
