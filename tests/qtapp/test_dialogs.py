"""Dialogs: begin a game, go somewhere, find a command, change a shortcut, read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from engine.game.session import Dice
from maps.hexgrid import Hex
from qtapp.app.files.folders import Folders
from qtapp.app.main_window import MainWindow
from qtapp.dialogs.about import AboutDialog
from qtapp.dialogs.finder import Finder, fuzzy
from qtapp.dialogs.go_to import spots
from qtapp.dialogs.manual import ManualWindow
from qtapp.dialogs.new_game import NewGameDialog
from qtapp.dialogs.palette import commands
from qtapp.dialogs.shortcuts import ShortcutsDialog
from tests.engine.fakes import HOME
from tests.qtapp.conftest import CAMPAIGN, Opener, press_key, settle
from tests.qtapp.hands import by_menu


def within(act: Callable[[QDialog], None]) -> None:
    """Do something in the dialog that opens next."""

    def soon() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog) and dialog.isVisible():
            act(dialog)
        else:
            QTimer.singleShot(10, soon)

    QTimer.singleShot(10, soon)


def test_a_new_game_is_begun_as_chosen(opened: Opener, tmp_path: Path) -> None:
    window = opened(None)

    def choose(dialog: QDialog) -> None:
        assert isinstance(dialog, NewGameDialog)
        dialog.choose("balkan_gambit/1944")
        dialog.seed.setValue(77)
        dialog.dice.setCurrentIndex(2)
        dialog.file.setText(str(tmp_path / "mine.sandtable"))
        dialog.accept()

    within(choose)
    by_menu(window, "new")
    settle()
    game = window.bridge.game
    assert (game.scenario.id, game.seed, game.dice) == ("balkan_gambit/1944", 77, Dice.ASK)
    assert window.bridge.path == tmp_path / "mine.sandtable"
    assert window.preferences.recent[0] == tmp_path / "mine.sandtable"
    seen: list[str] = []

    def look(dialog: QDialog) -> None:
        assert isinstance(dialog, NewGameDialog)
        shown, row = dialog.list.viewport().rect(), dialog.list.currentIndex()
        assert shown.contains(dialog.list.visualRect(row)), "it need not be looked for"
        seen.append(dialog.result_game().scenario)
        dialog.reject()

    within(look)
    by_menu(window, "new")
    assert seen == ["balkan_gambit/1944"], "one begins where one was"


def test_the_new_game_dialog_offers_options_and_a_free_name(qtbot: QtBot, folders: Folders) -> None:
    folders.campaigns.mkdir(parents=True)
    folders.campaign_file(CAMPAIGN).write_bytes(b"")
    dialog = NewGameDialog(folders, 5)
    qtbot.addWidget(dialog)
    dialog.choose(CAMPAIGN)
    wanted = dialog.result_game()
    assert wanted.path.name == "balkan_gambit-1943-2.sandtable"
    assert wanted.options


def test_going_to_a_place_by_a_few_letters(campaign: MainWindow) -> None:
    def find(dialog: QDialog) -> None:
        assert isinstance(dialog, Finder)
        QTest.keyClicks(dialog.line, "sarajvo")
        QTest.keyClick(dialog.line, Qt.Key.Key_Return)

    within(find)
    press_key(campaign, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    board = campaign.bridge.game.scenario.map
    assert campaign.view.cursor_hex == board.parse_label("1717")


def test_hex_numbers_are_found(campaign: MainWindow) -> None:
    board = campaign.bridge.game.scenario.map
    assert spots(board, "1717")[0].value == board.parse_label("1717")
    assert not spots(board, "zzzzqqq")


def test_the_palette_does_what_is_chosen(window: MainWindow) -> None:
    def find(dialog: QDialog) -> None:
        assert isinstance(dialog, Finder)
        QTest.keyClicks(dialog.line, "dark")
        QTest.keyClick(dialog.line, Qt.Key.Key_Return)

    within(find)
    press_key(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert window.theme.id == "dark"


def test_the_palette_puts_what_is_off_last_and_unchoosable(window: MainWindow) -> None:
    found = commands(window.book, "undo")
    assert found[0].value == "undo" and not found[0].enabled
    everything = commands(window.book, "")
    flags = [entry.enabled for entry in everything]
    assert flags == sorted(flags, reverse=True)


@pytest.mark.parametrize(
    ("typed", "text", "fits"),
    [("gt", "Go to", True), ("xyz", "Go to", False), ("", "Go to", True), ("to", "Go to", True)],
)
def test_fuzzy_fitting(typed: str, text: str, fits: bool) -> None:
    assert (fuzzy(typed, text) is not None) is fits


def test_a_shortcut_is_changed_kept_and_never_doubled(
    own_window: MainWindow, qtbot: QtBot, opened_anew: Opener
) -> None:
    dialog = ShortcutsDialog(own_window.book, own_window)
    qtbot.addWidget(dialog)
    dialog.choose("check_map")
    dialog.give("Ctrl+Z")
    assert "Undo" in dialog.message.text()
    assert own_window.book["check_map"].shortcut().toString() == "F7"
    dialog.give("F9")
    assert own_window.book["check_map"].shortcut().toString() == "F9"
    own_window.close()
    again = opened_anew(None)
    assert again.book["check_map"].shortcut().toString() == "F9"


def test_the_manual_shows_its_pages(qtbot: QtBot) -> None:
    manual = ManualWindow()
    qtbot.addWidget(manual)
    assert manual.list.count() > 2
    manual.show_page("5-command-line")
    assert "sandtable" in manual.text.toPlainText()


def test_about_names_the_sources(window: MainWindow, qtbot: QtBot) -> None:
    from qtapp.app.credits import credits_text

    text = credits_text(window.bridge)
    assert "Natural Earth" in text
    dialog = AboutDialog(text, "#000000", window)
    qtbot.addWidget(dialog)
    assert dialog.windowTitle() == "About Sandtable"


def test_the_selection_is_found_again(window: MainWindow) -> None:
    window.play.select_place(HOME)
    window.view.go_to(Hex(1, 1))
    by_menu(window, "go_to_selection")
    assert window.view.cursor_hex == HOME
