"""Reading one line from left to right, and the tokens several sections of a file share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NoReturn

from maps.errors import KnownError, nearest
from maps.formats.textwords import WordError, quoted, unquoted

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_BARE = re.compile(r'[^\s",:=()\[\]@#?>/]+')
_SETTING = re.compile(r"([a-z_]+)=")
_VALUE = re.compile(r'[^\s"\[\]:,]+')
_RANGE = re.compile(r"(\d{1,6})\.\.(\d{1,6})")
_NUMBERED = re.compile(r"(.*-)([1-9]\d{0,5})", re.DOTALL)
_LONGEST_RANGE = 999


def token(text: str) -> str:
    """A text as one token: bare where possible, else quoted.

    >>> token("Serbia"), token("near Beograd")
    ('Serbia', '"near Beograd"')
    """
    is_bare = text.isprintable() and _BARE.fullmatch(text) and ".." not in text
    return text if is_bare else quoted(text)


def value(text: str) -> str:
    """A text as the value of a ``key=value`` setting; colours stay bare."""
    return text if text.isprintable() and _VALUE.fullmatch(text) else quoted(text)


def runs(items: Sequence[str]) -> Iterator[str]:
    """Ids as tokens, three and more in a numbered row as a range.

    >>> list(runs(["a-1", "a-2", "a-3", "b"]))
    ['a-1..3', 'b']
    """
    at = 0
    while at < len(items):
        end = _run_end(items, at)
        first = _NUMBERED.fullmatch(items[at])
        if first and end - at >= 3 and token(items[at]) == items[at]:
            yield f"{items[at]}..{int(first[2]) + end - at - 1}"
            at = end
        else:
            yield token(items[at])
            at += 1


def _run_end(items: Sequence[str], at: int) -> int:
    first = _NUMBERED.fullmatch(items[at])
    end = at + 1
    if first:
        stem, number = first[1], int(first[2])
        while (
            end < len(items)
            and end - at < _LONGEST_RANGE
            and number + end - at < 1_000_000
            and items[end] == f"{stem}{number + end - at}"
        ):
            end += 1
    return end


class Cursor:
    """A place in one line of a file; every failure names the line and the fix."""

    def __init__(self, where: str, line: str) -> None:
        self.where = where
        self.line = line
        self.at = 0
        self.skip()

    def fail(self, what: str, fix: str = "") -> NoReturn:
        """Raise the KnownError of this line."""
        raise KnownError(self.where, what, fix)

    def skip(self) -> None:
        """Move over blanks."""
        while self.at < len(self.line) and self.line[self.at].isspace():
            self.at += 1

    @property
    def rest(self) -> str:
        """What has not been read yet."""
        return self.line[self.at :]

    @property
    def done(self) -> bool:
        """True at the end of the line."""
        return self.at >= len(self.line)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read over a pattern when it stands here; blanks behind it stay."""
        found = pattern.match(self.line, self.at)
        if found:
            self.at = found.end()
        return found

    def eat(self, text: str) -> bool:
        """Read over a text, and blanks behind it, when it stands here."""
        if not self.line.startswith(text, self.at):
            return False
        self.at += len(text)
        self.skip()
        return True

    def need(self, text: str, what: str, fix: str) -> None:
        """Read over a text or fail."""
        if not self.eat(text):
            self.fail(what, fix)

    def quotation(self) -> str | None:
        """The text of a quotation when one opens here."""
        if not self.rest.startswith('"'):
            return None
        found = self.match(_QUOTED)
        if found is None:
            self.fail("a quotation is not closed.", "Close it with a double quote.")
        try:
            return unquoted(found[0])
        except WordError as error:
            self.fail(f"{error}.", "Write it again between double quotes.")

    def token(self, what: str) -> str:
        """One bare or quoted token, and the blanks behind it."""
        text = self.quotation()
        if text is None:
            found = self.match(_BARE)
            if found is None:
                seen = repr(self.rest[:20]) if self.rest else "the end of the line"
                self.fail(f"{what} is missing before {seen}.", "Quote names with odd signs.")
            text = found[0]
        self.skip()
        return text

    def settings(self, known: Sequence[str]) -> dict[str, str]:
        """All ``key=value`` settings that stand here."""
        said: dict[str, str] = {}
        while found := self.match(_SETTING):
            key = found[1]
            if key not in known:
                self.fail(f"there is no setting {key!r} here.", nearest(key, known))
            if key in said:
                self.fail(f"{key!r} is set twice.", "Remove one of the two.")
            text = self.quotation()
            if text is None:
                bare = self.match(_VALUE)
                text = bare[0] if bare else self.fail(f"{key!r} has no value.", "Write one.")
            said[key] = text
            self.skip()
        return said

    def whole(self, text: str, what: str) -> int:
        """A whole number of at most six digits."""
        if not re.fullmatch(r"-?\d{1,6}", text, re.ASCII):
            self.fail(f"{what} {text[:20]!r} is not a whole number.", "Write digits.")
        return int(text)

    def span(self) -> range | None:
        """A range ``1..6`` when one stands here."""
        found = self.match(_RANGE)
        if found is None:
            return None
        first, last = int(found[1]), int(found[2])
        if not first <= last < first + _LONGEST_RANGE:
            self.fail(f"the range {found[0]} is empty or too long.", "Write it as 1..6.")
        return range(first, last + 1)

    def ids(self) -> list[str]:
        """Ids up to the end of the line, with ranges spelled out."""
        found: list[str] = []
        while not self.done:
            if found:
                self.need(",", f"expected a comma before {self.rest[:20]!r}.", "Add the comma.")
            if self.rest.startswith('"'):
                found.append(self.token("an id"))
            else:
                found.extend(self._id_or_range())
        return found

    def _id_or_range(self) -> Iterable[str]:
        text = self.token("an id")
        stem, dots, last = text.partition("..")
        if not dots:
            return [text]
        head = _NUMBERED.fullmatch(stem)
        if head is None or not last.isascii() or not last.isdigit() or len(last) > 6:
            self.fail(f"{text!r} is not a range of ids.", "Write it as german-generic-1..4.")
        first = int(head[2])
        if not first <= int(last) < first + _LONGEST_RANGE:
            self.fail(f"the range {text!r} is empty or too long.", "Put the lower number first.")
        return [f"{head[1]}{number}" for number in range(first, int(last) + 1)]

    def end(self) -> None:
        """Fail when something is left on the line."""
        if not self.done:
            self.fail(f"cannot read {self.rest[:30]!r}.", "Remove it or quote it.")
