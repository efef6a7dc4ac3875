"""How the automatic player spends replacement points: cadres first, then the strongest units."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action
from engine.core.system import Advice
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.state.constants import ALLIED, other
from engine.systems.europa.state.kinds import kind_of
from engine.systems.europa.state.records import Initial
from engine.systems.fire_in_the_east.economy import (
    buying,
    capital,
    factories,
    forfeits,
    special,
)
from engine.systems.fire_in_the_east.economy.actions import (
    BuyStrength,
    BuyUnit,
    MoveCapital,
    TransferFactory,
    WithdrawFallen,
)
from engine.systems.fire_in_the_east.economy.making import barter, raising, upgrading
from engine.systems.fire_in_the_east.state.position import EastPosition
from oob.model import UnitId

NEAR = 10
"""How many hexes from an enemy a factory is in danger."""
FAR = 50.0
"""How far from the front a hex counts that no way leads from."""


def spend(look: Outlook, frame: Initial) -> Advice | None:
    """What to buy next, None when nothing can be bought."""
    pos = look.pos
    assert isinstance(pos, EastPosition)
    if not pos.context.figures.replacements:
        return None
    for action in _moves(pos, frame):
        if look.allowed(action):
            return Advice(action, "The front is too near.")
    for raised in (*raising.offers(pos), *map(WithdrawFallen, forfeits.owed(pos, frame.side))):
        if look.allowed(raised):
            return Advice(raised, "The order of battle has it.")
    for upgrade in upgrading.offers(pos) if _upgrades(pos, frame) else ():
        if look.allowed(upgrade):
            return Advice(upgrade, "It costs nothing but a turn of rest.")
    if not buying.rich(pos, frame.side):
        return None
    for trade in barter.offers(pos) if barter.open_now(pos) else ():
        if frame.side == ALLIED and look.allowed(trade):
            return Advice(trade, "It costs guns that are lost already.")
    for offer in sorted(special.offers(pos), key=lambda one: -one.amount):
        if look.allowed(offer):
            return Advice(offer, "A district needs it.")
    for action in _purchases(look, pos, frame.side):
        if look.allowed(action):
            return Advice(action, "It strengthens the army.")
    return None


def _upgrades(pos: EastPosition, frame: Initial) -> bool:
    return frame.side == ALLIED and upgrading.left(pos) > 0


def _moves(pos: EastPosition, frame: Initial) -> Iterator[Action]:
    """A capital set up again off the map; factories sent away that the enemy is near."""
    if capital.place(pos) is None:
        yield MoveCapital(pos.context.charts.capital.refuge)
    near = pos.context.near(pos.held[other(frame.side)], NEAR)
    for row in factories.standing(pos):
        if pos.context.hex_of(row.hex) in near:
            yield TransferFactory(row.id)


def _purchases(look: Outlook, pos: EastPosition, side: str) -> Iterator[Action]:
    """Cadres to rebuild, then one eliminated unit of each kind, the strongest first."""
    for unit in sorted(buying.cadres(pos, side), key=lambda one: _merit(pos, one)):
        yield from (BuyStrength(unit, purse) for purse in buying.payers(pos, unit))
    seen = set()
    for unit in sorted(buying.fallen(pos, side), key=lambda one: _merit(pos, one)):
        kind = kind_of(pos.context, unit)
        if kind in seen:
            continue
        seen.add(kind)
        found = buying.choices(pos, unit)
        if found:
            best = min(found, key=lambda choice: look.ahead.get(choice.target, FAR))
            yield BuyUnit(unit, best.target, best.purse, best.form)


def _merit(pos: EastPosition, unit: UnitId) -> tuple[int, str]:
    facts = pos.context.facts(unit, pos.context.units[unit].steps)
    return -(facts.attack + facts.defense), unit
