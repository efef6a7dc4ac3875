"""Draws sheets of discs, of squares and of triangles, each with a light card in its middle."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

PAPER = "#f4f1e8"
FILLS = ("#8fa58a", "#c9b26b", "#7d93b8", "#b8705f")
MARGIN, FINER = 90, 3

Middles = dict[tuple[int, int], tuple[float, float]]


def sheet(
    form: str = "disc", turn: float = 0.0, side: int = 120, gutter: int = 12
) -> tuple[NDArray[np.uint8], Middles]:
    """A scan of four rows of five, turned clockwise, and where the middle of each lies on it."""
    wide, high = (2 * MARGIN + count * (side + gutter) - gutter for count in (5, 4))
    image = Image.new("RGB", (wide * FINER, high * FINER), PAPER)
    pencil = ImageDraw.Draw(image)
    middles, angle = {}, np.radians(turn)
    for row in range(4):
        for col in range(5):
            x, y = (MARGIN + at * (side + gutter) for at in (col, row))
            _draw(pencil, form, (x, y), side, FILLS[(row + col) % 4])
            across, down = x + side / 2 - wide / 2, y + side / 2 - high / 2
            middles[row, col] = (
                float(across * np.cos(angle) - down * np.sin(angle) + wide / 2),
                float(across * np.sin(angle) + down * np.cos(angle) + high / 2),
            )
    image = image.resize((wide, high), Image.Resampling.BOX)
    return np.asarray(image.rotate(-turn, Image.Resampling.BICUBIC, fillcolor=PAPER)), middles


def _draw(
    pencil: ImageDraw.ImageDraw, form: str, at: tuple[int, int], side: int, fill: str
) -> None:
    left, top, edge = at[0] * FINER, at[1] * FINER, side * FINER
    box = (left, top, left + edge - 1, top + edge - 1)
    if form == "disc":
        pencil.ellipse(box, fill=fill)
    elif form == "square":
        pencil.rectangle(box, fill=fill)
    else:
        pencil.polygon([(box[0], box[3]), (box[2], box[3]), (left + edge / 2, top)], fill=fill)
    card = (left + edge * 0.38, top + edge * 0.55, left + edge * 0.62, top + edge * 0.75)
    pencil.rectangle(card, fill="#fffdf5", outline="#1d1c19", width=2 * FINER)
