"""XLSX: tables as sheets of one workbook, text as text and numbers as numbers.

A workbook is read without its formulas, macros or links: only what stands in the cells.
"""

from __future__ import annotations

import io
import zipfile
import zlib

import openpyxl
from openpyxl.styles import Font

from maps.errors import KnownError
from oob.formats.csv_cells import Cell, Table

_LARGEST = 64 * 1024 * 1024
_MOST_ROWS = 200_000


def dumps(tables: list[Table]) -> bytes:
    """The bytes of a workbook of some tables."""
    book = openpyxl.Workbook(write_only=True)
    for one in tables:
        sheet = book.create_sheet(one.name)
        sheet.freeze_panes = "A2"
        sheet.append([_bold(sheet, name) for name in one.columns])
        for _, row in one.rows:
            sheet.append([_written(cell) for cell in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def loads(data: bytes, where: str) -> list[Table]:
    """The tables of a workbook; empty sheets are passed over.

    Raises KnownError for what is no workbook, or far too large a one.
    """
    _refuse_bombs(data, where)
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
        found = [_table(sheet, where) for sheet in book.worksheets]
        book.close()
    except KnownError:
        raise
    except Exception as error:
        what = f"the workbook is damaged ({type(error).__name__})."
        raise KnownError(where, what, "Save it again as .xlsx.") from None
    return [one for one in found if one.columns]


def _refuse_bombs(data: bytes, where: str) -> None:
    """Refuse what is no zip, what would unpack to far too much, and XML that declares entities."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if sum(member.file_size for member in members) > _LARGEST:
                raise KnownError(where, "the workbook is far too large.", "Keep the tables only.")
            odd = any(_declares(archive.read(member)) for member in members)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError):
        raise KnownError(where, "it is no workbook.", "Save it as .xlsx.") from None
    if odd:
        raise KnownError(where, "its XML declares entities.", "Save it again as .xlsx.")


def _declares(xml: bytes) -> bool:
    head = xml[:2] in (b"\xff\xfe", b"\xfe\xff")
    return head or b"<!DOCTYPE" in xml or b"<!ENTITY" in xml


def _table(sheet: openpyxl.worksheet.worksheet.Worksheet, where: str) -> Table:
    columns: tuple[str, ...] = ()
    rows: list[tuple[int, tuple[Cell, ...]]] = []
    for number, values in enumerate(sheet.iter_rows(values_only=True), 1):
        if number > _MOST_ROWS:
            raise KnownError(f"{where} sheet {sheet.title}", "it has too many rows.", "")
        cells = tuple(_read(value) for value in values)
        if not columns:
            columns = _head(cells)
        elif any(cell is not None for cell in cells):
            rows.append((number, cells))
    return Table(sheet.title, columns, tuple(rows))


def _head(cells: tuple[Cell, ...]) -> tuple[str, ...]:
    names = ["" if cell is None else str(cell).strip() for cell in cells]
    while names and not names[-1]:
        names.pop()
    return tuple(names)


def _read(value: object) -> Cell:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return str(value)


def _written(cell: Cell) -> Cell:
    return None if cell == "" else cell


def _bold(sheet: openpyxl.worksheet.worksheet.Worksheet, text: str) -> object:
    cell = openpyxl.cell.WriteOnlyCell(sheet, value=text)
    cell.font = Font(bold=True)
    return cell
