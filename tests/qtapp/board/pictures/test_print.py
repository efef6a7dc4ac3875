"""Boards printed: hexes have the size asked for, sheets overlap, marks lie on each other."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from click.testing import CliRunner, Result

import maps.data
from maps.errors import KnownError
from qtapp.board.pictures.print_pages import size_of, write_print
from qtapp.board.pictures.print_plan import PrintPlan
from qtapp.cli import main

pytestmark = pytest.mark.usefixtures("qapp")
MM = 25.4 / 72


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def found(page: pdfium.PdfPage, text: str) -> tuple[float, float]:
    """Where a text stands on a page, in millimetres from its lower left corner."""
    words = page.get_textpage()
    hit = words.search(text).get_next()
    assert hit is not None, text
    left, bottom, _, _ = words.get_charbox(hit[0])
    return left * MM, bottom * MM


@pytest.mark.parametrize(
    ("hex_mm", "paper"),
    [
        pytest.param(16.0, "A3", marks=pytest.mark.soak),
        (12.5, "A4"),
        pytest.param(20.0, "Letter", marks=pytest.mark.soak),
    ],
)
def test_a_hex_is_as_wide_as_asked_for(tmp_path: Path, hex_mm: float, paper: str) -> None:
    out = tmp_path / "a.pdf"
    words = ("--hex", f"{hex_mm}mm", "--paper", paper, "--margin", "8mm")
    done = run("export", "print", "balkan_gambit", "-o", out, *words)
    assert done.exit_code == 0, done.output
    with pdfium.PdfDocument(out) as document:
        page = document[0]
        # Four hexes down a column, and four columns across.
        (x, y), (x2, y2) = found(page, "1507"), found(page, "1511")
        assert y - y2 == pytest.approx(4 * hex_mm, abs=0.2)
        assert x == pytest.approx(x2, abs=0.2)
        (x, _), (x2, _) = found(page, "1107"), found(page, "1507")
        assert x2 - x == pytest.approx(4 * hex_mm * 3**0.5 / 2, abs=0.2)


def test_sheets_cover_the_board_and_overlap() -> None:
    plan = PrintPlan((500.0, 400.0), 16.0, (210.0, 297.0), 10.0, 12.0)
    sheets = list(plan.sheets())
    assert (plan.columns, plan.rows, len(sheets)) == (3, 2, 6)
    assert max(one.left + one.wide for one in sheets) == pytest.approx(500)
    assert max(one.top + one.high for one in sheets) == pytest.approx(400)
    for one, other in pairwise(sheets[:3]):
        assert one.left + one.wide - other.left == pytest.approx(12)


def test_registration_marks_lie_on_each_other() -> None:
    plan = PrintPlan((500.0, 400.0), 16.0, (210.0, 297.0), 10.0, 12.0)
    on = {(one.column, one.row): set(map(rounded, plan.crosses(one))) for one in plan.sheets()}
    for (column, row), marks in on.items():
        right, below = on.get((column + 1, row)), on.get((column, row + 1))
        assert right is None or len(marks & right) == 2
        assert below is None or len(marks & below) == 2


def rounded(spot: tuple[float, float]) -> tuple[float, float]:
    return round(spot[0], 6), round(spot[1], 6)


def test_a_poster_is_one_sheet(tmp_path: Path) -> None:
    out = tmp_path / "a.pdf"
    words = ("--paper", "poster", "--hex", "10mm", "--no-frame", "--no-marks")
    assert run("export", "print", "balkan_gambit", "-o", out, *words).exit_code == 0
    wide, high = size_of(maps.data.load("balkan_gambit"), 10.0, frame=False)
    with pdfium.PdfDocument(out) as document:
        assert len(document) == 1
        assert document[0].get_width() * MM == pytest.approx(wide + 20, abs=0.5)
        assert document[0].get_height() * MM == pytest.approx(high + 20, abs=0.5)


def test_stopping_leaves_nothing(tmp_path: Path) -> None:
    board = maps.data.load("balkan_gambit")

    class StoppedError(Exception):
        pass

    def stop(done: int, of: int) -> None:
        raise StoppedError

    plan = PrintPlan(size_of(board, 10.0), 10.0, (210.0, 297.0))
    with pytest.raises(StoppedError):
        write_print(board, tmp_path / "a.pdf", plan, stop)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--hex", "1mm"), "3 to 150"),
        (("--hex", "9m"), "length"),
        (("--margin", "100mm"), "less than 20 mm"),
        (("--overlap", "300mm"), "less than 20 mm"),
        (("--hex", "150mm", "--margin", "80mm"), "sheets"),
        (("--hex", "150mm", "--paper", "poster"), "long"),
        (("--paper", "B17"), "not known"),
    ],
)
def test_what_cannot_be_printed_is_told(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = run("export", "print", "balkan_gambit", "-o", tmp_path / "a.pdf", *words)
    assert done.exit_code == 2 and said in done.output, done.output
    assert not list(tmp_path.iterdir())


def test_only_a_pdf_is_printed(tmp_path: Path) -> None:
    done = run("export", "print", "balkan_gambit", "-o", tmp_path / "a.png")
    assert done.exit_code == 2 and "no PDF" in done.output


def test_the_plan_refuses_negative_measures() -> None:
    with pytest.raises(KnownError, match="less than nothing"):
        PrintPlan((100.0, 100.0), 16.0, (210.0, 297.0), overlap=-1.0)
