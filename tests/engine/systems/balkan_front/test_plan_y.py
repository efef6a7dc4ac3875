"""Plan Y: Italy attacks Yugoslavia; its capital decides (BF-33F)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Self

import pytest

from engine.core.actions import Roll
from engine.core.handler import Transition
from engine.game.session import GameSession
from engine.play.fuzz import FuzzReport, auto, fuzz
from engine.scenarios import load_scenario, scenarios
from engine.systems.balkan_front.actions import CallNation, Evacuate, MoveCapital
from engine.systems.balkan_front.politics import calls, capital, garrisons, victory
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.balkan_front.state.constants import BEFORE
from engine.systems.balkan_front.state.records import DetectionRoll, RovingFront
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fleet
from engine.systems.europa.production import arrivals, mobilization
from engine.systems.europa.production.initial_actions import ArriveAll
from engine.systems.europa.production.mobilization import RegionRoll
from engine.systems.europa.state.constants import ALLIED, AXIS, PENDING
from engine.systems.europa.state.records import Initial, Moving, SettingUp, WeatherRoll
from engine.systems.europa.supply import supply_status
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import Front
from tests.engine.systems.europa.recommended import recommended

PLAN = "balkan_front/plan_y"
BEOGRAD, NIS, SARAJEVO = "14A:2211", "14A:3009", "14A:2717"
GREEK, SKOPLJE, KORCULA = "14A:4510", "14A:3612", "14A:2624"


@cache
def rules_of() -> BalkanFront:
    """The rules of the scenario, bound once for all tests."""
    return BalkanFront(load_scenario(PLAN, {}))


@cache
def deployed() -> RovingFront:
    """The scenario after both recommended set-ups: the die of Yugoslavia is due."""
    return recommended(rules_of(), RovingFront)


def rolled(face: int) -> RovingFront:
    """After the die of Yugoslavia."""
    found = rules_of().apply(deployed(), Roll(face)).state
    assert isinstance(found, RovingFront)
    return found


class Plan(Front):
    """The scenario after set-up, a phase opened by hand."""

    def __init__(self, frame: type = Initial, side: str = ALLIED, turn: int = 2) -> None:
        super().__init__(turn, side, rules=rules_of())
        self.take(deployed())
        self.having(turn=turn)
        self.phase(frame, side)

    def leave(self, at: str) -> Self:
        """Send the units of a hex away."""
        for unit, piece in self.state.pieces.items():
            if piece.at == self.at(at):
                self.put(SKOPLJE, unit)
        return self

    def at_capital(self) -> Hex:
        """Where the capital is."""
        return self.pos.seats["yugoslav"]


def test_apart_from_the_campaign_seven_scenarios_can_be_played() -> None:
    """BF-33.1: each by its title."""
    titles = {info.title for info in scenarios() if info.system == "balkan_front"}
    assert {"Italo-Greek War", "Operation Marita", "Marita-Merkur", "Assault on Crete"} <= titles
    assert {"Plan G", "Plan Y", "Greek Appeasement", "Balkan Campaign"} <= titles


def test_it_runs_from_november_to_march() -> None:
    """BF-33F1.1"""
    context = rules_of().context
    name, figures = context.calendar.name, context.figures
    assert (name(figures.first), name(figures.turns)) == ("Nov I 40", "Mar II 41")


def test_it_is_played_on_the_northern_map_with_forces_of_its_own() -> None:
    """BF-33F2.1: nobody enters the southern map; armies of the north in Italy."""
    context, state = rules_of().context, deployed()
    assert context.oob.id == "balkan_front_plan_y"
    assert context.hex_of("15B:0911") in context.off_sheets
    assert not any(piece.at in context.off_sheets for piece in state.pieces.values())
    pos = rules_of().position(state)
    for unit in ("italian-10-piave", "italian-133-littorio"):
        assert state.pieces[UnitId(unit)].at in context.area("Mainland Italy")
    assert not pos.context.of_nation("greek") and not pos.context.of_nation("british")


def test_the_allies_set_up_then_the_axis_then_the_die() -> None:
    """BF-33F2.2, 33F2.4: within stacking, and in supply but for Zara and the island of Korcula."""
    begun = rules_of().begin().state
    assert begun.flow[1:] == (DetectionRoll(), SettingUp(AXIS), SettingUp(ALLIED))
    pos = rules_of().position(deployed())
    assert not pos.overstacked(AXIS) and not pos.overstacked(ALLIED)
    out = {
        unit
        for unit, piece in pos.state.pieces.items()
        if isinstance(piece.at, Hex) and pos.side(unit) and not supply_status.in_supply(pos, unit)
    }
    zara = {"italian-zara-static", "italian-zara-machine-gun", "italian-position-lt-1"}
    assert out - zara == {
        unit for unit in out if pos.state.pieces[unit].at == pos.context.hex_of(KORCULA)
    }
    assert zara <= out


def test_who_owns_what_and_who_is_neutral() -> None:
    """BF-33F2.3"""
    pos = rules_of().position(deployed())
    joined = pos.state.joined
    assert (joined["italian"], joined["yugoslav"]) == (AXIS, ALLIED)
    neutral = ("bulgarian", "german", "greek", "hungarian", "rumanian", "slovak")
    assert {joined[nation] for nation in neutral} == {""}
    at = pos.context.hex_of
    assert pos.owner_of(at(BEOGRAD)) == ALLIED
    assert pos.owner_of(at("14A:3719")) == AXIS, "Tirana"
    assert pos.owner_of(at(GREEK)) == pos.owner_of(at("14A:3606")) == ""
    barred = pos.bars(UnitId("italian-23-ferrara"), at("14A:4519"))
    assert pos.cannot_enter(UnitId("italian-23-ferrara"), at(GREEK)) is not None
    assert barred is None, "Albania is open"


def test_germany_and_britain_stay_out() -> None:
    """BF-33F2.3: no intervention, no assistance, no garrisons of Greece."""
    plan = Plan(Initial, AXIS, turn=6)
    kinds = plan.kinds()
    assert not kinds & {"intervene", "assist", "assist by air"}
    panel = next(p for p in plan.rules.displays(plan.state) if p.id == "politics")
    assert "German assistance" not in {row.label for row in panel.rows}
    found = [duty.name for side in (AXIS, ALLIED) for duty in garrisons.duties(plan.pos, side)]
    assert found == []


@pytest.mark.parametrize("face", range(1, 7))
def test_yugoslavia_detects_on_four_to_six(face: int) -> None:
    """BF-33F2.4"""
    assert deployed().top == DetectionRoll()
    assert isinstance(rolled(face).top, RegionRoll if face >= 4 else WeatherRoll)


def test_the_mobilization_turn_has_two_phases_and_begins_mobilization() -> None:
    """BF-33F2.5: dice for the regions, then movement at home; Nov I 40 is the second turn of it."""
    rules = rules_of()
    state = rolled(6)
    assert rules.phases(state).phases[:2] == (
        "Allied mobilization initial",
        "Allied mobilization movement",
    )
    added = mobilization.modifier(rules.position(state), RegionRoll(ALLIED, "Montenegro"))
    while isinstance(state.top, RegionRoll):
        state = rules.apply(state, Roll(6)).state
    called = arrivals.due(rules.position(state), ALLIED)
    assert UnitId("yugoslav-kom-mountain-brigade") in called
    state = rules.apply(rules.apply(state, ArriveAll()).state, EndPhase()).state
    assert isinstance(state.top, Moving)
    pos = rules.position(state)
    assert pos.may_act(UnitId("yugoslav-1-cavalry")) is None
    barred = pos.bars(UnitId("yugoslav-15-zetska"), pos.context.hex_of("14A:3719"))
    assert barred is not None and barred.rule == "BF-33F2.5", "nobody goes to Albania"
    state = rules.apply(state, EndPhase()).state
    assert isinstance(state, RovingFront) and isinstance(state.top, WeatherRoll)
    assert (state.mobilizing, state.status) == (BEFORE, {"yugoslav": "Allied"})
    later = mobilization.modifier(rules.position(state), RegionRoll(ALLIED, "Montenegro"))
    assert later == added + rules.context.charts.mobilization.later_bonus
    assert not rules.invariants(state)


def test_what_mobilizes_on_the_first_turn_comes_though_a_turn_went_before() -> None:
    """BF-33F2.5"""
    rules, unit = rules_of(), UnitId("yugoslav-kom-mountain-brigade")
    state = rolled(6).having(status={"yugoslav": "Allied"}, mobilizing=BEFORE)
    pos = rules.position(state)
    assert not pos.mobilizing_now and pos.arrives_now(unit)
    assert pos.arrives_now(UnitId("italian-4-cuneense"))


def test_without_detection_mobilization_begins_on_the_first_turn() -> None:
    """BF-33F2.4"""
    state = rolled(1)
    assert state.mobilizing == 1 and state.turn == 1
    assert rules_of().position(state).mobilizer("yugoslav") == ALLIED


def test_the_capital_moves_to_a_city_joined_by_rail() -> None:
    """BF-33F2.6: in an Allied initial phase, once in each; the marker goes with it."""
    plan = Plan()
    offers = tuple(plan.legal.family("move capital"))
    assert MoveCapital("yugoslav", plan.at(NIS)) in offers
    assert {action.target for action in offers if isinstance(action, MoveCapital)} == set(
        capital.refuges(plan.pos)
    )
    plan.do(MoveCapital("yugoslav", plan.at(NIS)))
    assert plan.at_capital() == plan.at(NIS)
    assert plan.objections(MoveCapital("yugoslav", plan.at(BEOGRAD))) == ["BF-33F2.6"]
    marks = [mark.at for mark in plan.rules.markers(plan.state) if mark.kind == "capital"]
    assert marks == [plan.at(NIS)]


def test_it_moves_along_friendly_hexes_alone_and_only_for_the_allies() -> None:
    """BF-33F2.6"""
    plan = Plan()
    cut = plan.context.rails[plan.at(NIS)]
    plan.having(taken={**plan.state.taken, **dict.fromkeys(cut, AXIS)})
    assert plan.at(NIS) not in capital.refuges(plan.pos)
    assert plan.objections(MoveCapital("yugoslav", plan.at(NIS))) == ["BF-33F2.6"]
    axis = Plan(Initial, AXIS)
    assert axis.objections(MoveCapital("yugoslav", axis.at(NIS))) == ["BF-33F2.6"]
    assert "move capital" not in axis.kinds()


def test_the_government_is_not_evacuated() -> None:
    """BF-33F2.6"""
    plan = Plan()
    assert plan.objections(Evacuate("yugoslav")) == ["BF-33F2.6"]
    assert "evacuate" not in plan.kinds()


def test_hungary_and_bulgaria_join_together_on_a_call() -> None:
    """BF-33F2.7: from Nov II 40 on, two dice, 15 or more, without the Metaxas Line."""
    early = Plan(Initial, AXIS, turn=1)
    assert early.objections(CallNation("bulgarian")) == ["BF-28C1.5"]
    plan = Plan(Initial, AXIS)
    row = next(row for row in calls.CALLS.rows(plan.pos) if row.id == "bulgarian")
    factors = calls.CALLS.factors(plan.pos, row)
    assert "REs missing from the Metaxas Line" not in {factor.text for factor in factors}
    kept = plan.pos.held[ALLIED] | plan.pos.zoc(ALLIED)
    cities = [at for at in plan.context.cities_in("Yugoslavia") if at not in kept]
    plan.having(taken={**plan.state.taken, **dict.fromkeys(cities[:4], AXIS)})
    assert sum(factor.value for factor in calls.CALLS.factors(plan.pos, row)) == 4
    plan.do(CallNation("bulgarian")).roll(6).roll(5)
    assert {plan.state.joined[nation] for nation in ("bulgarian", "hungarian")} == {AXIS}
    due = arrivals.due(plan.pos, AXIS)
    assert {"hungarian-1-infantry", "bulgarian-1-infantry"} <= set(due)
    assert "bulgarian-position-hv-2" in due


def test_without_success_both_stay_neutral() -> None:
    """BF-33F2.7"""
    plan = Plan(Initial, AXIS).do(CallNation("bulgarian")).roll(6).roll(6)
    assert {plan.state.joined[nation] for nation in ("bulgarian", "hungarian")} == {""}
    assert plan.objections(CallNation("bulgarian")) == ["BF-28C1.4"]


def test_air_units_of_hungary_and_bulgaria_come_with_them() -> None:
    """BF-33F2.7"""
    plan = Plan(Initial, AXIS)
    listed = [e.id for e in fleet.plan_of(plan.context).units if e.trigger]
    assert len(listed) == 5
    assert all(plan.state.air.units[unit].at == PENDING for unit in listed)


@pytest.mark.parametrize(
    ("turn", "level"),
    [
        (1, "decisive victory"),
        (6, "decisive victory"),
        (7, "major victory"),
        (8, "major victory"),
        (9, "marginal victory"),
        (10, "marginal victory"),
    ],
)
def test_the_axis_wins_by_capturing_the_capital(turn: int, level: str) -> None:
    """BF-33F3.1: the earlier, the more clearly."""
    plan = Plan(Moving, AXIS, turn).leave(BEOGRAD)
    plan.put(BEOGRAD, "italian-3-julia")
    plan.settle()
    assert plan.state.over and (plan.state.winner, plan.state.level) == (AXIS, level)
    outcome = plan.rules.outcome(plan.state)
    assert outcome is not None and (outcome.winner, outcome.level) == (AXIS, level)


def test_a_capital_that_has_moved_is_what_counts() -> None:
    """BF-33F3.1, 33F2.6: Beograd alone decides nothing then."""
    plan = Plan().do(MoveCapital("yugoslav", Plan().at(NIS)))
    plan.leave(BEOGRAD)
    plan.put(BEOGRAD, "italian-3-julia").settle()
    assert plan.pos.owner_of(plan.at(BEOGRAD)) == AXIS and not plan.state.over


def test_the_allies_win_when_the_capital_is_never_captured() -> None:
    """BF-33F3.2: the panel says so from the start."""
    plan = Plan(turn=10)
    panel = next(p for p in plan.rules.displays(plan.state) if p.id == "victory")
    assert panel.summary == "Allied major victory"
    doing = Transition(plan.state)
    victory.close_turn(plan.context, doing)
    assert (doing.state.winner, doing.state.level) == (ALLIED, "major victory")
    assert doing.state.over


@pytest.mark.parametrize("play", [fuzz, pytest.param(auto, marks=pytest.mark.soak)])
def test_random_and_automatic_games_come_to_their_end(
    play: Callable[..., FuzzReport],
) -> None:
    """BF-33F1.1, 33F3.1, 33F3.2"""

    def begin(name: str, seed: int) -> GameSession:
        return GameSession.start(name, seed=seed)

    assert play(begin, PLAN, 1, 3, verify=False).faults == ()
