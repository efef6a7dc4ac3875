"""What a scenario brings and takes by turn: the order of battle's calendar, typed.

A turn counts from 1; ``after_entry`` entries count from the turn of entry into the war (1 = the
turn after it), and a ``trigger`` is the id of one of the title's chart of the theatre. Units are
counters of the order of battle; where rules let a player choose any unit of the same kind, the
handler looks for it.
"""

from __future__ import annotations

from typing import Annotated

from engine.core.charts.constraints import AtLeast
from engine.frozen import dataclass
from engine.systems.europa.charts.unit_charts import Count
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Arrival:
    """Reinforcements that may be placed in their owner's initial phase (BF-29A).

    ``place`` is a place word. With ``cost`` they are conditional: the owner may take them from
    their turn on, at that many of his victory points (BF-29A.3). ``group`` names arrivals that a
    title calls by name (``"12th Army"``), ``option`` the option they come under.
    """

    units: tuple[UnitId, ...]
    place: str
    turn: Count = 0
    after_entry: Count = 0
    trigger: str = ""
    cost: Count = 0
    group: str = ""
    option: str = ""


@dataclass(frozen=True, slots=True)
class Points:
    """Replacement points of a nation by kind: ``inf``, ``mtn``, ``arm`` (BF-29B.1).

    With ``half_cities`` only while it owns at least half the cities of its country.
    """

    nation: str
    kinds: dict[str, Annotated[int, AtLeast(1)]]
    turns: tuple[int, ...] = ()
    after_entry: tuple[int, ...] = ()
    trigger: str = ""
    half_cities: bool = False


@dataclass(frozen=True, slots=True)
class Conversion:
    """Units that may become another one from a turn on (BF-29D, BC-22B).

    ``old`` are the units listed; any of the same nation, size, type and strength will do. Units of
    ``also`` come with the new one.
    """

    turn: Count
    old: tuple[UnitId, ...]
    new: UnitId
    also: tuple[UnitId, ...] = ()


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Units to be withdrawn: any of the same nation, size, type and strength (BF-29C)."""

    units: tuple[UnitId, ...]
    turn: Count = 0
    after_entry: Count = 0


@dataclass(frozen=True, slots=True)
class Mobilizing:
    """Cadres listed to be flipped to full strength on a turn (BF-29E.1, BC-22C)."""

    turn: Count
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """What a region mobilizes: ``cadres`` flipped, ``units`` placed (BF-29E.3)."""

    id: str
    cadres: tuple[UnitId, ...]
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """The calendar of a scenario."""

    arrivals: tuple[Arrival, ...] = ()
    points: tuple[Points, ...] = ()
    conversions: tuple[Conversion, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    mobilizations: tuple[Mobilizing, ...] = ()
    regions: tuple[Region, ...] = ()
