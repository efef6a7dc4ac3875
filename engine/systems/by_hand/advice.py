"""What the automatic player does by hand: it sets up, brings units in, judges supply, goes on.

How to fight a game that it does not know is left to people.
"""

from __future__ import annotations

from engine.core.actions import Action
from engine.core.system import Advice
from engine.systems.by_hand import actions as hand
from engine.systems.by_hand.cautions import cautions
from engine.systems.by_hand.charts.sequence import PhaseKind
from engine.systems.by_hand.position import HandPosition
from engine.systems.by_hand.table.offers import Mine
from maps.hexgrid import Hex


def advise(pos: HandPosition) -> Advice:
    """The next thing that has to be done by hand, and why."""
    found = _placing(pos) or _judging(pos)
    if found is not None:
        return found
    return Advice(hand.NextPhase(), "Nothing is left that the program can do by itself.")


def _placing(pos: HandPosition) -> Advice | None:
    """The first unit that waits, in the emptiest of its hexes, if no rule dislikes it."""
    if not _brings_in(pos):
        return None
    mine = Mine(pos)
    for unit in mine.waiting():
        late = pos.slot is not None and unit not in pos.context.arrivals
        if late or not pos.context.homes.get(unit):
            continue
        homes = [at for at in mine.homes(unit) if isinstance(at, Hex) and at in pos.context.land]
        homes.sort(key=lambda at: len(pos.at.get(at, ())))
        for at in homes[:TRIES]:
            action: Action = hand.Place(unit, at)
            if not cautions(pos, action):
                return Advice(action, "The order of battle has it begin here.")
    return None


def _brings_in(pos: HandPosition) -> bool:
    """Whether units are set up or come now: in phases of arrivals, or where none is declared in
    phases of movement.
    """
    if pos.slot is None:
        return True
    kinds = {slot.kind for slot in pos.context.slots}
    if PhaseKind.ARRIVALS in kinds:
        return pos.slot.kind is PhaseKind.ARRIVALS
    return pos.slot.kind in (PhaseKind.MOVE, PhaseKind.FREE)


TRIES = 3
"""How many hexes are tried for a unit."""


def _judging(pos: HandPosition) -> Advice | None:
    """Supply, in its phase, when it is not as it was last judged."""
    slot, chart = pos.slot, pos.charts.supply
    if chart is None or not chart.state or slot is None or slot.kind is not PhaseKind.SUPPLY:
        return None
    for unit, piece in pos.state.pieces.items():
        fed = pos.fed(unit)
        if fed is not None and fed is (chart.state in piece.marks):
            return Advice(hand.JudgeSupply(), "It is the phase of supply.")
    return None
