"""Files that hold a roster: notation, a rulebook's text, CSV and XLSX, by their ending."""

from __future__ import annotations

from pathlib import Path

from maps.errors import KnownError, nearest
from oob.formats import csv_files, csv_orders, text, xlsx_files
from oob.formats.notation_tables import ITEMS, from_tables, to_tables
from oob.model import OrderOfBattle
from oob.notation import errata as corrections
from oob.notation import shipped
from oob.notation.errata import Errata, applied
from oob.notation.model import Reading, Roster
from oob.notation.parser import parse
from oob.notation.printer import checked

CSV, XLSX = ".csv", ".xlsx"
TABLES = (CSV, XLSX)
"""The endings of spreadsheets, which hold counters as well as rosters."""

ENDINGS = (shipped.SUFFIX, CSV, XLSX)
_LARGEST = 16 * 1024 * 1024


def read(path: Path) -> Reading:
    """What a file holds; text that is not understood is among the faults.

    Raises KnownError for a file that cannot be read, RefusedError for a spreadsheet that is wrong.
    """
    if path.suffix.lower() == XLSX:
        return Reading(from_tables(xlsx_files.loads(_bytes(path), path.name), path.name))
    if path.suffix.lower() == CSV:
        return Reading(from_tables(csv_files.loads(_text(path), path.name, ITEMS), path.name))
    return parse(_text(path))


def save(roster: Roster, path: Path) -> None:
    """Write a roster in the form its ending names.

    Raises KnownError for another ending, words the form cannot hold, or a file that cannot be
    written; an older file is then left as it was.
    """
    _write(_data(roster, path), path)


def read_order(path: Path) -> OrderOfBattle | None:
    """The order of battle of counters in a .oob, .csv or .xlsx file; None for a roster's file.

    Raises KnownError for a file that cannot be read, RefusedError for a spreadsheet that is wrong.
    """
    match path.suffix.lower():
        case text.SUFFIX:
            return text.load(path)
        case ".csv":
            tables = csv_files.loads(_text(path), path.name, ITEMS)
        case ".xlsx":
            tables = xlsx_files.loads(_bytes(path), path.name)
        case _:
            return None
    if all(one.name != csv_orders.UNITS for one in tables):
        return None
    return csv_orders.from_tables(tables, path.name)


def save_order(order: OrderOfBattle, path: Path) -> None:
    """Write counters in the form the ending names: .oob, .csv or .xlsx.

    Raises KnownError for another ending, or a file that cannot be written.
    """
    match path.suffix.lower():
        case text.SUFFIX:
            data = text.dumps(order).encode("utf-8")
        case ".csv":
            data = csv_files.dumps(csv_orders.to_tables(order)).encode("utf-8")
        case ".xlsx":
            data = xlsx_files.dumps(csv_orders.to_tables(order))
        case other:
            mend = nearest(other, (text.SUFFIX, CSV, XLSX))
            raise KnownError(str(path), "counters are not written so.", mend)
    _write(data, path)


def errata_for(roster: Roster, path: Path | None = None) -> Errata | None:
    """The errata of a roster: a file beside it, else those shipped for its id or its units."""
    if path is not None:
        beside = path.with_suffix(shipped.ERRATA_SUFFIX)
        if beside.is_file():
            return corrections.loads(beside.read_text("utf-8"), beside.name)
    if roster.id:
        return shipped.errata(roster.id)
    for name in shipped.names():
        found = shipped.errata(name)
        if found and _fits(roster, found):
            return found
    return None


def _bytes(path: Path) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise KnownError(str(path), f"it cannot be read ({error.strerror}).", "") from None
    if len(data) > _LARGEST:
        raise KnownError(str(path), "it is far too large for an order of battle.", "")
    return data


def _text(path: Path) -> str:
    try:
        return _bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise KnownError(str(path), "it is not UTF-8 text.", "Save it as UTF-8.") from None


def _write(data: bytes, path: Path) -> None:
    partial = path.with_name(f".{path.name}.partial")
    try:
        partial.write_bytes(data)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise KnownError(str(path), f"it cannot be written ({error.strerror}).", "") from None


def _fits(roster: Roster, errata: Errata) -> bool:
    try:
        applied(roster, errata)
    except KnownError:
        return False
    return True


def _data(roster: Roster, path: Path) -> bytes:
    match path.suffix.lower():
        case shipped.SUFFIX:
            return checked(roster, path.name).encode("utf-8")
        case ".csv":
            return csv_files.dumps(to_tables(roster)).encode("utf-8")
        case ".xlsx":
            return xlsx_files.dumps(to_tables(roster))
        case other:
            mend = nearest(other, ENDINGS)
            raise KnownError(str(path), "orders of battle are not written so.", mend)
