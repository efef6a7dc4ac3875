"""Ports and airbases as things that are built, damaged and repaired (BF-14A1, 17, 26A3)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.state import Location
from engine.systems.europa.board.board import CITY_RANK, MAJOR
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex

PORT, AIRBASE = "port", "airbase"


def key(context: Context, what: str, at: Location) -> str:
    """The name under which hits on a port or an airbase are kept."""
    return f"{what} {at if isinstance(at, str) else context.number(at)}"


def hits(pos: Position, what: str, at: Location) -> int:
    """Hits a port or an airbase has taken."""
    known = pos.state.hits
    return known.get(key(pos.context, what, at), 0) if known else 0


def damaged(
    context: Context, known: Mapping[str, int], what: str, at: Location, more: int
) -> Mapping[str, int]:
    """The hits on all ports and airbases with so many more on one, or fewer where ``more`` is
    negative, whatever did it: bombs, demolition, repair. The limits are the caller's to keep.
    """
    name = key(context, what, at)
    found = {**known, name: known.get(name, 0) + more}
    return {place: count for place, count in found.items() if count}


def port_size(pos: Position, at: Location) -> str:
    """The size of the port in a place, '' without one."""
    if isinstance(at, str):
        return pos.context.charts.ports.boxes.get(at, "")
    return pos.context.ports.get(at, "")


def port_capacity(pos: Position, at: Location) -> int | None:
    """Regimental equivalents a player turn that a port takes now; None without limit.

    Each hit takes one (BF-26A3.3). 0 where there is no port.
    """
    size = port_size(pos, at)
    if not size:
        return 0
    whole = pos.context.charts.ports.row(size).capacity
    return max(0, whole - hits(pos, PORT, at)) if whole else None


def most_port_hits(pos: Position, at: Location) -> int:
    """The most hits a port can take (BF-26A3.4)."""
    size = port_size(pos, at)
    return pos.context.charts.ports.row(size).hits if size else 0


def permanent(pos: Position, at: Hex) -> bool:
    """True where a permanent airfield is printed or has been built."""
    return at in pos.context.fields or at in pos.state.airfields


def terms(pos: Position) -> tuple[object, ...]:
    """All that :func:`full_capacity` looks at of the state."""
    state = pos.state
    return (state.airfields, state.strips, state.weather, pos.fortress_terms)


def full_capacity(pos: Position, at: Location) -> int:
    """The capacity of an airbase without hits, 0 where there is none: what is in the hex adds up
    (BF-17A). A box without limit counts 0 too; ask its row.
    """
    chart = pos.context.charts.airbases
    if isinstance(at, str):
        return chart.capacity(at)
    found = _lasting_capacity(pos, at)
    if at in pos.state.strips:
        found += chart.capacity("temporary", pos.weather_at(at))
    return found


def _lasting_capacity(pos: Position, at: Hex) -> int:
    """The same without a temporary airfield."""
    chart = pos.context.charts.airbases
    found = chart.capacity("permanent") if permanent(pos, at) else 0
    rank = pos.context.city_rank(at)
    if rank >= MAJOR:
        return found + chart.capacity("major")
    named = {CITY_RANK[kind]: kind for kind in ("reference", "dot")}
    if rank in named:
        return found + chart.capacity(named[rank])
    return found + chart.capacity(pos.fortress(at))


def fields(pos: Position) -> tuple[Hex, ...]:
    """The airbases of all sides in hexes, in order."""
    return pos.shared("fields", terms(pos), lambda: _fields(pos))


def _fields(pos: Position) -> tuple[Hex, ...]:
    built = (pos.state.airfields, pos.fortress_terms)
    lasting = pos.shared("lasting fields", built, lambda: _lasting_fields(pos))
    found = lasting.union(at for at in pos.state.strips if full_capacity(pos, at) > 0)
    return pos.context.shared.same("fields", tuple(sorted(found)))


def _lasting_fields(pos: Position) -> frozenset[Hex]:
    places = {*pos.context.cities, *pos.context.fields, *pos.state.airfields}
    return frozenset(at for at in places if _lasting_capacity(pos, at) > 0)


def capacity(pos: Position, at: Location) -> int:
    """The capacity of an airbase now: each hit takes one (BF-17D.2)."""
    return max(0, full_capacity(pos, at) - hits(pos, AIRBASE, at))
