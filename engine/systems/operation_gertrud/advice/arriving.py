"""Reinforcements, replacements and set-up."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action
from engine.core.system import Advice
from engine.systems.operation_gertrud import actions as do
from engine.systems.operation_gertrud.advice.outlook import Outlook
from engine.systems.operation_gertrud.set_up import group_of, home_hexes, waiting
from engine.systems.operation_gertrud.state.records import DEAD, Kind, Replacing, SettingUp, Status
from engine.systems.operation_gertrud.turn.arrivals import arrival_hexes, groups
from maps.hexgrid import Hex
from oob.model import UnitId

AIR_WORTH = {True: 14.0, False: 4.0}
"""What a CAS is worth, in combat factors: a lost German one also costs him a point of the check."""


def arrival(look: Outlook) -> Advice | None:
    """Bring in what is due, as near as it gets to what matters."""
    for units in groups(look.pos, look.side):
        hexes = arrival_hexes(look.pos, units[0])
        for at in sorted(hexes, key=lambda at: (-_landing(look, units[0], at), at)):
            action = do.Arrive(units, at)
            if look.allowed(action):
                return Advice(action, "Reinforcements come in where they are needed.")
    return None


def _landing(look: Outlook, unit: UnitId, at: Hex) -> float:
    """How good a landing place is: near what matters, in supply, out of harm."""
    found = look.pull[at]
    if look.supplied(unit, at):
        found += 0.5
    if at in look.pos.context.objectives and at not in look.taken:
        found += 0.5
    return found - look.risk(at, float(look.pos.factor(unit, at)))


def set_up(look: Outlook, _frame: SettingUp) -> Advice:
    """Frontier guards where the enemy comes, the recommended places for the rest."""
    fixed = not look.attacking and not look.pos.option("free_deployment")
    for unit in waiting(look.pos, look.side) if fixed else ():
        best = _frontier(look, unit)
        if best is not None:
            return Advice(do.PlaceUnit(unit, best), "The enemy will come this way.")
    whole = do.UseRecommended()
    if look.allowed(whole):
        return Advice(whole, "The recommended set-up is sound.")
    return Advice(do.FinishSetUp(), "Everything stands.")


def _frontier(look: Outlook, unit: UnitId) -> Hex | None:
    """The hex of a lone unit's set-up area that the enemy presses hardest."""
    if len(group_of(look.pos.context, unit)) > 1:
        return None
    ranked = sorted(
        home_hexes(look.pos.context, unit), key=lambda at: (-look.enemy.pressure(at), at)
    )
    for at in ranked if len(ranked) > 1 else ():
        if look.allowed(do.PlaceUnit(unit, at)):
            return at
    return None


def replacing(look: Outlook, _frame: Replacing) -> Advice:
    """Buy what is worth most for its steps."""
    ranked = sorted(_offers(look), key=lambda offer: -offer[0])
    for _, action in ranked:
        if look.allowed(action):
            return Advice(action, "It is the best these steps can buy.")
    return Advice(do.EndPhase(), "There is nothing left to buy.")


def _offers(look: Outlook) -> Iterator[tuple[float, Action]]:
    pos = look.pos
    for marker in pos.piled(look.side, Kind.CAS, Status.ELIMINATED):
        bonus = pos.context.markers[marker].bonus
        yield AIR_WORTH[look.attacking] + bonus, do.RebuildAir(marker)
    for unit, piece in pos.state.pieces.items():
        if pos.owner(unit) != look.side:
            continue
        if piece.hex is not None and not pos.full(unit):
            yield _restoring(look, unit, piece.hex), do.Restore(unit)
        elif piece.at == DEAD:
            yield from _rebuilding(look, unit)


def _restoring(look: Outlook, unit: UnitId, at: Hex) -> float:
    context = look.pos.context
    gain = context.combat_factor(unit, context.units[unit].steps) - context.combat_factor(unit, 1)
    return gain * (1.0 + look.pull[at])


def _rebuilding(look: Outlook, unit: UnitId) -> Iterator[tuple[float, Action]]:
    pos = look.pos
    armor = look.attacking and pos.context.type_of(unit) == "armor"
    for at in pos.friendly_cities(unit):
        for full in (True, False):
            steps = pos.context.units[unit].steps if full else 1
            gain = pos.context.combat_factor(unit, steps) / (2.0 if full else 1.0)
            worth = gain * (0.8 + look.pull[at]) + (4.0 if armor else 0.0)
            yield worth - (0.1 if full else 0.0), do.Rebuild(unit, at, full)
