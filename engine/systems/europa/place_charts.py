"""The chart of place words: where units are set up and where they arrive, typed."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.tables import Provenance
from engine.systems.europa.unit_charts import Count


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A place word: the land hexes that meet every condition, or a holding ``box``.

    ``areas`` are areas of :mod:`engine.systems.europa.lands`, any of which holds the hex; it lies no
    further than ``depth`` hexes from the land of a nation of ``borders`` (1 is the border itself)
    and no further than ``within`` from a hex of ``near`` (printed numbers). ``cities`` keeps hexes
    with cities of any kind, ``dots`` those with dot or major cities, ``ports`` those with ports,
    ``fields`` those with airbases, ``fortified`` those behind fortified hexsides.
    """

    id: str
    provenance: Provenance
    box: str = ""
    areas: tuple[str, ...] = ()
    borders: tuple[str, ...] = ()
    depth: Count = 1
    near: tuple[str, ...] = ()
    within: Count = 0
    cities: bool = False
    dots: bool = False
    ports: bool = False
    fields: bool = False
    fortified: bool = False


@dataclass(frozen=True, slots=True)
class PlaceChart:
    """Place words of set-ups and arrivals."""

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[PlaceRow, ...]

    def row(self, id_: str) -> PlaceRow:
        """The conditions of a place word. Raises KeyError when the chart has none."""
        for row in self.rows:
            if row.id == id_:
                return row
        raise KeyError(id_)
