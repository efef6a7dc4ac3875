"""Words of the text format: any text survives being written as a word."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from maps.formats.textwords import WordError, headed, quoted, rest, setting, unquoted, word, words
from tests.maps.strategies import names, texts

anything = st.one_of(texts, names, st.text())


@given(anything)
@example("\ud800")
@example("\x85 \u2028")
def test_a_word_reads_back_and_stays_on_its_line(text: str) -> None:
    for written in (quoted(text), word(text)):
        assert unquoted(written) == text
        assert len(written.splitlines()) == 1
    assert words(f"a {word(text)} key={setting(text)}") == [
        (None, "a"),
        (None, text),
        ("key", text),
    ]


@given(anything, anything, anything)
def test_heads_and_rest_read_back(first: str, second: str, text: str) -> None:
    assert headed(f"{word(first)}: {rest(text)}") == ([first], rest(text))
    assert headed(f"{word(first)} {word(second)}: 0101") == ([first, second], "0101")
    assert unquoted(rest(text)) == text


@pytest.mark.parametrize("line", ['a "b', '"a"b', 'a="b', '"\\q"', '"a" "b"c', 'a="'])
def test_words_that_cannot_be_told_apart_are_refused(line: str) -> None:
    with pytest.raises(WordError):
        words(line)


def test_a_line_without_colon_is_refused() -> None:
    with pytest.raises(WordError, match="no colon"):
        headed("road 1717 1718")
