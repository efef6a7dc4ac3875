"""The ground that ships cover now: voyages from ports, landings, zones of interdiction."""

from __future__ import annotations

from engine.core.view.ranges import Range, RangeKind, Subject, SubjectId
from engine.core.wording import counted
from engine.systems.europa.sea import landings, transport
from engine.systems.europa.sea.position import SeaPosition, rule
from engine.systems.europa.state.constants import PLANNING_PHASES, SAILING_PHASES
from maps.hexgrid import Hex
from oob.model import UnitId

ZONE = "zone "
"""What the word for a zone of interdiction begins with."""
SHIPS = "Ships"


def subjects(pos: SeaPosition) -> tuple[Subject, ...]:
    """The zones of interdiction, and the ports, beaches and boxes with units of the phasing side
    that could sail.
    """
    if not pos.context.at_sea:
        return ()
    chart, side = pos.context.charts.interdiction, pos.state.active
    found = [
        Subject(f"{ZONE}{row.id}", f"{row.id.capitalize()} zone", chart.side, SHIPS)
        for row in chart.zones
        if not pos.sea.zone or row.id == pos.sea.zone
    ]
    if pos.state.phase in SAILING_PHASES:
        seen = {pos.piece(unit).at for unit in transport.aboard(pos, side)}
        hexes = sorted(at for at in seen if isinstance(at, Hex))
        found += [Subject(at, pos.label(at), side, SHIPS) for at in hexes]
        boxes = sorted(at for at in seen if isinstance(at, str))
        found += [Subject(box, pos.label(box), side, SHIPS) for box in boxes]
    return tuple(found)


def ranges(pos: SeaPosition, subject: SubjectId) -> tuple[Range, ...]:
    """A zone's hexes; where units of a port, beach or box, or one unit, can be shipped; where a
    unit's landing can be planned or is planned.
    """
    if not pos.context.at_sea:
        return ()
    if isinstance(subject, str) and subject.startswith(ZONE):
        return _zone(pos, subject.removeprefix(ZONE))
    if isinstance(subject, str) and subject in pos.context.units:
        return _of_unit(pos, UnitId(subject))
    if pos.state.phase not in SAILING_PHASES:
        return ()
    sailing = [u for u in transport.aboard(pos, pos.state.active) if pos.piece(u).at == subject]
    if not sailing:
        return ()
    hexes = frozenset[Hex]().union(*(_voyages(pos, unit) for unit in sailing))
    return (_ships(pos, f"Ships from {pos.label(subject)}", hexes),)


def _zone(pos: SeaPosition, name: str) -> tuple[Range, ...]:
    row = pos.context.charts.interdiction.row(name)
    if row is None:
        return ()
    hexes = pos.context.interdicted[name]
    state = "In effect" if pos.sea.zone == name else "Not declared"
    text = f"{state}: {counted(len(hexes), 'hex', 'hexes')}"
    return (Range(f"{name.capitalize()} zone", RangeKind.NAVAL, row.rule, hexes, text),)


def _of_unit(pos: SeaPosition, unit: UnitId) -> tuple[Range, ...]:
    found, side = [], pos.state.active
    if pos.state.phase in SAILING_PHASES and unit in transport.aboard(pos, side):
        found.append(_ships(pos, f"{pos.called(unit)} by sea", _voyages(pos, unit)))
    plan = pos.sea.plans.get(unit)
    if plan is not None and pos.side(unit) == side:
        text = f"Landing at {pos.label(plan.target)} on {pos.context.turn_name(plan.turn)}"
        found.append(_landing(pos, unit, frozenset((plan.target,)), text))
    elif pos.state.phase in PLANNING_PHASES and unit in landings.planners(pos, side):
        hexes = frozenset(landings.aims(pos, side, unit))
        beaches = counted(len(hexes), "enemy beach", "enemy beaches")
        found.append(_landing(pos, unit, hexes, f"{beaches} open to landings"))
    return tuple(found)


def _landing(pos: SeaPosition, unit: UnitId, hexes: frozenset[Hex], text: str) -> Range:
    title = f"{pos.called(unit)} lands"
    return Range(title, RangeKind.LANDING, rule(pos, "landing units"), hexes, text)


def _voyages(pos: SeaPosition, unit: UnitId) -> frozenset[Hex]:
    """Hexes a unit can be shipped to now."""
    found = transport.landfalls(pos, pos.side(unit), unit)
    return frozenset(at for at in found if isinstance(at, Hex))


def _ships(pos: SeaPosition, title: str, hexes: frozenset[Hex]) -> Range:
    text = (
        counted(len(hexes), "port or beach", "ports and beaches")
        if hexes
        else "No port or beach in reach."
    )
    return Range(title, RangeKind.NAVAL, rule(pos, "sea route ends"), hexes, text)
