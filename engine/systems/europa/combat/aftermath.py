"""What a combat result does: losses, retreats, the advance (BF-9C to 9F, BC-B9.6 to B9.15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.wording import counted
from engine.rules.combat.battles import next_stage
from engine.systems.europa.charts.combat_charts import Code, Fate
from engine.systems.europa.combat import advance, retreats
from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.combat.battles import Aftermath, Battle, Demand, Losing
from engine.systems.europa.combat.calculation import Calculation
from engine.systems.europa.combat.losses import certain, enough, half_of, needed, open_to
from engine.systems.europa.combat.strength import printed, worth
from engine.systems.europa.state.common import Work, eliminate, mark, objection
from engine.systems.europa.state.constants import AMID, ATTACKED, DEFENDED, other
from engine.systems.europa.state.position import Position
from oob.model import UnitId


def stage(pos: Position, frame: Aftermath, transition: Work) -> None:
    """Do the next stage of a result; what it opens lies above the stage after it."""
    next_stage(pos, frame, transition, STAGES, _conclude)


def _code(pos: Position, frame: Aftermath) -> Code:
    return pos.context.charts.combat.code(frame.code)


def _lose(pos: Position, frame: Aftermath, transition: Work) -> None:
    """The losses of the result; who must retreat is remembered."""
    battle, code = frame.battle, _code(pos, frame)
    if code.exchange:
        _exchange(pos, frame, code, transition)
        return
    beaten = _stopped(pos, battle, code)
    if beaten:
        transition.state = transition.state.swapped(replace(frame, leaving=beaten))
    for units, fate, attacking in (
        (battle.attackers, code.attacker, True),
        (battle.defenders, code.defender, False),
    ):
        if fate is Fate.STAYS:
            continue
        beaten += tuple([unit for unit in units if not pos.stands_fast(unit)])
        transition.state = transition.state.swapped(replace(frame, leaving=beaten))
        if fate is Fate.ELIMINATED:
            _all_lost(pos, units, transition)
        elif fate is Fate.HALVED:
            strength = half_of(printed(pos, units, attacking=attacking))
            _demand(pos, battle, units, strength, transition, attacking=attacking)


def _stopped(pos: Position, battle: Battle, code: Code) -> tuple[UnitId, ...]:
    """Where the attack is stopped, units that had come down among the defenders retreat (BF-25B.5,
    26B2.6).
    """
    if code.attacker is not Fate.STAYS or code.defender is not Fate.STAYS:
        return ()
    return tuple([unit for unit in battle.attackers if _amid(pos, unit, battle)])


def _amid(pos: Position, unit: UnitId, battle: Battle) -> bool:
    piece = pos.piece(unit)
    return bool(piece.marks & AMID) and piece.hex == battle.target


def weaker_attacks(pos: Position, battle: Battle) -> bool:
    """True when the attackers are the weaker side of an exchange: by printed strengths, the
    defender at a tie, those who retreated here not counted (BF-9C.8, 9F1.9).
    """
    attack = printed(pos, battle.attackers, attacking=True)
    return attack < printed(pos, battle.standing, attacking=False)


def exchange_demand(pos: Position, battle: Battle, code: Code) -> int:
    """What the stronger side of an exchange must lose at least (BF-9C.9, 9C.11)."""
    attacking = weaker_attacks(pos, battle)
    units = battle.attackers if attacking else battle.standing
    lost = printed(pos, units, attacking=attacking)
    return lost if code.exchange > 1 else half_of(lost)


def _exchange(pos: Position, frame: Aftermath, code: Code, transition: Work) -> None:
    battle = frame.battle
    attackers_weaker = weaker_attacks(pos, battle)
    weak = battle.attackers if attackers_weaker else battle.defenders
    strong = battle.standing if attackers_weaker else battle.attackers
    leaving = tuple([unit for unit in weak if not pos.stands_fast(unit)])
    transition.state = transition.state.swapped(replace(frame, leaving=leaving))
    strength = exchange_demand(pos, battle, code)
    _all_lost(pos, weak, transition)
    _demand(pos, battle, strong, strength, transition, attacking=not attackers_weaker)


def _all_lost(pos: Position, units: tuple[UnitId, ...], transition: Work) -> None:
    for unit in units:
        eliminate(pos.context, transition, unit)


def _demand(
    pos: Position,
    battle: Battle,
    units: tuple[UnitId, ...],
    strength: int,
    transition: Work,
    *,
    attacking: bool,
) -> None:
    """Ask for losses, unless there is no choice."""
    demand = Demand(strength, Calculation(pos, battle).required(attacking=attacking))
    side = battle.side if attacking else other(battle.side)
    frame = Losing(battle, side, units, demand)
    _choose(pos, replace(frame, chosen=certain(demand, worths(pos, frame))), transition)


def worths(pos: Position, frame: Losing) -> dict[UnitId, int]:
    """The printed strength of each unit that may be lost."""
    attacking = frame.side == frame.battle.side
    return {unit: worth(pos, unit, attacking=attacking) for unit in frame.units}


def _choose(pos: Position, frame: Losing, transition: Work) -> None:
    """Take the losses when they are enough, else ask on."""
    found = worths(pos, frame)
    if enough(frame.demand, found, frozenset(frame.chosen)):
        _all_lost(pos, needed(frame.demand, found, frame.chosen), transition)
    else:
        transition.state = transition.state.pushed(frame)


def losing_question(pos: Position, frame: Losing) -> Question:
    """The owner chooses his losses."""
    found = worths(pos, frame)
    units = open_to(frame.demand, found, frame.chosen)
    family = Family("lose", "Take losses", lambda: (do.TakeLoss(unit) for unit in units))
    taken = sum(found[unit] for unit in frame.chosen)
    prompt = (
        f"Choose losses at {pos.label(frame.battle.target)}: "
        f"at least {counted(frame.demand.strength, 'point')}, {taken} chosen."
    )
    return Question(frame.side, prompt, (family,), pos.context.cite("losses"))


def loss_objections(pos: Position, frame: Losing, action: do.TakeLoss) -> Iterator[Objection]:
    """It must be a unit the losses can fall on, and first those who must bear half (BF-9I.1)."""
    unit = action.unit
    if unit in open_to(frame.demand, worths(pos, frame), frame.chosen):
        return
    if unit not in frame.units or unit in frame.chosen:
        text = "The losses fall on other units of this battle."
        yield objection(pos, "losses", text)
    elif not worths(pos, frame)[unit]:
        yield objection(pos, "losses", f"{pos.called(unit)} has no strength to lose.")
    else:
        text = "Half of the losses must come from the units whose abilities were used."
        yield objection(pos, "required losses", text)


def take_loss(pos: Position, frame: Losing, action: do.TakeLoss, transition: Work) -> None:
    """Count a unit among the losses; ask again while more are due."""
    transition.state = transition.state.popped()
    _choose(pos, replace(frame, chosen=(*frame.chosen, action.unit)), transition)


def _retreat(pos: Position, frame: Aftermath, transition: Work) -> None:
    """What is left of the beaten side retreats. Units that have dropped onto enemies stay: what
    becomes of them is settled when the phase ends (BC-19E.6); by other rules they go (BF-25B.5).
    """
    battle = frame.battle
    if not frame.leaving:
        return
    side = pos.side(frame.leaving[0])
    held = battle.target if side == battle.side else None
    units = tuple(
        u for u in frame.leaving if pos.piece(u).hex not in (None, held) or _amid(pos, u, battle)
    )
    if units:
        retreats.withdraw(pos.context, transition, battle, side, units)


def _advance(pos: Position, frame: Aftermath, transition: Work) -> None:
    if not set(frame.leaving) & set(frame.battle.attackers):
        advance.open_advance(pos, frame.battle, transition)


STAGES = (_lose, _retreat, _advance)
"""What a result does, in order."""


def _conclude(pos: Position, frame: Aftermath, transition: Work) -> None:
    """All who fought and are left have done so for this phase (BF-9B.1)."""
    battle = frame.battle
    for units, word in ((battle.striking, ATTACKED), (battle.defenders, DEFENDED)):
        for unit in units:
            if pos.piece(unit).hex is not None:
                mark(transition, unit, word)
    transition.tell("battle over", pos.context.cite("attack"), at=battle.target)
    transition.state = transition.state.popped()


HANDLERS = (
    Handler(Aftermath, auto=stage),
    Handler(Losing, (Answer(do.TakeLoss, loss_objections, take_loss),), question=losing_question),
)
