"""However often a line comes, and however long it is, reading stays in proportion to the text."""

from __future__ import annotations

import re

import pytest

from maps.errors import KnownError
from oob.notation.text import parser, rulebook
from oob.notation.text.entries import split_list
from oob.notation.text.parser import HEADER, parse

UNITS = "5×8-6 Infantry XX 1, 11, 21, 58, 61"
LOOSE = 'roll: ["british-8", "british-15", "greek-3"]'


def test_twenty_thousand_equal_lines_are_joined_in_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each line that seems to go on with the one before made the whole longer and be read again."""
    longest = [0]
    original = rulebook._goes_on

    def watched(before: str, text: str) -> bool:
        longest[0] = max(longest[0], len(before) + len(text))
        return original(before, text)

    monkeypatch.setattr(rulebook, "_goes_on", watched)
    reading = parse("\n".join([LOOSE] * 20_000))
    assert longest[0] < rulebook.LONGEST
    assert not reading.roster.items and reading.faults


def test_a_line_without_end_is_a_fault() -> None:
    reading = parse(f"{HEADER}\n{UNITS}\n5×8-6 Infantry XX {'1, ' * 50_000}\n")
    assert [(fault.line, fault.what) for fault in reading.faults] == [(3, "the line is too long.")]
    assert len(reading.roster.items) == 1


@pytest.mark.parametrize("sign", [",", "/"])
@pytest.mark.parametrize(
    "text", ["a, b", "a [b, c], d", "a, [b", "[a], b]", "a]/b, c[/]", "", ",", "/[,]/"]
)
def test_lists_are_cut_outside_brackets(text: str, sign: str) -> None:
    slow = [part.strip() for part in re.split(rf"{sign}(?![^\[]*\])", text)]
    assert split_list(text, sign) == slow


def test_a_text_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Over(parser.Patience):
        def __init__(self, where: str) -> None:
            super().__init__(where, -1)

    monkeypatch.setattr(parser, "Patience", Over)
    for text in (UNITS, f"{HEADER}\n{UNITS}"):
        with pytest.raises(KnownError, match="longer than"):
            parse(text)
