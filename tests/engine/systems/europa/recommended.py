"""A scenario after the recommended set-ups of both sides, for tests."""

from __future__ import annotations

from typing import TypeVar

from engine.core.state import State
from engine.core.system import Rules
from engine.rules.set_up.placing import SettingUp
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, UseRecommended

StateT = TypeVar("StateT", bound=State)


def recommended(rules: Rules, kind: type[StateT]) -> StateT:
    """The state when both sides have taken their recommended set-up and finished."""
    state = rules.begin().state
    while isinstance(state.top, SettingUp):
        for action in (UseRecommended(), FinishSetUp()):
            assert not rules.check(state, action), rules.check(state, action)
            state = rules.apply(state, action).state
    assert isinstance(state, kind)
    return state
