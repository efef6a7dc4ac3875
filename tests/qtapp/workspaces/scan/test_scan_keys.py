"""Keys of the Scan workspace that zoom, and that bring panels forward."""

from __future__ import annotations

import pytest
import scanmaker
from PySide6.QtCore import Qt

from qtapp.widgets.parts import is_seen
from tests.qtapp.conftest import settle
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


def test_numbers_choose_a_line_as_they_choose_terrain(bench: Bench) -> None:
    """The list shows them beside its kinds; stretches were confirmed for the line above."""
    workspace = bench.workspace
    bench.add()
    bench.calibrate()
    workspace.canvas.setFocus()
    settle()
    bench.key(Qt.Key.Key_R)
    kinds = [kind.id for kind in workspace.reader.line_kinds()]
    assert len(kinds) > 1 and workspace.reader.line == kinds[0]
    bench.key(Qt.Key.Key_2)
    assert workspace.reader.line == kinds[1]


def test_ground_that_nobody_confirmed_is_asked_for(bench: Bench) -> None:
    """A board off a scan begins as clear ground: without a hex of it none is read as clear."""
    workspace = bench.workspace
    bench.add()
    bench.calibrate()
    first, *others = (kind.id for kind in workspace.reader.terrain_kinds())
    for label, kind in zip(("0102", "0203"), others, strict=False):
        workspace.reader.confirm_hex(label, kind)
    assert workspace.terrain.words.text().startswith(
        f"No hex is confirmed as {workspace.reader.terrain_name(first)} yet"
    )
    workspace.reader.confirm_hex("0304", first)
    assert workspace.terrain.words.text().startswith("A few more would help")


def test_a_new_kind_begins_with_a_capital(bench: Bench) -> None:
    """As all others of the legend do."""
    bench.add()
    bench.calibrate()
    assert bench.workspace.reader.name_sample("0203", "salt flats")
    assert bench.workspace.reader.terrain_kinds()[-1].name == "Salt flats"
