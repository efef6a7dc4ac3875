"""What units carried by sea or air have in common: where they start, and how they fare (BC-19)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.state import Location
from engine.core.wording import per_cent
from engine.rules.naval.interception import Fate, InterceptionStep, fate_of
from engine.systems.boot_camp.state.position import BootCampPosition, Work
from engine.systems.boot_camp.state.records import Campaign, Interception, Way
from engine.systems.europa.movement.crowding import crowd_objections
from engine.systems.europa.movement.gate import leave, shut
from engine.systems.europa.state.common import eliminate, mark
from engine.systems.europa.state.constants import AXIS, MOVED, SHIPPED, Going
from maps.hexgrid import Hex
from oob.model import UnitId

AXIS_SHIPS = {Fate.LOST: "BC-19D1a.3", Fate.RETURNS: "BC-19D1a.4", Fate.PASSES: "BC-19D1a.5"}
"""What becomes of Axis units at sea, by rule."""


def start_objections(
    pos: BootCampPosition, side: str, unit: UnitId, going: Going
) -> Iterator[Objection]:
    """Why a unit cannot begin a voyage or flight: not yours, frozen, or it has moved."""
    forbidden = shut(pos, unit, side, going)
    if forbidden is not None:
        yield forbidden


def end_objections(pos: BootCampPosition, side: str, unit: UnitId, at: Hex) -> Iterator[Objection]:
    """Why a unit cannot end a voyage or flight in a hex: closed to it, or full."""
    barred = pos.bars(unit, at)
    if barred is not None:
        yield barred
    yield from crowd_objections(pos, side, unit, at, 0)


def carry(
    pos: BootCampPosition, transition: Work, unit: UnitId, target: Location, way: Way, rule: str
) -> None:
    """Put a unit where it was carried to."""
    at = transition.state.pieces[unit].at
    transition.tell("shipped" if way is Way.SEA else "dropped", rule, unit=unit, at=at, to=target)
    leave(pos, transition, unit, Going.SEA if way is Way.SEA else Going.AIR, (at, target))


class Hunt(InterceptionStep[Campaign, BootCampPosition, Interception]):
    """Interception of ships and of drops (BC-19D1a, 19D2.3, 19E.8)."""

    def fates(self, pos: BootCampPosition, frame: Interception) -> tuple[Fate, ...]:
        """What each face of the die does (BC-19D1a, 19D2.3, 19E.8)."""
        sea, air = pos.context.charts.shipping, pos.context.charts.air_drops
        if frame.way is Way.AIR:
            lost, back = air.lost, air.returned
        elif frame.side == AXIS:
            lost, back = sea.axis_lost, sea.axis_returned
        else:
            lost, back = sea.allied_lost, sea.allied_lost
        faces = range(1, pos.context.charts.dice.faces + 1)
        return tuple(fate_of(face, returns=back, lost=lost) for face in faces)

    def cite(self, frame: Interception, fate: Fate | None = None) -> str:
        """The rule of the die, or of what came of it."""
        if frame.way is Way.AIR:
            return "BC-19E.8"
        if frame.side != AXIS:
            return "BC-19D2.3"
        return AXIS_SHIPS[fate] if fate is not None else "BC-19D1a.2"

    def where(self, frame: Interception) -> str:
        """Where the unit is hunted, in words."""
        return "at sea" if frame.way is Way.SEA else "in the air"

    def arrive(
        self, pos: BootCampPosition, frame: Interception, transition: Work, rule: str
    ) -> None:
        """Put the unit where it was carried to."""
        carry(pos, transition, frame.unit, frame.target, frame.way, rule)

    def turn_back(self, pos: BootCampPosition, frame: Interception, transition: Work) -> None:
        """The unit stays where it came from and has moved."""
        mark(transition, frame.unit, MOVED, SHIPPED)

    def lose(self, pos: BootCampPosition, frame: Interception, transition: Work) -> None:
        """The unit is lost with its cadre."""
        cited = self.cite(frame, Fate.LOST)
        eliminate(pos.context, transition, frame.unit, cadre=False, cited=cited)


HUNT = Hunt()


def dangers(pos: BootCampPosition, frame: Interception) -> str:
    """How likely the enemy catches a unit on its way, as the end of a menu line (BC-19D1a, 19D2.3,
    19E.8).
    """
    fates = HUNT.fates(pos, frame)
    words = ((Fate.LOST, "lost"), (Fate.RETURNS, "turned back"))
    told = [
        f"{per_cent(fates.count(fate) / len(fates))} {word}"
        for fate, word in words
        if fate in fates
    ]
    return f" ({', '.join(told)})" if told else ""


HANDLERS = (HUNT.handler(Interception),)
