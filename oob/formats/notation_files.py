"""Files that hold a roster: notation, a rulebook's text, CSV and XLSX, by their ending."""

from __future__ import annotations

from pathlib import Path

from maps.errors import KnownError
from maps.files.reading import read_bytes, read_text
from maps.files.registry import Format, Formats
from maps.files.writing import whole_file, write_whole
from oob.formats import csv_files, csv_orders, text
from oob.formats.csv_cells import Table
from oob.formats.notation_tables import ITEMS, from_tables, to_tables
from oob.model import OrderOfBattle
from oob.notation import errata as corrections
from oob.notation import shipped
from oob.notation.errata import Errata, applied
from oob.notation.model import Reading, Roster
from oob.notation.text.parser import parse
from oob.notation.text.printer import checked

CSV, XLSX = ".csv", ".xlsx"
_LARGEST = 4_000_000


def read(path: Path) -> Reading:
    """What a file holds; text that is not understood is among the faults.

    Raises KnownError for a file that cannot be read, RefusedError for a spreadsheet that is wrong.
    """
    if path.suffix.lower() == XLSX:
        return Reading(from_tables(_sheets(path), path.name))
    if path.suffix.lower() == CSV:
        return Reading(
            from_tables(csv_files.loads(read_text(path, _LARGEST), path.name, ITEMS), path.name)
        )
    return parse(read_text(path, _LARGEST))


def read_order(path: Path) -> OrderOfBattle | None:
    """The order of battle of counters in a .oob, .csv or .xlsx file; None for a roster's file.

    Raises KnownError for a file that cannot be read, RefusedError for a spreadsheet that is wrong.
    """
    match path.suffix.lower():
        case text.SUFFIX:
            return text.load(path)
        case ".csv":
            tables = csv_files.loads(read_text(path, _LARGEST), path.name, ITEMS)
        case ".xlsx":
            tables = _sheets(path)
        case _:
            return None
    if all(one.name != csv_orders.UNITS for one in tables):
        return None
    return csv_orders.from_tables(tables, path.name)


def errata_for(roster: Roster, path: Path | None = None) -> Errata | None:
    """The errata of a roster: a file beside it, else those shipped for its id or its units."""
    if path is not None:
        beside = path.with_suffix(shipped.ERRATA_SUFFIX)
        if beside.is_file():
            return corrections.loads(read_text(beside), beside.name)
    if roster.id:
        return shipped.errata(roster.id)
    for name in shipped.names():
        found = shipped.errata(name)
        if found and _fits(roster, found):
            return found
    return None


def _sheets(path: Path) -> list[Table]:
    from oob.formats import xlsx_files  # slow to import, and most files are text

    return xlsx_files.loads(read_bytes(path), path.name)


def _workbook(tables: list[Table]) -> bytes:
    from oob.formats import xlsx_files

    return xlsx_files.dumps(tables)


def _fits(roster: Roster, errata: Errata) -> bool:
    try:
        applied(roster, errata)
    except KnownError:
        return False
    return True


def _roster_text(roster: Roster, path: Path) -> None:
    write_whole(path, checked(roster, path.name))


def _roster_csv(roster: Roster, path: Path) -> None:
    write_whole(path, csv_files.dumps(to_tables(roster)))


def _roster_workbook(roster: Roster, path: Path) -> None:
    with whole_file(path) as partial:  # a workbook is put together in files, too
        partial.write_bytes(_workbook(to_tables(roster)))


def _counters_csv(order: OrderOfBattle, path: Path) -> None:
    write_whole(path, csv_files.dumps(csv_orders.to_tables(order)))


def _counters_workbook(order: OrderOfBattle, path: Path) -> None:
    with whole_file(path) as partial:
        partial.write_bytes(_workbook(csv_orders.to_tables(order)))


ROSTERS: Formats[Reading, Roster] = Formats(
    "orders of battle",
    Format("Notation", (shipped.SUFFIX, ".txt"), read=read, write=_roster_text),
    Format("CSV", (CSV,), read=read, write=_roster_csv),
    Format("Workbook", (XLSX,), read=read, write=_roster_workbook),
)
"""The forms of rosters. A rulebook's text (``.txt``) is notation too."""

COUNTERS: Formats[OrderOfBattle | None, OrderOfBattle] = Formats(
    "counters",
    Format("Counters", (text.SUFFIX,), read=read_order, write=text.save),
    Format("CSV", (CSV,), read=read_order, write=_counters_csv),
    Format("Workbook", (XLSX,), read=read_order, write=_counters_workbook),
)
"""The forms of counters. A spreadsheet may hold a roster instead; reading it gives None then."""
