"""The order of battle of a module that Sandtable wrote, set up as the module now has it.

Pieces are known by their numbers. What was moved, added or taken out with VASSAL counts; all else
is as it was written: formations, the schedule, areas of set-up.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import oob.formats.text
from maps.files.reading import LARGEST, text_of
from maps.formats.vassal.archive import Archive
from maps.formats.vassal.boards import ModuleBoard
from maps.formats.vassal.own import ORDER_FILE, Own, own_of
from maps.hexgrid import Hex
from maps.model import GameMap
from oob.formats.vassal.orders import Places, Slot, add_pieces
from oob.formats.vassal.pieces import fields_of
from oob.model import OrderOfBattle, SetUp, UnitId


def spot_of(place: str, board: GameMap) -> Hex | str | None:
    """The hex or the box a place of set-up is on a board; None for an area or an unknown one."""
    if place in board.boxes:
        return place
    for ident, box in board.boxes.items():
        if box.name == place:
            return ident
    try:
        at = board.parse_label(place)
    except ValueError:
        return None
    return at if at in board.terrain else None


def own_order(
    archive: Archive, slots: Sequence[Slot], boards: Sequence[ModuleBoard]
) -> OrderOfBattle | None:
    """The order of battle, None for a module of somebody else. Raises KnownError when broken."""
    own = own_of(archive)
    if own is None or not archive.has(ORDER_FILE):
        return None
    where = f"{archive.name}, {ORDER_FILE}"
    order = oob.formats.text.loads(text_of(archive.read(ORDER_FILE, LARGEST), where), where)
    known: dict[UnitId, str | None] = {}
    added = []
    places = Places(boards)
    for slot in slots:
        number = _number(slot)
        unit = UnitId(own.units[number - 1]) if 0 < number <= len(own.units) else UnitId("")
        if unit not in order.units or unit in known:
            added.append(slot)
        else:
            known[unit] = _untouched(slot, own, boards) or places.of(slot)
    _leave_out(order, known)
    if boards:
        order.setups = _set_up(order, known, boards[0].map)
    if added:
        add_pieces(order, added, boards)
    return order


def _untouched(slot: Slot, own: Own, boards: Sequence[ModuleBoard]) -> str | None:
    """The place of a piece that lies on the very point where such pieces are put; else None.

    Boxes may lie over hexes, so that a point alone does not always tell which is meant.
    """
    if slot.at is None or not boards:
        return None
    spot = round(slot.at[0]), round(slot.at[1])
    for x, y, box in own.boxes:
        if spot == (x, y) and box in boards[0].map.boxes:
            return box
    at = boards[0].hex_at(*slot.at)
    if at is None:
        return None
    centre = boards[0].centre(at)
    near = max(abs(centre.x - spot[0]), abs(centre.y - spot[1])) <= 0.5
    return boards[0].map.label(at) if near else None


def _number(slot: Slot) -> int:
    fields = fields_of(slot.piece.traits[-1].state, ";")
    text = fields[3] if len(fields) > 3 else ""
    return int(text) if text.isdigit() and len(text) < 7 else 0


def _leave_out(order: OrderOfBattle, known: Collection[UnitId]) -> None:
    """Leave out the units whose pieces are no longer in the module."""

    def left(units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
        return tuple(unit for unit in units if unit in known)

    if len(known) == len(order.units):
        return
    order.units = {ident: unit for ident, unit in order.units.items() if ident in known}
    order.schedule = [
        replace(entry, units=left(entry.units), replaces=left(entry.replaces))
        for entry in order.schedule
        if left(entry.units)
    ]
    order.choices = [
        replace(choice, count=min(choice.count, len(left(choice.units))), units=left(choice.units))
        for choice in order.choices
        if left(choice.units)
    ]


def _set_up(
    order: OrderOfBattle, known: Mapping[UnitId, str | None], board: GameMap
) -> list[SetUp]:
    """The places of set-up: as they were for pieces that were not moved, new ones for the rest."""
    found: list[SetUp] = []
    settled: set[UnitId] = set()
    for setup in order.setups:
        spot = spot_of(setup.place, board)
        units = []
        for unit in setup.units:
            if unit not in known:
                continue
            place = known[unit]
            now = spot_of(place, board) if place is not None else None
            if now == spot:
                units.append(unit)
                settled.add(unit)
        if units:
            found.append(replace(setup, units=tuple(units)))
    moved: dict[str, list[UnitId]] = {}
    for unit, place in known.items():
        if place is not None and unit not in settled:
            moved.setdefault(place, []).append(unit)
    return [*found, *(SetUp(place, tuple(units)) for place, units in moved.items())]
