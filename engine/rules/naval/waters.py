"""Waters: which sea and coastal hexes ships join with each other, within one part of the sea.

A title says which hexes are wet and from which a ship goes on to which; what hangs together is one
*water*. Voyages begin and end in hexes or in boxes that lie on the largest water.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.state import Location
from maps.hexgrid import Hex

LARGEST = 0
"""The number of the largest water: waters are counted from it."""


class Waters:
    """The waters of one part of the sea: ``links`` gives the hexes a ship goes on to.

    Boxes lie on the largest water where ``boxes`` says so, else on none.
    """

    def __init__(
        self,
        within: frozenset[Hex],
        links: Mapping[Hex, tuple[Hex, ...]],
        *,
        boxes: bool = True,
    ) -> None:
        self._boxes = boxes
        self._of = _numbered(within, links)

    def of(self, at: Location) -> int | None:
        """The number of the water a hex or box lies on, None for dry and other places."""
        if isinstance(at, Hex):
            return self._of.get(at)
        return LARGEST if self._boxes and self._of else None

    def join(self, origins: Iterable[Location], target: Location) -> bool:
        """True when a ship gets from one of several places to another without leaving the water."""
        goal = self.of(target)
        return goal is not None and any(self.of(at) == goal for at in origins)


def _numbered(within: frozenset[Hex], links: Mapping[Hex, tuple[Hex, ...]]) -> Mapping[Hex, int]:
    """Hexes by the water they belong to, waters counted from the largest."""
    left = set(within)
    found: list[list[Hex]] = []
    for start in sorted(within):
        if start not in left:
            continue
        left.discard(start)
        water = [start]
        for at in water:
            for near in links.get(at, ()):
                if near in left:
                    left.discard(near)
                    water.append(near)
        found.append(water)
    found.sort(key=lambda water: (-len(water), water[0]))
    return {at: index for index, water in enumerate(found) for at in water}
