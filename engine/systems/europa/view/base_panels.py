"""Panels of what aircraft and ships need: airbases, ports, and the air units of the order of
battle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.state import Location
from engine.core.view.display import Display, Row
from engine.core.wording import counted
from engine.systems.europa.board import bases
from engine.systems.europa.state.constants import SIDES
from engine.systems.europa.state.position import Position
from engine.systems.europa.view import fronts
from engine.systems.europa.view.panels import NOTHING, box_titles, rows_later
from maps.hexgrid import Hex

AIR = "Air Units"
"""The word that begins air units in the notes of the order of battle."""
HAPPENS = {
    "reinforce": "arrive",
    "convert-from": "converted from",
    "convert-to": "converted to",
    "return": "return",
}
"""What happens to air units later, in words; other words stand for themselves."""
SMALL = "minor"
"""Ports that are listed only while they are damaged."""


def displays(pos: Position) -> tuple[Display, ...]:
    """Airbases, ports and air units. Most moves change nothing of them."""
    state = pos.state
    terms = *bases.terms(pos), state.hits, state.taken, state.joined, *pos.front_terms
    return pos.shared("base panels", terms, lambda: displays_from_nothing(pos))


def displays_from_nothing(pos: Position) -> tuple[Display, ...]:
    """The same, worked out whatever is known."""
    return (airbases(pos), ports(pos), air_units(pos))


def airbases(pos: Position) -> Display:
    """Airfields of both sides with their capacity and damage (BF-17)."""
    return Display("air:bases", "Airbases", rows_later(pos, _airbases))


def _airbases(pos: Position) -> list[Row]:
    context, state = pos.context, pos.state
    fields = sorted(context.fields | state.airfields | state.strips)
    rows: list[Row] = []
    for side in SIDES:
        mine = tuple(at for at in fields if pos.owner_of(at) == side)
        for part, places in fronts.by_front(pos, side, mine):
            depth = 1 if part else 0
            if part:
                rows.append(
                    Row(f"{pos.context.side_names[side]}: {part}", counted(len(places), "airbase"))
                )
            for at in places:
                name = pos.label(at) if part else f"{pos.context.side_names[side]}: {pos.label(at)}"
                rows.append(_airbase(pos, at, name, depth))
    rows += [_airbase(pos, box, box_titles(pos)[box]) for box in _boxes(pos)]
    return rows


def _airbase(pos: Position, at: Location, name: str, depth: int = 0) -> Row:
    on_map = at if isinstance(at, Hex) else None
    return Row(name, _worded(pos, bases.AIRBASE, at), hex=on_map, depth=depth)


def ports(pos: Position) -> Display:
    """Ports of both sides with size, capacity and damage (BF-26A3)."""
    return Display("naval:ports", "Ports", rows_later(pos, _ports))


def _ports(pos: Position) -> list[Row]:
    hexes = [
        at
        for at, size in sorted(pos.context.ports.items())
        if size != SMALL or bases.hits(pos, bases.PORT, at)
    ]
    places: tuple[Location, ...] = (*hexes, *_boxes(pos))
    return [
        Row(name, _worded(pos, bases.PORT, at), hex=at if isinstance(at, Hex) else None)
        for name, at in _by_side(pos, places)
    ]


def _boxes(pos: Position) -> Iterator[str]:
    return (box for box in pos.context.holding if box in pos.context.map.boxes)


def _by_side(pos: Position, places: tuple[Location, ...]) -> Iterator[tuple[str, Location]]:
    """Places with their names, those of each side together; neutral ones are left out."""
    for side in SIDES:
        for at in places:
            if isinstance(at, Hex) and pos.owner_of(at) == side:
                yield f"{pos.context.side_names[side]}: {pos.label(at)}", at
    for at in places:
        if isinstance(at, str):
            yield box_titles(pos)[at], at


def _worded(pos: Position, what: str, at: Location) -> str:
    """What a base or port can do now, and the hits it has taken."""
    if what == bases.PORT:
        size, left = bases.port_size(pos, at), bases.port_capacity(pos, at)
        text = "no limit" if left is None else f"{size}, {counted(left, 'RE')}"
    else:
        text = f"capacity {bases.capacity(pos, at)}"
        if isinstance(at, Hex) and at in pos.state.strips:
            text = f"temporary, {text}"
        if isinstance(at, str) and not bases.full_capacity(pos, at):
            text = "no limit"
    hits = bases.hits(pos, what, at)
    return f"{text}, {hits} {'hit' if hits == 1 else 'hits'}" if hits else text


def air_units(pos: Position) -> Display:
    """The air units of the order of battle: where they begin, or when they come."""
    return pos.context.shared.once("air units panel", (), lambda: _air_units(pos))


def _air_units(pos: Position) -> Display:
    found: dict[tuple[str, str], list[str]] = {}
    for name, text in pos.context.oob.notes.items():
        if not text.startswith(AIR):
            continue
        words = [word.strip() for word in name.partition(" ")[2].split("|")]
        turn, nation, heading, action = words[-4:]
        where = heading.rpartition("/")[2].strip()
        if action != "initial":
            where = f"{_later(turn)}: {HAPPENS.get(action, action)}"
        units = text.partition(":")[2].split("[")[0].strip()
        found.setdefault((nation, where), []).append(units)
    rows = tuple(
        Row(f"{nation}, {where}", ", ".join(_added(units)), tone="muted")
        for (nation, where), units in found.items()
    )
    return Display("air:units", "Air units of the order of battle", rows or (NOTHING,), "")


def _later(turn: str) -> str:
    """A turn as players read it: that of ``T+1 (Apr II 41)`` counts from intervention."""
    after, _, named = turn.partition(" ")
    if not (after.startswith("T+") and after[2:].isdecimal()):
        return turn
    return f"{counted(int(after[2:]), 'turn')} after Intervention {named}".rstrip()


def _added(units: Iterable[str]) -> list[str]:
    """Numbers of air units, those of one type together: ``6×Me 109E``."""
    found: dict[str, int] = {}
    for one in units:
        many, _, name = one.partition("×")
        is_told = bool(name) and many.isdecimal()
        key = name if is_told else one
        found[key] = found.get(key, 0) + (int(many) if is_told else 0)
    return [f"{many}×{name}" if many else name for name, many in found.items()]
