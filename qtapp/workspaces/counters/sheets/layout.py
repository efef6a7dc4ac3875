"""Where counters lie on print-and-play pages, fronts and mirrored backs; all in millimetres."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from maps.errors import KnownError, nearest
from oob.model import Unit

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4), "A3": (297.0, 420.0),
          "Legal": (215.9, 355.6), "A5": (148.0, 210.0)}  # fmt: skip
"""Papers by name, upright, in millimetres."""

_LENGTH = re.compile(r"(\d+(?:[.,]\d+)?|\d+/\d+)\s*(mm|cm|in|inch|\")?", re.IGNORECASE)
_TO_MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "inch": 25.4, '"': 25.4}


class Backs(StrEnum):
    """Whether backs are printed, and over which edge the printer turns the sheet."""

    NONE = "none"
    LONG = "long-edge"
    SHORT = "short-edge"


@dataclass(frozen=True, slots=True)
class Layout:
    """A page and what lies on it, in millimetres: a counter's side, paper, margin, the gutter
    between counters, how far colour runs on over the cut, marks to cut by, and backs. A
    ``template`` is outlines alone, for a cutting machine.
    """

    side: float = 14.0
    paper: tuple[float, float] = PAPERS["A4"]
    margin: float = 12.0
    gutter: float = 2.0
    bleed: float = 1.0
    crop_marks: bool = True
    backs: Backs = Backs.LONG
    template: bool = False

    @property
    def has_backs(self) -> bool:
        """Whether each front has its back behind it."""
        return self.backs is not Backs.NONE and not self.template

    @property
    def columns(self) -> int:
        """Counters beside each other on a page."""
        return _fitting(self.paper[0], self.side, self.margin, self.gutter)

    @property
    def rows(self) -> int:
        """Counters below each other on a page."""
        return _fitting(self.paper[1], self.side, self.margin, self.gutter)

    @property
    def per_page(self) -> int:
        """Counters of a page."""
        return self.columns * self.rows

    def sheets(self, count: int) -> int:
        """Sheets of paper that so many counters need."""
        return -(-count // max(1, self.per_page))

    def pages(self, count: int) -> int:
        """Printed pages that so many counters need, backs counted."""
        return self.sheets(count) * (2 if self.has_backs else 1)

    def check(self) -> None:
        """Raises KnownError in a sentence when nothing fits, or a measure makes no sense."""
        if not 5.0 <= self.side <= 80.0:
            raise KnownError(f"a counter of {self.side:g} mm", "can't be printed.", "Use 5 to 80.")
        if min(self.margin, self.gutter, self.bleed) < 0 or max(self.gutter, self.bleed) > 30:
            raise KnownError("margin, gutter and bleed", "must be small lengths.", "Use 0 to 30.")
        if not all(40.0 <= edge <= 2000.0 for edge in self.paper):
            wide, high = self.paper
            raise KnownError(f"paper {wide:g} x {high:g} mm", "is of no use.", "Use 40 to 2000 mm.")
        if self.per_page < 1:
            raise KnownError(
                f"a page of {self.paper[0]:g} x {self.paper[1]:g} mm",
                f"has no room for a counter of {self.side:g} mm.",
                "Use smaller margins or larger paper.",
            )

    def origin(self) -> tuple[float, float]:
        """The upper left corner of the block of counters, which is centred on the page."""
        step = self.side + self.gutter
        wide = self.columns * step - self.gutter
        high = self.rows * step - self.gutter
        return (self.paper[0] - wide) / 2, (self.paper[1] - high) / 2


@dataclass(frozen=True, slots=True)
class Slot:
    """A counter on a page: its unit, the face that is printed, and its upper left corner."""

    unit: Unit
    is_back: bool
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet of paper."""

    sheet: int
    is_back: bool
    slots: tuple[Slot, ...]


def pages_of(units: Sequence[Unit], layout: Layout) -> Iterator[Page]:
    """The pages of some counters: each front, and behind it its back. Raises KnownError."""
    layout.check()
    left, top = layout.origin()
    step = layout.side + layout.gutter
    for sheet, start in enumerate(range(0, len(units), layout.per_page), 1):
        part = units[start : start + layout.per_page]
        spots = [
            (left + at % layout.columns * step, top + at // layout.columns * step)
            for at in range(len(part))
        ]
        yield Page(sheet, False, _slots(part, spots, False))
        if layout.has_backs:
            yield Page(sheet, True, _slots(part, [_behind(spot, layout) for spot in spots], True))


def _slots(
    units: Sequence[Unit], spots: Sequence[tuple[float, float]], is_back: bool
) -> tuple[Slot, ...]:
    return tuple(Slot(u, is_back, x, y) for u, (x, y) in zip(units, spots, strict=True))


def _behind(spot: tuple[float, float], layout: Layout) -> tuple[float, float]:
    """Where a counter's back lies when the printer has turned the sheet over."""
    wide, high = layout.paper
    is_sideways = (layout.backs is Backs.LONG) == (high >= wide)
    if is_sideways:
        return wide - spot[0] - layout.side, spot[1]
    return spot[0], high - spot[1] - layout.side


def _fitting(space: float, side: float, margin: float, gutter: float) -> int:
    return max(0, int((space - 2 * margin + gutter + 1e-6) // (side + gutter)))


def length(text: str, what: str = "a length") -> float:
    """Millimetres from ``14mm``, ``1/2in``, ``0.5"``; bare numbers are millimetres.

    Raises KnownError for anything else.

    >>> length("1/2in"), length("14"), length("1,4 cm")
    (12.7, 14.0, 14.0)
    """
    found = _LENGTH.fullmatch(text.strip())
    if found is None:
        raise KnownError(f"{what} {text!r}", "is no length.", "Write 14mm or 1/2in.")
    number, word = found[1].replace(",", "."), (found[2] or "mm").lower()
    top, _, low = number.partition("/")
    if low and not float(low):
        raise KnownError(f"{what} {text!r}", "is no length.", "Write 14mm or 1/2in.")
    return float(top) / (float(low) if low else 1.0) * _TO_MM[word]


def paper(text: str, landscape: bool = False) -> tuple[float, float]:
    """A paper by name, or as ``200x300mm``. Raises KnownError for anything else.

    >>> paper("letter"), paper("200x300", landscape=True)
    ((215.9, 279.4), (300.0, 200.0))
    """
    named = {name.casefold(): size for name, size in PAPERS.items()}
    size = named.get(text.strip().casefold())
    if size is None:
        wide, times, high = text.lower().replace("×", "x").partition("x")
        if not times:
            raise KnownError(f"paper {text!r}", "is not known.", nearest(text, list(PAPERS)))
        unit = next((word for word in ("mm", "cm", "in") if high.strip().endswith(word)), "mm")
        wide = wide if wide.strip().endswith(("mm", "cm", "in")) else wide + unit
        size = length(wide, "paper"), length(high, "paper")
    return (size[1], size[0]) if landscape else size
