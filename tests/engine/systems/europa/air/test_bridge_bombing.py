"""Bridges are bombed (option, BF-32C)."""

from __future__ import annotations

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fleet, landing
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.bombing.actions import DropBombs
from engine.systems.europa.air.bombing.records import BombRoll, Grouping
from engine.systems.europa.air.combat import antiaircraft
from engine.systems.europa.air.combat.actions import LetPass, PatrolAttack
from engine.systems.europa.air.combat.records import Intercepting, Patrolling
from engine.systems.europa.air.records import TURNED_BACK, FlakRoll, Mission
from engine.systems.europa.movement import bridges
from engine.systems.europa.movement.move_actions import RepairBridge
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Side, side_between
from oob.model import UnitId
from tests.engine.systems.europa.air.sky import (
    JU87,
    KORITSA,
    P24,
    SM79,
    Sky,
    flown_rules,
)
from tests.engine.systems.europa.air.test_bridge_drops import AT, NORTH, SOUTH, bridge_rules

BRIDGE = Mission.BRIDGE_BOMBING
PREVEZA, NEAR, FAR = "14A:4918", "14A:4615", "14A:4515"
"""A Greek base, and a bridge of which its fighters reach one end."""
LIGHT_GUNS, HEAVY_GUNS = "greek-a-light-aa", "british-2-heavy-aa"


def over_greece(*units: str, played: bool = True) -> Sky:
    """Italian bombers at Koritsa, the Greeks with their bridges at home."""
    sky = Sky(rules=bridge_rules() if played else flown_rules())
    owners = {at: sky.pos.owner_of(at) for at in sky.context.land}
    sky.having(bridges=bridges.at_start(sky.context, owners) if played else {})
    return sky.station(KORITSA, *units)


def flight(sky: Sky, unit: str, to: str = NORTH, *, at: str = AT) -> FlyMission:
    """A flight against the bridge between two hexes, over the first."""
    return FlyMission(unit, BRIDGE, sky.at(at), across=sky.at(to))


def the_bridge(sky: Sky) -> Side:
    return side_between(sky.at(AT), sky.at(NORTH))


def bombed(*faces: int) -> Sky:
    """As many attacks on a bridge as faces, an air phase for each."""
    sky = over_greece(SM79)
    for face in faces:
        sky.station(KORITSA, SM79).flying().do(flight(sky, SM79)).do(EndPhase())
        assert isinstance(sky.state.top, BombRoll)
        sky.roll(face)
    return sky


def test_air_units_bomb_enemy_bridges_from_either_end() -> None:
    """BF-32C.4, IDX.9: offered over both hexes; not one's own, not those that are down."""
    sky = over_greece(SM79)
    for action in (flight(sky, SM79), flight(sky, SM79, AT, at=NORTH)):
        assert action in tuple(sky.legal.family("bridge bombing"))
        assert not sky.objections(action)
    sky.having(bridges={**sky.state.bridges, the_bridge(sky): AXIS})
    assert sky.objections(flight(sky, SM79)) == ["BF-32C.4"]
    sky.having(bridges={**sky.state.bridges, the_bridge(sky): ""})
    assert not sky.objections(flight(sky, SM79)), "one that nobody owns is bombed too"
    sky.having(down=frozenset({the_bridge(sky)}))
    assert sky.objections(flight(sky, SM79)) == ["BF-32C.4"]


def test_it_is_a_tactical_mission_of_the_option() -> None:
    """BF-32C.4, IDX.9"""
    sky = over_greece(SM79, played=False)
    assert sky.objections(flight(sky, SM79)) == ["BF-32C.4"]
    assert "bridge bombing" not in {action.mission for action in sky.legal.family("bridge bombing")}
    sky = over_greece(SM79)
    nowhere = FlyMission(SM79, BRIDGE, sky.at(AT))
    assert sky.objections(nowhere) == ["BF-32C.4"], "a bridge leads somewhere"
    elsewhere = FlyMission(SM79, Mission.HARASSMENT, sky.at(AT), across=sky.at(NORTH))
    assert sky.objections(elsewhere)


def test_bridges_of_neutrals_are_left_alone() -> None:
    """BF-32C.4, 28C.1: though nobody owns those on borders."""
    sky = over_greece(SM79)
    offered = {a.target for a in sky.legal.family("bridge bombing") if isinstance(a, FlyMission)}
    ends = {a.across for a in sky.legal.family("bridge bombing") if isinstance(a, FlyMission)}
    assert offered and not any(sky.pos.neutral(at) for at in offered | ends if at is not None)


def test_three_hits_demolish_a_bridge() -> None:
    """BF-32C.6"""
    sky = bombed(6, 1, 6)
    assert bridges.hits(sky.pos, the_bridge(sky)) == 2
    assert the_bridge(sky) not in sky.state.down
    assert "Bridge: 2 of 3 hits" in {marker.text for marker in sky.rules.markers(sky.state)}
    sky = bombed(6, 6, 6)
    assert the_bridge(sky) in sky.state.down and not sky.state.hits
    assert "bridge bombed" in {event.what for event in sky.events}


def test_air_units_over_one_bridge_bomb_together_and_apart_from_those_over_another() -> None:
    """BF-32C.6, 20F.3"""
    sky = over_greece(SM79, JU87)
    sky.do(flight(sky, SM79)).do(flight(sky, JU87)).do(EndPhase())
    assert isinstance(sky.state.top, Grouping) and sky.state.top.across == sky.at(NORTH)
    sky.do(DropBombs())
    assert isinstance(sky.state.top, BombRoll) and set(sky.state.top.units) == {SM79, JU87}
    sky = over_greece(SM79, JU87)
    sky.do(flight(sky, SM79)).do(flight(sky, JU87, SOUTH)).do(EndPhase())
    assert isinstance(sky.state.top, BombRoll) and len(sky.state.top.units) == 1


def test_a_construction_unit_repairs_what_bombs_have_hit() -> None:
    """BF-32C.10: as it repairs one that is down."""
    sky = bombed(6)
    unit = UnitId("greek-larisa-construction")
    sky.put(AT, unit).phase(Moving, ALLIED)
    sky.do(RepairBridge(unit, sky.at(NORTH)))
    assert not bridges.hits(sky.pos, the_bridge(sky))
    assert sky.objections(RepairBridge(unit, sky.at(NORTH)))


def test_guns_fire_from_the_better_of_both_ends() -> None:
    """BF-32C.5: half of both together is never more."""
    sky = over_greece(SM79).put(NORTH, LIGHT_GUNS).put(AT, HEAVY_GUNS)
    here, there = (antiaircraft.strength(sky.pos, sky.at(at), ALLIED) for at in (AT, NORTH))
    assert here and there
    found = antiaircraft.at_bridge(sky.pos, sky.at(AT), sky.at(NORTH), ALLIED)
    assert found == max(here, there, (here + there) // 2)
    sky = over_greece(SM79).put(NORTH, LIGHT_GUNS)
    sky.do(flight(sky, SM79)).do(EndPhase())
    assert sky.state.top == FlakRoll(SM79, there), "guns at the far end alone fire too"


def bombers_beyond(near: str, far: str) -> Sky:
    """A bomber over the end of a bridge that a fighter at Preveza does not reach; it reaches the
    other one.
    """
    sky = over_greece(SM79).station(PREVEZA, P24)
    reach = fleet.facts(sky.pos, P24).move // 2
    ways = [fleet.distance(sky.pos, P24, sky.at(PREVEZA), sky.at(at)) for at in (near, far)]
    assert ways == [reach, reach + 1]
    return sky.do(flight(sky, SM79, near, at=far))


def test_fighters_who_reach_the_other_end_patrol() -> None:
    """BF-32C.4: one that is turned back there goes home from over its target."""
    sky = bombers_beyond(NEAR, FAR)
    assert isinstance(sky.state.top, Patrolling)
    attack = PatrolAttack(P24, sky.at(NEAR))
    assert [action for action in sky.legal.family("patrol attack")] == [attack]
    sky.do(attack).roll(6)
    assert sky.unit(SM79).mission == TURNED_BACK and sky.unit(SM79).target == sky.at(FAR)


def test_fighters_who_reach_the_other_end_intercept() -> None:
    """BF-32C.4: and fly home as far."""
    sky = bombers_beyond(NEAR, FAR).do(LetPass()).do(EndPhase())
    assert isinstance(sky.state.top, Intercepting)
    meeting = FlyMission(P24, Mission.INTERCEPTION, sky.at(FAR))
    assert meeting in tuple(sky.legal.family("interception"))
    sky.do(meeting)
    home = fleet.homeward(sky.pos, P24)
    assert sky.at(PREVEZA) in landing.within(sky.pos, P24, sky.at(FAR), home)


def test_other_missions_are_met_in_their_target_alone() -> None:
    """BF-32C.4, 20A.1"""
    sky = over_greece(SM79).station(PREVEZA, P24)
    sky.do(FlyMission(SM79, Mission.HARASSMENT, sky.at(FAR)))
    while isinstance(sky.state.top, Patrolling):
        sky.do(LetPass())
    sky.do(EndPhase())
    assert not isinstance(sky.state.top, Intercepting)
