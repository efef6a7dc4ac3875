"""Game boxes at the window: made, opened, begun, and refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from engine.editing.game_box import look, pack
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.scenario_session import ScenarioSession
from oob.model import UnitId
from qtapp.app.files.box_dialogs import BeginFromBox, MakeBox
from tests.engine.systems.by_hand.desk import board, order
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu

R1 = UnitId("red-1")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.sandtable"
    EditSession.create(path, board()).close()
    OobSession.create(path, order()).close()
    for title, label in (("The crossing", "0303"), ("The return", "0404")):
        with ScenarioSession.make(path, title, 1, 1) as scenario:
            scenario.put((R1,), label)
    return path


def answering(
    monkeypatch: pytest.MonkeyPatch, kind: type[QDialog], do: Callable[[QDialog], None]
) -> list[QDialog]:
    shown: list[QDialog] = []

    def answer(dialog: QDialog) -> int:
        shown.append(dialog)
        dialog.show()
        do(dialog)
        return dialog.result()

    monkeypatch.setattr(kind, "exec", answer)
    return shown


def test_a_box_is_made_of_the_open_file_with_credits_and_a_licence(
    opened: Opener, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(own)
    QTest.keyClick(window, Qt.Key.Key_7, Qt.KeyboardModifier.ControlModifier)

    def fill(dialog: QDialog) -> None:
        assert isinstance(dialog, MakeBox)
        assert not dialog.ok.isEnabled(), "nobody is named yet"
        QTest.keyClicks(dialog.credits, "Map by Ann")
        assert not dialog.ok.isEnabled()
        QTest.keyClicks(dialog.licence, "For friends")
        QTest.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)

    answering(monkeypatch, MakeBox, fill)
    by_menu(window, "scenario_box")
    settle()
    found = look(own.with_suffix(".sandbox"))
    assert [info.title for info in found.scenarios] == ["The crossing", "The return"]
    assert (found.credits, found.licence) == ("Map by Ann", "For friends")
    assert "own.sandbox" in window.notice.text()


def test_a_friend_opens_a_box_and_begins_its_second_scenario(
    opened: Opener, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = tmp_path / "game.sandbox"
    pack(own, box, "Map by Ann", "For friends", lambda _share, _words: None)
    window = opened(None)

    def fill(dialog: QDialog) -> None:
        assert isinstance(dialog, BeginFromBox)
        dialog.file.setText(str(tmp_path / "mine.sandtable"))
        QTest.keyClick(dialog.list, Qt.Key.Key_Down)
        QTest.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)

    answering(monkeypatch, BeginFromBox, fill)
    window.files.open(box)
    settle()
    assert window.document.path == tmp_path / "mine.sandtable"
    game = window.bridge.game
    assert game.scenario.title == "The return"
    assert game.state.pieces[R1].at == board().parse_label("0404")


def test_a_box_that_is_none_is_told_and_nothing_is_written(opened: Opener, tmp_path: Path) -> None:
    box = tmp_path / "bad.sandbox"
    box.write_bytes(b"PK\x03\x04" + bytes(4096))
    window = opened(None)
    told: list[str] = []
    window.trouble.known.disconnect()
    window.trouble.known.connect(told.append)
    before = sorted(path.name for path in tmp_path.iterdir())
    window.files.open(box)
    settle()
    window.trouble.known.disconnect()
    window.trouble.known.connect(window.show_known)
    assert told and "bad.sandbox" in told[0]
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert window.document.path is None
