"""The state that Europa's titles share, and the open decisions (frames) that all of them have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from engine.core.state import Frame, State
from engine.frozen import dataclass
from engine.rules.combat.battles import Fighting as Fighting
from engine.rules.sequence import Onward as Onward
from engine.rules.set_up.placing import SettingUp as SettingUp
from engine.rules.weather.rolling import WeatherRoll as WeatherRoll
from maps.hexgrid import Hex, Side
from oob.model import UnitId


class Project(StrEnum):
    """What construction units begin and finish in initial phases."""

    FORT = "fort"
    AIRFIELD = "airfield"


@dataclass(frozen=True, slots=True)
class Work:
    """Building under way in a hex: what, by whom, and the turn in which it will be done."""

    project: Project
    unit: UnitId
    side: str
    ready: int


@dataclass(frozen=True, slots=True)
class Delivery:
    """Supply landed or flown in: whole regimental equivalents in a hex, and the initial phases they
    have lain there.
    """

    side: str
    amount: int
    phases: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the victory ledger: points a side won (or lost) on a turn, for what, by which
    rule.
    """

    turn: int
    side: str
    points: int
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Theatre(State):
    """What every Europa title's state holds; titles subclass it.

    ``taken`` gives the owner of hexes that changed hands since the start, ``lent`` the former one
    of those held only as long as a small unit stays (option of firm ownership). ``joined`` gives
    each nation's side, '' while neutral. ``floods`` are zones whose rivers are in flood. ``spent``
    counts half movement points used in this phase; ``used`` allowances of the player turn (half
    regimental equivalents where it counts those).
    ``points`` are replacement points available by ``nation kind``. ``strips`` are temporary
    airfields; ``hits`` damage to ports and airbases by place id; ``breaks`` broken rail hexes;
    ``razed`` fortified hexsides destroyed; ``down`` demolished bridges, ``bridges`` the owner of
    each, '' for none (both under the option of bridges). ``captured`` are cities that ever changed
    hands, ``forfeit`` restricted supply sources the enemy has owned. ``regauged`` are rail hexes
    whose gauge is no longer that of their country. ``unfed`` counts the player
    turns in a row that units have been out of supply. ``entered`` is the turn of
    entry into the war, 0 before.
    """

    taken: Mapping[Hex, str] = field(default_factory=dict)
    lent: Mapping[Hex, str] = field(default_factory=dict)
    weather: Mapping[str, str] = field(default_factory=dict)
    floods: frozenset[str] = frozenset()
    joined: Mapping[str, str] = field(default_factory=dict)
    surrendered: frozenset[str] = frozenset()
    spent: Mapping[UnitId, int] = field(default_factory=dict)
    used: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    ledger: tuple[Entry, ...] = ()
    works: Mapping[Hex, Work] = field(default_factory=dict)
    forts: frozenset[Hex] = frozenset()
    airfields: frozenset[Hex] = frozenset()
    strips: frozenset[Hex] = frozenset()
    hits: Mapping[str, int] = field(default_factory=dict)
    breaks: frozenset[Hex] = frozenset()
    razed: frozenset[Side] = frozenset()
    down: frozenset[Side] = frozenset()
    bridges: Mapping[Side, str] = field(default_factory=dict)
    captured: frozenset[Hex] = frozenset()
    forfeit: frozenset[Hex] = frozenset()
    regauged: frozenset[Hex] = frozenset()
    unfed: Mapping[UnitId, int] = field(default_factory=dict)
    deliveries: Mapping[Hex, Delivery] = field(default_factory=dict)
    entered: int = 0
    surprise: bool = False
    winner: str = ""
    level: str = ""
    over: bool = False

    def score(self, side: str) -> int:
        """Victory points of a side so far."""
        return sum(entry.points for entry in self.ledger if entry.side == side)


@dataclass(frozen=True, slots=True)
class Initial(Frame):
    """A side's initial phase: arrivals, replacements, conversions, construction."""

    side: str


@dataclass(frozen=True, slots=True)
class Moving(Frame):
    """A side's movement phase, or its exploitation phase."""

    side: str
    exploiting: bool = False


FRAMES: tuple[type[Frame], ...] = (Onward, SettingUp, WeatherRoll, Initial, Moving, Fighting)
"""Every kind of open decision all titles have outside battles, for the codec."""

RECORDS: tuple[type, ...] = (Work, Delivery, Entry)
"""Further values in the state, for the codec."""
