"""Keys of the desk: find anything, every key on one sheet, hide counters, mark who can act."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.game.catalogue import explain
from maps.hexgrid import Hex
from qtapp.actions.action_table import ACTIONS
from qtapp.actions.keys_sheet import ON_THE_BOARD, KeysSheet
from qtapp.app.main_window import MainWindow
from qtapp.dialogs.finder import Finder
from tests.qtapp.conftest import press_key, settle
from tests.qtapp.hands import by_menu

CTRL = Qt.KeyboardModifier.ControlModifier


def in_dialog(
    kind: type[Finder] | type[KeysSheet], do: Callable[[Finder | KeysSheet], None]
) -> list[str]:
    """Have something done in a dialog as soon as it is open; what was done wrong there."""
    wrong: list[str] = []

    timer = QTimer(QApplication.instance())

    def act() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, kind):
            return
        timer.stop()
        try:
            do(dialog)
        except (AssertionError, StopIteration) as error:
            wrong.append(repr(error))
        finally:
            if dialog.isVisible():
                dialog.reject()

    timer.timeout.connect(act)
    timer.start(0)
    return wrong


def find(window: MainWindow, text: str, hint: str) -> str:
    """Press Ctrl+F, type, go down to the first find of a sort and take it; what it was called."""
    taken: list[str] = []

    def do(dialog: Finder | KeysSheet) -> None:
        assert isinstance(dialog, Finder)
        QTest.keyClicks(dialog.line, text)
        found = [
            dialog.list.item(row).data(Qt.ItemDataRole.UserRole)
            for row in range(dialog.list.count())
        ]
        row = next(n for n, one in enumerate(found) if hint in one.hint)
        for _ in range(row - dialog.list.currentRow()):
            QTest.keyClick(dialog.line, Qt.Key.Key_Down)
        taken.append(found[row].text)
        QTest.keyClick(dialog.line, Qt.Key.Key_Return)

    window.activateWindow()
    settle()
    wrong = in_dialog(Finder, do)
    press_key(window, Qt.Key.Key_F, CTRL)
    assert taken and not wrong, wrong
    settle()
    return taken[0]


def set_up(window: MainWindow) -> None:
    """Play the set-up and on to a decision with units on the board that can do something."""
    bridge = window.bridge
    with bridge.held():
        while bridge.rules.setting_up(bridge.state) or not any(
            isinstance(c.at, Hex) and bridge.offers.can_act(c.unit) for c in bridge.counters
        ):
            bridge.act(explain(bridge.game)[0])
    settle()


def test_units_places_rules_and_commands_are_found_from_one_line(campaign: MainWindow) -> None:
    set_up(campaign)
    text = find(campaign, "german 117", "unit")
    unit = campaign.selection.unit
    assert unit is not None and text.startswith("German 117") and "117" in unit
    piece = campaign.bridge.state.pieces[unit]
    assert campaign.view.cursor_hex == piece.at
    assert campaign.focusWidget() is campaign.view
    assert "Sarajevo" in find(campaign, "sarajevo", "1717")
    assert campaign.view.cursor_hex == campaign.bridge.game.scenario.map.parse_label("1717")
    find(campaign, "weather", "rule")
    assert campaign.docks["rules"].isVisible()
    assert not campaign.book["zones"].isChecked()
    find(campaign, "show enemy zones", "Z")
    assert campaign.book["zones"].isChecked()
    press_key(campaign, Qt.Key.Key_Z)


def test_a_decision_is_found_and_taken(campaign: MainWindow) -> None:
    set_up(campaign)
    bridge = campaign.bridge
    before = bridge.game.log.current
    wanted = next(iter(bridge.offers.plain())).text
    assert find(campaign, wanted, "decision") == wanted
    assert bridge.game.log.current != before
    last = bridge.game.log.line()[-1]
    assert last.parent is not None


def test_escape_lets_a_filter_go_first_and_then_the_choice(campaign: MainWindow) -> None:
    """A filter that stays behind hides what the next unit can do."""
    set_up(campaign)
    unit = next(iter(campaign.bridge.counters)).unit
    campaign.selection.select(campaign.bridge.state.pieces[unit].at, unit)
    press_key(campaign, Qt.Key.Key_L)
    field = campaign.choices.search
    QTest.keyClicks(field, "zzz")
    settle()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    settle()
    assert not field.text() and campaign.selection.unit == unit
    QTest.keyClick(field, Qt.Key.Key_Escape)
    settle()
    assert campaign.selection.unit is None and campaign.view.hasFocus()


def test_the_sheet_has_every_key_and_narrows(campaign: MainWindow) -> None:
    def do(sheet: Finder | KeysSheet) -> None:
        assert isinstance(sheet, KeysSheet)
        rows = sheet.rows()
        own = [spec for spec in ACTIONS if spec.workspace in ("", "play") and spec.keys]
        assert len(rows) == len(own) + len(ON_THE_BOARD)
        assert all(
            any(spec.text.replace("&", "").rstrip("…") == text for _keys, text in rows)
            for spec in own
        )
        QTest.keyClicks(sheet.search, "end phase")
        assert [text for _keys, text in sheet.rows()] == ["End phase"]
        QTest.keyClicks(sheet.search, " xyz")
        assert not sheet.rows() and sheet.nothing.isVisible()

    wrong = in_dialog(KeysSheet, do)
    press_key(campaign, Qt.Key.Key_Question)
    assert not wrong, wrong


def test_counters_are_hidden_while_playing_and_nowhere_else(campaign: MainWindow) -> None:
    set_up(campaign)
    tiles = campaign.view.board.tiles
    assert tiles is not None and tiles.shows_pieces
    press_key(campaign, Qt.Key.Key_C)
    assert not tiles.shows_pieces
    by_menu(campaign, "workspace_edit")
    settle()
    by_menu(campaign, "workspace_play")
    settle()
    tiles = campaign.view.board.tiles
    assert tiles is not None and not tiles.shows_pieces
    press_key(campaign, Qt.Key.Key_C)
    assert tiles.shows_pieces


def test_units_that_can_still_act_are_marked(campaign: MainWindow) -> None:
    set_up(campaign)
    bridge = campaign.bridge
    press_key(campaign, Qt.Key.Key_M)
    marks = campaign.view.board.overlays.marks
    able = {c.at for c in bridge.counters if bridge.offers.can_act(c.unit)}
    assert {at for at, tone in marks.items() if tone == "good"} == {
        at for at in able if isinstance(at, Hex)
    }
    assert able
    press_key(campaign, Qt.Key.Key_M)
    assert "good" not in campaign.view.board.overlays.marks.values()
