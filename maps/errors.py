"""Errors that are a person's to fix: where, what, and how; and numbers with their nouns."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from fractions import Fraction


class KnownError(ValueError):
    """Something wrong with a user's file or wish, not with the program.

    ``where`` names the file and place (``board.map line 12``), ``what`` says what is wrong and
    ``fix`` what to do about it. ``str()`` is one plain text of all three, fit for a dialog or a
    terminal.
    """

    def __init__(self, where: str, what: str, fix: str = "") -> None:
        self.where = where
        self.what = what
        self.fix = fix
        super().__init__(f"{where}: {what}" + (f" {fix}" if fix else ""))

    def inside(self, file: str) -> KnownError:
        """The same of something that a file holds, with the file before the place; itself when it
        names the file already.

        >>> str(KnownError("scenario x, forts", "'9' is no hex.").inside("own.sandtable"))
        "own.sandtable, scenario x, forts: '9' is no hex."
        """
        if self.where.startswith(file):
            return self
        return KnownError(f"{file}, {self.where}", self.what, self.fix)


def nearest(text: str, known: Iterable[str]) -> str:
    """A sentence that offers the nearest known word, or lists the first few, or is empty."""
    options = list(known)
    near = difflib.get_close_matches(text[:60], options, 1)
    if near:
        return f"Did you mean {near[0]!r}?"
    if not options:
        return ""
    few = ", ".join(sorted(options)[:8])
    return f"Known are {few}." if len(options) <= 8 else f"Known are {few} and others."


def counted(count: int, noun: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "unit"), counted(1200, "unit"), counted(2, "hex", "hexes")
    ('1 unit', '1,200 units', '2 hexes')
    """
    return with_noun(f"{count:,}", noun, plural)


def with_noun(number: str, noun: str, plural: str = "") -> str:
    """A number that is written already, with its noun or verb.

    >>> with_noun("1", "RE"), with_noun("1.5", "RE"), with_noun("1", "is", "are")
    ('1 RE', '1.5 REs', '1 is')
    >>> with_noun("1/2", "RE"), with_noun("1 1/2", "RE")
    ('1/2 RE', '1 1/2 REs')
    """
    is_part = "/" in number and " " not in number
    return f"{number} {noun if number == '1' or is_part else plural or noun + 's'}"


PER_CENT = "\u00a0%"
"""The sign behind a number, which never goes to the next line without it."""


def per_cent(share: float | Fraction, places: int = 0) -> str:
    """A share of the whole in hundredths, on one line with its sign.

    >>> per_cent(Fraction(1, 3)), per_cent(0.0833, 1)
    ('33\xa0%', '8.3\xa0%')
    """
    return f"{float(100 * share):.{places}f}{PER_CENT}"
