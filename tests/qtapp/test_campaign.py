"""The 1943 campaign as a person plays it: set up, move, be refused, fight, go on."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea

from engine.core.actions import Roll
from engine.game.player_view import PlayerView
from engine.game.session import Dice, GameSession
from engine.reports.log_export import How
from maps.hexgrid import Hex, distance
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.offers import Offers
from tests.qtapp.conftest import CAMPAIGN, Opener, answer, click_hex, press_key, settle
from tests.qtapp.hands import by_menu, end_by_keys, type_die


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign in which both sides stand as recommended and the Axis moves."""
    path = tmp_path_factory.mktemp("campaign") / "axis.sandtable"
    with GameSession.start(CAMPAIGN, path=path) as game:
        while game.state.active != "axis":
            offers = Offers(PlayerView(game))
            recommended = [offer for offer in offers.plain() if "recommended" in offer.text]
            game.act((recommended or offers.closing() or list(offers.everything(1)))[0].action)
    return path


@pytest.fixture
def axis_turn(played: Path, shared: MainWindow, opened: Opener) -> MainWindow:
    """A window on that campaign, in the user's folder."""
    shared.folders.campaigns.mkdir(parents=True)
    copyfile(played, shared.folders.campaign_file(CAMPAIGN))
    return opened(CAMPAIGN)


def test_both_sides_set_up_by_buttons(campaign: MainWindow) -> None:
    for side in ("Axis", "Allied"):
        assert side in campaign.decision.findChildren(QLabel)[0].text()
        answer(campaign, "recommended")
        answer(campaign, "Finish")
    assert campaign.bridge.state.phase != "set up"


def test_the_campaign_is_kept_in_the_users_folder(campaign: MainWindow) -> None:
    kept = campaign.folders.data / "campaigns" / "balkan_gambit-1943.sandtable"
    assert campaign.bridge.path == kept
    assert "1943" in campaign.windowTitle()
    assert "Axis to decide" in campaign.decision.findChildren(QLabel)[0].text()


def test_a_unit_is_set_up_by_mouse_and_shifted(campaign: MainWindow) -> None:
    press_key(campaign, Qt.Key.Key_N)
    unit = campaign.selection.unit
    assert unit is not None and campaign.selection.place == "pool"
    at = next(iter(campaign.view.board.overlays.reach))
    click_hex(campaign, at)
    take_first(campaign)
    assert campaign.bridge.state.pieces[unit].at == at
    assert campaign.selection.place == "pool"
    assert campaign.selection.unit not in (None, unit)
    campaign.bridge.undo()
    assert campaign.bridge.state.pieces[unit].at == "pool"


def test_units_to_be_placed_are_listed_before_anything_is_selected(campaign: MainWindow) -> None:
    assert campaign.selection.place is None
    titles = [label.text() for label in campaign.stack.findChildren(QLabel)]
    assert any(title.startswith("To be placed: ") for title in titles)
    first = campaign.stack.model.unit(0)
    campaign.stack.list.setCurrentIndex(campaign.stack.model.index(0))
    assert (campaign.selection.place, campaign.selection.unit) == ("pool", first)


def test_units_of_one_name_are_told_apart_by_their_hexes(axis_turn: MainWindow) -> None:
    window = axis_turn
    while window.bridge.view.side != "allied" or window.bridge.state.phase != "initial":
        if window.bridge.view.chance is not None:
            window.bridge.roll()
        else:
            window.play.do(window.bridge.offers.closing()[0])
    lines = [o.text for o in window.bridge.offers.everything(9) if "dispersed" in o.text]
    assert len(lines) > 1 and len(set(lines)) == len(lines)


def test_the_reach_shown_is_what_a_click_can_do(axis_turn: MainWindow) -> None:
    window = axis_turn
    unit, _ = movable(window)
    window.play.select_unit(unit)
    for at in window.view.board.overlays.reach:
        offers = window.bridge.offers
        assert offers.aimed(unit, at) or offers.prepared(unit, at)
    assert end_by_keys(window)
    assert not window.view.board.overlays.reach


def test_a_landing_is_made_by_mouse_from_the_med_box(axis_turn: MainWindow) -> None:
    window = axis_turn
    while window.bridge.view.side != "allied" or "command points" not in window.bridge.view.prompt:
        if window.bridge.view.chance is not None:
            window.bridge.type_die(9)
        else:
            offers = window.bridge.offers
            window.play.do((offers.closing() or list(offers.everything(1)))[0])
    coast = window.bridge.game.scenario.map.parse_label("1335")
    window.play.select_unit(UnitId("british-33"))
    click_hex(window, coast)
    take_first(window)
    assert "landing at 1335" in window.bridge.view.prompt
    added = [o.text for o in window.bridge.offers.of(UnitId("british-33"))]
    assert [press.text() for press in window.battle.acts.findChildren(QPushButton)] == added


def test_the_right_button_asks_even_about_one_thing(axis_turn: MainWindow) -> None:
    window = axis_turn
    before = window.bridge.game.digest()
    board = window.bridge.game.scenario.map
    at = next(at for at in board.terrain if len(window.bridge.offers.at(at)) == 1)
    click_hex(window, at, Qt.MouseButton.RightButton)
    assert window.play.menu is not None and len(window.play.menu.actions()) == 1
    assert window.bridge.game.digest() == before
    window.play.menu.close()


def test_the_decision_takes_no_more_room_than_it_needs(campaign: MainWindow) -> None:
    area = campaign.decision.findChild(QScrollArea)
    assert area is not None and area.verticalScrollBar().maximum() == 0


def test_recommended_set_up_puts_everyone_on_the_board(axis_turn: MainWindow) -> None:
    pieces = axis_turn.bridge.state.pieces.values()
    assert not any(piece.at == "pool" for piece in pieces)
    assert "command points left" in axis_turn.bridge.view.prompt


def test_a_move_is_one_click_from_unit_to_goal(axis_turn: MainWindow) -> None:
    window = axis_turn
    unit, goal = movable(window)
    window.play.select_unit(unit)
    settle()
    assert goal in window.view.board.overlays.reach
    click_hex(window, goal)
    assert window.bridge.state.pieces[unit].at == goal
    assert window.selection.unit == unit


def test_a_move_by_keys_alone(axis_turn: MainWindow) -> None:
    window = axis_turn
    press_key(window, Qt.Key.Key_N)
    unit = window.selection.unit
    assert unit is not None
    start = window.bridge.state.pieces[unit].at
    press_key(window, Qt.Key.Key_L)
    QTest.keyClicks(window.choices.search, "move command")
    QTest.keyClick(window.choices.search, Qt.Key.Key_Return)
    settle()
    press_key(window, Qt.Key.Key_L)
    QTest.keyClick(window.choices.search, Qt.Key.Key_Down)
    QTest.keyClick(window.choices.list, Qt.Key.Key_Return)
    settle()
    assert window.bridge.state.pieces[unit].at != start


def test_a_move_too_far_is_refused_with_the_rule(axis_turn: MainWindow) -> None:
    window = axis_turn
    unit, goal = movable(window)
    window.play.select_unit(unit)
    board = window.bridge.game.scenario.map
    stands = {counter.at for counter in window.bridge.counters}
    far = max((at for at in board.terrain if at not in stands), key=lambda at: distance(at, goal))
    before = window.bridge.game.digest()
    click_hex(window, far)
    assert window.bridge.game.digest() == before
    assert window.notice.isVisibleTo(window)
    assert "BG-" in window.notice.text()


def test_undo_and_redo_of_a_move(axis_turn: MainWindow) -> None:
    window = axis_turn
    unit, goal = movable(window)
    start = window.bridge.state.pieces[unit].at
    window.play.select_unit(unit)
    click_hex(window, goal)
    moved = window.bridge.game.digest()
    press_key(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.bridge.state.pieces[unit].at == start
    shift = Qt.KeyboardModifier.ShiftModifier
    press_key(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, shift)
    assert window.bridge.game.digest() == moved


def test_a_battle_is_fought_with_ones_own_dice(axis_turn: MainWindow) -> None:
    window = axis_turn
    by_menu(window, "dice_typed")
    origin, target = attackable(window)
    click_hex(window, origin)
    click_hex(window, target)
    take_first(window)
    assert window.battle.is_fighting
    typed = fight(window)
    assert typed > 0
    assert window.bridge.view.outcome is None
    dice = [node for node in window.bridge.game.log.line() if node.how is How.TYPED]
    assert len(dice) == typed
    tip = window.bridge.game.digest()
    while not window.battle.is_fighting or window.bridge.game.log.here.how is How.TYPED:
        press_key(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.bridge.game.digest() != tip
    while window.book["redo"].isEnabled():
        by_menu(window, "redo")
        settle()
    assert window.bridge.game.digest() == tip


def test_closing_and_opening_again_goes_on(opened_anew: Opener) -> None:
    window = opened_anew(CAMPAIGN)
    answer(window, "recommended")
    digest = window.bridge.game.digest()
    window.close()
    again = opened_anew(CAMPAIGN)
    assert again.bridge.game.digest() == digest


def test_the_automatic_player_finishes_a_turn_while_the_window_lives(
    axis_turn: MainWindow,
) -> None:
    window = axis_turn
    assert window.bridge.game.dice is Dice.PROGRAM
    by_menu(window, "auto_turn")
    for _ in range(400):
        settle()
        if not window.robot.is_busy:
            break
    assert window.bridge.state.turn == 2
    assert {node.how for node in window.bridge.game.log.line()} >= {How.BOT}
    settle()
    assert window.book["auto_turn"].isEnabled()


def test_the_automatic_player_commands_one_side(axis_turn: MainWindow) -> None:
    window = axis_turn
    allied = next(
        ident
        for side, ident in zip(
            window.bridge.game.system.sides, ("auto_first", "auto_second"), strict=True
        )
        if side.id == "allied"
    )
    by_menu(window, allied)
    settle()
    assert not window.robot.is_busy
    assert end_by_keys(window)
    for _ in range(400):
        settle()
        if not window.robot.is_busy:
            break
    assert window.bridge.view.side == "axis"
    assert window.bridge.state.turn == 2


def movable(window: MainWindow) -> tuple[UnitId, Hex]:
    """A unit of the side to decide with an empty hex it can go to in one click."""
    taken = {counter.at for counter in window.bridge.counters}
    for counter in window.bridge.counters:
        if window.bridge.rules.owner(window.bridge.state, counter.unit) != window.bridge.view.side:
            continue
        for goal in window.bridge.rules.reach(window.bridge.state, counter.unit):
            if goal not in taken and window.bridge.offers.prepared(counter.unit, goal):
                return counter.unit, goal
    raise AssertionError("no unit can move")


def attackable(window: MainWindow) -> tuple[Hex, Hex]:
    """A hex of the side to decide and an enemy hex it may attack."""
    for offer in window.bridge.offers.everything(400):
        origin, target = offer.action.origin_of(), offer.action.where()
        if isinstance(origin, Hex) and isinstance(target, Hex) and origin != target:
            return origin, target
    raise AssertionError("nobody can attack")


def take_first(window: MainWindow) -> None:
    """Take the first entry of the menu that asks which of several things is meant, if one does."""
    menu = window.play.menu
    if menu is not None and menu.isVisible():
        QTest.keyClick(menu, Qt.Key.Key_Return)
        settle()


def fight(window: MainWindow) -> int:
    """Answer until the battle is over, typing 3 for every die; how many were typed."""
    typed = 0
    for _ in range(200):
        if not window.battle.is_fighting:
            return typed
        if window.bridge.view.chance is not None:
            type_die(window, 3)
            typed += 1
        else:
            window.play.do(next(window.bridge.offers.everything(1)))
        settle()
    raise AssertionError("the battle does not end")


def test_typing_a_face_the_die_has_not_is_refused(axis_turn: MainWindow) -> None:
    assert not axis_turn.bridge.act(Roll(11))
    assert axis_turn.notice.isVisibleTo(axis_turn)


def test_a_unit_that_can_do_nothing_does_not_hide_the_others(axis_turn: MainWindow) -> None:
    window = axis_turn
    enemy = next(
        counter.unit
        for counter in window.bridge.counters
        if window.bridge.rules.owner(window.bridge.state, counter.unit) == "allied"
        and not window.bridge.offers.can_act(counter.unit)
    )
    window.play.select_unit(enemy)
    settle()
    assert window.choices.model.first() >= 0


def test_lines_of_the_log_are_as_high_as_their_words(axis_turn: MainWindow) -> None:
    rows, sieve = axis_turn.log.list, axis_turn.log.list.model()
    axis_turn.docks["log"].setMinimumWidth(420)
    for _ in range(4):
        settle()
    for row in range(sieve.rowCount()):
        index = sieve.index(row, 0)
        needed = rows.rows.size(sieve.line(index).sentence)
        assert rows.visualRect(index).height() == needed.height()
