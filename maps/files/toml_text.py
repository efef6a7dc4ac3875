"""Tables as the text of a TOML file, many times faster than by tomlkit, which keeps what a person
wrote. The text is the one that tomlkit writes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TypeGuard

from maps.untyped import Json, Table

_BARE = re.compile(r"[A-Za-z0-9_-]+")
"""Keys that need no quotes."""


def toml_text(tables: Table) -> str:
    """The text that reads as these tables.

    In each table come its plain values, then the tables below it; tables within lists of values
    are written on one line. Raises TypeError for what TOML has no word for, such as None.
    """
    return "".join(f"{line}\n" for line in _lines(tables, "")).removeprefix("\n")


def _lines(table: Table, path: str) -> Iterator[str]:
    """The lines of a table below its heading."""
    below = {key: value for key, value in table.items() if _is_below(value)}
    for key, value in table.items():
        if key not in below:
            yield f"{_key(key)} = {_inline(value)}"
    for key, value in below.items():
        name = f"{path}{_key(key)}"
        if isinstance(value, dict):
            if not value or not all(map(_is_below, value.values())):
                yield from ("", f"[{name}]")
            yield from _lines(value, f"{name}.")
        else:
            for row in value:
                yield from ("", f"[[{name}]]")
                tables_last = sorted(row.items(), key=lambda pair: isinstance(pair[1], dict))
                yield from _lines(dict(tables_last), f"{name}.")


def _is_below(value: Json) -> bool:
    """Whether a value has headings of its own."""
    return isinstance(value, dict) or _are_rows(value)


def _are_rows(value: Json) -> TypeGuard[list[Table]]:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _inline(value: Json) -> str:
    """A value on one line."""
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_key(key)} = {_inline(item)}' for key, item in value.items())}}}"
    raise TypeError(f"TOML has no word for {value!r}")
