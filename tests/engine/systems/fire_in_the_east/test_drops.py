"""Airborne operations: who drops where, how he comes down, and what he does there (FE-25)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Self

import pytest

from engine.core.view.ranges import RangeKind
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import missions
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.carrying import drop_plans, dropping, loading
from engine.systems.europa.air.carrying.actions import (
    CancelDrop,
    Load,
    LoadSupplies,
    PlanDrop,
    Tow,
)
from engine.systems.europa.air.carrying.records import DropRoll, ScatterRoll
from engine.systems.europa.air.records import DropPlan, Manner, Mission
from engine.systems.europa.combat import retreats
from engine.systems.europa.combat.battle_actions import DeclareAttack, RetreatTo
from engine.systems.europa.combat.battles import Aftermath, Battle, CombatRoll
from engine.systems.europa.combat.calculation import Calculation
from engine.systems.europa.state.constants import (
    AIRDROPPED,
    ALLIED,
    AXIS,
    BADLY_DISRUPTED,
    DEAD,
    DISRUPTED,
    GONE,
    Phase,
)
from engine.systems.europa.state.records import Fighting, Initial, Onward
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east import sequence
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import FOOT, PANZER, RIFLES
from tests.engine.systems.fire_in_the_east.eastern_air import (
    GERMAN_BASE,
    JU52,
    MINSK,
    MOSKVA,
    EastAir,
)

PARAS, HONORARY = UnitId("soviet-201-parachute-x"), UnitId("soviet-9-para-inf-x")
COMMANDO = UnitId("german-i-800-para-cmdo-ii-br")
LI2, OTHER_LI2 = "soviet-li-2-1", "soviet-li-2-2"
GLIDER = "german-dfs-230-1"
DROP = Mission.AIR_DROP


class Drops(EastAir):
    """Soviet parachutists wait at Minsk with two transports, the Soviets to act on Jul I 41."""

    def __init__(self, turn: int = 2, side: str = ALLIED) -> None:
        super().__init__(turn, side)
        self.weather("clear")
        self.station(MINSK, LI2, OTHER_LI2).put(MINSK, PARAS)

    def near(self) -> Hex:
        """A clear hex of the USSR some way from Minsk with clear ones around."""
        context, centre = self.context, self.at(MINSK)
        found = sorted(context.near({centre}, 5) - context.near({centre}, 3))
        return next(at for at in found if self._clear(at))

    def _clear(self, at: Hex) -> bool:
        context = self.context
        if at not in context.land or context.countries.get(at) != "USSR" or at in context.cities:
            return False
        around = (at, *context.fronts.get(at, ()))
        return all(context.terrain_at(one) == "clear" for one in around)

    def name(self, at: Hex) -> str:
        """The printed number of a hex."""
        return self.context.map.label(at)

    def planned(self, unit: UnitId, at: Hex, turn: int = 0) -> Self:
        """A drop is planned, for this turn."""
        air, plan = self.state.air, DropPlan(at, turn or self.state.turn)
        return self.having(air=replace(air, plans={**air.plans, unit: plan}))

    def aloft(self, at: Hex) -> Self:
        """The parachutists are on their way in two transports."""
        self.planned(PARAS, at).flying(ALLIED)
        self.do(Load(PARAS, LI2), Load(PARAS, OTHER_LI2))
        return self.do(FlyMission(LI2, DROP, at), FlyMission(OTHER_LI2, DROP, at))

    def down(self, at: Hex, *marks: str, unit: UnitId = PARAS) -> Self:
        """They have dropped in this player turn, and the combat phase is open."""
        self.put(self.name(at), unit, marks=(AIRDROPPED, *marks)).phase(Fighting, ALLIED)
        return self.settle()

    def marks(self, unit: UnitId = PARAS) -> set[str]:
        """What is remembered of a unit's drop."""
        return set(self.state.pieces[unit].marks & {AIRDROPPED, DISRUPTED, BADLY_DISRUPTED})


# Planning


def test_airborne_are_parachutists_and_commandos_but_not_parachute_infantry() -> None:
    """[FE-25.1]"""
    drops = Drops().put(MINSK, HONORARY, COMMANDO, RIFLES).phase(Initial, ALLIED)
    units = (PARAS, COMMANDO, HONORARY, UnitId(RIFLES))
    assert [drop_plans.airborne(drops.pos, unit) for unit in units] == [True, True, False, False]
    goal = drops.near()
    assert drops.objections(PlanDrop(HONORARY, goal)) == ["FE-25.1"]
    assert drops.objections(PlanDrop(PARAS, goal)) == []


def test_a_drop_is_planned_a_turn_ahead_and_one_for_a_unit() -> None:
    """[FE-25D.1] [FE-25D.2] [FE-ESP-IN5]"""
    drops = Drops().phase(Initial, ALLIED)
    plan = PlanDrop(PARAS, drops.near())
    assert plan in list(drops.legal.of(PARAS))
    drops.do(plan)
    assert drops.state.air.plans == {PARAS: DropPlan(plan.target, 3)}
    assert drops.objections(plan) == ["FE-25D.1"]
    drops.do(CancelDrop(PARAS))
    assert drops.state.air.plans == {}
    assert drops.objections(plan) == []
    assert drops.objections(CancelDrop(PARAS)) == ["FE-25D.2"]


def test_a_drop_is_cancelled_in_the_air_phase_it_is_for_and_in_none_before() -> None:
    """[FE-25D.2]"""
    drops = Drops()
    drops.planned(PARAS, drops.near(), 3).flying(ALLIED)
    assert drops.objections(CancelDrop(PARAS)) == ["FE-25D.2"]
    drops.planned(PARAS, drops.near()).flying(ALLIED)
    assert CancelDrop(PARAS) in list(drops.legal)
    assert drops.do(CancelDrop(PARAS)).state.air.plans == {}


def test_no_drop_is_planned_in_an_enemy_zone_and_one_ends_a_plan() -> None:
    """[FE-25D.3]"""
    drops = Drops()
    goal, beside = drops.near(), drops.context.fronts[drops.at(MINSK)][0]
    drops.planned(PARAS, goal, 3).put(drops.name(beside), PANZER).flying(ALLIED)
    assert drops.at(MINSK) in drops.pos.zoc(AXIS)
    drops.settle()
    assert drops.state.air.plans == {}
    drops.phase(Initial, ALLIED)
    assert drops.objections(PlanDrop(PARAS, goal)) == ["FE-25D.3"]


def test_a_plan_that_was_not_carried_out_lapses() -> None:
    """[FE-25D.3]"""
    drops = Drops(turn=3)
    drops.planned(PARAS, drops.near(), 2)
    opened = drops.transition()
    sequence.open_slot(drops.context, opened, Phase.INITIAL, ALLIED)
    assert opened.state.air.plans == {}


def test_soviets_plan_no_drops_on_the_turn_of_surprise() -> None:
    """[FE-31G.1] The Axis player may."""
    drops = Drops(turn=1).phase(Initial, ALLIED)
    plan = PlanDrop(PARAS, drops.near())
    assert drops.objections(plan) == ["FE-31G.1"]
    assert drop_plans.planners(drops.pos, ALLIED) == ()
    drops.put(GERMAN_BASE, COMMANDO).phase(Initial, AXIS)
    assert drops.objections(PlanDrop(COMMANDO, plan.target)) == []


def test_soviets_drop_in_the_ussr_and_finland_alone() -> None:
    """[FE-25F.1] Supplies too."""
    drops = Drops().phase(Initial, ALLIED)
    context = drops.context
    lands = {
        land: next(
            at
            for at in sorted(context.land)
            if context.countries.get(at) == land and drop_plans.droppable(drops.pos, at)
        )
        for land in ("USSR", "Finland", "Greater Germany", "Rumania")
    }
    refused = {land: drops.objections(PlanDrop(PARAS, at)) for land, at in lands.items()}
    assert refused["USSR"] == refused["Finland"] == []
    assert refused["Greater Germany"] == refused["Rumania"] == ["FE-25F.1"]
    countries = {context.countries.get(at) for at in drop_plans.aims(drops.pos, PARAS)}
    assert countries == {"USSR", "Finland"}
    assert not drop_plans.abroad(drops.pos, AXIS, lands["Rumania"])
    drops.having(air=replace(drops.state.air, stocked=frozenset({drops.at(MINSK)})))
    drops.flying(ALLIED).do(LoadSupplies(LI2))
    assert "FE-25F.1" in drops.objections(FlyMission(LI2, DROP, lands["Greater Germany"]))


def test_nothing_is_dropped_on_major_cities_mountains_swamps_and_forests() -> None:
    """[FE-20E2.1]"""
    drops = Drops().phase(Initial, ALLIED)
    assert drops.objections(PlanDrop(PARAS, drops.at(MOSKVA))) == ["FE-20E2.1"]
    context = drops.context
    for terrain in ("mountain", "swamp", "forest"):
        at = next(at for at in sorted(context.land) if context.terrain_at(at) == terrain)
        assert "FE-20E2.1" in drops.objections(PlanDrop(PARAS, at))


def test_a_drop_goes_among_enemies_and_into_their_zones() -> None:
    """[FE-20E2.2]"""
    drops = Drops().phase(Initial, ALLIED)
    goal = drops.near()
    beside = drops.context.fronts[goal][0]
    drops.put(drops.name(goal), PANZER).put(drops.name(beside), FOOT)
    assert drops.objections(PlanDrop(PARAS, goal)) == []
    drops.planned(PARAS, goal).flying(ALLIED).do(Load(PARAS, LI2), Load(PARAS, OTHER_LI2))
    assert drops.objections(FlyMission(LI2, DROP, goal)) == []


# The flight


def test_two_transports_drop_a_brigade_where_it_was_planned_within_their_rating() -> None:
    """[FE-20E2.4] [FE-25D.1]"""
    drops = Drops()
    goal = drops.near()
    drops.planned(PARAS, goal).flying(ALLIED).do(Load(PARAS, LI2))
    there = FlyMission(LI2, DROP, goal)
    assert drops.objections(there) == ["FE-20E2.4"]
    drops.do(Load(PARAS, OTHER_LI2))
    assert drops.objections(there) == []
    assert there in list(drops.legal)
    elsewhere = drops.context.fronts[goal][0]
    assert "FE-25D.1" in drops.objections(FlyMission(LI2, DROP, elsewhere))
    assert loading.supplies(drops.pos, DROP) == 1


def test_no_drop_is_flown_at_extended_range() -> None:
    """[FE-24B.3]"""
    drops = Drops()
    goal = drops.near()
    drops.planned(PARAS, goal).flying(ALLIED).do(Load(PARAS, LI2), Load(PARAS, OTHER_LI2))
    assert Manner.EXTENDED not in missions.manners(drops.pos, DROP)
    assert "FE-24B.3" in drops.objections(FlyMission(LI2, DROP, goal, Manner.EXTENDED))


def test_supplies_are_dropped_on_any_ground_with_a_die_for_each_equivalent() -> None:
    """[FE-20E2.3] [FE-25A.6] With the modifiers of drops; scattered at 1 or less."""
    drops = Drops().put(MOSKVA, RIFLES)
    drops.having(air=replace(drops.state.air, stocked=frozenset({drops.at(MINSK)})))
    drops.flying(ALLIED).do(LoadSupplies(LI2))
    forest = next(
        at
        for at in sorted(drops.context.near({drops.at(MINSK)}, 8))
        if at in drops.context.land and drops.context.terrain_at(at) == "forest"
    )
    there = FlyMission(LI2, DROP, forest)
    assert drops.objections(there) == []
    drops.do(there, EndPhase())
    assert drops.state.top == ScatterRoll(ALLIED, forest)
    before = drops.state
    drops.roll(3)
    assert drops.state.deliveries == {}, "non-clear terrain and a Soviet drop"
    drops.state = before
    drops.roll(4)
    assert drops.state.deliveries[forest].amount == 1


# Coming down


def test_what_is_added_to_the_die() -> None:
    """[FE-25A.1]"""
    drops = Drops()
    clear, context = drops.near(), drops.context
    land = sorted(context.land)
    rough = next(at for at in land if context.terrain_at(at) not in ("clear", "mountain"))

    def added(side: str, at: Hex, *, glider: bool = False) -> int:
        return dropping.added(drops.pos, side, at, glider=glider)

    assert (added(AXIS, clear), added(ALLIED, clear)) == (0, -1)
    assert added(AXIS, clear, glider=True) == 1
    assert added(AXIS, rough) == -1
    drops.put(drops.name(clear), PANZER)
    assert added(ALLIED, clear) == -2
    assert added(ALLIED, drops.context.fronts[clear][0]) == -2
    for kind, more in (("clear", 0), ("mud", -2), ("frost", -2), ("snow", -2)):
        drops.weather(kind)
        assert added(AXIS, clear) == more


@pytest.mark.parametrize(
    ("total", "fate", "among"),
    [
        (2, dropping.SAFE, dropping.SAFE),
        (1, DISRUPTED, DISRUPTED),
        (0, DISRUPTED, DISRUPTED),
        (-1, BADLY_DISRUPTED, dropping.LOST),
        (-3, BADLY_DISRUPTED, dropping.LOST),
    ],
)
def test_what_the_die_does(total: int, fate: str, among: str) -> None:
    """[FE-25A.2] [FE-25A.3]"""
    drops = Drops()
    goal = drops.near()
    assert dropping.fate(drops.pos, ALLIED, goal, total) == fate
    drops.put(drops.name(goal), PANZER)
    assert dropping.fate(drops.pos, ALLIED, goal, total) == among


def test_a_die_for_each_unit_and_who_is_in_good_order_holds_the_hex() -> None:
    """[FE-25A.1] [FE-25A.2] [FE-25A.4] Until its die nobody holds the hex."""
    drops = Drops()
    goal = drops.near()
    drops.own(AXIS, drops.name(goal)).aloft(goal).do(EndPhase())
    assert drops.state.top == DropRoll(PARAS, goal)
    assert drops.pos.owner_of(goal) == AXIS
    before = drops.state
    drops.roll(2)
    assert drops.marks() == {AIRDROPPED, DISRUPTED}
    assert drops.pos.owner_of(goal) == AXIS
    drops.state = before
    drops.roll(6)
    assert drops.marks() == {AIRDROPPED}
    assert drops.pos.owner_of(goal) == ALLIED
    assert not drops.state.air.plans
    assert drops.faults() == ()


def test_who_is_badly_disrupted_attacks_nobody() -> None:
    """[FE-25A.3] In the player turn of its drop; those in good order do."""
    for mark, refused in ((DISRUPTED, False), (BADLY_DISRUPTED, True)):
        drops = Drops()
        here = drops.near()
        target = drops.context.fronts[here][0]
        drops.put(drops.name(target), FOOT, steps=1).down(here, mark)
        found = dropping.bars_attack(drops.pos, PARAS, target)
        assert (found is not None and found.rule == "FE-25A.3") == refused
        assert bool(drops.objections(DeclareAttack(target))) == refused


def test_disruption_lasts_till_the_next_initial_phase_of_its_side() -> None:
    """[FE-25A.5]"""
    drops = Drops()
    drops.down(drops.near(), DISRUPTED)
    for side, left in ((AXIS, {DISRUPTED}), (ALLIED, set())):
        opened = drops.transition()
        sequence.open_slot(drops.context, opened, Phase.INITIAL, side)
        marks = opened.state.pieces[PARAS].marks
        assert set(marks & {AIRDROPPED, DISRUPTED}) == left


def test_no_zone_of_control_in_the_player_turn_of_the_drop() -> None:
    """[FE-25B.1] In the Arctic smaller units have one, but not then."""
    drops = Drops()
    context = drops.context
    arctic = next(
        at
        for at in sorted(context.land)
        if context.weather_zone(at) == "A"
        and context.countries.get(at) == "USSR"
        and len(context.fronts.get(at, ())) > 3
    )
    drops.put(drops.name(arctic), PARAS)
    usual = drops.pos.zoc(ALLIED)
    assert usual
    drops.down(arctic)
    assert not drops.pos.zoc(ALLIED)
    opened = drops.transition()
    sequence.open_slot(context, opened, Phase.INITIAL, AXIS)
    drops.state = opened.state
    assert drops.pos.zoc(ALLIED) == usual


# On the ground


def test_who_drops_beside_enemies_attacks_as_others_do_and_without_support_of_its_own() -> None:
    """[FE-25C.1] The parachutists' brigade stays unsupported."""
    drops = Drops()
    here = drops.near()
    target = drops.context.fronts[here][0]
    drops.put(drops.name(target), FOOT, steps=1).down(here)
    assert drops.objections(DeclareAttack(target)) == []
    assert drops.objections(EndPhase()) == []
    assert not drops.pos.backed(PARAS)


def test_who_drops_on_enemies_must_attack_them_and_nobody_else() -> None:
    """[FE-25C.2] Neighbours may join; who could not attack is lost."""
    drops = Drops()
    here = drops.near()
    beside, other = drops.context.fronts[here][:2]
    drops.put(drops.name(here), FOOT, steps=1).put(drops.name(other), PANZER)
    drops.put(drops.name(beside), RIFLES).down(here)
    assert drops.pos.must_attack(ALLIED) == (here,)
    assert drops.objections(EndPhase()) == ["FE-25C.2"]
    barred = drops.pos.bars_attack(PARAS, other)
    assert barred is not None
    assert barred.rule == "FE-25C.2"
    assert drops.pos.bars_attack(PARAS, here) is None
    assert drops.pos.bars_attack(UnitId(RIFLES), here) is None
    opened = drops.transition()
    sequence.open_slot(drops.context, opened, Phase.EXPLOITATION, ALLIED)
    assert opened.state.pieces[PARAS].at == DEAD


def test_a_result_without_effect_is_rolled_again_among_enemies() -> None:
    """[FE-25C.3] Beside them it stands."""
    for inside in (True, False):
        drops = Drops()
        here = drops.near()
        beside = drops.context.fronts[here][0]
        drops.put(drops.name(here), FOOT, steps=1).put(drops.name(beside), RIFLES)
        drops.down(here if inside else beside)
        battle = Battle(ALLIED, here, (PARAS, UnitId(RIFLES)), (UnitId(FOOT),))
        drops.ask(Onward(), Fighting(ALLIED), CombatRoll(battle))
        node = drops.rules.chance(drops.state)
        assert node is not None
        drops.roll(1 + node.meanings.index("NE"))
        assert bool(drops.told("combat rerolled")) == inside
        assert isinstance(drops.state.top, CombatRoll) == inside
        if inside:
            drops.roll(1 + node.meanings.index("EX"))
            assert not isinstance(drops.state.top, CombatRoll)


def test_a_retreat_suffers_the_zones_of_those_in_the_hex_that_is_left() -> None:
    """[FE-25C.4] The example of the rules: a division's zone is all around."""
    for steps, lost in ((2, True), (1, False)):
        drops = Drops()
        here = drops.near()
        drops.put(drops.name(here), FOOT, steps=steps).down(here)
        battle = Battle(ALLIED, here, (PARAS,), (UnitId(FOOT),))
        drops.ask(Onward(), Fighting(ALLIED), Aftermath(battle, "AR")).settle()
        drops.do(RetreatTo((PARAS,), retreats.ways(drops.pos, PARAS)[0]))
        assert (drops.state.pieces[PARAS].at == DEAD) == lost
        assert drops.state.pieces[PARAS].at != here


# What players see


def test_plans_are_shown_with_their_chances() -> None:
    """On the board, in the menu and among the dates."""
    drops = Drops().phase(Initial, ALLIED)
    plan = PlanDrop(PARAS, drops.near())
    (reach,) = (r for r in drops.rules.ranges(drops.state, PARAS) if r.kind is RangeKind.AIRDROP)
    assert plan.target in reach.hexes
    assert drops.rules.describe(drops.state, plan).endswith("(33\u00a0% disrupted)")
    drops.do(plan)
    (reach,) = (r for r in drops.rules.ranges(drops.state, PARAS) if r.kind is RangeKind.AIRDROP)
    assert reach.hexes == {plan.target}
    assert any("is dropped on" in due.text for due in drops.rules.due(drops.state, 3, 3))


def test_disruption_halves_strength_and_no_drop_supports() -> None:
    """[FE-25A.2] Attack and defense; an unsupported brigade has half of that again [FE-11.2]."""
    for marks, half in (((), 2), ((DISRUPTED,), 4)):
        drops = Drops()
        here = drops.near()
        target = drops.context.fronts[here][0]
        drops.put(drops.name(target), FOOT).down(here, *marks)
        attacking = Calculation(drops.pos, Battle(ALLIED, target, (PARAS,), (UnitId(FOOT),)))
        defending = Calculation(drops.pos, Battle(AXIS, here, (UnitId(FOOT),), (PARAS,)))
        assert attacking.attackers[0].value == Fraction(1, half)
        assert defending.defenders[0].value == Fraction(2, half)


def test_supply_passes_who_is_disrupted() -> None:
    """[FE-25A.4] Through a hex of one's own that such enemies are in, and not where others are."""
    for marks, passes in (((DISRUPTED,), True), ((), False)):
        drops = Drops()
        here = drops.near()
        drops.own(AXIS, drops.name(here)).down(here, *marks)
        bit = drops.context.supply_graph.bits.bit[here]
        assert bool(supply_status.terms(drops.pos, AXIS).open & bit) == passes


def test_a_glider_is_used_up_by_a_drop_and_adds_one_to_the_die() -> None:
    """[FE-24D.4] [FE-25A.1]"""
    drops = Drops(side=AXIS).put(GERMAN_BASE, COMMANDO).station(GERMAN_BASE, JU52, GLIDER)
    goal = drops.near()
    drops.planned(COMMANDO, goal).flying(AXIS).do(Tow(JU52, GLIDER), Load(COMMANDO, JU52))
    drops.do(FlyMission(JU52, DROP, goal), EndPhase())
    assert drops.state.top == DropRoll(COMMANDO, goal, glider=True)
    assert drops.state.air.units[GLIDER].at == GONE
    drops.roll(1)
    assert drops.marks(COMMANDO) == {AIRDROPPED}
