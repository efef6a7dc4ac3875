"""A game by hand has at the window what built-in titles have: overlays, planner, turn record."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea

from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.game.session import GameSession, Own
from engine.systems.by_hand.actions import NextPhase, Place, Remove, Resolve
from engine.systems.by_hand.records import HandState
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.acting.orders import orders
from qtapp.workspaces.play.acting.waiting_units import waiting_units
from qtapp.workspaces.play.analysis import Analysis
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.engine.systems.by_hand.desk import board, order
from tests.qtapp.conftest import Opener, click_hex, press_key, settle
from tests.qtapp.hands import by_menu, click_closing, press

CTRL = Qt.KeyboardModifier.ControlModifier
KIT = "by_hand/classic"


@pytest.fixture
def table(opened: Opener, tmp_path: Path) -> MainWindow:
    """A game of a kit on an own board in its first phase of movement, two units face to face."""
    path = tmp_path / "own.sandtable"
    EditSession.create(path, board()).close()
    OobSession.create(path, order()).close()
    with GameSession.start(KIT, path=path, own=Own(1, 1)) as game:
        place = game.scenario.map.parse_label
        game.act(Place(UnitId("blue-5"), place("0202")))
        game.act(Place(UnitId("red-3"), place("0501")))
        while game.view().phase != "Movement":
            game.act(NextPhase())
    return opened(path)


def analysis(window: MainWindow) -> Analysis:
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    return play.analysis


def test_an_attack_is_planned_with_its_chances_and_each_modifier(table: MainWindow) -> None:
    target = table.bridge.game.scenario.map.parse_label("0202")
    table.view.set_cursor_hex(target)
    press_key(table, Qt.Key.Key_K)
    panel = analysis(table).planner
    assert panel.isVisible() and panel.target == target and panel.plan is not None
    results = panel.plan.results
    assert sum(result.chance for result in results) == pytest.approx(1)
    assert panel.plan.modifiers and all(one.text and one.rule for one in panel.plan.modifiers)
    assert panel.bars.accessibleDescription().count("%") == min(12, len(results))


def test_reach_and_zones_lie_over_the_board(table: MainWindow) -> None:
    place = table.bridge.game.scenario.map.parse_label
    click_hex(table, place("0501"))
    assert table.view.board.overlays.reach
    by_menu(table, "zones")
    assert table.view.board.overlays.zoc, "the zone of the unit in the wood"
    by_menu(table, "zones")
    assert not table.view.board.overlays.zoc


def test_the_record_of_turns_the_forces_and_the_figures_tell_of_it(table: MainWindow) -> None:
    press_key(table, Qt.Key.Key_R, CTRL)
    record = analysis(table).calendar
    assert record.isVisible() and record.heading.text().startswith("Turn 1 of 8")
    turns = [record.tree.topLevelItem(n) for n in range(record.tree.topLevelItemCount())]
    assert any(turn is not None and turn.text(0).startswith("Turn 2, 8 June") for turn in turns)
    press_key(table, Qt.Key.Key_U, CTRL)
    forces = analysis(table).forces
    sides = [forces.tree.topLevelItem(n) for n in range(forces.tree.topLevelItemCount())]
    assert forces.isVisible() and {s.text(0) for s in sides if s is not None} == {"Red", "Blue"}
    press_key(table, Qt.Key.Key_E, CTRL)
    settle()
    figures = analysis(table).figures
    assert figures.isVisible() and figures.choice.count() > 0
    assert table.bridge.rules.duties(table.bridge.state) is not None


def test_who_is_out_of_the_game_does_not_wait_to_be_placed(table: MainWindow) -> None:
    table.bridge.act(Remove(UnitId("red-3")))
    settle()
    assert table.bridge.waiting != "dead"
    assert UnitId("red-3") not in waiting_units(table.bridge)


def test_to_go_on_does_not_stand_out_while_a_battle_is_owed(table: MainWindow) -> None:
    """And the question is in sight again, once what stood below it is done."""
    target = table.bridge.game.scenario.map.parse_label("0202")
    assert click_closing(table)
    for _battle in range(20):
        state = table.bridge.game.state
        assert isinstance(state, HandState)
        if state.owed:
            break
        table.bridge.act(Resolve((UnitId("red-1"),), target))
        settle()
    buttons = {one.accessibleName(): one for one in table.decision.buttons()}
    going = next(one for text, one in buttons.items() if text.startswith("Go on"))
    assert going.property("primary") is not True
    table.resize(1280, 800)
    settle()
    done = next(one for text, one in buttons.items() if text.endswith(": done"))
    bar = table.decision.findChildren(QScrollArea)[0].verticalScrollBar()
    bar.setValue(bar.maximum())
    press(done)
    assert bar.value() == 0


def test_units_that_are_chosen_together_attack_together(table: MainWindow) -> None:
    """The stack was chosen, and what a click on the enemy offered was an attack by its first unit
    alone.
    """
    game, place = table.bridge.game, table.bridge.game.scenario.map.parse_label
    for unit in ("red-1", "red-3"):
        game.act(Place(UnitId(unit), place("0302")))
    while game.view().phase != "Combat":
        game.act(NextPhase())
    table.bridge.look_again()
    attack = next(
        order
        for order in orders(
            game.rules, game.state, (UnitId("red-1"), UnitId("red-3")), place("0202")
        )
        if isinstance(order.actions[-1], Resolve)
    )
    assert attack.actions == (Resolve((UnitId("red-1"), UnitId("red-3")), place("0202")),)
    assert attack.done == (UnitId("red-1"), UnitId("red-3")) and not attack.left
