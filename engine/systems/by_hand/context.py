"""What never changes in a game by hand: board, counters, declared rules, and costs of steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import NamedTuple

from engine.core.state import Location, Piece
from engine.core.system import Scenario
from engine.rules.board.context import DEAD, POOL, BaseContext
from engine.rules.board.occupancy import Standing, Standings
from engine.rules.movement.paths import Graph
from engine.systems.by_hand.charts import HandCharts
from engine.systems.by_hand.charts.costs import Price, price
from engine.systems.by_hand.charts.fitting import is_water
from engine.systems.by_hand.charts.ground import AreaRow, ClassRow, LinkRow
from engine.systems.by_hand.charts.scenario import StartRow
from engine.systems.by_hand.records import ARRIVALS
from engine.systems.by_hand.sequence import slots_of
from engine.systems.by_hand.steps.costing import Costing
from maps.hexgrid import Hex
from maps.legend import Layer
from maps.model import GameMap
from oob.model import EntryKind, ScheduleEntry, UnitId
from oob.words import MARKER

SCALE = lcm(*range(1, 10))
"""Costs are counted in this part of a movement point, so that fractions stay exact."""
BEYOND = SCALE * 100_000
"""The cost of a step that takes all a unit has."""
Skies = tuple[tuple[str, str], ...]
"""The kind of weather of each zone of the weather; that of a board without any under ''."""


class End(NamedTuple):
    """What the cost of a step depends on at either end: zone of the weather, terrain and places."""

    zone: str
    terrain: str
    places: tuple[str, ...]


class Passage(NamedTuple):
    """A kind of step: from where to where, the kinds of the hexside, and those of lines."""

    start: End
    end: End
    sides: frozenset[str]
    lines: frozenset[str]


PILES = {
    POOL: "units to be set up",
    ARRIVALS: "units still to come",
    DEAD: "units out of the game",
}
"""The boxes every game has, and what lies in them."""


def sides_of(scenario: Scenario) -> tuple[str, ...]:
    """The sides in the order they move: the declared ones, then those only units have."""
    charts: HandCharts = scenario.data
    declared = [row.id for row in charts.sides]
    used = [unit.side for unit in scenario.oob.units.values()]
    nations = [nation.side for nation in scenario.oob.nations.values()]
    return tuple(dict.fromkeys((*declared, *used, *nations))) or ("players",)


def _players(charts: HandCharts, sides: tuple[str, ...]) -> tuple[str, ...]:
    """The sides that have phases of their own: all but those that are declared not to play."""
    idle = {row.id for row in charts.sides if not row.plays}
    return tuple(side for side in sides if side not in idle) or sides


def hexes_named(board: GameMap, areas: Mapping[str, frozenset[Hex]], word: str) -> tuple[Hex, ...]:
    """The hexes that a word names: one of some areas, a region, a place by id or name, or a printed
    number.
    """
    found: set[Hex] = set(areas.get(word, ()))
    for layer in board.regions.values():
        found |= layer.get(word, frozenset())
    found |= {p.hex for p in board.places.values() if word in (p.id, p.name)}
    if not found:
        try:
            found.add(board.parse_label(word))
        except ValueError:
            return ()
    return tuple(sorted(found & board.terrain.keys()))


class HandContext(BaseContext):
    """A scenario laid out."""

    def __init__(self, scenario: Scenario) -> None:
        sides = sides_of(scenario)
        super().__init__(scenario, (sides[0], sides[-1]))
        self.charts: HandCharts = scenario.data
        self.all_sides = sides
        self.players = _players(self.charts, sides)
        self.slots = slots_of(self.charts, self.players)
        self.states = {row.id: row for row in self.charts.states}
        self.tracks = {row.id: row for row in self.charts.tracks}
        self.tables = {row.id: row for row in self.charts.tables}
        self.pools = {row.id: row for row in self.charts.pools}
        self.dice = {row.id: row for row in self.charts.dice}
        self.marker_rows = {row.id: row for row in self.charts.markers}
        self.standing = Standings(self.owners, sides)
        self.graph = lru_cache(maxsize=32)(self._graph)
        self.closed = lru_cache(maxsize=128)(self._closed)

    @cached_property
    def turning(self) -> Mapping[str, str]:
        """The states whose units are of another side, with that side."""
        sides = self.all_sides
        return {row.id: row.side for row in self.charts.states if row.side in sides}

    def commander(self, unit: UnitId, piece: Piece) -> str:
        """The side that commands a unit where it is and as it is."""
        if self.turning and not piece.marks.isdisjoint(self.turning):
            return next(side for mark, side in self.turning.items() if mark in piece.marks)
        return self.owners[unit]

    def standing_of(self, pieces: Mapping[UnitId, Piece]) -> Standing:
        """Who is where, by side."""
        if not self.turning:
            return self.standing(pieces, "")
        now = {unit: self.commander(unit, piece) for unit, piece in pieces.items()}
        if all(side == self.owners[unit] for unit, side in now.items()):
            return self.standing(pieces, "")
        return Standing(pieces, now, self.all_sides, "", "")

    @cached_property
    def land(self) -> frozenset[Hex]:
        """Hexes that are no water, by the words all legends share or by the legend's own look."""
        water = {kind.id for kind in self.map.legend.of(Layer.TERRAIN) if is_water(kind)}
        return frozenset(at for at, terrain in self.map.terrain.items() if terrain not in water)

    @cached_property
    def boxes(self) -> Mapping[str, str]:
        """Every box by id with its name: those of the board, the declared ones, the piles."""
        found = {box.id: box.name for box in self.map.boxes.values()}
        found |= {row.id: row.name for row in self.charts.boxes}
        return found | PILES

    @cached_property
    def holds(self) -> Mapping[str, int]:
        """How many units declared boxes take, those with a limit."""
        return {row.id: row.holds for row in self.charts.boxes if row.holds}

    @cached_property
    def arrivals(self) -> Mapping[UnitId, ScheduleEntry]:
        """The units that come later, with when and where."""
        listed = {
            unit: entry
            for entry in self.oob.schedule
            if entry.kind in (EntryKind.ARRIVES, EntryKind.OPTIONAL)
            for unit in entry.units
            if unit not in self.starts
        }
        declared = {
            unit: ScheduleEntry(EntryKind.ARRIVES, row.turn, row.place, (unit,))
            for unit, row in self.starts.items()
            if row.turn and not row.absent
        }
        return listed | declared

    @cached_property
    def starts(self) -> Mapping[UnitId, StartRow]:
        """The units of which the scenario itself says how they take part."""
        chart = self.charts.scenario
        rows = chart.units if chart is not None else ()
        return {UnitId(row.id): row for row in rows if row.id in self.units}

    @cached_property
    def schedule(self) -> tuple[ScheduleEntry, ...]:
        """What comes and leaves when: as the scenario says, else as the order of battle does."""
        listed = (
            replace(entry, units=tuple(u for u in entry.units if u not in self.starts))
            for entry in self.oob.schedule
        )
        leaving = tuple(
            ScheduleEntry(EntryKind.WITHDRAWS, row.leaves, row.place, (unit,))
            for unit, row in self.starts.items()
            if row.leaves and not row.absent
        )
        coming = tuple(entry for unit, entry in self.arrivals.items() if unit in self.starts)
        return (*(entry for entry in listed if entry.units), *coming, *leaving)

    def comes(self, unit: UnitId) -> int:
        """The first turn in which a unit may come; 0 for one that may always."""
        entry = self.arrivals.get(unit)
        return entry.turn if entry is not None else 0

    @cached_property
    def homes(self) -> Mapping[UnitId, tuple[Hex, ...]]:
        """The hexes each unit may be set up in, as far as the order of battle names places of the
        board.
        """
        places = {unit: entry.place for entry in self.oob.schedule for unit in entry.units}
        places |= {unit: entry.place for entry in self.oob.setups for unit in entry.units}
        places |= {unit: row.place for unit, row in self.starts.items()}
        hexes = {place: self.named(place) for place in dict.fromkeys(places.values())}
        return {unit: hexes[place] for unit, place in places.items()}

    def named(self, word: str) -> tuple[Hex, ...]:
        """The hexes that a word names: an area of the scenario, or what else has the name."""
        return hexes_named(self.map, self.areas, word)

    @cached_property
    def spaces(self) -> Mapping[str, tuple[Location | None, ...]]:
        """Where the marker of each track lies for its numbers, from the least on: a hex or a box of
        the board; None for a word that the board has not.
        """
        return {row.id: tuple(map(self._space, row.spaces)) for row in self.charts.tracks}

    def _space(self, word: str) -> Location | None:
        box = next((b.id for b in self.map.boxes.values() if word in (b.id, b.name)), None)
        hexes = self.named(word)
        return box or (hexes[0] if len(hexes) == 1 else None)

    @cached_property
    def areas(self) -> Mapping[str, frozenset[Hex]]:
        """The areas of free set-up; numbers that the board has not are left out."""
        chart = self.charts.scenario
        return {row.id: self._numbered(row.hexes) for row in (chart.areas if chart else ())}

    def _numbered(self, labels: tuple[str, ...]) -> frozenset[Hex]:
        found = set()
        for label in labels:
            try:
                found.add(self.map.parse_label(label))
            except ValueError:
                continue
        return frozenset(found & self.map.terrain.keys())

    def opening_pieces(self) -> dict[UnitId, Piece]:
        """Units that begin in one hex or box are there; the others wait to be set up or to come."""
        pieces = {}
        setups = {unit: entry for entry in self.oob.setups for unit in entry.units}
        for unit in self.units.values():
            at: Location = ARRIVALS if unit.id in self.arrivals else POOL
            full, entry, row = max(1, unit.steps), setups.get(unit.id), self.starts.get(unit.id)
            fewer = entry.steps if entry is not None else 0
            if row is not None:
                fewer = row.steps
                if row.absent:
                    pieces[unit.id] = Piece(DEAD, 0)
                    continue
                if not row.turn:
                    at = self._beginning(unit.id, row.place)
            elif entry is not None:
                at = self._beginning(unit.id, entry.place)
            pieces[unit.id] = Piece(at, min(full, fewer) if fewer else full)
        return pieces

    def _beginning(self, unit: UnitId, place: str) -> Location:
        """Where a unit begins: in its one hex, in its box, else among those to be set up."""
        hexes = self.homes[unit]
        if len(hexes) == 1:
            return hexes[0]
        return place if place in self.boxes else POOL

    def label(self, at: Location) -> str:
        """Printed number of a hex with its place, or a box's name, for sentences."""
        return self.boxes.get(at, at) if isinstance(at, str) else super().label(at)

    def steps(self, unit: UnitId) -> int:
        """The steps a unit has at full strength."""
        return max(1, self.units[unit].steps)

    def face(self, unit: UnitId, steps: int) -> int:
        """Index of the counter face that shows: faces in between show steps in between."""
        faces, full = len(self.units[unit].faces), self.steps(unit)
        return 0 if steps >= full else min(faces - 1, max(1, full - steps))

    @cached_property
    def classes(self) -> Mapping[UnitId, str]:
        """The movement class of each unit; '' for one that no class takes."""
        chart = self.charts.movement
        return {unit: self._class(unit, chart.classes) for unit in self.units} if chart else {}

    def _class(self, unit: UnitId, rows: tuple[ClassRow, ...]) -> str:
        own = self.units[unit]
        for row in rows:
            if (own.front.move or 0) < row.least:
                continue
            if not (row.types or row.traits):
                return row.id
            if own.type in row.types or self.concerns(unit, row.traits):
                return row.id
        return ""

    def concerns(self, unit: UnitId, words: tuple[str, ...]) -> bool:
        """Whether words name a unit: by its type, a trait, its size, its nation, its side or its
        id.
        """
        own = self.units[unit]
        names = (own.type, own.size.value, own.nation, own.side, unit)
        return any(name in words for name in names) or not own.traits.isdisjoint(words)

    def _closed(self, rows: tuple[AreaRow, ...]) -> frozenset[Hex]:
        """The hexes that some declared areas close, each by what it may not leave or enter."""
        found: frozenset[Hex] = frozenset()
        for row in rows:
            found |= frozenset(at for word in row.never for at in self.named(word))
            if row.only:
                only = frozenset(at for word in row.only for at in self.named(word))
                found |= self.map.terrain.keys() - only
        return found

    @cached_property
    def sky_zones(self) -> Mapping[Hex, str]:
        """The zone of the weather of each hex; '' everywhere where none are declared."""
        chart = self.charts.weather
        rows = chart.zones if chart is not None else ()
        found = dict.fromkeys(self.map.terrain, rows[0].id if rows else "")
        for row in reversed(rows):
            found.update((at, row.id) for word in row.of for at in self.named(word))
        return found

    def _graph(self, kind: str, skies: Skies, by_lines: bool = True) -> Graph:
        """Every step of the board with what it costs a movement class in some weather; perhaps
        without the lines.
        """
        chart = self.charts.movement
        assert chart is not None, "costs are asked for where they are declared"
        by_zone = {
            zone: Costing(chart, kind, weather, self._extra(weather)) for zone, weather in skies
        }
        kinds, ways = self._passages
        prices = [_price(by_zone, kind_, by_lines) for kind_ in kinds]
        return {
            at: tuple(
                [(near, cost) for near, number in steps if (cost := prices[number]) is not None]
            )
            for at, steps in ways.items()
        }

    @cached_property
    def _passages(self) -> tuple[tuple[Passage, ...], Mapping[Hex, tuple[tuple[Hex, int], ...]]]:
        """The kinds of steps of the board, and every step with the number of its kind."""
        standing: dict[Hex, list[str]] = {}
        for place in self.map.places.values():
            standing.setdefault(place.hex, []).append(place.kind)
        terrain, sides, lines = self.map.terrain, self.map.side_kinds, self.map.line_kinds
        ends = {
            at: End(self.sky_zones[at], kind, tuple(standing.get(at, ())))
            for at, kind in terrain.items()
        }
        numbers: dict[Passage, int] = {}
        ways = {
            at: tuple(
                (
                    near,
                    numbers.setdefault(
                        Passage(ends[at], ends[near], sides(at, near), lines(at, near)),
                        len(numbers),
                    ),
                )
                for near in self.map.neighbours(at)
            )
            for at in terrain
        }
        return tuple(numbers), ways

    def _extra(self, weather: str) -> Mapping[str, Price]:
        chart = self.charts.weather
        rows = chart.kinds if chart else ()
        found = next((row for row in rows if row.id == weather), None)
        return {kind: price(text) for kind, text in found.terrain.items()} if found else {}

    @cached_property
    def zone_sides(self) -> Mapping[Hex, tuple[Hex, ...]]:
        """For each hex, those that zones of control reach from it."""
        chart = self.charts.zones
        if chart is None:
            return {}
        barring, closed = frozenset(chart.hexsides), frozenset(chart.terrain)
        return {
            at: tuple(
                near
                for near in self.map.neighbours(at)
                if self.map.terrain[near] not in closed
                and barring.isdisjoint(self.map.side_kinds(at, near))
            )
            for at in self.map.terrain
        }

    @cached_property
    def supply_steps(self) -> Mapping[Hex, tuple[Hex, ...]]:
        """For each hex, those that supply goes to from it: open land, and along lines."""
        chart = self.charts.supply
        barring = frozenset(chart.hexsides) if chart else frozenset()
        closed = frozenset(chart.terrain) if chart else frozenset()
        return {
            at: tuple(
                near
                for near in self.map.neighbours(at)
                if near in self.supply_lines.get(at, ())
                or (
                    near in self.land
                    and self.map.terrain[near] not in closed
                    and barring.isdisjoint(self.map.side_kinds(at, near))
                )
            )
            for at in self.map.terrain
        }

    @cached_property
    def supply_lines(self) -> Mapping[Hex, tuple[Hex, ...]]:
        """For each hex, those it is joined to by a line that carries supply."""
        chart = self.charts.supply
        kinds = (
            [*chart.lines, *(kind for row in chart.links for kind in row.lines)] if chart else []
        )
        return self.along(tuple(kinds))

    def along(self, kinds: tuple[str, ...]) -> Mapping[Hex, tuple[Hex, ...]]:
        """For each hex, those it is joined to by a line of some kinds."""
        found: dict[Hex, list[Hex]] = {}
        for link, held in self.map.lines.items():
            if not held.isdisjoint(kinds):
                a, b = link
                found.setdefault(a, []).append(b)
                found.setdefault(b, []).append(a)
        return {at: tuple(sorted(joined)) for at, joined in sorted(found.items())}

    @cached_property
    def links(self) -> tuple[tuple[LinkRow, Mapping[Hex, tuple[Hex, ...]]], ...]:
        """The links of a supply line from the source on, each with the steps along its lines."""
        chart = self.charts.supply
        if chart is None:
            return ()
        rows = chart.links or ((LinkRow("lines", chart.lines),) if chart.lines else ())
        return tuple((row, self.along(row.lines)) for row in rows)

    @cached_property
    def sources(self) -> Mapping[str, tuple[Hex, ...]]:
        """The hexes that supply comes from, by side or nation; one without any is left out unless
        a marker is its source.
        """
        chart = self.charts.supply
        if chart is None:
            return {}
        found = {
            side: tuple(dict.fromkeys(at for word in words for at in self.named(word)))
            for side, words in chart.sources.items()
        }
        moving = {
            side
            for side, words in chart.sources.items()
            if not self.marker_rows.keys().isdisjoint(words)
        }
        return {side: hexes for side, hexes in found.items() if hexes or side in moving}

    @cached_property
    def still(self) -> frozenset[UnitId]:
        """Units whose counters say no movement."""
        return frozenset(u for u, it in self.units.items() if all(f.move is None for f in it.faces))

    @cached_property
    def is_unrated(self) -> bool:
        """Whether no counter but markers says its movement: there is nothing to check."""
        return all(one in self.still for one, unit in self.units.items() if unit.type != MARKER)

    @cached_property
    def worth(self) -> Mapping[Hex, int]:
        """What hexes are worth to their owners."""
        rows = self.charts.victory.places if self.charts.victory else ()
        return {at: row.points for row in rows for at in self.named(row.id)[:1]}

    @cached_property
    def first_owners(self) -> Mapping[Hex, str]:
        """Who owns places that count as the game begins, as far as it is declared."""
        rows = self.charts.victory.places if self.charts.victory else ()
        return {at: row.owner for row in rows if row.owner for at in self.named(row.id)[:1]}


def _price(by_zone: Mapping[str, Costing], way: Passage, by_lines: bool) -> int | None:
    """What a step costs; None where it cannot be made."""
    start, end = way.start, way.end
    if start.terrain in by_zone[start.zone].sealed or end.terrain in by_zone[end.zone].sealed:
        return None
    costs = by_zone[end.zone]
    lines = way.lines if by_lines else frozenset()
    step = costs.step(costs.entering(end.terrain, end.places), way.sides, lines)
    return None if step.barred else _scaled(step)


def _scaled(step: Price) -> int:
    return BEYOND if step.whole else int(step.points * SCALE)


def points_of(scaled: int) -> Fraction:
    """Movement points of a cost as the graph counts it."""
    return Fraction(scaled, SCALE)
