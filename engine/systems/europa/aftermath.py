"""What a combat result does: losses, retreats, the advance (BF-9C to 9F, BC-B9.6 to B9.15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.europa import advance, retreats
from engine.systems.europa import battle_actions as do
from engine.systems.europa.battles import Aftermath, Battle, Demand, Losing
from engine.systems.europa.combat_charts import Code, Fate
from engine.systems.europa.common import Work, eliminate, mark, objection
from engine.systems.europa.losses import certain, enough, half_of, needed, open_to
from engine.systems.europa.position import Position
from engine.systems.europa.reckoning import Reckoning
from engine.systems.europa.strength import printed, worth
from engine.systems.europa.words import ATTACKED, DEFENDED, other
from oob.model import UnitId


def stage(pos: Position, frame: Aftermath, doing: Work) -> None:
    """Do the next stage of a result; what it opens lies above the stage after it."""
    if frame.stage == len(STAGES):
        _conclude(pos, frame, doing)
        return
    following = replace(frame, stage=frame.stage + 1)
    doing.state = doing.state.swapped(following)
    STAGES[frame.stage](pos, following, doing)


def _code(pos: Position, frame: Aftermath) -> Code:
    return pos.table.charts.combat.code(frame.code)


def _lose(pos: Position, frame: Aftermath, doing: Work) -> None:
    """The losses of the result; who must retreat is remembered."""
    battle, code = frame.battle, _code(pos, frame)
    if code.exchange:
        _exchange(pos, frame, code, doing)
        return
    beaten: tuple[UnitId, ...] = ()
    for units, fate, attacking in (
        (battle.attackers, code.attacker, True),
        (battle.defenders, code.defender, False),
    ):
        if fate is Fate.STAYS:
            continue
        beaten += units
        doing.state = doing.state.swapped(replace(frame, leaving=beaten))
        if fate is Fate.ELIMINATED:
            _all_lost(pos, units, doing)
        elif fate is Fate.HALVED:
            strength = half_of(printed(pos, units, attacking=attacking))
            _demand(pos, battle, units, strength, doing, attacking=attacking)


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


def _exchange(pos: Position, frame: Aftermath, code: Code, doing: Work) -> None:
    battle = frame.battle
    attackers_weaker = weaker_attacks(pos, battle)
    weak = battle.attackers if attackers_weaker else battle.defenders
    strong = battle.standing if attackers_weaker else battle.attackers
    doing.state = doing.state.swapped(replace(frame, leaving=weak))
    strength = exchange_demand(pos, battle, code)
    _all_lost(pos, weak, doing)
    _demand(pos, battle, strong, strength, doing, attacking=not attackers_weaker)


def _all_lost(pos: Position, units: tuple[UnitId, ...], doing: Work) -> None:
    for unit in units:
        eliminate(pos.table, doing, unit)


def _demand(
    pos: Position,
    battle: Battle,
    units: tuple[UnitId, ...],
    strength: int,
    doing: Work,
    *,
    attacking: bool,
) -> None:
    """Ask for losses, unless there is no choice."""
    demand = Demand(strength, Reckoning(pos, battle).required(attacking=attacking))
    side = battle.side if attacking else other(battle.side)
    frame = Losing(battle, side, units, demand)
    _choose(pos, replace(frame, chosen=certain(demand, worths(pos, frame))), doing)


def worths(pos: Position, frame: Losing) -> dict[UnitId, int]:
    """The printed strength of each unit that may be lost."""
    attacking = frame.side == frame.battle.side
    return {unit: worth(pos, unit, attacking=attacking) for unit in frame.units}


def _choose(pos: Position, frame: Losing, doing: Work) -> None:
    """Take the losses when they are enough, else ask on."""
    found = worths(pos, frame)
    if enough(frame.demand, found, frozenset(frame.chosen)):
        _all_lost(pos, needed(frame.demand, found, frame.chosen), doing)
    else:
        doing.state = doing.state.pushed(frame)


def losing_question(pos: Position, frame: Losing) -> Question:
    """The owner chooses his losses."""
    found = worths(pos, frame)
    units = open_to(frame.demand, found, frame.chosen)
    family = Family("lose", "Take losses", lambda: (do.TakeLoss(unit) for unit in units))
    taken = sum(found[unit] for unit in frame.chosen)
    prompt = (
        f"Choose losses at {pos.label(frame.battle.target)}: "
        f"at least {frame.demand.strength} points, {taken} chosen."
    )
    return Question(frame.side, prompt, (family,), pos.table.cite("losses"))


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


def take_loss(pos: Position, frame: Losing, action: do.TakeLoss, doing: Work) -> None:
    """Count a unit among the losses; ask again while more are due."""
    doing.state = doing.state.popped()
    _choose(pos, replace(frame, chosen=(*frame.chosen, action.unit)), doing)


def _retreat(pos: Position, frame: Aftermath, doing: Work) -> None:
    """What is left of the beaten side retreats. Units that have dropped onto enemies stay: what
    becomes of them is settled when the phase ends (BC-19E.6).
    """
    battle = frame.battle
    if not frame.leaving:
        return
    side = pos.side(frame.leaving[0])
    held = battle.target if side == battle.side else None
    units = tuple(u for u in frame.leaving if pos.piece(u).hex not in (None, held))
    if units:
        retreats.withdraw(pos.table, doing, battle, side, units)


def _advance(pos: Position, frame: Aftermath, doing: Work) -> None:
    if not set(frame.leaving) & set(frame.battle.attackers):
        advance.open_advance(pos, frame.battle, doing)


STAGES = (_lose, _retreat, _advance)
"""What a result does, in order."""


def _conclude(pos: Position, frame: Aftermath, doing: Work) -> None:
    """All who fought and are left have done so for this phase (BF-9B.1)."""
    battle = frame.battle
    for units, word in ((battle.attackers, ATTACKED), (battle.defenders, DEFENDED)):
        for unit in units:
            if pos.piece(unit).hex is not None:
                mark(doing, unit, word)
    doing.tell("battle over", pos.table.cite("attack"), at=battle.target)
    doing.state = doing.state.popped()


DESKS = (
    Desk(Aftermath, auto=stage),
    Desk(Losing, {do.TakeLoss: Answer(loss_objections, take_loss)}, question=losing_question),
)
