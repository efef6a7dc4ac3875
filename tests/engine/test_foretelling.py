"""What the planner shows is what the dice do, in every system."""

from __future__ import annotations

import pytest

from tests.engine.foretelling import SYSTEMS, check

ATTACKS = 25
ROLLS = 400


@pytest.mark.parametrize("system", SYSTEMS)
def test_displayed_chances_are_those_of_the_engine_and_of_the_dice(system: str) -> None:
    tally = check(system, ATTACKS, ROLLS)
    assert tally.attacks == ATTACKS
    assert tally.outcomes > 2 * ATTACKS
    assert tally.worst < 1e-9
    assert tally.beyond <= 0.01 * tally.outcomes + 2
    assert tally.widest < 6
