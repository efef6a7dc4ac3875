"""River flotillas of the automatic player: they watch the rivers that enemies would cross."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.system import Advice
from engine.systems.europa.state.constants import ALLIED
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.advice.outlook import EastOutlook
from engine.systems.fire_in_the_east.sea.boats import steering
from engine.systems.fire_in_the_east.sea.boats.actions import SteerBoat
from maps.hexgrid import Hex

BETTER = 2.0
"""How much more strength must be held up elsewhere for a flotilla to go there."""
EMPTY = 0.3
"""What a hex without defenders is worth, of one with them."""


def steer(look: EastOutlook, frame: Moving) -> Advice | None:
    """The next flotilla that holds up more elsewhere, each once in a phase; None without one."""
    pos = look.pos
    if frame.side != ALLIED or frame.exploiting or not pos.fleet.boats:
        return None
    taken = {at for _, _, at in pos.boats}
    for boat in steering.ready(pos):
        found, at = pos.fleet.boats[boat], steering.at_of(pos, boat)
        if found.spent or found.job:
            continue
        least = held_up(look, at) + BETTER
        options = ((held_up(look, to), to) for to in steering.reach(pos, boat).cost)
        for _, to in sorted((-worth, to) for worth, to in options if worth >= least):
            action = SteerBoat(boat, at, to)
            if to not in taken and look.allowed(action):
                return Advice(action, f"{pos.flotilla(boat).name} makes the river harder to cross.")
    return None


def held_up(look: EastOutlook, at: Hex) -> float:
    """The strength of enemies who would attack or cross over a river of a hex."""
    strength = sum(look.attack[look.enemy].get(near, 0.0) for near in _across(look, at))
    defended = any(look.pos.facts(unit).defense for unit in look.pos.friends(at, look.side))
    return strength if defended else strength * EMPTY


def _across(look: EastOutlook, at: Hex) -> Iterator[Hex]:
    """The hexes across the open rivers of a hex."""
    for side in look.pos.context.streams.rivers(at, look.pos.frost):
        yield from (near for near in side.hexes if near != at)
