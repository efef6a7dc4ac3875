"""The sequence of play of Fire in the East's ground game: weather, the surprise turn of Jun II 41,
two player turns (FE-4, 31F); before all of it the card for Finland's war, where that is played
(FE-39C.1).
"""

from __future__ import annotations

from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.systems.europa.air import missions, readiness
from engine.systems.europa.air.carrying import drop_plans, dropping
from engine.systems.europa.air.groups import striking
from engine.systems.europa.air.missions import flown
from engine.systems.europa.combat import amid, combat_phase
from engine.systems.europa.movement import movement_phase
from engine.systems.europa.production import initial_phase
from engine.systems.europa.state.common import unmark
from engine.systems.europa.state.constants import (
    AIRDROPPED,
    ALLIED,
    AT_BRIDGE,
    AXIS,
    DROPPED,
    FRESH,
    OUT,
    RAILED,
    RETREATED,
    SHIPPED,
    STRATEGIC,
    Phase,
)
from engine.systems.europa.state.records import Onward, WeatherRoll
from engine.systems.fire_in_the_east.economy import (
    factories,
    garrisons,
    lend_lease,
    purses,
    raids,
    special,
)
from engine.systems.fire_in_the_east.resources import carrying, placing, starvation, trucks
from engine.systems.fire_in_the_east.sea import gunfire, repairing, sailing
from engine.systems.fire_in_the_east.sea.boats import losing, restoring
from engine.systems.fire_in_the_east.sea.search import ending
from engine.systems.fire_in_the_east.state.arctic import SLOWED
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now
from engine.systems.fire_in_the_east.state.records import EffortDraw, SeaEast
from engine.systems.fire_in_the_east.turn import railheads, victory
from maps.hexgrid import Hex, Side
from oob.model import UnitId

Slot = tuple[Phase, str]
"""A phase with the side whose player turn it is in."""
PLAYER_TURN = (Phase.INITIAL, Phase.MOVEMENT, Phase.COMBAT, Phase.EXPLOITATION)
"""The phases of a player turn in a war without air units."""
USUAL: tuple[Slot, ...] = (
    (Phase.WEATHER, ""),
    *((phase, AXIS) for phase in PLAYER_TURN),
    *((phase, ALLIED) for phase in PLAYER_TURN),
)
"""The phases of a game turn (FE-4.1)."""
WITH_SURPRISE: tuple[Slot, ...] = (
    USUAL[0],
    (Phase.SURPRISE_MOVEMENT, AXIS),
    (Phase.SURPRISE_COMBAT, AXIS),
    *USUAL[1:],
)
"""The same with the surprise turn before the first player turn (FE-31F.1)."""
FLOWN, FLOWN_WITH_SURPRISE = tuple(flown(USUAL)), tuple(flown(WITH_SURPRISE))
"""The same with air phases (FE-4A3.1, 31F.1)."""
FLOWN_TURN = tuple(phase for phase, side in FLOWN if side == AXIS)
"""The phases of a player turn in a war with air units."""
OPENING = (Phase.INITIAL, Phase.SURPRISE_MOVEMENT)
"""The phases that begin a player turn: what changed hands before counts no longer as new."""
TURN_MARKS = frozenset(
    {FRESH, RAILED, STRATEGIC, SHIPPED, DROPPED, AIRDROPPED, RETREATED, AT_BRIDGE}
)
"""What is remembered of units for one player turn."""


def slots(pos: EastPosition) -> tuple[Slot, ...]:
    """The phases of this turn in order."""
    first = pos.state.turn == pos.context.charts.surprise.turn
    if pos.air.units:
        return FLOWN_WITH_SURPRISE if first else FLOWN
    return WITH_SURPRISE if first else USUAL


def onward(pos: EastPosition, _frame: Onward, transition: Work) -> None:
    """Open the phase that follows; after the last of the game, count."""
    state = pos.state
    if state.over:
        transition.set(flow=())
        return
    order, here = slots(pos), (Phase(state.phase), state.active)
    if missions.support_over(pos, here[0], here[1], transition):
        return
    at = order.index(here) + 1 if here in order else 0
    if at == len(order):
        losing.end_turn(pos, transition)
        pos = now(pos.context, transition)
        victory.end_turn(pos, transition)
        pos = now(pos.context, transition)
        if state.turn >= pos.context.figures.turns:
            victory.count_out(pos, transition)
            return
        transition.set(turn=state.turn + 1)
        at = 0
    phase, side = order[at]
    transition.set(phase=phase.value, active=side)
    open_slot(pos.context, transition, phase, side)


def open_slot(context: EastContext, transition: Work, phase: Phase, side: str) -> None:
    """Open a phase of a side's player turn, or the weather."""
    if phase in OPENING:
        nothing: frozenset[Hex] = frozenset()
        nobody: frozenset[UnitId] = frozenset()
        transition.set(gained=nothing, fought=nobody, pinned=nobody)
        if now(context, transition).alarmed:
            transition.set(alarmed=nothing)
        if transition.state.seized:
            none_won: frozenset[Side] = frozenset()
            transition.set(seized=none_won)
    carrying.put_down(transition)
    unmark(transition, SLOWED)
    if phase is Phase.INITIAL:
        raids.forget(context, transition, side)
        sailing.open_turn(context, transition, side)
    if phase in (Phase.AIR, Phase.SURPRISE_AIR):
        raids.open_air(context, transition, side)
    match phase:
        case Phase.WEATHER:
            transition.tell("turn", "FE-4.1", turn=transition.state.turn)
            _enter(context, transition)
            railheads.open_turn(context, transition)
            transition.state = transition.state.pushed(WeatherRoll())
        case Phase.INITIAL:
            if side == AXIS and now(context, transition).calls_reserves(counting=True):
                release(transition)
            amid.clear(context, transition, side)
            if side == AXIS:
                _invasion(context, transition)
            unmark(transition, *TURN_MARKS)
            dropping.recover(context, transition, side)
            trucks.open_phase(context, transition)
            garrisons.check(context, transition, side)
            if isinstance(transition.state, SeaEast):
                repairing.receive(context, transition, side)
                restoring.receive(context, transition, side)
            initial_phase.open_phase(context, transition, side)
            factories.judge(context, transition, side)
            purses.receive(context, transition, side)
            placing.receive(context, transition, side)
            special.receive(context, transition, side)
            if context.figures.air.units:
                drop_plans.open_phase(context, transition, side)
                readiness.open_phase(context, transition, side)
            lend_lease.receive(context, transition, side)
        case Phase.AIR:
            lapse(transition, side)
            missions.open_phase(context, transition, side)
        case Phase.SURPRISE_AIR:
            striking.open_phase(context, transition, side)
            missions.open_phase(context, transition, side)
            striking.strike(context, transition)
        case Phase.MOVEMENT | Phase.SURPRISE_MOVEMENT:
            _feed(context, transition, told=phase is Phase.MOVEMENT)
            special.isolate(context, transition)
            movement_phase.open_phase(transition, side)
            starvation.open_rolls(context, transition)
        case Phase.COMBAT | Phase.SURPRISE_COMBAT:
            combat_phase.open_phase(transition, side)
            if isinstance(transition.state, SeaEast):
                gunfire.open_phase(context, transition, side)
        case _:
            amid.clear(context, transition, side)
            transition.set(pinned=now(context, transition).limited(side))
            movement_phase.open_phase(transition, side, exploiting=True)
    flown_now = Phase.AIR if context.figures.air.units else Phase.COMBAT
    if side == ALLIED and phase is flown_now and isinstance(transition.state, SeaEast):
        ending.close_movement(context, transition)


def lapse(transition: Work, side: str) -> None:
    """Supplies that were flown in are gone once their owner's next air phase begins
    (FE-12E2.1).
    """
    old = transition.state.deliveries
    kept = {at: found for at, found in old.items() if found.side != side}
    if len(kept) == len(old):
        return
    transition.set(deliveries=kept)
    for at in sorted(old.keys() - kept.keys()):
        transition.tell("supplies used up", "FE-12E2.1", at=at, amount=old[at].amount)


def _invasion(context: EastContext, transition: Work) -> None:
    """Soviets near the capital of Finland raise the limit of Germans there (FE-32B.7)."""
    invaded = now(context, transition).invades()
    if invaded != transition.state.invaded:
        transition.set(invaded=invaded)
        transition.tell("invasion of Finland" if invaded else "invasion over", "FE-32B.7")


def release(transition: Work) -> None:
    """All Rumanian reserves may operate from now on (FE-32A2.3)."""
    transition.set(released=True)
    transition.tell("released", "FE-32A2.3")


def _enter(context: EastContext, transition: Work) -> None:
    """Nations whose neutrality ends with this turn join (FE-32A1.1, 32B.1)."""
    joined = dict(transition.state.joined)
    for row in context.charts.nations.rows:
        since = now(context, transition).since(row)
        if since and since <= transition.state.turn and not joined.get(row.id):
            joined[row.id] = row.side
            transition.tell("joins", row.rule, name=row.name, side=row.side)
    if joined != transition.state.joined:
        transition.set(joined=joined)


def _feed(context: EastContext, transition: Work, *, told: bool) -> None:
    """All units of both sides are in supply throughout the German player turn of the surprise
    (FE-31F.3).
    """
    if now(context, transition).all_fed:
        unmark(transition, OUT)
        transition.set(unfed={})
        if told:
            transition.tell("all in supply", "FE-31F.3")


def card(pos: EastPosition, _frame: EffortDraw) -> ChanceNode:
    """The card that decides on Finland's war; what each one means is not said (FE-39C.1)."""
    return ChanceNode(
        pos.context.charts.war_effort.deck, "a card for the war of Finland", "FE-39C.1"
    )


def card_drawn(pos: EastPosition, frame: EffortDraw, face: int, transition: Work) -> None:
    """Keep it: nobody is told which it is before the end (FE-39C.1)."""
    row = pos.context.charts.war_effort.drawn(face)
    transition.state = transition.state.popped().having(effort=row.id)
    transition.tell("card drawn", "FE-39C.1", side=frame.side)


HANDLERS = (Handler(Onward, auto=onward), Handler(EffortDraw, chance=card, rolled=card_drawn))
