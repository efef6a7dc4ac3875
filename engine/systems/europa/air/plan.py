"""The air units a scenario brings into play, and when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.core.charts.constraints import AtLeast
from engine.systems.europa.charts.unit_charts import Count


@dataclass(frozen=True, slots=True)
class AirEntry:
    """An air unit: its model, its nation, and where it begins (a printed hex or a holding box), or
    the place word of its arrival on a ``turn``; ``after`` names the withdrawn unit that it is, come
    back (BF-29C.5). It begins ``inoperative`` where the order of battle says so. One with neither
    base nor turn belongs to a ``group`` that a title calls by name, or comes when the event of its
    ``trigger`` in the title's chart of the theatre has happened.
    """

    id: str
    nation: str
    model: str
    at: str = ""
    turn: Count = 0
    place: str = ""
    after: str = ""
    inoperative: bool = False
    group: str = ""
    trigger: str = ""


@dataclass(frozen=True, slots=True)
class AirWithdrawal:
    """An air unit of a nation and model leaves on a turn (BF-29C.3)."""

    nation: str
    model: str
    turn: Annotated[int, AtLeast(1)]


@dataclass(frozen=True, slots=True)
class AirPoints:
    """Air replacement points of a nation on some turns (BF-29B.8)."""

    nation: str
    amount: Annotated[int, AtLeast(1)]
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AirPlan:
    """The air units of a scenario; a war without any has none."""

    units: tuple[AirEntry, ...] = ()
    withdrawals: tuple[AirWithdrawal, ...] = ()
    points: tuple[AirPoints, ...] = ()


NO_AIR_UNITS = AirPlan()
"""A scenario without air units."""
