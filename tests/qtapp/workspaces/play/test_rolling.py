"""A battle rolled in one go, as far as there is nothing to choose."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.game.catalogue import explain
from engine.game.session import Dice
from engine.systems.balkan_gambit.actions import Fire
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.acting.rolling import BattleRoll
from qtapp.workspaces.play.play_workspace import GO_ON, PlayWorkspace
from tests.qtapp.conftest import Opener, press_key, settle
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.play.laid import CTRL, Hands, laid_out


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


DUEL = {
    "turn": 2,
    "side": "axis",
    "only": True,
    "units": {"german-264": "1717", "yugoslav-partisan-4": "1718"},
}


def duel(opened: Opener, dice: Dice = Dice.PROGRAM) -> Hands:
    """A battle of one unit against one, declared and about to be fought."""
    hands = Hands(laid_out(opened, "balkan_gambit/1944", DUEL, dice))
    hands.click("1717")
    hands.click("1718")
    hands.count = 0
    return hands


def test_one_shooter_against_one_target_is_a_battle_in_one_act(opened: Opener) -> None:
    hands = duel(opened)
    bridge = hands.window.bridge
    before = bridge.game.digest()
    log, stood = bridge.game.log, bridge.game.log.current
    assert bridge.rules.battle(bridge.state) is not None
    hands.button("Resolve")
    fought = [node for node in log.back() if node.id > stood]
    shots = [node for node in fought if isinstance(node.action, Fire)]
    assert hands.count == 1 and {shot.side for shot in shots} == {"axis", "allied"}
    assert sum(node.is_die for node in fought) == len(shots)
    press_key(hands.window, Qt.Key.Key_Z, CTRL)
    assert bridge.game.digest() == before
    _one_decides_each_shot_who_wants_to(hands)


def _one_decides_each_shot_who_wants_to(hands: Hands) -> None:
    window, bridge = hands.window, hands.window.bridge
    by_menu(window, "go_on")
    hands.button("Resolve")
    assert not any(node.is_die for node in bridge.game.log.back())
    assert window.preferences.kept_text(GO_ON) == "0"
    assert not BattleRoll(bridge).go_on({bridge.view.side}), "left to the automatic player"
    by_menu(window, "go_on")
    hands.button("Fire")
    assert sum(node.is_die for node in bridge.game.log.back()) > 1
    assert window.preferences.kept_text(GO_ON) == "1"


def test_a_die_of_ones_own_is_waited_for_before_it_goes_on(opened: Opener) -> None:
    hands = duel(opened, Dice.ASK)
    hands.button("Resolve")
    bridge = hands.window.bridge
    assert bridge.view.chance is not None and not bridge.game.log.here.is_die
    press_key(hands.window, Qt.Key.Key_R)
    rolled = [node for node in bridge.game.log.back() if node.is_die]
    assert len(rolled) == 1 and bridge.view.chance is not None
