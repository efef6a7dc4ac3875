"""Engineers at forts and major cities (BF-14A2, 14A3, BC-B14.2, FE-14C)."""

from __future__ import annotations

from fractions import Fraction

from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.crossing import improved
from engine.systems.europa.state.constants import Ability
from engine.systems.europa.state.position import Position
from oob.model import UnitId


def attacking_engineers(pos: Position, battle: Battle) -> tuple[UnitId, ...]:
    """The combat and assault engineers in an attack, and what attacks as they do."""
    return tuple(unit for unit in battle.attackers if pos.facts(unit).storms)


def engineer_share(pos: Position, battle: Battle) -> Fraction:
    """The engineers' share of the attacking non-artillery REs, assault engineers being twice their
    size at a major city (BF-14A2.4, 14A2.5, 14A3.4).
    """
    engineers = every = 0
    for unit in battle.attackers:
        facts = pos.facts(unit)
        if facts.artillery:
            continue
        size = facts.halves
        if Ability.ASSAULT_ENGINEER in facts.abilities and pos.strong_city(battle.target):
            size *= pos.context.charts.engineers.doubled
        every += size
        engineers += size if facts.storms else 0
    return Fraction(engineers, every) if every else Fraction(0)


def engineer_bonus(pos: Position, battle: Battle) -> int:
    """What engineers add to the die of an attack on a fort or major city (BF-14A2.4)."""
    chart = pos.context.charts.engineers
    if not improved(pos, battle.target) or not attacking_engineers(pos, battle):
        return 0
    if chart.any_will_do or engineer_share(pos, battle) >= chart.least:
        return chart.bonus
    return 0
