"""Trucks of the automatic player: they follow its foremost stacks."""

from __future__ import annotations

from engine.core.system import Advice
from engine.systems.europa.advice.ground import FAR
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.movement.reach import march
from engine.systems.europa.state.constants import MOVED
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.advice.outlook import EastOutlook
from maps.hexgrid import Hex

NEARER = 2.0
"""By how many hexes a truck comes nearer to what its side wants, to be moved."""


def follow(look: EastOutlook, frame: Moving) -> Advice | None:
    """Trucks follow the foremost stacks, where lines of supply begin with them."""
    pos = look.pos
    for truck in pos.trucks_of(frame.side):
        at, piece = pos.piece(truck).at, pos.piece(truck)
        ready = not pos.state.spent.get(truck, 0) and MOVED not in piece.marks
        if not ready or not isinstance(at, Hex) or not pos.left(truck):
            continue
        best, to = look.ahead.get(at, FAR) - NEARER, at
        for target in march(pos, truck).targets:
            there = look.ahead.get(target, FAR)
            if there < best and look.sheltered(truck, target) and look.supplied(truck, target):
                best, to = there, target
        action = Move(truck, to)
        if to != at and look.allowed(action):
            return Advice(action, f"{pos.called(truck)} follows the front.")
    return None
