"""The sequence of play of Balkan Front's ground game: weather, two player turns, the turn's end."""

from __future__ import annotations

from engine.core.handler import Handler
from engine.systems.balkan_front.politics import (
    detection,
    garrisons,
    government,
    intervention,
    morale,
    revolt,
)
from engine.systems.balkan_front.state.context import FrontContext
from engine.systems.balkan_front.state.position import FrontPosition, Work, now
from engine.systems.balkan_front.state.records import HINDERED, Intervening
from engine.systems.europa.air import missions, readiness
from engine.systems.europa.air.carrying import drop_plans, dropping
from engine.systems.europa.air.missions import flown
from engine.systems.europa.combat import amid, combat_phase
from engine.systems.europa.movement import movement_phase
from engine.systems.europa.production import initial_phase
from engine.systems.europa.sea import cargo, interdiction, landings, transport
from engine.systems.europa.state.common import unmark
from engine.systems.europa.state.constants import (
    ALLIED,
    AXIS,
    DROPPED,
    FRESH,
    LANDED,
    RAILED,
    RETREATED,
    SHIFTED,
    SHIPPED,
    Phase,
)
from engine.systems.europa.state.records import Onward, WeatherRoll

PLAYER_TURN = (Phase.INITIAL, Phase.MOVEMENT, Phase.COMBAT, Phase.EXPLOITATION)
"""The phases of a player turn in a war without air units."""
Slot = tuple[Phase, str]
ORDER: tuple[Slot, ...] = (
    (Phase.WEATHER, ""),
    *((phase, AXIS) for phase in PLAYER_TURN),
    *((phase, ALLIED) for phase in PLAYER_TURN),
    (Phase.END, ""),
)
"""The phases of a game turn with the side whose player turn it is (BF-4)."""
SURPRISE = (Phase.SURPRISE_INITIAL, Phase.SURPRISE_MOVEMENT, Phase.SURPRISE_COMBAT)
"""The surprise turn of German intervention, before the Axis player turn (BF-28A2b.4)."""
WITH_SURPRISE: tuple[Slot, ...] = (
    ORDER[0],
    *((phase, AXIS) for phase in SURPRISE),
    *ORDER[1:],
)
MOBILIZING: tuple[Slot, ...] = (
    (Phase.MOBILIZATION_INITIAL, ALLIED),
    (Phase.MOBILIZATION_MOVEMENT, ALLIED),
)
"""The turn before the first of a nation that has discovered the invasion (BF-33E2.3)."""
TURN_MARKS = frozenset({FRESH, RAILED, SHIPPED, DROPPED, LANDED, RETREATED, HINDERED, SHIFTED})
"""What is remembered of units for one player turn."""


FLOWN, FLOWN_WITH_SURPRISE = tuple(flown(ORDER)), tuple(flown(WITH_SURPRISE))
FLOWN_TURN = tuple(phase for phase, side in FLOWN if side == AXIS)
"""The phases of a player turn in a war with air units."""


def slots(pos: FrontPosition) -> tuple[Slot, ...]:
    """The phases of this turn: with the surprise turn when Germany intervenes (BF-28A2b.4), with
    air phases where there are air units, after the mobilization turn that goes before the first.
    """
    if pos.mobilizing_now:
        return (*MOBILIZING, *_usual(pos))
    return _usual(pos)


def _usual(pos: FrontPosition) -> tuple[Slot, ...]:
    surprised = pos.state.entered == pos.state.turn
    if pos.air.units:
        return FLOWN_WITH_SURPRISE if surprised else FLOWN
    return WITH_SURPRISE if surprised else ORDER


def onward(pos: FrontPosition, _frame: Onward, transition: Work) -> None:
    """Open the phase that follows (BF-4A)."""
    state = pos.state
    if state.over:
        transition.set(flow=())
        return
    here, order = (Phase(state.phase), state.active), slots(pos)
    if here == ORDER[0] and intervention.open_now(pos):
        transition.state = state.pushed(Intervening(AXIS))
        return
    if missions.support_over(pos, here[0], here[1], transition):
        return
    at = order.index(here) + 1 if here in order else 0
    if at == len(order):
        transition.set(turn=state.turn + 1)
        at = 0
    phase, side = order[at]
    transition.set(phase=phase.value, active=side)
    open_slot(pos.context, transition, phase, side)


def open_slot(context: FrontContext, transition: Work, phase: Phase, side: str) -> None:
    """Open a phase of a side's player turn, or one of nobody's."""
    match phase:
        case Phase.WEATHER:
            transition.tell("turn", "BF-4.1", turn=transition.state.turn)
            detection.end(now(context, transition), transition)
            intervention.new_turn(now(context, transition), transition)
            transition.state = transition.state.pushed(WeatherRoll())
        case Phase.SURPRISE_INITIAL:
            unmark(transition, *TURN_MARKS)
            transition.set(surprise=True, harbours=frozenset())
            dropping.recover(context, transition, side)
            initial_phase.open_phase(context, transition, side)
            if context.figures.air.units:
                readiness.deploy(context, transition, side)
        case Phase.INITIAL | Phase.MOBILIZATION_INITIAL:
            amid.clear(context, transition, side)
            unmark(transition, *TURN_MARKS)
            transition.set(surprise=False)
            dropped = dropping.recover(context, transition, side)
            revolt.hinder(context, transition, side)
            garrisons.check(context, transition, side)
            morale.judge(now(context, transition), transition, side)
            interdiction.open_phase(context, transition, side)
            landings.open_phase(context, transition, side)
            transport.open_harbours(context, transition, side, dropped)
            initial_phase.open_phase(context, transition, side)
            government.open_phase(context, transition, side)
            intervention.open_phase(context, transition, side)
            if context.figures.air.units:
                drop_plans.open_phase(context, transition, side)
                readiness.open_phase(context, transition, side)
        case Phase.AIR | Phase.SURPRISE_AIR:
            missions.open_phase(context, transition, side)
        case Phase.MOVEMENT | Phase.SURPRISE_MOVEMENT | Phase.MOBILIZATION_MOVEMENT:
            cargo.open_phase(context, transition, side)
            movement_phase.open_phase(transition, side)
        case Phase.COMBAT | Phase.SURPRISE_COMBAT:
            combat_phase.open_phase(transition, side)
        case Phase.EXPLOITATION:
            amid.clear(context, transition, side)
            movement_phase.open_phase(transition, side, exploiting=True)
        case _:
            revolt.close_turn(context, transition)


HANDLERS = (Handler(Onward, auto=onward),)
