"""Hexsides that the board closes and that are open for a while: frozen lakes, water that craft
carry units over (FE-28E.10, 29D2.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import lru_cache

from engine.frozen import dataclass
from maps.hexgrid import Hex, Side

Opened = tuple[tuple[Hex, str], ...]
"""The hexes beyond the open hexsides of a hex, each with the kind of hexside that lies between, ''
for one that counts for nothing.
"""


@dataclass(frozen=True, slots=True)
class Openings:
    """Some such hexsides with what each counts as; ``near`` has them by hex, both ways."""

    sides: frozenset[tuple[Side, str]]
    near: Mapping[Hex, Opened] = field(compare=False)

    def kind(self, a: Hex, b: Hex) -> str | None:
        """What the hexside between two hexes counts as, None where none is open."""
        return next((kind for at, kind in self.near.get(a, ()) if at == b), None)

    def beyond(self, at: Hex) -> tuple[Hex, ...]:
        """The hexes beyond the open hexsides of a hex."""
        return tuple(near for near, _ in self.near[at]) if at in self.near else ()


def openings(sides: Iterable[tuple[Side, str]]) -> Openings:
    """Open hexsides, each with what it counts as; one that is named twice counts as the first
    does.
    """
    kinds: dict[Side, str] = {}
    for side, kind in sides:
        kinds.setdefault(side, kind)
    near: dict[Hex, list[tuple[Hex, str]]] = {}
    for side, kind in sorted(kinds.items()):
        a, b = side.hexes
        near.setdefault(a, []).append((b, kind))
        near.setdefault(b, []).append((a, kind))
    return Openings(frozenset(kinds.items()), {at: tuple(found) for at, found in near.items()})


@lru_cache(maxsize=32)
def with_more(found: Openings, sides: tuple[tuple[Side, str], ...]) -> Openings:
    """Open hexsides and some more; the last few of them are remembered, for positions that follow
    each other mostly ask for the same.
    """
    return openings((*found.sides, *sides))


CLOSED_ALL = openings(())
"""Nothing is open that the board closes."""
