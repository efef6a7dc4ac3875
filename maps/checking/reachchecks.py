"""Whether supply and entry edges are reached: by rail, or by whatever lines their layer names."""

from __future__ import annotations

from collections.abc import Iterator

from maps.checking.problems import Flaw, Problem, error
from maps.checking.wordings import kinds_of, region_of
from maps.hexgrid import Hex
from maps.legend import Layer
from maps.model import GameMap


def reach_steps(board: GameMap, pace: int) -> Iterator[Problem | None]:
    """The regions no line leads to, with a None after every ``pace`` links.

    A region layer may say ``reached`` in its look, with kinds of lines: ``rail_high rail_low``.
    Lines of these kinds must join each of its regions to a place that lies outside it.
    """
    for layer, regions in board.regions.items():
        kind = board.legend.kinds.get((Layer.REGION, layer))
        named = kind.look.get("reached", "") if kind is not None else ""
        if not named:
            continue
        ways: dict[Hex, list[Hex]] = {}
        for count, (step, kinds) in enumerate(board.lines.items()):
            if count % pace == 0:
                yield None
            if not kinds.isdisjoint(named.split()):
                ways.setdefault(step.a, []).append(step.b)
                ways.setdefault(step.b, []).append(step.a)
        settled = {place.hex for place in board.places.values()}
        for name, hexes in regions.items():
            yield None
            if hexes and not _leads_to(ways, hexes, settled - hexes):
                lines = kinds_of(board, Layer.LINE, named.split(), " or ")
                what = f"no {lines} joins it to a place outside it."
                fix = "Draw the line, or take the region away."
                where, about = region_of(board, layer, name), (layer, name)
                yield error(where, what, fix, min(hexes), Flaw.CUT_OFF, about)


def _leads_to(ways: dict[Hex, list[Hex]], start: frozenset[Hex], goals: set[Hex]) -> bool:
    found = set(start)
    queue = list(start)
    while queue:
        for near in ways.get(queue.pop(), ()):
            if near in goals:
                return True
            if near not in found:
                found.add(near)
                queue.append(near)
    return False
