"""Keys of the Scan workspace that zoom, and that bring panels forward."""

from __future__ import annotations

import pytest
import scanmaker
from PySide6.QtCore import Qt

from qtapp.widgets.parts import is_seen
from tests.qtapp.workspaces.scan.conftest import Bench
from tests.qtapp.workspaces.scan.test_scan_room import CTRL, walk


def test_its_keys_zoom_the_scan_and_bring_the_panel_of_a_mode_forward(bench: Bench) -> None:
    workspace, made = bench.workspace, bench.made
    book = bench.window.book
    assert not book["zoom_in"].isEnabled()
    bench.workspace.canvas.setFocus()
    bench.answer_add(bench.png)
    bench.key(Qt.Key.Key_A)
    bench.wait()
    fitted = workspace.canvas.scale_now
    bench.key(Qt.Key.Key_Plus, CTRL)
    assert workspace.canvas.scale_now == pytest.approx(fitted * 1.25)
    bench.key(Qt.Key.Key_Minus, CTRL)
    bench.key(Qt.Key.Key_Minus, CTRL)
    assert workspace.canvas.scale_now == pytest.approx(fitted / 1.25)
    bench.key(Qt.Key.Key_0, CTRL)
    assert workspace.canvas.scale_now == pytest.approx(fitted)
    bench.key(Qt.Key.Key_P)
    for label in scanmaker.spread_labels(made, 5):
        walk(bench, *made.centres[label])
        bench.key(Qt.Key.Key_Return)
        bench.type(label)
        bench.key(Qt.Key.Key_Return)
    bench.key(Qt.Key.Key_R)
    assert is_seen(workspace.lines) and not is_seen(workspace.terrain)
    bench.key(Qt.Key.Key_T)
    assert is_seen(workspace.terrain) and not is_seen(workspace.lines)
