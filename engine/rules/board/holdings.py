"""Who owns which hexes: the land of each side, brought up to date where hexes have changed hands.

Land is a large set of which a step changes a few hexes, and of which most steps ask nothing: it is
made when somebody asks for it, of the last that was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.rules.board.lately import NONE, Hexes, but_for, note
from maps.hexgrid import Hex

LONG = 24
"""So many changes in a row are put together at once."""


class Land:
    """The hexes of a side: known, or those of ``before`` but for ``others``."""

    def __init__(
        self, hexes: Hexes | None = None, before: Land | None = None, others: Hexes = NONE
    ) -> None:
        self._hexes = hexes
        self._before = before
        self._others = others
        self._steps: int = before._steps + 1 if before is not None else 0
        if self._steps > LONG:
            self._make()

    @property
    def hexes(self) -> Hexes:
        """The set of them."""
        return self._make() if self._hexes is None else self._hexes

    def __iter__(self) -> Iterator[Hex]:
        return iter(self.hexes)

    def but_for(self, others: Hexes) -> Land:
        """This land but for some hexes: those it has are out, the others are in; the very land for
        none.
        """
        if not others:
            return self
        after = Land(None, self, others)
        note(self, after, others)
        return after

    def _make(self) -> Hexes:
        others, at = NONE, self
        while at._hexes is None:
            assert at._before is not None, "land is known or made of other land"
            others, at = others ^ at._others, at._before
        found = self._hexes = but_for(at._hexes, others)
        self._before, self._steps = None, 0
        return found


class Holdings(Mapping[str, Hexes]):
    """The hexes that each side owns, of whose ``lands`` each is made when somebody asks for it."""

    def __init__(self, lands: Mapping[str, Land]) -> None:
        self.lands = lands

    def __getitem__(self, side: str) -> Hexes:
        return self.lands[side].hexes

    def __iter__(self) -> Iterator[str]:
        return iter(self.lands)

    def __len__(self) -> int:
        return len(self.lands)

    def after(self, ways: Iterable[tuple[Hex, str | None, str]]) -> Holdings:
        """These holdings after hexes have gone from a side, or from nobody, to another."""
        others: dict[str, set[Hex]] = {}
        for at, old, new in ways:
            for side in {old, new} if old != new else ():
                if side is not None:
                    others.setdefault(side, set()).add(at)
        return Holdings(
            {
                side: land.but_for(frozenset(others.get(side, NONE)))
                for side, land in self.lands.items()
            }
        )
