"""Words of the map text format: bare where they can be, else in double quotes as in JSON.

A bare word has no space, quote, colon, equals sign or comma and does not open like a comment or a
section.
"""

from __future__ import annotations

import json
import re

from maps.errors import nearest as nearest

_BARE = re.compile(r"[^\s\":=,#\[\]\\>][^\s\":=,\\]*")
_TOKEN = re.compile(r"\s*(?:([^\s\":=]+)=)?(\"(?:[^\"\\]|\\.)*\"|[^\s\"]+)(?=\s|$)")
_HEAD = re.compile(r"(\"(?:[^\"\\]|\\.)*\"|[^\s\":]+)(?:\s+(\"(?:[^\"\\]|\\.)*\"|[^\s\":]+))?\s*:")


class WordError(ValueError):
    """A line whose words cannot be told apart; the message says why."""


def quoted(text: str) -> str:
    """A text in double quotes, on one line, readable by :func:`unquoted`."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


def word(text: str) -> str:
    """A text as one word, bare where possible.

    >>> word("rough"), word("Novi Pazar")
    ('rough', '"Novi Pazar"')
    """
    return text if text.isprintable() and _BARE.fullmatch(text) else quoted(text)


def setting(text: str) -> str:
    """A text as the value of a ``key=value`` word; colours and commas stay bare.

    >>> setting("#aabb00")
    '#aabb00'
    """
    is_bare = text and text.isprintable() and not re.search(r"[\s\"\\]", text)
    return text if is_bare else quoted(text)


def rest(text: str) -> str:
    """A text as the whole rest of a line, quoted only when bare would not read back."""
    is_bare = text and text.isprintable() and text == text.strip() and not text.startswith('"')
    return text if is_bare else quoted(text)


def unquoted(token: str) -> str:
    """The text of a bare or quoted word. Raises WordError for a broken quotation."""
    if not token.startswith('"'):
        return token
    try:
        text = json.loads(token)
    except ValueError:
        raise WordError(f"the quotation {token[:40]} is broken") from None
    if not isinstance(text, str):
        raise WordError(f"the quotation {token[:40]} is broken")
    return text


def words(line: str) -> list[tuple[str | None, str]]:
    """The words of a line as (key or None, text): ``road "A b" width=2`` has three.

    >>> words('road "A b" width=2')
    [(None, 'road'), (None, 'A b'), ('width', '2')]
    """
    found: list[tuple[str | None, str]] = []
    at, end = 0, len(line.rstrip())
    while at < end:
        match = _TOKEN.match(line, at)
        if match is None:
            raise WordError(
                f"cannot read {line[at : at + 40].strip()!r}; a quotation is not closed"
            )
        found.append((match[1], unquoted(match[2])))
        at = match.end()
    return found


def headed(line: str) -> tuple[list[str], str]:
    """A line ``word [word]: rest`` as its one or two head words and its rest."""
    match = _HEAD.match(line)
    if match is None:
        raise WordError(f"{line[:40]!r} has no colon after its first words")
    return [unquoted(part) for part in match.groups() if part], line[match.end() :].strip()
