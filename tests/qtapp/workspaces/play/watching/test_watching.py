"""Watching others' decisions: at a chosen speed, in sum afterwards, and along the whole war."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.game.catalogue import explain
from engine.game.session import Dice
from engine.reports.happenings import last_decision
from engine.reports.log_export import How
from qtapp.app.main_window import MainWindow
from qtapp.widgets.trees import entries
from qtapp.workers.speed import Speed
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import move_mouse, press_key, settle
from tests.qtapp.hands import by_menu


def play_of(window: MainWindow) -> PlayWorkspace:
    found = window.workspaces["play"]
    assert isinstance(found, PlayWorkspace)
    return found


def begun(window: MainWindow) -> PlayWorkspace:
    """The campaign with its set-up done by hand, as far as the log tells."""
    play, bridge = play_of(window), window.bridge
    bridge.set_dice(Dice.PROGRAM)
    with bridge.held():
        while bridge.rules.setting_up(bridge.state):
            bridge.act(explain(bridge.game)[0])
    settle()
    return play


def run_out(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.robot.is_busy)
    settle()


def test_a_turn_at_once_ends_in_a_card_whose_lines_show_themselves(
    campaign: MainWindow, qtbot: QtBot
) -> None:
    play = begun(campaign)
    own = last_decision(campaign.bridge.game)
    press_key(campaign, Qt.Key.Key_F6)
    run_out(campaign, qtbot)
    assert campaign.bridge.game.log.here.how is not How.CHOSEN and play.since.happenings
    assert campaign.docks["since"].isVisible() and not play.since.visibleRegion().isEmpty()
    assert all(one.first > own for one in play.since.happenings)
    model = play.log.model
    lines = [model.line(row).sentence for row in range(model.rowCount())]
    assert any("\n→ Automatic player: " in text for text in lines)
    listed = entries(play.since.tree)
    assert len(listed) == len(play.since.happenings)
    row = next(item for item in listed if "moves from" in item.text(0))
    play.since.tree.scrollToItem(row)
    spot = play.since.tree.visualItemRect(row).center()
    QTest.mouseClick(play.since.tree.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    settle()
    (arrow,) = campaign.view.board.overlays.arrows
    assert arrow.tone == "move" and len(arrow.hexes) > 1
    board = campaign.view.board.board
    assert board is not None
    shown = campaign.view.visible_rect
    assert all(shown.contains(board.shape.hex_rect(at)) for at in arrow.hexes)


def test_where_nothing_happened_the_words_stand_below_their_head(campaign: MainWindow) -> None:
    """Both stood apart, in the middle of half of the panel each."""
    press_key(campaign, Qt.Key.Key_F7)
    since = play_of(campaign).since
    since.resize(300, 600)
    settle()
    assert not since.tree.isVisible()
    assert since.head.y() < 20 and since.words.y() < since.head.y() + 60


def test_step_by_step_waits_for_each(campaign: MainWindow, qtbot: QtBot) -> None:
    play, log = begun(campaign), campaign.bridge.game.log
    by_menu(campaign, "speed_step")
    assert campaign.preferences.kept_text("speed") == Speed.STEP
    press_key(campaign, Qt.Key.Key_F6)
    qtbot.waitUntil(lambda: campaign.robot.is_waiting)
    settle()
    stood = log.current
    assert campaign.book["auto_next"].isEnabled()
    arrows = campaign.view.board.overlays.arrows
    marks = campaign.view.board.overlays.marks
    assert arrows or marks or play.watching.over.banner
    settle()
    assert log.current == stood
    press_key(campaign, Qt.Key.Key_F8)
    qtbot.waitUntil(lambda: campaign.robot.is_waiting or not campaign.robot.is_busy)
    assert log.current > stood
    by_menu(campaign, "speed_at_once")
    run_out(campaign, qtbot)
    assert not campaign.robot.is_waiting


def test_it_is_watched_again_from_the_last_decision(campaign: MainWindow, qtbot: QtBot) -> None:
    play, log = begun(campaign), campaign.bridge.game.log
    press_key(campaign, Qt.Key.Key_F6)
    run_out(campaign, qtbot)
    end, count = log.current, len(log)
    by_menu(campaign, "speed_step")
    press_key(campaign, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: play.watching.is_waiting and log.current != end)
    first = log.current
    assert first < end
    settle()
    press_key(campaign, Qt.Key.Key_F8)
    assert log.current > first
    press_key(campaign, Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
    assert not play.watching.is_playing and log.current < end and len(log) == count
    by_menu(campaign, "speed_at_once")


def test_the_slider_stands_on_any_step(campaign: MainWindow, qtbot: QtBot) -> None:
    play, log = begun(campaign), campaign.bridge.game.log
    press_key(campaign, Qt.Key.Key_F9)
    end, bar = log.current, play.war_bar
    assert bar.isVisible() and bar.slider.maximum() == bar.slider.value() == len(log.line())
    bar.slider.setFocus()
    QTest.keyClick(bar.slider, Qt.Key.Key_Home)
    settle()
    assert log.current == 0 and bar.words.text().startswith("Step 0 of")
    QTest.mouseClick(bar.buttons["forward"], Qt.MouseButton.LeftButton)
    settle()
    assert bar.slider.value() == 1 and log.current == log.line()[0].id
    QTest.keyClick(bar.slider, Qt.Key.Key_End)
    settle()
    assert log.current == end
    press_key(campaign, Qt.Key.Key_F9)
    assert not bar.isVisible()


@pytest.mark.parametrize("wide", [740, 900, 1000, 1100, 1200, 1280, 1360, 1600])
def test_the_slider_and_its_words_have_room_in_any_window(campaign: MainWindow, wide: int) -> None:
    """Beside the legend, above it where that leaves too little, and without words in the least."""
    play, bridge = begun(campaign), campaign.bridge
    play.analysis.range_of(bridge.rules.subjects(bridge.state)[0].id)
    press_key(campaign, Qt.Key.Key_F9)
    campaign.resize(wide, 860)
    settle()
    bar, legend = play.war_bar, campaign.play.legend
    assert legend.isVisible() and not legend.geometry().intersects(bar.geometry())
    assert campaign.view.rect().contains(bar.geometry())
    assert bar.slider.width() >= bar.slider.minimumWidth()
    if bar.words.isVisible():
        words, slider = (
            QRect(one.mapTo(bar, QPoint(0, 0)), one.size()) for one in (bar.words, bar.slider)
        )
        assert not words.intersects(slider) and words.width() >= bar.words.sizeHint().width()
    else:
        assert campaign.view.width() < 460
    press_key(campaign, Qt.Key.Key_F9)


def test_own_dice_and_events_come_as_a_banner_that_lets_clicks_through(
    campaign: MainWindow, qtbot: QtBot
) -> None:
    play, bridge = begun(campaign), campaign.bridge
    press_key(campaign, Qt.Key.Key_F6)
    run_out(campaign, qtbot)
    _looking_back_stops_a_commanded_side(play)
    bridge.set_dice(Dice.ASK)
    while bridge.view.chance is None:
        bridge.act(explain(bridge.game)[0], How.CHOSEN)
    bridge.roll()
    settle()
    told = bridge.game.log.here.told
    shown = play.watching.over.banner
    assert shown is not None and told and shown.lines[0] == told[0][1] and len(shown.faces) == 1
    picture = play.watching.over.grab().toImage()
    assert picture.pixelColor(picture.width() // 2, 4).name() == "#1d1a16"
    middle = play.watching.over.geometry().center()
    assert campaign.view.viewport().childAt(middle) is None
    QTest.mouseClick(campaign.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 400))
    assert play.watching.over.banner is None
    bridge.set_dice(Dice.PROGRAM)


def test_a_banner_goes_with_its_step_and_its_workspace(campaign: MainWindow, qtbot: QtBot) -> None:
    play, bridge = begun(campaign), campaign.bridge
    over = play.watching.over
    press_key(campaign, Qt.Key.Key_F6)
    run_out(campaign, qtbot)
    bridge.set_dice(Dice.ASK)
    while bridge.view.chance is None:
        bridge.act(explain(bridge.game)[0], How.CHOSEN)
    bridge.roll()
    assert over.banner is not None
    bridge.look_again()
    assert over.banner is not None, "the step is still the one it tells of"
    by_menu(campaign, "undo")
    assert over.banner is None, "what it tells of was taken back"
    while bridge.view.chance is None:
        bridge.act(explain(bridge.game)[0], How.CHOSEN)
    bridge.roll()
    assert over.banner is not None
    by_menu(campaign, "workspace_edit")
    assert campaign.workspace is campaign.workspaces["edit"] and over.banner is None
    by_menu(campaign, "workspace_play")
    assert over.banner is None
    bridge.set_dice(Dice.PROGRAM)


def _looking_back_stops_a_commanded_side(play: PlayWorkspace) -> None:
    """On a step that others follow nothing is decided, whoever commands the side."""
    bridge = play.window.bridge
    log, side, end = bridge.game.log, bridge.view.side, bridge.game.log.current
    earlier = next(node for node in log.back() if node.side == side)
    assert earlier.parent is not None
    count = len(log)
    bridge.seek(earlier.parent)
    settle()
    assert bridge.view.side == side
    play.robot.command(frozenset({side}))
    settle()
    assert not play.robot.is_busy and len(log) == count
    play.robot.stop()
    bridge.seek(end)


def test_a_line_of_the_log_under_the_mouse_shows_its_step(
    campaign: MainWindow, qtbot: QtBot
) -> None:
    play, bridge = begun(campaign), campaign.bridge
    press_key(campaign, Qt.Key.Key_F6)
    run_out(campaign, qtbot)
    rows = play.log.list.model()
    row = next(r for r in range(rows.rowCount()) if "moves from" in rows.index(r, 0).data())
    index = rows.index(row, 0)
    play.log.list.scrollTo(index)
    settle()
    stood = bridge.game.log.current
    port = play.log.list.viewport()
    move_mouse(port, play.log.list.visualRect(index).center())
    qtbot.waitUntil(lambda: bool(campaign.view.board.overlays.arrows))
    assert bridge.game.log.current == stood


def test_a_new_line_of_the_log_is_announced(window: MainWindow) -> None:
    """Over the board where more than one decision was left; else below the window alone."""
    bridge = window.bridge
    first, other, third = [offer.action for offer in bridge.offers.everything(3)][:3]
    bridge.act(first)
    settle()
    assert not window.notice.isVisible() and "in the log" not in window.standing.text()
    undo(window)
    bridge.act(other)
    settle()
    assert not window.notice.isVisible()
    assert window.standing.text().startswith("2 lines in the log")
    assert "Lines (Ctrl+L)" in window.standing.toolTip()
    bridge.act(next(iter(bridge.offers.everything(1))).action)
    undo(window)
    undo(window)
    bridge.act(third)
    settle()
    assert window.notice.text().startswith("Line 3 of the log begins here")
    for act in ("undo", "redo"):
        by_menu(window, act)
        settle()
    assert bridge.game.log.here.action == third and not window.notice.isVisible(), "it began before"


def undo(window: MainWindow) -> None:
    """Take the last decision back by key."""
    press_key(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle()


def test_a_step_that_the_log_no_longer_has_shows_nothing(campaign: MainWindow) -> None:
    """A line under the mouse may be of a game that has since been replaced."""
    play = begun(campaign)
    log = campaign.bridge.game.log
    play.watching.look_at(log.current)
    play.watching.look_at(max(node.id for node in log) + 1)
    assert not campaign.view.board.overlays.arrows
