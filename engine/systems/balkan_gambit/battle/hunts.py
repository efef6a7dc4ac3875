"""Attacks on dispersed partisans: one die against each of them (BG 12.15)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.core.view.display import Modifier
from engine.systems.balkan_gambit.state.common import Work, bury, now
from engine.systems.balkan_gambit.state.position import Position, other
from engine.systems.balkan_gambit.state.records import ALLIED, Battle, Displacing, HuntRoll
from oob.model import UnitId


def hunt_ledger(pos: Position, battle: Battle) -> tuple[Modifier, ...]:
    """What the total is made of: combat factors, doubled where due, terrain, river, supply.

    Corps support out of supply adds nothing: it may not fire (BG 9.5).
    """
    unfed = [unit for unit in battle.attackers if not pos.supplied(unit)]
    silent = [unit for unit in unfed if pos.support(unit)]
    lines = [_share(pos, unit) for unit in battle.attackers if unit not in silent]
    short = len(unfed) - len(silent)
    if short:
        penalty = pos.context.charts.combat.out_of_supply
        lines.append(Modifier("out of supply", short * penalty, "BG-9.5b"))
    terrain = pos.context.charts.terrain
    value = pos.context.terrain_to_hit(battle.target)
    if value:
        lines.append(Modifier(pos.context.map.terrain[battle.target], value, "BG-12.12a"))
    origin = battle.origin
    if (
        origin is not None
        and origin != battle.target
        and pos.context.crosses_river(origin, battle.target)
    ):
        lines.append(Modifier("river", terrain.river.to_hit, "BG-12.12a"))
    if battle.side == ALLIED and battle.target in pos.state.improved:
        gain = pos.context.charts.combat.improved_position
        lines.append(Modifier("Improved Position", gain, "BG-7.12c"))
    return tuple(lines)


def _share(pos: Position, unit: UnitId) -> Modifier:
    piece = pos.state.pieces[unit]
    factor = pos.context.combat_factor(unit, piece.steps, piece.mode)
    traits = pos.context.units[unit].traits
    if "anti-partisan" in traits:
        rule = "BG-12.15d" if "croatian legion" in traits else "BG-12.15c"
        factor *= pos.context.charts.combat.anti_partisan
        return Modifier(f"{pos.called(unit)}, doubled", factor, rule)
    return Modifier(pos.called(unit), factor, "BG-12.15a")


def prey_in(pos: Position, battle: Battle) -> tuple[UnitId, ...]:
    """The dispersed enemy partisans in the target hex."""
    return tuple(u for u in pos.enemies(battle.target, battle.side) if pos.dispersed(u))


def open_hunt(pos: Position, battle: Battle, transition: Work) -> None:
    """Replace the forming of the force by the dice, one for each partisan unit."""
    here = now(pos.context, transition)
    prey = prey_in(here, battle)
    number = sum(line.value for line in hunt_ledger(here, battle))
    transition.tell(
        "hunt", "BG-12.15a", at=battle.target, units=battle.attackers, enemies=prey, number=number
    )
    transition.state = transition.state.swapped(
        HuntRoll(replace(battle, defenders=prey), prey, number)
    )


def hunt_node(pos: Position, frame: HuntRoll) -> ChanceNode:
    """One partisan unit's die."""
    meanings = tuple("eliminated" if face <= frame.to_hit else "escapes" for face in pos.faces)
    return ChanceNode(
        pos.die,
        f"attack on {pos.called(frame.prey[0])}",
        "BG-12.15a",
        meanings,
    )


def roll_hunt(pos: Position, frame: HuntRoll, face: int, transition: Work) -> None:
    """At or under the total eliminates; a survivor may be displaced up to two hexes."""
    unit = frame.prey[0]
    rest = frame.prey[1:]
    transition.state = (
        transition.state.swapped(replace(frame, prey=rest)) if rest else transition.state.popped()
    )
    if face <= frame.to_hit:
        bury(transition, unit)
        transition.tell(
            "partisan eliminated", "BG-12.15a", unit=unit, face=face, number=frame.to_hit
        )
        return
    transition.tell("partisan escapes", "BG-12.15b", unit=unit, face=face, number=frame.to_hit)
    here = now(pos.context, transition)
    radius = pos.context.charts.movement.displacement
    if here.displacements(unit, radius):
        owner = other(frame.battle.side)
        transition.state = transition.state.pushed(
            Displacing(owner, (unit,), radius, may_stay=True)
        )


HANDLER = Handler(HuntRoll, chance=hunt_node, rolled=roll_hunt)
