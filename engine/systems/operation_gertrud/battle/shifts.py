"""The column shifts of a battle, in the order of the rules: an open ledger (OG 11.0)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.view.display import Modifier
from engine.systems.operation_gertrud.battle.battles import Battle
from engine.systems.operation_gertrud.battle.results import (
    column_of,
    result_chances,
    shifted,
)
from engine.systems.operation_gertrud.battle_charts import ShiftChart
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import ALLIED, GERMAN
from maps.hexgrid import DIRECTIONS, are_adjacent
from oob.model import UnitId


def strength(pos: Position, battle: Battle, units: tuple[UnitId, ...]) -> int:
    """Combat factors of some units over the battle's hex, each halved on its own where out of
    supply (OG 7.3, 16.0).
    """
    return sum(pos.factor(unit, battle.target) for unit in units)


def defending(pos: Position, battle: Battle) -> int:
    """The combat factors a battle is fought against; an empty drop hex has 1 (OG 15.0)."""
    if not battle.defenders and battle.droppers:
        return pos.context.charts.shifts.empty_drop
    return strength(pos, battle, battle.defenders)


def odds(pos: Position, battle: Battle) -> int:
    """The odds in per cent before any shift (OG 11.0.1)."""
    attack = strength(pos, battle, battle.attackers)
    return pos.context.odds(attack, defending(pos, battle))


def ledger(pos: Position, battle: Battle) -> tuple[Modifier, ...]:
    """Every shift of a battle as it is, columns to the right counted positive."""
    return tuple(_shifts(pos, battle))


def _shifts(pos: Position, battle: Battle) -> Iterator[Modifier]:
    chart = pos.context.charts.shifts
    yield from _support(pos, battle, chart)
    yield from _ground(pos, battle)
    if surrounded(pos, battle):
        yield Modifier("Surrounded", chart.surrounded, "OG-11.0.5")
    if battle.side == GERMAN and blitzkrieg(pos):
        yield Modifier("Blitzkrieg bonus", chart.blitzkrieg, "OG-11.0.6")
    if battle.ultra:
        gain = chart.ultra if battle.side == ALLIED else -chart.ultra
        yield Modifier("ULTRA", gain, "OG-11.0.7")
    if len(arms(pos, battle)) >= chart.arms:
        yield Modifier("Combined arms", chart.combined_arms, "OG-11.0.8")


def _support(pos: Position, battle: Battle, chart: ShiftChart) -> Iterator[Modifier]:
    for marker, gain, rule in (
        (battle.naval_attack, chart.support, "OG-11.0.2b"),
        (battle.naval_defense, -chart.support, "OG-11.0.2b"),
        (battle.air_attack, chart.support, "OG-11.0.3c"),
        (battle.air_defense, -chart.support, "OG-11.0.3c"),
    ):
        if marker:
            yield Modifier(pos.marker_name(marker), gain, rule)


def _ground(pos: Position, battle: Battle) -> Iterator[Modifier]:
    name, shift, provenance = pos.context.shift_of(battle.target)
    if shift:
        yield Modifier(name.capitalize(), -shift, "OG-11.0.4a", str(provenance))
    chart = pos.context.charts.terrain
    water = _water(pos, battle)
    if "strait" in water:
        yield Modifier("Strait", -chart.strait.shifts, "OG-11.0.4b", str(chart.strait.provenance))
    elif water:
        yield Modifier("River", -chart.river.shifts, "OG-11.0.4b", str(chart.river.provenance))


def _water(pos: Position, battle: Battle) -> frozenset[str]:
    """The rivers and straits before any attacker (OG 11.0.4b)."""
    found: set[str] = set()
    for unit in battle.attackers:
        origin = pos.state.pieces[unit].hex
        if origin is not None and are_adjacent(origin, battle.target):
            found |= pos.context.map.side_kinds(origin, battle.target) & {"river", "strait"}
    return frozenset(found)


def surrounded(pos: Position, battle: Battle) -> bool:
    """True when attackers stand on two directly opposite sides of the hex (OG 11.0.5)."""
    places = {pos.state.pieces[unit].hex for unit in battle.attackers}
    return any(
        battle.target.neighbour(way) in places and battle.target.neighbour(way + 3) in places
        for way in range(len(DIRECTIONS) // 2)
    )


def blitzkrieg(pos: Position) -> bool:
    """True while German attacks have the Blitzkrieg Bonus: on turn one, unless the raid lost it
    (OG 11.0.6).
    """
    due = pos.state.turn == pos.context.charts.shifts.blitzkrieg_turn
    return due and pos.state.blitzkrieg and not pos.state.duplicity


def arms(pos: Position, battle: Battle) -> frozenset[str]:
    """The different types of the attacking units (OG 11.0.8)."""
    return frozenset(pos.context.type_of(unit) for unit in battle.attackers)


def column(pos: Position, battle: Battle) -> int:
    """Index of the final column (OG 11.0.1b)."""
    columns = pos.context.charts.combat.columns
    shift = sum(line.value for line in ledger(pos, battle))
    return shifted(columns, column_of(columns, odds(pos, battle)), shift)


def outlook(pos: Position, battle: Battle) -> dict[str, float]:
    """The exact chance of each result of the battle as it is."""
    found = result_chances(pos.context.charts.combat, column(pos, battle))
    return {code: float(chance) for code, chance in found.items()}
