"""The chart of resource points: whose they are, who carries them, what they add to railroads."""

from __future__ import annotations

from typing import Annotated

from engine.core.charts.constraints import AsShipped, AtLeast
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass
from engine.systems.europa.charts.unit_charts import Count


@dataclass(frozen=True, slots=True)
class NetRow:
    """Railroads of a ``side``, or its ``net`` with a capacity of its own: a point adds ``step`` REs
    for a player turn, all together no more than ``most`` (FE-7A4.7 to 7A4.9).
    """

    id: str
    side: Annotated[str, AsShipped()]
    net: Annotated[str, AsShipped()]
    step: Annotated[int, AtLeast(1)]
    most: Count
    rule: Annotated[str, AsShipped()]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class ResourceChart:
    """Resource points. ``owners`` are the nations whose supply lines and gauges those of a side
    use. A unit carries ``times`` its size in REs; up to its size that takes ``light`` movement
    points off its rating, more takes ``heavy`` (FE-12F.6, 12F.7). A ``truck`` carries so many, with
    its whole rating (FE-12F.8). One in ``spoils`` points of a hex is captured with it, by an option
    (FE-39B.2). One lets ``flights`` air units fly missions from the Arctic in a player turn, of
    which ``free_flights`` take none (FE-30.7).
    """

    title: str
    provenance: Provenance
    reason: str
    owners: Annotated[dict[str, str], AsShipped()]
    times: Count
    light: Count
    heavy: Count
    truck: Count
    spoils: Annotated[int, AtLeast(1)]
    flights: Annotated[int, AtLeast(1)]
    free_flights: Annotated[tuple[str, ...], AsShipped()]
    rows: tuple[NetRow, ...]
