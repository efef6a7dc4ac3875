"""Reinforcements that appear by turns in the cities of a place, or one of a type in each
(FE-34A2.1, 34A2.8).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import compress

from engine.core.state import Location
from engine.systems.europa.charts.place_charts import PlaceRow
from engine.systems.europa.state.constants import FRESH
from engine.systems.europa.state.position import Position
from engine.systems.europa.supply import supply_status
from maps.hexgrid import Hex
from oob.model import UnitId

NEW = frozenset({FRESH})
"""What marks those who have appeared in this phase."""


def open_now(pos: Position, unit: UnitId, found: tuple[Location, ...]) -> tuple[Location, ...]:
    """Those of the places of a reinforcement where its place word lets it appear now."""
    row = row_of(pos, unit)
    if row is None or not (row.linked or row.single or row.cycle):
        return found
    kind = pos.context.units[unit]
    key = ("open now", row.id, kind.type, kind.size)
    return pos.once(key, lambda: _open_now(pos, unit, found, row))


def open_in_turn(pos: Position, unit: UnitId, found: tuple[Location, ...]) -> tuple[Location, ...]:
    """Those of the places where it may appear now or in a later round: whether any of them has
    room tells whether any has of those that are open now, for cities without room miss their turn.
    """
    row = row_of(pos, unit)
    if row is None or not row.cycle:
        return open_now(pos, unit, found)
    return _before_rounds(pos, unit, found, row)


def _open_now(
    pos: Position, unit: UnitId, found: tuple[Location, ...], row: PlaceRow
) -> tuple[Hex, ...]:
    """The same for all reinforcements of the kind of one."""
    hexes = _before_rounds(pos, unit, found, row)
    return _next(pos, unit, hexes) if row.cycle else hexes


def _before_rounds(
    pos: Position, unit: UnitId, found: tuple[Location, ...], row: PlaceRow
) -> tuple[Hex, ...]:
    """The hexes of any round."""
    entry, side = pos.arrival(unit), pos.side(unit)
    key = ("linked hexes", row.id, entry.place if entry is not None else "", side)
    within = _lines(pos, side, row.linked) if row.linked else None
    hexes = pos.shared(key, (found, within), lambda: _linked_hexes(pos, found, within))
    return _singly(pos, unit, hexes, row) if row.single else hexes


def _linked_hexes(
    pos: Position, found: tuple[Location, ...], within: int | None
) -> tuple[Hex, ...]:
    """The hexes among some places, those of a set if there is one."""
    hexes = [at for at in found if isinstance(at, Hex)]
    if within is not None:
        bit = pos.context.supply_graph.bits.bit
        hexes = [at for at in hexes if bit[at] & within]
    return tuple(hexes)


def has_room(pos: Position, unit: UnitId, at: Hex) -> bool:
    """Whether a reinforcement fits into a hex."""
    return not pos.tight(pos.side(unit), at) or pos.fits(at, (unit,))


def later(pos: Position, unit: UnitId) -> bool:
    """Whether a reinforcement that finds no room comes on a later turn (FE-34A2.8)."""
    row = row_of(pos, unit)
    return row is not None and row.single == "type"


def row_of(pos: Position, unit: UnitId) -> PlaceRow | None:
    """The place word of a reinforcement, None where it comes otherwise."""
    return pos.context.place_rows.get(unit)


def kinds(pos: Position) -> Mapping[UnitId, tuple[str, ...]]:
    """What tells reinforcements apart where they may appear: the words of their places, and type
    and size where these count.
    """
    return pos.shared("kinds of reinforcements", (pos.arrivals,), lambda: _kinds(pos))


def _kinds(pos: Position) -> Mapping[UnitId, tuple[str, ...]]:
    found, crowding = {}, pos.context.charts.replacements.crowding
    for unit, kind in pos.context.units.items():
        entry, listed = pos.arrival(unit), pos.context.arrivals.get(unit)
        word = entry.place if entry is not None else pos.context.regions.get(unit, "")
        printed = listed.place if listed is not None else ""
        row = row_of(pos, unit)
        singly = crowding or (row is not None and row.single)
        found[unit] = (word, printed, *((kind.type, kind.size.value) if singly else ()))
    return found


def _linked(pos: Position, side: str, at: Hex, how: str) -> bool:
    return bool(pos.context.supply_graph.bits.bit[at] & _lines(pos, side, how))


def _lines(pos: Position, side: str, how: str) -> int:
    """The hexes with lines of the kind that a place word asks for."""
    return connected(pos, side) if how == "unisolated" else _supplied(pos, side)


def connected(pos: Position, side: str) -> int:
    """The hexes from which a line over land, however long, leads to a full source of a side."""
    return pos.once(("connected", side), lambda: _connected(pos, side))


def _connected(pos: Position, side: str) -> int:
    terms, sources = supply_status.terms(pos, side), pos.sources(side)

    def work() -> int:
        regular = (source for source in sources if source.regular)
        hexes = supply_status.seeds(pos.context, regular)
        return pos.context.supply_graph.joined(hexes, terms)

    return pos.shared(("connected", side), (terms, sources), work)


def _supplied(pos: Position, side: str) -> int:
    return supply_status.full(pos, side)[frozenset()].hexes


def _mates(pos: Position, unit: UnitId) -> Iterable[UnitId]:
    """The other units that have appeared in this phase by the same place word."""
    arrivals = pos.context.arrivals
    place = arrivals[unit].place
    fresh = pos.standing.marked(NEW)
    if not fresh:
        return ()
    mates = pos.context.shared.once(("by place", place), (), lambda: _of_place(pos, place))
    return [mate for mate in mates if mate in fresh and mate != unit]


def _of_place(pos: Position, place: str) -> tuple[UnitId, ...]:
    return tuple(unit for unit, entry in pos.context.arrivals.items() if entry.place == place)


def _singly(pos: Position, unit: UnitId, hexes: tuple[Hex, ...], row: PlaceRow) -> tuple[Hex, ...]:
    """The hexes where no other unit of the word, or of its type, has appeared in this turn."""
    units = pos.context.units
    taken = {
        pos.piece(mate).at
        for mate in _mates(pos, unit)
        if row.single == "unit" or units[mate].type == units[unit].type
    }
    return tuple([at for at in hexes if at not in taken]) if taken else hexes


def _next(pos: Position, unit: UnitId, hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The cities whose turn it is after what has appeared by the same place word."""
    mates = [pos.piece(mate).at for mate in _mates(pos, unit)]
    return by_rounds(pos, unit, hexes, Counter([at for at in mates if isinstance(at, Hex)]))


def by_rounds(
    pos: Position, unit: UnitId, hexes: Iterable[Hex], served: Mapping[Hex, int]
) -> tuple[Hex, ...]:
    """The cities whose turn it is: of those with room, the fewest rounds ``served`` first, among
    these major cities, then others, then isolated ones (FE-34A2.1).
    """
    bit, joined = pos.context.supply_graph.bits.bit, connected(pos, pos.side(unit))
    majors, cities = pos.context.major_cities, tuple(hexes)
    isolated = [not bit[at] & joined for at in cities]
    rounds = [
        (served.get(at, 0), alone, not alone and at not in majors)
        for at, alone in zip(cities, isolated, strict=True)
    ]
    for one in sorted({*rounds}):
        equals = compress(cities, map(one.__eq__, rounds))
        roomy = tuple([at for at in equals if has_room(pos, unit, at)])
        if roomy:
            return roomy
    return ()


def unisolated(pos: Position, side: str, at: Hex) -> bool:
    """Whether a line over land, however long, leads from a hex to a full source of a side."""
    return _linked(pos, side, at, "unisolated")
