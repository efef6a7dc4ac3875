"""Units that are isolated and have been out of supply for long are lost by a die (FE-12D.4)."""

from __future__ import annotations

from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.systems.europa.board.board import FORTRESS
from engine.systems.europa.state.common import eliminate
from engine.systems.europa.supply.supply_status import isolated
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now
from engine.systems.fire_in_the_east.state.records import Starving
from maps.hexgrid import Hex
from oob.model import UnitId


def due(pos: EastPosition) -> tuple[UnitId, ...]:
    """The isolated units that begin a turn out of supply late enough for the die, in order: those
    whose count began in a phase of this colour (FE-12D.1, 12D.4).
    """
    first = pos.context.charts.starvation.first
    late = (
        unit
        for unit in pos.state.unfed
        if pos.begins_turn_out(unit) and pos.turns_out(unit) >= first
    )
    return tuple(unit for unit in late if isolated(pos, unit))


def open_rolls(context: EastContext, transition: Work) -> None:
    """Ask for the dice as the movement phase opens, right after supply has been judged."""
    if not transition.state.unfed:
        return
    units = due(now(context, transition))
    if units:
        transition.state = transition.state.pushed(Starving(units))


def modifier(pos: EastPosition, unit: UnitId) -> int:
    """What is added to the die: a major city or fortress of one's own that was never lost helps,
    cold weather hurts outside them (FE-12D.5, 12D.6).
    """
    chart = pos.context.charts.starvation
    at = pos.piece(unit).at
    assert isinstance(at, Hex), "only units on the map starve"
    city = pos.context.major_city(at) or pos.fortress(at) == FORTRESS
    ours = pos.context.holders.get(at) in pos.context.nations_of(pos.side(unit))
    shelter = chart.city if city and ours and at not in pos.state.forfeit else 0
    return shelter if city else shelter + chart.weather.get(pos.weather_at(at), 0)


def chance(pos: EastPosition, frame: Starving) -> ChanceNode:
    """The die of the first of the units."""
    unit, faces = frame.units[0], pos.context.charts.dice.faces
    words = tuple("lost" if lost(pos, unit, face) else "holds out" for face in range(1, faces + 1))
    at = pos.piece(unit).at
    where = f" in {pos.label(at)}" if isinstance(at, Hex) else ""
    title = f"whether {pos.called(unit)}{where} holds out"
    return ChanceNode(faces, title, "FE-12D.4", words, topic="supply")


def lost(pos: EastPosition, unit: UnitId, face: int) -> bool:
    """Whether a face of the die eliminates a unit."""
    return face + modifier(pos, unit) >= pos.context.charts.starvation.least


def rolled(pos: EastPosition, frame: Starving, face: int, transition: Work) -> None:
    """Eliminate the unit, or reduce it to its cadre, and go on with the next."""
    unit, rest = frame.units[0], frame.units[1:]
    popped = transition.state.popped()
    transition.state = popped.pushed(Starving(rest)) if rest else popped
    word = "starved" if lost(pos, unit, face) else "held out"
    at = pos.piece(unit).at
    transition.tell(word, "FE-12D.4", unit=unit, at=at, roll=face, modifier=modifier(pos, unit))
    if word == "starved":
        eliminate(pos.context, transition, unit, cited="FE-12D.4")


HANDLERS = (Handler(Starving, chance=chance, rolled=rolled),)
"""The die."""
