"""A click in Play stays cheap: its checks and calls are counted, for time is the machine's."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton

from qtapp.board.items import ground
from qtapp.workers import in_turn
from tests.benchmarks.clicks import (
    ACTS,
    BUDGET,
    CLICK_MEASURES,
    LARGE,
    SCENARIO,
    CheckCount,
    calls_an_act,
    checks_a_click,
    march_of,
    movers,
    show_board,
    shown,
)
from tests.benchmarks.counts import CallCount
from tests.benchmarks.long_logs import lay_tabbed
from tests.qtapp.conftest import Opener, folders, opened_anew, qapp, settle

__all__ = ["folders", "opened_anew", "qapp"]

SHOWN = {"select": 4_000, "move": 4_900, "undo": 4_400}
"""Calls of functions that each act may cost until the board shows it, where the position after it
was looked at before.
"""
FOLLOWED = {"select": 7_500, "move": 22_500, "undo": 14_500}
"""Calls that it may cost until every panel of Play, all of them in sight, has followed."""
NEW_SHOWN = {"select": 19_500, "move": 15_000, "undo": 8_000}
"""Calls that each act may cost until the board shows it: another unit, another hex, a new position,
from which one goes back to one that is known.
"""
NEW_FOLLOWED = {"select": 46_000, "move": 42_000, "undo": 22_000}
"""Calls that it may cost until all panels have followed."""


LARGE_SHOWN = {"select": 33_000, "move": 66_000, "undo": 18_500}
"""Calls until the board shows an act in the largest scenario, a new position each time."""
LARGE_FOLLOWED = {"select": 108_000, "move": 155_000, "undo": 66_000}
"""Calls until its panels have followed, as tabs where they share a place; with what other tests of
the process left behind up to a half more.
"""
SET_UP = "fire_in_the_east/campaign_sea"
"""The scenario that begins with the most units to be placed."""
PLACED = 90_000, 250_000
"""Calls that placing one of them may cost until the board shows it, and until panels followed."""


def test_a_click_costs_few_checks_with_every_panel_shown(opened_anew: Opener) -> None:
    window = opened_anew(SCENARIO)
    shown(window)
    costs = dict(checks_a_click(window))
    assert len(costs) >= 8 and any(what.startswith("move") for what in costs)
    assert sum(costs.values()) > 0, "they are counted at all"
    assert max(costs.values()) <= BUDGET, costs
    whats = ("shown", "turn", "followed", "tabbed", "large_shown", "large_followed")
    acts = {f"{act}_{until}" for act in ("select", "move", "undo") for until in whats}
    assert set(CLICK_MEASURES) == {"checks", *acts}


def test_the_board_answers_with_few_calls_and_the_panels_follow(
    opened_anew: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANSWER_SECONDS", "FRAME_SECONDS"):
        monkeypatch.setattr(ground, name, 1_000.0)  # a loaded machine paints no more often
    monkeypatch.setattr(in_turn, "SLICE_S", 0.0)  # and does one piece a turn
    window = opened_anew(SCENARIO)
    shown(window)
    for known, most, most_whole in ((True, SHOWN, FOLLOWED), (False, NEW_SHOWN, NEW_FOLLOWED)):
        costs = calls_an_act(window, known=known)
        assert set(costs) == set(ACTS)
        for act, (answer, whole) in costs.items():
            assert 0 < answer <= most[act] and answer < whole <= most_whole[act], (known, costs)
    unit = next(unit for unit in movers(window) if march_of(window, unit))
    window.selection.select(window.bridge.state.pieces[unit].at, unit)
    settle()
    before, answers = window.view.board.overlays, window.decision.answers
    buttons = answers.findChildren(QPushButton)
    window.bridge.act(march_of(window, unit)[0].action)
    show_board(window)
    assert window.view.board.overlays != before and not window.view.board.is_refining
    assert window.bridge.in_turn.is_busy, "what is not the board comes after it"
    assert answers.findChildren(QPushButton) == buttons, "buttons that stay are not made again"
    settle()
    assert not window.bridge.in_turn.is_busy


def test_a_move_in_the_largest_scenario_costs_no_more_calls_than_it_did(
    opened_anew: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANSWER_SECONDS", "FRAME_SECONDS"):
        monkeypatch.setattr(ground, name, 1_000.0)
    monkeypatch.setattr(in_turn, "SLICE_S", 0.0)
    window = opened_anew(LARGE)
    shown(window, 1)
    costs = calls_an_act(window, known=False, lay=lay_tabbed)
    for act, (answer, whole) in costs.items():
        assert 0 < answer <= LARGE_SHOWN[act] and answer < whole <= LARGE_FOLLOWED[act], costs


def test_a_unit_is_placed_in_the_largest_set_up_without_a_check_of_all_that_wait(
    opened_anew: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANSWER_SECONDS", "FRAME_SECONDS"):
        monkeypatch.setattr(ground, name, 1_000.0)
    window = opened_anew(SET_UP)
    lay_tabbed(window)
    settle()
    checks = CheckCount(window.bridge.game.rules)
    for number in range(4):
        placing = next(window.bridge.view.legal.family("place unit"))
        checks.taken()
        with CallCount() as answer:
            window.bridge.act(placing)
            show_board(window)
        with CallCount() as rest:
            settle()
        if number:
            assert 0 < answer.calls <= PLACED[0], answer.calls
            assert answer.calls + rest.calls <= PLACED[1], answer.calls + rest.calls
            assert checks.taken() <= BUDGET
