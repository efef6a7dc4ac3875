"""Panels that follow a game write again only what changed, and then say what is so."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem

from engine.core.change import NOTHING, Change
from engine.game.catalogue import choose
from qtapp.app.bridge import GameBridge
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.analysis import Analysis
from qtapp.workspaces.play.following import FollowingPanel
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import Opener, settle


class Listener(FollowingPanel):
    """Notes what it is told to show."""

    def __init__(self, bridge: GameBridge) -> None:
        self.shown: list[Change] = []
        super().__init__(bridge)

    def show_change(self, change: Change) -> None:
        """Note it."""
        self.shown.append(change)


def analysis_of(window: MainWindow) -> Analysis:
    """The panels that plan and look back."""
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    return play.analysis


def words(tree: QTreeWidget) -> list[object]:
    """Everything a tree says, depth first."""
    model = tree.model()
    found: list[object] = []

    def read(parent: QModelIndex) -> None:
        for row in range(model.rowCount(parent)):
            for column in range(model.columnCount(parent)):
                found.append(model.index(row, column, parent).data())
            read(model.index(row, 0, parent))

    read(QModelIndex())
    return found


def test_changes_in_one_go_are_shown_once(campaign: MainWindow) -> None:
    panel = Listener(campaign.bridge)
    panel.show()
    settle()
    panel.shown.clear()
    for _ in range(3):
        campaign.bridge.act(choose(campaign.bridge.game))
    assert panel.shown == []
    settle()
    (change,) = panel.shown
    assert len(change.units) >= 3
    panel.close()


def test_what_changes_unseen_is_shown_when_it_is_looked_at(campaign: MainWindow) -> None:
    panel = Listener(campaign.bridge)
    campaign.bridge.act(choose(campaign.bridge.game))
    settle()
    assert panel.shown == []
    panel.show()
    settle()
    assert len(panel.shown) == 1 and panel.shown[0].everything
    panel.hide()
    campaign.bridge.undo()
    settle()
    assert len(panel.shown) == 1
    panel.show()
    settle()
    assert panel.shown[1] != NOTHING and not panel.shown[1].everything
    panel.close()


def test_panels_that_follow_say_what_they_would_say_at_first_sight(opened_anew: Opener) -> None:
    window = opened_anew("boot_camp/balkan_campaign")
    analysis = analysis_of(window)
    panels = {
        "forces": analysis.forces,
        "calendar": analysis.calendar,
        "outlook": analysis.outlook,
    }
    for name in panels:
        window.show_panel(name)
        window.docks[name].setFloating(True)
    settle()
    for number in range(45):
        window.bridge.act(choose(window.bridge.game))
        if number % 5 == 4:
            window.bridge.undo()
        settle()
        if number % 9 == 8:
            followed = [words(panel.tree) for panel in panels.values()]
            for panel in panels.values():
                panel.hear()
                panel.catch_up()
            assert followed == [words(panel.tree) for panel in panels.values()]


def test_units_that_stay_keep_their_lines(campaign: MainWindow) -> None:
    tree = analysis_of(campaign).forces.tree
    campaign.show_panel("forces")
    settle()
    head = tree.topLevelItem(0)
    assert isinstance(head, QTreeWidgetItem)
    campaign.bridge.act(choose(campaign.bridge.game))
    settle()
    assert tree.topLevelItem(0) is head
