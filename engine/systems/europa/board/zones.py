"""Where zones of control reach: over open hexsides, not into ground a unit may not enter (BF-5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from engine.core.change import pieces_changed
from engine.core.state import Piece
from engine.frozen import dataclass
from engine.lazy import cached_property
from engine.rules.board.zoc import zone
from engine.systems.europa.board.bitmaps import (
    Bits,
    Tally,
    counted,
    counted_once,
    uncounted,
    union,
)
from engine.systems.europa.board.openings import Openings
from engine.systems.europa.charts.movement_charts import Mobility, WeakRow, ZoneKind, ZoneRow
from engine.systems.europa.movement.costs import conditions, mobility_of
from engine.systems.europa.state.constants import NEUTRAL, OUT, ZONELESS
from maps.hexgrid import Hex
from oob.model import UnitId

Made = tuple[int, frozenset[Hex]]
"""A set of hexes as a number, and the same as a set."""
Strong = dict[Hex, list[UnitId]]
"""Units with zones of control, by hex."""

NOTHING: frozenset[Hex] = frozenset()
REMEMBERED = 6
"""How many zones of a side are kept."""
MANY = 96
"""Units that changed from which on zones are worked out from nothing."""
ZONED = ZONELESS | {OUT}
"""The marks of units that zones of control look at."""

if TYPE_CHECKING:
    from engine.systems.europa.state.position import Position


def reached(pos: Position, side: str, without: Hex | None = None) -> frozenset[Hex]:
    """The hexes that the zones of a side's units reach, those in one hex perhaps aside (BF-5)."""
    found: set[Hex] = set()
    for row in pos.context.charts.movement.zones:
        found |= _of_row(pos, row, _strong(pos, side, row, without))
    return frozenset(found) - closed(pos, side)


def unreduced(pos: Position, side: str, without: Hex | None = None) -> frozenset[Hex]:
    """The hexes that full zones of a side's units reach, those in one hex perhaps aside."""
    if any(row.kind is not ZoneKind.FULL for row in pos.context.charts.movement.zones):
        return unreduced_from_nothing(pos, side, without)
    found = full_zones(pos, side)
    if without is None or without not in found.reaching:
        return found.zone
    return found.zone.difference(_alone(pos, found.reaching[without], found.tally))


def _alone(pos: Position, reach: int, tally: Tally) -> Iterator[Hex]:
    """The hexes of a reach that nothing else reaches."""
    return pos.context.supply_graph.bits.hexes(reach & counted_once(tally))


def full_zones(pos: Position, side: str) -> FullZones:
    """The full zones of a side: remembered like all zones, for states with the same turn and the
    same units out of supply.
    """
    zones, state = zones_of(pos, side), pos.state
    known, base = pos.context.full_zones_known, None
    for one in known:
        if one.turn == state.turn and (one.unfed is state.unfed or one.unfed == state.unfed):
            if one.zones is zones:
                return one
            if base is None and one.zones.follows(zones):
                base = one
    touched = _touched(pos, side, base.zones.pieces, zones.pieces) if base is not None else None
    if base is None or touched is None:
        found = _full_of_stacks(pos, zones, None, pos.standing.sides[side])
    else:
        found = _full_of_stacks(pos, zones, base, touched)
    known.insert(0, found)
    del known[2 * REMEMBERED :]
    return found


def _full_of_stacks(
    pos: Position, zones: Zones, base: FullZones | None, touched: Iterable[Hex]
) -> FullZones:
    """Full zones brought up to date where stacks have changed."""
    stacks, bits = pos.standing.sides[zones.side].units, pos.context.supply_graph.bits
    reaching, tally = (base.reaching, base.tally) if base is not None else ({}, ())
    weak_of = _weak_finder(pos)
    reach, times = _updated(
        reaching,
        tally,
        touched,
        lambda at: _full_from(pos, zones, at, stacks.get(at, ()), weak_of),
    )
    last = base.made if base is not None else None
    return FullZones(bits, zones, pos.state.turn, pos.state.unfed, reach, times, zones.shut, last)


def _weak_finder(pos: Position) -> Callable[[UnitId], tuple[WeakRow, ...]]:
    """What finds the rows that make zones of a unit reduced ones now: the same for units of a
    nation that are out of supply as long.
    """
    chart, turn = pos.context.charts.movement, pos.state.turn
    known: dict[tuple[str, int], tuple[WeakRow, ...]] = {}

    def find(unit: UnitId) -> tuple[WeakRow, ...]:
        key = nation, out = pos.nation(unit), pos.turns_out(unit)
        found = known.get(key)
        if found is None:
            found = known[key] = tuple([r for r in chart.weak if r.holds(nation, turn, out)])
        return found

    return find


def _full_from(
    pos: Position,
    zones: Zones,
    at: Hex,
    units: tuple[UnitId, ...],
    weak_of: Callable[[UnitId], tuple[WeakRow, ...]],
) -> int:
    """The hexes that full zones of a stack reach, closed ground aside."""
    known, bits = zones.reaching.get(at, 0), pos.context.supply_graph.bits
    if not known or not units:
        return 0
    alike: dict[tuple[WeakRow, ...], list[UnitId]] = {}
    for unit in units:
        alike.setdefault(weak_of(unit), []).append(unit)
    if () in alike and len(alike) == 1:
        return known
    if len(alike) == 1:
        return bits.mask(_strengthened(pos, frozenset(bits.hexes(known)), *alike))
    found: set[Hex] = set()
    for weak, group in alike.items():
        found.update(_strengthened(pos, _from(pos, at, tuple(group)), weak))
    return bits.mask(found)


def _strengthened(pos: Position, reach: frozenset[Hex], weak: tuple[WeakRow, ...]) -> Iterable[Hex]:
    """The hexes of a reach in which none of some rows makes the zone a reduced one."""
    if not weak:
        return reach
    return [at for at in reach if not any(_within(pos, at, one.zones) for one in weak)]


def unreduced_from_nothing(pos: Position, side: str, without: Hex | None = None) -> frozenset[Hex]:
    """The same worked out row by row of the chart, which may have reduced zones of its own."""
    chart, turn = pos.context.charts.movement, pos.state.turn
    found: set[Hex] = set()
    for row in chart.zones:
        if row.kind is not ZoneKind.FULL:
            continue
        alike: dict[tuple[WeakRow, ...], Strong] = {}
        for at, units in _strong(pos, side, row, without).items():
            for unit in units:
                nation, out = pos.nation(unit), pos.turns_out(unit)
                weak = tuple(one for one in chart.weak if one.holds(nation, turn, out))
                alike.setdefault(weak, {}).setdefault(at, []).append(unit)
        for weak, strong in alike.items():
            found.update(_strengthened(pos, _of_row(pos, row, strong), weak))
    return frozenset(found) - closed(pos, side)


def remembered(pos: Position, side: str) -> frozenset[Hex]:
    """The zones of a side, as :func:`reached` finds them."""
    return zones_of(pos, side).zone


def in_zone(pos: Position, side: str, at: Hex) -> bool:
    """Whether a hex is in the zones of a side: costs less where few hexes are asked about."""
    bit = pos.context.supply_graph.bits.bit.get(at, 0)
    return bool(zones_of(pos, side).mask & bit)


def zones_of(pos: Position, side: str) -> Zones:
    """The zones of a side with what they depend on: worked out once for all states with the same
    pieces, weather and neutrals, and brought up to date from the last ones where units have
    changed; the very ones where none of the side's own have.
    """
    return pos.once(("zones", side), lambda: _zones_of(pos, side))


def _zones_of(pos: Position, side: str) -> Zones:
    state, neutral = pos.state, pos.owned(NEUTRAL)
    known = pos.context.zones_known.setdefault(side, [])
    for pieces, one in known:
        is_same = pieces is state.pieces and _under_the_same_sky(pos, one)
        if is_same and one.alike(neutral, pos.zone_terms):
            return one
    base = next((entry for entry in known if _under_the_same_sky(pos, entry[1])), None)
    pieces, last = base or (known[0] if known else (state.pieces, None))
    touched = _touched(pos, side, pieces, state.pieces)
    if last is None or touched is None or last.joined != state.joined:
        touched = {*pos.standing.sides[side].units, *(last.reaching if last is not None else ())}
    elif base is None:
        touched = {*touched, *_weathered(pos, side, last)}
    if base is not None and not touched and base[1].alike(neutral, pos.zone_terms):
        found = base[1]
    else:
        found = _of_stacks(pos, side, last, touched)
    known.insert(0, (state.pieces, found))
    del known[REMEMBERED:]
    return found


def _under_the_same_sky(pos: Position, one: Zones) -> bool:
    """Whether zones are of the same weather, ice and nations as those of a position."""
    weather, joined = pos.state.weather, pos.state.joined
    return (
        one.ice is pos.ice
        and (one.weather is weather or one.weather == weather)
        and (one.joined is joined or one.joined == joined)
    )


def _weathered(pos: Position, side: str, before: Zones) -> Iterator[Hex]:
    """The hexes from which stacks of a side may reach others than in other weather: over ice, and
    with units on wheels where one turns into the other and either keeps those out of some terrain.
    """
    if before.ice is not pos.ice:
        yield from (*before.ice.near, *pos.ice.near)
    turned = _turned(pos, before.weather)
    if turned:
        about, icy = pos.context.zones_about, pos.ice.near
        for at, units in pos.standing.sides[side].units.items():
            near = at in icy or not turned.isdisjoint(about[at])
            if near and any([_on_wheels(pos, unit) for unit in units]):
                yield at


def _turned(pos: Position, before: Mapping[str, str]) -> frozenset[str]:
    """The weather zones with other weather than before where either kind keeps units on wheels out
    of some terrain.
    """
    now, best, closing = pos.state.weather, pos.skies.best, pos.context.tracks.closing
    kinds = [(zone, before.get(zone) or best, now.get(zone) or best) for zone in {*before, *now}]
    return frozenset([zone for zone, a, b in kinds if a != b and not closing.isdisjoint((a, b))])


class Tallied:
    """A set of hexes, of which some are ``shut``: what each stack reaches adds up to its tally. The
    set is made when somebody asks for it, of the ``last`` one that was.
    """

    bits: Bits
    tally: Tally
    shut: int
    last: Made | None

    @cached_property
    def mask(self) -> int:
        """The set as a number."""
        return union(self.tally) & ~self.shut

    @cached_property
    def zone(self) -> frozenset[Hex]:
        """The set."""
        before, hexes = self.last or (0, NOTHING)
        others = frozenset(self.bits.hexes(before ^ self.mask))
        return others ^ hexes if others else hexes  # the small one is gone through

    @property
    def made(self) -> Made | None:
        """The last set of hexes that was made on the way here, as a number too."""
        return (self.mask, self.zone) if "zone" in vars(self) else self.last


@dataclass(frozen=True)
class Zones(Tallied):
    """The zones of a side with what they depend on: what each hex reaches, and from how many hexes
    each is reached.
    """

    bits: Bits
    side: str
    pieces: Mapping[UnitId, Piece]
    weather: Mapping[str, str]
    joined: Mapping[str, str]
    neutral: frozenset[Hex]
    terms: str
    ice: Openings
    reaching: Mapping[Hex, int]
    tally: Tally
    shut: int
    last: Made | None

    def alike(self, neutral: frozenset[Hex], terms: str) -> bool:
        """Whether the same ground is closed to zones elsewhere."""
        if self.terms != terms:
            return False
        return self.neutral is neutral or self.neutral == neutral

    def follows(self, later: Zones) -> bool:
        """Whether other zones of the same side differ from these by pieces alone."""
        return (
            self.side == later.side
            and self.ice is later.ice
            and self.weather == later.weather
            and self.joined == later.joined
        )


@dataclass(frozen=True)
class FullZones(Tallied):
    """The full zones of a side with what they depend on: ``zones`` of all kinds, the ``turn``, who
    is ``unfed``.
    """

    bits: Bits
    zones: Zones
    turn: int
    unfed: Mapping[UnitId, int]
    reaching: Mapping[Hex, int]
    tally: Tally
    shut: int
    last: Made | None


def _touched(
    pos: Position, side: str, before: Mapping[UnitId, Piece], after: Mapping[UnitId, Piece]
) -> Collection[Hex] | None:
    """The hexes of stacks of a side that have changed as its zones see them; None where too many
    have.
    """
    changed, owners = pieces_changed(before, after), pos.standing.owners
    if changed is None:
        return None
    others = [
        unit
        for unit in changed
        if owners[unit] == side
        and (
            (was := before[unit]).at != (now := after[unit]).at
            or (was.steps, was.mode) != (now.steps, now.mode)
            or not ZONED.isdisjoint(was.marks ^ now.marks)
        )
    ]
    if len(others) > MANY:
        return None
    places = [at for unit in others for at in (before[unit].at, after[unit].at)]
    return dict.fromkeys([at for at in places if isinstance(at, Hex)])


def _of_stacks(pos: Position, side: str, base: Zones | None, touched: Iterable[Hex]) -> Zones:
    """Zones brought up to date where stacks have changed."""
    reaching, tally = (base.reaching, base.tally) if base is not None else ({}, ())
    units = pos.standing.sides[side].units
    from_ = _reach_finder(pos)
    reach, times = _updated(
        reaching, tally, touched, lambda at: from_(at, units[at]) if at in units else 0
    )
    state, graph = pos.state, pos.context.supply_graph
    terms = (state.weather, state.joined, pos.owned(NEUTRAL), pos.zone_terms, pos.ice)
    shut = graph.masks.of(("closed to zones", side), closed(pos, side))
    last = base.made if base is not None else None
    return Zones(graph.bits, side, state.pieces, *terms, reach, times, shut, last)


def _updated(
    reaching: Mapping[Hex, int],
    tally: Tally,
    touched: Iterable[Hex],
    reach_of: Callable[[Hex], int],
) -> tuple[Mapping[Hex, int], Tally]:
    """What each hex reaches, and from how many hexes each is reached, after some have changed: the
    very ones where none reaches anything else.
    """
    changed = [
        (at, old, new) for at in touched if (old := reaching.get(at, 0)) != (new := reach_of(at))
    ]
    if not changed:
        return reaching, tally
    reach = dict(reaching)
    for at, old, new in changed:
        tally = counted(uncounted(tally, old & ~new), new & ~old)
        reach[at] = new
    return reach, tally


def _reach_finder(pos: Position) -> Callable[[Hex, tuple[UnitId, ...]], int]:
    """What finds the hexes that the zones of a stack reach: stacks with units by the same rows of
    the chart reach the same ones from a hex while the same ice is about it, those of which all are
    on wheels fewer in some weather there; they are kept for all positions.
    """
    weather, ice, bits = pos.state.weather, pos.ice, pos.context.supply_graph.bits
    about, best = pos.context.zones_about, pos.skies.best
    dry = pos.context.tracks.closing.isdisjoint(weather.values())
    known: dict[tuple[object, ...], int] = pos.shared("zones of stacks", (), dict)
    rows = [frozenset(row.sizes) for row in pos.context.charts.movement.zones]

    def find(at: Hex, units: tuple[UnitId, ...]) -> int:
        bodies = [_body(pos, unit) for unit in units]
        beyond = ice.beyond(at)
        strong = [not sizes.isdisjoint(bodies) for sizes in rows]
        key: tuple[object, ...] = (at, beyond, *strong)
        if not dry and any([_on_wheels(pos, unit) for unit in units]):
            both = [(body, _on_wheels(pos, unit)) for body, unit in zip(bodies, units, strict=True)]
            on_wheels = [all([on for body, on in both if body in sizes]) for sizes in rows]
            skies = [weather.get(zone) or best for zone in about[at]]
            key += (*on_wheels, *skies, *map(pos.weather_at, beyond))
        found = known.get(key)
        if found is None:
            found = known[key] = bits.mask(_from(pos, at, units))
        return found

    return find


def _from(pos: Position, at: Hex, units: tuple[UnitId, ...]) -> frozenset[Hex]:
    """The hexes that the zones of a stack reach, closed ground aside."""
    bodies = [_body(pos, unit) for unit in units]
    found: set[Hex] = set()
    for row in pos.context.charts.movement.zones:
        strong = [unit for unit, body in zip(units, bodies, strict=True) if body in row.sizes]
        if strong:
            found |= _of_row(pos, row, {at: strong})
    return frozenset(found)


def _body(pos: Position, unit: UnitId) -> str:
    """The size by which a unit has a zone of control, '' for one that has none now."""
    has = pos.state.pieces[unit].marks.isdisjoint(ZONELESS)
    return pos.facts(unit).body if has else ""


def without(pos: Position, side: str, at: Hex) -> frozenset[Hex]:
    """The zones of a side but for those of its units in one hex."""
    known = zones_of(pos, side)
    if at not in known.reaching:
        return known.zone
    return known.zone.difference(_alone(pos, known.reaching[at], known.tally))


def closed(pos: Position, side: str) -> frozenset[Hex]:
    """Land hexes that no zone of a side reaches as long as the same nations are neutral."""
    known, key = pos.context.zoneless, (side, pos.owned(NEUTRAL), pos.zone_terms)
    if key not in known:
        land = pos.context.land
        known[key] = frozenset(at for at in land if not pos.zone_reaches(side, at))
    return known[key]


def _strong(pos: Position, side: str, row: ZoneRow, without: Hex | None) -> Strong:
    """The units that have a zone by a row of the chart, by hex."""
    found: Strong = {}
    for at, units in pos.standing.sides[side].items():
        if at != without:
            strong = [u for u in units if pos.facts(u).body in row.sizes and pos.exerts(u)]
            if strong:
                found[at] = strong
    return found


def _of_row(pos: Position, row: ZoneRow, strong: Strong) -> frozenset[Hex]:
    found = _around(pos, strong)
    return frozenset(at for at in found if _within(pos, at, row.zones)) if row.zones else found


def _within(pos: Position, at: Hex, zones: tuple[str, ...]) -> bool:
    """True in some weather zones, everywhere when none are named."""
    return not zones or pos.zone_of(at) in zones


def _around(pos: Position, strong: Strong) -> frozenset[Hex]:
    fronts, ice = pos.context.fronts, pos.ice
    if pos.context.tracks.closing.isdisjoint(pos.state.weather.values()):
        found = zone(strong, fronts)
        return found.union(*map(ice.beyond, strong)) if ice.near else found
    wheels = [at for at, units in strong.items() if all(_on_wheels(pos, unit) for unit in units)]
    reached_ = set(zone(strong.keys() - wheels, fronts))
    reached_.update(near for at in strong.keys() - wheels for near in ice.beyond(at))
    under, tracks = conditions(pos), pos.context.tracks
    for at in wheels:
        around = fronts[at] + ice.beyond(at)
        reached_.update(near for near in around if tracks.open_ground(under, at, near))
    return frozenset(reached_)


def _on_wheels(pos: Position, unit: UnitId) -> bool:
    return mobility_of(pos.facts(unit)) is Mobility.HEAVY
