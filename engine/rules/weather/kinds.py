"""The kinds of weather a title's charts name, and cells of other charts that hold by kind.

A kind is a row of data: a title that has mud, frost and snow adds rows and cells, and no code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, TypeVar

from engine.core.charts.constraints import AsShipped
from engine.frozen import dataclass

CellT = TypeVar("CellT")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of weather. It is ``poor`` where rules speak of poor weather. Where a chart has no
    cell of its own for it, those of the kind, or of the name several share, that it is ``like``.
    """

    id: str
    poor: Annotated[bool, AsShipped()] = False
    like: Annotated[str, AsShipped()] = ""


class Kinds:
    """The kinds of weather of a title from the best to the worst, as its chart lists them."""

    def __init__(self, rows: tuple[Kind, ...]) -> None:
        self.ids = tuple(row.id for row in rows)
        self.poor = frozenset(row.id for row in rows if row.poor)
        self._like = {row.id: row.like for row in rows if row.like}
        self._ranks = {id_: rank for rank, id_ in enumerate(self.ids)}
        self._chains = {id_: self._chain(id_) for id_ in self.ids}

    @property
    def best(self) -> str:
        """The first kind: what holds before the first roll."""
        return self.ids[0]

    def worst(self, kinds: Iterable[str]) -> str:
        """The worst of some kinds, the best there is where none are given."""
        return max(kinds, key=self._ranks.__getitem__, default=self.best)

    def rank(self, kind: str) -> int:
        """How bad a kind is, 0 being the best. Raises KeyError for an unknown one."""
        return self._ranks[kind]

    def cell(self, cells: Mapping[str, CellT], kind: str) -> CellT:
        """The cell that holds in a kind of weather: its own, else that of the kind it is like.

        Raises KeyError when the chart has neither.
        """
        found = cells.get(kind)
        if found is not None:
            return found
        for other in self._chains[kind]:
            if other in cells:
                return cells[other]
        raise KeyError(kind)

    def lacking(self, cells: Mapping[str, object]) -> tuple[str, ...]:
        """The kinds for which cells say nothing."""
        return tuple(
            kind
            for kind in self.ids
            if kind not in cells and cells.keys().isdisjoint(self._chains[kind])
        )

    def _chain(self, kind: str) -> tuple[str, ...]:
        found: list[str] = []
        while kind in self._like and self._like[kind] not in found:
            kind = self._like[kind]
            found.append(kind)
        return tuple(found)
