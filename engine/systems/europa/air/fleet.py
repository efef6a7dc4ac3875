"""The air units of a position: what they are, where they are, what bases hold, how far they fly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial

from engine.core.state import Location
from engine.frozen import dataclass
from engine.systems.europa.air.charts import FIGHTERS, GLIDER, TRANSPORTS, AirCharts, ModelRow
from engine.systems.europa.air.records import AirUnit, AirWar, Mission
from engine.systems.europa.air.title.plan import AirEntry, AirPlan, expanded
from engine.systems.europa.board import bases, flights
from engine.systems.europa.board.flights import FAR, Flight, Places, Reached, flight, starts
from engine.systems.europa.state.constants import DEAD, NEUTRAL, PENDING
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from maps import hexgrid
from maps.hexgrid import Hex

OVER = (
    Mission.GROUND_SUPPORT.value,
    Mission.DEFENSIVE_SUPPORT.value,
    Mission.ESCORT.value,
    Mission.INTERCEPTION.value,
    Mission.SCRAMBLE.value,
    Mission.AIR_UNIT_BOMBING.value,
    Mission.AIRBASE_BOMBING.value,
    Mission.PORT_BOMBING.value,
    Mission.RAIL_BOMBING.value,
    Mission.TERROR_BOMBING.value,
    Mission.INTERDICTION_BOMBING.value,
    Mission.BRIDGE_BOMBING.value,
    Mission.FACTORY_BOMBING.value,
    Mission.CITY_BOMBING.value,
    Mission.YARD_BOMBING.value,
    Mission.SHIP_BOMBING.value,
    Mission.NAVAL_PATROL.value,
    Mission.HARASSMENT.value,
    Mission.TRANSPORT.value,
    Mission.SHUTTLE.value,
    Mission.AIR_DROP.value,
)
"""Missions on which air units are in the air over their target hex."""
PLACES = (
    Mission.AIR_UNIT_BOMBING,
    Mission.AIRBASE_BOMBING,
    Mission.PORT_BOMBING,
    Mission.RAIL_BOMBING,
    Mission.TERROR_BOMBING,
    Mission.INTERDICTION_BOMBING,
    Mission.BRIDGE_BOMBING,
    Mission.FACTORY_BOMBING,
    Mission.CITY_BOMBING,
    Mission.YARD_BOMBING,
    Mission.SHIP_BOMBING,
)
"""Missions that end with a bombing attack on a place (BF-20F.2)."""
BOMBING = (
    Mission.GROUND_SUPPORT,
    *PLACES,
    Mission.DEFENSIVE_SUPPORT,
    Mission.HARASSMENT,
    Mission.NAVAL_PATROL,
)
"""Missions that take a bombing strength, first what enemy hexes invite (BF-20F1.1, 20F2.1)."""
CARRYING = (Mission.TRANSPORT, Mission.SHUTTLE, Mission.AIR_DROP)
"""Missions that carry units or supplies (BF-20E)."""
LASTING = (
    Mission.DEFENSIVE_SUPPORT.value,
    Mission.HARASSMENT.value,
    Mission.NAVAL_PATROL.value,
)
"""Missions on which air units stay in the air until their side's next initial phase (BF-20F2c.2,
20F2d.2, 20F2h.2).
"""
BASED = (Mission.TRANSFER, Mission.STAGING)
"""Missions that go from base to base."""


GUARDS = "G"
"""The code letter of Guards air units."""
ANTI_SHIPPING = "S"
"""The code letter of anti-shipping aircraft."""


@dataclass(frozen=True, slots=True)
class AirFacts:
    """An air unit as its counter has it."""

    id: str
    name: str
    nation: str
    model: ModelRow

    @property
    def fighter(self) -> bool:
        """True for fighters and heavy fighters (BF-16A.1, 24G.1)."""
        return self.model.type in FIGHTERS

    @property
    def transport(self) -> bool:
        """True for transports (BF-16A.1)."""
        return self.model.type in TRANSPORTS

    @property
    def anti_shipping(self) -> bool:
        """True for anti-shipping aircraft (BF-24F)."""
        return ANTI_SHIPPING in self.model.codes

    @property
    def glider(self) -> bool:
        """True for gliders, which fly in tow alone (BF-24C.1)."""
        return self.model.type == GLIDER

    @property
    def night(self) -> bool:
        """True for night air units (BF-24E.1)."""
        return self.model.type.startswith("N")

    @property
    def bombing(self) -> int:
        """The tactical bombing strength."""
        return self.model.bombing

    @property
    def strategic(self) -> int:
        """The strategic bombing strength."""
        return self.model.strategic

    @property
    def move(self) -> int:
        """The movement rating, in hexes."""
        return self.model.move


def rule(pos: Position, topic: str) -> str:
    """The rule by which a title cites a topic of the air."""
    return pos.context.citations[topic]


def charts_of(context: Context) -> AirCharts:
    """The charts of a title that has air units."""
    charts = context.charts
    assert isinstance(charts, AirCharts), "only titles with charts of the air have air units"
    return charts


@lru_cache(maxsize=8)
def plan_of(context: Context) -> AirPlan:
    """The air units of the scenario, each with an entry of its own."""
    return expanded(context.figures.air)


@lru_cache(maxsize=8)
def roster(context: Context) -> Mapping[str, AirFacts]:
    """The facts of every air unit of the scenario by id, in the order of its list."""
    chart = charts_of(context).models
    return {
        entry.id: AirFacts(entry.id, _name(context, entry), entry.nation, chart.row(entry.model))
        for entry in plan_of(context).units
    }


def _name(context: Context, entry: AirEntry) -> str:
    """Nation and model, numbered where there are several."""
    entries = plan_of(context).units
    same = [e.id for e in entries if (e.nation, e.model) == (entry.nation, entry.model)]
    number = f" {same.index(entry.id) + 1}" if len(same) > 1 else ""
    return f"{entry.nation.capitalize()} {entry.model}{number}"


def facts(pos: Position, unit: str) -> AirFacts:
    """The facts of an air unit, as a Guards unit where it has become one (FE-27F4.1). Raises
    KeyError for none.
    """
    found = roster(pos.context)[unit]
    return guarded(found) if unit in pos.guards else found


@lru_cache(maxsize=512)
def guarded(unit: AirFacts) -> AirFacts:
    """A regular air unit as a Guards unit: of the same model, with the code of Guards."""
    model = replace(unit.model, codes=(*unit.model.codes, GUARDS))
    return replace(unit, name=f"{unit.name} (Guards)", model=model)


def opening(context: Context) -> AirWar:
    """The air units at the start: on their bases, or still to come."""
    found = {}
    for entry in plan_of(context).units:
        if entry.box:
            found[entry.id] = AirUnit(entry.box)
        elif entry.turn or not entry.at:
            found[entry.id] = AirUnit(PENDING)
        else:
            boxed = entry.at in context.holding
            at = entry.at if boxed else context.hex_of(entry.at)
            found[entry.id] = AirUnit(at, not entry.inoperative)
    return AirWar(found)


def side_of(pos: Position, unit: str) -> str:
    """The side that an air unit flies for, '' while its nation is neutral."""
    return pos.state.joined.get(facts(pos, unit).nation, NEUTRAL)


def flown(pos: Position, missions: Iterable[Mission]) -> tuple[Mission, ...]:
    """Those of some missions that the title has, or an option that is played."""
    barred = pos.shared("missions barred", (), partial(_barred, pos))
    return tuple([mission for mission in missions if mission not in barred])


def _barred(pos: Position) -> frozenset[str]:
    chart = charts_of(pos.context).air
    optional = [one for one, option in chart.optional.items() if not pos.context.option(option)]
    return frozenset((*optional, *chart.without))


def in_play(pos: Position, unit: str) -> bool:
    """True for an air unit on a base or in the air."""
    at = pos.air.units[unit].at
    return isinstance(at, Hex) or at in pos.context.holding


def of_side(pos: Position, side: str) -> tuple[str, ...]:
    """The air units of a side in play, in order."""
    terms = (pos.air.units, pos.state.joined)
    return pos.shared(("air units", side), terms, partial(_of_side, pos, side))


def _of_side(pos: Position, side: str) -> tuple[str, ...]:
    holding, known, joined = pos.context.holding, roster(pos.context), pos.state.joined
    theirs = {nation for nation, whose in joined.items() if whose == side}
    return tuple(
        [
            id_
            for id_, unit in pos.air.units.items()
            if known[id_].nation in theirs and (isinstance(unit.at, Hex) or unit.at in holding)
        ]
    )


def led(pos: Position, side: str) -> tuple[str, ...]:
    """The air units in play that a side's player flies: its own, and those of neutrals whose forces
    he moves, which have transfers alone (BF-28C2.5).
    """
    known = roster(pos.context)
    nations = {found.nation for found in known.values()}
    theirs = {nation for nation in nations if pos.air_commander(nation) == side}
    return tuple([u for u in pos.air.units if known[u].nation in theirs and in_play(pos, u)])


def grounded(unit: AirUnit) -> bool:
    """True for an air unit that is on the ground at its base."""
    return unit.target is None


def parked(pos: Position, at: Hex, side: str) -> tuple[str, ...]:
    """The air units of a side on the ground in a hex."""
    return all_parked(pos, side).get(at, ())


def all_parked(pos: Position, side: str) -> Mapping[Location, tuple[str, ...]]:
    """The air units of a side on the ground, by the bases where they are."""
    terms = (pos.air.units, pos.state.joined)
    return pos.shared(("parked", side), terms, partial(parked_from_nothing, pos, side))


def parked_from_nothing(pos: Position, side: str) -> Mapping[Location, tuple[str, ...]]:
    """The same, worked out."""
    units, found = pos.air.units, dict[Location, tuple[str, ...]]()
    for id_ in of_side(pos, side):
        unit = units[id_]
        if unit.target is None:
            found[unit.at] = (*found.get(unit.at, ()), id_)
    return found


def flying(pos: Position, side: str, *, night: bool = False) -> Mapping[Hex, tuple[str, ...]]:
    """A side's air units on missions by target hex; those that transfer or stage, by the airbase
    they fly to (BF-16B2.1): those that fly by day, or those by ``night``, whom nobody meets who
    flies by day (BF-24E.3, FE-24F.2).
    """
    return pos.once(("flying", side, night), lambda: _flying(pos, side, night=night))


def _flying(pos: Position, side: str, *, night: bool) -> Mapping[Hex, tuple[str, ...]]:
    found: dict[Hex, tuple[str, ...]] = {}
    for id_ in of_side(pos, side):
        unit = pos.air.units[id_]
        at = unit.target if unit.mission in OVER else unit.at if unit.mission in BASED else None
        if isinstance(at, Hex) and unit.night is night:
            found[at] = (*found.get(at, ()), id_)
    return found


# Bases


def is_base(pos: Position, at: Location, side: str) -> bool:
    """True for an airbase that a side owns (BF-17.1)."""
    if isinstance(at, str):
        return room(pos, at) != 0 and pos.boxed_for(at, side)
    return pos.base_owner(at) == side and bases.full_capacity(pos, at) > 0


def bases_of(pos: Position, side: str) -> tuple[Location, ...]:
    """The airbases a side owns: hexes in order, then holding boxes."""
    return pos.once(("airbases", side), partial(_bases_of, pos, side))


def _bases_of(pos: Position, side: str) -> tuple[Location, ...]:
    boxes = tuple([box for box in pos.context.holding if is_base(pos, box, side)])
    found = fields(pos, side)
    return pos.shared(("airbases", side, boxes), (found,), lambda: (*found, *boxes))


def fields(pos: Position, side: str) -> tuple[Hex, ...]:
    """The airbases of a side in hexes, in order, by who owns what and what has been built."""
    terms = (pos.owned(side), bases.fields(pos), *pos.base_terms)
    return pos.shared(("airfields", side), terms, partial(_found_fields, pos, side))


def _found_fields(pos: Position, side: str) -> tuple[Hex, ...]:
    owned, dropped = pos.owned(side), pos.dropped
    found = [
        at
        for at in bases.fields(pos)
        if (pos.base_owner(at) == side if at in dropped else at in owned)
    ]
    return pos.context.shared.same(("airfields", side), tuple(found))


def landable(pos: Position, side: str) -> tuple[Location, ...]:
    """The airbases of a side that air units can land at: where a title says so, none whose capacity
    is 0 (FE-17A.2).
    """
    if charts_of(pos.context).air.ruined:
        return bases_of(pos, side)
    same = pos.context.shared.same
    return pos.once(("landable", side), lambda: same(("landable", side), tuple(_open(pos, side))))


def _open(pos: Position, side: str) -> Iterator[Location]:
    return (at for at in bases_of(pos, side) if room(pos, at) != 0)


def room(pos: Position, at: Location) -> int | None:
    """The missions that can be initiated from a base in an air phase, None without limit (BF-17A).

    0 where there is no base.
    """
    rooms = pos.once("missions of bases", partial(_rooms, pos))
    if at not in rooms:
        rooms[at] = _room(pos, at)
    return rooms[at]


def _rooms(pos: Position) -> dict[Location, int | None]:
    """What is known of that, for as long as nothing changes that it depends on."""
    terms = (pos.state.hits, *bases.terms(pos))
    return pos.shared("missions of bases now", terms, dict[Location, int | None])


def _room(pos: Position, at: Location) -> int | None:
    if isinstance(at, Hex):
        return bases.capacity(pos, at)
    row = next((row for row in pos.context.charts.airbases.rows if row.id == at), None)
    if row is None:
        return 0
    if not row.capacity:
        return None
    return max(0, row.capacity - bases.hits(pos, bases.AIRBASE, at))


def label(pos: Position, at: Location) -> str:
    """The name under which the missions from a base are counted."""
    return at if isinstance(at, str) else pos.context.number(at)


def shown(pos: Position, at: Location) -> str:
    """A place in few words: the printed number of a hex, the name of a box."""
    return pos.label(at) if isinstance(at, str) else pos.context.number(at)


def left(pos: Position, at: Location) -> int | None:
    """The missions that can still be initiated from a base in this air phase, None without
    limit.
    """
    whole = room(pos, at)
    return None if whole is None else max(0, whole - pos.air.used.get(label(pos, at), 0))


# Flight


def reach(pos: Position, unit: str, mission: str, *, extended: bool = False) -> int:
    """How many hexes an air unit flies on a mission (BF-18.1, 20A.1, 20D1.1, 20E1.2, 20F2h.1,
    24B)."""
    move, chart = facts(pos, unit).move, charts_of(pos.context).air
    if mission == Mission.TRANSFER:
        return move * chart.transfer
    if mission == Mission.TRANSPORT:
        return move * (chart.far_transport if extended else chart.transport)
    if mission == Mission.NAVAL_PATROL:
        whole = move * chart.extended if extended else move
        return max(0, whole - chart.naval_patrol)
    if extended:
        return move * chart.extended
    return move // chart.interception if mission == Mission.INTERCEPTION else move


def homeward(pos: Position, unit: str) -> int:
    """How many hexes an air unit may fly to a base when it returns: as many as on its mission
    (BF-18.5, 24B.6).
    """
    found = pos.air.units[unit]
    return found.home or reach(pos, unit, found.mission, extended=found.extended)


def distances(pos: Position, unit: str, at: Location) -> Mapping[Hex, int]:
    """How many hexes an air unit flies from a place to each hex of the board: terrain costs
    nothing, closed countries are flown around (BF-18.2, 28A.3).
    """
    return near(pos, unit, at, FAR)


def near(pos: Position, unit: str, at: Location, limit: int) -> Mapping[Hex, int]:
    """The same of all hexes no further than a limit, the nearest first."""
    return flying_from(pos, unit, at).distances(limit)


def reached(pos: Position, unit: str, at: Location, limit: int, places: Places) -> Reached:
    """Those of some places that an air unit reaches from one within a limit."""
    boxes = [to for to in places.boxes if in_range(pos, unit, at, to, limit)]
    return Reached(places, flying_from(pos, unit, at).upto(limit), boxes)


def around(pos: Position, unit: str, at: Location, limit: int) -> frozenset[Hex]:
    """Just those hexes, without their distances."""
    return flying_from(pos, unit, at).around(limit)


def clear(
    pos: Position, unit: str, start: Location, to: Location, limit: int, shunned: int
) -> bool:
    """True where an air unit gets from hex to hex within a limit and enters none of some hexes,
    given as bits of the board; to and from boxes nothing is known of that.
    """
    if not isinstance(start, Hex) or not isinstance(to, Hex):
        return False
    closed = pos.closed_skies(facts(pos, unit).nation)
    return flights.clear(pos.context, start, to, limit, closed, shunned)


def in_range(pos: Position, unit: str, start: Location, to: Location, limit: int) -> bool:
    """True where an air unit gets from one place to another within a limit: no farther looked than
    that, and not at all where even the straight way is too long.
    """
    if start == to:
        return True
    if isinstance(start, Hex) and isinstance(to, Hex) and hexgrid.distance(start, to) > limit:
        return False
    far = distance(pos, unit, start, to, limit)
    return far is not None and far <= limit


def flying_from(pos: Position, unit: str, at: Location) -> Flight:
    """Flights of an air unit from a place."""
    return flight(pos.context, at, pos.closed_skies(facts(pos, unit).nation))


def distance(
    pos: Position, unit: str, start: Location, to: Location, limit: int = FAR
) -> int | None:
    """How far an air unit flies between two places, None where it cannot; no farther looked than
    some limit.
    """
    if start == to:
        return 0
    return _far(pos.context, partial(flying_from(pos, unit, start).to, limit=limit), to)


def _far(context: Context, flown: Callable[[Hex], int | None], to: Location) -> int | None:
    """How far it is to a place by what is flown to a hex of the board."""
    if isinstance(to, Hex):
        return flown(to)
    ways = [(flown(at), far) for at, far in starts(context, to).items()]
    return min((way + far for way, far in ways if way is not None), default=None)


def out_of_play(pos: Position, unit: str) -> bool:
    """True for an eliminated air unit."""
    return pos.air.units[unit].at == DEAD
