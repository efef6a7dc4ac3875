"""Air units over a battle: what they add, and the fire at those that defend (BF-20F2, 22B3)."""

from __future__ import annotations

from fractions import Fraction

from engine.core.handler import Handler
from engine.core.state import Frame
from engine.frozen import dataclass
from engine.systems.europa.air import fleet
from engine.systems.europa.air.bombing import strengths
from engine.systems.europa.air.combat import antiaircraft
from engine.systems.europa.air.records import AirUnit, FlakRoll, Mission
from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.combat.battles import Battle, Forming, InBattle
from engine.systems.europa.combat.combat_phase import FORMING_ANSWERS, ForceForming
from engine.systems.europa.combat.crossing import origin_of
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import Phase, other
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex

FIGHTS = (Phase.AIR, Phase.COMBAT, Phase.SURPRISE_AIR, Phase.SURPRISE_COMBAT)
"""The phases in which bombing counts for an attack; in those of the air it tells what is to
come."""


@dataclass(frozen=True, slots=True)
class GoingIn(InBattle[Battle]):
    """Automatic: an attack goes in when the fire at air units over it is done (BF-22B3.1)."""


def over(pos: Position, at: Hex, side: str, mission: Mission) -> tuple[tuple[str, AirUnit], ...]:
    """The air units of a side on a mission over a hex."""
    return tuple(
        (id_, unit)
        for id_, unit in pos.air.units.items()
        if unit.target == at and unit.mission == mission and fleet.side_of(pos, id_) == side
    )


def mission_of(pos: Position, side: str) -> Mission:
    """What counts for a side in this player turn: ground support for the phasing one."""
    phasing = side == pos.state.active
    return Mission.GROUND_SUPPORT if phasing else Mission.DEFENSIVE_SUPPORT


def points(pos: Position, at: Hex, side: str) -> Fraction:
    """The bombing strength of a side over a hex in the combat phase (BF-20F2b.3, 20F2c.3), halved
    in poor weather (BF-20F.7), less at extended range (BF-24B.1).
    """
    if Phase(pos.state.phase) not in FIGHTS:
        return Fraction(0)
    units = over(pos, at, side, mission_of(pos, side))
    return strengths.together(pos, (id_ for id_, _ in units), at)


def counted(pos: Position, at: Hex, side: str, found: Fraction, printed: int) -> Fraction:
    """Printed bombing strength counts up to the printed strength of the ground units, that of air
    units which bomb with the largest part of theirs first (BF-20F2b.4, 20F2c.4).
    """
    parts = [
        (strengths.share(pos, id_, at, unit), fleet.facts(pos, id_).bombing)
        for id_, unit in over(pos, at, side, mission_of(pos, side))
    ]
    counts, left = Fraction(0), printed
    for share, strength in sorted(parts, reverse=True):
        counts += share * min(left, strength)
        left -= min(left, strength)
    return min(found, counts)


def shots(pos: Position, battle: Battle) -> tuple[FlakRoll, ...]:
    """The fire at air units on defensive support over an attacked hex: the guns of the attackers,
    shared among the hexes they attack from (BF-22B3.1, 22B3.2).
    """
    units = over(pos, battle.target, other(battle.side), Mission.DEFENSIVE_SUPPORT)
    if not units:
        return ()
    origins = {origin_of(pos, unit, battle.target) for unit in battle.attackers}
    guns = antiaircraft.of_units(pos, battle.attackers) // max(1, len(origins))
    return tuple(FlakRoll(id_, guns) for id_, _ in units) if guns >= 1 else ()


class SupportedForming(ForceForming):
    """The force is formed as always; before it goes in, its guns fire at air units over the
    defenders.
    """

    def go_in(
        self, pos: Position, frame: Forming[Battle], action: do.GoIn, transition: Work
    ) -> None:
        """First the antiaircraft fire, then the odds."""
        fire = shots(pos, frame.battle) if pos.air.units else ()
        if not fire:
            super().go_in(pos, frame, action, transition)
            return
        state = transition.state.swapped(GoingIn(frame.battle))
        transition.state = state.pushed(*reversed(fire))


def go_in(pos: Position, frame: GoingIn, transition: Work) -> None:
    """The fire is done."""
    transition.state = transition.state.swapped(Forming(frame.battle))
    ForceForming().go_in(pos, Forming(frame.battle), do.GoIn(), transition)


FRAMES: tuple[type[Frame], ...] = (GoingIn,)
"""The frames of this room, for the codec."""
HANDLERS = (SupportedForming().handler(*FORMING_ANSWERS), Handler(GoingIn, auto=go_in))
"""The handlers that take the place of those of the combat phase."""
