"""A line of ratings as glyphs: found by their gaps, read by the likeness to confirmed ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from oob.sheets.arrays import Singles
from oob.sheets.inks import unit

HIGH, WIDE = 24, 16
"""Samples of a glyph, each way."""

_DRAWN = 0.12
_ALIKE = 0.72
_NARROW = 0.55
_INKED, _TALL, _HIGHER, _CRUMB = 0.5, 0.6, 0.5, 0.01
_MOST_PIECES = 40
_WIDTHS = {"-": 0.62, "(": 0.7, ")": 0.7, "1": 0.85}
_FIRST = " "
_NEVER = frozenset(f"{before}{after}" for before in f"{_FIRST}-(" for after in "-)")
"""What no ratings have, unless known ones do: a hyphen or a closing parenthesis first, or after a
hyphen or an opening parenthesis.
"""


@dataclass(frozen=True, slots=True)
class Line:
    """The ink of a line drawn to its height, and where it may be parted."""

    ink: Singles
    marks: tuple[int, ...]
    gaps: frozenset[int]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to read."""
        return len(self.marks) < 2


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Known glyphs: what each means, their pictures, how broad and how high each is for the height
    of its line, and what a drawn one that nobody confirmed on this sheet has to make up for.
    ``pairs`` are the letters that follow each other in known texts.
    """

    texts: tuple[str, ...]
    pictures: Singles
    breadths: Singles
    heights: Singles
    handicaps: Singles
    pairs: frozenset[str] = frozenset()

    def may_follow(self, before: str, letter: str) -> bool:
        """Whether a letter may stand after a text."""
        pair = (before[-1:] or _FIRST) + letter
        is_lone = letter == ")" and before.count("(") <= before.count(")")
        return pair in self.pairs or not (is_lone or pair in _NEVER)


@dataclass(frozen=True, slots=True)
class Read:
    """A text read from a line, and how sure it is, 0 to 1."""

    text: str
    confidence: float


def line_of(ink: Singles) -> Line:
    """The line in a region of ink: cut to its height, with marks where glyphs may end."""
    rows = ink.sum(axis=1)
    if rows.max(initial=0.0) < 1.5:
        return Line(ink[:0], (), frozenset())
    on = np.flatnonzero(rows > 0.12 * np.quantile(rows, 0.95))
    top, bottom = _tallest(on)
    band = ink[top : bottom + 1]
    columns = band.sum(axis=0)
    least = max(0.35, 0.03 * len(band))
    inked = np.concatenate([[False], columns > least, [False]])
    starts = np.flatnonzero(inked[1:] & ~inked[:-1])
    ends = np.flatnonzero(~inked[1:] & inked[:-1])
    marks: set[int] = set()
    gaps: set[int] = set()
    for start, end in zip(starts, ends, strict=True):
        if columns[start:end].sum() < _CRUMB * band.shape[0] ** 2:
            continue
        marks |= {int(start), int(end)}
        gaps |= {int(end)}
        if end - start > _NARROW * len(band):
            marks |= set(_dips(columns, int(start), int(end)))
    ordered = sorted(marks)
    return Line(band, tuple(ordered[:_MOST_PIECES]), frozenset(gaps))


def _tallest(rows: np.ndarray[tuple[int], np.dtype[np.intp]]) -> tuple[int, int]:
    """The longest run of rows."""
    breaks = np.flatnonzero(np.diff(rows) > 1)
    starts = np.concatenate([[0], breaks + 1])
    ends = np.concatenate([breaks, [len(rows) - 1]])
    best = int(np.argmax(rows[ends] - rows[starts]))
    return int(rows[starts[best]]), int(rows[ends[best]])


def _dips(columns: Singles, start: int, end: int) -> list[int]:
    """Places inside a broad piece where it is thin, and so may be two glyphs that touch."""
    found = []
    for at in range(start + 2, end - 2):
        here = columns[at]
        around = columns[max(start, at - 2) : at + 3]
        if here <= around.min() + 1e-6 and here < 0.75 * columns[start:end].max():
            found.append(at)
    return found


def _glyph(line: Line, start: int, end: int) -> Singles:
    """A piece at the size of glyphs. A tall one is drawn to its own height, for hands do not keep
    to a line; a short one, like a hyphen, keeps its place in the line.
    """
    part = line.ink[:, start:end]
    top, bottom = _extent(line, start, end)
    if bottom - top > _TALL * len(part):
        part = part[top:bottom]
    rows = np.linspace(0, part.shape[0] - 1, HIGH)
    columns = np.linspace(0, part.shape[1] - 1, WIDE)
    upper, left = np.floor(rows).astype(int), np.floor(columns).astype(int)
    lower = np.minimum(upper + 1, part.shape[0] - 1)
    right = np.minimum(left + 1, part.shape[1] - 1)
    fy, fx = (rows - upper)[:, None], (columns - left)[None, :]
    top = part[upper][:, left] * (1 - fx) + part[upper][:, right] * fx
    low = part[lower][:, left] * (1 - fx) + part[lower][:, right] * fx
    return np.asarray(top * (1 - fy) + low * fy, dtype=np.float32).ravel()


def _extent(line: Line, start: int, end: int) -> tuple[int, int]:
    """From which row to which a piece has ink."""
    on = np.flatnonzero(line.ink[:, start:end].max(axis=1, initial=0.0) > _INKED)
    return (int(on[0]), int(on[-1]) + 1) if len(on) else (0, len(line.ink))


def _height(line: Line, start: int, end: int) -> float:
    """How high a piece is, as a share of its line."""
    top, bottom = _extent(line, start, end)
    return (bottom - top) / len(line.ink)


def kinds_of(lines: list[Line]) -> list[frozenset[int]]:
    """For each line, which kinds of glyphs seem to be in it; alike pieces have one number."""
    centres: list[tuple[Singles, float]] = []
    found = []
    for line in lines:
        own = set()
        for start, end in _pieces(line) if not line.is_empty else ():
            shape = _shape(_glyph(line, start, end)[None, :])[0]
            breadth = float(np.log((end - start) / len(line.ink)))
            kind = _nearest(shape, breadth, centres)
            if kind == len(centres):
                centres.append((shape, breadth))
            own.add(kind)
        found.append(frozenset(own))
    return found


def _nearest(shape: Singles, breadth: float, centres: list[tuple[Singles, float]]) -> int:
    """The number of the kind a piece is alike, or of a new one."""
    best, at = _ALIKE, len(centres)
    for number, (centre, usual) in enumerate(centres):
        like = float(shape @ centre) - 0.3 * abs(breadth - usual)
        if like > best:
            best, at = like, number
    return at


def learnt(confirmed: list[tuple[Line, str]], drawn: list[tuple[Line, str]]) -> Glyphs:
    """Glyphs from lines whose text is known; a line that does not part so is left out."""
    texts: list[str] = []
    pictures: list[Singles] = []
    breadths: list[float] = []
    heights: list[float] = []
    handicaps: list[float] = []
    handicap = _DRAWN if confirmed else 0.0
    for lines, own in ((confirmed, 0.0), (drawn, handicap)):
        for line, text in lines:
            for letter, (start, end) in zip(text, _parted(line, text), strict=False):
                texts.append(letter)
                pictures.append(_glyph(line, start, end))
                breadths.append(np.log((end - start) / len(line.ink)))
                heights.append(_height(line, start, end))
                handicaps.append(own)
    stack = np.stack(pictures) if pictures else np.zeros((0, HIGH * WIDE), np.float32)
    broad, high, less = (
        np.asarray(row, dtype=np.float32) for row in (breadths, heights, handicaps)
    )
    known = [_FIRST + text for _line, text in (*confirmed, *drawn)]
    pairs = frozenset(text[at : at + 2] for text in known for at in range(len(text) - 1))
    return Glyphs(tuple(texts), _shape(stack), broad, high, less, pairs)


def _shape(pictures: Singles) -> Singles:
    """What is compared: pictures without their mean, all as long."""
    return unit(pictures) if len(pictures) else pictures


def _parted(line: Line, text: str) -> list[tuple[int, int]]:
    """The line in as many pieces as the text has letters, parted where it costs least."""
    marks, count = line.marks, len(text)
    if len(marks) < 2 or count == 0:
        return []
    usual = np.array([_WIDTHS.get(letter, 1.0) for letter in text])
    total = sum(b - a for a, b in _pieces(line))
    usual = usual * total / usual.sum()
    costs = np.full((count + 1, len(marks)), np.inf)
    back = np.zeros((count + 1, len(marks)), dtype=np.intp)
    costs[0, 0] = 0.0
    for number in range(1, count + 1):
        for end in range(1, len(marks)):
            for start in range(end):
                if not np.isfinite(costs[number - 1, start]) or _is_gap(line, marks[start]):
                    continue
                width = marks[end] - marks[start]
                crossed = any(mark in line.gaps for mark in marks[start + 1 : end])
                cost = abs(np.log(width / usual[number - 1])) + 2.5 * crossed
                after = _next(line, end)
                if costs[number - 1, start] + cost < costs[number, after]:
                    costs[number, after] = costs[number - 1, start] + cost
                    back[number, after] = start
    if not np.isfinite(costs[count, len(marks) - 1]):
        return []
    found, at = [], len(marks) - 1
    for number in range(count, 0, -1):
        start = int(back[number, at])
        last = at if at == len(marks) - 1 else at - 1 if _is_gap(line, marks[at - 1]) else at
        found.append((marks[start], marks[last]))
        at = start
    return found[::-1]


def _is_gap(line: Line, mark: int) -> bool:
    return mark in line.gaps


def _next(line: Line, end: int) -> int:
    """The mark a next piece begins at: past the gap, where there is one."""
    is_last = end == len(line.marks) - 1
    return end if is_last or not _is_gap(line, line.marks[end]) else end + 1


def _pieces(line: Line) -> list[tuple[int, int]]:
    """The line's runs of ink."""
    found, start = [], line.marks[0]
    for mark in line.marks:
        if mark in line.gaps:
            found.append((start, mark))
        later = [at for at in line.marks if at > mark]
        if mark in line.gaps and later:
            start = later[0]
    return found


def read(line: Line, glyphs: Glyphs) -> Read:
    """The likeliest text of a line. Glyphs that were never confirmed cannot be read."""
    if line.is_empty or not glyphs.texts:
        return Read("", 1.0 if line.is_empty else 0.0)
    marks = line.marks
    spans = [
        (start, end)
        for start in range(len(marks) - 1)
        if not _is_gap(line, marks[start])
        for end in range(start + 1, len(marks))
        if _may_be(line, start, end)
    ]
    pictures = _shape(np.stack([_glyph(line, marks[a], marks[b]) for a, b in spans]))
    breadths = np.log([(marks[b] - marks[a]) / len(line.ink) for a, b in spans])
    like = pictures @ glyphs.pictures.T
    like = like - glyphs.handicaps[None, :]
    broader = np.abs(np.asarray(breadths, dtype=np.float32)[:, None] - glyphs.breadths[None, :])
    highs = np.asarray([_height(line, marks[a], marks[b]) for a, b in spans], dtype=np.float32)
    higher = np.abs(highs[:, None] - glyphs.heights[None, :])
    like = np.asarray(like - 0.30 * np.minimum(broader, 1.5) - _HIGHER * higher, dtype=np.float32)
    return _best(line, spans, like, glyphs)


def _may_be(line: Line, start: int, end: int) -> bool:
    marks = line.marks
    crossed = any(_is_gap(line, mark) for mark in marks[start + 1 : end])
    return not crossed and marks[end] - marks[start] >= 2


def _best(line: Line, spans: list[tuple[int, int]], like: Singles, glyphs: Glyphs) -> Read:
    """The row of pieces that looks most like glyphs, weighed by their width."""
    marks = line.marks
    letters = np.array(glyphs.texts)
    kinds = sorted(set(glyphs.texts))
    by_kind = np.stack([like[:, letters == kind].max(axis=1) for kind in kinds], axis=1)
    order = np.sort(by_kind, axis=1)
    lead = order[:, -1] - (order[:, -2] if len(kinds) > 1 else 0.0)
    best: dict[int, tuple[float, str, float]] = {0: (0.0, "", 1.0)}
    for number, (start, end) in sorted(enumerate(spans), key=lambda item: item[1]):
        if start not in best:
            continue
        score, text, sure = best[start]
        width = marks[end] - marks[start]
        likely = np.argsort(-by_kind[number], kind="stable")
        first = next((at for at in likely if glyphs.may_follow(text, kinds[at])), likely[0])
        own = float(by_kind[number, first])
        total = score + width * own - 0.02 * len(line.ink)
        clear = min(1.0, max(0.0, (own - 0.45) / 0.35)) * min(1.0, 0.35 + 5.0 * float(lead[number]))
        at = _next(line, end)
        if at not in best or total > best[at][0]:
            best[at] = (total, text + kinds[first], min(sure, clear))
    final = best.get(len(marks) - 1)
    return Read(final[1], final[2]) if final else Read("", 0.0)
