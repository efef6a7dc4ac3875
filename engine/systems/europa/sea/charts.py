"""The charts of the sea: transport points, who interdicts them where, and landings (BF-26)."""

from __future__ import annotations

from typing import Annotated

from engine.core.charts.constraints import AsShipped, AtLeast
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass
from engine.systems.europa.air.charts import AirCharts
from engine.systems.europa.charts.unit_charts import Count


@dataclass(frozen=True, slots=True)
class ShippingRow:
    """A side's naval transport points in a sea zone: ``entered`` more once a great power has,
    ``gained`` more for each gate the Axis has captured (BF-26B). Those that are ``called`` up serve
    for one player turn of the game.
    """

    id: str
    side: str
    zone: str
    points: Count
    provenance: Provenance
    entered: Count = 0
    gained: int = 0
    called: bool = False


@dataclass(frozen=True, slots=True)
class TransportChart:
    """Naval transport (BF-26A, 26B1): movement points a unit pays from port to port, regimental
    equivalents of supply that one point carries, and terrain whose coasts are no beaches.
    """

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[ShippingRow, ...]
    gates: tuple[str, ...]
    cost: Count
    mobile_cost: Count
    supplies: Annotated[int, AtLeast(1)]
    no_beach: tuple[str, ...]
    boxes: dict[str, str]


@dataclass(frozen=True, slots=True)
class ZoneRow:
    """A zone of naval interdiction (BF-26C.2, 26C.3): the hexes of a sea zone in a zone of the
    ``weather``, or ``within`` so many hexes of the land of an ``area``; ``faces`` says what each
    face of the die does to cargo.
    """

    id: str
    rule: str
    faces: tuple[str, ...]
    provenance: Provenance
    weather: str = ""
    area: str = ""
    within: Count = 0


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A result of the table of naval interdiction, and its rule (BF-26C.5 to 26C.7)."""

    id: str
    fate: str
    rule: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class InterdictionChart:
    """Naval interdiction (BF-26C): ``side`` declares it in a sea ``zone`` and hunts what the enemy
    carries there, until air units have scored ``most_hits`` on its warships.
    """

    title: str
    provenance: Provenance
    reason: str
    side: str
    zone: str
    most_hits: Annotated[int, AtLeast(1)]
    zones: tuple[ZoneRow, ...]
    results: tuple[ResultRow, ...]

    def row(self, id_: str) -> ZoneRow | None:
        """The zone of a name; None for none."""
        return next((row for row in self.zones if row.id == id_), None)

    def result(self, id_: str) -> ResultRow:
        """The result of a word. Raises KeyError when the chart has none."""
        for row in self.results:
            if row.id == id_:
                return row
        raise KeyError(id_)


@dataclass(frozen=True, slots=True)
class LandingChart:
    """Amphibious landings (BF-26B2): all units of ``nations`` and the marine commandos of
    ``commandos`` make them, but not in the ``closed`` areas. A unit takes ``size`` times its room
    in ships and ``share`` is what divides its attack strength.
    """

    title: str
    provenance: Provenance
    reason: str
    nations: tuple[str, ...]
    commandos: tuple[str, ...]
    closed: tuple[str, ...]
    size: Annotated[int, AtLeast(1)]
    share: Annotated[int, AtLeast(1)]
    ahead: Annotated[int, AtLeast(1), AsShipped()]


@dataclass(frozen=True, slots=True)
class EvacuationChart:
    """Emergency evacuation, an option (BF-32A6): units of ``nations`` may leave their heavy
    equipment on a beach and go to a ``box`` for good.
    """

    title: str
    provenance: Provenance
    reason: str
    nations: tuple[str, ...]
    box: Annotated[str, AsShipped()]


@dataclass(frozen=True, slots=True)
class SeaCharts(AirCharts):
    """The charts of a title that has air units and ships."""

    transport: TransportChart
    interdiction: InterdictionChart
    landings: LandingChart
    evacuation: EvacuationChart
