"""How many forces of a nation may be in some land: part of the positions of the game (FE-32B)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.change import pieces_changed
from engine.core.state import Location
from engine.core.wording import counted
from engine.lazy import cached_property
from engine.rules.board.occupancy import Standing
from engine.systems.europa.air import fleet
from engine.systems.europa.board.board import CITY_RANK
from engine.systems.europa.scenario.schedule import Arrival
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF
from engine.systems.europa.state.source import Source
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east.own_charts import EffortRow, LimitRow, NationRow
from engine.systems.fire_in_the_east.state.craft.searched import SearchedPosition
from maps.hexgrid import Hex
from oob.model import UnitId

Key = tuple[str, str, bool, frozenset[Hex], bool, str]
"""By what closed land is remembered."""


class LimitedPosition(SearchedPosition):
    """A position with the limits of Germans in southern Finland and of Finns in the Arctic."""

    # Land that is Finland's again

    @cached_property
    def regained(self) -> frozenset[Hex]:
        """The land annexed from Finland that the Axis has gained: Finland for good, whoever holds
        it (FE-32B.3). The very same set as long as it gains no more.
        """
        return self.shared("regained", (self.state.taken,), self._regained)

    def _regained(self) -> frozenset[Hex]:
        found = self.context.annexed.intersection(self.state.taken)
        return self.context.shared.same("regained", found)

    def country_of(self, at: Hex) -> str:
        """Land that Finland has regained is part of it (FE-32B.3)."""
        found = at in self.context.annexed and at in self.state.taken
        return self.context.charts.operations.home if found else super().country_of(at)

    def place_hexes(self, word: str) -> tuple[Location, ...]:
        """Places of Finland have grown by its cities there (FE-32B.3)."""
        found, places = super().place_hexes(word), self.context.charts.operations.regained
        if word not in places or not self.regained:
            return found
        arctic, cities = self.context.arctic, self.context.cities.keys()

        def work() -> tuple[Location, ...]:
            more = self.regained & cities
            return (*found, *sorted(more - arctic if places[word] else more))

        return self.shared(("places regained", word), (found, self.regained), work)

    def sources(self, side: str) -> tuple[Source, ...]:
        """Besides, the cities that Finland has regained, as all of its own (FE-32B.3, 12C1.4)."""
        found = super().sources(side)
        if side != AXIS or not self.regained:
            return found
        terms = (found, self.regained, self.owned(AXIS))
        return self.shared("sources regained", terms, lambda: (*found, *self._in_regained()))

    def _in_regained(self) -> Iterator[Source]:
        """The sources in cities that Finland has regained."""
        home = self.context.charts.operations.home
        rows = [row for row in self.context.charts.sources.rows if home in row.areas]
        owned = self.regained & self.owned(AXIS)
        return (
            Source(at, self.label(at), row.rule, frozenset(row.nations))
            for row in rows
            for at in sorted(owned & self.context.cities.keys())
            if self.context.city_rank(at) in {CITY_RANK[size] for size in row.sizes}
        )

    @property
    def host_land(self) -> frozenset[Hex]:
        """Where guests of the Finns are bound as they are, with what those have regained there
        (FE-32B.6, 32B.3).
        """
        work = self._host_land
        return self.shared("host land", (self.regained,), work) if self.regained else work()

    def _host_land(self) -> frozenset[Hex]:
        regained = self.regained - self.context.arctic
        return self.context.host_land | regained if regained else self.context.host_land

    def land_of_limit(self, row: LimitRow) -> frozenset[Hex]:
        """The land of a limit: in Finland it grows by what that has regained, outside of it it
        loses that (FE-32B.3).
        """
        land = self.context.limited[row]
        if not self.regained:
            return land
        if land == self.context.host_land:
            return self.host_land
        return self.shared(("land", row.id), (self.regained,), lambda: land - self.regained)

    # Who is in it

    def finnish(self, unit: UnitId) -> bool:
        """Whether a unit is bound as Finns are: those themselves, and Germans in southern Finland
        (FE-32B.6).
        """
        chart, nation = self.context.charts.operations, self.nation(unit)
        if nation == chart.stopped:
            return True
        return nation == chart.guests and self.piece(unit).at in self.host_land

    def apart(self, unit: UnitId) -> object:
        """Cavalry, who is bound as Finns are, and whom a limit leaves no room (FE-30.3, 32B)."""
        full = tuple(row.id for row in self._full(unit))
        return unit in self.context.riders, full, self.finnish(unit)

    def too_many(self, unit: UnitId, at: Hex) -> Objection | None:
        """Why no more forces of a nation go into some land (FE-32B.6, 32B.8)."""
        row = next((row for row in self._full(unit) if at in self.land_of_limit(row)), None)
        if row is None:
            return None
        name = self.context.charts.nations.row(row.nation).name
        many = counted(self.limit(row), f"RE of {name} is", f"REs of {name} are")
        text = f"No more than {many} in {row.land}."
        return Objection(self._ruled(row), text)

    def with_limits(self, unit: UnitId, closed: frozenset[Hex], key: Key) -> frozenset[Hex]:
        """The land closed to a unit, with what a limit closes; remembered beside it."""
        known = self.context.closed_lands
        nation, side, hosted, neutral, tied, words = key
        full = self._full(unit)
        if full and self.regained:
            parts = (neutral, self.regained)
            neutral = self.shared("neutral or regained", parts, lambda: parts[0] | parts[1])
        for row in full:
            words = f"{words} {row.id}"
            more = (nation, side, hosted, neutral, tied, words)
            if more not in known:
                known[more] = closed | self.land_of_limit(row)
            closed = known[more]
        return closed

    def _full(self, unit: UnitId) -> tuple[LimitRow, ...]:
        """The limits that leave a unit no room where it is not yet."""
        if self.nation(unit) not in self.context.limited_nations:
            return ()
        return self.once(("full", unit), lambda: self._full_for(unit))

    def _full_for(self, unit: UnitId) -> tuple[LimitRow, ...]:
        at = self.piece(unit).at
        return tuple(
            [
                row
                for row, land, room in self._rooms(self.nation(unit))
                if at not in land and self._weight(row, unit) > room
            ]
        )

    def _rooms(self, nation: str) -> tuple[tuple[LimitRow, frozenset[Hex], int], ...]:
        """The limits of a nation with their lands, and the half REs that they leave it."""

        def rooms() -> tuple[tuple[LimitRow, frozenset[Hex], int], ...]:
            found = self.bounds(nation)
            return tuple(
                [(row, land, self.limit(row) * HALF - self.forces(row)) for row, land in found]
            )

        return self.once(("rooms", nation), rooms)

    def bounds(self, nation: str = "") -> Iterator[tuple[LimitRow, frozenset[Hex]]]:
        """The limits that are in force, of one nation or of all, with their lands: a card may lift
        some (FE-39C.2).
        """
        for row in self.context.limited:
            known = self.effort is None or row.id in self.effort.limits
            if known and nation in ("", row.nation):
                yield row, self.land_of_limit(row)

    def limit(self, row: LimitRow) -> int:
        """The REs that a limit allows now (FE-32B.7, 39C.4)."""
        most = row.most if self.effort is None else self.effort.limits[row.id]
        return most + (row.more if self.state.invaded else 0)

    def _ruled(self, row: LimitRow) -> str:
        """The rule that a limit rests on."""
        return row.rule if self.effort is None else self.effort.rule

    def _weight(self, row: LimitRow, unit: UnitId) -> int:
        """What a unit counts, in half REs; position antiaircraft counts nothing (FE-32B.6)."""
        facts = self.facts(unit)
        if facts.points:
            return 0
        return facts.halves * (row.mobile if facts.mobile else 1)

    def forces(self, row: LimitRow) -> int:
        """The half REs of a nation that are in the land of a limit, air units too (FE-32B.6)."""
        return self.once(("forces", row.id), lambda: self._forces(row))

    def _forces(self, row: LimitRow) -> int:
        land = self.land_of_limit(row)
        flying = self.flying_in(row.nation, land) * row.air * HALF if row.air else 0
        return self._on_ground(row, land) + flying

    def _on_ground(self, row: LimitRow, land: frozenset[Hex]) -> int:
        """The half REs of ground units; those of the last position where none of them has come,
        gone or changed since.
        """
        known, standing = self.context.counts, self.standing
        before, counted_in, found = known.get(row, (None, land, 0))
        in_it = counted_in is land or counted_in == land  # equal sets are compared hex by hex
        if before is None or not in_it or not self._same(row, land, before):
            found = self._from_nothing(row, land)
        known[row] = (standing, land, found)
        return found

    def _same(self, row: LimitRow, land: frozenset[Hex], before: Standing) -> bool:
        """Whether no unit that a limit is about has come into its land, gone or changed since."""
        if before.owners is not self.standing.owners:
            return False
        was, now = before.pieces, self.standing.pieces
        changed = pieces_changed(was, now)
        return changed is not None and not any(
            self.nation(unit) == row.nation and (was[unit].at in land or now[unit].at in land)
            for unit in changed
        )

    def _from_nothing(self, row: LimitRow, land: frozenset[Hex]) -> int:
        """The same, unit by unit."""
        stacks = self.standing.sides[AXIS].units
        return sum(
            self._weight(row, unit)
            for at in land & self.standing.occupied[AXIS]
            for unit in stacks[at]
            if self.nation(unit) == row.nation
        )

    def stale(self) -> tuple[str, ...]:
        """Whether the forces under limits are as counted unit by unit."""
        return super().stale() + tuple(
            f"the forces under the limit {row.id} are out of date"
            for row, land in self.bounds()
            if self._on_ground(row, land) != self._from_nothing(row, land)
        )

    def closed_to_arrival(self, unit: UnitId) -> Collection[Hex]:
        """German reinforcements of Finland come within the limit (FE-34A1.4)."""
        return frozenset[Hex]().union(*map(self.land_of_limit, self._full(unit)))

    def bars_flight_to(self, unit: str, target: Location) -> Objection | None:
        """Besides, limits of the forces in a land, and rivals, who neither fly to a hex together
        nor share a base (FE-32B.6, 32A.2).
        """
        found = super().bars_flight_to(unit, target) or self.bars_flight_in(unit, target)
        if found is not None or not self.shuns(unit, target):
            return found
        name = fleet.facts(self, unit).name
        text = f"{name} does not go where air units of a rival nation are: {self.label(target)}."
        return Objection("FE-32A.2", text)

    def shuns(self, unit: str, at: Location) -> bool:
        """Whether air units of rivals are based in a hex or fly there (FE-32A.2)."""
        return self._meets_rivals(fleet.facts(self, unit).nation, at)

    def _meets_rivals(self, nation: str, at: Location) -> bool:
        rivals = self.context.rivals.get(nation)
        return bool(rivals) and any(
            fleet.facts(self, one).nation in (rivals or ()) and at in (found.at, found.target)
            for one, found in self.air.units.items()
        )

    def bars_base(self, nation: str, at: Location) -> Objection | None:
        """Besides, rivals share no base (FE-32A.2)."""
        found = super().bars_base(nation, at)
        if found is not None or not self._meets_rivals(nation, at):
            return found
        return Objection("FE-32A.2", f"Air units of a rival nation are in {self.label(at)}.")

    def bars_flight_in(self, unit: str, target: object) -> Objection | None:
        """Why no further air unit operates in the land of a limit (FE-32B.6)."""
        nation, base = fleet.facts(self, unit).nation, self.air.units[unit].at
        for row, land in self.bounds():
            if not row.air or row.nation != nation or target not in land or base in land:
                continue
            if self.forces(row) + row.air * HALF > self.limit(row) * HALF:
                text = f"No more than {counted(self.limit(row), 'RE is', 'REs are')} in {row.land}."
                return Objection(self._ruled(row), text)
        return None

    @property
    def stopping(self) -> bool:
        """Whether Finns keep behind the stop line (FE-32B.5, 39C.2)."""
        return self.effort is None or self.effort.stopped

    @property
    def welcome(self) -> bool:
        """Whether guests may be in Finland while it is neutral (FE-32B.2, 39C.6)."""
        return self.effort is None or not self.effort.unwelcome

    def since(self, row: NationRow) -> int:
        """The turn since which a nation is at war, 0 for one that is so from the start, or never
        (FE-32B.1, 39C).
        """
        theirs = row.id == self.context.charts.war_effort.nation
        return self.effort.since if theirs and self.effort is not None else row.since

    def redeployed(self, unit: UnitId) -> str:
        """A card may send guests of Finland elsewhere (FE-39C.2, 39C.6)."""
        if self.effort is None:
            return ""
        chart, entry = self.context.charts.war_effort, self.context.setups.get(unit)
        return self.effort.deployed if entry is not None and entry.place == chart.army else ""

    def held_back(self, unit: UnitId) -> bool:
        """Guests of a Finland that stays neutral may come later, as reinforcements (FE-39C.8)."""
        chart, entry = self.context.charts.war_effort, self.context.setups.get(unit)
        late = self.effort is not None and bool(self.effort.late)
        return late and entry is not None and entry.place == chart.army

    @cached_property
    def arrivals(self) -> Mapping[UnitId, Arrival]:
        """When and where each reinforcement comes: a card may change that (FE-39C.6 to 39C.8)."""
        effort, listed = self.effort, self.context.arrivals
        if effort is None:
            return listed

        def work() -> Mapping[UnitId, Arrival]:
            found = {
                unit: self._arrival(unit, listed.get(unit), effort) for unit in self.context.units
            }
            return {unit: entry for unit, entry in found.items() if entry is not None}

        return self.shared("arrivals", (self.state.effort,), work)

    def _arrival(self, unit: UnitId, found: Arrival | None, effort: EffortRow) -> Arrival | None:
        """What a card makes of a reinforcement's entry, or of a unit without one."""
        chart = self.context.charts.war_effort
        if found is None:
            late = Arrival((unit,), effort.late, chart.turn)
            return late if self.held_back(unit) else None
        place = found.place
        if place == chart.south:
            place = effort.sweden or place
        elif place in chart.north and self.nation(unit) == self.context.charts.operations.guests:
            place = effort.arctic or place
        return found if place == found.place else replace(found, place=place)

    def invades(self) -> bool:
        """Whether Soviets that are not isolated are near the capital of Finland; those in an
        outpost that was never lost do not count (FE-32B.7).
        """
        chart, near = self.context.charts.operations, self.context.near_capital
        outpost = self.context.hex_of(chart.outpost)
        spared = frozenset[Hex]() if outpost in self.state.captured else frozenset({outpost})
        return any(
            not supply_status.isolated(self, unit)
            for at in (self.held[ALLIED] & near) - spared
            for unit in self.friends(at, ALLIED)
        )
