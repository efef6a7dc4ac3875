"""Files that hold a roster: notation, a rulebook's text, CSV and XLSX, by their ending."""

from __future__ import annotations

from pathlib import Path

from maps.errors import KnownError, nearest
from oob.formats import csv_files, xlsx_files
from oob.formats.notation_tables import ITEMS, from_tables, to_tables
from oob.notation import errata as corrections
from oob.notation import shipped
from oob.notation.errata import Errata, applied
from oob.notation.model import Reading, Roster
from oob.notation.parser import parse
from oob.notation.printer import checked

CSV, XLSX = ".csv", ".xlsx"
ENDINGS = (shipped.SUFFIX, CSV, XLSX)
_LARGEST = 16 * 1024 * 1024


def read(path: Path) -> Reading:
    """What a file holds; text that is not understood is among the faults.

    Raises KnownError for a file that cannot be read, RefusedError for a spreadsheet that is wrong.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise KnownError(str(path), f"it cannot be read ({error.strerror}).", "") from None
    if len(data) > _LARGEST:
        raise KnownError(str(path), "it is far too large for an order of battle.", "")
    if path.suffix.lower() == XLSX:
        return Reading(from_tables(xlsx_files.loads(data, path.name), path.name))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise KnownError(str(path), "it is not UTF-8 text.", "Save it as UTF-8.") from None
    if path.suffix.lower() == CSV:
        return Reading(from_tables(csv_files.loads(text, path.name, ITEMS), path.name))
    return parse(text)


def save(roster: Roster, path: Path) -> None:
    """Write a roster in the form its ending names.

    Raises KnownError for another ending, words the form cannot hold, or a file that cannot be
    written; an older file is then left as it was.
    """
    data = _data(roster, path)
    partial = path.with_name(f".{path.name}.partial")
    try:
        partial.write_bytes(data)
        partial.replace(path)
    except OSError as error:
        raise KnownError(str(path), f"it cannot be written ({error.strerror}).", "") from None


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
