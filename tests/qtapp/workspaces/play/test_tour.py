"""The tour of a person's first day, done with the mouse and the keys."""

from __future__ import annotations

from PySide6.QtCore import Qt

from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from qtapp.workspaces.play.tour import MARK, STEPS, Tour
from tests.qtapp.conftest import CAMPAIGN, Opener, press_key, settle
from tests.qtapp.hands import (
    Counted,
    by_menu,
    click_closing,
    click_rule,
    decide_by_mouse,
    end_by_keys,
    press,
    wanted_now,
)

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def tour_of(window: MainWindow) -> Tour:
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    return play.tour


def test_the_tour_is_played_through_and_remembered(
    opened_anew: Opener,
) -> None:
    window = opened_anew(CAMPAIGN)
    tour = tour_of(window)
    assert tour.isVisible() and not tour.is_running
    press(tour.go)
    assert tour.is_running and tour.step == 0
    assert window.docks["decision"].windowTitle().startswith(MARK)
    press(window.decision.buttons()[0])
    assert tour.step == 1
    _into_play(window)
    press_key(window, Qt.Key.Key_N)
    assert tour.step == 2
    counted = Counted()
    for _ in range(40):
        if tour.step > 2:
            break
        action = wanted_now(window, 0)
        assert action is not None
        assert decide_by_mouse(window, action, counted) or click_closing(window)
    assert tour.step == 3
    press_key(window, Qt.Key.Key_Z, CONTROL)
    assert tour.step == 4
    press_key(window, Qt.Key.Key_Z, CONTROL, SHIFT)
    assert tour.step == 5
    click_rule(window, window.bridge.view.rule)
    tour.look()
    assert tour.step == 6
    press_key(window, Qt.Key.Key_H, CONTROL)
    tour.look()
    assert tour.step == 7
    for _ in range(20):
        if tour.step > 7:
            break
        if not end_by_keys(window):
            action = wanted_now(window, 0)
            assert action is not None and decide_by_mouse(window, action, counted)
    assert tour.step == 8
    press_key(window, Qt.Key.Key_F6)
    for _ in range(900):
        settle()
        if not window.robot.is_busy:
            break
    assert tour.step == len(STEPS) and not tour.is_running
    press(tour.leave)
    assert not tour.isVisible()
    window.close()
    assert not tour_of(opened_anew(CAMPAIGN)).isVisible()


def _into_play(window: MainWindow) -> None:
    """Finish setting up with the buttons."""
    while window.bridge.state.phase == "set up":
        buttons = [b for b in window.decision.buttons() if "ecommended" in b.accessibleName()]
        press((buttons or window.decision.buttons())[0])


def test_the_tour_is_left_and_taken_up_again(campaign: MainWindow) -> None:
    tour = tour_of(campaign)
    press(tour.go)
    press(tour.skip)
    press(tour.leave)
    assert not tour.isVisible() and not tour.is_running
    assert not campaign.docks["decision"].windowTitle().startswith(MARK)
    by_menu(campaign, "tour")
    assert tour.isVisible() and tour.step == 1


def test_the_tour_lies_over_the_board_and_stays_at_the_table(campaign: MainWindow) -> None:
    tour, view = tour_of(campaign), campaign.view
    before = view.height()
    press(tour.go)
    assert tour.isVisible() and view.rect().contains(tour.geometry())
    by_menu(campaign, "workspace_edit")
    settle()
    assert not tour.isVisible() and tour.is_running
    by_menu(campaign, "workspace_play")
    settle()
    assert tour.isVisible()
    press(tour.leave)
    settle()
    assert not tour.isVisible() and view.height() == before


def test_a_list_of_units_to_be_placed_has_the_room_of_the_column(campaign: MainWindow) -> None:
    campaign.resize(1280, 800)
    by_menu(campaign, "reset_layout")
    settle()
    assert campaign.bridge.waiting
    stack, choices = campaign.docks["stack"], campaign.docks["choices"]
    assert stack.height() > choices.height()
    placing = stack.height()
    _into_play(campaign)
    settle()
    assert not campaign.bridge.waiting
    assert stack.height() < placing
