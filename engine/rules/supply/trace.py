"""Supply traced hex by hex: from a unit to a source, so many hexes, around what bars it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping

from engine.frozen import dataclass
from maps.hexgrid import Hex


@dataclass(frozen=True, slots=True)
class Supplied:
    """The hexes that supply reaches, each with the hex it comes from; sources come from
    themselves.
    """

    source: Mapping[Hex, Hex]

    def __contains__(self, at: object) -> bool:
        return at in self.source

    def path(self, at: Hex) -> tuple[Hex, ...]:
        """The hexes from one that is supplied to its source, both included; empty without one."""
        if at not in self.source:
            return ()
        found = [at]
        while self.source[found[-1]] != found[-1]:
            found.append(self.source[found[-1]])
        return tuple(found)


def spread(
    sources: Iterable[Hex],
    near: Mapping[Hex, tuple[Hex, ...]],
    length: int,
    *,
    barred: Callable[[Hex], bool],
) -> Supplied:
    """Where supply reaches within ``length`` hexes of the sources, over hexes that do not bar it.

    ``near`` gives the hexes supply can go to from each. A barred source gives nothing.
    """
    found = {at: at for at in sorted(sources) if not barred(at)}
    queue = deque((at, 0) for at in found)
    while queue:
        at, gone = queue.popleft()
        if gone == length:
            continue
        for to in near.get(at, ()):
            if to not in found and not barred(to):
                found[to] = at
                queue.append((to, gone + 1))
    return Supplied(found)
