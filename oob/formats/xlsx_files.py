"""XLSX: tables as sheets of one workbook, text as text and numbers as numbers.

A workbook is read without its formulas, macros or links: only what is in the cells.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import zipfile
import zlib
from collections.abc import Iterator

import openpyxl
from lxml.etree import SerialisationError
from openpyxl.styles import Font

from maps.errors import KnownError
from maps.files.reading import Patience
from oob.formats.csv_cells import Cell, Table

_LARGEST = 32 * 1024 * 1024
_MOST_ROWS = 200_000
_MOST_CELLS = 500_000
_DEEPEST = 64
_TAG = re.compile(rb"<(/?)[A-Za-z][^<>]*?(/?)>")


def dumps(tables: list[Table]) -> bytes:
    """The bytes of a workbook of some tables.

    Raises OSError when the folder of temporary files, where it is put together, is full.
    """
    book = openpyxl.Workbook(write_only=True)
    try:
        return _filled(book, tables)
    except SerialisationError as error:
        for sheet in book.worksheets:
            with contextlib.suppress(SerialisationError, StopIteration):
                sheet.close()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error


def _filled(book: openpyxl.Workbook, tables: list[Table]) -> bytes:
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

    Raises KnownError for what is no workbook, far too large a one, or one that takes too long.
    """
    patience = Patience(where)
    _refuse_bombs(data, where, patience)
    with _damage_told(where):
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
    found = [_table(sheet, where, patience) for sheet in book.worksheets]
    with _damage_told(where):
        book.close()
    return [one for one in found if one.columns]


@contextlib.contextmanager
def _damage_told(where: str) -> Iterator[None]:
    """Tell whatever openpyxl raises as damage; only its calls may be inside."""
    try:
        yield
    except Exception as error:
        what = f"the workbook is damaged ({type(error).__name__})."
        raise KnownError(where, what, "Save it again as .xlsx.") from None


def _refuse_bombs(data: bytes, where: str, patience: Patience) -> None:
    """Refuse what is no zip, unpacks to far too much, declares entities, or nests without end."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if sum(member.file_size for member in members) > _LARGEST:
                raise KnownError(where, "the workbook is far too large.", "Keep the tables only.")
            cells = 0
            for member in members:
                xml = archive.read(member)
                patience.check()
                if _declares(xml):
                    raise KnownError(where, "its XML declares entities.", "Save it again as .xlsx.")
                cells += xml.count(b"<c ") + xml.count(b"<c>") + xml.count(b"<si>")
                if cells > _MOST_CELLS:
                    what = f"it has more than {_MOST_CELLS:,} cells."
                    raise KnownError(where, what, "Keep the tables only.")
                if _depth(xml) > _DEEPEST:
                    what = "its XML is nested without end."
                    raise KnownError(where, what, "Save it again as .xlsx.")
    except KnownError:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, OSError):
        raise KnownError(where, "it is no workbook.", "Save it as .xlsx.") from None


def _declares(xml: bytes) -> bool:
    head = xml[:2] in (b"\xff\xfe", b"\xfe\xff")
    return head or b"<!DOCTYPE" in xml or b"<!ENTITY" in xml


def _depth(xml: bytes) -> int:
    """How deep its tags stand inside each other, counted without taking it apart."""
    depth = deepest = 0
    for tag in _TAG.finditer(xml):
        if tag[1]:
            depth -= 1
        elif not tag[2]:
            depth += 1
            if depth > deepest:
                deepest = depth
                if deepest > _DEEPEST:
                    break
    return deepest


def _table(sheet: openpyxl.worksheet.worksheet.Worksheet, where: str, patience: Patience) -> Table:
    columns: tuple[str, ...] = ()
    rows: list[tuple[int, tuple[Cell, ...]]] = []
    for number, values in enumerate(_values(sheet, where), 1):
        patience.check()
        if number > _MOST_ROWS:
            raise KnownError(f"{where} sheet {sheet.title}", "it has too many rows.", "")
        cells = _row(values, len(columns))
        if not columns:
            columns = _head(cells)
        elif any(cell is not None for cell in cells):
            rows.append((number, cells))
    return Table(sheet.title, columns, tuple(rows))


def _values(
    sheet: openpyxl.worksheet.worksheet.Worksheet, where: str
) -> Iterator[tuple[object, ...]]:
    """What is in the cells of a sheet, row by row."""
    with _damage_told(where):
        sheet.reset_dimensions()  # what the file says of its own size is not to be trusted
        rows = iter(sheet.iter_rows(values_only=True))
    while True:
        with _damage_told(where):
            values = next(rows, None)
        if values is None:
            return
        yield values


def _row(values: tuple[object, ...], width: int) -> tuple[Cell, ...]:
    """The cells of a row below ``width`` columns, with one more when there is any beyond them.

    A width of 0, of the head, takes all: a file may claim 16,384 columns in each row.
    """
    found = tuple(_read(value) for value in values[: width or len(values)])
    beyond = next((value for value in values[len(found) :] if value not in (None, "")), None)
    return found if beyond is None else (*found, _read(beyond))


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
