"""Positions laid out in the window: written, judged as they are typed, begun as games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from engine.game.ask.games import begin_laid_out
from engine.game.session import GameSession
from qtapp.app.files.folders import Folders
from qtapp.app.main_window import MainWindow
from qtapp.dialogs.lay_out import LayOutDialog
from tests.qtapp.conftest import Opener, press_key, settle
from tests.qtapp.hands import by_menu

SCENARIO = "operation_gertrud/late_1941"
POSITION = """
turn = 2
side = "german"
only = true
[units]
german-kommando = "2611"
"""
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dialog(folders: Folders, qtbot: QtBot) -> LayOutDialog:
    made = LayOutDialog(folders, 7)
    qtbot.addWidget(made)
    made.choose(SCENARIO)
    made.show()
    return made


def typed(dialog: LayOutDialog, text: str) -> None:
    """Put a text in place of the one there is, as by pasting, and wait until it is judged."""
    dialog.text.selectAll()
    QApplication.clipboard().setText(text)
    QTest.keyClick(dialog.text, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    dialog.judge()


def button(dialog: LayOutDialog, text: str) -> QPushButton:
    return next(b for b in dialog.findChildren(QPushButton) if b.text() == text)


def test_a_scenario_brings_its_template_and_it_can_be_begun(dialog: LayOutDialog) -> None:
    assert f'scenario = "{SCENARIO}"' in dialog.text.toPlainText()
    assert "# or allied" in dialog.text.toPlainText()
    assert "Turn 1, german movement, German to decide" in dialog.verdict.text()
    assert button(dialog, "Begin").isEnabled()


def test_what_is_typed_is_judged(dialog: LayOutDialog, qtbot: QtBot) -> None:
    typed(dialog, POSITION)
    assert "1 unit on the board" in dialog.verdict.text()
    QTest.keyClicks(dialog.text, "german-133 = '2708'")
    qtbot.waitUntil(lambda: "Did you mean" in dialog.verdict.text())
    assert not button(dialog, "Begin").isEnabled()
    assert dialog.verdict.property("role") == "warning"


def test_text_that_was_written_survives_another_scenario(dialog: LayOutDialog) -> None:
    typed(dialog, POSITION)
    dialog.choose("operation_gertrud/early_1942")
    assert dialog.text.toPlainText() == POSITION
    assert button(dialog, "Begin").isEnabled()


def test_positions_are_opened_and_saved(dialog: LayOutDialog, tmp_path: Path) -> None:
    typed(dialog, f'scenario = "{SCENARIO}"\n{POSITION}')
    path = tmp_path / "kommando.toml"
    dialog.write(path)
    dialog.choose("balkan_gambit/1943")
    typed(dialog, "")
    dialog.read(path)
    dialog.judge()
    assert dialog.result_game().table.scenario.id == SCENARIO
    dialog.read(tmp_path / "nothing.toml")
    assert "nothing.toml" in dialog.verdict.text()
    assert dialog.table is not None, "what was written is still there"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"turn = \xff", "is not UTF-8 text"),
        (b"turn = " + b"9" * 5000, "longer than 2,000 characters"),
        (b"turn = " + b"[" * 900 + b"]" * 900, "nested"),
        (b"options = 3", "must be a table"),
    ],
)
def test_a_stranger_s_file_is_refused_in_a_sentence(
    dialog: LayOutDialog, tmp_path: Path, data: bytes, words: str
) -> None:
    (tmp_path / "a.toml").write_bytes(data)
    dialog.read(tmp_path / "a.toml")
    if dialog.text.toPlainText() == data.decode("utf-8", "replace"):
        dialog.judge()
    assert words in dialog.verdict.text()


def test_without_a_game_its_position_cannot_be_taken(dialog: LayOutDialog) -> None:
    assert not dialog.game_button.isEnabled()
    assert "No game is open" in dialog.game_button.toolTip()


def test_the_position_of_the_open_game_is_taken(folders: Folders, qtbot: QtBot) -> None:
    game = begin_laid_out(SCENARIO, {"turn": 3, "only": True, "units": {"german-132": "2708"}})
    made = LayOutDialog(folders, 7, game=game)
    qtbot.addWidget(made)
    made.show()
    made.choose("balkan_gambit/1943")
    QTest.mouseClick(made.game_button, LEFT)
    made.judge()
    assert 'german-132 = "2708"' in made.text.toPlainText()
    assert made.result_game().table.state == game.state


@pytest.fixture
def window(opened_anew: Opener) -> Iterator[MainWindow]:
    yield opened_anew(None)


def test_a_game_is_begun_from_a_position_played_saved_and_opened(
    window: MainWindow, tmp_path: Path
) -> None:
    path = tmp_path / "laid.sandtable"

    def act() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, LayOutDialog)
        dialog.choose(SCENARIO)
        typed(dialog, POSITION)
        dialog.file.setText(str(path))
        QTest.mouseClick(button(dialog, "Begin"), LEFT)

    QTimer.singleShot(0, act)
    press_key(
        window,
        Qt.Key.Key_L,
        Qt.KeyboardModifier.ControlModifier,
        Qt.KeyboardModifier.ShiftModifier,
    )
    settle()
    game = window.bridge.game
    assert "a laid-out position" in window.windowTitle()
    assert game.beginning[0][1].startswith("The game begins from a laid-out position")
    start = game.state
    move = next(a for a in game.view().legal if type(a).__name__ == "Move")
    window.bridge.act(move)
    settle()
    by_menu(window, "undo")
    assert window.bridge.state == start
    settle()
    by_menu(window, "redo")
    assert window.bridge.state != start
    window.files.close()
    with GameSession.open(path) as again:
        assert again.laid
        assert again.verify() == ()
