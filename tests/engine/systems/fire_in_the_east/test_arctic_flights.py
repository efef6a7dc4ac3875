"""Missions from bases in the Arctic take resource points (FE-30.7)."""

from __future__ import annotations

from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.combat import interception
from engine.systems.europa.air.combat.records import Intercepting
from engine.systems.europa.air.records import Mission
from engine.systems.europa.production import initial_phase
from engine.systems.europa.state.constants import ALLIED, AXIS, Phase
from engine.systems.europa.state.records import Onward
from engine.systems.fire_in_the_east.state.records import Stock
from tests.engine.systems.fire_in_the_east.eastern import FOOT, RIFLES
from tests.engine.systems.fire_in_the_east.eastern_air import ME109E, SB2, EastAir

BASE, NEAR, SOUTH = "6A:2119", "6A:1617", "2A:0931"
TARGET = "6A:2525"
BOMBERS = tuple(f"soviet-sb-2-{number}" for number in range(1, 7))
RAID = Mission.HARASSMENT


def cold(points: int, *units: str, at: str = BASE, heap: str = NEAR) -> EastAir:
    """Soviet air units on a base, and resource points, as the Soviets fly; an enemy is near."""
    game = EastAir(4, ALLIED).station(at, *units).put(BASE, RIFLES).put(TARGET, FOOT)
    game.own(AXIS, TARGET)
    if points:
        game.having(resources={game.at(heap): Stock(ALLIED, points)})
    return game.flying(ALLIED)


def left(game: EastAir) -> dict[str, int]:
    """The resource points by the number of their hex."""
    label = game.context.map.label
    return {label(at): found.amount for at, found in game.state.resources.items()}


def raids(game: EastAir) -> set[str]:
    """The air units that are offered the mission."""
    return {a.air_unit for a in game.legal if isinstance(a, FlyMission) and a.mission is RAID}


def test_who_is_based_in_the_arctic_flies_with_resource_points_alone() -> None:
    """[FE-30.7] Without one nothing but transfers is offered."""
    game = cold(0, SB2)
    assert game.refused(SB2, RAID, TARGET) == ["FE-30.7"]
    assert not raids(game)
    assert game.refused(SB2, Mission.STAGING, NEAR) == ["FE-30.7"]
    game.fly(SB2, Mission.TRANSFER, NEAR)
    paid = cold(1, SB2)
    assert raids(paid) == {SB2}
    paid.fly(SB2, RAID, TARGET)
    assert not left(paid) and paid.told("flights paid") and not paid.faults()


def test_a_point_serves_five_air_units_in_a_player_turn() -> None:
    """[FE-30.7] Wherever in the Arctic they are based; the sixth takes another one."""
    game = cold(1, *BOMBERS[:3]).station(NEAR, *BOMBERS[3:]).flying(ALLIED)
    for unit in BOMBERS[:5]:
        game.fly(unit, RAID, TARGET)
        assert not left(game)
    assert game.refused(BOMBERS[5], RAID, TARGET) == ["FE-30.7"]
    game = cold(3, *BOMBERS[:3]).station(NEAR, *BOMBERS[3:]).flying(ALLIED)
    for unit in BOMBERS:
        game.fly(unit, RAID, TARGET)
    assert left(game) == {NEAR: 1}


def test_the_next_player_turn_takes_points_of_its_own() -> None:
    """[FE-30.7] What is left of five flights does not last."""
    game = cold(1, *BOMBERS[:2])
    game.fly(BOMBERS[0], RAID, TARGET)
    work = game.transition()
    initial_phase.open_phase(game.context, work, ALLIED)
    game.having(used=work.state.used).flying(ALLIED)
    assert game.refused(BOMBERS[1], RAID, TARGET) == ["FE-30.7"]


def test_who_stages_and_flies_on_counts_once() -> None:
    """[FE-30.7] An air unit, not a mission; who comes in by staging counts too."""
    game = cold(3, *BOMBERS[:4]).station(NEAR, BOMBERS[4]).flying(ALLIED)
    game.fly(BOMBERS[0], Mission.STAGING, NEAR).fly(BOMBERS[0], RAID, TARGET)
    for unit in BOMBERS[1:5]:
        game.fly(unit, RAID, TARGET)
    assert left(game) == {NEAR: 2}


def test_the_point_lies_in_the_arctic_and_is_not_isolated() -> None:
    """[FE-30.7] The base counts, not the target."""
    assert cold(1, SB2, heap=SOUTH).refused(SB2, RAID, TARGET) == ["FE-30.7"]
    lost = cold(1, SB2)
    heap = lost.at(NEAR)
    ring = [at for at in sorted(heap.neighbours()) if at in lost.context.land]
    foes = [unit for unit in lost.context.of_nation("german") if "infantry-xx" in unit]
    for at, unit in zip(ring, foes, strict=False):
        lost.own(AXIS, lost.context.map.label(at)).put(lost.context.map.label(at), unit)
    lost.flying(ALLIED)
    assert lost.refused(SB2, RAID, TARGET) == ["FE-30.7"]
    outside = cold(0, SB2, at="6A:3818")
    assert outside.at("6A:3818") not in outside.context.arctic
    assert outside.pos.bars_mission(SB2, RAID.value) is None


def test_interception_is_free_and_a_scramble_is_not() -> None:
    """[FE-30.7] Fighters rise against what comes; to get away they need a point."""
    game = EastAir(4, ALLIED).station("6A:2131", ME109E)
    game.over("6A:2131", Mission.AIRBASE_BOMBING, SB2, base=BASE)
    game.ask(Onward(), Intercepting(AXIS), phase=Phase.AIR.value, active=ALLIED)
    goal = next(at for at in interception.spots(game.pos, ME109E, Mission.SCRAMBLE))
    away = FlyMission(ME109E, Mission.SCRAMBLE, goal)
    assert "FE-30.7" in game.objections(away)
    assert not list(interception.offers(game.pos, AXIS, Mission.SCRAMBLE))
    assert list(interception.offers(game.pos, AXIS, Mission.INTERCEPTION))
    game.having(resources={game.at("6A:1627"): Stock(AXIS, 1)})
    assert "FE-30.7" not in game.objections(away)
