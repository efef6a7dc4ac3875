"""What readers of line-based texts share: words and numbers of a line, and errors that name it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NoReturn, TypeVar

from maps.errors import KnownError, counted, nearest
from maps.files.reading import Patience
from maps.formats.textwords import WordError, headed, unquoted, words

Line = tuple[int, str]
"""A line with its number in the file, from 1."""

LONGEST_COMPLAINT = 300

E = TypeVar("E", bound=StrEnum)
_WHOLE = re.compile(r"-?[0-9]{1,6}")


class LineReader:
    """Reads lines of one text; ``number`` is the line at hand, which errors name."""

    def __init__(self, name: str, patience: Patience | None = None) -> None:
        self.name = name
        self.number = 0
        self.patience = patience or Patience(name)

    def over(self, lines: Iterable[Line]) -> Iterator[str]:
        """The lines one after another, each the one at hand.

        Raises KnownError when the text takes too long to read.
        """
        for number, line in self.patience.over(lines):
            self.number = number
            yield line

    def fail(self, what: str, fix: str = "", number: int | None = None) -> NoReturn:
        """Refuse the text at the line at hand, or another. Raises KnownError."""
        place = self.number if number is None else number
        if len(what) > LONGEST_COMPLAINT:
            what = what[:LONGEST_COMPLAINT] + " ..."
        raise KnownError(f"{self.name} line {place}", what, fix)

    def pairs(self, lines: list[Line], allowed: tuple[str, ...] = ()) -> dict[str, str]:
        """Lines ``key: text`` as a dict, sorted; only ``allowed`` keys when any are named."""
        found: dict[str, str] = {}
        for line in self.over(lines):
            heads, text = self.headed(line, 1)
            key = heads[0]
            if allowed and key not in allowed:
                self.fail(f"there is no word {key!r} here.", nearest(key, allowed))
            if key in found:
                self.fail(f"{key!r} is said twice.", "Remove one of the two.")
            found[key] = self.plain(text)
        return dict(sorted(found.items()))

    def choice(self, kind: type[E], text: str, what: str) -> E:
        """A member of a StrEnum; ``what`` names the setting in errors."""
        try:
            return kind(text)
        except ValueError:
            self.fail(f"the {what} {text!r} is unknown.", nearest(text, [m.value for m in kind]))

    def whole(self, text: str, least: int = -999_999, most: int = 999_999) -> int:
        """A whole number within bounds."""
        if _WHOLE.fullmatch(text) is None or not least <= int(text) <= most:
            self.fail(f"{text[:20]!r} is not a whole number from {least} to {most}.", "Correct it.")
        return int(text)

    def pair(self, text: str) -> tuple[float, float]:
        """Two finite numbers with a comma between."""
        try:
            x, y = (float(part) for part in text.split(","))
        except ValueError:
            self.fail(f"{text[:40]!r} is not two numbers.", "Write them as 0.25,0.5.")
        if not (math.isfinite(x) and math.isfinite(y)):
            self.fail(f"{text[:40]!r} is not finite.", "Write two numbers as 0.25,0.5.")
        return x, y

    def plain(self, token: str) -> str:
        """The text of a bare or quoted word."""
        try:
            return unquoted(token)
        except WordError as error:
            self.fail(f"{error}.", "Close it with a double quote.")

    def headed(self, line: str, count: int) -> tuple[list[str], str]:
        """The words before the colon, ``count`` of them, and the rest of the line."""
        try:
            heads, text = headed(line)
        except WordError as error:
            self.fail(f"{error}.", "Put a colon after the name.")
        if len(heads) != count:
            form = "name: ..." if count == 1 else "layer name: 1717 1718 ..."
            self.fail(
                f"{line[:40]!r} needs {counted(count, 'word')} before the colon.",
                f"Write it as {form} and put names with spaces in double quotes.",
            )
        return heads, text

    def words(self, line: str, count: int, form: str) -> tuple[list[str], list[tuple[str, str]]]:
        """Bare words and key=value words; ``count`` bare ones are needed (negative: or more)."""
        try:
            found = words(line)
        except WordError as error:
            self.fail(f"{error}.", f"Write it as {form}.")
        bare = [text for key, text in found if key is None]
        if len(bare) != count and not (count < 0 and len(bare) >= -count):
            self.fail(
                f"{line[:40]!r} has {counted(len(bare), 'word')}, {abs(count)} are needed.",
                f"Write it as {form}.",
            )
        return bare, [(key, text) for key, text in found if key is not None]
