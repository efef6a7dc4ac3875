"""CSV: tables as blocks of one text, each under ``[its name]``, with a head row of columns.

A file without such a line is one table, whose first row is the head. UTF-8, commas; a semicolon
or tab is recognised when the head uses it.
"""

from __future__ import annotations

import csv
import io
import re

from maps.errors import KnownError
from oob.formats.csv_cells import Cell, Table

_NAME = re.compile(r"\[([a-z ]+)\]")


def dumps(tables: list[Table]) -> str:
    """The text of some tables."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for number, one in enumerate(tables):
        out.write("\n" * bool(number))
        out.write(f"[{one.name}]\n")
        writer.writerow(one.columns)
        writer.writerows([_plain(row) for _, row in one.rows])
    return out.getvalue()


def loads(text: str, where: str, alone: str) -> list[Table]:
    """The tables of a text; ``alone`` names the one of a file without names.

    Raises KnownError with the row for a text that is no CSV.
    """
    lines = text.removeprefix("\ufeff")
    if "\x00" in lines:
        raise KnownError(where, "it is no text.", "Save it as CSV in UTF-8.")
    reader = csv.reader(io.StringIO(lines, newline=""), delimiter=_delimiter(lines), strict=True)
    found: list[tuple[str, tuple[str, ...], list[tuple[int, tuple[Cell, ...]]]]] = []
    waiting = not _NAME.match(lines.lstrip())
    name = alone
    start = 1
    try:
        for row in reader:
            number, start = start, reader.line_num + 1
            named = _NAME.fullmatch(row[0].strip()) if row and not any(row[1:]) else None
            if named:
                name, waiting = named[1], True
            elif waiting and row:
                found.append((name, _head(row), []))
                waiting = False
            elif row and found:
                found[-1][2].append((number, tuple(row)))
    except csv.Error as error:
        what = f"it is no CSV from here on ({error})."
        raise KnownError(f"{where} row {start}", what, "Check the quotes.") from None
    return [Table(name, columns, tuple(rows)) for name, columns, rows in found]


def _plain(row: tuple[Cell, ...]) -> list[str]:
    return ["" if cell is None else str(cell) for cell in row]


def _head(row: list[str]) -> tuple[str, ...]:
    names = [name.strip() for name in row]
    while names and not names[-1]:
        names.pop()
    return tuple(names)


def _delimiter(text: str) -> str:
    lines = (line for line in text.split("\n") if line.strip() and not _NAME.match(line.strip()))
    head = next(lines, "")
    return max(",;\t", key=lambda sign: (head.count(sign), sign == ","))
