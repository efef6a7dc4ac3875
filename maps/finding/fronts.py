"""Where the ground nearest to one party meets that of another: a front on a map."""

from __future__ import annotations

from collections.abc import Mapping

from maps.hexgrid import Hex, Side, side_between
from maps.model import GameMap
from maps.terrain import water_of

FAR = 4
"""How many hexes from anybody the ground is nobody's."""


def ground_held(board: GameMap, held: Mapping[Hex, str], far: int = FAR) -> dict[Hex, str]:
    """Each hex of land with whoever is nearest overland, at most ``far`` hexes away.

    ``held`` is who is where. Where two are as near, the one that comes first by name has it.
    """
    found = {at: party for at, party in sorted(held.items(), key=_order) if at in board.terrain}
    edge = list(found)
    for _ in range(far):
        reached: dict[Hex, str] = {}
        for at in edge:
            for beside in at.neighbours():
                if (
                    beside in found
                    or beside not in board.terrain
                    or water_of(board, beside) == "yes"
                ):
                    continue
                reached[beside] = min(found[at], reached.get(beside, found[at]))
        found.update(reached)
        edge = list(reached)
    return found


def front_between(board: GameMap, held: Mapping[Hex, str], far: int = FAR) -> set[Side]:
    """The hexsides where the ground nearest to one party meets the ground nearest to another."""
    ground = ground_held(board, held, far)
    return {
        side_between(at, beside)
        for at, party in ground.items()
        for beside in at.neighbours()
        if ground.get(beside, party) != party
    }


def _order(one: tuple[Hex, str]) -> tuple[str, Hex]:
    return one[1], one[0]
