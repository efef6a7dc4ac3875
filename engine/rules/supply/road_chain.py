"""Supply by road chain: which road hexes are joined to a source, and how a unit marches to them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping

from engine.frozen import dataclass
from maps.hexgrid import Hex

Roads = Mapping[Hex, tuple[Hex, ...]]
"""For each road hex, the road hexes it is joined to."""


@dataclass(frozen=True, slots=True)
class Net:
    """All hexes from which supply flows without a march, each with its next hex toward the
    source.
    """

    toward: Mapping[Hex, Hex]

    def __contains__(self, at: object) -> bool:
        return at in self.toward

    def chain(self, at: Hex) -> tuple[Hex, ...]:
        """The hexes from ``at`` to its source, both included."""
        found = [at]
        while self.toward[found[-1]] != found[-1]:
            found.append(self.toward[found[-1]])
        return tuple(found)


def net(roads: Roads, sources: Iterable[Hex], *, barred: Callable[[Hex], bool]) -> Net:
    """Flood the road net from the sources that are not barred; a barred hex cuts the chain."""
    toward: dict[Hex, Hex] = {}
    queue: deque[Hex] = deque()
    for source in sources:
        if source not in toward and not barred(source):
            toward[source] = source
            queue.append(source)
    while queue:
        at = queue.popleft()
        for near in roads.get(at, ()):
            if near not in toward and not barred(near):
                toward[near] = at
                queue.append(near)
    return Net(toward)
