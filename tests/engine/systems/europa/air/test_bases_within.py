"""The bases that an air unit can land at, from one place and limit or another."""

from __future__ import annotations

from engine.systems.europa.air import landing
from tests.engine.systems.europa.air.sky import BRINDISI, SM79, TIRANA, Sky


def test_a_wider_limit_and_another_place_are_asked_of_one_position() -> None:
    """What was asked first of a position is no answer to other questions."""
    sky = Sky().station(TIRANA, SM79)
    start, far = sky.at(TIRANA), sky.at(BRINDISI)
    near = landing.within(sky.pos, SM79, start, 1)
    wide = landing.within(sky.pos, SM79, start, 30)
    there = landing.within(sky.pos, SM79, far, 1)
    assert near[0] == wide[0] == start and set(near) < set(wide)
    assert there[0] == far and start not in there
    assert landing.within(sky.pos, SM79, start, 1) == near
