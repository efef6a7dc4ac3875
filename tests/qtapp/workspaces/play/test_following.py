"""Panels that follow a game write again only what changed, and then say what is so."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QTimer
from PySide6.QtWidgets import QApplication, QDockWidget, QTreeWidget, QTreeWidgetItem, QWidget
from pytestqt.qtbot import QtBot

from engine.core.change import NOTHING, Change
from engine.game.catalogue import choose
from maps.errors import KnownError
from maps.hexgrid import Hex
from qtapp.actions.action_table import ACTIONS
from qtapp.app.bridge import GameBridge
from qtapp.app.main_window import MainWindow
from qtapp.widgets.parts import is_seen
from qtapp.workers import in_turn
from qtapp.workers.in_turn import InTurn
from qtapp.workspaces.play.analysis import Analysis
from qtapp.workspaces.play.following import FollowingPanel, LastingPanel
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.benchmarks.clicks import BUDGET, CheckCount, march_of, movers
from tests.examples import often
from tests.qtapp.conftest import Opener, settle

NEVER = 10**8
"""Milliseconds that no test waits."""


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
    for number in range(often(27, 45)):
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


def followers(window: MainWindow, told: list[str]) -> int:
    """Show every panel in a window of its own, note which follow from now on; how many will: all
    but those of which no step changes anything.
    """
    for dock in window.findChildren(QDockWidget):
        if dock.objectName():
            dock.setVisible(True)
            dock.setFloating(True)
    settle()
    seen = [found for found in window.findChildren(FollowingPanel) if found.is_wanted]
    panels = [found for found in seen if not isinstance(found, LastingPanel)]
    for panel in panels:
        vars(panel)["follow_up"] = partial(noted, told, panel, panel.follow_up)
    return len(panels)


def noted(
    told: list[str],
    panel: FollowingPanel,
    follow_up: Callable[[Change], Iterator[None]],
    change: Change,
) -> Iterator[None]:
    """Note which panel follows, and let it."""
    told.append(type(panel).__name__)
    return follow_up(change)


def test_a_game_that_is_opened_is_shown_before_the_panels_in_view_follow(
    opened_anew: Opener,
) -> None:
    window, told = opened_anew(None), list[str]()
    for panel in window.findChildren(FollowingPanel):
        vars(panel)["follow_up"] = partial(noted, told, panel, panel.follow_up)
    window.files.go_on("balkan_gambit/1943")
    assert told == [] and window.bridge.in_turn.is_busy
    settle()
    seen = [type(found).__name__ for found in window.findChildren(FollowingPanel) if is_seen(found)]
    assert sorted(told) == sorted(seen) and len(seen) >= 3
    assert "CalendarPanel" not in told, "it lies behind another panel's tab"
    window.show_panel("calendar")
    assert told[-1] == "CalendarPanel", "a panel that somebody opens shows all at once"


def test_a_click_is_answered_before_panels_follow_one_by_one(opened_anew: Opener) -> None:
    window = opened_anew("balkan_gambit/1943")
    told: list[str] = []
    count = followers(window, told)
    assert count >= 8
    bridge = window.bridge
    while not list(movers(window)) or not march_of(window, next(iter(movers(window)))):
        bridge.act(choose(bridge.game))
    settle()
    unit = next(iter(movers(window)))
    told.clear()
    window.selection.select(bridge.state.pieces[unit].at, unit)
    assert told == []
    settle()
    assert sorted(told) == ["BattlePanel", "ForcesPanel", "RangesPanel", "StackPanel"]
    told.clear()
    checks = CheckCount(bridge.game.rules)
    bridge.act(march_of(window, unit)[0].action)
    assert told == [] and checks.taken() <= BUDGET
    rounds = 0
    while bridge.in_turn.is_busy:
        before = len(told)
        bridge.in_turn.step()
        rounds += 1
        assert len(told) <= before + 1
    assert len(told) == len(set(told)) == count and rounds >= count
    told.clear()
    bridge.undo()
    assert told == [] and checks.taken() <= BUDGET


def test_what_is_asked_again_half_way_begins_again(qapp: QApplication) -> None:
    queue, done = InTurn(), list[str]()

    def work(name: str) -> Iterator[None]:
        for part in range(2):
            done.append(f"{name}{part}")
            yield

    queue.ask("a", lambda: work("a"))
    queue.ask("b", lambda: work("b"))
    queue.step()
    queue.ask("a", lambda: work("A"))
    while queue.is_busy:
        queue.step()
    assert done == ["a0", "b0", "b1", "A0", "A1"]


def test_hasty_undos_are_answered_and_the_panels_catch_up_when_they_rest(
    opened_anew: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board shows each undo; of the panels' work nothing is done until nobody has undone
    anything for a moment, and then all of it, once.
    """
    window = opened_anew("balkan_gambit/1943")
    told: list[str] = []
    count = followers(window, told)
    bridge = window.bridge
    for _ in range(12):
        bridge.act(choose(bridge.game))
    settle()
    told.clear()
    monkeypatch.setattr(in_turn, "REST_MS", NEVER)
    drawn: list[int] = []
    bridge.changed.connect(lambda _change: drawn.append(bridge.game.log.current))
    bridge.undo()
    bridge.in_turn.step()
    begun = len(told)
    assert begun == 1, "the first is followed as soon as it is shown"
    line = [bridge.game.log.current]
    for _ in range(8):
        bridge.undo()
        for _ in range(4):
            QApplication.processEvents()
        line.append(bridge.game.log.current)
        assert len(told) == begun and bridge.in_turn.is_busy
    assert drawn == line and len(set(line)) == 9
    del told[:]
    monkeypatch.setattr(in_turn, "REST_MS", 1)
    bridge.undo()
    settle()
    assert len(told) == len(set(told)) == count
    assert not bridge.in_turn.is_busy


def test_work_goes_on_when_steps_rest(
    qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_turn, "REST_MS", NEVER)
    queue, done = InTurn(), list[str]()

    def work(name: str) -> Iterator[None]:
        for part in range(2):
            done.append(f"{name}{part}")
            yield

    queue.put_off()
    queue.ask("a", lambda: work("a"))
    queue.step()
    queue.put_off()
    for _ in range(10):
        QApplication.processEvents()
    assert done == ["a0"]
    queue.ask("b", lambda: work("b"))
    QApplication.processEvents()
    assert done == ["a0"], "what is asked for meanwhile waits, too"
    monkeypatch.setattr(in_turn, "REST_MS", 1)
    queue.put_off()
    qtbot.waitUntil(lambda: not queue.is_busy)
    assert done == ["a0", "a1", "b0", "b1"]


def test_the_plan_on_the_board_follows_though_its_panel_is_hidden(campaign: MainWindow) -> None:
    planner = analysis_of(campaign).planner
    bridge = campaign.bridge
    enemies = bridge.enemy_hexes
    while not enemies:
        bridge.act(choose(bridge.game))
        enemies = bridge.enemy_hexes
    planner.aim(min(enemies))
    campaign.docks["planner"].hide()
    heard: list[object] = []
    planner.changed.connect(lambda: heard.append(planner.target))
    bridge.act(choose(bridge.game))
    settle()
    assert heard
    planner.aim(None)


def test_who_asks_again_and_again_puts_nobody_off(campaign: MainWindow) -> None:
    settle()
    turns = campaign.bridge.in_turn
    done: list[str] = []

    def work(name: str) -> Iterator[None]:
        done.append(name)
        yield from ()

    turns.ask("patient", lambda: work("patient"))
    again = QTimer()
    again.timeout.connect(lambda: turns.ask("eager", lambda: work("eager")))
    again.start(0)
    for _ in range(6):
        QApplication.processEvents()
    again.stop()
    settle()
    assert done[0] == "patient" and "eager" in done


def test_what_goes_wrong_as_a_panel_is_shown_is_told_and_stops_nothing(
    campaign: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Damaged(Listener):
        def show_change(self, change: Change) -> None:
            raise KnownError("order of battle", "it is damaged")

    told: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: told.append(error))
    column = QWidget()
    Damaged(campaign.bridge).setParent(column)
    behind = Listener(campaign.bridge)
    behind.setParent(column)
    column.show()
    assert [str(error) for error in told] == ["order of battle: it is damaged"]
    assert behind.shown, "the next panel is shown all the same"
    column.close()
    column.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_panel_behind_another_ones_tab_follows_when_it_is_raised(campaign: MainWindow) -> None:
    told: list[str] = []
    for name in ("outlook", "displays"):
        campaign.show_panel(name)
        settle()
    outlook = analysis_of(campaign).outlook
    assert outlook.isVisible() and not outlook.is_wanted
    vars(outlook)["follow_up"] = partial(noted, told, outlook, outlook.follow_up)
    campaign.bridge.act(choose(campaign.bridge.game))
    campaign.bridge.act(choose(campaign.bridge.game))
    settle()
    assert told == []
    campaign.show_panel("outlook")
    settle()
    assert told == ["OutlookPanel"]
    followed = words(outlook.tree)
    outlook.hear()
    settle()
    assert words(outlook.tree) == followed
    vars(outlook).pop("follow_up")


def test_actions_that_stay_as_they_are_are_not_written_again(campaign: MainWindow) -> None:
    book, changed = campaign.book, Counter[str]()
    while not any(isinstance(counter.at, Hex) for counter in campaign.bridge.counters):
        campaign.bridge.act(choose(campaign.bridge.game))
    settle()
    for spec in ACTIONS:
        book[spec.id].changed.connect(partial(changed.update, [spec.id]))
    enabled = {spec.id: book[spec.id].isEnabled() for spec in ACTIONS}
    unit = next(c for c in campaign.bridge.counters if isinstance(c.at, Hex))
    campaign.selection.select(unit.at, unit.unit)
    settle()
    other = {ident for ident, was in enabled.items() if book[ident].isEnabled() is not was}
    assert set(changed) <= other
