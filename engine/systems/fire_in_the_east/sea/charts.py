"""The charts of ships, of mines and of ports in the ice (FE-28, 29D3)."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated

from engine.core.charts.constraints import AsShipped, AtLeast
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass
from engine.systems.europa.charts.unit_charts import Count


@dataclass(frozen=True, slots=True)
class ShipType:
    """A type of ship, and the ``hits`` that sink one (FE-28B.2)."""

    id: str
    hits: Annotated[int, AtLeast(1)]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class ShipRow:
    """A ship: its ``type``, its sea ``zone``, the port it begins ``at`` unless its owner would have
    it elsewhere, three strengths of gunnery and one against air units. A ``fixed`` one never moves
    (FE-28B1.2).
    """

    id: str
    name: str
    type: str
    zone: Annotated[str, AsShipped()]
    at: Annotated[str, AsShipped()]
    provenance: Provenance
    primary: Count = 0
    intermediate: Count = 0
    secondary: Count = 0
    flak: Count = 0
    fixed: bool = False


@dataclass(frozen=True)
class FleetChart:
    """The Soviet ships, the ``land`` their ports lie in, and the sea ``zones``; by an option no
    ship enters the region ``shallow`` (FE-39E.1).

    Primary gunnery reaches ``far`` hexes, all other ``near``; combat on land counts one
    ``share`` of it. A ship that fires counts as artillery of ``size`` REs (FE-28B2.1, 28B2.2). It
    escapes from a captured port on ``escape`` or less of a die (FE-28B4.1).
    """

    title: str
    provenance: Provenance
    reason: str
    land: Annotated[str, AsShipped()]
    zones: tuple[Annotated[str, AsShipped()], ...]
    shallow: Annotated[str, AsShipped()]
    far: Count
    near: Count
    share: Annotated[int, AtLeast(1)]
    size: Count
    escape: Count
    types: tuple[ShipType, ...]
    ships: tuple[ShipRow, ...]

    @cached_property
    def by_id(self) -> dict[str, ShipRow]:
        """The ships by their ids."""
        return {row.id: row for row in self.ships}

    @cached_property
    def hits(self) -> dict[str, int]:
        """The hits that sink each type."""
        return {row.id: row.hits for row in self.types}


@dataclass(frozen=True, slots=True)
class CarriageChart:
    """What ships carry: ``load`` REs each; a unit pays ``fare`` movement points. Over a coast
    without a port a unit takes ``landing_size`` times its room, and attacks with one
    ``landing_share`` of its strength (FE-28C2, 28C3).
    """

    title: str
    provenance: Provenance
    reason: str
    load: Count
    fare: Count
    landing_size: Annotated[int, AtLeast(1)]
    landing_share: Annotated[int, AtLeast(1)]


@dataclass(frozen=True, slots=True)
class ShipmentChart:
    """Supplies by sea and the naval transport of the Axis. A ship lands ``supplies`` REs of supply
    in a port, ``beach`` on a coast without one; each ``per_port`` of them, or part, takes an RE of
    a port (FE-28D.1, 28D.2, 28D.6). Units of the ``axis_nation`` have ``axis`` REs of transport a
    player turn on the ``axis_zones`` together; an RE of it carries ``axis_supplies`` to ports on
    the sea ``supplied`` instead (FE-28C2.5, 28D.4). The ``axis_box`` off the map has ports on both
    (FE-28C2.6); its reinforcements that come by ``axis_places`` may be kept there (FE-34A1.1).
    """

    title: str
    provenance: Provenance
    reason: str
    supplies: Count
    beach: Count
    per_port: Annotated[int, AtLeast(1)]
    axis: Count
    axis_nation: Annotated[str, AsShipped()]
    axis_zones: tuple[Annotated[str, AsShipped()], ...]
    axis_box: Annotated[str, AsShipped()]
    axis_places: tuple[Annotated[str, AsShipped()], ...]
    axis_supplies: Count
    supplied: Annotated[str, AsShipped()]


@dataclass(frozen=True, slots=True)
class RepairRow:
    """Repair ``points`` that come on a turn (FE-OBS-18)."""

    id: str
    turn: Count
    points: Count
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class RepairChart:
    """Repair points: ships of the type ``replaced`` come back for ``price`` (FE-28F.3)."""

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[RepairRow, ...]
    replaced: Annotated[str, AsShipped()]
    price: Count


@dataclass(frozen=True, slots=True)
class MineChart:
    """Mines in a sea ``zone``, but not within ``radius`` hexes of the ``refuge``: a ship takes a
    die's face ``less`` so much in hits, and one more for every ``step`` hexes, or part of them,
    that it has moved out there (FE-28B5).
    """

    title: str
    provenance: Provenance
    reason: str
    zone: Annotated[str, AsShipped()]
    refuge: Annotated[str, AsShipped()]
    radius: Count
    less: Count
    step: Annotated[int, AtLeast(1)]

    def hits(self, face: int, moved: int) -> int:
        """The hits that a face of the die does to a ship that has moved so many hexes out there."""
        return max(0, face - self.less + -(-moved // self.step))


@dataclass(frozen=True, slots=True)
class StraitChart:
    """Straits count as major rivers; over those between the hexes of ``barred``, by their printed
    numbers, nobody attacks (FE-31A2.1, 31A3.1). The sea between the hexes of ``held`` counts as a
    major river for the Soviets while both are theirs (FE-31A4.2).
    """

    title: str
    provenance: Provenance
    reason: str
    barred: Annotated[tuple[tuple[str, str], ...], AsShipped()]
    held: Annotated[tuple[tuple[str, str], ...], AsShipped()]


@dataclass(frozen=True, slots=True)
class FlotillaRow:
    """A river flotilla and the hex where it begins, or comes on a ``turn`` (FE-OBS-12)."""

    id: str
    name: str
    at: Annotated[str, AsShipped()]
    provenance: Provenance
    turn: Count = 0


@dataclass(frozen=True)
class FlotillaChart:
    """River flotillas: the ``hits`` that sink one, its antiaircraft strength ``flak``, the hexes it
    may ``move`` in a phase. It carries ``load`` REs in one, and a unit pays ``fare`` movement
    points; or ``supplies`` REs of supply. Enemies pay ``times`` as much to cross rivers beside it.
    A repair point repairs ``repaired`` hits, ``price`` points bring a lost one back (FE-28E,
    28F.4).
    """

    title: str
    provenance: Provenance
    reason: str
    hits: Annotated[int, AtLeast(1)]
    flak: Count
    move: Count
    load: Count
    fare: Count
    supplies: Count
    times: Annotated[int, AtLeast(1)]
    repaired: Annotated[int, AtLeast(1)]
    price: Count
    rows: tuple[FlotillaRow, ...]

    @cached_property
    def by_id(self) -> dict[str, FlotillaRow]:
        """The flotillas by their ids."""
        return {row.id: row for row in self.rows}


@dataclass(frozen=True, slots=True)
class PortIceRow:
    """The ports of a sea zone that freeze, ``spared`` ones aside: those on or north of the hexrow
    of ``north_of``, or those of a ``land`` (FE-29D3.1).
    """

    id: Annotated[str, AsShipped()]
    provenance: Provenance
    north_of: Annotated[str, AsShipped()] = ""
    land: Annotated[str, AsShipped()] = ""
    spared: tuple[Annotated[str, AsShipped()], ...] = ()


@dataclass(frozen=True, slots=True)
class PortIceChart:
    """Ports that are ice-bound in a kind of ``weather``."""

    title: str
    provenance: Provenance
    reason: str
    weather: Annotated[str, AsShipped()]
    rows: tuple[PortIceRow, ...]
