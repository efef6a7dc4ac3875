"""What a battle is likely to bring: exact chances of hits, with the losses spread evenly."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from engine.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Odds:
    """Chance that every defender is eliminated, and the steps each side is expected to lose."""

    clear: float
    lost: float
    killed: float


NOTHING = Odds(0.0, 0.0, 0.0)


@lru_cache(maxsize=4096)
def hits(shots: int, chance: float) -> tuple[float, ...]:
    """The chance of 0, 1, 2 ... hits with so many shots."""
    return tuple(comb(shots, n) * chance**n * (1 - chance) ** (shots - n) for n in range(shots + 1))


def battle_odds(
    barrage: tuple[int, ...], attack: tuple[int, ...], defence: tuple[int, ...], standing: int
) -> Odds:
    """Odds from the to-hit numbers of each shot: barrage, attackers, defenders.

    Each hit takes a shot from the side that suffers it; ``standing`` is how many steps the
    defenders have.
    """
    if not attack:
        return NOTHING
    clear = lost = killed = 0.0
    fire, reply, guns = mean(attack), mean(defence), mean(barrage)
    for struck, first in enumerate(hits(len(barrage), guns)):
        left = max(0, standing - struck)
        for suffered, second in enumerate(hits(max(0, len(defence) - struck), reply)):
            suffered = min(suffered, len(attack))
            odds = first * second
            lost += odds * suffered
            for scored, third in enumerate(hits(len(attack) - suffered, fire)):
                killed += odds * third * min(standing, struck + scored)
                if scored >= left:
                    clear += odds * third
    return Odds(clear, lost, killed)


def mean(numbers: tuple[int, ...]) -> float:
    """The mean chance of a hit on a ten-sided die, rounded so that it can be remembered."""
    if not numbers:
        return 0.0
    inside = sum(min(max(number, 0), 10) for number in numbers)
    return round(inside / (10 * len(numbers)), 3)
