"""What an attack is likely to bring: the exact chances of its results, weighed."""

from __future__ import annotations

from engine.systems.operation_gertrud.battle.retreats import exits
from engine.systems.operation_gertrud.battle_charts import Code, CombatChart, Leave
from engine.systems.operation_gertrud.state.position import Position
from oob.model import UnitId


class Stakes:
    """What the two sides have at stake in a battle, in combat factors.

    ``prize`` is what having the hex is worth; ``follows`` whether somebody could take it after a
    retreat; ``trapped`` whether the defenders have nowhere to go.
    """

    def __init__(
        self,
        attack: float,
        attack_step: float,
        defence: float,
        defence_step: float,
        prize: float,
        *,
        follows: bool,
        trapped: bool,
    ) -> None:
        self.attack = attack
        self.attack_step = attack_step
        self.defence = defence
        self.defence_step = defence_step
        self.prize = prize
        self.follows = follows
        self.trapped = trapped


def worth_of(code: Code, stakes: Stakes) -> float:
    """What a result is worth to the attacker."""
    gain = 0.0
    if code.attacker_steps < 0:
        gain -= stakes.attack
    else:
        gain -= code.attacker_steps * stakes.attack_step
    if code.attacker_leaves is Leave.MUST:
        gain -= 0.1 * stakes.attack
    if code.defender_steps < 0:
        return gain + stakes.defence + stakes.prize
    gain += min(code.defender_steps * stakes.defence_step, stakes.defence)
    if code.defender_steps and stakes.defence <= stakes.defence_step:
        return gain + stakes.prize
    if code.defender_leaves is Leave.MUST:
        if stakes.trapped:
            return gain + stakes.defence + stakes.prize
        gain += 0.15 * stakes.defence + (stakes.prize if stakes.follows else 0.4 * stakes.prize)
    return gain


def value(chart: CombatChart, final: int, stakes: Stakes) -> float:
    """The mean worth of a battle in a column."""
    worths = {code.id: worth_of(code, stakes) for code in chart.codes}
    return sum(worths[row[final]] for row in chart.rows) / len(chart.rows)


def merit(code: Code) -> float:
    """How good a result is as such: from -1 (attackers lost) to 1 (hex cleared)."""
    if code.attacker_steps < 0:
        return -1.0
    found = -0.2 * code.attacker_steps
    if code.attacker_leaves is Leave.MUST:
        found -= 0.2 * (1 + code.attacker_steps)
    if code.defender_steps < 0:
        return found + 1.0
    if code.defender_leaves is Leave.MUST:
        return found + 0.6 + 0.2 * code.defender_steps
    return found + 0.25 * code.defender_steps


def promises(chart: CombatChart) -> tuple[float, ...]:
    """The mean merit of each column."""
    merits = {code.id: merit(code) for code in chart.codes}
    columns = range(len(chart.columns))
    return tuple(sum(merits[row[at]] for row in chart.rows) / len(chart.rows) for at in columns)


def trapped(pos: Position, units: tuple[UnitId, ...]) -> bool:
    """True when none of some units has a retreat."""
    return bool(units) and not any(exits(pos, unit) for unit in units)
