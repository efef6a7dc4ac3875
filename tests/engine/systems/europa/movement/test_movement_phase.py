"""Marches on the real board: allowances, zones, one-hex moves, administrative moves, stacking."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.actions import Objection
from engine.core.chance import Stream
from engine.rules.movement.paths import Graph
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.charts.movement_charts import Administrative
from engine.systems.europa.movement import movement_phase
from engine.systems.europa.movement.move_actions import AdminMove, BreakRail, Move, RailMove
from engine.systems.europa.movement.reach import admin_left, admin_march, graph_of, march
from engine.systems.europa.state.constants import (
    ADMIN,
    ALLIED,
    AXIS,
    DEAD,
    HALF,
    MOVED,
    ONE_HEX,
    OUT,
    RAILED,
)
from engine.systems.europa.state.records import Moving
from engine.systems.europa.view import messages
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.europa.frontier import Frontier, FrontierPosition

OPEN = "14A:1211"
"""A clear hex among clear hexes, without lines or hexside features."""
EAST, NORTH_EAST, NORTH_WEST, WEST = "14A:1210", "14A:1111", "14A:1112", "14A:1212"
FOOT, GUNS, TANKS = (
    UnitId("german-46-infantry"),
    UnitId("german-41-artillery"),
    UnitId("german-2-panzer"),
)
ITALIAN = UnitId("italian-23-ferrara")
GREEK = "greek-8-mountain"


def to(field: Frontier, unit: str, label: str, *via: str) -> Move:
    """A march."""
    return Move(UnitId(unit), field.at(label), tuple(map(field.at, via)))


def rules(field: Frontier, unit: str, label: str, *via: str) -> list[str]:
    """The rules that forbid a march."""
    return field.objections(to(field, unit, label, *via))


def test_a_unit_spends_its_points_hex_by_hex() -> None:
    field = Frontier().put(OPEN, FOOT)
    field.do(to(field, FOOT, EAST)).do(to(field, FOOT, OPEN)).do(to(field, FOOT, EAST))
    assert field.spent(FOOT) == 3 * HALF
    assert field.pos.left(FOOT) == 3 * HALF
    assert field.told("moved")[0]["cost"] == HALF
    assert MOVED in field.marks(FOOT)


def test_nobody_need_move() -> None:
    field = Frontier().put(OPEN, FOOT)
    assert field.objections(EndPhase()) == []


def test_points_left_limit_the_march() -> None:
    field = Frontier().put(OPEN, FOOT)
    reach = march(field.pos, FOOT).reach
    far = max(reach.cost, key=lambda at: (reach.cost[at], at))
    field.do(Move(FOOT, far))
    assert field.pos.left(FOOT) == 0
    assert rules(field, FOOT, OPEN) == ["BF-6.3"]


def test_out_of_supply_halves_the_rating() -> None:
    field = Frontier().put(OPEN, FOOT, marks=(OUT,))
    assert field.pos.allowance(FOOT) == 3 * HALF
    assert max(march(field.pos, FOOT).reach.cost.values()) <= 3 * HALF


def test_prohibited_and_enemy_hexes_are_not_entered() -> None:
    field = Frontier().put("14A:1728", FOOT)
    assert rules(field, FOOT, "14A:1727") == ["BF-6.6"]
    field = Frontier().put(OPEN, FOOT).put(EAST, GREEK)
    assert rules(field, FOOT, EAST) == ["BF-6.7"]
    sea = next(at for at in sorted(field.context.sea))
    assert field.objections(Move(FOOT, sea)) == ["BF-6.6"]


def test_example_one_hex_whatever_it_costs() -> None:
    field = Frontier().put("14A:3214", GUNS).weather("poor")
    field.put("14A:3214", GUNS, marks=(OUT,))
    assert field.pos.allowance(GUNS) == 4 * HALF
    assert field.at("14A:3115") in march(field.pos, GUNS).one_hex, "it costs 8"
    field.do(to(field, GUNS, "14A:3115"))
    assert ONE_HEX in field.marks(GUNS)
    assert field.pos.left(GUNS) == 0
    assert rules(field, GUNS, "14A:3214") == ["BF-6.11"]


def test_one_hex_needs_all_the_points() -> None:
    field = Frontier().put("14A:3213", GUNS, marks=(OUT,)).weather("poor")
    field.do(to(field, GUNS, "14A:3214"))
    assert rules(field, GUNS, "14A:3115") == ["BF-6.3"]


def test_one_hex_excludes_work_and_work_excludes_it() -> None:
    broken = Frontier().put("14A:1020", GUNS)
    broken.do(BreakRail(GUNS))
    assert not march(broken.pos, GUNS).one_hex
    done = Frontier().put("14A:1020", GUNS, marks=(ONE_HEX,))
    assert done.objections(BreakRail(GUNS)) == ["BF-6.11"]


def test_one_hex_never_enters_prohibited_ground() -> None:
    field = Frontier().put("14A:2915", TANKS).weather("winter")
    assert rules(field, TANKS, "14A:2814") == ["BF-6.6"]


def test_leaving_a_zone_costs_more() -> None:
    field = Frontier().put(WEST, GREEK).put(OPEN, FOOT, ITALIAN, TANKS)
    pos = field.pos
    assert march(pos, FOOT).reach.cost[field.at(EAST)] == (1 + 2) * HALF
    assert march(pos, FOOT).reach.cost[field.at(NORTH_WEST)] == (1 + 3) * HALF
    assert march(pos, ITALIAN).reach.cost[field.at(EAST)] == (1 + 2) * HALF
    assert march(pos, TANKS).reach.cost[field.at(EAST)] == (1 + 1) * HALF, "German c/m"
    assert march(pos, TANKS).reach.cost[field.at(NORTH_WEST)] == (1 + 2) * HALF


def test_example_a_road_out_of_a_zone_still_costs_the_exit() -> None:
    field = Frontier().put("14A:3214", FOOT).put("14A:3213", "yugoslav-38-dravska")
    assert march(field.pos, FOOT).reach.cost[field.at("14A:3215")] == (1 + 2) * HALF


def test_out_of_reach_for_the_zones_names_them() -> None:
    field = Frontier().put(WEST, GREEK).put(OPEN, FOOT)
    reach = march(field.pos, FOOT).reach.cost
    free = march(Frontier().put(OPEN, FOOT).pos, FOOT).reach.cost
    far = min(at for at in free if at not in reach and at != field.at(WEST))
    assert field.objections(Move(FOOT, far)) == ["BF-6A.1"]


def test_a_zone_stops_a_move_in_boot_camp() -> None:
    field = Frontier("boot_camp").put("14A:1209", FOOT).put(WEST, GREEK)
    assert field.at(OPEN) in march(field.pos, FOOT).reach.cost
    field.do(to(field, FOOT, OPEN))
    assert march(field.pos, FOOT).targets == ()
    assert rules(field, FOOT, EAST) == ["BC-B5.3"]


def test_leaving_a_zone_in_boot_camp() -> None:
    field = Frontier("boot_camp").put(OPEN, FOOT, marks=(OUT,)).put(WEST, GREEK)
    found = march(field.pos, FOOT)
    assert found.reach.cost[field.at(EAST)] == (1 + 2) * HALF
    assert field.at(NORTH_WEST) in found.one_hex, "zone to zone by the one-hex move alone"
    field.do(to(field, FOOT, NORTH_WEST))
    assert field.pos.left(FOOT) == 0
    assert rules(field, FOOT, OPEN) == ["BC-B6.5"]


def test_no_zone_to_zone_in_boot_camp_once_points_are_spent() -> None:
    field = Frontier("boot_camp").put(OPEN, FOOT, marks=(OUT,)).put(WEST, GREEK)
    field.having(spent={FOOT: HALF})
    assert rules(field, FOOT, NORTH_WEST) == ["BC-B5.5"]


def test_no_administrative_movement_in_boot_camp() -> None:
    field = Frontier("boot_camp").put(OPEN, FOOT)
    assert field.objections(AdminMove(FOOT, field.at(EAST))) == ["BC-B6.2"]
    assert "admin move" not in field.kinds()


def test_the_player_may_fix_the_path() -> None:
    field = Frontier().put(OPEN, FOOT)
    field.do(to(field, FOOT, EAST, NORTH_EAST))
    assert field.spent(FOOT) == 2 * HALF
    assert rules(field, FOOT, WEST, NORTH_EAST) == ["BF-6.6"], "not adjacent"
    over = ("14A:1211", "14A:1210", "14A:1211", "14A:1210", "14A:1211")
    assert rules(field, FOOT, EAST, *over) == ["BF-6.3"]


def test_a_fixed_path_may_be_a_one_hex_move() -> None:
    field = Frontier().put("14A:3214", GUNS, marks=(OUT,)).weather("poor")
    assert field.objections(to(field, GUNS, "14A:3115")) == []


def test_only_mobile_units_move_in_exploitation() -> None:
    field = Frontier(exploiting=True).put(OPEN, FOOT, TANKS)
    assert rules(field, FOOT, EAST) == ["BF-6.1"]
    assert field.pos.left(TANKS) == 10 * HALF, "with all their points"
    field.do(to(field, TANKS, EAST))
    assert field.objections(AdminMove(TANKS, field.at(OPEN))) == ["BF-6B.1"]
    assert field.objections(RailMove(TANKS, field.at(OPEN))) == ["BF-7A1.2"]
    assert {unit for action in field.legal for unit in action.who()} <= {TANKS}


def test_enemy_and_absent_units_are_not_moved() -> None:
    field = Frontier().put(EAST, GREEK)
    assert rules(field, GREEK, OPEN) == ["BF-6.1"]
    assert rules(field, FOOT, OPEN) == ["BF-6.1"]


def test_administrative_movement_halves_costs_and_takes_the_zone() -> None:
    field = Frontier().put(OPEN, FOOT)
    field.do(AdminMove(FOOT, field.at(EAST)))
    assert field.spent(FOOT) == 1
    assert ADMIN in field.marks(FOOT)
    assert not field.pos.zoc(AXIS)
    assert rules(field, FOOT, OPEN) == ["BF-6B.3"]
    field.do(AdminMove(FOOT, field.at(OPEN)))
    assert field.spent(FOOT) == 2
    field.do(EndPhase())
    assert field.pos.zoc(AXIS), "it has its zone back"


def strolling(**changes: object) -> Frontier:
    """A division on open ground where administrative movement gives half a rating more."""
    more = Administrative.RATING_AND_A_HALF
    return Frontier().chart("movement", administrative=more, **changes).put(OPEN, FOOT)


def steps_of(field: Frontier) -> Graph:
    """The steps of the division's administrative movement from every hex."""
    graph = graph_of(field.pos, FOOT, admin=True)
    return {at: graph[at] for at in field.context.fronts}


def test_administrative_movement_may_give_a_rating_and_a_half() -> None:
    field = strolling()
    rating = field.pos.facts(FOOT).move
    field.do(AdminMove(FOOT, field.at(EAST)))
    assert field.spent(FOOT) == HALF, "no step is cheaper"
    assert admin_left(field.pos, FOOT) == (3 * rating // 2 - 1) * HALF
    reach = admin_march(field.pos, FOOT).reach.cost
    assert max(reach.values()) == (3 * rating // 2 - 1) * HALF
    assert FOOT in movement_phase.phasing(field.pos, Moving(AXIS))
    field.having(spent={FOOT: rating * HALF})
    assert field.pos.left(FOOT) == 0
    assert FOOT in movement_phase.phasing(field.pos, Moving(AXIS)), "half a rating is left for that"


def test_administrative_movement_may_need_supply() -> None:
    field = strolling(admin_supplied=True)
    assert field.objections(AdminMove(FOOT, field.at(EAST))) == []
    field.put(OPEN, FOOT, marks=(OUT,))
    assert field.objections(AdminMove(FOOT, field.at(EAST))) == ["BF-6B.1"]


def test_administrative_movement_may_be_for_clear_ground_and_roads() -> None:
    free, bound = map(steps_of, (strolling(), strolling(admin_terrain=("clear",))))
    field = strolling()
    roads, terrain = field.context.roads, field.context.terrain_at
    lost = {(at, near) for at, steps in free.items() for near, _ in steps} - {
        (at, near) for at, steps in bound.items() for near, _ in steps
    }
    assert lost
    assert all(near not in roads.get(at, ()) for at, near in lost)
    for at, steps in bound.items():
        for near, _ in steps:
            assert near in roads.get(at, ()) or terrain(near) == "clear"


def test_administrative_movement_may_be_for_roads_alone_in_some_zones() -> None:
    field = strolling(admin_roads=("E",))
    zone, roads = field.context.weather_zone, field.context.roads
    offroad = {
        (zone(at), zone(near))
        for at, steps in steps_of(field).items()
        for near, _ in steps
        if near not in roads.get(at, ())
    }
    assert offroad == {("D", "D")}


def test_administrative_movement_is_not_mixed_with_marches() -> None:
    field = Frontier().put(OPEN, FOOT)
    field.do(to(field, FOOT, EAST))
    assert field.objections(AdminMove(FOOT, field.at(OPEN))) == ["BF-6B.3"]
    rails = Frontier().put("14A:1020", FOOT)
    rails.do(BreakRail(FOOT))
    assert rails.objections(AdminMove(FOOT, rails.at("14A:1019"))) == ["BF-6B.3"]


def test_administrative_movement_keeps_away_from_the_enemy() -> None:
    field = Frontier().put(OPEN, FOOT).put("14A:1209", "greek-a-light-aa")
    assert field.objections(AdminMove(FOOT, field.at(EAST))) == ["BF-6B.1"]
    assert field.objections(AdminMove(FOOT, field.at(EAST), ())) == ["BF-6B.1"]
    path = AdminMove(FOOT, field.at("14A:1310"), (field.at(EAST),))
    assert "BF-6B.5" in field.objections(path)
    beside = Frontier().put(OPEN, FOOT).put(EAST, "greek-a-light-aa")
    assert beside.objections(AdminMove(FOOT, beside.at(WEST))) == ["BF-6B.5"]


def test_administrative_movement_keeps_out_of_enemy_hexes() -> None:
    field = Frontier().put(OPEN, FOOT).own(ALLIED, EAST)
    assert field.at(EAST) not in {action.where() for action in field.legal.family("admin move")}
    path = AdminMove(FOOT, field.at("14A:1209"), (field.at(EAST),))
    assert "BF-6B.6" in field.objections(path)


def test_a_rail_ride_beside_the_enemy_forbids_administrative_movement() -> None:
    field = Frontier().put("14A:1020", FOOT)
    enemy = next(
        at
        for at in field.at("14A:1019").neighbours()
        if at in field.context.land and field.at("14A:1020") not in at.neighbours()
    )
    field.put(enemy, "greek-a-light-aa")
    field.own(AXIS, "14A:1020").do(RailMove(FOOT, field.at("14A:1019")))
    assert RAILED in field.marks(FOOT)
    assert field.objections(AdminMove(FOOT, field.at("14A:1020"))) == ["BF-6B.5"]


def stack(field: Frontier, label: str, divisions: int, small: int, guns: int) -> Frontier:
    """German divisions, regiments and artillery in a hex."""
    ids = [f"german-{number}-infantry" for number in (46, 50, 72, 73)]
    regiments = [f"german-infantry-{letter}-{n}" for letter in "abcd" for n in (1, 2)]
    artillery = ["german-41-artillery", *(f"german-ghq-{n}-artillery" for n in (1, 2, 3))]
    return field.put(label, *ids[:divisions], *regiments[:small], *artillery[:guns])


@pytest.mark.parametrize(
    ("divisions", "small", "guns"), [(3, 3, 2), (3, 2, 3), (1, 5, 2), (3, 3, 1), (0, 6, 2)]
)
def test_example_stacks_that_are_allowed(divisions: int, small: int, guns: int) -> None:
    field = stack(Frontier(), OPEN, divisions, small, guns)
    assert field.pos.overstacked(AXIS) == ()


@pytest.mark.parametrize(
    ("divisions", "small", "guns"), [(4, 0, 0), (3, 3, 3), (3, 4, 2), (1, 6, 2)]
)
def test_stacks_beyond_the_limit(divisions: int, small: int, guns: int) -> None:
    field = stack(Frontier(), OPEN, divisions, small, guns)
    assert field.pos.overstacked(AXIS) == (field.at(OPEN),)


def test_mountain_stacks_are_smaller() -> None:
    assert not stack(Frontier(), "14A:3115", 2, 2, 1).pos.overstacked(AXIS)
    for more in ((3, 0, 0), (2, 3, 1), (2, 2, 2)):
        assert stack(Frontier(), "14A:3115", *more).pos.overstacked(AXIS)


def test_the_phase_does_not_end_beyond_the_limit_but_units_pass_through() -> None:
    """BF-8B.1, 8B.2: nobody enters a full hex that could not thin out again."""
    field = stack(Frontier(), EAST, 3, 0, 0).put(OPEN, ITALIAN)
    assert field.objections(to(field, ITALIAN, "14A:1209", EAST)) == []
    assert rules(field, ITALIAN, EAST) == []
    tired = [UnitId(f"german-{number}-infantry") for number in (46, 50, 72)]
    field.having(spent=dict.fromkeys(tired, 99))
    assert rules(field, ITALIAN, EAST) == [], "it could move on itself"
    field.having(spent={**dict.fromkeys(tired, 99), ITALIAN: field.pos.allowance(ITALIAN) - HALF})
    assert rules(field, ITALIAN, EAST) == ["BF-8B.2"]


def test_two_full_stacks_change_places() -> None:
    """BF-8B.1: the limit is judged as the phase ends."""
    field = stack(Frontier(), OPEN, 3, 0, 0)
    there = [UnitId(f"german-{number}-infantry") for number in (125, 132, 183)]
    field.put(EAST, *there)
    here = [UnitId(f"german-{number}-infantry") for number in (46, 50, 72)]
    for unit, mate in zip(here, there, strict=True):
        field.do(to(field, unit, EAST))
        assert field.objections(EndPhase()) == ["BF-8B.2"]
        field.do(to(field, mate, OPEN))
    assert field.objections(EndPhase()) == []
    assert all(field.where(unit) == field.at(EAST) for unit in here)


def test_a_phase_does_not_end_overstacked() -> None:
    field = stack(Frontier(), OPEN, 4, 0, 0)
    assert field.objections(EndPhase()) == ["BF-8B.2"]
    field.do(to(field, FOOT, EAST))
    assert field.objections(EndPhase()) == []


def test_a_stack_that_cannot_be_relieved_loses_its_weakest() -> None:
    field = stack(Frontier(), OPEN, 4, 0, 0)
    units = [UnitId(f"german-{number}-infantry") for number in (46, 50, 72, 73)]
    field.having(spent={unit: 99 for unit in units})
    field.do(EndPhase())
    weakest = min(units, key=lambda unit: (field.context.facts(unit, 2).defense, unit))
    assert [unit for unit in units if field.where(unit) == DEAD] == [weakest]


def test_units_that_stand_still_by_rule_are_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    frozen = Objection("BC-24G.2", "They stand still.")
    monkeypatch.setattr(FrontierPosition, "may_act", lambda _pos, _unit: frozen)
    field = stack(Frontier(), OPEN, 4, 0, 0)
    assert field.objections(EndPhase()) == []
    field.do(EndPhase())
    assert len(field.pos.friends(field.at(OPEN), AXIS)) == 4


def test_the_phase_forgets_marks_and_points() -> None:
    field = Frontier().put(OPEN, TANKS)
    field.do(to(field, TANKS, EAST), EndPhase())
    assert field.state.top == Moving(AXIS, exploiting=True)
    assert field.pos.left(TANKS) == 10 * HALF
    assert MOVED not in field.marks(TANKS)


def crowded(title: str) -> Frontier:
    """Two sides mixed along the Macedonian border."""
    field = Frontier(title)
    hexes = [field.at(label) for label in ("14A:3906", "14A:4007", "14A:4108", "14A:4209")]
    land = sorted(at for at in field.context.near(hexes, 3) if at in field.context.land)
    axis = ["german-2-panzer", "german-46-infantry", "german-5-mountain", "german-41-artillery"]
    axis += ["bulgarian-1-infantry", "bulgarian-1-cavalry", "german-60-motorized"]
    allied = ["greek-8-mountain", "greek-12-infantry", "greek-10-regiment", "yugoslav-38-dravska"]
    for number, unit in enumerate(axis):
        field.put(land[number * 5], unit)
    for number, unit in enumerate(allied):
        field.put(land[number * 5 + 3], unit)
    return field


@pytest.mark.parametrize("title", ["balkan_front", "boot_camp"])
def test_exactly_the_legal_moves_are_offered(title: str) -> None:
    field = crowded(title)
    for name, action in (("move", Move), ("admin move", AdminMove), ("rail move", RailMove)):
        offered = {(a.unit, a.target) for a in field.legal.family(name)}  # type: ignore[attr-defined]
        every: set[tuple[UnitId, Hex]] = set()
        for unit in ("german-2-panzer", "german-46-infantry", "german-41-artillery"):
            at = field.where(unit)
            assert isinstance(at, Hex)
            for target in field.context.near([at], 9):
                if not field.objections(action(UnitId(unit), target)):
                    every.add((UnitId(unit), target))
        assert every <= offered
        assert {pair for pair in offered if pair in every or pair[0] not in dict(every)} == offered


@pytest.mark.parametrize("title", ["balkan_front", "boot_camp"])
def test_random_play_does_all_there_is_and_keeps_the_rules(title: str) -> None:
    field = crowded(title)
    stream, seen = Stream(3, title), Counter[str]()
    for _ in range(400):
        action = field.legal.random(stream)
        assert action is not None
        seen[action.kind()] += 1
        field.do(action)
        assert all(halves >= 0 for halves in field.state.spent.values())
        assert all(
            halves <= field.pos.allowance(unit) for unit, halves in field.state.spent.items()
        )
    assert seen["move"] > 50
    assert seen["end phase"] > 3


def test_the_same_moves_again_give_the_same_state() -> None:
    states = []
    for _ in range(2):
        field, stream = crowded("balkan_front"), Stream(5, "again")
        for _ in range(60):
            action = field.legal.random(stream)
            assert action is not None
            field.do(action)
        states.append(field.state)
    assert states[0] == states[1]


def test_every_desk_of_the_phase_has_its_words() -> None:
    kinds = {action.kind() for action in movement_phase.ACTIONS}
    assert {"move", "admin move", "rail move", "overrun", "break down", "assemble"} <= kinds


def test_every_action_and_event_of_movement_has_words() -> None:
    assert not [action for action in movement_phase.ACTIONS if action not in messages.LINES]
    sentences = messages.templates()
    told = {"moved", "moved administratively", "railed", "rail broken", "overrun", "overran into"}
    told |= {"broken down", "assembled", "bridge demolished", "bridge repaired", "bridge seized"}
    told |= {"commando slipped", "commando stopped"}
    assert told <= set(sentences)
