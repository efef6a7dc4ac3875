"""What goes wrong on the desk is told in a sentence, and changes nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from engine.editing.map_session import EditSession
from maps.digitise import scans
from maps.digitise.calibrating.points import ControlPoint
from maps.edits import set_side
from maps.hexgrid import side_between
from qtapp.workspaces.scan.modes import Mode
from qtapp.workspaces.scan.panels.add_dialog import Wanted
from tests.qtapp.workspaces.scan.conftest import Bench


def test_what_is_no_scan_is_told_and_changes_nothing(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, cut, bomb, pdf = (tmp_path / name for name in ("a.png", "b.png", "c.png", "d.pdf"))
    text.write_text("no picture")
    cut.write_bytes(bench.png.read_bytes()[:3000])
    Image.fromarray(np.zeros((300, 300, 3), dtype=np.uint8)).save(bomb)
    pdf.write_text("no document")
    limit = scans.MOST_PIXELS
    for path, said in (
        (text, "is not a PNG, JPEG or TIFF"),
        (cut, "damaged or cut off"),
        (pdf, "no PDF file"),
        (tmp_path / "none.png", "no such picture"),
        (bomb, "too large for memory"),
    ):
        monkeypatch.setattr(scans, "MOST_PIXELS", 1000 if path == bomb else limit)
        bench.add(path)
        words = bench.window.notice.text()
        assert said in words
        assert path.name in words
        assert not bench.workspace.controller.session.scans
        assert not bench.workspace.controller.session.can_undo


def test_bad_points_are_told_and_change_nothing(bench: Bench) -> None:
    bench.add()
    workspace = bench.workspace
    workspace.controller.use(Mode.POINT)
    x, y = bench.made.centres["0303"]
    notice = bench.window.notice
    bench.show("9999", x, y)
    assert "no hex '9999'" in notice.text()
    assert workspace.canvas.field.isVisible()
    bench.key(Qt.Key.Key_Escape)
    assert workspace.controller.work is not None
    assert not workspace.controller.work.points
    workspace.controller.add_point("0303", x, y)
    assert "needs 2 points" in workspace.points.overall.text()
    assert not workspace.controller.add_point("0404", x, y)
    assert "0303 is at that place already" in notice.text()
    for label in ("0305", "0307"):
        workspace.controller.add_point(label, *bench.made.centres[label])
    assert "collinear" in workspace.points.overall.text()
    assert workspace.controller.lattice is None
    for label in ("0701", "0905"):
        workspace.controller.add_point(label, *bench.made.centres[label])
    assert workspace.controller.lattice is not None
    far = bench.made.centres["0101"]
    workspace.controller.add_point("0602", *far)
    assert "0602 contradicts the other points" in workspace.points.overall.text()
    assert workspace.controller.lattice is None
    bench.do("undo")
    assert workspace.controller.lattice is not None


def test_work_can_be_cancelled(bench: Bench, tmp_path: Path) -> None:
    big = tmp_path / "big.png"
    Image.fromarray(np.zeros((5000, 6000, 3), dtype=np.uint8)).save(big)
    bench.answer_add(big)
    bench.do("scan_add")
    strip = bench.workspace.page.strip  # type: ignore[attr-defined]
    assert strip.isVisible()
    bench.click_on(strip.cancel)
    bench.wait()
    assert not strip.isVisible()
    assert not bench.workspace.controller.session.scans


def test_a_board_edited_since_keeps_what_was_drawn(bench: Bench) -> None:
    bench.add()
    bench.calibrate(6)
    for kind, labels in bench.examples(3).items():
        for label in labels:
            bench.workspace.reader.confirm_hex(label, kind)
    bench.workspace.reader.read_terrain()
    bench.wait()
    bench.workspace.reader.draw()
    drawn = bench.terrain()
    board = bench.map()
    a, b = (board.sheets[0].hex(label) for label in ("0202", "0203"))
    assert a is not None and b is not None
    with EditSession.open(bench.workspace.controller.session.path) as editor:
        editor.apply(set_side(editor.map, side_between(a, b), "river", True))
    bench.do("undo")
    assert "Map workspace" in bench.window.notice.text()
    assert bench.terrain() == drawn


def test_points_of_a_duplicate_are_moved_not_doubled(bench: Bench) -> None:
    bench.add()
    bench.workspace.controller.add_point("0303", 100, 100)
    bench.workspace.controller.add_point("0303", 110, 100)
    assert bench.workspace.controller.work is not None
    assert bench.workspace.controller.work.points == (ControlPoint("0303", 110, 100),)


def test_a_linked_picture_that_is_gone_is_told(bench: Bench) -> None:
    workspace = bench.workspace
    assert workspace.take_in(Wanted(bench.png, bench.map().sheets[0].id, links=True))
    bench.wait()
    bench.calibrate(4)
    for kind, labels in bench.examples(2).items():
        for label in labels:
            workspace.reader.confirm_hex(label, kind)
    bench.png.unlink()
    assert workspace.reader.read_terrain()
    bench.wait()
    assert "no such picture" in bench.window.notice.text()
    assert workspace.reader.review is None


def test_points_of_qgis_are_read_and_written(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.add()
    controller = bench.workspace.controller
    bench.calibrate(5)
    assert controller.work is not None
    shown = controller.work.points
    target = tmp_path / "own"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: (str(target), ""))
    bench.do("scan_points_out")
    written = target.with_suffix(".points")
    assert "5 points" in bench.window.notice.text() and written.is_file()
    for point in shown:
        controller.drop_point(point.label)
    assert not controller.work.points and controller.lattice is None
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(written), ""))
    bench.do("scan_points_in")
    assert sorted(controller.work.points) == sorted(shown) and controller.lattice is not None
    bench.do("undo")
    assert not controller.work.points
    for text, words in (
        ("nonsense", "no line that names"),
        ("mapX,mapY,pixelX,pixelY\n900,900,1,1\n", "no point of the sheet"),
        ("mapX,mapY,pixelX,pixelY\n0,0,90000,1\n", "far off the picture"),
    ):
        written.write_text(text)
        bench.do("scan_points_in")
        assert words in bench.window.notice.text() and not controller.work.points
