"""The German commando unit: zones and bridges (option, BF-32B2)."""

from __future__ import annotations

from engine.systems.europa.movement.move_actions import BreakRail, Move, SeizeBridge, SlipAway
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, HALF, OUT
from maps.hexgrid import side_between
from oob.model import UnitId
from tests.engine.systems.europa.frontier import Frontier

AT, BESIDE, FREE = "14A:1211", "14A:1212", "14A:1210"
NEAR, FAR = "14A:1020", "14A:1019"
COMMANDO, FOOT = UnitId("german-i-800-commando"), UnitId("german-46-infantry")


def zoned(*options: str) -> Frontier:
    """The commando in an enemy zone."""
    field = Frontier("balkan_front", *(options or ("brandenburgers",)))
    return field.put(AT, COMMANDO, FOOT).put(BESIDE, "greek-8-mountain")


def test_success_leaves_the_zone_at_no_cost() -> None:
    for target in (FREE, "14A:1112"):
        field = zoned()
        field.do(SlipAway(COMMANDO, field.at(target))).roll(4)
        assert field.where(COMMANDO) == field.at(target)
        assert field.spent(COMMANDO) == HALF


def test_failure_pays_the_normal_cost() -> None:
    field = zoned()
    field.do(SlipAway(COMMANDO, field.at(FREE))).roll(5)
    assert field.where(COMMANDO) == field.at(FREE)
    assert field.spent(COMMANDO) == (1 + 2) * HALF


def test_failure_without_the_points_ends_its_movement() -> None:
    field = zoned().having(spent={COMMANDO: 12})
    field.do(SlipAway(COMMANDO, field.at(FREE))).roll(6)
    assert field.where(COMMANDO) == field.at(AT)
    assert field.objections(Move(COMMANDO, field.at(FREE))) == ["BF-6.11"]


def test_only_the_commando_slips_and_only_out_of_zones() -> None:
    field = zoned()
    assert field.objections(SlipAway(FOOT, field.at(FREE))) == ["BF-32B2.1"]
    assert field.objections(SlipAway(COMMANDO, field.at(BESIDE))) == ["BF-6.6"]
    british = Frontier("balkan_front", "brandenburgers", side="allied")
    british.put(AT, "british-50-me-commando").put(BESIDE, FOOT)
    slip = SlipAway(UnitId("british-50-me-commando"), british.at(FREE))
    assert british.objections(slip) == ["BF-32B2.1"]
    free = Frontier("balkan_front", "brandenburgers").put(AT, COMMANDO)
    assert free.objections(SlipAway(COMMANDO, free.at(FREE))) == ["BF-32B2.1"]
    plain = Frontier().put(AT, COMMANDO).put(BESIDE, "greek-8-mountain")
    assert plain.objections(SlipAway(COMMANDO, plain.at(FREE))) == ["BF-32B2.1"]
    poor = zoned().having(spent={COMMANDO: 15})
    assert poor.objections(SlipAway(COMMANDO, poor.at(FREE))) == ["BF-6.3"]


def at_bridge() -> Frontier:
    """The commando beside an enemy bridge."""
    field = Frontier("balkan_front", "brandenburgers", "bridges").put(FAR, COMMANDO)
    return field.having(bridges={side_between(field.at(NEAR), field.at(FAR)): ALLIED})


def test_seizing_a_bridge() -> None:
    field = at_bridge()
    field.do(SeizeBridge(COMMANDO, field.at(NEAR))).roll(4)
    assert field.state.bridges[side_between(field.at(NEAR), field.at(FAR))] == AXIS
    assert field.spent(COMMANDO) == 2 * HALF
    assert field.where(COMMANDO) == field.at(FAR)


def test_failing_to_seize_one() -> None:
    field = at_bridge()
    field.do(SeizeBridge(COMMANDO, field.at(NEAR))).roll(5)
    assert [e.rule for e in field.events if e.what == "eliminated"] == ["BF-32B2.5"]
    assert field.where(COMMANDO) == DEAD
    assert field.state.bridges[side_between(field.at(NEAR), field.at(FAR))] == ALLIED


def test_what_forbids_seizing_a_bridge() -> None:
    field = at_bridge().put(FAR, FOOT)
    across = side_between(field.at(NEAR), field.at(FAR))
    assert field.objections(SeizeBridge(FOOT, field.at(NEAR))) == ["BF-32B2.1"]
    assert field.having(bridges={across: AXIS}).objections(
        SeizeBridge(COMMANDO, field.at(NEAR))
    ) == ["BF-32B2.4"]
    field = at_bridge().having(spent={COMMANDO: 13})
    assert field.objections(SeizeBridge(COMMANDO, field.at(NEAR))) == ["BF-32B2.4"]
    field = at_bridge().having(down=frozenset({across}))
    assert field.objections(SeizeBridge(COMMANDO, field.at(NEAR))) == ["BF-32B2.4"]
    field = at_bridge()
    around = (near for near in field.at(FAR).neighbours())
    dry = next(
        at for at in around if side_between(field.at(FAR), at) not in field.context.bridge_sides
    )
    assert field.objections(SeizeBridge(COMMANDO, dry)) == ["BF-32C.1"]


def test_both_are_offered_where_they_can_be_done() -> None:
    assert {action.who()[0] for action in zoned().legal.family("slip away")} == {COMMANDO}
    assert {action.where() for action in at_bridge().legal.family("seize bridge")} == {
        Frontier().at(NEAR)
    }
    assert BreakRail(COMMANDO) in at_bridge().legal
    assert OUT not in zoned().marks(COMMANDO)
