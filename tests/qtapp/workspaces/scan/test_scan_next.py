"""Where the keyboard goes in Scan as one thing follows the other, and what the review shows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from qtapp.workspaces.map.map_table import EDIT
from qtapp.workspaces.scan.panels.review_panel import caption
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.scan.conftest import Bench


def read(bench: Bench) -> None:
    """Confirm a few hexes and have all named."""
    workspace = bench.workspace
    bench.add()
    bench.calibrate()
    bench.click_on(workspace.terrain.confirm)
    assert workspace.canvas.hasFocus(), "keys go on where the hexes are"
    for kind, labels in bench.examples(4).items():
        for label in labels:
            assert workspace.reader.confirm_hex(label, kind)
    bench.click_on(workspace.terrain.name_all)


def test_the_keyboard_goes_to_the_review_once_the_scan_is_read(bench: Bench) -> None:
    read(bench)
    bench.wait()
    review = bench.workspace.review
    assert review.list.hasFocus() and review.isVisible()
    first = bench.workspace.reader.row
    bench.key(Qt.Key.Key_Return)
    assert bench.workspace.reader.row != first, "Enter accepts at once"


def test_work_that_ends_in_another_workspace_shows_no_panel_there(bench: Bench) -> None:
    read(bench)
    bench.wait()
    bench.do("scan_under")
    by_menu(bench.window, f"workspace_{EDIT}")
    bench.wait()
    docks = bench.window.docks
    assert [dock.objectName() for dock in docks.of("scan") if dock.isVisible()] == []
    bench.window.book["scan_under"].setChecked(False)


def test_a_reading_that_ends_in_another_workspace_shows_no_panel_there(bench: Bench) -> None:
    read(bench)
    by_menu(bench.window, f"workspace_{EDIT}")
    bench.wait()
    assert bench.workspace.reader.review is not None
    assert not bench.window.docks["scan_review"].isVisible()


def test_what_stands_below_a_stretch_fits_its_cell(bench: Bench) -> None:
    workspace = bench.workspace
    bench.add()
    bench.calibrate()
    workspace.reader.take_line("river")
    for a, b in bench.rivers[:4]:
        assert workspace.reader.confirm_stretch(a, b)
    assert workspace.reader.trace_line()
    bench.wait()
    review, cells = workspace.reader.review, workspace.review.list
    assert review is not None and review.items
    box = cells.visualRect(workspace.review.model.index(0, 0))
    font = cells.font()
    font.setPointSizeF(font.pointSizeF() * 0.86)
    for item in review.items:
        lines = caption(item)
        assert len(lines) == 2 and lines[0] == "–".join(item.labels)
        assert all(QFontMetrics(font).horizontalAdvance(line) <= box.width() - 14 for line in lines)
