"""The Replacement Phase: steps buy back strength, units and CAS (OG 10.2 to 10.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.operation_gertrud import actions as do
from engine.systems.operation_gertrud.state.common import Work, objection, set_marker
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    DEAD,
    LOST,
    Kind,
    Replacing,
    Status,
    other,
)
from maps.hexgrid import Hex
from oob.model import UnitId


def purse(pos: Position, nation: str) -> str:
    """Who pays for a nation's replacements."""
    return pos.context.charts.replacements.purses[nation]


def left(pos: Position, nation: str) -> int:
    """Steps left for a nation in this phase."""
    return pos.state.steps.get(purse(pos, nation), 0)


def question(pos: Position, frame: Replacing) -> Question:
    """Restore, rebuild, or go on."""
    words = ", ".join(f"{name.title()} {count}" for name, count in pos.state.steps.items())
    return Question(
        frame.side,
        f"Replacement steps: {words}." if words else "No replacement steps.",
        (
            Family("restore", "Restore", partial(_restorations, pos, frame), weight=3),
            Family("rebuild", "Rebuild", partial(_rebuildings, pos, frame), weight=3),
            Family("rebuild air", "Rebuild CAS", partial(_airs, pos, frame), weight=3),
            Family("end phase", "End the phase", lambda: (do.EndPhase(),), weight=1, closing=True),
        ),
        "OG-10.2a",
    )


def _restorations(pos: Position, frame: Replacing) -> Iterator[Action]:
    for at in sorted(pos.held[frame.side]):
        yield from (do.Restore(u) for u in pos.friends(at, frame.side) if not pos.full(u))


def _rebuildings(pos: Position, frame: Replacing) -> Iterator[Action]:
    for unit in pos.dead():
        if pos.owner(unit) == frame.side and left(pos, pos.nation(unit)):
            for at in pos.friendly_cities(unit):
                yield from (do.Rebuild(unit, at, full) for full in (False, True))


def _airs(pos: Position, frame: Replacing) -> Iterator[Action]:
    return (do.RebuildAir(m) for m in pos.piled(frame.side, Kind.CAS, Status.ELIMINATED))


def idle(pos: Position, frame: Replacing) -> bool:
    """True when nothing can be bought."""
    if not pos.state.steps:
        return True
    offers = (*_restorations(pos, frame), *_airs(pos, frame))
    return not any(not any(True for _ in _judged(pos, frame, offer)) for offer in offers) and not (
        any(
            not any(True for _ in rebuild_objections(pos, frame, offer))
            for offer in _rebuildings(pos, frame)
            if isinstance(offer, do.Rebuild)
        )
    )


def _judged(pos: Position, frame: Replacing, offer: Action) -> Iterator[Objection]:
    if isinstance(offer, do.Restore):
        return restore_objections(pos, frame, offer)
    assert isinstance(offer, do.RebuildAir)
    return air_objections(pos, frame, offer)


def _afford(pos: Position, nation: str, cost: int) -> Iterator[Objection]:
    if left(pos, nation) < cost:
        have = left(pos, nation)
        yield objection("OG-10.2a", f"It costs {cost}, and {have} of these steps are left.")


def restore_objections(pos: Position, frame: Replacing, action: do.Restore) -> Iterator[Objection]:
    """What forbids flipping a reduced unit to full strength (OG 10.2)."""
    unit = action.unit
    at = pos.piece(unit).at
    if pos.owner(unit) != frame.side or not isinstance(at, Hex):
        yield objection("OG-10.2d", f"{pos.called(unit)} is not on the board for you to restore.")
        return
    if pos.full(unit):
        yield objection("OG-10.2d", f"{pos.called(unit)} is at full strength.")
    if at in pos.zoc(other(frame.side)):
        yield objection("OG-10.2c", f"{pos.called(unit)} is in an enemy zone of control.")
    if pos.out(unit):
        yield objection("OG-10.2c", f"{pos.called(unit)} is out of supply.")
    yield from _afford(pos, pos.nation(unit), pos.context.charts.replacements.reduced)


def restore(pos: Position, _frame: Replacing, action: do.Restore, transition: Work) -> None:
    """Flip the unit where it stands."""
    steps = pos.piece(action.unit).steps + 1
    transition.state = transition.state.with_piece(action.unit, steps=steps)
    _pay(pos, transition, pos.nation(action.unit), pos.context.charts.replacements.reduced)
    transition.tell("restored", "OG-10.2d", unit=action.unit)


def rebuild_cost(pos: Position, unit: UnitId, full: bool) -> int:
    """Steps an eliminated unit costs (OG 10.2); a unit of one step is a reduced one."""
    chart = pos.context.charts.replacements
    return chart.full if full else chart.reduced


def rebuild_objections(pos: Position, frame: Replacing, action: do.Rebuild) -> Iterator[Objection]:
    """What forbids bringing an eliminated unit back in a city (OG 10.2)."""
    unit, at = action.unit, action.target
    piece = pos.piece(unit)
    if pos.owner(unit) != frame.side or piece.at != DEAD:
        yield objection("OG-10.2e", f"{pos.called(unit)} is not in your dead pile.")
        return
    if LOST in piece.marks:
        rule = "OG-17.1e" if unit == pos.context.kommando else "OG-9.2d"
        yield objection(rule, f"{pos.called(unit)} is lost for good.")
    if action.full and pos.context.units[unit].steps == 1:
        yield objection("OG-10.2e", f"{pos.called(unit)} has a single step.")
    if at not in pos.friendly_cities(unit):
        yield objection("OG-10.2e", f"{pos.label(at)} is no friendly city for it.")
        return
    if at in pos.zoc(other(frame.side)):
        yield objection("OG-10.2e", f"{pos.label(at)} is in an enemy zone of control.")
    if broken := pos.stack_objection(unit, at):
        yield objection(broken, f"{pos.label(at)} would be overstacked or mixed.")
    yield from _afford(pos, pos.nation(unit), rebuild_cost(pos, unit, action.full))


def rebuild(pos: Position, _frame: Replacing, action: do.Rebuild, transition: Work) -> None:
    """Place the unit; it acts normally at once."""
    unit, steps = action.unit, pos.context.units[action.unit].steps
    strength = steps if action.full or steps == 1 else steps - 1
    transition.state = transition.state.with_piece(
        unit, at=action.target, steps=strength, marks=frozenset()
    )
    _pay(pos, transition, pos.nation(unit), rebuild_cost(pos, unit, action.full))
    strong = "full" if action.full else "reduced"
    transition.tell("rebuilt", "OG-10.2e", unit=unit, at=action.target, strength=strong)


def air_objections(pos: Position, frame: Replacing, action: do.RebuildAir) -> Iterator[Objection]:
    """What forbids bringing a CAS back: never an NGS (OG 3.1, 10.3)."""
    marker = pos.context.markers.get(action.marker)
    if marker is None or pos.state.support.get(action.marker) is not Status.ELIMINATED:
        yield objection("OG-10.3a", "That marker is not eliminated.")
        return
    if marker.kind is not Kind.CAS:
        yield objection("OG-3.1d", f"{marker.name} can never be replaced.")
        return
    if pos.marker_side(action.marker) != frame.side:
        yield objection("OG-10.3a", f"{marker.name} is not yours.")
    if action.marker in pos.state.given_up:
        yield objection("OG-7.4a", f"{marker.name} was given up for good.")
    yield from _afford(pos, marker.nation, pos.context.charts.replacements.air)


def rebuild_air(pos: Position, _frame: Replacing, action: do.RebuildAir, transition: Work) -> None:
    """The CAS is available this very turn."""
    set_marker(transition, action.marker, Status.AVAILABLE)
    nation = pos.context.markers[action.marker].nation
    _pay(pos, transition, nation, pos.context.charts.replacements.air)
    transition.tell("air rebuilt", "OG-10.3b", marker=action.marker)


def _pay(pos: Position, transition: Work, nation: str, cost: int) -> None:
    payer = purse(pos, nation)
    rest = {**transition.state.steps, payer: transition.state.steps[payer] - cost}
    transition.set(steps={name: count for name, count in rest.items() if count})


def end(_pos: Position, _frame: Replacing, _action: do.EndPhase, transition: Work) -> None:
    """Close the phase; steps left are lost (OG 10.2)."""
    if transition.state.steps:
        transition.tell("steps lost", "OG-10.2b", steps=sum(transition.state.steps.values()))
    transition.set(steps={})
    transition.state = transition.state.popped()


HANDLERS = (
    Handler(
        Replacing,
        (
            Answer(do.Restore, restore_objections, restore),
            Answer(do.Rebuild, rebuild_objections, rebuild),
            Answer(do.RebuildAir, air_objections, rebuild_air),
            Answer(do.EndPhase, no_objections, end),
        ),
        question=question,
    ),
)
