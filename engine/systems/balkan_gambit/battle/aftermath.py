"""After the fire: break off, retreat declaration, and how each kind of battle ends (BG 12.2 steps 4
to 9).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.wording import counted
from engine.rules.combat.advances import Follow, followers
from engine.rules.combat.advancing import AdvancingStep
from engine.rules.combat.steps import Topic
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.battle.retreats import can_retreat
from engine.systems.balkan_gambit.state.common import (
    Work,
    alive,
    arrive,
    bury,
    lose_beachhead,
    now,
    objection,
    place_beachhead,
    settle_overstacks,
)
from engine.systems.balkan_gambit.state.context import Context
from engine.systems.balkan_gambit.state.position import Position, other
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    ATTACKED,
    AXIS,
    DEAD,
    LOST,
    MED_BOX,
    Advancing,
    Battle,
    Board,
    BreakOffCall,
    Kind,
    RetreatCall,
    Retreating,
)
from maps.hexgrid import Hex
from oob.model import UnitId

OnWithIt = Callable[[Context, Work, Battle], None]


def recover(context: Context, transition: Work, unit: UnitId, home: Hex | str, *marks: str) -> None:
    """Give a unit back one step it lost in this battle (BG 12.9)."""
    piece = transition.state.pieces[unit]
    if piece.at == DEAD:
        transition.state = transition.state.with_piece(
            unit, at=home, steps=1, mode=context.start_mode(unit), marks=frozenset(marks)
        )
    else:
        transition.state = transition.state.with_piece(unit, steps=piece.steps + 1)


def may_break_off(pos: Position, battle: Battle) -> bool:
    """True when the attacker may break off: he lost a step, it is no city and no drop (BG 12.2,
    12.10).
    """
    return (
        bool(battle.lost_defending)
        and battle.target not in pos.context.cities
        and battle.kind is not Kind.DROP
    )


def must_break_off(pos: Position, battle: Battle) -> bool:
    """True when only corps support is left to the attacker (BG 12.2 step 4)."""
    return all(pos.support(unit) for unit in alive(pos, battle.attackers))


def after_defensive_fire(
    context: Context, transition: Work, battle: Battle, offensive: OnWithIt
) -> None:
    """Step 4, or on to offensive fire, or the end when no attacker is left to fire."""
    pos = now(context, transition)
    if may_break_off(pos, battle):
        transition.state = transition.state.pushed(BreakOffCall(battle))
    elif must_break_off(pos, battle):
        conclude(context, transition, battle)
    else:
        offensive(context, transition, battle)


def break_off_objections(
    _pos: Position, frame: BreakOffCall, action: do.BreakOff
) -> Iterator[Objection]:
    """The recovered step must have been lost in defensive fire."""
    if action.unit not in frame.battle.lost_defending:
        yield objection("BG-12.2.4a", "That unit lost no step in defensive fire.")


def press_objections(pos: Position, frame: BreakOffCall, _a: do.PressOn) -> Iterator[Objection]:
    """Corps support alone must break off."""
    if must_break_off(pos, frame.battle):
        yield objection("BG-12.2.4c", "Only corps support is left: the attack must be broken off.")


def break_off(pos: Position, frame: BreakOffCall, action: do.BreakOff, transition: Work) -> None:
    """Recover a step, go back, and end the battle."""
    battle = frame.battle
    recover(pos.context, transition, action.unit, battle.origin or MED_BOX, ATTACKED)
    transition.tell("broke off", "BG-12.2.4a", unit=action.unit, at=battle.target)
    transition.state = transition.state.popped()
    conclude(pos.context, transition, battle)


def break_off_question(pos: Position, frame: BreakOffCall) -> Question:
    """Break off and recover a step, or press on."""
    units = tuple(dict.fromkeys(frame.battle.lost_defending))
    families = (
        Family("break off", "Break off", lambda: (do.BreakOff(unit) for unit in units)),
        Family("press on", "Press on", lambda: (do.PressOn(),)),
    )
    lost = len(frame.battle.lost_defending)
    prompt = f"Defensive fire cost {counted(lost, 'step')}. Break off, recovering one?"
    return Question(frame.battle.side, prompt, families, "BG-12.2.4a")


def after_offensive_fire(context: Context, transition: Work, battle: Battle) -> None:
    """Step 6, or the end when no retreat can be declared."""
    pos = now(context, transition)
    if any(True for unit in battle.lost_attacking if may_retreat(pos, battle, unit)):
        transition.state = transition.state.pushed(RetreatCall(battle))
    else:
        conclude(context, transition, battle)


def may_retreat(pos: Position, battle: Battle, unit: UnitId) -> bool:
    """True when the defender may retreat recovering a step of ``unit`` (BG 12.2, 12.8 to 12.10)."""
    held_by_marker = battle.side == AXIS and battle.target in pos.state.beachheads
    if battle.extra_hit or battle.target in pos.context.cities or held_by_marker:
        return False
    return can_retreat(pos, _retreaters(pos, battle, unit), battle.target, other(battle.side))


def _retreaters(pos: Position, battle: Battle, unit: UnitId) -> tuple[UnitId, ...]:
    survivors = set(alive(pos, battle.defenders)) | {unit}
    return tuple(mate for mate in battle.defenders if mate in survivors)


def retreat_question(pos: Position, frame: RetreatCall) -> Question:
    """Retreat and recover a step, or hold."""
    units = tuple(dict.fromkeys(frame.battle.lost_attacking))
    families = (
        Family("retreat", "Retreat", lambda: (do.Retreat(unit) for unit in units)),
        Family("hold", "Hold", lambda: (do.Hold(),)),
    )
    prompt = f"Retreat from {pos.label(frame.battle.target)}, recovering one step?"
    return Question(other(frame.battle.side), prompt, families, "BG-12.2.6a")


def retreat_objections(
    pos: Position, frame: RetreatCall, action: do.Retreat
) -> Iterator[Objection]:
    """The recovered step must have been lost in offensive fire, and the force must have somewhere
    to go.
    """
    if action.unit not in frame.battle.lost_attacking:
        yield objection("BG-12.2.6a", "That unit lost no step in offensive fire.")
    elif not may_retreat(pos, frame.battle, action.unit):
        yield objection("BG-12.8.6", "There is no legal retreat for the whole force.")


def retreat(pos: Position, frame: RetreatCall, action: do.Retreat, transition: Work) -> None:
    """Recover a step and move out."""
    battle = frame.battle
    recover(pos.context, transition, action.unit, battle.target)
    transition.tell("retreats", "BG-12.2.6a", unit=action.unit, at=battle.target)
    units = _retreaters(now(pos.context, transition), battle, action.unit)
    transition.state = transition.state.swapped(Retreating(battle, units))


def hold(pos: Position, frame: RetreatCall, _action: do.Hold, transition: Work) -> None:
    """Stay."""
    transition.state = transition.state.popped()
    conclude(pos.context, transition, frame.battle)


def press_on(offensive: OnWithIt) -> Callable[[Position, BreakOffCall, Action, Work], None]:
    """The answer that carries an attack on to offensive fire."""

    def apply(pos: Position, frame: BreakOffCall, _action: Action, transition: Work) -> None:
        transition.state = transition.state.popped()
        offensive(pos.context, transition, frame.battle)

    return apply


def conclude(context: Context, transition: Work, battle: Battle) -> None:
    """Steps 7 to 9 by kind of battle."""
    pos = now(context, transition)
    cleared = not pos.defenders(battle.target, battle.side)
    wiped_out = cleared and not alive(pos, battle.defenders)
    if battle.side == AXIS and wiped_out and battle.target in transition.state.beachheads:
        lose_beachhead(context, transition, battle.target)
    if battle.kind is Kind.LANDING:
        _conclude_landing(context, transition, battle, cleared)
    elif battle.kind is Kind.DROP:
        _conclude_drop(context, transition, battle, cleared)
    elif cleared and alive(pos, battle.attackers):
        transition.state = transition.state.pushed(Advancing(battle))
        return
    finish(context, transition, battle)


def _conclude_landing(context: Context, transition: Work, battle: Battle, cleared: bool) -> None:
    ashore = alive(now(context, transition), battle.attackers)
    if not cleared:
        transition.set(landing_failed=True)
        transition.tell("landing failed", "BG-7.8c", at=battle.target)
    elif ashore:
        come_ashore(context, transition, battle, ashore, "BG-7.6d")


def _conclude_drop(context: Context, transition: Work, battle: Battle, cleared: bool) -> None:
    landed = alive(now(context, transition), battle.attackers)
    if cleared:
        come_ashore(context, transition, battle, landed, "BG-9.3d")
        return
    for unit in landed:
        bury(transition, unit, LOST)
    transition.tell("drop failed", "BG-7.10d", at=battle.target, units=landed)


def come_ashore(
    context: Context, transition: Work, battle: Battle, units: tuple[UnitId, ...], rule: str
) -> None:
    """Put an assault force into its hex, with a Beachhead marker on the coast (BG 7.6, 7.8,
    9.3).
    """
    if units:
        what = "came down" if battle.kind is Kind.DROP else "landed"
        transition.tell(what, rule, units=units, at=battle.target)
    for unit in units:
        transition.state = transition.state.with_piece(unit, at=battle.target)
    if units and battle.target in context.coast:
        place_beachhead(context, transition, battle.target, rule)
    for unit in units:
        arrive(context, transition, unit, battle.target)


def finish(context: Context, transition: Work, battle: Battle) -> None:
    """Close the battle: overstacked hexes are thinned out (BG 10.4)."""
    if battle.defenders:
        transition.tell("battle over", "BG-12.4b", at=battle.target)
    for side in (AXIS, ALLIED):
        settle_overstacks(context, transition, side)


class Advance(AdvancingStep[Board, Position, Advancing]):
    """Victorious attackers move into the vacated hex (BG 12.7)."""

    def cite(self, _pos: Position, _topic: Topic) -> str:
        """All of it rests on one rule."""
        return "BG-12.7a"

    def followers(self, _pos: Position, frame: Advancing) -> tuple[UnitId, ...]:
        """All the attackers; the objections say who may not."""
        return frame.battle.attackers

    def objections(self, pos: Position, frame: Advancing, unit: UnitId) -> Iterator[Objection]:
        """What forbids an advance (BG 12.7)."""
        battle = frame.battle
        able = followers(alive(pos, battle.attackers), Follow.ANY, pos.regular)
        if unit not in able:
            yield objection("BG-12.7a", "Only surviving attackers advance.")
            return
        if unit in frame.advanced:
            yield objection("BG-12.7a", f"{pos.called(unit)} has advanced already.")
            return
        if pos.support(unit) and not any(not pos.support(mate) for mate in frame.advanced):
            yield objection("BG-12.7c", "Corps support advances only with another unit.")
        if not pos.allowed(unit, battle.target):
            text = f"{pos.called(unit)} may not enter {pos.label(battle.target)}."
            yield objection(pos.closed_rule(unit), text)
        broken = pos.stack_objection(unit, battle.target)
        if broken:
            yield objection(broken, f"{pos.label(battle.target)} would be overstacked or mixed.")

    def moved(self, pos: Position, frame: Advancing, unit: UnitId, transition: Work) -> None:
        """Take what is in the hex; ask on until the attacker has had enough."""
        advanced = replace(frame, advanced=(*frame.advanced, unit))
        transition.state = transition.state.swapped(advanced)
        arrive(pos.context, transition, unit, frame.battle.target)

    def close(self, pos: Position, frame: Advancing, transition: Work) -> None:
        """Close the battle."""
        transition.state = transition.state.popped()
        finish(pos.context, transition, frame.battle)


RETREAT_CALL = Handler(
    RetreatCall,
    (Answer(do.Retreat, retreat_objections, retreat), Answer(do.Hold, no_objections, hold)),
    question=retreat_question,
)
ADVANCE = Advance(Advancing)
ADVANCING = ADVANCE.handler()


def break_off_handler(offensive: OnWithIt) -> Handler[Board, Position, BreakOffCall]:
    """The handler of breaking off, given what carries an attack on."""
    return Handler(
        BreakOffCall,
        (
            Answer(do.BreakOff, break_off_objections, break_off),
            Answer(do.PressOn, press_objections, press_on(offensive)),
        ),
        question=break_off_question,
    )
