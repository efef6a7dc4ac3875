"""Prompts for learners: what the open decision is about now, and what a neglected duty costs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.state import Frame
from engine.core.wording import counted
from engine.systems.boot_camp import politics
from engine.systems.boot_camp.air_and_sea import drops, naval
from engine.systems.boot_camp.state.position import BootCampPosition
from engine.systems.europa.combat import combat_phase
from engine.systems.europa.movement import rail_movement
from engine.systems.europa.production import arrivals
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import Fighting, Initial, Moving


def prompt(pos: BootCampPosition, frame: Frame, asked: str) -> str:
    """The prompt of a decision: what was asked, in this title's words where it has better ones."""
    match frame:
        case Initial() if pos.state.surprise:
            waiting = len(arrivals.pressing(pos, AXIS))
            task = f"place {counted(waiting, 'more unit')}" if waiting else "end the phase to begin"
            return f"Germany enters the war, and Germans alone act first: {task}."
        case Moving(side=side, exploiting=True):
            return f"Exploitation: c/m units may move once more. {_duty(pos, side)}".rstrip()
        case Moving(side=side):
            return " ".join(_moving(pos, side))
        case Fighting(side=side):
            return _fighting(pos, side)
    return asked


def _moving(pos: BootCampPosition, side: str) -> Iterator[str]:
    if pos.state.surprise:
        yield "Surprise: German units alone move and fight before the Axis player turn."
    else:
        yield "Move units: choose one and a lit hex. A hex beside an enemy division ends its move."
    left = rail_movement.room(pos, side)
    many = counted(max(0, left), "unit is", "units are")
    yield f"By rail {many} left, by sea {_ships(pos, side)}."
    if side == AXIS and drops.begun(pos):
        yield "Airborne units may drop."
    duty = _duty(pos, side)
    if duty:
        yield duty


def _ships(pos: BootCampPosition, side: str) -> str:
    room = naval.room(pos, side)
    if side == ALLIED:
        return str(room[naval.ALLIED_SEA])
    outside = (
        f"a division or {counted(room[naval.SMALL], 'other')}" if room[naval.DIVISIONS] else "none"
    )
    if not room[naval.DIVISIONS] and room[naval.SMALL]:
        outside = counted(room[naval.SMALL], "small unit")
    return f"{room[naval.ADRIATIC]} in the Adriatic and {outside} elsewhere"


def _duty(pos: BootCampPosition, side: str) -> str:
    """What a garrison lacks while its side may still fix it."""
    if side != ALLIED or pos.state.entered:
        return ""
    empty, lacking = politics.metaxas_gaps(pos)
    if not (empty or lacking):
        return ""
    wants = []
    if lacking:
        wants.append(counted(lacking, "more divisional unit"))
    if empty:
        wants.append("a unit in " + " and ".join(map(pos.label, empty)))
    cost = pos.context.charts.garrisons.penalty
    return f"The Metaxas Line wants {', '.join(wants)}, or the Axis gets {counted(cost, 'point')}."


def _fighting(pos: BootCampPosition, side: str) -> str:
    near = combat_phase.targets(pos, side)
    if not near:
        return "No enemy is beside your units: end the phase."
    hexes = [at for at in near if not any(combat_phase.DECLARING.objections(pos, side, at))]
    if not hexes:
        return "No enemy beside your units can be attacked any more: end the phase."
    return (
        f"Attack enemy units beside your own, or end the phase; they stand in {len(hexes)} "
        f"hex{'' if len(hexes) == 1 else 'es'}. The planner tells odds and chances beforehand: in "
        "the open 3:1 fails on a 1 alone."
    )
