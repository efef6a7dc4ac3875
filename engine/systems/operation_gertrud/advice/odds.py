"""What an attack is likely to bring: the exact chances of its results, weighed."""

from __future__ import annotations

from functools import lru_cache

from engine.systems.operation_gertrud.battle_charts import Code, CombatChart, Leave
from engine.systems.operation_gertrud.battles import NO_UNIT, Battle
from engine.systems.operation_gertrud.position import Position
from engine.systems.operation_gertrud.results import column_of, percentage, shifted
from engine.systems.operation_gertrud.shifts import column
from engine.systems.operation_gertrud.withdrawal import exits
from maps.hexgrid import Hex
from oob.model import UnitId

MOST = 600


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


@lru_cache(maxsize=1024)
def promise(chart_rows: tuple[tuple[str, ...], ...], final: int) -> float:
    """How good a column is as such: from -1 (attackers lost) to 1 (hex cleared)."""
    marks = {"AE": -1.0, "AX": -0.6, "AR": -0.2, "EX": 0.05, "DL": 0.25, "DR": 0.6, "DX": 0.8}
    return sum(marks.get(row[final], 1.0) for row in chart_rows) / len(chart_rows)


def rough_promise(chart: CombatChart, attack: float, defence: float, shift: int) -> float:
    """How good an attack of so many factors would be, by its odds and a guess at the shifts."""
    percent = percentage(int(attack), max(1, int(defence)), MOST)
    final = shifted(chart.columns, column_of(chart.columns, percent), shift)
    return promise(chart.rows, final)


def final_column(
    pos: Position, side: str, target: Hex, force: tuple[UnitId, ...], dropper: UnitId = NO_UNIT
) -> int:
    """The column of an attack as it would be without support."""
    return column(pos, Battle(side, target, force, pos.enemies(target, side), dropper))


def trapped(pos: Position, units: tuple[UnitId, ...]) -> bool:
    """True when none of some units has a retreat."""
    return bool(units) and not any(exits(pos, unit) for unit in units)
