"""The state and the charts of a plain title: two sides, ground, stacking, weather, odds, supply,
sorties, places that count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from engine.core.charts.tables import Provenance
from engine.core.state import State
from engine.frozen import dataclass
from engine.rules.combat.odds import OddsTable
from engine.rules.movement.step_costs import TerrainChart
from engine.rules.stacking.limits import Stacking
from engine.rules.victory.places import VictoryChart
from engine.rules.weather.chart import WeatherChart
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class PlainState(State):
    """The whole state of a game.

    ``owners`` are the sides that own places, by hex; ``unfed`` units are out of supply; ``sorties``
    are those each side can still fly this turn.
    """

    weather: str = ""
    sorties: Mapping[str, int] = field(default_factory=dict)
    owners: Mapping[Hex, str] = field(default_factory=dict)
    unfed: frozenset[UnitId] = frozenset()
    over: bool = False


@dataclass(frozen=True, slots=True)
class SupplyChart:
    """How many hexes supply reaches, and the ids of the places it comes from, side by side."""

    rule: str
    provenance: Provenance
    length: int
    sources: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class AirChart:
    """Sorties a side flies each turn, and what one over a battle is worth in columns."""

    rule: str
    provenance: Provenance
    sorties: Mapping[str, int]
    shift: int


@dataclass(frozen=True, slots=True)
class TurnChart:
    """The length of a game."""

    rule: str
    provenance: Provenance
    last: int


@dataclass(frozen=True, slots=True)
class PlainCharts:
    """Everything a plain game is played with."""

    turns: TurnChart
    terrain: TerrainChart
    stacking: Stacking
    weather: WeatherChart
    combat: OddsTable
    supply: SupplyChart
    air: AirChart
    victory: VictoryChart
