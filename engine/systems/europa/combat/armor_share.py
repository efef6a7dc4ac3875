"""Armour and antitank effects: shares of capable regimental equivalents (BF-10, BC-B10)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.core.wording import mixed
from engine.frozen import dataclass
from engine.systems.europa.state.constants import HALF, Capability

Part = tuple[int, Capability]
"""A unit's half regimental equivalents, and how far they count."""


@dataclass(frozen=True, slots=True)
class Share:
    """Capable REs among those that count (BF-10C.1).

    ``neutral`` are REs left out, ``excess`` neutral REs beyond the limit that count as incapable,
    ``aside`` those of half-capable units that are counted as neutral.
    """

    capable: Fraction
    total: Fraction
    neutral: Fraction = Fraction(0)
    excess: Fraction = Fraction(0)
    aside: Fraction = Fraction(0)

    @property
    def value(self) -> Fraction:
        """The proportion, 0 of nothing."""
        return self.capable / self.total if self.total else Fraction(0)

    def text(self, counted: str) -> str:
        """The share in words: ``3 of 9 REs``; ``counted`` names what is counted."""
        text = f"{mixed(self.capable)} of {mixed(self.total)} {counted}"
        if self.aside:
            text += f", {mixed(self.aside)} half-capable as neutral"
        if self.excess:
            text += f", {mixed(self.excess)} neutral beyond the limit"
        return text


NOTHING = Share(Fraction(0), Fraction(0))
"""No capability at all."""


def share(parts: Iterable[Part], limit: int, aside: int = 0) -> Share:
    """The share of a force, ``aside`` half REs of half-capable units being counted as neutral.

    Neutral REs are left out up to ``limit`` times those of capable units; a half-capable unit
    counts there with all of its REs, unless it is neutral itself (BF-10B, 10E, 10F).
    """
    counts = dict.fromkeys(Capability, 0)
    for halves, capability in parts:
        counts[capability] += halves
    half = counts[Capability.HALF] - aside
    neutral = counts[Capability.NEUTRAL] + aside
    left_out = min(neutral, limit * (counts[Capability.FULL] + half))
    total = counts[Capability.FULL] + half + counts[Capability.NONE] + neutral - left_out
    return Share(
        Fraction(counts[Capability.FULL], HALF) + Fraction(half, 2 * HALF),
        Fraction(total, HALF),
        Fraction(left_out, HALF),
        Fraction(neutral - left_out, HALF),
        Fraction(aside, HALF),
    )


def best_share(parts: Iterable[Part], limit: int) -> Share:
    """The largest share, over all ways to count half-capable units as neutral (BF-10E.1)."""
    force = tuple(parts)
    sums = {0}
    for halves, capability in force:
        if capability is Capability.HALF:
            sums |= {found + halves for found in sums}
    shares = (share(force, limit, aside) for aside in sorted(sums))
    return max(shares, key=lambda found: found.value)


def of_divisions(units: Iterable[tuple[bool, bool]]) -> Share:
    """The share of c/m units among divisional ones, given ``(divisional, c/m)`` (BC-B10)."""
    divisional = [mobile for large, mobile in units if large]
    return Share(Fraction(sum(divisional)), Fraction(len(divisional)))
