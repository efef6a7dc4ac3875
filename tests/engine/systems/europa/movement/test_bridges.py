"""Bridges: where they are, whose, their demolition and repair (option, BF-32C)."""

from __future__ import annotations

from engine.systems.europa.movement import bridges
from engine.systems.europa.movement.move_actions import DemolishBridge, Move, RepairBridge
from engine.systems.europa.movement.reach import march
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF
from engine.systems.europa.supply import supply_status
from maps.hexgrid import side_between
from oob.model import UnitId
from tests.engine.systems.europa.frontier import Frontier

NEAR, FAR = "14A:1020", "14A:1019"
"""Clear Yugoslav and wooded Hungarian hex with a bridge over a river between."""
FOOT = UnitId("german-46-infantry")
BUILDERS = UnitId("italian-9-construction")


def field_with(*units: str, at: str = FAR) -> Frontier:
    """The option chosen, units at one end, the bridge unowned as on every border at the start."""
    field = Frontier("balkan_front", "bridges")
    start = bridges.at_start(
        field.context, {at: field.pos.owner_of(at) for at in field.context.land}
    )
    return field.having(bridges=start).put(at, *units)


def test_bridges_are_where_lines_cross_rivers() -> None:
    field = Frontier()
    across = side_between(field.at(NEAR), field.at(FAR))
    assert across in field.context.bridge_sides
    for side in field.context.bridge_sides:
        a, b = side.hexes
        assert b in field.context.roads[a]
        assert field.context.sides(a, b) & {"river", "major_river"}


def test_bridges_on_borders_start_unowned_others_do_not() -> None:
    field = field_with(FOOT)
    starts = field.state.bridges
    assert starts[side_between(field.at(NEAR), field.at(FAR))] == ""
    owners = {
        side: {field.pos.owner_of(at) for at in side.hexes} for side in field.context.bridge_sides
    }
    for side, banks in owners.items():
        assert starts[side] == (banks.pop() if len(banks) == 1 else "")


def test_a_bridge_is_his_who_last_owned_both_banks() -> None:
    field = field_with(FOOT)
    across = side_between(field.at(NEAR), field.at(FAR))
    field.do(Move(FOOT, field.at(NEAR)))
    assert bridges.owner(field.pos, across) == AXIS
    field.own(ALLIED, FAR)
    assert bridges.owner(field.pos, across) == AXIS, "until the enemy owns both"


def test_demolition_takes_four_points() -> None:
    field = field_with(FOOT)
    across = side_between(field.at(NEAR), field.at(FAR))
    before = march(field.pos, FOOT).reach.cost[field.at(NEAR)]
    field.do(DemolishBridge(FOOT, field.at(NEAR)))
    assert field.spent(FOOT) == 4 * HALF
    assert across in field.state.down
    fresh = field_with("german-50-infantry").having(down=field.state.down)
    other = UnitId("german-50-infantry")
    assert before == HALF
    assert march(fresh.pos, other).reach.cost[fresh.at(NEAR)] == (1 + 1) * HALF
    assert field.objections(DemolishBridge(FOOT, field.at(NEAR))) != []


def test_enemy_bridges_are_not_demolished() -> None:
    field = field_with(FOOT)
    across = side_between(field.at(NEAR), field.at(FAR))
    field.having(bridges={across: ALLIED})
    assert field.objections(DemolishBridge(FOOT, field.at(NEAR))) == ["BF-32C.7"]


def test_no_bridge_no_demolition_and_no_option_no_bridge() -> None:
    field = field_with(FOOT)
    dry = next(
        n
        for n in field.at(FAR).neighbours()
        if n not in bridges.bridged(field.context, field.at(FAR))
    )
    assert field.objections(DemolishBridge(FOOT, dry)) == ["BF-32C.1"]
    plain = Frontier().put(FAR, FOOT)
    assert plain.objections(DemolishBridge(FOOT, plain.at(NEAR))) == ["BF-32C.1"]
    assert "demolish bridge" not in plain.kinds()


def test_construction_units_repair() -> None:
    field = field_with(BUILDERS, FOOT).own(AXIS, NEAR)
    across = side_between(field.at(NEAR), field.at(FAR))
    assert field.objections(RepairBridge(BUILDERS, field.at(NEAR))) == ["BF-32C.10"], "it stands"
    field.having(down=frozenset({across}))
    assert field.objections(RepairBridge(FOOT, field.at(NEAR))) == ["BF-32C.10"]
    field.do(RepairBridge(BUILDERS, field.at(NEAR)))
    assert field.spent(BUILDERS) == 4 * HALF
    assert not field.state.down


def test_repair_needs_both_banks() -> None:
    field = field_with(BUILDERS).own(ALLIED, NEAR)
    field.having(down=frozenset({side_between(field.at(NEAR), field.at(FAR))}))
    assert field.objections(RepairBridge(BUILDERS, field.at(NEAR))) == ["BF-32C.10"]


def test_repair_costs_twice_over_major_rivers_and_in_poor_weather() -> None:
    field = field_with(BUILDERS)
    across = side_between(field.at(NEAR), field.at(FAR))
    major = next(
        side
        for side in sorted(field.context.bridge_sides)
        if "major_river" in field.context.sides(*side.hexes)
    )
    assert bridges.repair_cost(field.pos, across) == 4
    assert bridges.repair_cost(field.pos, major) == 8
    field.weather("poor")
    assert bridges.repair_cost(field.pos, across) == 8


def test_bridges_are_offered_at_both_banks() -> None:
    field = field_with(FOOT)
    offered = {action.where() for action in field.legal.family("demolish bridge")}
    assert offered == set(bridges.bridged(field.context, field.at(FAR)))


def test_supply_lines_cross_demolished_bridges() -> None:
    field = field_with(FOOT, at=NEAR).own(AXIS, NEAR)
    standing = supply_status.in_supply(field.pos, FOOT)
    field.having(down=field.context.bridge_sides)
    assert standing
    assert supply_status.in_supply(field.pos, FOOT)
