"""The eight further Kommando missions."""

from __future__ import annotations

import pytest

from engine.systems.operation_gertrud.actions import EndPhase, Move
from engine.systems.operation_gertrud.battle.battle_actions import (
    LaunchMission,
    SpendCas,
    StartMission,
)
from engine.systems.operation_gertrud.battle.missions import bridges, modifier, sites
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    DEAD,
    GERMAN,
    INTERDICTED,
    LOST,
    MOVED,
    Moving,
    Status,
)
from engine.systems.operation_gertrud.victory import modifiers
from maps.hexgrid import side_between
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.battlefield import S58, T23
from tests.engine.systems.operation_gertrud.desk import Desk

K = "german-kommando"
KU = U(K)
CAS = ("german-cas-1", "german-cas-2", "german-cas-3")


def base(steps: int = 2) -> Desk:
    """The Kommando in a Bulgarian city at the start of the German Movement Phase."""
    desk = Desk("early_1941").put("Plovdiv", K, steps=steps).having(ready=True)
    return desk


def first(desk: Desk, mission: str) -> StartMission:
    """The first way to start a mission."""
    chart = desk.context.charts.missions
    task = next(sites(desk.pos, chart.mission(mission)))
    return StartMission(task.mission, task.at, task.beyond, task.victim)


def tried(mission: str, face: int, *, desk: Desk | None = None, cas: int = 1) -> Desk:
    """A mission paid for with so many CAS and rolled."""
    desk = desk or base()
    desk.do(first(desk, mission), *(SpendCas(marker) for marker in CAS[:cas]))
    if cas == 1:
        desk.do(LaunchMission())
    return desk.roll(face)


def test_a_mission_starts_from_a_friendly_city() -> None:
    """[OG-17.1a]"""
    assert base().objections(first(base(), "inonu")) == []
    away = base().having(ready=False)
    assert away.objections(first(away, "inonu")) == ["OG-17.1a"]
    dead = Desk("early_1941").put(DEAD, K).having(ready=True)
    assert dead.objections(first(dead, "inonu")) == ["OG-17.1a"]


def test_the_kommando_is_offered_its_missions_and_nobody_else_is() -> None:
    desk = base().put("Plovdiv", "german-5-pz")
    families = [one for one in desk.legal.families if one.name.startswith("mission ")]
    assert len(families) == 8
    for family in families:
        assert family.of is not None and family.able is not None
        assert list(desk.legal.among(family, family.of(KU))) == list(desk.legal.family(family.name))
        assert family.able() == {KU} and not list(family.of(U("german-5-pz")))


def test_one_mission_a_turn_and_no_move_beside_it() -> None:
    """[OG-17.1a]"""
    desk = tried("inonu", 2)
    assert MOVED in desk.marks(K)
    assert "OG-9.0e" in desk.objections(first(desk, "eskisehir"))


def test_an_interdicted_kommando_makes_no_mission() -> None:
    """[OG-13.7d] [OG-17.1a]"""
    desk = base().put("Plovdiv", K, marks=[INTERDICTED])
    assert desk.objections(first(desk, "inonu")) == ["OG-13.7d"]


def test_each_mission_costs_a_german_cas() -> None:
    """[OG-17.1b]"""
    desk = base().do(first(base(), "inonu"))
    assert desk.objections(LaunchMission()) == ["OG-17.1b"]
    assert desk.objections(SpendCas("turkish-cas-1")) == ["OG-17.1b"]
    desk.do(SpendCas(CAS[0]))
    assert desk.state.support[CAS[0]] is Status.ELIMINATED
    none = base()
    none.having(support=dict.fromkeys(none.state.support, Status.ELIMINATED))
    assert none.objections(first(none, "inonu")) == ["OG-17.1b"]


def test_each_mission_is_tried_once() -> None:
    """[OG-17.1c]"""
    desk = base().having(missions=("izmir",))
    assert desk.objections(first(desk, "izmir")) == ["OG-17.1c"]
    assert desk.objections(first(desk, "inonu")) == []


def test_there_is_no_second_raid_on_the_goeben() -> None:
    """[OG-17.1c] [OG-17.0f]"""
    desk = base()
    goeben = StartMission("goeben", desk.hex("2611"))
    assert desk.objections(goeben) == ["OG-17.1c"]


def test_reduction_and_a_second_cas_each_take_one_off_the_die() -> None:
    """Reading 15. [OG-17.1d]"""
    assert modifier(base().pos, second_cas=False) == 0
    assert modifier(base(steps=1).pos, second_cas=False) == -1
    assert modifier(base(steps=1).pos, second_cas=True) == -2


@pytest.mark.parametrize(
    ("face", "steps", "where"),
    [(3, 2, "board"), (4, 1, "board"), (5, 0, DEAD), (6, 0, DEAD)],
)
def test_failures_by_the_die(face: int, steps: int, where: str) -> None:
    """[OG-17.1e]"""
    desk = tried("izmir", face)
    assert desk.steps(K) == steps
    assert (desk.where(K) == DEAD) is (where == DEAD)
    assert (LOST in desk.marks(K)) is (face == 6)


def test_a_second_cas_turns_a_three_into_success() -> None:
    """[OG-17.1d] [OG-17.1e]"""
    desk = tried("izmir", 3, cas=2)
    assert desk.state.check_modifier == 0
    assert desk.told("mission roll")[0]["result"] == "success"


def test_a_reduced_kommando_that_is_reduced_is_eliminated() -> None:
    """[OG-17.1e]"""
    desk = tried("izmir", 5, desk=base(steps=1))
    assert desk.where(K) == DEAD
    assert LOST not in desk.marks(K)


def test_a_captured_president_stops_the_turks_for_a_turn() -> None:
    """[OG-17.1.1]"""
    desk = tried("inonu", 1)
    assert desk.state.paralysed == desk.state.turn
    desk.put("2412", T23).put("3030", S58)
    desk.phase(Moving, ALLIED)
    near = next(at for at in desk.hex("2412").neighbours() if at in desk.context.land)
    assert desk.objections(Move(U(T23), near)) == ["OG-17.1.1"]
    east = next(at for at in desk.context.fronts[desk.hex("3030")])
    assert desk.objections(Move(U(S58), east)) == []


@pytest.mark.parametrize(
    ("mission", "penalty"),
    [
        ("inonu", 2),
        ("eskisehir", 1),
        ("izmir", 1),
        ("road_bridge", 1),
        ("rail_bridge", 1),
        ("bosphorus", 2),
        ("dardanelles", 2),
        ("barracks", 1),
    ],
)
def test_a_failure_weighs_on_every_later_check(mission: str, penalty: int) -> None:
    """[OG-17.1.1] to [OG-17.1.8]"""
    desk = tried(mission, 3, desk=base().put("2412", T23))
    assert desk.state.check_modifier == penalty
    assert penalty in [line.value for line in modifiers(desk.pos)]


@pytest.mark.parametrize(("mission", "rule"), [("eskisehir", "2412"), ("izmir", "2106")])
def test_a_raided_airbase_costs_a_turkish_cas(mission: str, rule: str) -> None:
    """[OG-17.1.2] [OG-17.1.3]"""
    desk = tried(mission, 2)
    lost = [m for m, s in desk.state.support.items() if s is Status.ELIMINATED]
    assert [m for m in lost if m.startswith("turkish")] == ["turkish-cas-1"]
    at = desk.state.pieces[KU].hex
    assert at in desk.hex(rule).neighbours()


def test_the_hex_must_be_unoccupied() -> None:
    """[OG-17.1.1] [OG-17.1.2] [OG-17.1.3]"""
    desk = base()
    spot = first(desk, "eskisehir")
    desk.put(spot.target, T23)
    assert desk.objections(spot) == ["OG-17.1.2"]
    far = StartMission("izmir", desk.hex("2416"))
    assert desk.objections(far) == ["OG-17.1.3"]


def test_a_blown_road_bridge_leaves_the_railroad() -> None:
    """[OG-17.1.4]"""
    desk = tried("road_bridge", 1)
    (across,) = desk.state.cut_roads
    assert across in set(bridges(desk.context, "road"))
    assert not desk.state.cut_rails
    a, b = across.hexes
    railed = "rail" in desk.context.map.line_kinds(a, b)
    assert desk.context.road(a, b, desk.state.cut_roads) is railed


def test_a_blown_rail_bridge_leaves_the_road() -> None:
    """[OG-17.1.5]"""
    desk = tried("rail_bridge", 1)
    (across,) = desk.state.cut_rails
    assert not desk.state.cut_roads
    a, b = across.hexes
    assert all(near != b for near, _ in desk.context.rails(desk.state.cut_rails).get(a, ()))


@pytest.mark.parametrize(
    ("mission", "strait", "rule"),
    [("bosphorus", "Bosphorus", "OG-17.1.6"), ("dardanelles", "Dardanelles", "OG-17.1.7")],
)
def test_a_mined_strait_stops_turks_and_soviets_alone(mission: str, strait: str, rule: str) -> None:
    """Reading 37: the British are not named. [OG-17.1.6] [OG-17.1.7]"""
    desk = tried(mission, 2)
    (across,) = desk.state.mined
    assert desk.told("mined")[0]["strait"] == strait
    bank, other = across.hexes
    assert desk.context.strait_names[across] == strait
    rest = [pair for pair in desk.context.straits[strait] if side_between(*pair) != across]
    assert all(desk.pos.can_step(U(T23), *pair) for pair in rest), "that crossing arrow alone"
    assert not desk.pos.can_step(U(T23), bank, other)
    assert not desk.pos.can_step(U(S58), bank, other)
    for unit in ("german-8-pz", "italian-ravenna", "british-8-ind"):
        assert desk.pos.can_step(U(unit), bank, other), rule


def test_a_raid_on_barracks_takes_a_step() -> None:
    """[OG-17.1.8]"""
    desk = tried("barracks", 2, desk=base().put("2412", T23))
    assert desk.steps(T23) == 1
    weak = tried("barracks", 2, desk=base().put("2412", T23, steps=1))
    assert weak.where(T23) == DEAD


def test_the_phase_goes_on_after_a_mission() -> None:
    """[OG-17.1a]"""
    desk = tried("inonu", 3)
    assert isinstance(desk.state.top, Moving)
    assert desk.objections(EndPhase()) == []
    assert desk.rules.question(desk.state).side == GERMAN
