"""Airborne operations: planned, flown, down in what order, and what they do on the ground."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from engine.core.handler import Transition
from engine.core.view.ranges import RangeKind
from engine.scenarios import load_scenario
from engine.systems.balkan_front import sequence
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.carrying import drop_plans, dropping
from engine.systems.europa.air.carrying.actions import CancelDrop, Load, PlanDrop, Tow
from engine.systems.europa.air.carrying.records import DropRoll
from engine.systems.europa.air.records import AirMoving, DropPlan, EscapeRoll, Mission
from engine.systems.europa.air.title.plan import AirEntry
from engine.systems.europa.combat import amid, retreats
from engine.systems.europa.combat.aftermath import STAGES
from engine.systems.europa.combat.battle_actions import DeclareAttack, DropUnit, RetreatTo
from engine.systems.europa.combat.battles import Aftermath, Battle, Retreating
from engine.systems.europa.combat.calculation import Calculation
from engine.systems.europa.scenario.figures import Figures
from engine.systems.europa.state.constants import (
    AIRDROPPED,
    ALLIED,
    ATTACKED,
    AXIS,
    BADLY_DISRUPTED,
    DEAD,
    DISRUPTED,
    OUT,
    Phase,
)
from engine.systems.europa.state.records import Fighting, Initial
from engine.systems.europa.supply import supply_status
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.europa.air.sky import (
    BERAT,
    FERRARA,
    GREEKS,
    JU52,
    LARISA,
    P24,
    TIRANA,
    Sky,
)

SECOND, GLIDER = "german-ju-52-2", "german-dfs-230"
OTHER_GLIDER = "german-dfs-230-2"
STORM, PARAS = UnitId("german-sturm-parachute"), UnitId("german-7-1-parachute")
LANDERS, STAFF = UnitId("german-air-landing-a-u1"), UnitId("german-7-parachute-hq")
CAVALRY = "greek-cav-cavalry"
DROP = Mission.AIR_DROP


@cache
def dropping_rules() -> BalkanFront:
    """The rules of the war with another transport and a glider besides."""
    scenario = load_scenario("balkan_front/italo_greek_war_air", {})
    found: Figures = scenario.data.figures
    more = (
        AirEntry(SECOND, "german", "Ju 52", turn=9),
        AirEntry(GLIDER, "german", "DFS 230", turn=9),
    )
    others = (row for row in found.air.units if row.id not in (SECOND, GLIDER))
    figures = replace(found, air=replace(found.air, units=(*others, *more)))
    return BalkanFront(replace(scenario, data=replace(scenario.data, figures=figures)))


class Drops(Sky):
    """Germany is in the war, and two transports wait at Tirana with a glider."""

    def __init__(self, rules: BalkanFront | None = None) -> None:
        super().__init__(rules=rules or dropping_rules())
        self.having(entered=2)
        self.station(TIRANA, JU52, SECOND, GLIDER)

    @property
    def clear(self) -> Hex:
        """A clear hex of Greece within range, with clear ones around, no city and no airbase."""
        return next(at for at in sorted(self.context.land) if self._plain(at))

    def _plain(self, at: Hex) -> bool:
        context, far = self.context, fleet.distances(self.pos, JU52, self.at(TIRANA))
        around = (at, *context.fronts.get(at, ()))
        return (
            far.get(at, 99) < 20
            and context.holders.get(at) == "greek"
            and sum(context.terrain_at(one) == "clear" for one in around) > 2
            and context.terrain_at(at) == "clear"
            and not fleet.is_base(self.pos, at, ALLIED)
        )

    def name(self, at: Hex) -> str:
        return self.context.map.label(at)

    def planned(self, unit: str, at: Hex, turn: int = 0) -> Drops:
        """A drop is planned, for this turn."""
        plans = {**self.air.plans, UnitId(unit): DropPlan(at, turn or self.state.turn)}
        self.having(air=replace(self.air, plans=plans))
        return self

    def aloft(self, unit: UnitId, at: Hex) -> Drops:
        """A unit is on its way in two transports."""
        self.put(TIRANA, unit).planned(unit, at)
        for carrier in (JU52, SECOND):
            self.do(Load(unit, carrier))
        for carrier in (JU52, SECOND):
            self.do(FlyMission(carrier, DROP, at))
        return self

    def landed(self, unit: UnitId, at: Hex, *marks: str) -> Drops:
        """A unit has dropped in this player turn, and the combat phase is open."""
        self.put(self.name(at), unit, marks=(AIRDROPPED, *marks)).phase(Fighting, AXIS)
        self.settle_tidy()
        return self


def test_airborne_units_are_parachute_and_air_landing_units() -> None:
    """BF-25.1, 20E2.1"""
    drops = Drops().put(TIRANA, STORM, LANDERS, FERRARA, STAFF)
    airborne = [drop_plans.airborne(drops.pos, UnitId(u)) for u in (STORM, LANDERS, FERRARA, STAFF)]
    assert airborne == [True, True, False, False]
    drops.phase(Initial, AXIS)
    assert drops.objections(PlanDrop(UnitId(FERRARA), drops.clear)) == ["BF-25.1"]
    assert drops.objections(PlanDrop(STORM, drops.clear)) == []


def test_a_drop_is_planned_a_turn_ahead() -> None:
    """BF-25C.1, 25C.2, 25C.3"""
    drops = Drops().put(TIRANA, STORM).phase(Initial, AXIS)
    plan = PlanDrop(STORM, drops.clear)
    assert plan in list(drops.legal.of(STORM))
    drops.do(plan)
    assert drops.air.plans == {STORM: DropPlan(drops.clear, drops.state.turn + 1)}
    assert drops.objections(plan) == ["BF-25C.2"]
    assert CancelDrop(STORM) in list(drops.legal)
    assert drops.do(CancelDrop(STORM)).air.plans == {}
    assert drops.objections(CancelDrop(STORM)) == ["BF-25C.3"]


def test_a_drop_is_given_up_in_the_phase_it_is_for() -> None:
    """BF-25C.3"""
    drops = Drops().put(TIRANA, STORM)
    drops.planned(STORM, drops.clear).flying(AXIS)
    assert CancelDrop(STORM) in list(drops.legal)
    assert drops.do(CancelDrop(STORM)).air.plans == {}


def test_a_drop_is_not_given_up_in_the_air_phase_before_that() -> None:
    """BF-25C.3: in the next initial phase, or in the phase in which it is to take place."""
    drops = Drops().put(TIRANA, STORM)
    drops.planned(STORM, drops.clear, drops.state.turn + 1).flying(AXIS)
    assert CancelDrop(STORM) not in list(drops.legal)
    assert drops.objections(CancelDrop(STORM)) == ["BF-25C.3"]


def test_no_drop_is_planned_in_an_enemy_zone() -> None:
    """BF-25C.4"""
    drops = Drops()
    near = drops.context.fronts[drops.at(LARISA)][0]
    drops.put(LARISA, GREEKS).put(drops.name(near), STORM).phase(Initial, AXIS)
    assert near in drops.pos.zoc(ALLIED)
    assert drops.objections(PlanDrop(STORM, drops.clear)) == ["BF-25C.4"]


def test_what_ends_a_plan() -> None:
    """BF-25C.5, 25C.6: a zone of control, an attack, the end of the unit."""
    for marks, at, left in (((), TIRANA, 1), ((ATTACKED,), TIRANA, 0), ((), "dead", 0)):
        drops = Drops().put(at, STORM, marks=marks)
        drops.planned(STORM, drops.clear)
        doing = drops.transition()
        drop_plans.void(drops.context, doing)
        drops.take(doing.state)
        assert len(drops.air.plans) == left
    drops = Drops().put(LARISA, GREEKS)
    near = drops.context.fronts[drops.at(LARISA)][0]
    drops.put(drops.name(near), STORM).planned(STORM, drops.clear)
    doing = drops.transition()
    drop_plans.void(drops.context, doing)
    drops.take(doing.state)
    assert drops.air.plans == {}


def test_a_plan_that_was_not_carried_out_lapses() -> None:
    """BF-25C.6"""
    drops = Drops().put(TIRANA, STORM)
    drops.planned(STORM, drops.clear, drops.state.turn - 1)
    doing = drops.transition()
    drop_plans.open_phase(drops.context, doing, AXIS)
    drops.take(doing.state)
    assert drops.air.plans == {}


def test_a_unit_plans_on_the_turn_it_arrives() -> None:
    """BF-25C.7: nothing but its place is asked for."""
    drops = Drops().put(TIRANA, STORM, marks=("just arrived",)).phase(Initial, AXIS)
    assert drops.objections(PlanDrop(STORM, drops.clear)) == []


def test_units_are_dropped_where_and_when_it_was_planned() -> None:
    """BF-25C.1, 20E2.1"""
    drops = Drops().put(TIRANA, STORM).do(Load(STORM, JU52), Load(STORM, SECOND))
    there = FlyMission(JU52, DROP, drops.clear)
    assert "BF-25C.1" in drops.objections(there)
    drops.planned(STORM, drops.clear)
    assert drops.objections(there) == []
    assert there in list(drops.legal)
    elsewhere = next(at for at in drops.context.fronts[drops.clear])
    assert "BF-25C.1" in drops.objections(FlyMission(JU52, DROP, elsewhere))


def test_two_transports_drop_one_regimental_equivalent() -> None:
    """BF-20E2.4: the example of the rules."""
    drops = Drops().put(TIRANA, STORM).do(Load(STORM, JU52))
    drops.planned(STORM, drops.clear)
    there = FlyMission(JU52, DROP, drops.clear)
    assert drops.objections(there) == ["BF-20E2.4"]
    assert drops.do(Load(STORM, SECOND)).objections(there) == []


def test_air_landing_units_drop_with_a_glider() -> None:
    """BF-25D.1: one of their transports is enough."""
    drops = Drops().put(TIRANA, LANDERS).do(Load(LANDERS, JU52), Load(LANDERS, SECOND))
    drops.planned(LANDERS, drops.clear)
    there = FlyMission(JU52, DROP, drops.clear)
    assert drops.objections(there) == ["BF-25D.1"]
    assert drops.do(Tow(SECOND, GLIDER)).objections(there) == []


def test_where_gliders_alone_will_do_they_carry_all_of_an_air_landing_unit() -> None:
    """[FE-25E.1] A regiment takes two of them."""
    scenario = dropping_rules().context.scenario
    charts = scenario.data.charts
    strict = replace(charts, airlift=replace(charts.airlift, gliders_alone=True))
    figures: Figures = scenario.data.figures
    others = (row for row in figures.air.units if row.id != OTHER_GLIDER)
    units = (*others, AirEntry(OTHER_GLIDER, "german", "DFS 230", turn=9))
    more = replace(figures, air=replace(figures.air, units=units))
    rules = BalkanFront(replace(scenario, data=replace(scenario.data, charts=strict, figures=more)))
    drops = Drops(rules).station(TIRANA, OTHER_GLIDER).put(TIRANA, LANDERS)
    drops.do(Load(LANDERS, JU52), Load(LANDERS, SECOND), Tow(SECOND, GLIDER))
    drops.planned(LANDERS, drops.clear)
    there = FlyMission(JU52, DROP, drops.clear)
    assert drops.objections(there) == ["BF-25D.1"]
    assert drops.do(Tow(JU52, OTHER_GLIDER)).objections(there) == []


def test_a_die_for_each_unit_that_drops() -> None:
    """BF-25A.1, 25.1: it is down, its plan is done, its transports are empty."""
    drops = Drops()
    goal = drops.clear
    drops.aloft(STORM, goal).do(EndPhase())
    assert drops.state.top == DropRoll(STORM, goal)
    drops.roll(6)
    assert drops.where_is(STORM) == goal
    assert drops.state.pieces[STORM].marks == {AIRDROPPED}
    assert not drops.air.plans
    assert not drops.unit(JU52).laden
    assert drops.faults() == ()


def test_a_unit_goes_back_with_a_transport_that_did_not_come_through() -> None:
    """BF-20E.6, 25C.6"""
    drops = Drops()
    drops.aloft(STORM, drops.clear)
    hit = drops.transition()
    fates.suffer(drops.pos, hit, SECOND, fates.TURNED)
    drops.take(hit.state)
    drops.do(EndPhase())
    assert drops.where_is(STORM) == drops.at(TIRANA)
    assert not drops.state.pieces[STORM].marks


@pytest.mark.parametrize(
    ("total", "fate"),
    [
        (6, "-"),
        (2, "-"),
        (1, DISRUPTED),
        (0, DISRUPTED),
        (-1, BADLY_DISRUPTED),
        (-2, BADLY_DISRUPTED),
        (-3, "lost"),
    ],
)
def test_what_the_die_does(total: int, fate: str) -> None:
    """BF-25A.7, 25A.8, 25A.9"""
    drops = Drops()
    assert dropping.fate(drops.pos, AXIS, drops.clear, total) == fate


def test_what_is_added_to_the_die() -> None:
    """BF-25A.2, 25A.3, 25A.4, 25A.5, 25A.6"""
    drops = Drops()
    clear, pos = drops.clear, drops.pos
    assert dropping.added(pos, AXIS, clear) == 0
    assert dropping.added(pos, AXIS, clear, glider=True) == 1
    rough = next(at for at in sorted(drops.context.land) if drops.context.terrain_at(at) == "rough")
    assert dropping.added(pos, AXIS, rough) == -1
    major = next(
        at
        for at in drops.context.cities
        if pos.strong_city(at) and drops.context.terrain_at(at) == "clear"
    )
    assert dropping.added(pos, AXIS, major) == -1
    drops.put(drops.name(clear), GREEKS)
    assert dropping.added(drops.pos, AXIS, clear) == -1
    assert dropping.added(drops.pos, AXIS, drops.context.fronts[clear][0], glider=True) <= 0
    drops.having(weather={"D": "poor", "E": "poor"})
    assert dropping.added(drops.pos, AXIS, clear) == -3
    assert dropping.chances(drops.pos, AXIS, clear)[DISRUPTED] == Fraction(1, 3)


def test_a_badly_disrupted_unit_among_enemies_is_eliminated() -> None:
    """BF-25A.8: elsewhere it has no attack strength, and half its defense."""
    drops = Drops()
    goal = drops.clear
    drops.put(drops.name(goal), CAVALRY, steps=1).having(weather={"D": "poor", "E": "poor"})
    drops.aloft(STORM, goal).do(EndPhase()).roll(2)
    assert drops.where_is(STORM) == DEAD
    apart = Drops()
    apart.landed(STORM, apart.clear, BADLY_DISRUPTED)
    assert apart.pos.facts(STORM).attack == 0


def test_disruption_halves_attack_and_defense() -> None:
    """BF-25A.7, 25A.8"""
    for mark, attack, defense in ((DISRUPTED, 3, 3), (BADLY_DISRUPTED, 0, 3)):
        drops = Drops()
        here = drops.clear
        target = next(at for at in drops.context.fronts[here] if drops.pos.owner_of(at) == ALLIED)
        drops.put(drops.name(target), GREEKS).landed(STORM, here, mark)
        attacking = Calculation(drops.pos, Battle(AXIS, target, (STORM,), (UnitId(GREEKS),)))
        assert attacking.attackers[0].value * 2 == attack or attacking.attackers[0].factors
        assert attacking.attackers[0].value * 2 <= attack
        defending = Calculation(drops.pos, Battle(ALLIED, here, (UnitId(GREEKS),), (STORM,)))
        assert defending.defenders[0].value * 2 == defense


def test_disruption_ends_as_the_next_initial_phase_of_the_side_opens() -> None:
    """BF-25A.10: not as the enemy's does."""
    drops = Drops()
    drops.landed(STORM, drops.clear, DISRUPTED)
    for side, left in ((ALLIED, {AIRDROPPED, DISRUPTED}), (AXIS, set())):
        doing = drops.transition()
        sequence.open_slot(drops.context, doing, Phase.INITIAL, side)
        assert doing.state.pieces[STORM].marks - {OUT} == left


def test_a_dropped_unit_does_not_own_its_hex() -> None:
    """BF-25B.1: till its side's next initial phase; supply lines lead through it."""
    drops = Drops()
    here = drops.clear
    drops.landed(STORM, here)
    assert drops.pos.owner_of(here) == ALLIED
    assert supply_status.terms(drops.pos, ALLIED).open & drops.context.supply_graph.bits.bit[here]
    doing = drops.transition()
    dropping.recover(drops.context, doing, AXIS)
    drops.take(doing.state)
    drops.settle_tidy()
    assert drops.pos.owner_of(here) == AXIS
    barred = supply_status.terms(drops.pos, ALLIED).open & drops.context.supply_graph.bits.bit[here]
    assert not barred


def test_an_airbase_without_enemies_is_seized_at_once() -> None:
    """BF-25B.2: by undisrupted units; its air units try to escape."""
    for mark, owner in ((), AXIS), ((DISRUPTED,), ALLIED):
        drops = Drops().station(LARISA, P24)
        drops.landed(STORM, drops.at(LARISA), *mark)
        assert drops.pos.base_owner(drops.at(LARISA)) == owner
        assert fleet.is_base(drops.pos, drops.at(LARISA), AXIS) == (owner == AXIS)
        assert drops.pos.owner_of(drops.at(LARISA)) == ALLIED
        assert isinstance(drops.state.top, EscapeRoll) == (owner == AXIS)
    held = Drops().put(LARISA, GREEKS)
    held.landed(STORM, held.at(LARISA))
    assert held.pos.base_owner(held.at(LARISA)) == ALLIED


def test_units_dropped_beside_enemies_attack_as_others_do() -> None:
    """BF-25B.3: or stay where they are."""
    drops = Drops()
    here = drops.clear
    target = next(at for at in drops.context.fronts[here] if drops.pos.owner_of(at) == ALLIED)
    drops.put(drops.name(target), CAVALRY, steps=1).landed(STORM, here)
    assert drops.objections(DeclareAttack(target)) == []
    assert drops.objections(EndPhase()) == []


def test_units_dropped_on_enemies_must_attack_them() -> None:
    """BF-25B.4: and nobody else."""
    drops = Drops()
    here = drops.clear
    drops.put(drops.name(here), CAVALRY, steps=1).landed(STORM, here)
    assert drops.pos.must_attack(AXIS) == (here,)
    assert drops.objections(EndPhase()) == ["BF-25B.4"]
    beside = drops.context.fronts[here][0]
    drops.put(drops.name(beside), GREEKS)
    assert amid.bound(drops.pos, STORM, beside) is not None
    drops.do(DeclareAttack(here))
    assert drops.objections(DropUnit(STORM)) == ["BF-25B.4"]


def test_who_is_among_enemies_still_is_lost_as_combat_ends() -> None:
    """BF-25B.4"""
    drops = Drops()
    here = drops.clear
    drops.put(drops.name(here), CAVALRY, steps=1).landed(STORM, here)
    doing = drops.transition()
    amid.clear(drops.context, doing, AXIS)
    assert doing.state.pieces[STORM].at == DEAD


def test_where_the_attack_is_stopped_the_dropped_units_retreat() -> None:
    """BF-25B.5, 25B.6: others stay; in the zones of those they leave they are lost."""
    for defender, lost in ((CAVALRY, False), (GREEKS, True)):
        drops = Drops()
        here = drops.clear
        beside = drops.context.fronts[here][0]
        steps = 2 if lost else 1
        drops.put(drops.name(here), defender, steps=steps).put(drops.name(beside), FERRARA)
        drops.landed(STORM, here)
        battle = Battle(AXIS, here, (STORM, UnitId(FERRARA)), (UnitId(defender),))
        drops.ask(Fighting(AXIS), Aftermath(battle, "AS"))
        doing = Transition(drops.state)
        for stage in STAGES[:2]:
            frame = doing.state.top
            assert isinstance(frame, Aftermath)
            stage(drops.rules.position(doing.state), frame, doing)
        drops.take(doing.state)
        assert drops.where_is(FERRARA) == beside
        retreat = drops.state.top
        if isinstance(retreat, Retreating):
            assert retreat.units == (STORM,)
            to = retreats.ways(drops.pos, STORM)[0]
            drops.do(RetreatTo((STORM,), to))
        assert (drops.where_is(STORM) == DEAD) == lost
        assert drops.where_is(STORM) != here


def test_airborne_units_are_supported_in_the_player_turn_of_their_drop() -> None:
    """BF-25E.1: not in the enemy's that follows."""
    drops = Drops()
    drops.landed(STORM, drops.clear)
    assert drops.pos.backed(STORM)
    assert not drops.phase(Fighting, ALLIED).pos.backed(STORM)


def test_the_air_phase_offers_no_plans() -> None:
    """BF-25C.1: they are made in initial phases."""
    drops = Drops().put(TIRANA, PARAS)
    assert isinstance(drops.state.top, AirMoving)
    assert drops.objections(PlanDrop(PARAS, drops.clear)) == ["BF-4C.1"]


def test_the_automatic_player_plans_drops_and_carries_them_out() -> None:
    """It drops on a place of worth without enemies, with all the transports that takes."""
    drops = Drops().put(BERAT, STORM).put("15B:0911", GREEKS)
    drops.station(BERAT, JU52, SECOND).phase(Initial, AXIS)
    advice = drops.rules.advise(drops.state)
    assert advice is not None
    assert isinstance(advice.action, PlanDrop), advice
    goal = advice.action.target
    drops.do(advice.action).having(turn=drops.state.turn + 1)
    drops.flying(AXIS)
    for _ in range(4):
        advice = drops.rules.advise(drops.state)
        assert advice is not None
        drops.do(advice.action)
    assert {drops.unit(one).target for one in (JU52, SECOND)} == {goal}
    assert {drops.unit(one).mission for one in (JU52, SECOND)} == {DROP}


def test_plans_are_shown_with_their_chances() -> None:
    """BF-25A, 25C: in the air display, on the turn record and on the board, before and after."""
    drops = Drops().put(TIRANA, STORM).phase(Initial, AXIS)
    (reach,) = (r for r in drops.rules.ranges(drops.state, STORM) if r.kind is RangeKind.AIRDROP)
    assert drops.clear in reach.hexes
    assert drops.pos.owner_of(drop_plans.aims(drops.pos, STORM)[0]) == ALLIED, "theirs come first"
    plan = PlanDrop(STORM, drops.clear)
    assert drops.rules.describe(drops.state, plan).endswith("(17\u00a0% disrupted)")
    drops.do(plan)
    (reach,) = (r for r in drops.rules.ranges(drops.state, STORM) if r.kind is RangeKind.AIRDROP)
    assert reach.hexes == {drops.clear}
    air = next(d for d in drops.rules.displays(drops.state) if d.id == "air:axis")
    assert [row.value for row in air.rows if row.label.endswith("as things are")] == [
        "17\u00a0% disrupted"
    ]
    turn = drops.state.turn + 1
    assert any("is dropped on" in due.text for due in drops.rules.due(drops.state, turn, turn))
