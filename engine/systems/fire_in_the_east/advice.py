"""The automatic player of Fire in the East: what its sides want."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

from engine.core.rules_base import Adviser
from engine.core.state import Frame
from engine.core.system import Advice
from engine.rules.naval.voyages import Ship
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.advice import ADVISERS as SHARED
from engine.systems.europa.advice import marching, preparing
from engine.systems.europa.advice.ground import FAR
from engine.systems.europa.advice.outlook import CAPITAL, Outlook, open_land, prizes
from engine.systems.europa.air import advice as air_advice
from engine.systems.europa.air.bombing import driving_off
from engine.systems.europa.air.carrying import advice as carrying_advice
from engine.systems.europa.air.groups import advice as group_advice
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.movement.reach import march
from engine.systems.europa.production.initial_actions import Labour, Task
from engine.systems.europa.production.turns import unisolated
from engine.systems.europa.state.constants import ALLIED, AXIS, MOVED
from engine.systems.europa.state.records import Initial, Moving
from engine.systems.fire_in_the_east.economy import advice as economy
from engine.systems.fire_in_the_east.economy import garrisons, lend_lease
from engine.systems.fire_in_the_east.economy.actions import ReceiveConvoy
from engine.systems.fire_in_the_east.economy.garrisons import Garrison
from engine.systems.fire_in_the_east.economy.making import guards
from engine.systems.fire_in_the_east.resources import placing
from engine.systems.fire_in_the_east.sea import convoys, gunfire, mooring
from engine.systems.fire_in_the_east.sea.boats import losing
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition
from engine.systems.fire_in_the_east.state.records import Convoy
from engine.systems.fire_in_the_east.works import advice as work_advice
from maps.hexgrid import Hex
from oob.model import UnitId

POINT = 3.0
"""What a point of victory is worth, in combat factors."""
DEFENSIVE = 0.35
"""How much the Soviets want to go forward."""
RAILHEAD = 3.0
"""What a place where the gauge can be changed is worth to a railroad engineer."""
NEARER = 2.0
"""By how many hexes a truck comes nearer to what its side wants, to be moved."""
POST = 0.6
"""What half a regimental equivalent of a garrison is worth, in combat factors."""


class EastOutlook(Outlook):
    """A side's view of a position of Fire in the East."""

    pos: EastPosition

    @cached_property
    def seats(self) -> frozenset[Hex]:
        """The objectives of most points."""
        return most_wanted(self.pos.context)

    @cached_property
    def prizes(self) -> Mapping[Hex, float]:
        """What having each city is worth: its points besides what every city is."""
        return east_prizes(self.pos.context)

    @property
    def drive(self) -> float:
        """The Axis comes to conquer; the Soviets throw it back where they can."""
        return 1.0 if self.side == AXIS else DEFENSIVE

    def enterable(self, _side: str) -> frozenset[Hex]:
        """The land of the field that is not neutral."""
        return open_field(self.pos.context, tuple(sorted(self.pos.state.joined.items())))

    @cached_property
    def owed(self) -> Mapping[Hex, Garrison]:
        """The garrisons of captured cities, by hex (FE-33)."""
        if self.side != AXIS:
            return {}
        return {at: found for found in garrisons.every(self.pos) for at in found.hexes}

    def duty(self, unit: UnitId) -> bool:
        """True for a unit that a garrison cannot spare, and for trucks, which follow the others."""
        if unit in self.pos.context.trucks:
            return True
        at = self.pos.piece(unit).at
        found = self.owed.get(at) if isinstance(at, Hex) else None
        part = garrisons.counts(self.pos, unit) if found else 0
        return found is not None and part > 0 and found.there - part < found.needed

    def post(self, unit: UnitId, at: Hex) -> float:
        """What a unit adds to the garrison of a captured city, and a railroad engineer where the
        gauge of a line goes on being changed.
        """
        if self.regauges(unit, at):
            return RAILHEAD
        found = self.owed.get(at)
        if found is None:
            return 0.0
        part = garrisons.counts(self.pos, unit)
        others = found.there - (part if self.pos.piece(unit).at in found.hexes else 0)
        return POST * max(0, min(part, found.needed - others))

    def regauges(self, unit: UnitId, at: Hex) -> bool:
        """Whether a unit of the Axis could join a hex of broad gauge to the lines it uses."""
        context, regauged = self.pos.context, self.pos.state.regauged
        if self.side != AXIS or context.units[unit].type not in context.charts.rail.regaugers:
            return False
        if at in regauged or at not in self.pos.owned(AXIS) or self.pos.on_net(at):
            return False
        broad, rails = context.railways.broad, context.rails
        near = rails.get(at, ())
        return any(broad(at, one, regauged) for one in near) and any(
            one in regauged or not broad(one, far, regauged) for one in near for far in rails[one]
        )

    def sheltered(self, unit: UnitId, at: Hex) -> bool:
        """Whether others stand in a hex that defend a unit which cannot, away from the enemy."""
        pos = self.pos
        mates = (mate for mate in pos.friends(at, self.side) if mate != unit)
        return at not in pos.zoc(self.enemy) and any(pos.facts(mate).defense for mate in mates)


@lru_cache(maxsize=4)
def most_wanted(context: EastContext) -> frozenset[Hex]:
    """The objectives of most points."""
    rows = context.objectives
    most = max((row.points for row in rows), default=0)
    return frozenset(at for row, hexes in rows.items() if row.points == most for at in hexes)


@lru_cache(maxsize=4)
def east_prizes(context: EastContext) -> Mapping[Hex, float]:
    """What having each city is worth: its points besides what every city is."""
    found = dict(prizes(context, most_wanted(context)))
    for row, hexes in context.objectives.items():
        for at in hexes:
            found[at] = found.get(at, 0.0) + POINT * row.points
    return {at: min(worth, CAPITAL) for at, worth in found.items()}


@lru_cache(maxsize=16)
def open_field(context: EastContext, joined: tuple[tuple[str, str], ...]) -> frozenset[Hex]:
    """The land of the field of countries that have joined a side."""
    return open_land(context, joined) & context.field


def initial(look: Outlook, frame: Initial) -> Advice:
    """Take what comes, spend replacement points, then plan air drops."""
    assert isinstance(look.pos, EastPosition)
    placed = next(placing.recommended(look.pos, frame.side), None)
    if placed is not None:
        return Advice(placed, "Resource points have come.")
    found = preparing.initial(look, frame)
    if not isinstance(found.action, EndPhase):
        return found
    return _guards(look, frame) or economy.spend(look, frame) or carrying_advice.drop(look) or found


def _guards(look: Outlook, frame: Initial) -> Advice | None:
    """The best fighters become Guards when they may."""
    assert isinstance(look.pos, EastPosition)
    action = guards.strongest(look.pos, frame.side) if look.pos.air.units else None
    return Advice(action, "Guards fight better.") if action is not None else None


def convoy(look: Outlook, _frame: Convoy) -> Advice:
    """To a port that a line joins to the rest of the country, the greatest city first."""
    pos = look.pos
    assert isinstance(pos, EastPosition)

    def merit(at: Hex) -> tuple[bool, int, Hex]:
        return not unisolated(pos, ALLIED, at), -pos.context.city_rank(at), at

    return Advice(ReceiveConvoy(min(lend_lease.ports(pos), key=merit)), "What it brings is safe.")


def moving(look: Outlook, frame: Moving) -> Advice:
    """Engineers repair what is damaged where they stand and change the gauge of lines that lead on,
    then everybody marches.
    """
    assert isinstance(look, EastOutlook)
    for unit in () if frame.exploiting else engineers(look, frame.side):
        work = Labour(unit, Task.GAUGE)
        at = look.pos.piece(unit).at
        if isinstance(at, Hex) and look.regauges(unit, at) and look.allowed(work):
            return Advice(work, "The line is to serve.")
    found = ashore(look, frame) or work_advice.repair(look, frame) or marching.moving(look, frame)
    if not isinstance(found.action, EndPhase):
        return found
    shots = driving_off.best(look.pos, frame) if look.pos.air.units else None
    if shots is not None:
        return Advice(shots, "Their bombers are to leave.")
    return follow(look, frame) or found


def ashore(look: EastOutlook, frame: Moving) -> Advice | None:
    """Who waits in the ports off the map sails to the port nearest the front (FE-28C2.6)."""
    pos = look.pos
    waiting = pos.boxed(pos.context.charts.shipments.axis_box)
    if frame.side != AXIS or frame.exploiting or not waiting:
        return None
    for unit in waiting:
        ports = (to for to in convoys.landfalls(pos, unit) if isinstance(to, Hex))
        for to in sorted(ports, key=lambda at: (look.ahead.get(at, FAR), at)):
            action = Ship(unit, to)
            if look.allowed(action):
                return Advice(action, f"{pos.called(unit)} is wanted at the front.")
    return None


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


def engineers(look: EastOutlook, side: str) -> tuple[UnitId, ...]:
    """The railroad engineers of a side on the map."""
    chart, units = look.pos.context.charts.rail, look.pos.context.units
    stacks = look.pos.standing.sides[side].values()
    return tuple(u for stack in stacks for u in stack if units[u].type in chart.regaugers)


ADVISERS: Mapping[type[Frame], Adviser] = {
    **SHARED,
    **air_advice.ADVISERS,
    **group_advice.ADVISERS,
    **mooring.ADVISERS,
    **gunfire.ADVISERS,
    Convoy: convoy,
    **losing.ADVISERS,
    Initial: initial,
    Moving: moving,
}
"""Who knows about each kind of open decision."""
