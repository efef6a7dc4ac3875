"""What never changes during a game: the board, units and markers as the rules ask about them,
worked out once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from engine.core.state import Location
from engine.core.system import Scenario
from engine.frozen import dataclass
from engine.rules.board.occupancy import Standings
from engine.systems.operation_gertrud.battle.results import percentage
from engine.systems.operation_gertrud.charts import Arrival, Data, Figures
from engine.systems.operation_gertrud.state.board import GameBoard
from engine.systems.operation_gertrud.state.records import ALLIED, GERMAN, Kind
from maps.hexgrid import Hex
from oob.model import OrderOfBattle, SetUp, Size, Unit, UnitId
from oob.words import titles

YAVUZ = "yavuz"
"""Id of the one marker with a name of its own."""

TYPES = {
    "armor": "armor",
    "mechanized infantry": "mechanized",
    "motorized infantry": "motorized",
    "mountain infantry": "mountain",
    "airborne infantry": "airborne",
    "marine infantry": "marine",
    "cavalry": "cavalry",
}
"""Unit types of combined arms by the symbol's word; all else is infantry (OG 2.4, 11.0.8)."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A support marker: ``bonus`` is what its CAS adds in air combat (OG 13.1)."""

    id: str
    name: str
    kind: Kind
    nation: str
    bonus: int = 0


class Context(GameBoard):
    """The scenario laid out: its board, and unit and marker facts."""

    def __init__(self, scenario: Scenario) -> None:
        data: Data = scenario.data
        super().__init__(scenario.map, data.charts)
        self.scenario = scenario
        self.oob: OrderOfBattle = scenario.oob
        self.figures: Figures = data.figures
        self.options = scenario.options
        self.units: Mapping[UnitId, Unit] = self.oob.units
        self.sides = {
            unit.id: "" if unit.nation == "soviet" else unit.side for unit in self.units.values()
        }
        """The side that commands each unit; '' for Soviets, who may change sides (OG 19.0)."""
        self.standing = Standings(self.sides, (GERMAN, ALLIED))
        self.homes: dict[UnitId, tuple[Hex, ...]] = {}
        """Set-up hexes by unit, filled by the set-up handler."""
        self.places: dict[str, tuple[Hex, ...]] = {}
        """Hexes of set-up and arrival places by name, filled when asked for."""

    @property
    def die(self) -> int:
        """The faces of the dice of everything but land combat."""
        return self.charts.dice.faces

    def type_of(self, unit: UnitId) -> str:
        """One of the eight types of combined arms (OG 2.4)."""
        return TYPES.get(self.units[unit].type, "infantry")

    def beige(self, id_: str) -> bool:
        """True for a unit or marker of the Western Allies (OG 14.0)."""
        if id_ in self.markers:
            return self.markers[id_].nation in ("british", "american")
        return self.units[UnitId(id_)].nation in ("british", "american")

    @cached_property
    def kommando(self) -> UnitId | None:
        """The Kommando, if the order of battle has it."""
        return next((u.id for u in self.units.values() if "kommando" in u.traits), None)

    @cached_property
    def flieger(self) -> UnitId | None:
        """The airborne division, if the order of battle has it."""
        return next((u for u in self.units if self.type_of(u) == "airborne"), None)

    @cached_property
    def ignoring_zoc(self) -> frozenset[UnitId]:
        """Units that ignore zones of control (OG 8.2, 8.3)."""
        return frozenset(u for u in (self.kommando, self.flieger) if u is not None)

    @cached_property
    def markers(self) -> Mapping[str, Marker]:
        """Every support marker of the counter mix, in the order scenarios take them."""
        found: dict[str, Marker] = {}
        for row in self.charts.markers.rows:
            for number, bonus in enumerate(row.cas, 1):
                id_ = f"{row.nation}-cas-{number}"
                name = f"{row.name} CAS {number}" + (f" +{bonus}" if bonus else "")
                found[id_] = Marker(id_, name, Kind.CAS, row.nation, bonus)
            for number in range(1, row.ngs + 1):
                id_ = YAVUZ if row.nation == "turkish" else f"{row.nation}-ngs-{number}"
                name = "Yavuz" if id_ == YAVUZ else f"{row.name} NGS {number}"
                found[id_] = Marker(id_, name, Kind.NGS, row.nation)
        return found

    def seas(self, nation: str) -> tuple[str, ...]:
        """The seas a nation's NGS may enter; none named means any open sea (OG 12.1)."""
        return next((row.seas for row in self.charts.markers.rows if row.nation == nation), ())

    @cached_property
    def due(self) -> Mapping[str, int]:
        """The turn each marker of this scenario comes, 0 for the start; others never come."""
        found: dict[str, int] = {}
        for entry in self.figures.support:
            for kind, count in ((Kind.CAS, entry.cas), (Kind.NGS, entry.ngs)):
                left = [
                    m.id
                    for m in self.markers.values()
                    if m.nation == entry.nation and m.kind is kind and m.id not in found
                ]
                found.update(dict.fromkeys(left[:count], entry.turn))
        return found

    @cached_property
    def arrivals(self) -> Mapping[UnitId, Arrival]:
        """Reinforcements with when and where they come."""
        return {UnitId(u): entry for entry in self.figures.arrivals for u in entry.units}

    @cached_property
    def setups(self) -> Mapping[UnitId, SetUp]:
        """The set-up entry of each unit that has one."""
        return {unit: entry for entry in self.oob.setups for unit in entry.units}

    def label(self, at: Location) -> str:
        """Printed number of a hex with its town, or a box's name, for sentences."""
        if isinstance(at, str):
            return {"off_map": "off the map", "dead": "the dead pile"}.get(at, at)
        names = [place.name for place in self.map.places_at(at)]
        return " ".join([self.map.label(at), *names[:1]])

    def called(self, unit: UnitId) -> str:
        """A unit's name for sentences: nation, name and size, that of battalions aside."""
        return self._titles[unit]

    @cached_property
    def _titles(self) -> Mapping[UnitId, str]:
        def size(unit: Unit) -> str:
            return "" if unit.size is Size.BATTALION else unit.size.value

        return titles(self.oob, size=size)

    def combat_factor(self, unit: UnitId, steps: int) -> int:
        """Printed combat factor of the face that shows."""
        faces = self.units[unit].faces
        face = faces[0] if steps >= self.units[unit].steps else faces[-1]
        return face.attack or 0

    @cached_property
    def _rough(self) -> Mapping[tuple[str, bool], int]:
        rows = self.charts.mountain.rows
        return {
            (r.nation, full): r.full if full else r.reduced for r in rows for full in (True, False)
        }

    def mountain_factor(self, unit: UnitId, steps: int) -> int:
        """The parenthesised factor of a mountain unit, its plain one for others (OG 16.0)."""
        if self.type_of(unit) == "mountain":
            found = self._rough.get((self.units[unit].nation, steps >= self.units[unit].steps))
            if found is not None:
                return found
        return self.combat_factor(unit, steps)

    def odds(self, attack: int, defence: int) -> int:
        """The odds of factors against factors in per cent, as this game rounds them (OG 11.0.1)."""
        whole = bool(self.options.get("whole_odds"))
        return percentage(attack, defence, self.charts.combat.columns[-1], whole=whole)

    def factors_for(self, percent: int, defence: int) -> int:
        """The least attack that has odds of so many per cent."""
        if self.options.get("whole_odds"):
            return -(-percent // 100) * defence
        return -(-percent * defence // 100)

    def face(self, unit: UnitId, steps: int) -> int:
        """Index of the counter face that shows."""
        return 0 if steps >= self.units[unit].steps else len(self.units[unit].faces) - 1

    def of_nation(self, *nations: str) -> Iterator[UnitId]:
        """Units of nations, in order."""
        return (unit.id for unit in self.units.values() if unit.nation in nations)
