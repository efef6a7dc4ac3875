"""The automatic player at sea: a zone where the enemy sails, islands that lie open, supplies for
those who have none.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.system import Advice
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.sea import landings
from engine.systems.europa.sea.actions import DeclareZone, LandAmphibiously, PlanLanding, ShipSupply
from engine.systems.europa.sea.cargo import depots
from engine.systems.europa.sea.points import points_of, rows
from engine.systems.europa.sea.position import SeaPosition
from engine.systems.europa.state.constants import HALF, other
from engine.systems.europa.supply import supply_status
from maps.hexgrid import Hex

ISLAND = 0.5
"""The least worth of a place that a landing is for, in combat factors."""


def initial(look: Outlook, pos: SeaPosition) -> Advice | None:
    """Declare a zone, plan a landing; None where neither is of use."""
    if not pos.context.at_sea:
        return None
    for zone in zones(pos):
        if look.allowed(DeclareZone(zone)):
            return Advice(DeclareZone(zone), "Enemy ships sail there.")
    for plan in plans(look, pos):
        if look.allowed(plan):
            return Advice(plan, f"{pos.label(plan.target)} lies open.")
    return None


def zones(pos: SeaPosition) -> Iterator[str]:
    """The zones of interdiction, the one that covers most of the enemy's ports first; of those that
    cover the same the one that catches more.
    """
    chart = pos.context.charts.interdiction
    ports = [at for at in pos.context.ports if pos.owner_of(at) == other(chart.side)]

    def caught(zone: str) -> tuple[int, int]:
        row = chart.row(zone)
        assert row is not None, "a zone of the chart"
        held = sum(at in pos.context.interdicted[zone] for at in ports)
        return -held, -sum(chart.result(id_).fate != "arrives" for id_ in row.faces)

    yield from sorted((row.id for row in chart.zones), key=caught)


def plans(look: Outlook, pos: SeaPosition) -> Iterator[PlanLanding]:
    """Landings of units in port, where a place is worth having and nobody defends it."""
    side = look.side
    taken = {plan.target for plan in pos.sea.plans.values()}
    for unit in landings.planners(pos, side):
        here = pos.piece(unit).at
        ready = here in pos.harbours or (isinstance(here, Hex) and here in pos.context.beaches)
        if not ready or look.duty(unit):
            continue
        zone = pos.context.sea_zone(here)
        if sum(points_of(pos, row) for row in rows(pos, side, zone)) < landings.room(pos, unit):
            continue
        open_to = [
            at
            for at in landings.aims(pos, side, unit)
            if at not in taken
            and pos.context.beaches[at] == zone
            and look.prize(at) >= ISLAND
            and look.upkeep(at) <= pos.facts(unit).halves
            and not any(pos.enemies(near, side) for near in (at, *pos.context.fronts[at]))
        ]
        for at in sorted(open_to, key=lambda at: (-look.prize(at), at))[:1]:
            yield PlanLanding(unit, at)


def sailing(look: Outlook, pos: SeaPosition) -> Iterator[ShipSupply]:
    """Supplies to the coasts where one's own units have none, as much as they need."""
    if not pos.sea.depots:
        return
    for at, need in hungry(pos, look.side).items():
        landed = pos.state.deliveries.get(at)
        if landed is not None and landed.side == look.side and landed.amount * HALF >= need:
            continue
        zone = pos.context.sea_zone(at)
        for origin in depots(pos, look.side):
            if pos.context.sea_zone(origin) == zone and origin != at:
                yield ShipSupply(origin, at)
                break


def hungry(pos: SeaPosition, side: str) -> dict[Hex, int]:
    """Half regimental equivalents that nothing feeds, on coasts that supplies can be landed on."""
    found: dict[Hex, int] = {}
    for unit in supply_status.feeding(pos, side).out:
        at = pos.piece(unit).at
        if isinstance(at, Hex) and (at in pos.context.beaches or at in pos.harbours):
            found[at] = found.get(at, 0) + pos.facts(unit).halves
    return {at: found[at] for at in sorted(found)}


def storming(look: Outlook, pos: SeaPosition) -> Iterator[LandAmphibiously]:
    """The landings that are due, the strongest units first."""
    due = landings.due(pos, look.side)
    for unit in sorted(due, key=lambda u: (-look.strength(u, attacking=True), u)):
        yield LandAmphibiously(unit, due[unit].target)
