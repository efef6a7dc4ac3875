"""What air units may bomb: enemy airbases, ports, rail lines and capitals, and any land that is to
be harassed (BF-20F1, 20F2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.actions import Objection
from engine.core.state import Location
from engine.systems.europa.air import fleet
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.records import Mission
from engine.systems.europa.movement import bridges
from engine.systems.europa.state.constants import other
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex

TOPICS: Mapping[Mission, str] = {
    Mission.AIR_UNIT_BOMBING: "air unit bombing",
    Mission.AIRBASE_BOMBING: "airbase bombing",
    Mission.PORT_BOMBING: "port bombing",
    Mission.RAIL_BOMBING: "rail bombing",
    Mission.TERROR_BOMBING: "terror bombing",
    Mission.INTERDICTION_BOMBING: "interdiction bombing",
    Mission.BRIDGE_BOMBING: "bridge bombing",
    Mission.FACTORY_BOMBING: "factory bombing",
    Mission.CITY_BOMBING: "city bombing",
    Mission.YARD_BOMBING: "yard bombing",
    Mission.SHIP_BOMBING: "ship bombing",
    Mission.NAVAL_PATROL: "naval patrol",
    Mission.HARASSMENT: "harassment",
}
"""The topic of each mission's rule."""
OWNED = frozenset(
    {Mission.PORT_BOMBING, Mission.RAIL_BOMBING, Mission.TERROR_BOMBING, Mission.NAVAL_PATROL}
)
"""Missions whose targets depend on what the enemy owns, and on nothing else that changes."""
WHAT: Mapping[Mission, str] = {
    Mission.AIR_UNIT_BOMBING: "No enemy air units are on the ground in {where}.",
    Mission.AIRBASE_BOMBING: "The enemy owns no airbase in {where}.",
    Mission.PORT_BOMBING: "The enemy owns no port in {where}.",
    Mission.RAIL_BOMBING: "The enemy owns no rail line in {where}.",
    Mission.TERROR_BOMBING: "{where} is no enemy capital that your side may terror bomb.",
    Mission.INTERDICTION_BOMBING: "No enemy warships interdict the sea in {where}.",
    Mission.BRIDGE_BOMBING: "No such bridge leads from {where}: your side owns it, or it is down.",
    Mission.FACTORY_BOMBING: "No enemy factory is at work in {where}.",
    Mission.CITY_BOMBING: "{where} is no replacement city of the enemy.",
    Mission.YARD_BOMBING: "The enemy owns no marshalling yard in {where}.",
    Mission.SHIP_BOMBING: "No enemy ships are in {where}.",
    Mission.NAVAL_PATROL: "{where} is no sea or coastal hex.",
    Mission.HARASSMENT: "{where} is no land hex.",
}
"""Why a place is no target of a mission."""


def spots(pos: Position, side: str, mission: Mission) -> tuple[Location, ...]:
    """The hexes a side may bomb on a mission, wherever its air units are. For harassment these are
    the hexes where enemies stand, for naval patrols enemy ports; see :func:`allowed` for others.
    """
    key, enemy = ("bombed", side, mission), other(side)

    def work() -> tuple[Location, ...]:
        return pos.context.shared.same(key, tuple(sorted(_spots(pos, side, mission))))

    if mission is Mission.AIRBASE_BOMBING:
        return fleet.fields(pos, enemy)
    if mission in OWNED:
        return pos.shared(key, (pos.owned(enemy),), work)
    if mission is Mission.HARASSMENT:
        return pos.shared(key, (pos.held[enemy],), work)
    return pos.once(key, work)


def _spots(pos: Position, side: str, mission: Mission) -> Iterator[Hex]:
    enemy, context = other(side), pos.context
    owned = pos.owned(enemy)
    match mission:
        case Mission.AIR_UNIT_BOMBING:
            yield from (at for at in fleet.all_parked(pos, enemy) if isinstance(at, Hex))
        case Mission.PORT_BOMBING:
            yield from (at for at in context.ports if at in owned)
        case Mission.RAIL_BOMBING:
            yield from (at for at in context.rails if at in owned)
        case Mission.TERROR_BOMBING:
            terror = fleet.charts_of(context).bombing.terror
            if side == terror.side:
                capitals = (context.hex_of(label) for label in terror.capitals)
                yield from (at for at in capitals if at in owned)
        case Mission.INTERDICTION_BOMBING:
            yield from pos.warships(enemy)
        case Mission.BRIDGE_BOMBING:
            yield from bridged(pos, side)
        case Mission.FACTORY_BOMBING | Mission.CITY_BOMBING | Mission.YARD_BOMBING:
            yield from pos.plants(enemy, mission)
        case Mission.SHIP_BOMBING:
            yield from pos.quarry(enemy)
        case Mission.NAVAL_PATROL:
            yield from (at for at in context.ports if at in pos.seas and at in owned)
        case Mission.HARASSMENT:
            yield from pos.held[enemy]


def bridged(pos: Position, side: str) -> Mapping[Hex, tuple[Hex, ...]]:
    """The hexes beside bridges that a side may bomb, and where those lead to: bridges that stand
    and are the enemy's or nobody's, no neutral's (option, BF-32C.4).
    """
    return pos.once(("bridges bombed", side), lambda: _bridged(pos, side))


def _bridged(pos: Position, side: str) -> Mapping[Hex, tuple[Hex, ...]]:
    found: dict[Hex, tuple[Hex, ...]] = {}
    if not pos.context.option(bridges.BRIDGES):
        return found
    for over in sorted(pos.context.bridge_sides - pos.state.down):
        a, b = over.hexes
        if bridges.owner(pos, over) != side and not (pos.neutral(a) or pos.neutral(b)):
            found[a], found[b] = (*found.get(a, ()), b), (*found.get(b, ()), a)
    return found


def ends(pos: Position, side: str, mission: Mission, at: Location) -> tuple[Hex | None, ...]:
    """Where bridges lead to that a side may bomb from a hex; for other missions, nowhere alone."""
    if mission is not Mission.BRIDGE_BOMBING:
        return (None,)
    return bridged(pos, side).get(at, ()) if isinstance(at, Hex) else ()


def allowed(
    pos: Position, side: str, mission: Mission, at: Location, across: Hex | None = None
) -> bool:
    """Whether a side may fly a mission of bombing to a place (BF-20F1a.1 to 20F2g.1)."""
    if across not in ends(pos, side, mission, at):
        return False
    if mission is Mission.HARASSMENT:
        return at in pos.context.land
    if mission is Mission.NAVAL_PATROL:
        return at in pos.seas
    return at in spots(pos, side, mission)


def topic(mission: Mission, *, strategic: bool) -> str:
    """The topic of a mission that is flown with strategic or with tactical strength (BF-20F1,
    20F2).
    """
    if mission is Mission.PORT_BOMBING and strategic:
        return "strategic port bombing"
    if mission is Mission.TERROR_BOMBING and not strategic:
        return "tactical terror bombing"
    return TOPICS[mission]


def misplaced(pos: Position, mission: Mission, at: Location) -> Objection:
    """Why a place is no target."""
    text = WHAT[mission].format(where=pos.label(at))
    return Objection(rule(pos, TOPICS[mission]), text)
