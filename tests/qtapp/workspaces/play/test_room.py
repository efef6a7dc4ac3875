"""Room for what needs it: bars lie over the board, panels share their column, long names wrap."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QFontMetricsF, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QTreeView, QWidget
from pytestqt.qtbot import QtBot

from engine.core.view.display import PhaseView
from qtapp.app.main_window import MainWindow
from qtapp.board.banner import Banner
from qtapp.board.items.legend import LegendLine
from qtapp.models.units_model import HEAD, WORDS
from qtapp.workspaces.play.panels.turn_strip import TurnStrip, shown_phases
from qtapp.workspaces.play.panels.unit_list import UnitList
from qtapp.workspaces.play.panels.unit_rows import HEIGHT
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import Opener, answer, press_key, settle
from tests.qtapp.geometry import faults
from tests.qtapp.hands import by_menu, draw_edge

LONG = "Local allies of the other side, Kurdish irregular battalion of the second line"


def board_of(window: MainWindow) -> tuple[object, ...]:
    """Where the board is in the window, and what of it shows."""
    view = window.view
    return view.geometry(), view.mapTo(window, QPoint()), view.visible_rect


def in_window(widget: QWidget, window: MainWindow) -> QRect:
    """The place of a widget in the window."""
    return widget.rect().translated(widget.mapTo(window, QPoint()))


def test_bars_lie_over_the_board_and_panels_share_their_column(
    campaign: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    _a_notice_leaves_board_and_legend_as_they_are(campaign)
    _the_slider_of_the_war_lies_over_the_board(campaign)
    _a_banner_stays_where_it_is_when_the_board_moves(campaign)
    _the_decision_has_what_it_needs_and_units_the_rest(campaign)
    _a_double_click_draws_nothing(campaign, monkeypatch)
    _heights_that_were_drawn_are_remembered(campaign)


def _a_notice_leaves_board_and_legend_as_they_are(window: MainWindow) -> None:
    before = board_of(window)
    bar, legend = window.notice, window.play.legend
    legend.set_lines([LegendLine(None, "Where it could go")])
    for words in ("Short.", "Much longer words than one line has room for. " * 6):
        bar.say(words, "BG-7.3b")
        settle()
        assert board_of(window) == before
        assert not [fault for fault in faults(window) if "Notice" in fault]
        assert legend.isVisible()
        assert not in_window(bar, window).intersects(in_window(legend, window))
        told = next(word for word in bar.findChildren(QLabel) if word.text() == words)
        assert bar.rect().contains(told.geometry())
    bar.hide()


def _the_slider_of_the_war_lies_over_the_board(window: MainWindow) -> None:
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    before, bar, legend = board_of(window), play.war_bar, window.play.legend
    press_key(window, Qt.Key.Key_F9)
    window.notice.say("Some words.")
    settle()
    assert board_of(window) == before
    slider, legends, notice = (in_window(one, window) for one in (bar, legend, window.notice))
    board = in_window(window.view, window)
    assert board.contains(slider) and board.bottom() - slider.bottom() < 20
    assert slider.width() > 250 and not slider.intersects(legends)
    assert not notice.intersects(slider) and not notice.intersects(legends)
    assert not [fault for fault in faults(window) if "whole war" in fault]
    plate = bar.grab().toImage().pixelColor(8, bar.height() // 2).name()
    assert plate == window.theme.colours["paper"], "the board does not shine through"
    window.notice.hide()
    by_menu(window, "workspace_contents")
    assert not bar.isVisible()
    by_menu(window, "workspace_edit")
    assert window.view.isVisible() and not bar.isVisible()
    by_menu(window, "workspace_play")
    assert bar.isVisible()
    press_key(window, Qt.Key.Key_F9)
    assert not bar.isVisible() and board_of(window) == before


def _a_banner_stays_where_it_is_when_the_board_moves(window: MainWindow) -> None:
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    over = play.watching.over
    over.show_banner(Banner("Weather", ("Rain in the south.",), (4,)))
    place = over.geometry()
    window.view.pan_by(120, 90)
    settle()
    assert over.geometry() == place and window.view.rect().contains(place)
    over.show_banner(None)


def _the_decision_has_what_it_needs_and_units_the_rest(window: MainWindow) -> None:
    by_menu(window, "reset_layout")
    settle()
    area = window.decision.findChild(QScrollArea)
    assert area is not None
    for words in ("recommended", "Finish", "recommended", "Finish"):
        assert area.verticalScrollBar().maximum() == 0
        assert window.stack.list.viewport().height() > 2 * HEIGHT
        answer(window, words)
        settle()  # the docks take their heights a turn later
    assert area.verticalScrollBar().maximum() == 0
    assert window.docks["decision"].height() < window.docks["stack"].height() + 40


def _a_double_click_draws_nothing(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is decided with the second press lays the panels out while the mouse is still held."""
    dock = window.docks["decision"]
    monkeypatch.setattr(QApplication, "mouseButtons", lambda: Qt.MouseButton.LeftButton)
    window.resizeDocks([dock], [dock.height() + 150], Qt.Orientation.Vertical)
    settle()
    monkeypatch.undo()
    assert not window.docks.drawn("play")
    by_menu(window, "reset_layout")
    settle()


def _heights_that_were_drawn_are_remembered(window: MainWindow) -> None:
    dock = window.docks["decision"]
    first = dock.height()
    below = QPoint(dock.geometry().center().x(), dock.geometry().bottom() + 2)
    draw_edge(window, below, QPoint(0, 150))
    drawn = dock.height()
    assert drawn > first + 40
    window.bridge.undo()
    settle()
    assert dock.height() == drawn
    by_menu(window, "workspace_contents")
    settle()
    assert window.preferences.drawn("play") == window.docks.drawn("play") != frozenset()
    by_menu(window, "workspace_play")
    settle()
    assert abs(dock.height() - drawn) < 3
    by_menu(window, "reset_layout")
    settle()
    assert not window.docks.drawn("play") and dock.height() < drawn


def test_a_unit_with_a_long_name_has_a_higher_row(qtbot: QtBot) -> None:
    units, shown = QStandardItemModel(), UnitList()
    qtbot.addWidget(shown)
    for name in ("Kurd II", LONG):
        item = QStandardItem(name)
        item.setData((name, "Irregular infantry battalion, 2-5"), WORDS)
        units.appendRow(item)
    shown.setModel(units)
    shown.resize(260, 400)
    shown.show()
    settle()
    short, long = (shown.visualRect(units.index(row, 0)) for row in (0, 1))
    assert short.height() == HEIGHT < long.height() and long.width() <= shown.viewport().width()
    shown.grab()


def test_the_head_of_a_group_goes_on_in_the_next_line_and_is_pressed_there(qtbot: QtBot) -> None:
    units, shown = QStandardItemModel(), UnitList()
    qtbot.addWidget(shown)
    item = QStandardItem("Kurd II")
    item.setData(("Kurd II", "Irregular infantry battalion, 2-5"), WORDS)
    item.setData("4 units: Kosovo and Macedonia with the valley of the Vardar, 62 hexes", HEAD)
    units.appendRow(item)
    shown.setModel(units)
    shown.resize(230, 300)
    shown.show()
    settle()
    assert faults(shown) == []
    tall = shown.visualRect(units.index(0, 0)).height() - HEIGHT
    assert tall > 2 * shown.fontMetrics().height(), "two lines and more"
    assert shown.head_at(QPoint(20, tall - 4)) == 0
    assert shown.head_at(QPoint(20, tall + 4)) == -1


def test_displays_wrap_what_does_not_fit(opened: Opener) -> None:
    window = opened("balkan_front/italo_greek_war")
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    panel = play.displays
    window.docks["displays"].show()
    window.docks["displays"].raise_()
    window.docks["displays"].setFloating(True)
    window.docks["displays"].resize(250, 500)
    settle()
    panel.tree.expandAll()
    settle()
    assert panel.tree.viewport().width() < 260
    assert [fault for fault in faults(panel) if "line" in fault or "paints" in fault] == []
    tall = {panel.tree.visualRect(index).height() for index in rows_of(panel.tree)}
    assert max(tall) > 1.5 * min(tall - {0})
    window.docks["displays"].setFloating(False)


def rows_of(tree: QTreeView) -> list[QModelIndex]:
    """The rows of a tree that show, from the top."""
    found, index = [], tree.indexAt(QPoint(4, 4))
    while index.isValid() and tree.visualRect(index).top() < tree.viewport().height():
        found.append(index)
        index = tree.indexBelow(index)
    return found


def test_the_current_phase_is_whole_however_narrow_the_strip_is(campaign: MainWindow) -> None:
    strip = TurnStrip(campaign.bridge, campaign.theme)
    strip.refresh()
    for wide in range(260, 900, 40):
        strip.resize(wide, strip.sizeHint().height())
        painted: list[str] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(QFontMetricsF, "elidedText", cut_text(painted))
            strip.grab()
        assert painted == [], wide
    strip.deleteLater()


def cut_text(into: list[str]) -> Callable[[QFontMetricsF, str, Qt.TextElideMode, float], str]:
    """In place of Qt's own: notes what would be cut."""
    really = QFontMetricsF.elidedText

    def elided(metrics: QFontMetricsF, text: str, mode: Qt.TextElideMode, width: float) -> str:
        shown = really(metrics, text, mode, width)
        if shown != text:
            into.append(text)
        return shown

    return elided


def test_phases_within_the_one_before_are_named_by_what_they_add() -> None:
    names = ("Red Turn / Move / Rail", "Red Turn / Move / Roads", "Red Turn / Fight", "End")
    view = PhaseView(1, 3, names, 2, "")
    assert shown_phases(view) == ("Red Turn / Move / Rail", "Roads", "Red Turn / Fight", "End")
