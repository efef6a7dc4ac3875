"""What strength costs, and paying for it: half points of some purses (FE-34B)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.wording import halved
from engine.frozen import dataclass
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.records import Theatre
from engine.systems.europa.state.units import Facts


@dataclass(frozen=True, slots=True)
class Bill:
    """One way to pay: ``purse`` names it in an action, ``parts`` are half points by the purse of
    the state that they come from (a nation and a kind of points).
    """

    purse: str
    parts: Mapping[str, int]

    def covered(self, state: Theatre) -> bool:
        """Whether there are points enough."""
        return all(state.points.get(key, 0) >= cost for key, cost in self.parts.items())


def strength_price(facts: Facts) -> int:
    """Whole points that the strength of a unit costs: one for each point of its attack, of its
    defense where it has no attack, and one for a headquarters and for what has no strength
    (FE-34B.2).
    """
    return 1 if facts.headquarters else facts.attack or facts.defense or 1


def give(transition: Work, key: str, amount: int) -> None:
    """Add half points to a purse; what a purse is left without is not kept."""
    left = {**transition.state.points}
    left[key] = left.get(key, 0) + amount
    transition.set(points={name: count for name, count in left.items() if count})


def pay(transition: Work, bill: Bill) -> None:
    """Take what a bill says out of its purses."""
    for key, cost in bill.parts.items():
        give(transition, key, -cost)


def written(bill: Bill) -> str:
    """A bill in words: ``4 infantry and 5 armor``; purses without their nation."""
    return " and ".join(f"{halved(cost)} {short(key)}" for key, cost in bill.parts.items())


def short(key: str) -> str:
    """The name of a purse without its nation: the kind of its points."""
    _nation, _, kind = key.partition(" ")
    return kind
