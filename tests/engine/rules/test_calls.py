"""Calls on neutrals: chances of dice, rows of results."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core.charts.tables import Provenance
from engine.rules.politics.calls import CallResult, CallRow, sums

RESULTS = (
    CallResult("no", 3, Provenance.PRINTED),
    CallResult("perhaps", 7, Provenance.PRINTED),
    CallResult("yes", 8, Provenance.PRINTED, "axis"),
)


@pytest.mark.parametrize(("dice", "faces"), [(1, 6), (2, 6), (3, 6), (2, 10)])
def test_chances_of_dice_are_exact(dice: int, faces: int) -> None:
    found = sums(dice, faces)
    assert sum(found.values()) == 1
    assert min(found) == dice and max(found) == dice * faces
    assert found[dice] == found[dice * faces] == Fraction(1, faces**dice)


@pytest.mark.parametrize(("roll", "result"), [(-4, "no"), (3, "no"), (4, "perhaps"), (30, "yes")])
def test_a_roll_is_read_in_the_first_row_that_holds_it(roll: int, result: str) -> None:
    row = CallRow("b", "B", "axis", 2, 6, 1, RESULTS)
    assert row.result(roll).id == result
