"""The window on a game it has never heard of: what it shows and does comes from the rules alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt
from PySide6.QtGui import QImage, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QGraphicsView,
    QLabel,
    QLineEdit,
    QToolButton,
    QWidget,
)

import resources
from engine.core.state import Piece
from engine.game.session import Dice, GameSession
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.actions.action_table import ACTIONS, WHY_OFF, When
from qtapp.actions.toolbar import EXTENSION
from qtapp.app import main_window
from qtapp.app.docks import EDIT, PLAY
from qtapp.app.main_window import MainWindow
from qtapp.board.pictures.board_picture import board_picture
from qtapp.painters.palette import contrast
from qtapp.workspaces.all_tables import TABLES
from qtapp.workspaces.play.panels.combatant_card import CombatantCard
from tests.engine.fakes import HOME, Raid, Rest, small_scenario
from tests.qtapp.conftest import Opener, answer, click_hex, drag, press_key, settle
from tests.qtapp.hands import by_menu, click_index
from tests.qtapp.toy import ASH, BIRCH

NEAR, FAR = Hex(1, 0), Hex(1, 1)


def test_it_begins_with_a_welcome_and_one_thing_to_do(
    opened: Opener,
) -> None:
    window = opened(None)
    assert window.centre.currentWidget() is window.welcome
    assert not any(dock.isVisible() for dock in window.docks.of(PLAY))
    assert window.book["new"].isEnabled()
    assert not window.book["undo"].isEnabled()


def test_the_title_names_game_and_file(window: MainWindow) -> None:
    assert "A small raid" in window.windowTitle()
    assert "raid.sandtable" in window.windowTitle()


def test_all_panels_of_play_are_there_and_those_of_edit_are_not(window: MainWindow) -> None:
    assert all(dock.isVisibleTo(window) for dock in window.docks.first(PLAY))
    assert not any(dock.isVisibleTo(window) for dock in window.docks.of(EDIT))


def test_a_unit_is_moved_by_mouse(window: MainWindow) -> None:
    click_hex(window, HOME)
    assert window.selection.unit == ASH
    assert set(window.view.board.overlays.reach) >= {NEAR}
    click_hex(window, NEAR)
    assert window.bridge.state.pieces[ASH].at == NEAR
    assert window.selection.place == NEAR


def test_a_unit_is_moved_by_keys_alone(window: MainWindow) -> None:
    press_key(window, Qt.Key.Key_N)
    assert window.selection.unit == ASH
    window.view.set_cursor_hex(HOME)
    press_key(window, Qt.Key.Key_S)
    assert window.view.cursor_hex == Hex(0, 1)
    press_key(window, Qt.Key.Key_Return)
    assert window.bridge.state.pieces[ASH].at == Hex(0, 1)


def test_a_unit_is_moved_from_the_list_of_actions(window: MainWindow) -> None:
    press_key(window, Qt.Key.Key_N)
    press_key(window, Qt.Key.Key_L)
    assert window.choices.search.hasFocus()
    QTest.keyClicks(window.choices.search, "0201")
    QTest.keyClick(window.choices.search, Qt.Key.Key_Return)
    settle()
    assert window.bridge.state.pieces[ASH].at == NEAR


def test_an_impossible_move_is_objected_to_with_its_rule(window: MainWindow) -> None:
    click_hex(window, HOME)
    before = window.bridge.game.digest()
    click_hex(window, FAR)
    assert window.bridge.game.digest() == before
    assert window.notice.isVisibleTo(window)
    assert "March to an adjacent hex." in window.notice.text()
    assert "S 3" in window.notice.text()
    assert window.view.board.live.is_flashing


def test_a_drag_moves_as_well(window: MainWindow) -> None:
    drag(window, HOME, NEAR)
    assert window.bridge.state.pieces[ASH].at == NEAR


def test_the_phase_ends_by_key_and_the_other_side_decides(window: MainWindow) -> None:
    press_key(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert window.notice.text().startswith("1 unit can still do something.")
    assert window.bridge.view.side == "red"
    press_key(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert window.bridge.view.side == "blue"
    assert "Blue" in window.turn_strip.accessibleDescription()


def test_a_die_is_typed_and_undone_and_redone(window: MainWindow) -> None:
    press_key(window, Qt.Key.Key_N)
    answer(window, "Raid")
    assert window.bridge.view.chance is not None
    assert window.battle.is_fighting
    faces = [b for b in window.decision.dice.faces.children() if isinstance(b, QWidget)]
    five = next(b for b in faces if b.accessibleName() == "The die shows 5")
    QTest.mouseClick(five, Qt.MouseButton.LeftButton)
    settle()
    scored = window.bridge.game.digest()
    assert window.bridge.state.points["red"] == 5  # type: ignore[attr-defined]
    press_key(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.bridge.state.points["red"] == 0  # type: ignore[attr-defined]
    assert window.bridge.view.chance is None
    shift = Qt.KeyboardModifier.ShiftModifier
    press_key(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, shift)
    assert window.bridge.game.digest() == scored


def test_a_digit_types_the_die_and_r_rolls_it(window: MainWindow) -> None:
    answer(window, "Raid")
    press_key(window, Qt.Key.Key_T)
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_4)
    settle()
    assert window.bridge.state.points["red"] == 4  # type: ignore[attr-defined]
    answer(window, "Raid")
    press_key(window, Qt.Key.Key_R)
    assert window.bridge.view.chance is None or window.bridge.view.chance.sides == 6


def test_the_chances_of_a_die_are_told_exactly(window: MainWindow) -> None:
    answer(window, "Raid")
    words = [
        label.text()
        for label in window.decision.dice.findChildren(QWidget)
        if hasattr(label, "text")
    ]
    assert "1–3" in words and "50\u00a0%" in words and "miss" in words
    assert "16.67\u00a0%" in words and "hit twice" in words


def test_the_battle_panel_shows_both_sides_with_their_ledgers(window: MainWindow) -> None:
    press_key(window, Qt.Key.Key_N)
    answer(window, "Raid")
    assert set(window.battle.cards) == {ASH, BIRCH}
    assert "reconstructed" in window.battle.cards[ASH].ledger_text()
    assert "1 shot left" in window.battle.cards[ASH].accessibleName()


def test_the_dice_can_be_left_to_the_program(window: MainWindow) -> None:
    answer(window, "Raid")
    by_menu(window, "dice_program")
    settle()
    assert window.bridge.game.dice is Dice.PROGRAM
    assert window.bridge.view.chance is None


def test_the_log_tells_all_and_seeks(window: MainWindow) -> None:
    click_hex(window, HOME)
    click_hex(window, NEAR)
    model = window.log.list.model()
    assert model.rowCount() == 2
    first = model.index(0, 0)
    click_index(window.log.list, first)
    assert window.bridge.state.pieces[ASH].at == HOME
    assert model.rowCount() == 2, "what lies ahead is still told"
    window.log.search.setText("marches")
    assert model.rowCount() == 1
    window.log.search.setText("s 1")
    assert model.index(0, 0).data() == "Someone opens."


def test_displays_follow_the_game(window: MainWindow) -> None:
    tree = window.displays.tree
    model = tree.model()
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == [
        "Victory points",
        "Roll call",
    ]
    click_hex(window, HOME)
    click_hex(window, NEAR)
    assert model.index(0, 1).data() == "3:0"
    assert "Victory points: 3:0" in window.standing.text()


def lines_of(window: MainWindow, word: str, above: QModelIndex) -> Iterator[QModelIndex]:
    """The lines of the displays that have a word, at any depth."""
    model = window.displays.model
    for row in range(model.rowCount(above)):
        line = model.index(row, 0, above)
        if word in str(line.data()):
            yield line
        yield from lines_of(window, word, line)


def test_a_unit_is_chosen_in_a_display(window: MainWindow) -> None:
    click_index(window.displays.tree, next(lines_of(window, "Birch", QModelIndex())))
    assert window.selection.unit == BIRCH
    assert "Birch" in window.stack.list.currentIndex().data()


def test_units_of_a_stack_are_gone_through(window: MainWindow) -> None:
    click_hex(window, HOME)
    press_key(window, Qt.Key.Key_V)
    assert window.selection.unit == BIRCH
    press_key(window, Qt.Key.Key_Escape)
    assert window.selection.unit is None


def test_supply_is_told_and_shown(window: MainWindow) -> None:
    click_hex(window, HOME)
    by_menu(window, "supply")
    assert "lives off the land" in "".join(
        child.text() for child in window.stack.findChildren(QWidget) if hasattr(child, "text")
    )


def test_closing_and_reopening_goes_on(own_window: MainWindow, opened_anew: Opener) -> None:
    click_hex(own_window, HOME)
    click_hex(own_window, NEAR)
    path = own_window.bridge.path
    digest = own_window.bridge.game.digest()
    own_window.close()
    again = opened_anew(path)
    assert again.bridge.game.digest() == digest
    assert again.book["undo"].isEnabled()


def test_what_cannot_be_opened_is_told_in_a_sentence(
    opened: Opener,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window = opened(None)
    told: list[str] = []
    monkeypatch.setattr(main_window, "warn", lambda _parent, sentence: told.append(sentence))
    bad = tmp_path / "bad.sandtable"
    bad.write_bytes(b"not a database at all" * 100)
    assert not window.files.open(bad)
    assert len(told) == 1 and "bad.sandtable" in told[0]
    assert not window.bridge.is_open


def test_a_copy_is_written_and_play_goes_on(window: MainWindow, tmp_path: Path) -> None:
    click_hex(window, HOME)
    click_hex(window, NEAR)
    copy = tmp_path / "copy.sandtable"
    assert window.files.copy(copy)
    settle()
    assert window.bridge.path == tmp_path / "raid.sandtable"
    with GameSession.open(copy) as other:
        assert other.digest() == window.bridge.game.digest()


def test_log_and_picture_are_written(window: MainWindow, tmp_path: Path) -> None:
    window.files.write_log(tmp_path / "log.md")
    assert (tmp_path / "log.md").read_text().startswith("# A small raid")
    window.files.write_log(tmp_path / "log.txt")
    assert "Someone opens." in (tmp_path / "log.txt").read_text()
    window.files.write_log(tmp_path / "log.csv")
    assert (tmp_path / "log.csv").read_text().startswith("step,turn,phase,side")
    window.files.write_picture(
        tmp_path / "board.png", lambda: board_picture(window.bridge, window.view)
    )
    assert QImage(str(tmp_path / "board.png")).width() > 200


@pytest.mark.parametrize("name", resources.theme_names())
def test_every_theme_dresses_the_window(window: MainWindow, name: str) -> None:
    window.set_theme(name)
    assert window.preferences.theme == name
    shown = window.turn_strip.grab().toImage().pixelColor(2, 2).name()
    assert shown == resources.theme(name).colours["panel"]


def test_the_automatic_player_plays_a_phase_and_stops(window: MainWindow) -> None:
    window.bridge.set_dice(Dice.PROGRAM)
    by_menu(window, "auto_phase")
    for _ in range(40):
        settle()
        if not window.robot.is_busy:
            break
    assert window.bridge.view.side == "blue"
    assert not window.robot.is_busy


def test_everything_that_takes_the_keyboard_has_a_name(window: MainWindow) -> None:
    kinds = (QAbstractItemView, QAbstractButton, QLineEdit, QGraphicsView, CombatantCard)
    answer(window, "Raid")
    named = 0
    for widget in window.findChildren(QWidget):
        inner = widget.objectName().startswith("qt_")
        inner = inner or widget.focusPolicy() is Qt.FocusPolicy.NoFocus
        if isinstance(widget, kinds) and widget.isVisibleTo(window) and not inner:
            text = widget.text() if isinstance(widget, QAbstractButton) else ""
            assert widget.accessibleName() or widget.toolTip() or text, widget
            named += 1
    assert named > 20


def test_shortcuts_of_the_table_do_not_clash() -> None:
    for workspace in ("", *(table.id for table in TABLES)):
        here = [spec for spec in ACTIONS if spec.keys and spec.workspace in ("", workspace)]
        keys = [QKeySequence(spec.keys).toString() for spec in here]
        assert len(keys) == len(set(keys)), workspace


def test_an_action_that_is_off_says_why(window: MainWindow) -> None:
    assert "Off now: it belongs to the workspace “Map” (Ctrl+2)" in window.book["brush"].toolTip()
    by_menu(window, "workspace_edit")
    settle()
    assert "Off now" not in window.book["brush"].toolTip()
    assert "Off now" in window.book["next_unit"].toolTip()
    assert all(spec.when in WHY_OFF for spec in ACTIONS if spec.when is not When.ALWAYS)


def test_a_finished_game_says_who_won(raid: None, opened: Opener, tmp_path: Path) -> None:
    window = opened(None)
    game = GameSession.begin(small_scenario(1), path=tmp_path / "short.sandtable", dice=Dice.TYPED)
    window.bridge.open(game)
    window.bridge.act(Raid(ASH))
    window.bridge.type_die(5)
    window.bridge.act(Rest())
    window.bridge.act(Rest())
    settle()
    said = [label.text() for label in window.decision.findChildren(QLabel)]
    assert "The game is over" in said
    assert "Red: more points." in said
    assert "Red: 5 points\nBlue: 0 points" in said
    assert window.displays.tree.isExpanded(window.displays.model.display_index("victory"))
    assert not window.book["end_phase"].isEnabled()
    assert not window.book["auto_turn"].isEnabled()


def test_a_long_log_leaves_out_what_is_long_ago(window: MainWindow) -> None:
    window.bridge.set_dice(Dice.PROGRAM)
    with window.bridge.held():
        for _ in range(450):
            window.bridge.act(Rest())
            if window.bridge.view.outcome is not None:
                window.bridge.undo()
                window.bridge.act(Raid(BIRCH))
    settle()
    model = window.log.model
    assert model.hidden > 0 and model.rowCount() < 450
    assert window.log.earlier.isVisibleTo(window)
    assert model.line(model.rowCount() - 1).is_here
    QTest.mouseClick(window.log.earlier, Qt.MouseButton.LeftButton)
    settle()
    assert model.hidden == 0
    assert model.index(0, 0).data() == "Someone opens."


def test_a_click_on_an_enemy_acts_against_it(window: MainWindow) -> None:
    window.selection.select(HOME, ASH)
    click_hex(window, NEAR)
    assert window.bridge.state.pieces[ASH].at == NEAR
    window.bridge.act(Rest())
    settle()
    window.selection.select(HOME, BIRCH)
    click_hex(window, NEAR)
    assert window.bridge.state.pieces[BIRCH].at == NEAR, "an enemy there is no friend"


def test_a_click_on_a_friends_lit_hex_moves_there(friend_near: MainWindow) -> None:
    window = friend_near
    click_hex(window, NEAR)
    assert window.play.menu is None and window.bridge.state.pieces[ASH].at == NEAR
    window.bridge.undo()
    settle()
    by_menu(window, "deselect")
    click_hex(window, NEAR)
    assert window.selection.place == NEAR and window.selection.unit == CEDAR


CEDAR = UnitId("cedar")


@pytest.fixture
def friend_near(window: MainWindow) -> MainWindow:
    """Ash is selected at home; a friend of its own side is near."""
    game = window.bridge.game
    order = game.scenario.oob
    order.units[CEDAR] = replace(order.units[ASH], id=CEDAR, name="Cedar")
    game._states.hold(game.log.current, game.state.with_pieces({CEDAR: Piece(NEAR, 1)}))
    window.bridge.look_again()
    settle()
    window.selection.select(HOME, ASH)
    return window


@pytest.mark.parametrize("theme", resources.theme_names())
def test_what_finds_no_room_in_a_toolbar_is_behind_a_button_that_shows(
    window: MainWindow, theme: str
) -> None:
    window.set_theme(theme)
    window.resize(853, 533)
    settle()
    buttons = [bar.findChild(QToolButton, EXTENSION) for bar in window.toolbars.values()]
    (more,) = [one for one in buttons if one is not None and one.isVisible()]
    assert more.accessibleName() == "More of this toolbar" and more.toolTip()
    image, middle = more.grab().toImage(), more.rect().center()
    ground = window.theme.colours["window"]
    seen = [
        contrast(ground, image.pixelColor(x, y).name())
        for x in range(2, image.width() - 2)
        for y in range(middle.y() - 5, middle.y() + 6)
    ]
    assert sum(one >= 3 for one in seen) >= 10, "more than a speck (WCAG 1.4.11)"
    window.set_theme("light")


class Shown(QObject):
    """Notes every window that is shown, and how often."""

    def __init__(self, app: QApplication) -> None:
        super().__init__()
        self.windows: list[str] = []
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.windows.append(type(watched).__name__)
        return False


def test_no_part_of_the_window_is_shown_by_itself_while_it_is_made(
    qapp: QApplication, opened_anew: Opener
) -> None:
    shown = Shown(qapp)
    opened_anew(None)
    qapp.removeEventFilter(shown)
    assert shown.windows == ["MainWindow"]
