"""The figures of a scenario of Fire in the East: its field of play, its objectives, its levels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Annotated

from engine.core.charts.constraints import AtLeast, Between, OneOf
from engine.frozen import dataclass
from engine.systems.europa.charts.unit_charts import Count
from engine.systems.europa.scenario.figures import Figures
from engine.systems.fire_in_the_east.economy.charts import Kinds
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Objective:
    """A place that is worth ``points`` to the Axis while it owns all its ``hexes``, given by their
    printed numbers; one ``held`` by the Soviets takes them off while they do.
    """

    id: str
    hexes: tuple[str, ...]
    points: Annotated[int, AtLeast(1)]
    held: Annotated[str, OneOf("axis", "allied")] = "axis"


@dataclass(frozen=True, slots=True)
class Level:
    """The outcome from so many Axis points on; ``winner`` is '' for a draw."""

    id: str
    least: Count
    winner: Annotated[str, OneOf("", "axis", "allied")] = ""


@dataclass(frozen=True, slots=True)
class Release:
    """Units in reserve, and the ``turn`` on which the order of battle releases them
    (FE-32A2.2).
    """

    turn: Count
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class GuardsRow:
    """From a ``turn`` on units of any of the kinds ``old`` become Guards, one for each of ``new``
    (FE-34E3.1).
    """

    turn: Count
    old: tuple[Kinds, ...]
    new: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class ResourceLot:
    """Resource points that a side places in hexes of a ``place``: in its initial phase of a
    ``turn``, or at set-up where that is 0. Hexes of the place ``company`` need a unit that is set
    up by that word.
    """

    id: str
    side: Annotated[str, OneOf("axis", "allied")]
    place: str
    amount: Annotated[int, AtLeast(1)]
    rule: str
    turn: Count = 0
    company: str = ""


@dataclass(frozen=True, slots=True)
class Delivery:
    """What a convoy of a ``turn`` brings over the Arctic: resource ``points``, ``armor`` points and
    ``air`` units, by their ids (FE-35.1).
    """

    turn: Count
    points: Annotated[int, Between(0, 99)] = 0
    armor: Annotated[int, Between(0, 99)] = 0
    air: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FleetPlan:
    """The sea ``zones`` whose ships a scenario plays; none where it plays no ships."""

    zones: tuple[str, ...] = ()


NO_SHIPS = FleetPlan()
"""A scenario without ships."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a scenario begins in the middle of the war, without set-up: on which ``turn``, 0 for a
    scenario that has one; its ``units`` by printed hex, those that are ``lost`` so far and may be
    replaced, and those ``gone`` for good; the hexes that the ``axis`` has gained, and those that
    the ``allied`` side has after having lost them; the rail hexes that are ``regauged``; the
    factories that have ``moved``, with the turn on which they arrive; the ``ships`` and river
    flotillas that lie elsewhere than the charts have them, in port, and those that are ``sunk``;
    the position antiaircraft at its ``posts``, by printed hex, and that which is ``silenced``:
    both besides, where the war in the air is played.
    """

    turn: Count = 0
    units: dict[str, tuple[UnitId, ...]] = field(default_factory=dict)
    lost: tuple[UnitId, ...] = ()
    gone: tuple[UnitId, ...] = ()
    axis: tuple[str, ...] = ()
    allied: tuple[str, ...] = ()
    regauged: tuple[str, ...] = ()
    moved: dict[str, Count] = field(default_factory=dict)
    ships: dict[str, str] = field(default_factory=dict)
    sunk: tuple[str, ...] = ()
    posts: dict[str, tuple[UnitId, ...]] = field(default_factory=dict)
    silenced: tuple[UnitId, ...] = ()


AT_SET_UP = Opening()
"""A scenario that begins with set-up."""


@dataclass(frozen=True, slots=True)
class FireFigures(Figures):
    """The figures every title has; the areas units keep to, none meaning the whole board; what
    counts for victory, and the levels of it from the highest to the lowest; ``reserve`` is the area
    that units in reserve keep to, and ``releases`` are their calendar. An objective counts that was
    held at the end of each of the last ``counted`` turns (FE-37B.1). ``replacements`` says whether
    both sides get replacement points: a part of the front does not. ``airfields``
    are the hexes of permanent airfields at the start, ``forts`` those of forts. ``guards`` are
    conversions to Guards,
    ``pool`` the units that from a turn on only replacement brings (FE-34E5.1). ``resources`` are
    resource points; a scenario without any plays none, and nobody builds what takes them.
    ``fleet`` says whose ships sail, ``deliveries`` what lend-lease brings; ``opening`` is the
    position of a scenario that begins later than with set-up. ``guns`` are place words whose
    position antiaircraft is set up besides: who plays no air war has no use for it.
    """

    field: tuple[str, ...] = ()
    objectives: tuple[Objective, ...] = ()
    levels: tuple[Level, ...] = ()
    counted: Annotated[int, AtLeast(1)] = 1
    reserve: str = ""
    airfields: tuple[str, ...] = ()
    forts: tuple[str, ...] = ()
    releases: tuple[Release, ...] = ()
    replacements: bool = False
    guards: tuple[GuardsRow, ...] = ()
    pool: tuple[Release, ...] = ()
    resources: tuple[ResourceLot, ...] = ()
    fleet: FleetPlan = NO_SHIPS
    deliveries: tuple[Delivery, ...] = ()
    opening: Opening = AT_SET_UP
    guns: tuple[str, ...] = ()

    def starts(self, place: str) -> bool:
        """Besides, the position antiaircraft."""
        return place in self.guns or Figures.starts(self, place)

    def named(self) -> Iterator[tuple[UnitId, str]]:
        """Every unit id of a scenario, with where it is named."""
        yield from Figures.named(self)
        for row in self.releases:
            yield from ((unit, f"the releases of turn {row.turn}") for unit in row.units)
        for row in self.pool:
            yield from ((unit, f"the replacement pool of turn {row.turn}") for unit in row.units)
        for raised in self.guards:
            yield from ((unit, f"the Guards of turn {raised.turn}") for unit in raised.new)
        for label, units in self.opening.units.items():
            yield from ((unit, f"the opening in {label}") for unit in units)
        for label, units in self.opening.posts.items():
            yield from ((unit, f"the opening in {label}") for unit in units)
        fallen = (*self.opening.lost, *self.opening.silenced)
        yield from ((unit, "the losses of the opening") for unit in fallen)
        yield from ((unit, "what has left by the opening") for unit in self.opening.gone)
