"""What views keep from position to position is what they work out from nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from weakref import WeakKeyDictionary

import pytest

from engine.core.actions import Action, Roll
from engine.core.chance import Stream
from engine.core.legal import LegalActions
from engine.core.state import State
from engine.core.system import Rules
from engine.core.view.display import CounterView, Display
from engine.rules.board.sharing import Shared
from engine.systems.europa.board import weather
from engine.systems.europa.rules_base import EuropaRules
from engine.systems.europa.state.position import Position
from engine.systems.europa.view import base_panels, calendar, display, panels
from tests.engine.seeded import rules_of
from tests.examples import often

STEPS = often(120, 3000)
OFTEN, FEW = 8, 20
"""Displays are compared at each so many steps, at once and when the positions are forgotten."""


@pytest.mark.parametrize(
    "scenario",
    [
        "boot_camp/balkan_campaign",
        "balkan_front/italo_greek_war",
        "fire_in_the_east/army_group_north",
    ],
)
def test_views_keep_what_they_work_out_from_nothing(scenario: str) -> None:
    rules, stream = rules_of(scenario), Stream(4, scenario)
    assert isinstance(rules, EuropaRules)
    state: State = rules.begin().state
    kept = 0
    before: object = None
    passed: list[Position] = []
    for _ in range(STEPS):
        pos = rules.position(state)
        coming = panels.coming_panel(pos)
        kept += coming is before
        before = coming
        assert coming == panels.coming_from_nothing(pos)
        for box, title in panels.box_titles(pos).items():
            assert panels.box_panel(pos, box, title) == panels.box_from_nothing(pos, box, title)
        assert display.counters(pos) == counters_from_nothing(pos)
        passed.append(pos)
        assert base_panels.displays(pos) == base_panels.displays_from_nothing(pos)
        assert calendar.due(pos, 1, 40) == calendar.due_from_nothing(pos, 1, 40)
        assert weather.zones(pos, 3) == weather.zones_from_nothing(pos, 3)
        if rules.outcome(state) is not None:
            break
        chance = rules.chance(state)
        if chance is not None:
            state = rules.apply(state, Roll(1 + stream.below(chance.sides))).state
            continue
        advice = rules.advise(state)
        assert advice is not None
        state = rules.apply(state, advice.action).state
    assert kept > STEPS // 4, "most steps change nothing of what is to come"
    for pos in passed[:: -STEPS // 12]:  # as one goes back in the log
        assert display.counters(pos) == counters_from_nothing(pos)


@pytest.mark.parametrize(
    "scenario",
    [
        "boot_camp/balkan_campaign",
        "balkan_front/marita_merkur",
        "fire_in_the_east/army_group_north_sea",
        "fire_in_the_east/typhoon_air",
    ],
)
def test_displays_are_those_of_a_position_of_which_nothing_is_known(scenario: str) -> None:
    """Whatever is kept from position to position, and whenever somebody looks at the lines: random
    play touches all that they tell of.
    """
    rules, stream = rules_of(scenario), Stream(6, scenario)
    state: State = rules.begin().state
    passed: list[tuple[State, tuple[Display, ...]]] = []
    for number in range(STEPS):
        shown = rules.displays(state)
        if number % FEW == 0:
            passed.append((state, shown))
        else:
            assert shown  # what is kept is asked for at each step
        if number % OFTEN == 0:
            assert shown == displays_from_nothing(rules, state)
        if rules.outcome(state) is not None:
            break
        state = rules.apply(state, next_of(rules, state, stream, number)).state
    for state, shown in passed:  # the positions are no longer known
        assert shown == displays_from_nothing(rules, state)


def next_of(rules: Rules, state: State, stream: Stream, number: int) -> Action:
    """A die, what the automatic player does, or every third time anything."""
    chance, advice = rules.chance(state), rules.advise(state)
    if chance is not None:
        return Roll(1 + stream.below(chance.sides))
    drawn = None
    if number % 3 == 0:
        families = rules.question(state).families
        legal = LegalActions(families, partial(rules.check, state), partial(rules.allows, state))
        drawn = legal.random(stream)
    if drawn is None:
        assert advice is not None
        drawn = advice.action
    return drawn


def displays_from_nothing(rules: Rules, state: State) -> tuple[Display, ...]:
    """The displays of a position as if no other had been looked at."""
    assert isinstance(rules, EuropaRules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules.context, "shared", Shared())
        shown = rules.views.displays(rules.look(rules.own(state)))
        return tuple(replace(one, rows=tuple(one.rows)) for one in shown)


def counters_from_nothing(pos: Position) -> tuple[CounterView, ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(display, "_SEEN", WeakKeyDictionary())
        return display.counters(pos)
