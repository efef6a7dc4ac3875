"""The chart of set-up: who is first, what keeps apart, and where guns stand at least; typed."""

from __future__ import annotations

from typing import Annotated

from engine.core.charts.constraints import AsShipped, AtLeast, OneOf
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass
from engine.systems.europa.charts.unit_charts import Count


@dataclass(frozen=True, slots=True)
class GunsRow:
    """At least so many points of position antiaircraft stand in each hex of a place word as the
    set-up ends (FE-OBS-10).
    """

    place: Annotated[str, AsShipped()]
    least: Annotated[int, AtLeast(1)]
    rule: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class DeploymentChart:
    """The ``side`` that sets up first, and again after its enemy: the units of the military
    districts ``first``, then all others (FE-36.5). Fortified areas lie ``apart`` by so many
    hexes or more, by their place words: the fewer of both (FE-ERR-OBS7). The position antiaircraft
    of the place word ``defenses`` is what ``guns`` speak of; of two rows for a hex the greater
    counts.
    """

    title: str
    provenance: Provenance
    reason: str
    side: Annotated[str, OneOf("axis", "allied")]
    first: tuple[Annotated[str, AsShipped()], ...]
    apart: dict[str, Count]
    defenses: Annotated[str, AsShipped()]
    guns: tuple[GunsRow, ...]
