"""A full turn of every playable scenario by mouse, one by keyboard alone, and ways back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.reports.log_export import How
from qtapp.app.main_window import MainWindow
from tests.games import ALL
from tests.qtapp.conftest import CAMPAIGN, Opener, press_key, settle
from tests.qtapp.hands import (
    Counted,
    by_menu,
    click_choice,
    click_closing,
    decide_by_keys,
    decide_by_mouse,
    end_by_keys,
    press,
    wanted_now,
)
from tests.qtapp.workspaces.play.analysis_panels.test_lines_panel import lines

TOO_MANY = 400
"""Decisions after which a turn counts as endless."""


def stage(window: MainWindow) -> tuple[str, int, str]:
    view = window.bridge.view
    return view.side, view.turn, view.phase


def play_turn(window: MainWindow, step: Callable[[int], bool]) -> int:
    """Take decisions till the turn after the first begins; how many."""
    last, done = stage(window), 0
    first = max(window.bridge.state.turn, 1)
    for count in range(TOO_MANY):
        if window.bridge.state.turn > first or window.bridge.view.outcome is not None:
            return count
        if stage(window) != last:
            last, done = stage(window), 0
        before = window.bridge.game.log.current
        assert step(done), window.bridge.view.prompt
        assert window.bridge.game.log.current != before
        done += 1
    raise AssertionError("the turn does not end")


@pytest.mark.parametrize("scenario", ALL)
def test_a_full_turn_by_mouse(opened: Opener, scenario: str) -> None:
    window, counted = opened(scenario), Counted()

    def step(done: int) -> bool:
        if window.bridge.view.chance is not None:
            press(window.decision.dice.roll)
            return True
        action = wanted_now(window, done)
        if action is not None and decide_by_mouse(window, action, counted):
            return True
        return click_closing(window) or _first_in_list(window)

    assert play_turn(window, step) > 5
    assert counted.ways.get("button", 0) > 0
    assert counted.ways.get("board", 0) + counted.ways.get("list", 0) > 0


def _first_in_list(window: MainWindow) -> bool:
    offer = next(window.bridge.offers.everything(1))
    by_menu(window, "deselect")
    settle()
    return click_choice(window, offer.action)


@pytest.mark.parametrize(
    "scenario", [CAMPAIGN, pytest.param("boot_camp/balkan_campaign", marks=pytest.mark.soak)]
)
def test_a_full_turn_by_keyboard_alone(opened: Opener, scenario: str) -> None:
    window, counted = opened(scenario), Counted()

    def step(done: int) -> bool:
        if window.bridge.view.chance is not None:
            press_key(window, Qt.Key.Key_R)
            return True
        action = wanted_now(window, done)
        if action is not None and decide_by_keys(window, action, counted):
            return True
        offers = window.bridge.offers
        return end_by_keys(window) or decide_by_keys(
            window, next(offers.everything(1)).action, counted
        )

    assert play_turn(window, step) > 5
    assert counted.ways.get("list", 0) > 0
    assert {node.how for node in window.bridge.game.log.line()} <= {
        How.CHOSEN,
        How.ROLLED,
        How.TOGETHER,
    }


def test_ten_steps_back_a_branch_and_the_way_home(opened: Opener) -> None:
    window, counted = opened(CAMPAIGN), Counted()
    for _ in range(14):
        action = wanted_now(window, 0)
        done = action is not None and decide_by_mouse(window, action, counted)
        assert done or click_closing(window) or _first_in_list(window)
    log = window.bridge.game.log
    tip, digest = log.current, window.bridge.game.digest()
    for _ in range(10):
        press_key(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    fork = log.current
    assert fork != tip and window.bridge.game.digest() != digest
    went = log.line()[-1].id
    old = [node.id for node in log.children(fork)]
    offer = next(
        o for o in window.bridge.offers.everything(8) if o.action not in _taken(window, old)
    )
    by_menu(window, "deselect")
    assert decide_by_mouse(window, offer.action, counted)
    assert len(log.children(fork)) == len(old) + 1
    assert went in [node.id for node in log.line()]
    by_menu(window, "lines")
    panel = lines(window)
    panel.choose_node(tip)
    press(panel.go)
    assert window.bridge.game.digest() == digest


def _taken(window: MainWindow, nodes: list[int]) -> list[object]:
    return [window.bridge.game.log[node].action for node in nodes]


@pytest.mark.parametrize(
    "scenario", [CAMPAIGN, pytest.param("boot_camp/balkan_campaign", marks=pytest.mark.soak)]
)
def test_a_phase_is_handed_to_the_automatic_player(opened: Opener, scenario: str) -> None:
    window = opened(scenario)
    before = stage(window)
    press_key(window, Qt.Key.Key_F5)
    for _ in range(600):
        settle()
        if not window.robot.is_busy:
            break
    assert stage(window) != before
    steps = window.bridge.game.log.line()
    assert steps and all(node.how is not How.CHOSEN for node in steps)
    assert any(node.why for node in steps)


def test_ones_own_die_is_typed_at_the_keyboard(opened: Opener) -> None:
    window = opened(CAMPAIGN)
    by_menu(window, "dice_typed")
    counted = Counted()
    while window.bridge.view.chance is None:
        action = wanted_now(window, 2)
        done = action is not None and decide_by_mouse(window, action, counted)
        assert done or click_closing(window)
    press_key(window, Qt.Key.Key_T)
    QTest.keyClick(window.decision.dice, Qt.Key.Key_2)
    settle()
    node = window.bridge.game.log.line()[-1]
    assert node.how is How.TYPED
