"""What automatic players do while the sea is searched (FE-OPT4)."""

from __future__ import annotations

from engine.core.rules_base import Adviser
from engine.core.state import Frame
from engine.core.system import Advice
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.air.bombing import strengths
from engine.systems.europa.air.bombing.actions import AimAt, DropBombs
from engine.systems.europa.air.combat.actions import LetPass
from engine.systems.fire_in_the_east.sea.actions import RunToPort
from engine.systems.fire_in_the_east.sea.records import Fleeing, Hunting
from engine.systems.fire_in_the_east.sea.search.casualties import ports
from engine.systems.fire_in_the_east.state.position import EastPosition
from maps.hexgrid import distance

WORTH_FIRE = 0.02
"""The chance to hit that a point of antiaircraft fire outweighs."""


def hunting(look: Outlook, frame: Hunting) -> Advice:
    """All together at the craft that they hit most surely for the fire it answers with."""
    pos = look.pos
    assert isinstance(pos, EastPosition)
    if frame.aimed and not frame.left:
        return Advice(DropBombs(), "All have their target.")

    def merit(prey: str) -> tuple[float, str]:
        chance = strengths.chance(pos, (*frame.left, *(u for u, _ in frame.aimed)), frame.at)
        return WORTH_FIRE * pos.hunted_flak(prey, frame.at, ()) - chance, prey

    if frame.aimed:
        return Advice(AimAt(frame.left[0], frame.aimed[0][1]), "Together they hit more surely.")
    best = min(frame.craft, key=merit)
    if not frame.left or merit(best)[0] >= 0:
        return Advice(LetPass(), "Their guns would cost more than it is worth.")
    return Advice(AimAt(frame.left[0], best), "It is the easiest to come at.")


def fleeing(look: Outlook, frame: Fleeing) -> Advice:
    """The nearest port."""
    pos, at = look.pos, frame.course.way[0]
    assert isinstance(pos, EastPosition)
    best = min(ports(pos, frame), key=lambda to: (distance(at, to), to))
    return Advice(RunToPort(best), "It is the nearest.")


ADVISERS: dict[type[Frame], Adviser] = {Hunting: hunting, Fleeing: fleeing}
"""Who knows about these decisions."""
