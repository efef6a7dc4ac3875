"""A scan comes first: its grid is found, a board is offered from it, and the scan lies on it."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from manual_pictures import sample_pictures
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

import resources
from engine.editing.project_session import ProjectSession
from engine.editing.scan_session import ScanSession
from maps.digitise.arrays import Bytes
from maps.digitise.calibrating.whole_grid import WholeGrid, find_grid
from maps.layout import Orientation
from maps.legend import Layer
from maps.numbering import Parity
from qtapp.app.guide import scan_board
from qtapp.app.guide.board_dialog import ScanBoardDialog
from qtapp.board.pictures.render import Picture
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_key, by_menu, press

CTRL = Qt.KeyboardModifier.ControlModifier


FOUND: dict[bytes, WholeGrid | None] = {}


@pytest.fixture(autouse=True)
def found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The grid of a picture is found once, which takes a second: tests here share theirs."""

    def find(picture: Bytes) -> WholeGrid | None:
        key = sha256(picture.tobytes()).digest()
        if key not in FOUND:
            FOUND[key] = find_grid(picture)
        return FOUND[key]

    monkeypatch.setattr(scan_board, "find_grid", find)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.sandtable"
    ProjectSession.create(path).close()
    (tmp_path / "elm-ford-map.jpg").write_bytes(resources.sample("elm-ford-map.jpg"))
    return path


@pytest.mark.parametrize("px", [30.0, 72.0, pytest.param(110.0, marks=pytest.mark.soak)])
def test_the_grid_of_a_board_as_it_is_drawn_is_found_whole_and_nothing_of_its_frame(
    px: float,
) -> None:
    """Its outermost hexes lie close to the frame, which is no outline of further ones."""
    board = Picture(sample_pictures.board(), px).image()
    scan = sample_pictures.scanned(sample_pictures.pixels(board), -0.8, 2.0)
    found = find_grid(np.asarray(scan))
    assert found is not None and (found.columns, found.rows) == (12, 9)


def asking(
    monkeypatch: pytest.MonkeyPatch, scan: Path, do: Callable[[ScanBoardDialog], None]
) -> None:
    def answer(dialog: ScanBoardDialog) -> int:
        dialog.show()
        settle()
        do(dialog)
        return dialog.result()

    monkeypatch.setattr(ScanBoardDialog, "exec", answer)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a: (str(scan), ""))


def test_scan_in_a_file_without_a_board_begins_with_the_picture(
    opened: Opener, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking(monkeypatch, own.with_name("elm-ford-map.jpg"), lambda dialog: press(dialog.ok))
    window = opened(own)
    chosen = QFileDialog.getOpenFileName
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a: ("", ""))
    by_key(window, "workspace_scan")
    assert window.workspace_id == "contents" and not window.document.has_board
    assert window.book["workspace_contents"].isChecked()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", chosen)
    by_key(window, "workspace_scan")
    settle()
    assert window.workspace_id == "scan" and window.document.has_board
    with ScanSession.open(own) as session:
        assert len(session.scans) == 1


def test_a_board_is_offered_from_the_scan(
    opened: Opener, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def take(dialog: ScanBoardDialog) -> None:
        seen.extend((dialog.said.text(), dialog.preview.accessibleDescription()))
        seen.append(dialog.corners.accessibleDescription())
        assert dialog.minimumSizeHint().height() < 560, "it fits on a low screen"
        QTest.keyClicks(dialog.title, "Elm Ford")
        press(dialog.ok)

    asking(monkeypatch, own.with_name("elm-ford-map.jpg"), take)
    window = opened(own)
    by_key(window, "scan_board")
    settle()
    assert "12 columns and 9 rows" in seen[0] and "flat sides up" in seen[0]
    assert "0101" in seen[1] and "1209" in seen[1] and seen[2] == seen[1]
    assert window.workspace_id == "scan"
    with ScanSession.open(own) as session:
        assert session.map.title == "Elm Ford"
        assert [kind.id for kind in session.map.legend.of(Layer.TERRAIN)] == ["clear"]
        (work,) = session.scans.values()
        assert len(work.points) == 25 and {p.label for p in work.points} >= {"0101", "1209"}
        spots = {p.label: (p.x, p.y) for p in work.points}
    assert spots["0101"] == pytest.approx((110, 92), abs=5)
    assert spots["1209"] == pytest.approx((786, 713), abs=5)
    by_menu(window, "undo")
    settle()
    with ScanSession.open(own) as session:
        assert not session.scans


def test_numbers_that_begin_elsewhere_keep_what_is_pushed(
    opened: Opener, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def take(dialog: ScanBoardDialog) -> None:
        assert dialog.sheet().scheme.parity is Parity.EVEN
        dialog.scheme.first_column.setFocus()
        QTest.keyClick(dialog.scheme.first_column, Qt.Key.Key_A, CTRL)
        QTest.keyClicks(dialog.scheme.first_column, "4")
        settle()
        assert "0401" in dialog.preview.accessibleDescription()
        assert dialog.sheet().scheme.parity is Parity.ODD
        press(dialog.ok)

    asking(monkeypatch, own.with_name("elm-ford-map.jpg"), take)
    window = opened(own)
    by_key(window, "scan_board")
    settle()
    with ScanSession.open(own) as session:
        (work,) = session.scans.values()
        assert {p.label for p in work.points} >= {"0401", "1509"}


def test_a_grid_that_was_found_too_small_holds_nothing(
    opened: Opener, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def take(dialog: ScanBoardDialog) -> None:
        dialog.scheme.columns.setFocus()
        QTest.keyClick(dialog.scheme.columns, Qt.Key.Key_A, CTRL)
        QTest.keyClicks(dialog.scheme.columns, "13")
        settle()
        assert dialog.scheme.parity.isEnabled()
        assert dialog.preview.accessibleDescription() == "No grid was found."
        press(dialog.ok)

    asking(monkeypatch, own.with_name("elm-ford-map.jpg"), take)
    window = opened(own)
    by_key(window, "scan_board")
    settle()
    with ScanSession.open(own) as session:
        (work,) = session.scans.values()
        assert session.map.sheets[0].columns == 13 and work.points == ()


def test_a_picture_without_a_grid_leaves_the_numbers_to_the_person(
    opened: Opener, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = own.with_name("plain.png")
    rng = np.random.default_rng(1)
    Image.fromarray(rng.integers(200, 240, (300, 400, 3), dtype=np.uint8)).save(plain)

    def take(dialog: ScanBoardDialog) -> None:
        assert "No grid that repeats" in dialog.said.text()
        QTest.keyClick(dialog.title, Qt.Key.Key_A, CTRL)
        QTest.keyClick(dialog.title, Qt.Key.Key_Delete)
        press(dialog.ok)
        assert dialog.isVisible() and "no title" in dialog.trouble.text()
        QTest.keyClicks(dialog.title, "By hand")
        QTest.keyClicks(dialog.orientation, "Corners")
        press(dialog.ok)

    asking(monkeypatch, plain, take)
    window = opened(own)
    by_key(window, "scan_board")
    settle()
    with ScanSession.open(own) as session:
        assert session.map.orientation is Orientation.POINTY
        (work,) = session.scans.values()
        assert work.points == ()


def test_nothing_is_made_of_what_is_no_picture_or_not_wanted(
    opened: Opener, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    window = opened(own)
    monkeypatch.setattr(type(window), "show_known", lambda _window, words: told.append(words))
    asking(monkeypatch, own, lambda dialog: press(dialog.ok))
    window.trouble.known.disconnect()
    window.trouble.known.connect(told.append)
    by_key(window, "scan_board")
    settle()
    assert told and not window.document.boards
    asking(monkeypatch, own.with_name("elm-ford-map.jpg"), lambda dialog: dialog.reject())
    by_key(window, "scan_board")
    settle()
    assert not window.document.boards and window.workspace_id == "contents"
