"""Overruns: who sweeps away enemies too weak to hold (BF-13, FE-13)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.system import Advice
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.advice.worths import View, worths
from engine.systems.europa.movement import move_actions as do
from engine.systems.europa.movement.overruns import (
    Overrunning,
    Pursuing,
    able,
    affordable,
    hopes,
    odds,
)
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex
from oob.model import UnitId


def beginning(look: Outlook, frame: Moving) -> Advice | None:
    """The overrun that sweeps away most, None where there is none."""
    best: tuple[float, tuple[UnitId, ...], Hex] | None = None
    for origin, target in _beside(look):
        found = force(look, frame, origin, target)
        if found and (best is None or _swept(look, target) > best[0]):
            best = (_swept(look, target), found, target)
    if best is None:
        return None
    _, units, target = best
    action = do.Overrun(units[0], target)
    if not look.allowed(action):
        return None
    return Advice(action, f"Who is in {look.pos.label(target)} is too weak to hold.")


def _beside(look: Outlook) -> Iterator[tuple[Hex, Hex]]:
    """The hexes of one's own units with those of enemies beside them who could be overrun."""
    pos, theirs = look.pos, look.pos.held[look.enemy]
    fronts = pos.context.fronts
    for origin in sorted(pos.held[look.side]):
        if theirs.isdisjoint(fronts.get(origin, ())):
            continue
        for target in fronts[origin]:
            if target in hopes(pos, look.side, origin):
                yield origin, target


def _swept(look: Outlook, target: Hex) -> float:
    """What overrunning a hex is worth: the strength and number of who is there, and the hex."""
    units = look.pos.enemies(target, look.side)
    power = sum(look.strength(unit, attacking=False) for unit in units)
    return power + len(units) / 2 + look.prize(target)


def force(
    look: Outlook, frame: Moving | Overrunning, origin: Hex, target: Hex
) -> tuple[UnitId, ...]:
    """The fewest units of a hex that overrun another together, the strongest first; none where they
    do not reach the odds, or a duty keeps them.
    """
    pos = look.pos
    chart, limit = pos.context.charts.overruns, pos.stack_row(origin)
    ready = tuple([unit for unit in able(pos, frame, origin, target) if not look.duty(unit)])
    for row in chart.rows:
        found: tuple[UnitId, ...] = ()
        for unit in sorted(
            affordable(pos, ready, target, row),
            key=lambda unit: (-look.strength(unit, attacking=True), unit),
        ):
            if pos.excess((*found, unit), limit):
                continue
            found = (*found, unit)
            reached = chart.row(odds(pos, found, target))
            if reached is not None and affordable(pos, found, target, reached) == found:
                return found
    return ()


def gathering(look: Outlook, frame: Overrunning) -> Advice:
    """Those join who are needed; then it is carried out."""
    needed = force(look, frame, frame.origin, frame.target)
    if set(frame.units) <= set(needed):
        for unit in needed:
            if unit not in frame.units and look.allowed(do.JoinOverrun(unit)):
                return Advice(do.JoinOverrun(unit), "It takes more of them.")
    if look.allowed(do.CarryOutOverrun()):
        return Advice(do.CarryOutOverrun(), "They are swept away.")
    return Advice(do.AbandonOverrun(), "It cannot be done.")


def pursuing(look: Outlook, frame: Pursuing) -> Advice:
    """Those enter for whom the hex is worth more than their own."""
    known = worths(look)
    for unit in frame.units:
        start = look.pos.piece(unit).at
        assert isinstance(start, Hex)
        view, goes = View(look, unit, start, known.of(unit)), do.Enter(unit, frame.target)
        if view.value(frame.target) >= view.value(start) and look.allowed(goes):
            return Advice(goes, view.reason(frame.target))
    return Advice(do.StayBehind(), "Nobody else goes in.")
