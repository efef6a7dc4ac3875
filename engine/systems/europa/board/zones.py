"""Where zones of control reach: over open hexsides, not into ground a unit may not enter (BF-5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.change import changed_pieces
from engine.core.state import Piece
from engine.rules.board.zoc import zone
from engine.systems.europa.charts.movement_charts import Mobility, WeakRow, ZoneKind, ZoneRow
from engine.systems.europa.movement.costs import conditions, mobility_of
from engine.systems.europa.state.constants import ADMIN, NEUTRAL
from maps.hexgrid import Hex
from oob.model import UnitId

Strong = dict[Hex, list[UnitId]]
"""Units with zones of control, by hex."""

REMEMBERED = 12
"""How many zones are kept."""
MANY = 24
"""Units that changed from which on zones are worked out from nothing."""

if TYPE_CHECKING:
    from engine.systems.europa.state.position import Position


def reached(pos: Position, side: str, without: Hex | None = None) -> frozenset[Hex]:
    """The hexes that the zones of a side's units reach, those in one hex perhaps aside (BF-5)."""
    found: set[Hex] = set()
    for row in pos.context.charts.movement.zones:
        found |= _of_row(pos, row, _strong(pos, side, row, without))
    return frozenset(found) - closed(pos, side)


def unreduced(pos: Position, side: str, without: Hex | None = None) -> frozenset[Hex]:
    """The hexes that full zones of a side's units reach."""
    chart, turn = pos.context.charts.movement, pos.state.turn
    if any(row.kind is not ZoneKind.FULL for row in chart.zones):
        return _unreduced_by_row(pos, side, without)
    reaching = _known(pos, side).reaching
    found: set[Hex] = set()
    for at, units in pos.standing.sides[side].items():
        if at == without or not reaching.get(at):
            continue
        alike: dict[tuple[WeakRow, ...], list[UnitId]] = {}
        for unit in units:
            nation, out = pos.nation(unit), pos.turns_out(unit)
            weak = tuple([one for one in chart.weak if one.holds(nation, turn, out)])
            alike.setdefault(weak, []).append(unit)
        for weak, group in alike.items():
            reach = reaching[at] if len(alike) == 1 else _from(pos, at, tuple(group))
            found.update(_strengthened(pos, reach, weak))
    return frozenset(found) - closed(pos, side)


def _strengthened(pos: Position, reach: frozenset[Hex], weak: tuple[WeakRow, ...]) -> Iterable[Hex]:
    """The hexes of a reach in which none of some rows makes the zone a reduced one."""
    if not weak:
        return reach
    return [at for at in reach if not any(_within(pos, at, one.zones) for one in weak)]


def _unreduced_by_row(pos: Position, side: str, without: Hex | None) -> frozenset[Hex]:
    """The same where the chart has reduced zones of their own."""
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
    """The zones of a side, as :func:`reached` finds them: worked out once for all states with the
    same pieces, weather and neutrals, and brought up to date from the last ones where units have
    changed.
    """
    state, neutral = pos.state, pos.owned(NEUTRAL)
    known, base = pos.context.zones_known, None
    for one in known:
        if one.side == side and one.weather == state.weather and one.joined == state.joined:
            same = one.pieces is state.pieces and one.terms == pos.zone_terms
            if same and one.neutral == neutral:
                return one.zone
            base = base or one
    found = _derived(pos, base, side) if base is not None else None
    known.insert(0, found or _zones(pos, side))
    del known[REMEMBERED:]
    return known[0].zone


@dataclass(frozen=True, slots=True)
class Zones:
    """The zones of a side with what they depend on: what each hex reaches, and from how many hexes
    each is reached.
    """

    side: str
    pieces: Mapping[UnitId, Piece]
    weather: Mapping[str, str]
    joined: Mapping[str, str]
    neutral: frozenset[Hex]
    terms: str
    reaching: Mapping[Hex, frozenset[Hex]]
    counts: Mapping[Hex, int]
    zone: frozenset[Hex]


def _zones(pos: Position, side: str) -> Zones:
    """The zones of a side, worked out from nothing."""
    return _of_stacks(pos, side, {}, {}, pos.standing.sides[side])


def _derived(pos: Position, base: Zones, side: str) -> Zones | None:
    """The zones of a side from those of other pieces; None where too much has changed."""
    before, after = base.pieces, pos.state.pieces
    if before.keys() != after.keys():
        return None
    changed = changed_pieces(before, after)
    if len(changed) > MANY:
        return None
    places = [at for unit in changed for at in (before[unit].at, after[unit].at)]
    touched = dict.fromkeys([at for at in places if isinstance(at, Hex)])
    return _of_stacks(pos, side, base.reaching, base.counts, touched)


def _of_stacks(
    pos: Position,
    side: str,
    reaching: Mapping[Hex, frozenset[Hex]],
    counts: Mapping[Hex, int],
    touched: Iterable[Hex],
) -> Zones:
    """Zones brought up to date where stacks have changed."""
    stacks, reach, times = pos.standing.sides[side], dict(reaching), dict(counts)
    nothing: frozenset[Hex] = frozenset()
    for at in touched:
        old = reach.get(at, nothing)
        new = _from(pos, at, stacks[at]) if at in stacks else nothing
        if new == old:
            continue
        for near in old - new:
            times[near] -= 1
            if not times[near]:
                del times[near]
        for near in new - old:
            times[near] = times[near] + 1 if near in times else 1
        reach[at] = new
    state, zone_ = pos.state, frozenset(times) - closed(pos, side)
    neutral = pos.owned(NEUTRAL)
    terms = pos.zone_terms
    return Zones(
        side, state.pieces, state.weather, state.joined, neutral, terms, reach, times, zone_
    )


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
    return "" if ADMIN in pos.state.pieces[unit].marks else pos.facts(unit).body


def without(pos: Position, side: str, at: Hex) -> frozenset[Hex]:
    """The zones of a side but for those of its units in one hex."""
    zone_, known = remembered(pos, side), _known(pos, side)
    if at not in known.reaching:
        return zone_
    return zone_.difference([near for near in known.reaching[at] if known.counts[near] == 1])


def _known(pos: Position, side: str) -> Zones:
    """What is remembered of the zones of a side."""
    zone_ = remembered(pos, side)
    return next(one for one in pos.context.zones_known if one.zone is zone_)


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
    fronts = pos.context.fronts
    if pos.context.tracks.closing.isdisjoint(pos.state.weather.values()):
        return zone(strong, fronts)
    wheels = [at for at, units in strong.items() if all(_on_wheels(pos, unit) for unit in units)]
    found = set(zone(strong.keys() - wheels, fronts))
    under, tracks = conditions(pos), pos.context.tracks
    for at in wheels:
        found.update(near for near in fronts[at] if tracks.open_ground(under, at, near))
    return frozenset(found)


def _on_wheels(pos: Position, unit: UnitId) -> bool:
    return mobility_of(pos.facts(unit)) is Mobility.HEAVY
