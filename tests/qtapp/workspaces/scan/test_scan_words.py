"""What the Scan workspace calls things, and how much it asks a person to look at."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from maps.legend import Layer
from qtapp.workspaces.scan.panels import check_panel
from qtapp.workspaces.scan.scan_table import SCAN
from tests.qtapp.conftest import press_key, settle
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.map.conftest import panels_of, type_into
from tests.qtapp.workspaces.scan.conftest import Bench


def rename(bench: Bench, layer: Layer, ident: str, name: str) -> None:
    """Name a kind in the legend of the Map workspace, and come back."""
    window = bench.window
    by_menu(window, "workspace_edit")
    press_key(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    legend = panels_of(window).legend
    legend.choose(layer, ident)
    settle()
    type_into(legend.editor.name, name)
    assert bench.window.edit.map.legend.get(layer, ident).name == name
    by_menu(window, f"workspace_{SCAN}")
    settle()


def read(bench: Bench) -> None:
    bench.add()
    bench.calibrate()
    work = bench.workspace
    bench.click_on(work.terrain.confirm)
    for row, labels in enumerate(bench.examples(4).values()):
        box = work.terrain.kinds.visualItemRect(work.terrain.kinds.item(row))
        viewport = work.terrain.kinds.viewport()
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=box.center())
        for label in labels:
            bench.click(*bench.made.centres[label])
    bench.click_on(work.terrain.name_all)
    bench.wait()


def test_renamed_kinds_have_their_names_everywhere_and_the_scan_stays_in_its_place(
    bench: Bench,
) -> None:
    read(bench)
    before = bench.workspace.canvas.place_of(300, 200)
    rename(bench, Layer.TERRAIN, "forest", "Deep wood")
    after = bench.workspace.canvas.place_of(300, 200)
    assert (after - before).manhattanLength() < 3, "the scan lies where it lay"
    rename(bench, Layer.HEXSIDE, "river", "Brook")
    work = bench.workspace
    listed = [work.terrain.kinds.item(row).text() for row in range(3)]
    assert any("Deep wood" in text for text in listed) and not any("forest" in t for t in listed)
    assert "Deep wood" in work.terrain.words.text() and "2 Deep wood" in work.review.keys.text()
    model = work.review.model
    told = [str(model.index(row).data()) for row in range(model.rowCount())]
    tips = [
        str(model.index(row).data(Qt.ItemDataRole.ToolTipRole)) for row in range(model.rowCount())
    ]
    assert any(": Deep wood, " in text for text in told)
    assert not any("forest" in text for text in (*told, *tips))
    bench.window.docks["scan_lines"].raise_()
    settle()
    assert "Brook" in work.lines.kinds.item(0).text() and "of Brook." in work.lines.words.text()
    bench.click_on(work.lines.confirm)
    lattice = work.controller.lattice
    assert lattice is not None
    for a, b in bench.rivers[:4]:
        rows = [lattice.index[a], lattice.index[b]]
        bench.click(*lattice.centres[rows].mean(axis=0))
    bench.click_on(work.lines.trace)
    bench.wait()
    assert work.review.words.text().startswith("Brook: ")
    bench.click_on(work.review.draw)
    assert "Done: draw Brook of the scan" in bench.window.notice.text()


def test_no_more_hexes_are_called_doubtful_than_are_worth_a_look(bench: Bench) -> None:
    read(bench)
    work = bench.workspace
    review = work.reader.review
    assert review is not None
    wrong = [item for item in review.items if item.kind != bench.truth[item.labels[0]]]
    assert review.doubtful <= max(10, 3 * len(wrong))
    assert f"12 seen, {review.doubtful} doubtful." in work.review.words.text()
    work.review.focus()
    for _hex in range(review.doubtful):
        bench.key(Qt.Key.Key_Return)
    assert "0 doubtful." in work.review.words.text()


@pytest.mark.parametrize(
    ("shift", "words"),
    [((1, 0), "+1 column"), ((0, -2), "-2 rows"), ((2, -1), "+2 columns and -1 row")],
)
def test_how_far_labels_are_off_is_told_in_columns_and_rows(
    shift: tuple[int, int], words: str
) -> None:
    """It was *+1 columns and +0 rows*, and of numbers that are read *off by 1 and 0*."""
    assert check_panel._told(3, 3, shift).endswith(f"the labels are {words} off.")
    assert f"by {words}, where" in check_panel._told(4, 3, shift)
