"""Supplies as cargo (BF-12C3, 26B3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Frame, Location
from engine.systems.europa.sea import routes, sailing, transport
from engine.systems.europa.sea.actions import ShipSupply
from engine.systems.europa.sea.context import SeaContext
from engine.systems.europa.sea.points import points_left
from engine.systems.europa.sea.position import (
    SeaPosition,
    beaches,
    forbids,
    is_beach,
    now,
    rule,
)
from engine.systems.europa.sea.records import Berth, Voyage
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import HALF
from engine.systems.europa.state.records import Moving
from engine.systems.europa.supply import supply_status
from maps.hexgrid import Hex

ONE = HALF
"""What a regimental equivalent of supply takes of a port, in half regimental equivalents."""


def open_phase(context: SeaContext, transition: Work, side: str) -> None:
    """Fix the ports that supplies can be loaded at in this player turn: those that a supply line
    joins to a full source as the initial phase has ended (BF-26B3.1).
    """
    if not context.at_sea:
        return
    pos = now(context, transition)
    found = frozenset(at for at in pos.harbours if _is_depot(pos, side, at))
    transition.set(sea=replace(pos.sea, depots=found))


def _is_depot(pos: SeaPosition, side: str, at: Location) -> bool:
    if isinstance(at, Hex):
        net = supply_status.full(pos, side)[frozenset()]
        return bool(net.hexes & pos.context.supply_graph.bits.bit[at])
    full = (source for source in pos.sources(side) if source.regular and not source.nations)
    return any(source.at == at for source in full)


def families(pos: SeaPosition, frame: Frame) -> tuple[Family, ...]:
    """Carry supplies, in a movement phase."""
    if not isinstance(frame, Moving) or frame.exploiting or not pos.sea.depots:
        return ()
    side = frame.side
    return (
        Family(
            "ship supply",
            "Carry supplies by sea",
            lambda: _offers(pos, side),
            draw=lambda stream: _draw(pos, side, stream),
            weight=1,
            quiet=True,
        ),
    )


def depots(pos: SeaPosition, side: str) -> tuple[Location, ...]:
    """The ports that supplies can be loaded at now, boxes last."""
    owned, size = pos.owned(side), sailing.supply_size(pos)
    stores = pos.sea.depots
    in_order = pos.shared("depots", (stores,), lambda: tuple(sorted(stores, key=_order)))
    zone_of = pos.context.sea_zone
    sailed = {zone for zone in map(zone_of, in_order) if points_left(pos, side, zone) >= size}
    return tuple(
        [
            at
            for at in in_order
            if (at in owned or not isinstance(at, Hex))
            and transport.takes(pos, at, ONE)
            and zone_of(at) in sailed
        ]
    )


def _order(at: Location) -> tuple[bool, Location]:
    return isinstance(at, str), at


def targets(pos: SeaPosition, side: str, origin: Location) -> tuple[Hex, ...]:
    """The ports and beaches that supplies can be carried to from a port, in order."""
    zone = pos.context.sea_zone(origin)
    ports = [at for at in transport.harbours(pos, zone) if isinstance(at, Hex)]
    found = dict.fromkeys((*ports, *beaches(pos, side, zone)))
    return tuple([at for at in found if at != origin])


def _offers(pos: SeaPosition, side: str) -> Iterator[ShipSupply]:
    for origin in depots(pos, side):
        for target in targets(pos, side, origin):
            yield ShipSupply(origin, target)


def _draw(pos: SeaPosition, side: str, stream: Stream) -> Action | None:
    origins = depots(pos, side)
    if not origins:
        return None
    origin = origins[stream.below(len(origins))]
    open_to = targets(pos, side, origin)
    return ShipSupply(origin, open_to[stream.below(len(open_to))]) if open_to else None


def objections(pos: SeaPosition, frame: Moving, action: ShipSupply) -> Iterator[Objection]:
    """What forbids a voyage with supplies (BF-26A3, 26B1, 26B3)."""
    side, origin, to = frame.side, action.origin, action.target
    if frame.exploiting:
        yield forbids(pos, "sea phase", "Supplies are carried by sea in the movement phase alone.")
        return
    if origin not in pos.sea.depots:
        text = (
            f"{pos.label(origin)} is no port of yours that a supply line joined to a full source "
            "in the initial phase."
        )
        yield forbids(pos, "supply cargo", text)
        return
    if isinstance(origin, Hex) and pos.owner_of(origin) != side:
        yield forbids(pos, "sea route ends", f"{pos.label(origin)} is no longer yours.")
        return
    usable = to in pos.harbours and pos.owner_of(to) == side
    if to == origin or not (usable or is_beach(pos, side, to)):
        text = f"{pos.label(to)} is neither a port that was yours nor a beach of yours."
        yield forbids(pos, "sea route ends", text)
        return
    zone = pos.context.sea_zone(origin)
    if pos.context.sea_zone(to) != zone or not routes.joined(pos, origin, to):
        text = f"No sea of one zone joins {pos.label(origin)} and {pos.label(to)}."
        yield forbids(pos, "sea route ends", text)
        return
    if points_left(pos, side, zone) < sailing.supply_size(pos):
        text = f"The naval transport points of the {zone} are used up for this turn."
        yield forbids(pos, "load of ships", text)
    if not transport.takes(pos, origin, ONE):
        yield transport.full(pos, origin, ONE)
    if transport.berth(pos, side, to, ONE, light=True) is None:
        yield transport.full(pos, to, ONE)


def ship(pos: SeaPosition, frame: Moving, action: ShipSupply, transition: Work) -> None:
    """Carry a regimental equivalent of supply (BF-26B3.1)."""
    land = transport.berth(pos, frame.side, action.target, ONE, light=True)
    assert land is not None, "the check found it"
    size = sailing.supply_size(pos)
    voyage = Voyage(frame.side, None, action.origin, action.target, Berth.PORT, land, size, ONE)
    sailing.sail(pos, voyage, 0, transition, rule(pos, "supply cargo"))


ANSWERS = (Answer(ShipSupply, objections, ship),)
"""What movement phases take besides."""
