"""Ranges on the board: chosen in the list, in the displays, or by selecting; ticked off and on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.core.view.display import Row
from engine.core.view.ranges import RangeKind
from engine.game.session import GameSession
from qtapp.app.main_window import MainWindow
from qtapp.models.displays_model import ENTRY
from qtapp.widgets.trees import entries
from qtapp.workspaces.play.analysis_panels.ranges_panel import ASK, SUBJECT, RangesPanel
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import press_key, settle
from tests.qtapp.hands import by_menu

SHIFT = Qt.KeyboardModifier.ShiftModifier


def ranges(window: MainWindow) -> RangesPanel:
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    return play.analysis.ranges


def laid(window: MainWindow) -> dict[str, frozenset[object]]:
    return {own.kind.value: own.hexes for own in window.view.board.overlays.ranges}


def legend(window: MainWindow) -> list[str]:
    return [line.text for line in window.play.legend.lines]


def test_a_pool_chosen_with_the_keyboard_shows_its_ground(campaign: MainWindow) -> None:
    press_key(campaign, Qt.Key.Key_A, SHIFT)
    panel = ranges(campaign)
    assert panel.subjects.hasFocus() and panel.title.text() == ASK
    names = [item.text(0) for item in entries(panel.subjects)]
    assert names[:3] == ["TAC", "Naval Support", "Med Box"]
    for _ in range(4):
        QTest.keyClick(panel.subjects, Qt.Key.Key_Down)
    settle()
    assert panel.title.text() == "Naval Support"
    rules, state = campaign.bridge.rules, campaign.bridge.state
    stations = rules.ranges(state, "naval")[1].hexes
    assert laid(campaign)["patrol"] == stations
    assert campaign.book["show_ranges"].isChecked()
    assert legend(campaign)[::2] == ["Naval Support", "Where it may be stationed"]
    assert campaign.play.legend.isVisible()


def test_ticks_and_the_action_take_ranges_off(campaign: MainWindow) -> None:
    panel = ranges(campaign)
    by_menu(campaign, "ranges")
    press_key(campaign, Qt.Key.Key_A)
    panel.choose("naval")
    assert laid(campaign)
    whose, now, stations = legend(campaign)
    assert whose == "Naval Support"
    assert now == "Naval Support now — Not placed this turn."
    item = panel.ranges.topLevelItem(1)
    assert item is not None and item.checkState(0) is Qt.CheckState.Checked
    item.setCheckState(0, Qt.CheckState.Unchecked)
    settle()
    assert not laid(campaign) and legend(campaign) == [whose, now] != [whose, now, stations]
    item.setCheckState(0, Qt.CheckState.Checked)
    press_key(campaign, Qt.Key.Key_A)
    assert not laid(campaign) and not campaign.play.legend.isVisible()


def test_a_line_of_the_displays_shows_its_range(campaign: MainWindow) -> None:
    model = campaign.displays.model
    campaign.displays.show_display("naval")
    top = model.display_index("naval")
    line = model.index(0, 0, top)
    row = line.data(ENTRY).what
    assert isinstance(row, Row) and row.subject == "naval"
    spot = campaign.displays.tree.visualRect(line).center()
    QTest.mouseClick(campaign.displays.tree.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    settle()
    assert ranges(campaign).subject == "naval" and laid(campaign)


def test_the_selection_is_followed_while_ranges_show(campaign: MainWindow) -> None:
    by_menu(campaign, "ranges")
    by_menu(campaign, "show_ranges")
    settle()
    box = next(u for u, p in campaign.bridge.state.pieces.items() if p.at == "med_box")
    campaign.selection.select("med_box", box)
    settle()
    panel = ranges(campaign)
    assert panel.subject == box
    assert set(laid(campaign)) <= {RangeKind.LANDING, RangeKind.AIRDROP, RangeKind.LIFT}
    kinds = [panel.ranges.topLevelItem(n) for n in range(panel.ranges.topLevelItemCount())]
    rules = [item.text(0).rpartition(" ")[2] for item in kinds if item]
    assert rules == ["[BG-7.6b]", "[BG-7.9b]", "[BG-11.4a]"]


def test_a_game_without_ranges_says_so(window: MainWindow) -> None:
    by_menu(window, "ranges")
    settle()
    panel = ranges(window)
    assert "give no range" in panel.none.text() and panel.none.isVisible()
    assert not entries(panel.subjects)


@pytest.mark.parametrize("scenario", ["operation_gertrud/early_1941"])
def test_another_game_begins_with_nothing_chosen(campaign: MainWindow, scenario: str) -> None:
    by_menu(campaign, "ranges")
    ranges(campaign).choose("tac")
    campaign.bridge.open(GameSession.start(scenario, seed=2))
    settle()
    panel = ranges(campaign)
    assert panel.subject is None and not laid(campaign)
    assert any(item.data(0, SUBJECT) == "german-kommando" for item in entries(panel.subjects))


def test_what_was_chosen_here_is_not_given_up_for_the_selection(campaign: MainWindow) -> None:
    box = next(u for u, p in campaign.bridge.state.pieces.items() if p.at == "med_box")
    campaign.selection.select("med_box", box)
    by_menu(campaign, "ranges")
    settle()
    panel = ranges(campaign)
    item = next(i for i in entries(panel.subjects) if i.text(0) == "Naval Support")
    spot = panel.subjects.visualItemRect(item).center()
    QTest.mouseClick(panel.subjects.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    settle()
    assert panel.subject == "naval" and "patrol" in laid(campaign)
    press_key(campaign, Qt.Key.Key_A)
    press_key(campaign, Qt.Key.Key_A)
    assert panel.subject == box, "turned on again, it shows the selection's"
