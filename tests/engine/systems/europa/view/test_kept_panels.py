"""What views keep from position to position is what they work out from nothing."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import pytest

from engine.core.actions import Roll
from engine.core.chance import Stream
from engine.core.state import State
from engine.core.view.display import CounterView
from engine.systems.europa.board import weather
from engine.systems.europa.rules_base import EuropaRules
from engine.systems.europa.state.position import Position
from engine.systems.europa.view import base_panels, calendar, display, panels
from tests.engine.seeded import rules_of
from tests.examples import often

STEPS = often(120, 3000)


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


def counters_from_nothing(pos: Position) -> tuple[CounterView, ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(display, "_SEEN", WeakKeyDictionary())
        return display.counters(pos)
