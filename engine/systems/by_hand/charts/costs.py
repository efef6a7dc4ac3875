"""What a step costs, as an owner writes it: ``1``, ``1/2``, ``+1``, ``all`` or ``no``."""

from __future__ import annotations

import re
from fractions import Fraction

from engine.core.charts.constraints import AnyText
from engine.frozen import dataclass

NO, WHOLE = "no", "all"
_PART = re.compile(r"([1-9][0-9]?)(?:/([1-9][0-9]?))?")
_POINTS = re.compile(r"\+?([0-9]{1,3})(?:/([1-9]))?")


@dataclass(frozen=True, slots=True)
class CostWord(AnyText):
    """Movement points as text: a number, a fraction, ``all`` (the whole allowance) or ``no``."""

    @property
    def words(self) -> str:
        """``points such as 1, 2 or 1/2, or all, or no``."""
        return "points such as 1, 2 or 1/2, or all, or no"

    def holds(self, value: object) -> bool:
        """True for a cost that can be read."""
        text = str(value).strip()
        return text in (NO, WHOLE) or _POINTS.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class ShareWord(AnyText):
    """A part of a whole as text, such as ``1/7``; empty for none."""

    @property
    def words(self) -> str:
        """``a part such as 1/7 or 1, or nothing``."""
        return "a part such as 1/7 or 1, or nothing"

    def holds(self, value: object) -> bool:
        """True for a part from nothing to the whole."""
        text = str(value).strip()
        found = _PART.fullmatch(text)
        return not text or (found is not None and int(found[1]) <= int(found[2] or 1))


def part_of(text: str) -> Fraction:
    """The part that a text says.

    >>> part_of("1/7")
    Fraction(1, 7)
    """
    return Fraction(text.strip())


@dataclass(frozen=True, slots=True)
class Price:
    """A cost that was read: ``points``, with ``barred`` where nothing enters and ``whole`` where
    the step takes all a unit has.
    """

    points: Fraction = Fraction(0)
    barred: bool = False
    whole: bool = False

    def __add__(self, other: Price) -> Price:
        """Both, one on top of the other."""
        return Price(
            self.points + other.points, self.barred or other.barred, self.whole or other.whole
        )

    def or_more(self, other: Price) -> Price:
        """The dearer of both; what bars or takes all does so still."""
        return Price(
            max(self.points, other.points), self.barred or other.barred, self.whole or other.whole
        )


FREE = Price()


def price(text: str) -> Price:
    """The price that a text says. Raises ValueError for one that is none.

    >>> price("1/2").points
    Fraction(1, 2)
    """
    text = text.strip()
    if text == NO:
        return Price(barred=True)
    if text == WHOLE:
        return Price(whole=True)
    found = _POINTS.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no cost")
    return Price(Fraction(int(found[1]), int(found[2] or 1)))
