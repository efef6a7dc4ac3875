"""Where the enemy would go: what he can bring against each hex, and how much he wants it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import exp

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


@lru_cache(maxsize=32)
def danger(ground: GameBoard, stacks: Stacks, goals: Goals, open_to: frozenset[Hex]) -> Danger:
    """The danger from some stacks with their attack strengths, drawn to some goals."""
    wanted = distances(ground, goals, open_to)
    threat: dict[Hex, float] = {}
    path: dict[Hex, float] = {}
    for at, power in stacks:
        for near in ground.fronts.get(at, ()):
            threat[near] = threat.get(near, 0.0) + power
            for beyond in ground.fronts[near]:
                if beyond != at:
                    threat[beyond] = threat.get(beyond, 0.0) + power / LATER
        home = wanted.get(at, FAR)
        if home >= FAR:
            continue
        for away, near in within(at, SIGHT):
            there = wanted.get(near, FAR)
            if away and there < home + 1.0:
                longer = max(0.0, STEP * away + there - home)
                path[near] = path.get(near, 0.0) + power * exp(-longer / DETOUR - 0.12 * away)
    return Danger(threat, path)
