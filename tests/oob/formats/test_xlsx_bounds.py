"""Workbooks that claim or hold far too much are refused, soon and in a sentence."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest

from maps.errors import KnownError
from oob.formats import xlsx_files
from oob.formats.csv_cells import Table

BOOK = xlsx_files.dumps([Table("items", ("a", "b"), ((2, ("1", "x")), (3, ("2", "y"))))])
END = b"</sheetData>"


def altered(change: Callable[[bytes], bytes], name: str = "sheet1.xml") -> bytes:
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(BOOK)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for member in old.infolist():
            data = old.read(member)
            new.writestr(member.filename, change(data) if member.filename.endswith(name) else data)
    return out.getvalue()


def test_a_declared_range_is_not_believed() -> None:
    data = altered(
        lambda xml: xml.replace(b"<sheetViews>", b'<dimension ref="A1:XFD199000"/><sheetViews>')
    )
    (table,) = xlsx_files.loads(data, "a.xlsx")
    assert table.rows == ((2, ("1", "x")), (3, ("2", "y")))


@pytest.mark.parametrize("tag", [b"row", b"c", b"is", b"x"])
def test_nested_tags_are_refused(tag: bytes) -> None:
    many = b"<%s>" % tag * 200_000 + b"</%s>" % tag * 200_000
    with pytest.raises(KnownError, match="nested without end"):
        xlsx_files.loads(altered(lambda xml: xml.replace(END, many + END)), "a.xlsx")


def test_too_many_cells_are_refused() -> None:
    row = b"<row>" + b'<c t="n"><v>1</v></c>' * 100 + b"</row>"
    with pytest.raises(KnownError, match="more than 500,000 cells"):
        xlsx_files.loads(altered(lambda xml: xml.replace(END, row * 5001 + END)), "a.xlsx")


def test_a_row_too_far_down_is_refused() -> None:
    row = b'<row r="1048576"><c r="A1048576" t="n"><v>1</v></c></row>'
    with pytest.raises(KnownError, match="too many rows"):
        xlsx_files.loads(altered(lambda xml: xml.replace(END, row + END)), "a.xlsx")


def test_rows_as_wide_as_a_sheet_can_be_keep_one_cell_too_many() -> None:
    """Each such row would be 16,384 cells in memory."""
    rows = b"".join(
        b'<row r="%d"><c r="XFD%d" t="n"><v>1</v></c></row>' % (n, n) for n in range(4, 40)
    )
    (table,) = xlsx_files.loads(altered(lambda xml: xml.replace(END, rows + END)), "a.xlsx")
    assert all(len(cells) <= 3 for _, cells in table.rows)
    assert table.rows[-1] == (39, (None, None, 1))


def test_a_workbook_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Over(xlsx_files.Patience):
        def __init__(self, where: str) -> None:
            super().__init__(where, -1)

    monkeypatch.setattr(xlsx_files, "Patience", Over)
    with pytest.raises(KnownError, match="longer than"):
        xlsx_files.loads(BOOK, "a.xlsx")


def test_a_bug_of_ours_is_no_damage_of_the_workbook(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_cells: object) -> tuple[str, ...]:
        raise TypeError("ours")

    monkeypatch.setattr(xlsx_files, "_head", broken)
    with pytest.raises(TypeError, match="ours"):
        xlsx_files.loads(BOOK, "book.xlsx")


def test_rows_that_cannot_be_read_are_damage() -> None:
    data = altered(lambda xml: xml.replace(b"</row>", b"</raw>"))
    with pytest.raises(KnownError, match="the workbook is damaged"):
        xlsx_files.loads(data, "book.xlsx")
