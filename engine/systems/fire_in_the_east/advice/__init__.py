"""The automatic player of Fire in the East: what its sides want."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rules_base import Adviser
from engine.core.state import Frame
from engine.core.system import Advice
from engine.rules.naval.voyages import Ship
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.advice import ADVISERS as SHARED
from engine.systems.europa.advice import marching, preparing
from engine.systems.europa.advice.ground import FAR
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.air import advice as air_advice
from engine.systems.europa.air.bombing import driving_off
from engine.systems.europa.air.carrying import advice as carrying_advice
from engine.systems.europa.air.groups import advice as group_advice
from engine.systems.europa.production.turns import unisolated
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import Initial, Moving
from engine.systems.fire_in_the_east.advice.boats import steer
from engine.systems.fire_in_the_east.advice.engineers import engineers_first, regauge
from engine.systems.fire_in_the_east.advice.guns import post
from engine.systems.fire_in_the_east.advice.outlook import EastOutlook
from engine.systems.fire_in_the_east.advice.trucks import follow
from engine.systems.fire_in_the_east.economy import advice as economy
from engine.systems.fire_in_the_east.economy import lend_lease
from engine.systems.fire_in_the_east.economy.actions import ReceiveConvoy
from engine.systems.fire_in_the_east.economy.making import guards
from engine.systems.fire_in_the_east.resources import placing
from engine.systems.fire_in_the_east.sea import gunfire, mooring
from engine.systems.fire_in_the_east.sea.boats import losing
from engine.systems.fire_in_the_east.sea.search import advice as search_advice
from engine.systems.fire_in_the_east.sea.shipping import convoys
from engine.systems.fire_in_the_east.state.position import EastPosition
from engine.systems.fire_in_the_east.state.records import Convoy
from engine.systems.fire_in_the_east.works import advice as work_advice
from maps.hexgrid import Hex


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
    """Engineers change the gauge of lines that lead on and repair what is damaged, then everybody
    marches, and trucks follow; position antiaircraft that has come in goes to airbases.
    """
    assert isinstance(look, EastOutlook)
    laid = regauge(look, frame) if engineers_first(look) else None
    if laid is not None:
        return laid
    found = ashore(look, frame) or work_advice.repair(look, frame) or marching.moving(look, frame)
    if not isinstance(found.action, EndPhase):
        return found
    shots = driving_off.best(look.pos, frame) if look.pos.air.units else None
    if shots is not None:
        return Advice(shots, "Their bombers are to leave.")
    more = regauge(look, frame) or follow(look, frame) or steer(look, frame)
    return more or post(look, frame) or found


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
                return Advice(action, f"{pos.label(to)} is the open port nearest to the front.")
    return None


ADVISERS: Mapping[type[Frame], Adviser] = {
    **SHARED,
    **air_advice.ADVISERS,
    **group_advice.ADVISERS,
    **mooring.ADVISERS,
    **gunfire.ADVISERS,
    Convoy: convoy,
    **losing.ADVISERS,
    **search_advice.ADVISERS,
    Initial: initial,
    Moving: moving,
}
"""Who knows about each kind of open decision."""

__all__ = ["ADVISERS", "EastOutlook", "follow"]
