"""Size marks are counted: heavy crosses too, blots never; letters are told by likeness."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from oob.sheets.arrays import Bytes
from oob.sheets.recognising import Recognised
from oob.sheets.size_marks import counted, size_of

PX = 107
TOP, HIGH, WIDE = 11, 9, 8
"""Pixels of a mark above the symbol of a small counter."""


def counter(mark: str, pen: int) -> Bytes:
    image = Image.new("RGB", (PX, PX), (90, 120, 150))
    draw = ImageDraw.Draw(image)
    left = PX / 2 - len(mark) * (WIDE + 2) / 2
    for number, letter in enumerate(mark):
        x, y = left + number * (WIDE + 2), TOP
        if letter == "X":
            draw.line((x, y, x + WIDE, y + HIGH), fill="white", width=pen)
            draw.line((x + WIDE, y, x, y + HIGH), fill="white", width=pen)
        elif letter == "I":
            draw.line((x + WIDE / 2, y, x + WIDE / 2, y + HIGH), fill="white", width=pen)
        else:
            draw.ellipse((x, y, x + WIDE, y + HIGH), fill="white")
    return np.asarray(image)


@pytest.mark.parametrize("pen", [2, 3, 4])
@pytest.mark.parametrize("mark", ["X", "XX", "XXX", "I", "II", "III", ""])
def test_crosses_and_strokes_are_counted(mark: str, pen: int) -> None:
    assert counted(counter(mark, pen)) == mark


@pytest.mark.parametrize("mark", ["o", "oo"])
def test_blots_are_no_size(mark: str) -> None:
    assert counted(counter(mark, 2)) == ""


@pytest.mark.parametrize(
    ("mark", "like", "sure", "size"),
    [
        ("X", "II", 0.9, "X"),
        ("XXX", "Cdr", 0.9, "Cdr"),
        ("XXX", "Cdr", 0.6, "XXX"),
        ("o", "II", 0.4, ""),
        ("o", "II", 0.6, "II"),
    ],
)
def test_strokes_go_before_likeness_but_for_letters(
    mark: str, like: str, sure: float, size: str
) -> None:
    assert size_of(counter(mark, 2), Recognised(like, sure, sure))[0] == size
