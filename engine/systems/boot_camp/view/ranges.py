"""The ground that ships and airborne units cover now."""

from __future__ import annotations

from engine.core.view.ranges import Range, RangeKind, Subject, SubjectId
from engine.core.wording import counted
from engine.systems.boot_camp.air_and_sea import drops, naval
from engine.systems.boot_camp.state.constants import EASTERN_GREECE, MIDDLE_EAST, RHODES
from engine.systems.boot_camp.state.position import BootCampPosition
from engine.systems.europa.state.constants import ALLIED, AXIS
from maps.hexgrid import Hex
from oob.model import UnitId

BOXES = {RHODES: AXIS, EASTERN_GREECE: ALLIED, MIDDLE_EAST: ALLIED}


def subjects(pos: BootCampPosition) -> tuple[Subject, ...]:
    """Holding boxes with units, ports with units that could sail, and units that can drop."""
    found = [
        Subject(box, pos.label(box), side, "Ships") for box, side in BOXES.items() if pos.boxed(box)
    ]
    for side in (AXIS, ALLIED):
        seen = {pos.piece(unit).at for unit in naval.aboard(pos, side)}
        hexes = sorted(at for at in seen if isinstance(at, Hex))
        found += [Subject(at, pos.label(at), side, "Ships") for at in hexes]
    found += [Subject(unit, pos.called(unit), AXIS, "Airborne") for unit in drops.droppers(pos)]
    return tuple(found)


def ranges(pos: BootCampPosition, subject: SubjectId) -> tuple[Range, ...]:
    """Where units of a port or box can sail, and where a unit can sail or drop."""
    if isinstance(subject, str) and subject in pos.context.units:
        return _of_unit(pos, UnitId(subject))
    if isinstance(subject, Hex):
        units = [u for side in (AXIS, ALLIED) for u in pos.friends(subject, side)]
    else:
        units = list(pos.boxed(subject)) if subject in BOXES else []
    sailing = [unit for unit in units if _port(pos, unit)]
    if not sailing:
        return ()
    hexes = frozenset[Hex]().union(*(_voyages(pos, unit) for unit in sailing))
    return (_ships(pos, f"Ships from {pos.label(subject)}", hexes),)


def _of_unit(pos: BootCampPosition, unit: UnitId) -> tuple[Range, ...]:
    found = []
    if _port(pos, unit):
        found.append(_ships(pos, f"{pos.called(unit)} by sea", _voyages(pos, unit)))
    if unit in drops.droppers(pos):
        found.append(_drop(pos, unit))
    return tuple(found)


def _port(pos: BootCampPosition, unit: UnitId) -> bool:
    side = pos.side(unit)
    return bool(side) and pos.friendly_port(pos.piece(unit).at, side)


def _voyages(pos: BootCampPosition, unit: UnitId) -> frozenset[Hex]:
    """Hexes a unit in a port could be shipped to, whatever was shipped before."""
    side, origin = pos.side(unit), pos.piece(unit).at
    return frozenset(
        at
        for at in naval.targets(pos, side)
        if isinstance(at, Hex)
        and next(naval.target_objections(pos, side, unit, origin, at), None) is None
    )


def _ships(pos: BootCampPosition, title: str, hexes: frozenset[Hex]) -> Range:
    text = (
        counted(len(hexes), "port or coast", "ports and coasts")
        if hexes
        else "No friendly port or coast in reach."
    )
    return Range(title, RangeKind.NAVAL, "BC-19D.2", hexes, text)


def _drop(pos: BootCampPosition, unit: UnitId) -> Range:
    title, origin = f"{pos.called(unit)} drops", pos.piece(unit).at
    if not drops.begun(pos):
        text = "Air drops begin in the turn after Athens falls."
        return Range(title, RangeKind.AIRDROP, "BC-19E.1", frozenset(), text)
    hexes = drops.grounds(pos, unit)
    if not hexes or not isinstance(origin, Hex):
        text = "It does not stand at an airbase."
        return Range(title, RangeKind.AIRDROP, "BC-19E.3", frozenset(), text)
    chart = pos.context.charts.air_drops
    return Range(
        title,
        RangeKind.AIRDROP,
        "BC-19E.3",
        hexes,
        f"Clear and rough hexes within {chart.distance}",
        origin,
        chart.distance,
    )
