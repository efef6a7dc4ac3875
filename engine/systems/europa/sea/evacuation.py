"""Emergency evacuation, an option: units leave their heavy equipment on the beach (BF-32A6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family, by_unit
from engine.core.state import Frame
from engine.systems.europa.movement.gate import shut
from engine.systems.europa.sea import routes, sailing
from engine.systems.europa.sea.actions import AbandonEquipment
from engine.systems.europa.sea.points import points_left
from engine.systems.europa.sea.position import SeaPosition, forbids, is_beach, rule
from engine.systems.europa.sea.records import Berth, Voyage
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import Going
from engine.systems.europa.state.records import Moving
from oob.model import UnitId

OPTION = "emergency evacuation"


def played(pos: SeaPosition) -> bool:
    """Whether the option is chosen in a game that plays the sea."""
    return pos.context.at_sea and pos.context.option(OPTION)


def families(pos: SeaPosition, frame: Frame) -> tuple[Family, ...]:
    """Evacuate units from beaches, in a movement phase."""
    if not isinstance(frame, Moving) or frame.exploiting or not played(pos):
        return ()
    side = frame.side
    return (
        by_unit(
            "abandon equipment",
            "Evacuate without heavy equipment",
            lambda: candidates(pos, side),
            lambda _unit: (None,),
            lambda unit, _: AbandonEquipment(unit),
            weight=1,
            quiet=True,
        ),
    )


def candidates(pos: SeaPosition, side: str) -> tuple[UnitId, ...]:
    """Units with heavy equipment on a side's beaches that may leave it there."""
    nations = pos.context.charts.evacuation.nations
    return tuple(
        unit
        for unit in pos.context.of_nation(*nations)
        if pos.side(unit) == side
        and is_beach(pos, side, pos.piece(unit).at)
        and pos.facts(unit).heavy
    )


def objections(pos: SeaPosition, frame: Moving, action: AbandonEquipment) -> Iterator[Objection]:
    """What forbids an evacuation (BF-32A6.1)."""
    unit, side, chart = action.unit, frame.side, pos.context.charts.evacuation
    if not played(pos) or frame.exploiting:
        yield forbids(pos, "evacuation", "No equipment is abandoned now.")
        return
    forbidden = shut(pos, unit, side, Going.SEA)
    if forbidden is not None:
        yield forbidden
        return
    name, here = pos.called(unit), pos.piece(unit).at
    if pos.nation(unit) not in chart.nations or not pos.facts(unit).heavy:
        yield forbids(pos, "evacuation", f"{name} has no heavy equipment it may abandon.")
    elif not is_beach(pos, side, here):
        yield forbids(pos, "evacuation", f"{name} is on no beach of yours.")
    elif not 0 < pos.allowance(unit) == pos.left(unit):
        text = f"{name} has spent movement points; a voyage over a beach takes them all."
        yield forbids(pos, "beach fare", text)
    elif not routes.joined(pos, here, chart.box):
        yield forbids(pos, "sea route ends", f"No sea joins {pos.label(here)} and the box.")
    elif points_left(pos, side, pos.context.sea_zone(here)) < pos.facts(unit).transport:
        yield forbids(pos, "load of ships", "The naval transport points of this turn are used up.")
    else:
        barred = pos.bars_voyage(unit, chart.box)
        if barred is not None:
            yield barred


def evacuate(pos: SeaPosition, frame: Moving, action: AbandonEquipment, transition: Work) -> None:
    """The unit goes to the box and never leaves it (BF-32A6.2)."""
    unit, box = action.unit, pos.context.charts.evacuation.box
    size = pos.facts(unit).transport
    transition.set(sea=replace(pos.sea, stripped=pos.sea.stripped | {unit}))
    cited = rule(pos, "evacuation")
    transition.tell("equipment abandoned", cited, unit=unit, at=pos.piece(unit).at)
    voyage = Voyage(frame.side, unit, pos.piece(unit).at, box, Berth.BEACH, Berth.PORT, size, size)
    sailing.sail(pos, voyage, pos.left(unit), transition, cited)


ANSWERS = (Answer(AbandonEquipment, objections, evacuate),)
"""What movement phases take besides."""
