"""New units written in notation, and orders of battle begun from nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QInputDialog, QLabel, QWidget

from qtapp.dialogs.finder import Finder
from qtapp.workspaces.units.typing_dialog import TypingDialog
from qtapp.workspaces.units.units_workspace import UnitsWorkspace
from tests.qtapp.conftest import settle
from tests.qtapp.hands import by_menu, press
from tests.qtapp.workspaces.units.hands import (
    click_row,
    edit_cell,
    in_dialog,
    shown,
    type_search,
)


def test_lines_of_notation_become_units_behind_the_chosen_one(fite: UnitsWorkspace) -> None:
    type_search(fite.centre, "german infantry 217")
    click_row(fite.centre, 0)
    seen: list[str] = []

    def act(dialog: QWidget) -> None:
        assert isinstance(dialog, TypingDialog)
        seen.extend(dialog.text.toPlainText().strip().split("\n"))
        QTest.keyClicks(dialog.text, "2x6-6 Infantri XX 901, 902")
        ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
        assert "the unit type 'Infantri' is unknown" in dialog.report.text()
        assert not ok.isEnabled()
        for _ in range(len("i XX 901, 902")):
            QTest.keyClick(dialog.text, Qt.Key.Key_Backspace)
        QTest.keyClicks(dialog.text, "y XX 901, 902")
        assert dialog.report.text() == "2 units understood."
        QTest.mouseClick(ok, Qt.MouseButton.LeftButton)

    in_dialog(TypingDialog, act)
    by_menu(fite.window, "oob_type")
    settle()
    assert seen == [
        "Side: Axis",
        "INITIAL FORCES, JUN II 41",
        "ARMY GROUP NORTH",
        "18th Army. German-Soviet border 1B/2224..1B/2424, depth 5",
    ]
    fite.centre.search.clear()
    settle()
    names = shown(fite.centre)
    at = names.index("217")
    assert names[at : at + 4] == ["217", "901", "902", "291"]
    assert shown(fite.centre, "force")[at + 1] == "18th Army"
    by_menu(fite.window, "undo")
    settle()
    assert shown(fite.centre)[at : at + 2] == ["217", "291"]


def test_an_empty_order_of_battle_is_begun_and_filled(crete: UnitsWorkspace) -> None:
    def choose(dialog: QWidget) -> None:
        assert isinstance(dialog, Finder)
        QTest.keyClicks(dialog.line, "empty")
        QTest.keyClick(dialog.line, Qt.Key.Key_Return)

    def name(dialog: QWidget) -> None:
        assert isinstance(dialog, QInputDialog)
        dialog.setTextValue("Home guard")
        dialog.accept()

    in_dialog(Finder, choose)
    in_dialog(QInputDialog, name)
    by_menu(crete.window, "oob_add")
    settle()
    assert (crete.controller.ledger.title, crete.controller.ledger.id) == (
        "Home guard",
        "home-guard",
    )
    assert crete.centre.model.rowCount() == 0
    assert "no units in it yet" in crete.centre.empty.text.text()

    def write(dialog: QWidget) -> None:
        assert isinstance(dialog, TypingDialog)
        headings = " ".join(label.text() for label in dialog.findChildren(QLabel))
        assert "Force: 0203" in headings and "Turn: 2" in headings
        QTest.keyClicks(dialog.text, "2x1-2-6 Infantry III 1, 2")
        QTest.keyClick(dialog.text, Qt.Key.Key_Return)
        QTest.keyClicks(dialog.text, "1x3(1)-15 Armor  3")
        told.append(dialog.report.text())
        dialog.accept()

    told: list[str] = []
    in_dialog(TypingDialog, write)
    press(crete.centre.empty.offer)
    assert not crete.centre.empty.isVisible()
    assert told == ["3 units understood."]
    assert shown(crete.centre) == ["1", "2", "3"]
    assert set(shown(crete.centre, "side")) == {"Blue"}
    assert shown(crete.centre, "ratings") == ["1-2-6", "1-2-6", "3-1-15"]
    edit_cell(crete.centre, 0, "ratings", "1-0")
    edit_cell(crete.centre, 0, "size", "")
    assert shown(crete.centre, "ratings")[0] == "1-0"
    assert shown(crete.centre, "size") == ["", "III", ""]
    by_menu(crete.window, "undo")
    settle()
    assert shown(crete.centre, "size")[0] == "III"
