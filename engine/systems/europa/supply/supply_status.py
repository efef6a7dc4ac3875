"""Who is in supply: the nets of a side's sources, and the verdict of an initial phase (BF-12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from engine.frozen import dataclass
from engine.systems.europa.board.bitmaps import union
from engine.systems.europa.board.zones import zones_of
from engine.systems.europa.state.common import Work, now
from engine.systems.europa.state.constants import NEUTRAL, OUT, SIDES, other
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.source import Source
from engine.systems.europa.state.units import TRUCK
from engine.systems.europa.supply.allocation import Claim, ration
from engine.systems.europa.supply.nets import OVERLAND, SPECIAL, Band, Net, Terms
from maps.hexgrid import Hex
from oob.model import UnitId

LACKING = frozenset({OUT})
"""What marks those who are out of supply."""


@dataclass(frozen=True, slots=True)
class Feeding:
    """What feeds a side's units in hexes now.

    ``nets`` are nets of sources without limit, by the nations that may use them (none: all).
    ``draws`` are the limited sources units draw on; ``out`` are units that
    nothing feeds.
    """

    nets: Mapping[frozenset[str], Net]
    draws: Mapping[UnitId, Source]
    out: tuple[UnitId, ...]


def terms(pos: Position, side: str) -> Terms:
    """Where a side's supply lines may run now, and how long they may be (BF-12A, 12B); worked out
    once for a position, and the very same as in the last one where nothing of them has changed.
    """
    key = ("supply terms", side)
    return pos.once(key, lambda: pos.context.shared.same(key, _terms(pos, side)))


def _terms(pos: Position, side: str) -> Terms:
    supply_graph, enemy = pos.context.supply_graph, other(side)
    mask, held = supply_graph.masks.of, pos.held
    blocking = mask(("held", enemy), held[enemy])
    overlooked = pos.overlooked(enemy)
    if overlooked:
        blocking &= ~supply_graph.bits.mask(overlooked)
    barred = blocking | (zones_of(pos, enemy).mask & ~mask(("held", side), held[side]))
    barred |= mask(("untraced", side), pos.untraced(side))
    owned, neutral = (mask(("owned", one), pos.owned(one)) for one in (side, NEUTRAL))
    return Terms(
        open=supply_graph.bits.all & ~barred & ~neutral,
        owned=owned & ~barred,
        bands=bands(pos),
        passable=mask(("carried past", side), pos.carried_past(side)) & ~barred,
        frozen=pos.context.charts.supply.frozen(pos.state.weather, pos.river_ice),
        trucks=mask(("trucks", side), pos.trucks(side)),
        opened=pos.traceable(side),
        cut=pos.watched(side),
        lines=pos.supply_lines(side),
    )


def bands(pos: Position) -> tuple[Band, ...]:
    """The hexes of the board from the weather that allows the longest lines to that which allows
    the shortest, with the lengths elements may have there; weather and zones with the same lengths
    are one.
    """
    return pos.shared("bands", (pos.state.weather,), lambda: _bands(pos))


def _bands(pos: Position) -> tuple[Band, ...]:
    zones, known = pos.context.charts.weather.zones, pos.skies
    chart, by_lengths = pos.context.charts.supply, dict[tuple[tuple[str, int], ...], int]()
    for zone, hexes in pos.context.supply_graph.zones.items():
        named = zone if zone in zones else zones[0]
        kind = pos.state.weather.get(named) or known.best
        lengths = tuple(chart.lengths(known, kind, named).items())
        by_lengths[lengths] = by_lengths.get(lengths, 0) | hexes
    found, left = list[Band](), pos.context.supply_graph.bits.all
    for lengths in sorted(by_lengths, key=lambda key: tuple(n for _, n in key)):
        found.append(Band(left, dict(lengths)))
        left &= ~by_lengths[lengths]
    return tuple(reversed(found))


def seeds(context: Context, sources: Iterable[Source]) -> Iterator[Hex]:
    """The hexes sources feed from: their own, or for a box the hexes it lies next to on land."""
    for source in sources:
        if isinstance(source.at, Hex):
            yield source.at
        elif source.at in context.gateways:
            yield context.gateways[source.at]


def feeding(pos: Position, side: str) -> Feeding:
    """What feeds a side's units now; worked out once for a position."""
    return pos.once(("feeding", side), lambda: _feeding(pos, side))


def full(pos: Position, side: str) -> Mapping[frozenset[str], Net]:
    """How far the full sources of a side reach, by the nations they feed; worked out once for all
    positions with the same terms and sources.
    """
    return pos.once(("full", side), lambda: _full(pos, side))


def _full(pos: Position, side: str) -> Mapping[frozenset[str], Net]:
    bound = terms(pos, side)
    known, work = (bound, pos.sources(side)), partial(nets, pos, side, bound)
    return pos.shared(("full", side), known, work)


def nets(
    pos: Position, side: str, bound: Terms, kept: Mapping[frozenset[str], Net] | None = None
) -> Mapping[frozenset[str], Net]:
    """How far the full sources of a side would reach under some terms, by the nations they feed;
    ``kept`` are those that are known to be as they were.
    """
    same, graph, sources = kept or {}, pos.context.supply_graph, pos.sources(side)
    groups = pos.shared(("full sources", side), (sources,), lambda: _groups(pos.context, sources))
    return {
        nations: same[nations] if nations in same else graph.net(hexes, bound)
        for nations, hexes in groups.items()
    }


def _groups(
    context: Context, sources: Iterable[Source]
) -> Mapping[frozenset[str], tuple[Hex, ...]]:
    """The hexes that full sources feed from, by the nations they feed; always those for all."""
    found: dict[frozenset[str], list[Source]] = {frozenset(): []}
    for source in sources:
        if source.regular:
            found.setdefault(source.nations, []).append(source)
    return {nations: tuple(seeds(context, members)) for nations, members in found.items()}


def unfed_by(pos: Position, side: str, reach: Mapping[frozenset[str], Net]) -> dict[UnitId, int]:
    """The units of a side in hexes, with these as bits, to which none of some nets leads."""
    graph, fed = pos.context.supply_graph, 0
    for nations, net in reach.items():
        fed |= 0 if nations else net.hexes
    bit, stacks = graph.bits.bit, pos.standing.sides[side]
    held = graph.masks.made_of(("stacks", side), stacks, stacks.units.keys)
    unfed = graph.bits.hexes(held & ~fed)
    hungry = {unit: bit[at] for at in unfed for unit in stacks.units[at]}
    for nations, net in reach.items():
        for unit, here in tuple(hungry.items()) if nations else ():
            if net.hexes & here and pos.nation(unit) in nations:
                del hungry[unit]
    return hungry


def _feeding(pos: Position, side: str) -> Feeding:
    reach = full(pos, side)
    hungry = unfed_by(pos, side, reach)
    draws = _unlimited(pos, side, hungry)
    limited = [source for source in pos.sources(side) if source.room is not None]
    if limited and hungry:
        draws |= _limited(pos, limited, terms(pos, side), hungry)
    afar = set(_boxed(pos, side, draws))
    lacking = (hungry.keys() | afar) - draws.keys()
    return Feeding(reach, draws, _in_order(pos, lacking))


def _in_order(pos: Position, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Units as the order of battle lists them."""
    return tuple(sorted(units, key=pos.standing.order.__getitem__))


def _unlimited(pos: Position, side: str, hungry: dict[UnitId, int]) -> dict[UnitId, Source]:
    """Who draws on a special source that feeds any number of units; they are hungry no longer
    (FE-12E1.1). Nobody would empty a truck for trucks alone.
    """
    draws: dict[UnitId, Source] = {}
    for source in pos.sources(side):
        if source.regular or source.room is not None or not hungry:
            continue
        reach = reach_of(pos.context, source, terms(pos, side))
        drawing = [unit for unit, here in hungry.items() if here & reach]
        if all(pos.facts(unit).body == TRUCK for unit in drawing):
            continue
        for unit in drawing:
            draws[unit] = source
            del hungry[unit]
    return draws


def _boxed(pos: Position, side: str, draws: dict[UnitId, Source]) -> Iterator[UnitId]:
    """Units in holding boxes that no source of the box feeds; who draws on a limited one of a box
    is added to ``draws`` (BF-12C2.5).
    """
    for box in pos.context.holding:
        hungry = [unit for unit in pos.boxed(box) if pos.side(unit) == side]
        if not hungry:
            continue
        sources = [source for source in pos.sources(side) if source.at == box]
        for source in sources:
            if source.regular:
                hungry = [unit for unit in hungry if not _serves(pos, source, unit)]
        limited = [source for source in sources if source.room is not None]
        claims = []
        for unit in hungry:
            numbers = tuple(n for n, one in enumerate(limited) if _serves(pos, one, unit))
            if numbers:
                claims.append(Claim(unit, pos.facts(unit), numbers))
        if claims:
            draws.update({unit: limited[n] for unit, n in ration(claims, limited).items()})
        yield from hungry


def boxed_source(pos: Position, unit: UnitId, box: str) -> Source | None:
    """The source of a holding box that feeds a unit there, None for none (BF-12C2.5)."""
    side = pos.side(unit)
    regular_ones = (one for one in pos.sources(side) if one.at == box and one.regular)
    found = next((one for one in regular_ones if _serves(pos, one, unit)), None)
    return found or feeding(pos, side).draws.get(unit)


def _serves(pos: Position, source: Source, unit: UnitId) -> bool:
    return not source.nations or pos.nation(unit) in source.nations


def _limited(
    pos: Position, limited: list[Source], bound: Terms, hungry: Mapping[UnitId, int]
) -> Mapping[UnitId, Source]:
    """Who draws on which limited source (BF-12C2.2, 12C3.5, BC-12C2)."""
    together = pos.context.supply_graph.net(seeds(pos.context, limited), bound).hexes
    near = _in_order(pos, (unit for unit, here in hungry.items() if here & together))
    if not near:
        return {}
    reach = _reaches(pos.context, limited, bound, union(tuple(hungry[unit] for unit in near)))
    claims = []
    for unit in near:
        numbers = tuple(
            number
            for number, source in enumerate(limited)
            if reach[number] & hungry[unit] and _serves(pos, source, unit)
        )
        if numbers:
            claims.append(Claim(unit, pos.facts(unit), numbers))
    return {unit: limited[number] for unit, number in ration(claims, limited).items()}


def _reaches(context: Context, limited: list[Source], bound: Terms, wanted: int) -> list[int]:
    """The hexes from which supply lines lead to each of some sources; of those that only lines over
    land lead to, none for a source that lies too far from all that are wanted.
    """
    bits = context.supply_graph.bits
    farthest = max(band.lengths.get(one, 0) for band in bound.bands for one in (OVERLAND, SPECIAL))
    near = wanted
    for _ in range(farthest):
        near |= bits.around(near)
    return [
        reach_of(context, source, bound)
        if not source.overland or bits.mask(seeds(context, (source,))) & near
        else 0
        for source in limited
    ]


def reach_of(context: Context, source: Source, bound: Terms) -> int:
    """The hexes from which a supply line leads to one source."""
    return source_net(context, source, bound).hexes


def source_net(context: Context, source: Source, bound: Terms) -> Net:
    """How far one source reaches."""
    special = source.overland and context.charts.supply.has(SPECIAL)
    return context.supply_graph.net(
        seeds(context, (source,)),
        bound,
        overland_only=source.overland,
        element=SPECIAL if special else OVERLAND,
    )


def in_supply(pos: Position, unit: UnitId) -> bool:
    """Whether a supply line leads to a unit now, or the source of its holding box
    serves it; units that are not in play lack nothing.
    """
    side, at = pos.side(unit), pos.piece(unit).at
    if not side or not (isinstance(at, Hex) or at in pos.context.holding):
        return True
    if isinstance(at, Hex) and _fully(pos, side, pos.nation(unit), at):
        return True
    return unit not in pos.once(("unfed", side), lambda: frozenset(feeding(pos, side).out))


def _fully(pos: Position, side: str, nation: str, at: Hex) -> bool:
    """Whether full sources feed units of a nation in a hex: costs less than to know who draws on
    others.
    """
    here = pos.context.supply_graph.bits.bit.get(at, 0)
    return any(
        net.hexes & here and (not nations or nation in nations)
        for nations, net in full(pos, side).items()
    )


def regular(pos: Position, unit: UnitId) -> bool:
    """Whether a unit is in supply now from a regular source, limited or not (FE-12E.2, 28D.5)."""
    side = pos.side(unit)
    if not side or not in_supply(pos, unit):
        return in_supply(pos, unit)
    source = feeding(pos, side).draws.get(unit)
    return source is None or not source.overland


def isolated(pos: Position, unit: UnitId) -> bool:
    """Whether no line over land, however long, leads to a unit from any source that serves it by
    rail and road too; never off the map.
    """
    side, at = pos.side(unit), pos.piece(unit).at
    if not side or not isinstance(at, Hex):
        return False
    return not joined(pos, side, pos.nation(unit), at)


def joined(pos: Position, side: str, nation: str, at: Hex) -> bool:
    """Whether a line over land, however long, joins a hex to a source that serves a nation by rail
    and road too: what lies there is not isolated.
    """
    return bool(_joined(pos, side, nation) & pos.context.supply_graph.bits.bit[at])


def _joined(pos: Position, side: str, nation: str) -> int:
    """The hexes that some line over land joins to a source that serves a nation."""
    return pos.once(("joined", side, nation), lambda: _joined_to(pos, side, nation))


def _joined_to(pos: Position, side: str, nation: str) -> int:
    bound, sources = terms(pos, side), pos.sources(side)

    def work() -> int:
        serving = (
            source
            for source in sources
            if not source.overland and (not source.nations or nation in source.nations)
        )
        return pos.context.supply_graph.joined(seeds(pos.context, serving), bound)

    return pos.shared(("joined", side, nation), (bound, sources), work)


def judge(context: Context, transition: Work) -> None:
    """Fix both sides' supply for the whole player turn (BF-12B.1, 12B.2), and count how many such
    in a row units have been out of it.
    """
    pos = now(context, transition)
    out = frozenset(unit for side in SIDES for unit in feeding(pos, side).out) - pos.fed
    others = _in_order(pos, out ^ pos.standing.marked(LACKING))
    pieces = pos.state.pieces
    changed = {u: replace(pieces[u], marks=pieces[u].marks ^ LACKING) for u in others}
    if changed:
        transition.state = transition.state.with_pieces(changed)
    old = transition.state.unfed
    unfed = {unit: old.get(unit, 0) + 1 for unit in _in_order(pos, out | pos.draining)}
    if unfed != old:
        transition.set(unfed=unfed)
    for word, topic in (("out of supply", True), ("supplied again", False)):
        units = tuple(u for u, piece in changed.items() if (OUT in piece.marks) is topic)
        if units and not pos.all_fed:
            transition.tell(word, context.cite("supply judged"), units=units)
    pos.judged(transition)


def age_deliveries(context: Context, transition: Work) -> None:
    """As an initial phase closes, delivered supplies that have lain long enough go (BF-12C3.3)."""
    old = transition.state.deliveries
    if not old:
        return
    most = context.charts.supply.delivered_phases
    left = {at: replace(found, phases=found.phases + 1) for at, found in old.items()}
    transition.set(deliveries={at: found for at, found in left.items() if found.phases < most})
    for at, found in left.items():
        if found.phases >= most:
            rule = context.cite("delivered supply gone")
            transition.tell("supplies used up", rule, at=at, amount=found.amount)
