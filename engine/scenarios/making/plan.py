"""What a position is made of: fronts, who holds what, which forces stand where, what is lost."""

from __future__ import annotations

from pathlib import Path

from engine.core.charts.schema import typed
from engine.frozen import dataclass

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Line:
    """The foremost Soviet hexes along a front: a way over land through the ``hexes`` named."""

    id: str
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sector:
    """A part of a front: the hexes of a ``line`` from one to another; or ``posts``, hexes that are
    held by themselves. ``deep`` is how far behind the front those stand who find no room there.
    """

    id: str
    line: str = ""
    first: str = ""
    last: str = ""
    posts: tuple[str, ...] = ()
    deep: int = 3


@dataclass(frozen=True, slots=True)
class Force:
    """Units that stand in a ``sector``: those of some place words of the order of battle, and those
    that have come in by them until then. Where several forces name one place its units are dealt
    out among them, one to each in turn. ``units`` are named one by one.
    """

    sector: str
    places: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Loss:
    """Units of some place words that are lost, all but every one of so many that ``spared`` says,
    and the reason; those are dealt out to the forces that name the place.
    """

    places: tuple[str, ...]
    reason: str
    spared: int = 0


@dataclass(frozen=True, slots=True)
class AirForces:
    """The war in the air: the ``scenario`` whose air units and position antiaircraft there are,
    where air forces are set up that do so elsewhere than in June (``starts``, by nation),
    ``remnants``, so many air units by nation and model, and the hexes over which the position
    antiaircraft of place words is dealt out.
    """

    scenario: str
    starts: dict[str, str]
    remnants: dict[str, int]
    guns: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole of it: on which ``turn``, ``inside`` whose hexes the Axis begins to spread up to
    the lines, ``pockets`` of the Soviets behind them, ``railways`` that have been re-gauged from
    hex to hex, ``moved`` factories with the turn on which they arrive, ``ships`` that lie elsewhere
    than at first, and those that are ``sunk``; ``garrisons`` are the units that hold cities behind
    the front (FE-33), ``room`` is left in hexes for units that come next; ``air`` is what a war in
    the air has besides.
    """

    scenario: str
    turn: int
    inside: tuple[str, ...]
    pockets: tuple[str, ...]
    railways: tuple[tuple[str, ...], ...]
    moved: dict[str, int]
    ships: dict[str, str]
    sunk: tuple[str, ...]
    lines: tuple[Line, ...]
    sectors: tuple[Sector, ...]
    forces: tuple[Force, ...]
    losses: tuple[Loss, ...]
    garrisons: dict[str, tuple[str, ...]]
    room: dict[str, tuple[str, ...]]
    air: AirForces


def read(name: str) -> Plan:
    """The plan of a name. Raises KnownError for cells that fit none."""
    path = FOLDER / f"{name}.toml"
    return typed(Plan, path.read_text("utf-8"), f"making {name}")
