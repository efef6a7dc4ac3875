"""Which states a game keeps in memory."""

from __future__ import annotations

from engine.core.state import State
from engine.play.log import ROOT
from engine.play.state_cache import RECENT, SPACING, StateCache


def test_states_are_thinned_out_but_for_the_root_and_the_newest() -> None:
    opening = State(0, "", "", {}, ())
    held = StateCache()
    held.hold(ROOT, opening)
    for number in range(1, 40 * RECENT):
        held.hold(number, State(number, "", "", {}, ()))
    assert held.get(ROOT) is opening
    assert all(number in held for number in range(39 * RECENT, 40 * RECENT))
    assert all(number in held for number in range(0, 30 * RECENT, SPACING))
    assert len(held) < 5 * RECENT
    held.forget_from(100)
    assert 96 in held and 128 not in held
    assert held.get(128) is None
