"""The air units a scenario brings into play, and when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Annotated

from engine.core.charts.constraints import AtLeast, Between
from engine.frozen import dataclass
from engine.systems.europa.charts.unit_charts import Count


@dataclass(frozen=True, slots=True)
class AirEntry:
    """An air unit: its model, its nation, and where it begins (a printed hex or a holding box), or
    the place word of its arrival on a ``turn``; ``after`` names the withdrawn unit that it is, come
    back (BF-29C.5). It begins ``inoperative`` where the order of battle says so. One with neither
    base nor turn belongs to a ``group`` that a title calls by name, or comes when the event of its
    ``trigger`` in the title's chart of the theatre has happened, or so many turns ``after_entry``
    of the power that the theatre waits for. ``count`` such units have numbers after the id. ``box``
    is the box of the air chart that it begins in, or comes to on its turn, where air forces have
    group allowances (FE-26A).
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
    count: Annotated[int, Between(1, 99)] = 1
    box: str = ""
    trigger: str = ""
    after_entry: Count = 0

    def due(self, entered: int) -> int:
        """The turn it arrives on when the power has ``entered`` on some turn; 0 while unknown."""
        return _turn(self.turn, self.after_entry, entered)


@dataclass(frozen=True, slots=True)
class GroupAllowance:
    """A group allowance of a nation: at the start, or what a ``turn`` brings, or takes when it is
    negative (FE-26B.1, 27C.1, 27F3.2).
    """

    nation: str
    amount: int
    turn: Count = 0


@dataclass(frozen=True, slots=True)
class AirHome:
    """The place words where air units of a nation are activated: at the ``start``, and later
    (FE-27E.2, 36.6). Of a ``limited`` air force those begin at home that may not be abroad
    (FE-32A1.2).
    """

    nation: str
    place: str
    start: str = ""
    limited: bool = False


@dataclass(frozen=True, slots=True)
class AirStrike:
    """A surprise attack of a ``nation`` on the air force of another, which is activated after it;
    the ``place`` where the attackers come down (FE-31F2).
    """

    nation: str = ""
    against: str = ""
    place: str = ""


NO_STRIKE = AirStrike()
"""A war that begins without a strike."""


@dataclass(frozen=True, slots=True)
class AirWithdrawal:
    """An air unit of a nation and model leaves on a turn, or so many turns ``after_entry``
    (BF-29C.3).
    """

    nation: str
    model: str
    turn: Count = 0
    after_entry: Count = 0

    def due(self, entered: int) -> int:
        """The turn it leaves on when the power has ``entered`` on some turn; 0 while unknown."""
        return _turn(self.turn, self.after_entry, entered)


@dataclass(frozen=True, slots=True)
class AirPoints:
    """Air replacement points of a nation on some turns, and so many turns ``after_entry``
    (BF-29B.8).
    """

    nation: str
    amount: Annotated[int, AtLeast(1)]
    turns: tuple[int, ...] = ()
    after_entry: tuple[int, ...] = ()

    def due(self, entered: int) -> tuple[int, ...]:
        """The turns it comes on when the power has ``entered`` on some turn."""
        return (*self.turns, *(entered + after for after in self.after_entry if entered))


def _turn(turn: int, after_entry: int, entered: int) -> int:
    if not after_entry:
        return turn
    return entered + after_entry if entered else 0


@dataclass(frozen=True, slots=True)
class AirGuards:
    """So many air units of a nation may become Guards units on a turn (FE-27F4.1)."""

    nation: str
    amount: Annotated[int, AtLeast(1)]
    turn: Annotated[int, AtLeast(1)]


@dataclass(frozen=True, slots=True)
class AirPlan:
    """The air units of a scenario; a war without any has none. Where nations have group
    ``allowances``, ``small`` air forces replace air units of any category together (FE-27F5.1).
    With ``series`` one air unit that several fight meets them one after the other, and fires at
    each (FE-21B2b.2); else it fires once.
    """

    units: tuple[AirEntry, ...] = ()
    withdrawals: tuple[AirWithdrawal, ...] = ()
    points: tuple[AirPoints, ...] = ()
    allowances: tuple[GroupAllowance, ...] = ()
    homes: tuple[AirHome, ...] = ()
    strike: AirStrike = NO_STRIKE
    small: tuple[str, ...] = ()
    series: bool = False
    guards: tuple[AirGuards, ...] = ()

    def home(self, nation: str) -> AirHome | None:
        """Where air units of a nation are activated; None where it has no group allowance."""
        return next((row for row in self.homes if row.nation == nation), None)


@lru_cache(maxsize=64)
def expanded(plan: AirPlan) -> AirPlan:
    """A plan in which each entry is one air unit."""
    if all(entry.count == 1 for entry in plan.units):
        return plan
    return replace(plan, units=tuple(one for entry in plan.units for one in _each(entry)))


def _each(entry: AirEntry) -> Iterator[AirEntry]:
    if entry.count == 1:
        yield entry
        return
    for number in range(1, entry.count + 1):
        yield replace(entry, id=f"{entry.id}-{number}", count=1)


NO_AIR_UNITS = AirPlan()
"""A scenario without air units."""
