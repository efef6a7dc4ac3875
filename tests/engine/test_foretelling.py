"""What the planner shows is what the dice do, in every system."""

from __future__ import annotations

import pytest

from tests.engine.foretelling import SYSTEMS, check

ROLLS = 400


@pytest.mark.parametrize("attacks", [12, pytest.param(25, marks=pytest.mark.soak)])
@pytest.mark.parametrize("system", SYSTEMS)
def test_displayed_chances_are_those_of_the_engine_and_of_the_dice(
    system: str, attacks: int
) -> None:
    tally = check(system, attacks, ROLLS)
    assert tally.attacks == attacks
    assert tally.outcomes > 2 * attacks
    assert tally.worst < 1e-9
    assert tally.beyond <= 0.01 * tally.outcomes + 2
    assert tally.widest < 6
