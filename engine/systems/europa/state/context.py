"""What never changes during a game: board, units, charts and citations, worked out once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.core.legal import Family
from engine.core.state import Frame, Piece
from engine.core.system import Scenario
from engine.rules.board import named
from engine.rules.board.holdings import Holdings, Land
from engine.rules.board.occupancy import Standing, Standings
from engine.rules.board.sharing import Shared
from engine.rules.sequence import HalfMonths
from engine.systems.europa.board import areas
from engine.systems.europa.board.board import GameBoard
from engine.systems.europa.board.rail_network import Railways
from engine.systems.europa.board.roster import Roster
from engine.systems.europa.charts.supply_charts import SourceKind
from engine.systems.europa.movement.costs import Tracks
from engine.systems.europa.scenario.schedule import Arrival, Region
from engine.systems.europa.state.constants import ALLIED, AXIS, NEUTRAL, SIDES
from engine.systems.europa.state.records import Theatre
from engine.systems.europa.state.units import (
    FORTIFIED,
    TRUCK,
    Facts,
    facts_of,
    points_of,
    title_of,
)
from engine.systems.europa.supply.supply_graph import SupplyGraph
from maps.hexgrid import Hex, Side
from oob.model import OrderOfBattle, SetUp, Unit, UnitId

if TYPE_CHECKING:
    from engine.systems.europa.board.zones import FullZones, Zones
    from engine.systems.europa.charts.place_charts import PlaceRow
    from engine.systems.europa.charts.unit_charts import StackingChart, StackRow
    from engine.systems.europa.movement.overruns import Hopes
    from engine.systems.europa.state.position import Position
    from engine.systems.europa.state.source import Source

Look = Callable[["Context", Any], "Position"]
"""How a title makes its positions."""
More = Callable[[Any, Any], Iterable[Family]]
"""Families of actions a title adds to a decision that all titles have."""
Duties = Callable[["Position", Frame], Iterable[Objection]]
"""What a title asks for before a decision that all titles have is closed."""
LossCounter = Callable[[Transition[Theatre], UnitId, bool, str], None]
"""Told of a unit that is about to be eliminated, whether its cadre stays, and by which rule."""
Follower = Callable[[Transition[Theatre], UnitId, Hex], None]
"""Told of a unit that begins to retreat, and of the hex it leaves."""

NEXT_TO = 1
"""How far a holding box lies from the hex it feeds into, when it lies on land (BF-28B1d.1)."""
LOOKED = 6
"""How many states are remembered with their positions and holdings."""

SIDE_NAMES = {"axis": "Axis", "allied": "Allied", "nobody": "a stalemate"}
"""Sides as they are in sentences where the charts do not say otherwise."""
BOX_NAMES = {
    "pool": "the pool",
    "pending": "off the map",
    "dead": "the dead pile",
    "gone": "out of the game",
    "broken down": "broken down",
    "components": "set aside",
}


class Context(GameBoard):
    """The scenario laid out: its board, its units, and the rules each topic is cited by.

    ``citations`` names the rule of each topic (``"one hex move"``) as the title numbers it.
    """

    def __init__(self, scenario: Scenario, citations: Mapping[str, str], look: Look) -> None:
        super().__init__(scenario.map, scenario.data.charts)
        self.scenario = scenario
        self.figures: Any = scenario.data.figures
        self.oob: OrderOfBattle = scenario.oob
        self.units: Mapping[UnitId, Unit] = self.oob.units
        self.options = scenario.options
        self.citations = citations
        self._look = look
        self.zones_known: dict[str, list[tuple[Mapping[UnitId, Piece], Zones]]] = {}
        """Zones of control of each side lately worked out, with the last pieces they hold for."""
        self.full_zones_known: list[FullZones] = []
        """Full zones of control lately worked out, with what they depend on."""
        self.zoneless: dict[tuple[str, frozenset[Hex], str], frozenset[Hex]] = {}
        """Hexes closed to a side's zones of control, by what is neutral and a title's terms."""
        self.closed_lands: dict[
            tuple[str, str, bool, frozenset[Hex], bool, str], frozenset[Hex]
        ] = {}
        """Hexes a title closes, by nation, side, war entered, what is neutral and what ties."""
        self._of_nations: dict[tuple[str, ...], tuple[UnitId, ...]] = {}
        self._labels: dict[Hex, str] = {}
        self._numbers: dict[Hex, str] = {}
        self._titles: dict[UnitId, str] = {}
        self.stack_rows: dict[Hex, StackRow] = {}
        """The stacking limits of hexes, filled when asked for."""
        self.kinds: dict[UnitId, tuple[str, str, str, str]] = {}
        """The kinds of units, filled when asked for."""
        self.rosters: dict[tuple[str, bool], Roster] = {}
        """Who was asked last to move, by side and whether it exploits."""
        self.hopes: dict[str, Hopes] = {}
        """What each side was found last to hope to overrun."""
        self.counts: dict[object, tuple[Standing, frozenset[Hex], int]] = {}
        """What was counted last of units in some land: who was where, the land and the sum."""
        self.sound: Mapping[UnitId, Piece] | None = None
        """The pieces of the last state in which invariants found nothing wrong with any."""
        self.tenure: tuple[object, ...] | None = None
        """What decided last that each air unit on the ground stands on a base of its side."""
        self.shared = Shared()
        """Answers that positions share."""
        self._looked: list[tuple[Theatre, Position]] = []
        self._held: list[tuple[Mapping[Hex, str], Mapping[str, str], Holdings]] = []
        self._handed: tuple[Mapping[Hex, str], Mapping[Hex, str], Mapping[Hex, str]] | None = None
        """What was taken before hexes changed hands last, and after, and those hexes."""
        self.facts = lru_cache(maxsize=None)(self._facts)
        self._standings = lru_cache(maxsize=8)(self._standings_of)
        self._neutrals: dict[frozenset[Hex], frozenset[Hex]] = {}
        """What was neutral at some time, each set by itself."""
        self._joined: tuple[Mapping[str, str], Standings] | None = None
        """Standings by the very mapping of nations to sides that was asked for last."""
        self.homes: dict[UnitId, tuple[Hex, ...]] = {}
        """Set-up hexes by unit, filled by the set-up handler."""
        self.extras: tuple[More, ...] = ()
        """What a title offers besides at the decisions all titles have; its rules fill it."""
        self.duties: tuple[Duties, ...] = ()
        """What a title asks for before an initial phase ends; its rules fill it."""
        self.loss_counters: tuple[LossCounter, ...] = ()
        """What a title does as a unit is about to be lost; its rules fill it."""
        self.followers: tuple[Follower, ...] = ()
        """What a title does as a unit begins to retreat; its rules fill it."""
        self.every_source: dict[str, tuple[Source, ...]] = {}
        """The sources of each row of the chart of supply sources, filled when asked for."""

    @property
    def set_up_order(self) -> tuple[str, ...]:
        """The sides in the order in which they set up."""
        return (ALLIED, AXIS)

    @cached_property
    def tracks(self) -> Tracks:
        """What steps cost."""
        return Tracks(self)

    @cached_property
    def position_guns(self) -> tuple[UnitId, ...]:
        """The position antiaircraft counters of the order of battle (BF-22A3)."""
        return tuple(unit.id for unit in self.units.values() if points_of(unit))

    @cached_property
    def undermost(self) -> frozenset[UnitId]:
        """The counters that take no room in a hex: position antiaircraft, trucks and fortified
        areas (BF-22A3.2, FE-14I.1, 31A5c.1).
        """
        rows = self.units.items()
        return frozenset(
            unit
            for unit, row in rows
            if points_of(row) or row.type == TRUCK or FORTIFIED in row.traits
        )

    @cached_property
    def far_guns(self) -> tuple[UnitId, ...]:
        """The guns that fire from two hexes away too (FE-14B2.1)."""
        far = frozenset(self.charts.artillery.far)
        return tuple(unit for unit, row in self.units.items() if row.type in far)

    @cached_property
    def railways(self) -> Railways:
        """Where railroads lead."""
        return Railways(self)

    def look(self, state: Theatre) -> Position:
        """A state with everything the rules ask of it."""
        for known, found in self._looked:
            if known is state:
                return found
        found = self._look(self, state)
        for _, past in self._looked[LOOKED - 1 :]:
            past.known.clear()  # its families know their position: no collector need find them
        self._looked = [(state, found), *self._looked[: LOOKED - 1]]
        return found

    def holdings(self, taken: Mapping[Hex, str], joined: Mapping[str, str]) -> Holdings:
        """The land hexes each side owns; remembered for the last few by the very mappings, and
        brought up to date from the last ones where hexes changed hands.
        """
        made = None
        for known, with_joined, found in self._held:
            if with_joined is joined or with_joined == joined:
                if known is taken:
                    return found
                made = made or self._changed_hands(known, taken, joined, found)
        if made is None:
            found_ = self.holdings_from_nothing(taken, joined)
            made = Holdings({side: Land(hexes) for side, hexes in found_.items()})
        made = self._with_known_neutrals(made)
        self._held = [(taken, joined, made), *self._held[: LOOKED - 1]]
        return made

    def handed_over(self, taken: Mapping[Hex, str], found: Mapping[Hex, str]) -> Mapping[Hex, str]:
        """What is taken once more hexes have changed hands."""
        after = {**taken, **found}
        self._handed = (taken, after, found)
        return after

    def _with_known_neutrals(self, held: Holdings) -> Holdings:
        """Holdings in which what is neutral is the very set that an equal one was before: much is
        kept by it, and sets that are equal without being the same are compared hex by hex.
        """
        neutral = held[NEUTRAL]
        known = self._neutrals.setdefault(neutral, neutral)
        return held if known is neutral else Holdings({**held.lands, NEUTRAL: Land(known)})

    def holdings_from_nothing(
        self, taken: Mapping[Hex, str], joined: Mapping[str, str]
    ) -> Mapping[str, frozenset[Hex]]:
        """The land hexes each side owns."""
        owned: dict[str, set[Hex]] = {side: set() for side in (*SIDES, NEUTRAL)}
        for nation, hexes in self._national.items():
            owned[joined.get(nation, NEUTRAL)] |= hexes - taken.keys()
        for at, side in taken.items():
            owned[side].add(at)
        return {side: frozenset(hexes) for side, hexes in owned.items()}

    def _changed_hands(
        self,
        before: Mapping[Hex, str],
        after: Mapping[Hex, str],
        joined: Mapping[str, str],
        held: Holdings,
    ) -> Holdings | None:
        """Holdings after some hexes have changed hands; None when the changes before are none of
        those after.
        """
        was, now, new = self._handed or (None, None, {})
        if before is not was or after is not now:
            if before.keys() - after.keys():
                return None
            new = dict(after.items() - before.items())
        owners = {nation: joined.get(nation, NEUTRAL) for nation in self._national}
        former = {at: before.get(at, owners.get(self.holders.get(at, ""))) for at in new}
        return held.after((at, former[at], side) for at, side in new.items())

    @cached_property
    def _national(self) -> Mapping[str, frozenset[Hex]]:
        """The hexes each nation holds at the start."""
        found: dict[str, set[Hex]] = {}
        for at, nation in self.holders.items():
            found.setdefault(nation, set()).add(at)
        return {nation: frozenset(hexes) for nation, hexes in found.items()}

    def cite(self, topic: str) -> str:
        """The rule id by which a topic is cited. Raises KeyError for an unknown topic."""
        return self.citations[topic]

    def option(self, option: str) -> bool:
        """Whether an option of the game is chosen."""
        return bool(self.options.get(option, False))

    def _facts(self, unit: UnitId, steps: int) -> Facts:
        found = self.units[unit]
        facts = facts_of(
            found,
            steps,
            self.charts.capabilities.of(found.type),
            self.charts.sizes,
            supported_cadres=self.charts.support.cadres,
        )
        if not facts.points:
            return facts
        return replace(facts, heavy=found.type in self.charts.position_guns.equipped)

    def standing(self, pieces: Mapping[UnitId, Piece], joined: Mapping[str, str]) -> Standing:
        """Who is where, by the sides that nations have joined."""
        if self._joined is None or self._joined[0] is not joined:
            self._joined = (joined, self._standings(tuple(sorted(joined.items()))))
        return self._joined[1](pieces, NEUTRAL)

    def _standings_of(self, joined: tuple[tuple[str, str], ...]) -> Standings:
        sides = dict(joined)
        owners = {u.id: sides.get(u.nation, NEUTRAL) for u in self.units.values()}
        return Standings(owners, (*SIDES, NEUTRAL))

    @cached_property
    def supply_graph(self) -> SupplyGraph:
        """The board as supply sees it."""
        return SupplyGraph(self, rough=self.option("rough supply"))

    @cached_property
    def fortifications(self) -> Mapping[Hex, frozenset[Side]]:
        """The fortified hexsides that fall with each hex (BF-14E1.1)."""
        return areas.fortifications(self)

    @cached_property
    def missing_areas(self) -> tuple[str, ...]:
        """Sentences about what the charts ask for by name and the board no longer has: a nation,
        region, sea zone or weather zone was renamed or removed, a hex drowned, a city or port taken
        off.
        """
        charts, layers = self.charts, self.map.regions
        found = [
            f"the rules of {name} miss their {layer}"
            for layer, names in (
                ("nation", charts.areas.holders),
                ("weather", charts.weather.zones),
            )
            for name in names
            if not layers.get(layer, {}).get(name)
        ]
        edges = [row.id for row in charts.sources.rows if row.kind is SourceKind.EDGE]
        found += [f"{name} has no hexes" for name in edges if not self.edges]
        for name, asker in sorted(areas.named(charts).items()):
            try:
                lost = not areas.area(self, name)
            except KeyError as error:
                found.append(f"{asker} misses {error.args[0]}")
            else:
                found += [f"{name} has no hexes"] if lost else []
        found += named.drowned(self, self.hex_of, charts, self.figures)
        return (*found, *named.bare(self, self.hex_of, *self.named_places))

    @property
    def named_places(self) -> frozenset[str]:
        """The printed numbers of hexes that the rules of a title name as cities or ports."""
        return frozenset()

    @cached_property
    def gateways(self) -> Mapping[str, Hex]:
        """The hex that each holding box lies next to on land, where one does (BF-28B1d.1)."""
        boxes = self.map.boxes
        return {
            name: self.hex_of(link.target)
            for name in self.holding
            for link in (boxes[name].links if name in boxes else ())
            if link.distance == NEXT_TO and link.target not in boxes
        }

    @cached_property
    def setups(self) -> Mapping[UnitId, SetUp]:
        """The set-up entry of each unit that has one."""
        return {unit: entry for entry in self.oob.setups for unit in entry.units}

    @property
    def lasting_strips(self) -> frozenset[Hex]:
        """Temporary airfields that stay without construction units: none by default."""
        return frozenset()

    def within_field(self, hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
        """Those hexes of a place word that lie on the field of the scenario: all by default."""
        return hexes

    @cached_property
    def arrivals(self) -> Mapping[UnitId, Arrival]:
        """The schedule's entry of each reinforcement."""
        entries: tuple[Arrival, ...] = self.figures.schedule.arrivals
        return {unit: entry for entry in entries for unit in entry.units}

    @cached_property
    def regions(self) -> Mapping[UnitId, str]:
        """The region in which each unit that mobilizes by region does so."""
        rows: tuple[Region, ...] = self.figures.schedule.regions
        return {unit: row.id for row in rows for unit in (*row.cadres, *row.units)}

    @cached_property
    def largest_load(self) -> int:
        """The most that any unit takes of a rail capacity on a line that is not low-volume."""
        loads = (
            self.facts(unit.id, steps).transport
            for unit in self.units.values()
            for steps in range(1, unit.steps + 1)
        )
        return max(1, *loads)

    @cached_property
    def movers(self) -> frozenset[UnitId]:
        """Units of which any face is c/m."""
        return frozenset(
            unit.id
            for unit in self.units.values()
            for steps in range(1, unit.steps + 1)
            if self.facts(unit.id, steps).mobile
        )

    @cached_property
    def least_stack(self) -> int:
        """How many units of whatever kind any hex holds."""
        chart: StackingChart = self.charts.stacking
        return min(row.any // row.division for row in chart.every)

    @cached_property
    def place_rows(self) -> Mapping[UnitId, PlaceRow]:
        """The place word of each reinforcement of the calendar."""
        words = {entry.place for entry in self.arrivals.values()}
        rows = {word: self.charts.places.row(word) for word in words}
        return {unit: rows[entry.place] for unit, entry in self.arrivals.items()}

    @cached_property
    def around(self) -> Mapping[Hex, tuple[Hex, ...]]:
        """The six hexes around each land hex, whatever lies between."""
        return {at: at.neighbours() for at in self.land}

    @cached_property
    def divisions(self) -> tuple[UnitId, ...]:
        """Units that can be reduced, as divisions to their cadre, in order."""
        return tuple(unit.id for unit in self.units.values() if unit.steps > 1)

    @cached_property
    def engineers(self) -> frozenset[UnitId]:
        """Units that build or repair railroads with any of their faces."""
        return frozenset(
            unit.id
            for unit in self.units.values()
            for steps in range(1, unit.steps + 1)
            if self.facts(unit.id, steps).construction
        )

    @cached_property
    def constructors(self) -> frozenset[UnitId]:
        """Units that build with any of their faces, not those that repair railroads alone."""
        rail_only = self.charts.construction.rail_only
        return frozenset(
            unit.id
            for unit in self.units.values()
            for steps in range(1, unit.steps + 1)
            if self.facts(unit.id, steps).construction and unit.type not in rail_only
        )

    def of_nation(self, *nations: str) -> tuple[UnitId, ...]:
        """Units of nations, in order."""
        found = self._of_nations.get(nations)
        if found is None:
            units = (unit.id for unit in self.units.values() if unit.nation in nations)
            found = self._of_nations[nations] = tuple(units)
        return found

    def called(self, unit: UnitId) -> str:
        """A unit's name for sentences: nation, name, type and size."""
        if unit not in self._titles:
            self._titles[unit] = title_of(self.oob.units[unit])
        return self._titles[unit]

    @cached_property
    def box_names(self) -> Mapping[str, str]:
        """The name of each box in a sentence."""
        return {**BOX_NAMES, **{row.id: row.title for row in self.charts.theatre.boxes}}

    @cached_property
    def side_names(self) -> Mapping[str, str]:
        """The sides as they are in sentences."""
        return {**SIDE_NAMES, **self.charts.theatre.sides}

    def turn_name(self, turn: int) -> str:
        """A turn as the turn record names it."""
        return self.calendar.name(turn)

    @cached_property
    def calendar(self) -> HalfMonths:
        """The turns of the scenario's war."""
        return HalfMonths(self.charts.theatre.first_turn)

    def label(self, at: Hex | str) -> str:
        """Printed number of a hex with its largest place, or a box's name, for sentences."""
        if isinstance(at, str):
            return self.box_names.get(at, at)
        known = self._labels.get(at)
        if known is None:
            named = (self.number(at), self._place_names.get(at))
            known = self._labels[at] = " ".join(filter(None, named))
        return known

    def number(self, at: Hex) -> str:
        """Printed number of a hex."""
        known = self._numbers.get(at)
        if known is None:
            known = self._numbers[at] = self.map.label(at)
        return known

    @cached_property
    def _place_names(self) -> Mapping[Hex, str]:
        """The name of the most important place of each hex that has one."""
        hexes = {place.hex for place in self.map.places.values()}
        return {at: self.map.places_at(at)[0].name for at in hexes}
