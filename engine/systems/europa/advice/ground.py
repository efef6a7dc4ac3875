"""How far hexes lie from what is worth having, over land, whoever is in between."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from heapq import heapify, heappop, heappush

from engine.systems.europa.board.board import GameBoard
from maps.hexgrid import Hex

FAR = 99.0
"""A distance that is as good as none."""
STEP = {"mountain": 3.0, "swamp": 3.0, "forest": 2.5, "wooded_rough": 2.0, "rough": 1.6}
"""What a hex of hard country counts for on the way; others count 1, as a road does."""
WEIGHT = {1: 0.3, 2: 1.0, 3: 2.0, 4: 4.0, 5: 4.0}
"""What a city is worth by its rank, in combat factors."""


@lru_cache(maxsize=48)
def distances(
    ground: GameBoard, goals: tuple[tuple[Hex, float], ...], open_to: frozenset[Hex]
) -> Mapping[Hex, float]:
    """For each hex of the land open to a side, the way to the goal that is nearest; each goal has
    a start of its own, so that a lesser one seems farther.
    """
    found = {at: start for at, start in goals if at in open_to}
    queue = [(start, at) for at, start in found.items()]
    heapify(queue)
    into = ways(ground)
    while queue:
        cost, at = heappop(queue)
        if cost > found[at]:
            continue
        for near, further in into[at]:
            total = cost + further
            if near in open_to and total < found.get(near, FAR):
                found[near] = total
                heappush(queue, (total, near))
    return found


@lru_cache(maxsize=4)
def ways(ground: GameBoard) -> Mapping[Hex, tuple[tuple[Hex, float], ...]]:
    """For each land hex its neighbours, with what the step from them into it counts for."""
    return {
        at: tuple((near, step(ground, near, at)) for near in fronts)
        for at, fronts in ground.fronts.items()
    }


def step(ground: GameBoard, a: Hex, b: Hex) -> float:
    """What a step from a hex into the next counts for."""
    if b in ground.roads.get(a, ()):
        return 1.0
    cost = STEP.get(ground.map.terrain[b], 1.0)
    return cost + 1.0 if "major_river" in ground.sides(a, b) else cost


@lru_cache(maxsize=4096)
def within(at: Hex, radius: int) -> tuple[tuple[int, Hex], ...]:
    """The hexes no further away than a radius, with how far they are, the nearest first."""
    found = {at: 0}
    edge = [at]
    for away in range(1, radius + 1):
        fresh: dict[Hex, int] = {}
        for here in edge:
            fresh.update((n, away) for n in here.neighbours() if n not in found)
        found.update(fresh)
        edge = list(fresh)
    return tuple((away, near) for near, away in found.items())
