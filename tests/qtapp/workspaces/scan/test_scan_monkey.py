"""Anybody may click, type and drag anything on the desk: the window never breaks."""

from __future__ import annotations

import pytest
import scanmaker
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.core.chance import Stream
from maps.digitise.calibrating.transforms import Fit
from qtapp.workspaces.scan.modes import Mode
from tests.qtapp.conftest import move_mouse, settle
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.scan.conftest import Bench

KEYS = (
    *(Qt.Key.Key_1, Qt.Key.Key_3, Qt.Key.Key_9, Qt.Key.Key_Return, Qt.Key.Key_Escape),
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Delete),
    *(Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_BracketLeft, Qt.Key.Key_Comma),
)
IDS = (
    *("undo", "undo", "redo", "scan_fit", "scan_grid", "scan_forget", "scan_check", "scan_name"),
    *("scan_trace", "scan_review", "scan_draw", "scan_numbers", "scan_pitch", "scan_lay"),
    *("scan_under", "workspace_edit", "workspace_scan", "theme_dark", "scan_cancel"),
)


def misuse(bench: Bench, stream: Stream) -> None:
    """Do one thing somebody might do."""
    workspace = bench.workspace
    canvas = workspace.canvas
    view = canvas.viewport()
    spot = QPoint(stream.below(view.width()), stream.below(view.height()))
    match stream.below(8):
        case 0 | 1:
            QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot)
        case 2:
            QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=spot)
            move_mouse(view, spot + QPoint(30, 10), Qt.MouseButton.LeftButton)
            QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=spot + QPoint(40, 20))
        case 3:
            held = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
            target = QApplication.focusWidget() or canvas
            QTest.keyClick(target, KEYS[stream.below(len(KEYS))], held[stream.below(2)])
        case 4:
            workspace.controller.use(list(Mode)[stream.below(len(Mode))])
        case 5:
            entry = bench.window.book[IDS[stream.below(len(IDS))]]
            if entry.isEnabled():
                by_menu(bench.window, entry.objectName())
        case 6:
            labels = list(bench.truth)
            label = labels[stream.below(len(labels))]
            if stream.below(2):
                workspace.reader.confirm_hex(label)
            elif workspace.controller.work is not None:
                workspace.controller.add_point(label, *bench.made.centres[label])
        case 7:
            fits = (None, *Fit)
            workspace.controller.set_fit(fits[stream.below(len(fits))])
    settle()


@pytest.mark.parametrize(("seed", "steps"), [(1, 30), pytest.param(2, 500, marks=pytest.mark.soak)])
def test_anything_may_be_clicked(bench: Bench, seed: int, steps: int) -> None:
    bench.add()
    for label in scanmaker.spread_labels(bench.made, 4):
        bench.workspace.controller.add_point(label, *bench.made.centres[label])
    stream = Stream(seed, "desk")
    for _ in range(steps):
        misuse(bench, stream)
    bench.qtbot.waitUntil(lambda: bench.workspace.controller.job is None)
    bench.do("workspace_scan")
    while bench.workspace.controller.session.can_undo:
        before = len(bench.workspace.controller.session.scans)
        bench.workspace.undo()
        if len(bench.workspace.controller.session.scans) < before:
            break
    assert set(bench.terrain().values()) == {"clear"}
