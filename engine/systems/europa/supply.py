"""Who is in supply: the nets of a side's sources, and the verdict of an initial phase (BF-12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.systems.europa.common import Work, now
from engine.systems.europa.lanes import Net, Terms
from engine.systems.europa.position import Position, Source
from engine.systems.europa.rationing import Claim, ration
from engine.systems.europa.table import Table
from engine.systems.europa.words import NEUTRAL, OUT, SIDES, Weather, other
from maps.hexgrid import Hex
from oob.model import UnitId

NEXT_TO = 1
"""How far a holding box lies from the hex it feeds into, when it lies on land (BF-28B1d.1)."""


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
    """Where a side's supply lines may run now, and how long they may be (BF-12A, 12B)."""
    lanes, foe = pos.table.lanes, other(side)
    mask = lanes.bits.mask
    mine = mask(pos.held[side])
    barred = mask(pos.held[foe]) | (mask(pos.zoc(foe)) & ~mine)
    owned, neutral = holdings(pos, side)
    chart = pos.table.charts.supply
    return Terms(
        open=lanes.bits.all & ~barred & ~neutral,
        owned=owned & ~barred,
        bad=bad_weather(pos),
        clear=chart.clear(),
        poor=chart.poor(),
    )


def holdings(pos: Position, side: str) -> tuple[int, int]:
    """The hexes a side owns, and those that neutrals own (BF-3D)."""
    lanes, joined = pos.table.lanes, pos.state.joined
    owned = neutral = 0
    for nation, hexes in lanes.holdings.items():
        owner = joined.get(nation, NEUTRAL)
        if owner == side:
            owned |= hexes
        elif owner == NEUTRAL:
            neutral |= hexes
    bit = lanes.bits.bit
    for at, owner in pos.state.taken.items():
        here = bit[at]
        owned = owned | here if owner == side else owned & ~here
        neutral = neutral | here if owner == NEUTRAL else neutral & ~here
    return owned, neutral


def bad_weather(pos: Position) -> int:
    """The hexes that lie in poor weather, winter included."""
    zones = pos.table.charts.weather.zones
    found = 0
    for zone, hexes in pos.table.lanes.zones.items():
        named = zone if zone in zones else zones[0]
        if pos.state.weather.get(named, Weather.CLEAR).bad:
            found |= hexes
    return found


def seeds(table: Table, sources: Iterable[Source]) -> Iterator[Hex]:
    """The hexes sources feed from: their own, or for a box the hexes it lies next to on land."""
    for source in sources:
        if isinstance(source.at, Hex):
            yield source.at
            continue
        box = table.map.boxes.get(source.at)
        for link in box.links if box is not None else ():
            if link.distance == NEXT_TO and link.target not in table.map.boxes:
                yield table.hex_of(link.target)


def feeding(pos: Position, side: str) -> Feeding:
    """What feeds a side's units now; worked out once for a position."""
    key = ("feeding", side)
    if key not in pos.known:
        pos.known[key] = _feeding(pos, side)
    found: Feeding = pos.known[key]
    return found


def full(pos: Position, side: str) -> Mapping[frozenset[str], Net]:
    """How far the full sources of a side reach, by the nations they feed; worked out once for a
    position.
    """
    key = ("full", side)
    if key not in pos.known:
        groups: dict[frozenset[str], list[Source]] = {frozenset(): []}
        for source in pos.sources(side):
            if source.room is None:
                groups.setdefault(source.nations, []).append(source)
        bound, lanes = terms(pos, side), pos.table.lanes
        pos.known[key] = {
            nations: lanes.net(seeds(pos.table, members), bound)
            for nations, members in groups.items()
        }
    found: Mapping[frozenset[str], Net] = pos.known[key]
    return found


def _feeding(pos: Position, side: str) -> Feeding:
    bit = pos.table.lanes.bits.bit
    hungry = {unit: bit[at] for at, units in pos.standing.sides[side].items() for unit in units}
    nets = full(pos, side)
    for nations, net in nets.items():
        for unit, here in tuple(hungry.items()):
            if net.hexes & here and (not nations or pos.nation(unit) in nations):
                del hungry[unit]
    limited = [source for source in pos.sources(side) if source.room is not None]
    draws = _limited(pos, limited, terms(pos, side), hungry) if limited and hungry else {}
    out = tuple(unit for unit in pos.state.pieces if unit in hungry and unit not in draws)
    return Feeding(nets, draws, out)


def _limited(
    pos: Position, limited: list[Source], bound: Terms, hungry: Mapping[UnitId, int]
) -> Mapping[UnitId, Source]:
    """Who draws on which limited source (BF-12C2.2, 12C3.5, BC-12C2)."""
    together = pos.table.lanes.net(seeds(pos.table, limited), bound).hexes
    near = [unit for unit in pos.state.pieces if hungry.get(unit, 0) & together]
    if not near:
        return {}
    reach = [reach_of(pos.table, source, bound) for source in limited]
    claims = []
    for unit in near:
        numbers = tuple(
            number
            for number, source in enumerate(limited)
            if reach[number] & hungry[unit]
            and (not source.nations or pos.nation(unit) in source.nations)
        )
        if numbers:
            claims.append(Claim(unit, pos.facts(unit), numbers))
    return {unit: limited[number] for unit, number in ration(claims, limited).items()}


def reach_of(table: Table, source: Source, bound: Terms) -> int:
    """The hexes from which a supply line leads to one source."""
    return table.lanes.net(seeds(table, (source,)), bound, overland_only=source.overland).hexes


def in_supply(pos: Position, unit: UnitId) -> bool:
    """Whether a supply line leads to a unit as things stand now; off the map one always does."""
    side = pos.side(unit)
    if not side or not isinstance(pos.piece(unit).at, Hex):
        return True
    return unit not in feeding(pos, side).out


def isolated(pos: Position, unit: UnitId) -> bool:
    """Whether no line over land, however long, leads to a unit from any source that serves it by
    rail and road too; never off the map.
    """
    side, at = pos.side(unit), pos.piece(unit).at
    if not side or not isinstance(at, Hex):
        return False
    nation, lanes = pos.nation(unit), pos.table.lanes
    sources = (
        source
        for source in pos.sources(side)
        if not source.overland and (not source.nations or nation in source.nations)
    )
    joined = lanes.joined(seeds(pos.table, sources), terms(pos, side).open)
    return not joined & lanes.bits.bit[at]


def judge(table: Table, doing: Work) -> None:
    """Fix both sides' supply for the whole player turn (BF-12B.1, 12B.2), and count how many such
    in a row units have been out of it.
    """
    pos = now(table, doing)
    out = frozenset(unit for side in SIDES for unit in feeding(pos, side).out)
    changed = {}
    for unit, piece in doing.state.pieces.items():
        if (OUT in piece.marks) != (unit in out):
            changed[unit] = replace(piece, marks=piece.marks ^ {OUT})
    if changed:
        doing.state = doing.state.with_pieces(changed)
    old = doing.state.unfed
    unfed = {unit: old.get(unit, 0) + 1 for unit in doing.state.pieces if unit in out}
    if unfed != old:
        doing.set(unfed=unfed)
    for word, topic in (("out of supply", True), ("supplied again", False)):
        units = tuple(u for u, piece in changed.items() if (OUT in piece.marks) is topic)
        if units:
            doing.tell(word, table.cite("supply judged"), units=units)


def age_deliveries(table: Table, doing: Work) -> None:
    """As an initial phase closes, delivered supplies lose one of their phases (BF-12C3.3)."""
    old = doing.state.deliveries
    if not old:
        return
    left = {at: replace(found, phases=found.phases - 1) for at, found in old.items()}
    doing.set(deliveries={at: found for at, found in left.items() if found.phases > 0})
    for at, found in left.items():
        if found.phases <= 0:
            rule = table.cite("delivered supply gone")
            doing.tell("supplies used up", rule, at=at, amount=found.amount)
