"""The figures of a scenario of Balkan Front: when and with what it begins, and what decides it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Annotated

from engine.core.charts.constraints import AtLeast, OneOf
from engine.frozen import dataclass
from engine.systems.balkan_front.state.constants import MOBILIZATION
from engine.systems.europa.charts.unit_charts import Count
from engine.systems.europa.scenario.figures import Figures
from oob.model import UnitId

POINTS, CRETE, CAPITAL = "points", "crete", "capital"
"""What decides a game: victory points (BF-31), the fate of Crete (BF-33D3), or that of a capital
(BF-33F3).
"""


@dataclass(frozen=True, slots=True)
class Holding:
    """Hexes that a side owns at the start: those of areas and of printed numbers, ``without``
    others; a later line goes before an earlier one.
    """

    side: Annotated[str, OneOf("axis", "allied")]
    areas: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ceded:
    """Hexes, by their printed numbers, that one country has ceded to another before the game: they
    are part of it for all purposes, its border runs around them (BF-33G2.1).
    """

    country: str
    to: str
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deployment:
    """Units that begin in a place, by its word, other than the order of battle has it; with
    ``steps`` as cadres.
    """

    place: str
    units: tuple[UnitId, ...]
    steps: Count = 0


@dataclass(frozen=True, slots=True)
class Worn:
    """Attack strength ``points`` that a nation has lost before the first turn: its side eliminates
    units of as many when it has set up (BF-33B2.2).
    """

    nation: str
    points: Annotated[int, AtLeast(1)]


@dataclass(frozen=True, slots=True)
class Alarm:
    """A nation that may discover the invasion before the first turn: on ``least`` or more of a die
    its side has a mobilization turn, by the rules of the die and of that turn (BF-33E2.2, 33E2.3),
    in which it has a ``status``. Without a ``nation`` there is none.
    """

    nation: str = ""
    least: Annotated[int, AtLeast(1)] = 1
    rule: str = ""
    turn_rule: str = ""
    status: str = MOBILIZATION


@dataclass(frozen=True, slots=True)
class Roving:
    """A nation whose capital may be moved, and not into exile, by its rule (BF-33F2.6). Without a
    ``nation`` there is none.
    """

    nation: str = ""
    rule: str = "BF-33F2.6"


@dataclass(frozen=True, slots=True)
class Together:
    """The ``others`` join with a nation that a call wins, by a rule, and some factors of the call
    are ``ignored`` (BF-33F2.7). Without a ``nation`` there is none.
    """

    nation: str = ""
    others: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    rule: str = ""


NO_ALARM = Alarm()
"""What most scenarios have: nobody is warned."""


@dataclass(frozen=True, slots=True)
class FrontFigures(Figures):
    """The figures every title has. ``first`` is the turn on which the game begins; ``joined`` and
    ``status`` are how nations stand then, ``entered`` the turn of German intervention and
    ``mobilizing`` that of Yugoslav mobilization, 0 before; ``credited`` what counts as settled.
    ``holdings`` are hexes that have changed hands, ``ceded`` those that have changed countries,
    ``strips`` temporary airfields that stay without construction units (BF-33D2.4). ``sheets`` are
    the parts of the map that are played on, all when empty. ``plans`` says that the Axis plans
    operations for the first turn when both sides have set up (BF-33D2.2); ``contest`` what decides
    the game; ``alarm`` who may discover the invasion before it; ``worn`` what nations have lost in
    fighting before it. ``roving`` is the nation whose capital may be moved, ``together`` who joins
    with whom.
    """

    first: Annotated[int, AtLeast(1)] = 1
    joined: dict[str, str] = field(default_factory=dict)
    status: dict[str, str] = field(default_factory=dict)
    entered: Count = 0
    mobilizing: Count = 0
    credited: tuple[str, ...] = ()
    holdings: tuple[Holding, ...] = ()
    ceded: tuple[Ceded, ...] = ()
    deployments: tuple[Deployment, ...] = ()
    strips: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()
    plans: bool = False
    contest: Annotated[str, OneOf(POINTS, CRETE, CAPITAL)] = POINTS
    alarm: Alarm = NO_ALARM
    roving: Roving = Roving()
    together: Together = Together()
    worn: tuple[Worn, ...] = ()

    def named(self) -> Iterator[tuple[UnitId, str]]:
        """Every unit id of a scenario, with where it is named."""
        yield from Figures.named(self)
        for row in self.deployments:
            yield from ((unit, f"the deployment in {row.place}") for unit in row.units)
