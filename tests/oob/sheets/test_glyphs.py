"""Ratings read as glyphs: what no ratings have is not read."""

from __future__ import annotations

import numpy as np
import pytest

from oob.sheets.glyphs import Glyphs

NONE = np.zeros(0, np.float32)


def glyphs(*pairs: str) -> Glyphs:
    return Glyphs((), np.zeros((0, 0), np.float32), NONE, NONE, NONE, frozenset(pairs))


@pytest.mark.parametrize(
    ("before", "letter", "may"),
    [
        ("", "4", True),
        ("", "(", True),
        ("", "-", False),
        ("", ")", False),
        ("4-", "-", False),
        ("4-", "3", True),
        ("4-", "(", True),
        ("4-(", "3", True),
        ("4-(3", ")", True),
        ("4-3", ")", False),
        ("4-(", ")", False),
    ],
)
def test_a_letter_may_follow_a_text(before: str, letter: str, may: bool) -> None:
    assert glyphs().may_follow(before, letter) is may


def test_what_is_known_may_stand_all_the_same() -> None:
    assert glyphs(" -").may_follow("", "-") and not glyphs(" -").may_follow("4-", "-")
