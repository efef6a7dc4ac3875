"""Symbols and size marks recognised by comparison with drawn ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from oob.sheets.arrays import Bytes, Singles
from oob.sheets.inks import TOP, UPPER, Region, ink_of, ink_on_card, unit

SYMBOL_SIZE = (40, 30)
"""Samples of a drawn symbol, across and down; wheels below its frame included."""

MARK_SIZE = (24, 10)
"""Samples of a drawn size mark, across and down."""


_BEST_FRAMED = 6

_USUAL_SPANS = (0.52, 0.55, 0.58, 0.61)
_OTHER_SPANS = (0.34, 0.37, 0.40, 0.43, 0.46, 0.49, 0.64, 0.67)
_NEAR = (-0.02, 0.0, 0.02)
_SAMPLE = 9
_BETTER = 0.05
"""How much more alike symbols of another width must be before it is taken for the sheet's."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn sign to compare with: what it means, and its ink at the size of its kind."""

    label: str
    ink: Singles


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a sign was taken for, how alike it is, and how sure that is, 0 to 1."""

    label: str
    likeness: float
    confidence: float


def symbols(
    pictures: Sequence[Bytes], drawn: Sequence[Drawn], tell: Callable[[float], object] | None = None
) -> list[Recognised]:
    """The unit types of counters; ``tell`` hears how far it has come, 0 to 1.

    How wide symbols are printed, a share of the counter, is found by a few counters of the sheet.
    """
    spans = _spans(pictures, drawn)
    found = []
    for at, picture in enumerate(pictures):
        found.append(_likeliest(picture, drawn, UPPER, SYMBOL_SIZE, spans))
        if tell is not None:
            tell((at + 1) / len(pictures))
    return found


def _spans(pictures: Sequence[Bytes], drawn: Sequence[Drawn]) -> list[tuple[float, float]]:
    """The widths and heights that symbols of a sheet have, as shares of a counter."""
    few = pictures[:: max(1, len(pictures) // _SAMPLE)][:_SAMPLE]

    def alike(*widths: float) -> float:
        spans = [_symbol_span(width) for width in widths]
        best = [_likeliest(one, drawn, UPPER, SYMBOL_SIZE, spans).likeness for one in few]
        return float(np.median(best))

    if few and drawn:
        usual = alike(*_USUAL_SPANS)
        likeness, width = max((alike(width), width) for width in _OTHER_SPANS)
        if likeness > usual + _BETTER:
            return [_symbol_span(width + more) for more in _NEAR]
    return [_symbol_span(width) for width in _USUAL_SPANS]


def _symbol_span(width: float) -> tuple[float, float]:
    return width, width * SYMBOL_SIZE[1] / SYMBOL_SIZE[0]


def marks(pictures: Sequence[Bytes], drawn: Sequence[Drawn]) -> list[Recognised]:
    """The size marks of counters; empty where nothing is above the symbol."""
    spans = [(s, s * MARK_SIZE[1] / MARK_SIZE[0]) for s in (0.34, 0.38, 0.42)]
    return [_likeliest(picture, drawn, TOP, MARK_SIZE, spans, "") for picture in pictures]


def _likeliest(
    picture: Bytes, drawn: Sequence[Drawn], region: Region, size: tuple[int, int],
    spans: Sequence[tuple[float, float]], empty: str | None = None,
) -> Recognised:  # fmt: skip
    """The drawn sign most like what stands anywhere in a region, at any of some sizes."""
    if not drawn:
        return Recognised("", 0.0, 0.0)
    windows: list[Singles] = []
    weight = 0.0
    wide, high = region[2] - region[0], region[3] - region[1]
    for across, down in spans:
        scale = size[0] / across
        inking = ink_of if empty is not None else ink_on_card
        ink = inking(picture, region, max(size[0], round(wide * scale)), max(
            size[1], round(high * size[1] / down)))  # fmt: skip
        weight = max(weight, float(ink.mean()))
        windows.append(_windows(ink, size))
    if empty is not None and weight < 0.03:
        return Recognised(empty, 1.0, 0.9)
    signs = np.stack([d.ink.ravel() for d in drawn])
    seen = unit(np.concatenate(windows))
    if empty is None:
        seen = _framed(seen, signs)
    best = (seen @ unit(signs).T).max(axis=0)
    labels = [d.label for d in drawn]
    first = int(best.argmax())
    others = [float(best[at]) for at, label in enumerate(labels) if label != labels[first]]
    lead = float(best[first]) - max(others, default=0.0)
    sure = min(1.0, max(0.0, (float(best[first]) - 0.4) / 0.4)) * min(1.0, 0.3 + 9 * lead)
    return Recognised(labels[first], round(float(best[first]), 4), round(sure, 4))


def _framed(windows: Singles, signs: Singles) -> Singles:
    """The windows that best lie on what all signs have: their frame."""
    frame = unit(signs.min(axis=0)[None, :])[0]
    return windows[np.argsort(-(windows @ frame))[:_BEST_FRAMED]]


def _windows(ink: Singles, size: tuple[int, int]) -> Singles:
    """What is seen through a window of a size at each of its places, each in a row."""
    wide, high = size
    return sliding_window_view(ink, (high, wide)).reshape(-1, high * wide)
