"""The state of a game of Fire in the East, and the open decisions that only it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from engine.core.state import Frame, Sealed
from engine.frozen import dataclass
from engine.systems.europa.air.groups.records import NO_GROUPS, Groups
from engine.systems.europa.air.records import NO_AIR, AirWar
from engine.systems.europa.state.records import Theatre
from engine.systems.fire_in_the_east.sea.records import NO_FLEET, Course, Fleet
from maps.hexgrid import Hex, Side
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Stock:
    """Resource points of a side in a hex; ``railed`` of them have gone by rail in this player turn,
    ``fixed`` further ones by strategic rail movement.
    """

    side: str
    amount: int
    railed: int = 0
    fixed: int = 0


@dataclass(frozen=True, slots=True)
class PointsCarried:
    """Resource points that a unit carries in this phase, and the hex they lie in with it."""

    at: Hex
    amount: int


@dataclass(frozen=True, slots=True)
class East(Theatre):
    """The whole state of a game of Fire in the East.

    ``table`` is the kind of weather that the table of the zones that share one brought last, ''
    before the first roll; ``trend`` whether it is worsening or improving, '' before its first
    change (FE-29A2.3). ``gained`` are the hexes that changed hands in this player turn (FE-7A.1);
    ``fought`` the units that attacked in it, ``pinned`` those that may not move in the exploitation
    phase (FE-31C.1). ``released`` is true once Soviets have called all Rumanian reserves out early
    (FE-32A2.3). ``missed`` are the objectives that whom they count for has not held at the end of
    a turn on which he must (FE-37B.1). ``bought`` counts half regimental equivalents, or units, by
    quota of replacement, nation and turn (FE-34B1.8); ``retaken`` is the turn on which a
    replacement city was recaptured (FE-34B2.7). ``isolated`` are the units that no line over land
    reached as this player turn's supply was fixed; ``fallen`` counts by nation the attack strength
    of those lost whose loss brings special replacements (FE-34B3.1). ``moved`` is the turn on which
    a factory is at work off the map, ``ruined`` are those destroyed (FE-31D). ``capital`` is the
    printed number of its hex, the name of its refuge, '-' once it is captured, '' for its seat as
    at the start (FE-31E). ``occupied`` is the turn on which the Axis took each city hex that it
    holds and may have to garrison, ``neglected`` are the hexes of cities that were found without
    their garrison when it was checked last (FE-33). ``debts`` are half points by purse that will be
    kept back of those to come (FE-34C.2). ``resources`` are resource points in hexes, ``unplaced``
    those of lots that are to be placed, ``loads`` what units carry of them in this phase (FE-12F).
    ``duties`` are the orders of trucks that do not extend supply lines, ``depleted`` those that
    have given their supply, ``served`` those that supply took as it was fixed for this player turn
    (FE-12E1). ``seized`` are the bridges that commandos have seized in this player turn (FE-39A.7).
    ``invaded`` is true while Soviets near the capital of Finland let more Germans in (FE-32B.7).
    ``laid`` are the hexes of the line under construction that are railroads, ``relaying`` the turn
    on which a regained one becomes one (FE-7D). ``upgraded`` are the rifle divisions that have
    their greater strength for good (FE-34E2.1). ``frozen`` are the zones whose waters are frozen,
    ``freezing`` those whose waters freeze in this turn, where the option lets them do so by and by
    (FE-39F1). ``effort`` is the card that decides on Finland's war, '' where none is drawn
    (FE-39C.1).
    """

    table: str = ""
    trend: str = ""
    gained: frozenset[Hex] = frozenset()
    fought: frozenset[UnitId] = frozenset()
    pinned: frozenset[UnitId] = frozenset()
    released: bool = False
    missed: frozenset[str] = frozenset()
    bought: Mapping[str, int] = field(default_factory=dict)
    retaken: Mapping[str, int] = field(default_factory=dict)
    isolated: frozenset[UnitId] = frozenset()
    fallen: Mapping[str, int] = field(default_factory=dict)
    moved: Mapping[str, int] = field(default_factory=dict)
    ruined: frozenset[str] = frozenset()
    capital: str = ""
    occupied: Mapping[Hex, int] = field(default_factory=dict)
    neglected: frozenset[Hex] = frozenset()
    debts: Mapping[str, int] = field(default_factory=dict)
    resources: Mapping[Hex, Stock] = field(default_factory=dict)
    unplaced: Mapping[str, int] = field(default_factory=dict)
    loads: Mapping[UnitId, PointsCarried] = field(default_factory=dict)
    duties: Mapping[UnitId, str] = field(default_factory=dict)
    depleted: frozenset[UnitId] = frozenset()
    served: frozenset[UnitId] = frozenset()
    seized: frozenset[Side] = frozenset()
    invaded: bool = False
    upgraded: frozenset[UnitId] = frozenset()
    laid: frozenset[Hex] = frozenset()
    relaying: Mapping[Hex, int] = field(default_factory=dict)
    frozen: frozenset[str] = frozenset()
    freezing: frozenset[str] = frozenset()
    effort: str = ""


@dataclass(frozen=True, slots=True)
class AirEast(East):
    """The state of a game with air units; games without any keep the plain state.

    ``raids`` counts the hits of strategic bombing by what was hit, ``yards`` are the enemy's
    marshalling yards that functioned as the air phase began (FE-20F1d.2). ``guards`` are the air
    units that have become Guards units (FE-27F4.1), ``ashore`` those of lend-lease that wait in
    ports that are isolated (FE-35.3). ``alarmed`` are the airbases that enemies have come down on
    in this player turn, whose air units have been asked whether they escape (FE-17B.1).
    """

    air: AirWar = NO_AIR
    groups: Groups = NO_GROUPS
    raids: Mapping[str, int] = field(default_factory=dict)
    yards: frozenset[Hex] = frozenset()
    guards: frozenset[str] = frozenset()
    ashore: Mapping[str, Hex] = field(default_factory=dict)
    alarmed: frozenset[Hex] = frozenset()


@dataclass(frozen=True, slots=True)
class SeaEast(AirEast):
    """The state of a game with ships, whether or not air units fly in it."""

    fleet: Fleet = NO_FLEET


@dataclass(frozen=True, slots=True)
class SearchedEast(SeaEast):
    """The state of a game whose air units search the sea, by an option. ``courses`` are the sea
    movement that has been declared in this phase and not been answered, in order; ``searched`` the
    sea zones where it has (FE-OPT4.5).
    """

    courses: tuple[Course, ...] = ()
    searched: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class DriftRoll(Frame):
    """A die: the weather of the zones that share a table (FE-29B.1)."""


@dataclass(frozen=True, slots=True)
class EffortDraw(Sealed):
    """A card, which its side alone sees: how Finland wages war (FE-39C.1)."""


@dataclass(frozen=True, slots=True)
class Starving(Frame):
    """A die for each of some isolated ``units`` that have been out of supply too long
    (FE-12D.4).
    """

    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Convoy(Frame):
    """A side says in which port a convoy with some ``cargo`` comes in (FE-35.1)."""

    side: str
    cargo: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConvoyRoll(Frame):
    """A die, two for each thing of the ``cargo`` of a convoy to a port; ``first`` is the face of
    the first of both, 0 before it (FE-35.2).
    """

    cargo: tuple[str, ...]
    at: Hex
    first: int = 0


FRAMES: tuple[type[Frame], ...] = (DriftRoll, EffortDraw, Starving, Convoy, ConvoyRoll)
"""The frames that only Fire in the East has, for the codec."""
RECORDS: tuple[type, ...] = (Stock, PointsCarried)
"""Further values in the state, for the codec."""
