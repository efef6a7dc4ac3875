"""CAS outside battles: interdiction, interception, supply drops."""

from __future__ import annotations

from engine.core.system import Advice
from engine.systems.operation_gertrud import actions as do
from engine.systems.operation_gertrud.advice.outlook import Outlook
from engine.systems.operation_gertrud.battle.duels import Fate, duel_chances
from engine.systems.operation_gertrud.battle.interdiction import interceptors, predominant_cost
from engine.systems.operation_gertrud.battle.support import duellist
from engine.systems.operation_gertrud.state.records import (
    INTERDICTED,
    Intercepting,
    Interdicting,
    Kind,
    Supplying,
)
from maps.hexgrid import Hex

KEPT = 2
"""CAS kept for the battles; none interdicts where an enemy CAS could meet it."""

LEAST = 4.0
"""Combat factors, nearly sure to be stopped, below which no interdiction is flown."""


def interdicting(look: Outlook, _frame: Interdicting) -> Advice:
    """Pin the strongest stacks that could still get somewhere, with what can be spared."""
    pos = look.pos
    ready = pos.ready(look.side, Kind.CAS)
    answers = pos.ready(look.enemy_side, Kind.CAS)
    if len(ready) > KEPT and not answers:
        ranked = sorted((-_worth(look, at), at) for at in look.enemy.stacks)
        marker = min(
            ready, key=lambda m: (m == pos.state.experten, pos.context.markers[m].bonus, m)
        )
        for worth, at in ranked:
            action = do.Interdict(marker, at)
            if -worth < LEAST:
                break
            if look.allowed(action):
                return Advice(action, "That stack had better stay where it is.")
    return Advice(do.EndPhase(), "The rest is kept for the battles.")


def _worth(look: Outlook, at: Hex) -> float:
    """What pinning a stack is worth: its strength, where it is free to move and near."""
    pos = look.pos
    units = pos.enemies(at, look.side)
    if any(INTERDICTED in pos.state.pieces[unit].marks for unit in units):
        return 0.0
    die = pos.context.die
    chance = max(0, die - predominant_cost(pos, at)) / die
    free = 0.4 if at in pos.zoc(look.side) else 1.0
    weight = look.enemy.stacks[at] * chance * free
    near = look.ground.pull(tuple((goal, 1.0) for goal in pos.context.objectives), 4.0)
    return weight * min(1.0, near[at]) * 0.6


def intercepting(look: Outlook, frame: Intercepting) -> Advice:
    """Answer when the duel is likely to be won."""
    pos = look.pos
    best: tuple[float, str] | None = None
    for marker in interceptors(pos, frame):
        spread = duel_chances(duellist(pos, frame.marker), duellist(pos, marker), pos.context.die)
        found = sum(
            float(chance) * ((his is not Fate.HOLDS) - (ours is Fate.LOST))
            for (his, ours), chance in spread.items()
        )
        if best is None or found > best[0]:
            best = (found, marker)
    if best is not None and best[0] > 0.35:
        return Advice(do.Intercept(best[1]), "The interceptor has the better chances.")
    return Advice(do.LetPass(), "It is not worth a CAS.")


def supplying(_look: Outlook, _frame: Supplying) -> Advice:
    """A CAS is worth more than a turn's supply."""
    return Advice(do.EndPhase(), "No CAS is given up for a turn's supply.")
