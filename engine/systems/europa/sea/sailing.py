"""What every voyage does: it uses ships and ports, passes the enemy, and arrives, turns back or is
sunk (BF-26B1, 26C).
"""

from __future__ import annotations

from dataclasses import replace

from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.core.state import Location
from engine.systems.europa.air import fleet
from engine.systems.europa.air.records import Mission
from engine.systems.europa.movement.gate import leave
from engine.systems.europa.sea import routes
from engine.systems.europa.sea.points import key, ships, sink
from engine.systems.europa.sea.position import SeaPosition, now, rule
from engine.systems.europa.sea.records import Berth, Encounter, Passage, Voyage
from engine.systems.europa.state.common import Work, eliminate, spend, use
from engine.systems.europa.state.constants import HALF, LANDED, TURNED, Going, other
from engine.systems.europa.state.records import Delivery
from maps.hexgrid import Hex, distance

ARRIVES, TURNED_BACK, SUNK = "arrives", "turned back", "sunk"
"""What becomes of cargo, in the words of the chart."""


def port_key(pos: SeaPosition, at: Location) -> str:
    """The name under which the use of a port is counted."""
    return f"port {at if isinstance(at, str) else pos.context.port_ids[at]}"


def sail(pos: SeaPosition, voyage: Voyage, paid: int, transition: Work, cited: str) -> None:
    """Use ships, the port of embarkation and the unit's movement points; then arrive, or meet those
    who interdict the way.
    """
    use(transition, key(pos.context.sea_zone(voyage.origin)), voyage.size)
    if voyage.board is Berth.PORT:
        use(transition, port_key(pos, voyage.origin), voyage.handled)
    if voyage.unit is not None:
        spend(transition, voyage.unit, paid)
    found = encounters(pos, voyage)
    if not found and not hunted(pos, voyage):
        arrive(pos, voyage, transition, cited)
        return
    word = "sails" if voyage.unit is not None else "supplies sail"
    rest = {"at": voyage.origin, "to": voyage.target, "side": voyage.side}
    transition.tell(word, cited, **({"unit": voyage.unit} if voyage.unit else {}), **rest)
    transition.state = transition.state.pushed(Passage(voyage), *reversed(found))


def encounters(pos: SeaPosition, voyage: Voyage) -> tuple[Encounter, ...]:
    """Where enemy air units on patrol meet a voyage: those that cargo comes near enough to may
    attack it, as many together as can be (BF-20F2h.3).
    """
    enemy = other(voyage.side)
    far = fleet.charts_of(pos.context).air.naval_zone
    left = {
        unit: target
        for unit in fleet.of_side(pos, enemy)
        if pos.air.units[unit].mission == Mission.NAVAL_PATROL
        and isinstance(target := pos.air.units[unit].target, Hex)
    }
    path = routes.route(pos, voyage.side, voyage.origin, voyage.target) if left else ()
    found = []
    while left and path:
        near = {at: [u for u, target in left.items() if distance(at, target) <= far] for at in path}
        at = max(path, key=lambda here: len(near[here]))
        if not near[at]:
            break
        found.append(Encounter(enemy, voyage, at, tuple(near[at])))
        left = {unit: target for unit, target in left.items() if unit not in near[at]}
    return tuple(found)


def go_on(pos: SeaPosition, frame: Passage, transition: Work) -> None:
    """Those who interdict the way come next; past them the cargo arrives."""
    transition.state = transition.state.popped()
    voyage = frame.voyage
    if hunted(pos, voyage):
        transition.state = transition.state.pushed(voyage)
    else:
        arrive(pos, voyage, transition, _cited(pos, voyage))


def _cited(pos: SeaPosition, voyage: Voyage) -> str:
    if voyage.landing:
        return rule(pos, "landing units")
    return rule(pos, "supply cargo" if voyage.unit is None else "cargo by sea")


def hunted(pos: SeaPosition, voyage: Voyage) -> bool:
    """Whether the way of a voyage leads through a zone of interdiction (BF-26C.4)."""
    if not routes.perils(pos, voyage.side):
        return False
    path = routes.route(pos, voyage.side, voyage.origin, voyage.target)
    return routes.endangered(pos, voyage.side, path)


def arrive(pos: SeaPosition, voyage: Voyage, transition: Work, cited: str) -> None:
    """Cargo comes on land (BF-26B1.1, 12C3)."""
    at, to, unit = voyage.origin, voyage.target, voyage.unit
    if voyage.land is Berth.PORT:
        use(transition, port_key(pos, to), voyage.handled)
    if unit is None:
        assert isinstance(to, Hex), "supplies go to hexes"
        deliver(transition, voyage.side, to)
        transition.tell("supplies shipped", cited, at=at, to=to, side=voyage.side)
        return
    leave(pos, transition, unit, Going.SEA, (at, to), *((LANDED,) if voyage.landing else ()))
    if not voyage.landing:
        transition.tell("shipped", cited, unit=unit, at=at, to=to, side=voyage.side)
        return
    transition.tell("landed", cited, unit=unit, at=at, to=to, side=voyage.side)
    if not pos.out(unit):
        sea = now(pos.context, transition).sea
        transition.set(sea=replace(sea, landed=sea.landed | {unit}))


def deliver(transition: Work, side: str, to: Hex) -> None:
    """Add a regimental equivalent of supply to what was delivered to a hex this turn (BF-12C3.2).

    Older supplies of the side are gone by then: they last two initial phases.
    """
    before = transition.state.deliveries.get(to)
    amount = 1 if before is None else before.amount + 1
    found = {**transition.state.deliveries, to: Delivery(side, amount)}
    transition.set(deliveries=found)


# Interdiction


def faces(pos: SeaPosition) -> tuple[str, ...]:
    """What each face of the die does to cargo in the zone in effect, by the chart's words."""
    chart = pos.context.charts.interdiction
    row = chart.row(pos.sea.zone)
    return tuple(chart.result(id_).fate for id_ in row.faces) if row is not None else ()


def chances(pos: SeaPosition) -> dict[str, float]:
    """The chance of each fate of cargo that enters the zone in effect."""
    found = faces(pos)
    return {fate: found.count(fate) / len(found) for fate in dict.fromkeys(found)}


def node(pos: SeaPosition, frame: Voyage) -> ChanceNode:
    """The die as the cargo reaches its destination, with what each face does (BF-26C.4)."""
    what = "supplies" if frame.unit is None else pos.called(frame.unit)
    reason = f"interdiction of {what} on the way to {pos.label(frame.target)}"
    found = faces(pos)
    return ChanceNode(len(found), reason, rule(pos, "interdiction roll"), found)


def rolled(pos: SeaPosition, frame: Voyage, face: int, transition: Work) -> None:
    """The cargo arrives, goes back where it came from, or is sunk with its ships."""
    transition.state = transition.state.popped()
    chart = pos.context.charts.interdiction
    row = chart.row(pos.sea.zone)
    assert row is not None, "only a zone in effect is rolled for"
    result = chart.result(row.faces[face - 1])
    told = {"face": face, "result": result.fate, "to": frame.target}
    transition.tell("interdiction", result.rule, **told)
    if result.fate == ARRIVES:
        arrive(pos, frame, transition, result.rule)
    elif result.fate == TURNED_BACK:
        turn_back(pos, frame, transition)
    else:
        wreck(pos, frame, transition, result.rule)


def turn_back(pos: SeaPosition, frame: Voyage, transition: Work) -> None:
    """A unit is where it embarked and does not move for the rest of the phase; supplies are kept in
    their depot (BF-26C.6).
    """
    if frame.unit is None:
        return
    leave(pos, transition, frame.unit, Going.SEA, (frame.origin,), TURNED)


def wreck(pos: SeaPosition, frame: Voyage, transition: Work, cited: str) -> None:
    """Cargo and ships are lost (BF-26C.7, 26B1.5)."""
    sink(pos, transition, frame.side, pos.context.sea_zone(frame.origin), ships(frame.size))
    if frame.unit is not None:
        eliminate(pos.context, transition, frame.unit, cadre=False, cited=cited)


def supply_size(pos: SeaPosition) -> int:
    """The room in ships of a regimental equivalent of supply, in half equivalents of units
    (BF-26B1.2).
    """
    return max(1, HALF // pos.context.charts.transport.supplies)


HANDLERS = (Handler(Voyage, chance=node, rolled=rolled), Handler(Passage, auto=go_on))
"""The handlers of what is left of a voyage, and of the die."""
