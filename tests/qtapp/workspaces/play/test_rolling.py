"""A battle rolled in one go, as far as there is nothing to choose."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.game.catalogue import explain
from engine.game.session import Dice
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import press_key, settle


def shoots(window: MainWindow) -> bool:
    """Whether a die follows the next decision at once."""
    bridge = window.bridge
    action = next(iter(bridge.offers.everything(1))).action
    rules = bridge.rules
    return rules.chance(rules.apply(bridge.state, action).state) is not None


def at_a_battle(window: MainWindow, dice: Dice = Dice.PROGRAM) -> PlayWorkspace:
    """Play on to a battle in which the next decision is no choice."""
    play, bridge = window.workspaces["play"], window.bridge
    assert isinstance(play, PlayWorkspace)
    bridge.set_dice(Dice.PROGRAM)
    with bridge.held():
        while not (bridge.player_decides and play.battle_roll.can_begin and shoots(window)):
            bridge.act(explain(bridge.game)[0])
    bridge.set_dice(dice)
    settle()
    return play


def test_one_key_goes_on_to_the_next_choice_and_one_undo_goes_back(campaign: MainWindow) -> None:
    play, bridge = at_a_battle(campaign), campaign.bridge
    log, before = bridge.game.log, bridge.game.digest()
    stood = log.current
    assert campaign.book["roll_battle"].isEnabled() and play.battle.roll.isVisible()
    press_key(campaign, Qt.Key.Key_X)
    taken = [node for node in log.back() if node.id > stood]
    assert taken and any(node.is_die for node in taken)
    assert not play.battle_roll.can_begin and not campaign.book["roll_battle"].isEnabled()
    assert campaign.focusWidget() is campaign.view
    press_key(campaign, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert bridge.game.digest() == before and log.current == stood


def test_the_button_of_the_panel_does_the_same(campaign: MainWindow) -> None:
    play, bridge = at_a_battle(campaign), campaign.bridge
    stood = bridge.game.log.current
    campaign.docks["battle"].raise_()
    settle()
    QTest.mouseClick(play.battle.roll, Qt.MouseButton.LeftButton)
    settle()
    assert bridge.game.log.current > stood and not play.battle.roll.isVisible()
    shown = play.watching.over.banner
    assert shown is not None and shown.faces


def test_own_dice_are_waited_for(campaign: MainWindow) -> None:
    play, bridge = at_a_battle(campaign, Dice.TYPED), campaign.bridge
    count = len(bridge.game.log)
    press_key(campaign, Qt.Key.Key_X)
    assert bridge.view.chance is not None and len(bridge.game.log) > count
    assert not any(node.is_die for node in bridge.game.log.newer_than(count - 1))
    assert not play.battle_roll.can_begin
    bridge.set_dice(Dice.PROGRAM)
    settle()


def test_without_a_battle_the_key_says_why_it_is_dead(campaign: MainWindow) -> None:
    press_key(campaign, Qt.Key.Key_X)
    assert "no battle is being fought" in campaign.notice.text()
