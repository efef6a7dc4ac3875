"""The charts of replacements: what comes in and where, what it pays for, and how much of a kind."""

from __future__ import annotations

from typing import Annotated

from engine.core.charts.constraints import AsShipped, AtLeast, OneOf
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass
from engine.systems.europa.charts.unit_charts import Count

Words = tuple[Annotated[str, AsShipped()], ...]
"""Names that the board, the order of battle or another chart has as they are."""


@dataclass(frozen=True, slots=True)
class AllotmentRow:
    """Points that nations receive in their initial phase of a ``turn``: ``infantry`` and ``armor``
    by nation.
    """

    id: str
    turn: Count
    infantry: dict[str, Count]
    armor: dict[str, Count]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class HomeRow:
    """The place word where replaced units of a nation appear (FE-34B1.3)."""

    id: str
    place: Annotated[str, AsShipped()]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class AllotmentChart:
    """What the calendar gives to nations, and the ``homes`` of what they replace (FE-34B1). The
    nation ``payer`` forfeits points for those that have none (FE-34C.2).
    """

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[AllotmentRow, ...]
    homes: tuple[HomeRow, ...]
    payer: Annotated[str, AsShipped()]

    def home(self, nation: str) -> str:
        """The place word of a nation, '' for one that has no replacements of this kind."""
        return next((row.place for row in self.homes if row.id == nation), "")


@dataclass(frozen=True, slots=True)
class Kinds:
    """Which units a row speaks of: of all the words it gives, none meaning any."""

    nations: Words = ()
    types: Words = ()
    sizes: Words = ()
    traits: Words = ()


@dataclass(frozen=True, slots=True)
class PriceRow:
    """What armor points pay of the strength of some units: ``top`` of ``bottom`` parts, rounded up
    where ``up``, at least ``least``; infantry points pay the rest (FE-34B1.4 to 34B1.6, 34B2.2).
    With ``fixed`` they cost so many points whatever their strength (FE-34B1.7).
    """

    id: str
    units: Kinds
    top: Count
    bottom: Annotated[int, AtLeast(1)]
    provenance: Provenance
    up: bool = False
    least: Count = 0
    fixed: Count = 0


@dataclass(frozen=True, slots=True)
class PriceChart:
    """What kinds of point units take; what no row names takes infantry points."""

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[PriceRow, ...]


@dataclass(frozen=True, slots=True)
class QuotaRow:
    """So many REs (or units, by ``measure``) of some units a nation may replace in a month, or in
    so many ``turns`` (FE-34B1.8, 34B2.13 to 34B2.15).
    """

    id: str
    units: Kinds
    most: Count
    rule: Annotated[str, AsShipped()]
    provenance: Provenance
    measure: Annotated[str, OneOf("REs", "units")] = "REs"
    turns: Count = 0


@dataclass(frozen=True, slots=True)
class RaisedRow:
    """The military ``districts`` that alone replace some units; none at all where the list is empty
    (FE-34B2.12, 34B2.16 to 34B2.18, 34E1.2).
    """

    id: str
    units: Kinds
    districts: Words
    rule: Annotated[str, AsShipped()]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class QuotaChart:
    """What may be replaced in limited numbers, or in some districts only: the first ``raised`` row
    that speaks of a unit decides. Divisions of the ``fragile`` nations that have a cadre are
    neither replaced nor rebuilt (FE-34E6.1).
    """

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[QuotaRow, ...]
    raised: tuple[RaisedRow, ...]
    fragile: Words


@dataclass(frozen=True, slots=True)
class CityRow:
    """A replacement city: its ``hexes`` by printed number, and the points it gives a turn."""

    id: str
    hexes: Words
    rate: Count
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class DistrictRow:
    """A military district: the ``place`` word of its cities, or where units enter of one that lies
    ``away``, its replacement ``cities``, and what comes to its pool from ``off`` the map.
    """

    id: str
    place: Annotated[str, AsShipped()]
    provenance: Provenance
    cities: tuple[CityRow, ...] = ()
    off: Count = 0
    away: bool = False


@dataclass(frozen=True, slots=True)
class FactoryRow:
    """A factory and its hex by printed number, '' for one that is off the map from the start."""

    id: str
    hex: Annotated[str, AsShipped()]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class DistrictChart:
    """Where a ``nation`` gets replacements from turn ``first`` on: infantry points in districts,
    ``output`` armor points of each of its ``factories``; a recaptured city gives some again on the
    ``recovery``-th turn after that. What factories off the map replace enters at ``place``
    (FE-34B2).
    """

    title: str
    provenance: Provenance
    reason: str
    nation: Annotated[str, AsShipped()]
    first: Count
    recovery: Count
    rows: tuple[DistrictRow, ...]
    factories: tuple[FactoryRow, ...]
    output: Count
    place: Annotated[str, AsShipped()]


@dataclass(frozen=True, slots=True)
class RateRow:
    """How many points of strength lost bring a nation a replacement point."""

    id: str
    losses: Annotated[int, AtLeast(1)]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class SpecialChart:
    """Special replacements, by nation, and the ``share`` of them, one part of so many, that a
    district may receive at most (FE-34B3.2, 34B3.3).
    """

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[RateRow, ...]
    share: Annotated[int, AtLeast(1)]


@dataclass(frozen=True, slots=True)
class TransferChart:
    """Factories: from turn ``first`` on they may go to the ``refuge`` off the map where rails lead
    to ``place``, for ``size`` REs of rail capacity, and are there ``delay`` turns later. One that
    is destroyed is worth ``destroyed`` points to the enemy (FE-31D, 37B.4).
    """

    title: str
    provenance: Provenance
    reason: str
    first: Count
    delay: Count
    size: Count
    place: Annotated[str, AsShipped()]
    refuge: Annotated[str, AsShipped()]
    destroyed: Count


@dataclass(frozen=True, slots=True)
class CapitalChart:
    """The Soviet seat of government: the hex of its ``seat`` by printed number, the ``refuge`` off
    the map, and what each move but back to the seat, and each capture, is worth to the enemy
    (FE-31E, 37B.3).
    """

    title: str
    provenance: Provenance
    reason: str
    seat: Annotated[str, AsShipped()]
    refuge: Annotated[str, AsShipped()]
    moved: Count
    captured: Count


@dataclass(frozen=True, slots=True)
class MilitiaChart:
    """Units with the ``trait`` that may be withdrawn from turn ``first`` on, so many at ``most`` in
    an initial phase, for their attack strength and ``bonus`` points (FE-34E1.1).
    """

    title: str
    provenance: Provenance
    reason: str
    trait: Annotated[str, AsShipped()]
    first: Count
    most: Count
    bonus: Count


@dataclass(frozen=True, slots=True)
class RaidChart:
    """Strategic bombing: so many hits stop a ``factory``, so many take a point off a ``city``; each
    on a marshalling yard takes so many REs of ``rail`` capacity, and a city of a kind takes as many
    as ``yards`` says for each of its hexes (FE-20F1b to 20F1d).
    """

    title: str
    provenance: Provenance
    reason: str
    factory: Annotated[int, AtLeast(1)]
    city: Annotated[int, AtLeast(1)]
    rail: Count
    yards: dict[str, Count]


@dataclass(frozen=True, slots=True)
class GuardsChart:
    """Units of a ``nation`` that become Guards: none with a trait of ``never``. What its attack
    strength and the ``bonus`` come to over that of the Guards is gained in points, or paid where it
    is less (FE-34E3).
    """

    title: str
    provenance: Provenance
    reason: str
    nation: Annotated[str, AsShipped()]
    never: Words
    bonus: Count


@dataclass(frozen=True, slots=True)
class LendLeaseChart:
    """Convoys come to ports on the sea ``zone``; two dice of ``sunk`` or less in all sink what
    they are rolled for (FE-35.2). The air unit ``guests`` flies on an allowance of an ally of its
    own before turn ``until``, and counts as one of the Guards so long (FE-35.6 to 35.8).
    """

    title: str
    provenance: Provenance
    reason: str
    zone: Annotated[str, AsShipped()]
    sunk: Count
    guests: Annotated[str, AsShipped()]
    until: Count


@dataclass(frozen=True, slots=True)
class UpgradeChart:
    """From turn ``first`` on so many at ``most`` of the units of a ``nation`` whose counter shows
    another strength on a face called ``face`` take it for good in an initial phase (FE-34E2.1).
    """

    title: str
    provenance: Provenance
    reason: str
    nation: Annotated[str, AsShipped()]
    face: Annotated[str, AsShipped()]
    first: Count
    most: Count
