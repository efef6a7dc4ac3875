"""Battles of Europa laid out by hand: a small open board, units made for the occasion, dice typed
in. The charts are the shipped ones of a title.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib import resources
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, Self

from engine.core.charts.tables import Provenance, from_table
from engine.core.rules_base import Citations, RulesBase
from engine.core.state import Piece
from engine.core.system import Scenario
from engine.rules.weather.kinds import Kind
from engine.systems.europa.charts.combat_charts import (
    ArmorChart,
    ArtilleryChart,
    CombatChart,
    EffectsChart,
    EngineerChart,
)
from engine.systems.europa.charts.movement_charts import (
    BridgeChart,
    MovementChart,
    TerrainCostChart,
)
from engine.systems.europa.charts.place_charts import AreaChart, TheatreChart
from engine.systems.europa.charts.supply_charts import SupplyChart, WeatherChart
from engine.systems.europa.charts.unit_charts import (
    CapabilityChart,
    DiceChart,
    PositionGunChart,
    SizeChart,
    StackingChart,
    SupportChart,
)
from engine.systems.europa.combat import advance, aftermath, combat_phase, retreats
from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.combat.battles import Aftermath, Battle, CombatRoll, Forming
from engine.systems.europa.combat.calculation import Calculation
from engine.systems.europa.state.common import settle_ownership
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Fighting, Theatre
from maps.hexgrid import Hex, side_between
from maps.layout import Orientation
from maps.model import GameMap, Place
from oob.model import Face, Nation, OrderOfBattle, Size, Unit, UnitId
from tests.engine.systems.laid_out import LaidOut

MIDDLE = Hex(0, 0)
RADIUS = 5
SHARED = ("units.toml", "movement.toml", "combat.toml", "supply.toml", "places.toml")
OWN = ("charts.toml", "movement.toml", "combat.toml")
TABLES: dict[str, type] = {
    "capabilities": CapabilityChart,
    "support": SupportChart,
    "sizes": SizeChart,
    "dice": DiceChart,
    "areas": AreaChart,
    "theatre": TheatreChart,
    "stacking": StackingChart,
    "combat": CombatChart,
    "effects": EffectsChart,
    "armor": ArmorChart,
    "engineers": EngineerChart,
    "artillery": ArtilleryChart,
    "movement": MovementChart,
    "terrain_costs": TerrainCostChart,
    "bridges": BridgeChart,
    "supply": SupplyChart,
    "position_guns": PositionGunChart,
}
NATIONS = {"german": AXIS, "italian": AXIS, "greek": ALLIED, "british": ALLIED}


KINDS = (Kind("clear"), Kind("poor", poor=True), Kind("winter", poor=True, like="poor"))


def sky(*zones: str) -> WeatherChart:
    """A weather chart of zones from north to south, nothing rolled for."""
    return WeatherChart("Weather", Provenance.PRINTED, "", zones, KINDS, (), ())


@cache
def charts_of(title: str) -> SimpleNamespace:
    """The shipped charts of a title, as far as combat reads them."""
    found: dict[str, Any] = {}
    shared = resources.files("engine.systems.europa.charts")
    own = Path(str(shared)).parent.parent / title
    for text in (
        *((Path(str(shared)) / name).read_text(encoding="utf-8") for name in SHARED),
        *((own / name).read_text(encoding="utf-8") for name in OWN),
    ):
        tables = tomllib.loads(text)
        for name, cls in TABLES.items():
            if name in tables:
                found[name] = from_table(cls, tables[name], name)
    return SimpleNamespace(**found, weather=sky("D"))


@cache
def citations_of(title: str) -> dict[str, str]:
    """The shipped citations of a title."""
    file = Path(str(resources.files("engine.systems.europa"))).parent / title / "citations.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def board() -> GameMap:
    """A round board of clear hexes, all in one weather zone."""
    reach = range(-RADIUS, RADIUS + 1)
    hexes = [Hex(q, r) for q in reach for r in reach if abs(q + r) <= RADIUS]
    found = GameMap("arena", "Arena", Orientation.POINTY)
    found.terrain = dict.fromkeys(hexes, "clear")
    found.regions = {"weather": {"D": frozenset(hexes)}}
    return found


class ArenaPosition(Position):
    """A position whose bombing strength a test sets."""

    def air_points(self, at: Hex, side: str) -> Any:
        """What the test has given the side."""
        return Fraction(self.state.points.get(f"air {side}", 0))


class Rules(RulesBase[Theatre, Position]):
    """The desks of combat, and nothing else."""

    state_class = Theatre
    handlers: ClassVar[Any] = {
        desk.frame: desk
        for desk in (
            *combat_phase.HANDLERS,
            *aftermath.HANDLERS,
            *retreats.HANDLERS,
            *advance.HANDLERS,
        )
    }
    citations: ClassVar[Citations] = Citations("over", "untimely", "face", "stranger")

    def invariants(self, state: Theatre) -> tuple[str, ...]:
        """Enemies never share a hex unless they dropped there."""
        pos = self.position(state)
        return tuple(
            f"both sides in {at}"
            for at in pos.held[AXIS] & pos.held[ALLIED]
            if not any("dropped" in pos.piece(unit).marks for unit in pos.at[at])
        )

    def __init__(self, scenario: Scenario, context: Context) -> None:
        super().__init__(scenario, context.look)
        self.context = context

    def tidy(self, doing: Any) -> None:
        """Ownership follows the units."""
        settle_ownership(self.context, doing)


FIGHTING = Fighting(AXIS)


class Arena(LaidOut[Theatre, Position]):
    """An Axis combat phase in clear weather on an empty board; ``around`` are the hexes next to the
    ``middle`` in direction order.
    """

    def __init__(self, title: str = "balkan_front", *options: str) -> None:
        self.map = board()
        self.oob = OrderOfBattle("arena", "Arena")
        for name, side in NATIONS.items():
            self.oob.nations[name] = Nation(name, name.title(), side, "#ffffff", "#000000")
        data = SimpleNamespace(charts=charts_of(title), figures=None)
        chosen = dict.fromkeys(options, True)
        self.scenario = Scenario("arena", "Arena", title, self.map, self.oob, data, chosen)
        self.context = Context(self.scenario, citations_of(title), ArenaPosition)
        self.context.fortifications = {}
        self.rules = Rules(self.scenario, self.context)
        state = Theatre(
            2,
            "combat",
            AXIS,
            {},
            (FIGHTING,),
            weather={"D": "clear"},
            joined=dict(NATIONS),
        )
        super().__init__(self.rules, state)
        self.middle = MIDDLE
        self.around = MIDDLE.neighbours()

    def ground(self, at: Hex, terrain: str) -> Self:
        """Change the terrain of a hex, before anything is asked."""
        self.map.terrain[at] = terrain
        return self

    def between(self, a: Hex, b: Hex, *kinds: str) -> Self:
        """Draw a hexside."""
        self.map.hexsides[side_between(a, b)] = frozenset(kinds)
        return self

    def fortify(self, at: Hex, *fronts: Hex) -> Self:
        """Draw fortified hexsides whose symbols stand in a hex."""
        sides = frozenset(side_between(at, near) for near in fronts)
        for near in fronts:
            self.between(near, at, "fortified")
        self.context.fortifications = {**self.context.fortifications, at: sides}
        return self

    def city(self, at: Hex, kind: str) -> Self:
        """Put a city into a hex."""
        self.map.places[kind] = Place(kind, kind.title(), kind, at)
        return self

    def chart(self, name: str, **changes: Any) -> Self:
        """Change values of a chart, before anything is asked."""
        charts = vars(self.context.charts)
        changed = replace(charts[name], **changes)
        made: Any = SimpleNamespace(**{**charts, name: changed})
        self.context.charts = made
        return self

    def arctic(self, *hexes: Hex) -> Self:
        """Lay hexes into a weather zone A besides the D of all others."""
        layer = self.map.regions["weather"]
        self.map.regions["weather"] = {"A": frozenset(hexes), "D": layer["D"].difference(hexes)}
        charts = vars(self.context.charts)
        weather = sky("D", "A")
        made: Any = SimpleNamespace(**{**charts, "weather": weather})
        self.context.charts = made
        return self

    def weather(self, weather: str) -> Self:
        """Change the weather."""
        return self.having(weather={"D": weather})

    def unit(
        self,
        at: Hex,
        name: str,
        type_: str = "infantry",
        size: Size = Size.DIVISION,
        *,
        cadre: str = "",
        steps: int = 0,
        marks: Iterable[str] = (),
        dot: bool = False,
    ) -> UnitId:
        """Make a unit and put it into a hex. ``name`` is its nation, its ratings and more words:
        ``german 7-6 first``; ``cadre`` the ratings of its back.
        """
        nation, ratings = name.split()[:2]
        faces = (face(ratings), face(cadre)) if cadre else (face(ratings),)
        unit = UnitId(name)
        traits = frozenset({"supported"}) if dot else frozenset[str]()
        self.oob.units[unit] = Unit(
            unit, name, nation, NATIONS[nation], type_, size, faces, len(faces), traits
        )
        piece = Piece(at, steps or len(faces), "", frozenset(marks))
        self.state = self.state.with_pieces({unit: piece})
        self.context._standings.cache_clear()
        self.context._joined = None
        return unit

    def form(self, *units: UnitId, target: Hex | None = None) -> Self:
        """Declare an attack on the middle and add units to it."""
        self.do(do.DeclareAttack(target or self.middle))
        return self.do(*(do.AddUnit(unit) for unit in units))

    def attack(self, *units: UnitId, target: Hex | None = None) -> Self:
        """Attack the middle, or another hex, up to the die."""
        return self.form(*units, target=target).do(do.GoIn())

    def result(self, code: str) -> Self:
        """Bring about a letter code, whatever the odds."""
        top = self.state.top
        assert isinstance(top, (CombatRoll, Forming))
        self.state = self.state.swapped(Aftermath(top.battle, code))
        return self.settle()

    def reckon(self, *units: UnitId, target: Hex | None = None) -> Calculation:
        """An attack of units on the middle, or another hex, reckoned."""
        at = target or self.middle
        return Calculation(
            self.pos, Battle(AXIS, at, units, *combat_phase.defenders(self.pos, AXIS, at))
        )

    def asks(self) -> str:
        """The class name of the open decision."""
        return type(self.state.top).__name__

    def where(self, unit: UnitId) -> Hex | str:
        """Where a unit is."""
        return self.state.pieces[unit].at

    def steps(self, unit: UnitId) -> int:
        """A unit's steps."""
        return self.state.pieces[unit].steps

    def dead(self, *units: UnitId) -> bool:
        """True when all of the units are in the dead pile."""
        return all(self.where(unit) == DEAD for unit in units)


def face(ratings: str) -> Face:
    """A face as printed: ``7-6``, or attack, defence and movement ``2-3-8``."""
    numbers = [int(part) for part in ratings.split("-")]
    if len(numbers) == 2:
        return Face(numbers[0], None, numbers[1])
    return Face(numbers[0], numbers[1], numbers[2])
