"""JSON that is in a file, read as plain values: no depth, number or sign that breaks others."""

from __future__ import annotations

import json

from maps.untyped import Json

DEEPEST = 100
"""Lists and objects inside each other that a file of ours never reaches."""


def plain_of(text: str) -> Json:
    """The values of a JSON text.

    Raises ValueError for what is no JSON, too deep, or holds NaN, infinities or half signs.

    >>> plain_of('{"a": [1, 2.5]}')
    {'a': [1, 2.5]}
    """
    try:
        found = _value_of(text)
    except RecursionError as error:
        raise ValueError("too many lists inside each other") from error
    if text.count("[") + text.count("{") > DEEPEST and _depth(text) > DEEPEST:
        raise ValueError("too many lists inside each other")
    if "\\ud" in text or "\\uD" in text:
        json.dumps(found, ensure_ascii=False).encode("utf-8")  # UnicodeEncodeError is a ValueError
    return found


def _refused(word: str) -> float:
    raise ValueError(f"{word} is no number")


_DECODER = json.JSONDecoder(parse_constant=_refused)


def _value_of(text: str) -> Json:
    """What a text holds; one without spaces around it is read at once."""
    try:
        found: Json
        found, end = _DECODER.raw_decode(text)
        if end == len(text):
            return found
    except json.JSONDecodeError:  # perhaps there are spaces before it
        pass
    return _DECODER.decode(text)


def _depth(text: str) -> int:
    """How deep brackets nest, those inside texts counted too."""
    deepest = depth = 0
    for sign in text:
        if sign in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in "]}":
            depth -= 1
    return deepest
