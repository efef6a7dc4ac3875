"""Ratings are read where they stand; what is drawn about them is not read with them."""

from __future__ import annotations

import numpy as np
import pytest

from oob.sheets.arrays import Bytes, Singles
from oob.sheets.inks import RATINGS
from oob.sheets.rating_ink import ratings_ink

PX = 200
CARD, INK = (90, 120, 150), (250, 250, 245)
DIGITS = (80, 138, 120, 178)
"""Left, top, right and bottom of what stands for ratings."""


def counter(*boxes: tuple[int, int, int, int]) -> Bytes:
    picture = np.full((PX, PX, 3), CARD, np.uint8)
    for left, top, right, bottom in boxes:
        picture[top:bottom, left:right] = INK
    return picture


def ink(*boxes: tuple[int, int, int, int]) -> Singles:
    return ratings_ink(counter(*boxes), RATINGS, 132, 46)


def columns(found: Singles) -> list[float]:
    """From where to where there is ink, as shares of the region's width."""
    on = np.flatnonzero((found > 0.5).any(axis=0))
    return [round(float(on[0]) / 132, 1), round(float(on[-1] + 1) / 132, 1)] if len(on) else []


RIGHT = [0.4, 0.6]


def test_ratings_are_there() -> None:
    assert columns(ink(DIGITS)) == RIGHT
    assert columns(ink()) == []


@pytest.mark.parametrize(
    "marks",
    [
        [(12, 12, 22, 188)],
        [(12, 12, 22, 40), (12, 62, 22, 90), (12, 112, 22, 140), (12, 162, 22, 188)],
        [(176, 116, 188, 188)],
        [(12, 162, 22, 188), (178, 162, 188, 188)],
    ],
    ids=["solid", "dashed", "lower", "both sides"],
)
def test_marks_along_the_edge_are_left_out(marks: list[tuple[int, int, int, int]]) -> None:
    assert columns(ink(DIGITS, *marks)) == RIGHT


def test_ratings_in_the_corners_are_kept() -> None:
    assert columns(ink((16, 138, 26, 178), DIGITS, (174, 138, 184, 178))) == [0.0, 1.0]
    assert columns(ink((16, 120, 26, 178), (174, 138, 184, 178))) == [0.0, 1.0]


def test_what_comes_down_from_above_is_left_out() -> None:
    assert columns(ink(DIGITS, (140, 60, 150, 150))) == RIGHT


def test_ratings_that_run_out_of_their_region_are_whole() -> None:
    found = ink((80, 124, 120, 164))
    rows = np.flatnonzero((found > 0.5).any(axis=1))
    each = 46 / (RATINGS[3] - RATINGS[1]) / PX
    assert abs(len(rows) / each - 40) < 2
