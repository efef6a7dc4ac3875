"""Where the enemy would go: what he can bring against each hex, and how much he wants it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp

from engine.frozen import dataclass
from engine.systems.europa.advice.ground import FAR, distances, within
from engine.systems.europa.board.board import GameBoard
from maps.hexgrid import Hex

SIGHT = 5
"""How many hexes away an enemy stack is felt."""
DETOUR = 2.5
"""How much longer a way may be before it seems three times less likely."""
STEP = 1.3
"""What a hex of a straight line counts for on the way."""
LATER = 12.0
"""What part of a stack's strength is felt two hexes away."""

Goals = tuple[tuple[Hex, float], ...]
Stacks = tuple[tuple[Hex, float], ...]


@dataclass(frozen=True, slots=True)
class Danger:
    """What the enemy could do: ``threat`` is the strength he could bring against a hex next turn,
    ``path`` how much strength would come that way to reach what he wants.
    """

    threat: Mapping[Hex, float]
    path: Mapping[Hex, float]


class Leads(dict[Hex, tuple[tuple[Hex, float], ...]]):
    """For each hex, the hexes on the ways from it to what is wanted, with the share of a stack's
    strength that would come that way; worked out when it is first asked for by its key.
    """

    def __init__(self, wanted: Mapping[Hex, float]) -> None:
        super().__init__()
        self._wanted = wanted

    def __missing__(self, at: Hex) -> tuple[tuple[Hex, float], ...]:
        wanted, home = self._wanted, self._wanted.get(at, FAR)
        found: list[tuple[Hex, float]] = []
        for away, near in within(at, SIGHT) if home < FAR else ():
            there = wanted.get(near, FAR)
            if away and there < home + 1.0:
                longer = max(0.0, STEP * away + there - home)
                found.append((near, exp(-longer / DETOUR - 0.12 * away)))
        self[at] = tuple(found)
        return self[at]


@lru_cache(maxsize=8)
def leads(ground: GameBoard, goals: Goals, open_to: frozenset[Hex]) -> Leads:
    """The ways to some goals over the land open to a side."""
    return Leads(distances(ground, goals, open_to))


@lru_cache(maxsize=32)
def danger(ground: GameBoard, stacks: Stacks, goals: Goals, open_to: frozenset[Hex]) -> Danger:
    """The danger from some stacks with their attack strengths, drawn to some goals."""
    ways = leads(ground, goals, open_to)
    threat: dict[Hex, float] = {}
    path: dict[Hex, float] = {}
    for at, power in stacks:
        for near in ground.fronts.get(at, ()):
            threat[near] = threat.get(near, 0.0) + power
            for beyond in ground.fronts[near]:
                if beyond != at:
                    threat[beyond] = threat.get(beyond, 0.0) + power / LATER
        for near, share in ways[at]:
            path[near] = path.get(near, 0.0) + power * share
    return Danger(threat, path)
