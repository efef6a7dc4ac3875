"""German intervention, the surprise turn and the withdrawal (BF-28A2b, 28A2c, 28C1.10)."""

from __future__ import annotations

from functools import cache

import pytest

from engine.core.handler import Transition
from engine.core.state import Piece
from engine.scenarios import load_scenario
from engine.systems.balkan_front.actions import (
    Assist,
    Intervene,
    OrderWithdrawal,
    StayOut,
    WithdrawGerman,
)
from engine.systems.balkan_front.politics import intervention
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.balkan_front.sequence import SURPRISE, slots
from engine.systems.balkan_front.state.records import Front as State
from engine.systems.balkan_front.state.records import Intervening, Withdrawing
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.movement.move_actions import Move, RailMove
from engine.systems.europa.production import arrivals
from engine.systems.europa.production.initial_actions import ArriveAll
from engine.systems.europa.state.constants import ALLIED, AXIS, GONE, PENDING, Going, Phase
from engine.systems.europa.state.records import Fighting, Initial, Moving, Onward, WeatherRoll
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import BARI, Front, deployed

LSSAH, PANZER, OF_2ND_ARMY = "german-lssah-motorized-brigade", "german-2-panzer", "german-8-panzer"
MOUNTAIN, BULGARIAN, ITALIAN = "german-1-mountain", "bulgarian-1-infantry", "italian-23-ferrara"
SOFIYA, PETRICH = "14A:3606", "14A:4209"


@cache
def campaign() -> BalkanFront:
    """The rules of the Balkan Campaign, bound once for all tests."""
    return BalkanFront(load_scenario("balkan_front/campaign", {}))


class Campaign(Front):
    """The Balkan Campaign, laid out by hand."""

    def __init__(self, turn: int = 11, side: str = AXIS) -> None:
        super().__init__(turn, side)
        self.rules = self.rules_base = campaign()
        self.context = self.rules.context


# The hour


@pytest.mark.parametrize(
    ("turn", "weather", "asked"),
    [(4, "clear", False), (5, "clear", True), (9, "poor", False), (9, "winter", False)],
)
def test_the_axis_decides_on_the_first_clear_turn_of_1941(
    turn: int, weather: str, asked: bool
) -> None:
    """BF-28A2b.1: clear in zone D."""
    front = Front(turn).having(weather={"D": weather, "E": "clear"})
    assert intervention.open_now(front.pos) is asked


def test_now_or_never() -> None:
    """BF-28A2b.1."""
    front = Front(9).ask(Onward(), Intervening(AXIS), phase=Phase.WEATHER.value, active="")
    assert {type(action) for action in front.legal} == {Intervene, StayOut}
    front.do(StayOut())
    assert not front.state.entered
    assert not intervention.open_now(front.having(turn=11).pos)
    panel = next(p for p in front.rules.displays(front.state) if p.id == "politics")
    assert {row.label: row.value for row in panel.rows}["German intervention"] == "never"


def test_the_decision_opens_as_the_weather_clears() -> None:
    """BF-28A2b.1: before the Axis player turn, in a game that is played."""
    front = Front()
    front.take(deployed())
    front.having(turn=9).ask(Onward(), WeatherRoll(), phase=Phase.WEATHER.value, active="")
    front.roll(1)
    assert front.state.top == Intervening(AXIS)
    front.do(StayOut())
    assert isinstance(front.state.top, Initial) and front.state.phase == Phase.INITIAL.value


def called(**state: object) -> Front:
    """Germany has just intervened, on Mar I 41."""
    front = Front()
    front.take(deployed())
    front.having(turn=9, weather={"D": "clear", "E": "clear"}, **state)
    front.ask(Onward(), Intervening(AXIS), phase=Phase.WEATHER.value, active="")
    return front.do(Intervene())


def test_it_costs_points() -> None:
    """BF-28A2b.3, VPA.16."""
    front = called()
    assert front.state.entered == 9
    assert [e.points for e in front.state.ledger if e.rule == "BF-VPA.16"] == [-12]


def test_a_pro_allied_yugoslavia_joins_the_allies_at_once() -> None:
    """BF-28A2b.2; one that is merely neutral stays so."""
    front = called(status={"yugoslav": "pro-Allied neutral"}, mobilizing=6)
    assert front.state.joined["yugoslav"] == ALLIED and front.state.mobilizing == 6
    joined = {
        dict(event.facts)["name"]: event.rule for event in front.events if event.what == "joins"
    }
    assert joined == {"Yugoslavia": "BF-28A2b.2", "Bulgaria": "BF-28C1.10"}
    for status in ("neutral", "pro-Axis neutral"):
        assert called(status={"yugoslav": status}).state.joined["yugoslav"] == ""
    assert called().state.joined["yugoslav"] == ""


# The surprise turn


def test_the_surprise_turn_comes_before_the_regular_one() -> None:
    """BF-28A2b.4, 28A2b.10."""
    front = called()
    assert front.state.phase == Phase.SURPRISE_INITIAL.value and front.state.surprise
    order = [phase for phase, _side in slots(front.pos)]
    assert order[1:5] == [*SURPRISE, Phase.INITIAL]
    front.do(ArriveAll())
    assert front.state.phase == Phase.SURPRISE_MOVEMENT.value
    prompt = front.rules.question(front.state).prompt
    assert prompt.startswith("Surprise turn: the forces that Germany intervenes with alone act. Mo")
    front.do(EndPhase())
    if front.state.phase == Phase.SURPRISE_COMBAT.value:
        assert isinstance(front.state.top, Fighting)
        front.do(EndPhase())
    assert front.state.phase == Phase.INITIAL.value and not front.state.surprise
    assert isinstance(front.state.top, Initial)


def test_the_forces_for_greece_are_deployed_those_for_yugoslavia_only_against_it() -> None:
    """BF-28A2b.5 to 28A2b.7."""
    alone = called()
    due = arrivals.due(alone.pos, AXIS)
    assert {UnitId(LSSAH), UnitId(PANZER)} <= set(due)
    assert UnitId(OF_2ND_ARMY) not in due
    against = called(joined={**deployed().joined, "yugoslav": ALLIED}, mobilizing=6)
    both = arrivals.due(against.pos, AXIS)
    assert {UnitId(PANZER), UnitId(OF_2ND_ARMY), UnitId(MOUNTAIN)} <= set(both)


def test_nobody_else_is_placed_in_the_special_initial_phase() -> None:
    """BF-28A2b.5: Bulgarians, Italians of the turn and assistance wait."""
    front = called()
    assert all(front.pos.nation(unit) == "german" for unit in arrivals.due(front.pos, AXIS))
    assert front.objections(Assist(UnitId(MOUNTAIN), front.at(BARI))) == ["BF-28A2a.2"]
    front.having(surprise=False)
    assert UnitId(BULGARIAN) in arrivals.due(front.pos, AXIS)


def test_what_was_taken_as_assistance_does_not_come_again() -> None:
    """BF-28A2b.7, 28A2a.8."""
    front = Front(9).put(BARI, MOUNTAIN).having(assisted=frozenset({UnitId(MOUNTAIN)}))
    front.having(joined={**front.state.joined, "yugoslav": ALLIED}, entered=9, surprise=True)
    due = arrivals.due(front.pos, AXIS)
    assert UnitId(MOUNTAIN) not in due and UnitId(OF_2ND_ARMY) in due


def surprised(*units: tuple[str, str], **state: object) -> Front:
    """The movement phase of a surprise turn on an empty board."""
    front = Front(9).having(entered=9, surprise=True, **state)
    front.having(joined={**front.state.joined, "bulgarian": AXIS})
    for at, unit in units:
        front.put(at, unit)
    phase = Phase.SURPRISE_MOVEMENT.value
    return front.ask(Onward(), Moving(AXIS), phase=phase, active=AXIS)


def step(front: Front, unit: str) -> Move:
    here = front.state.pieces[UnitId(unit)].at
    assert not isinstance(here, str)
    near = next(
        at
        for at in here.neighbours()
        if at in front.context.land and front.context.holders[at] == front.context.holders[here]
    )
    return Move(UnitId(unit), near)


def test_the_intervention_forces_act_alone() -> None:
    """BF-28A2b.8: no Italian, no Bulgarian, no assistance."""
    front = surprised(
        (SOFIYA, PANZER),
        ("14A:4419", ITALIAN),
        (PETRICH, BULGARIAN),
        (BARI, MOUNTAIN),
        assisted=frozenset({UnitId(MOUNTAIN)}),
    )
    assert front.objections(step(front, PANZER)) == []
    for unit in (ITALIAN, BULGARIAN, MOUNTAIN):
        assert front.objections(step(front, unit)) == ["BF-28A2b.8"], unit
        assert front.pos.may_act(UnitId(unit)) is not None


def test_no_rail_movement_in_the_surprise_turn() -> None:
    """BF-28A2b.9."""
    front = surprised((SOFIYA, PANZER))
    ride = RailMove(UnitId(PANZER), front.at("14A:3506"))
    assert front.objections(ride) == ["BF-28A2b.9"]
    front.having(surprise=False)
    assert "BF-28A2b.9" not in front.objections(ride)


def test_no_naval_transport_in_the_surprise_turn() -> None:
    """BF-28A2b.9."""
    front = surprised((BARI, PANZER))
    barred = front.pos.may_go(UnitId(PANZER), Going.SEA)
    assert barred is not None and barred.rule == "BF-28A2b.9"


# Bulgaria


def test_example_bulgaria_is_passive_on_the_turn_and_partial_from_then_on() -> None:
    """BF-28C1.10, 28C1.2, 28C1.3: passive in Bulgaria alone, then Thrace and Macedonia too."""
    front = called()
    assert front.state.joined["bulgarian"] == AXIS
    assert front.pos.status("bulgarian") == "passive participation"
    yugoslavs = {**front.state.joined, "yugoslav": ALLIED}
    front.having(joined=yugoslavs)

    def open_to(label: str) -> bool:
        return front.pos.bars(UnitId(BULGARIAN), front.at(label)) is None

    assert open_to(SOFIYA) and not open_to("14A:4404") and not open_to("14A:3811")
    intervention_turn(front)
    assert front.pos.status("bulgarian") == "partial participation"
    assert open_to(SOFIYA) and open_to("14A:4602") and open_to("14A:3811")
    assert not open_to("15B:0911") and not open_to("14A:3009")


def intervention_turn(front: Front) -> None:
    """The next turn begins."""
    transition = Transition(front.state.having(turn=front.state.turn + 1))
    intervention.new_turn(front.pos, transition)
    front.take(transition.state)


def test_a_bulgaria_that_was_called_stays_active() -> None:
    """BF-28C1.10: only a neutral one is passive."""
    joined = {**deployed().joined, "bulgarian": AXIS}
    front = called(joined=joined, status={"bulgarian": "active participation"})
    assert front.pos.status("bulgarian") == "active participation"
    intervention_turn(front)
    assert front.pos.status("bulgarian") == "active participation"


# The withdrawal


def in_may(turn: int, **state: object) -> Front:
    """An Axis initial phase in May with some Germans in play."""
    front = Campaign(turn).having(entered=11, **state)
    front.having(joined={**front.state.joined, "bulgarian": AXIS})
    return front.ask(Onward(), Initial(AXIS), phase=Phase.INITIAL.value, active=AXIS)


@pytest.mark.parametrize(("turn", "refused"), [(12, ["BF-28A2c.1"]), (13, [])])
def test_the_withdrawal_is_ordered_in_may(turn: int, refused: list[str]) -> None:
    """BF-28A2c.1."""
    assert in_may(turn).objections(OrderWithdrawal()) == refused


def test_no_intervention_no_withdrawal() -> None:
    """BF-28A2c.4."""
    front = in_may(13).having(entered=0).put(BARI, MOUNTAIN)
    assert front.objections(OrderWithdrawal()) == ["BF-28A2c.4"]
    assert intervention.families(front.pos, Initial(AXIS)) == ()


def test_c_m_units_leave_at_once_and_the_axis_chooses_of_the_others() -> None:
    """BF-28A2c.3: of intervention and assistance forces alike, down to 30 REs."""
    infantry = [
        unit
        for unit in Campaign().context.of_nation("german")
        if unit.endswith("-infantry") and not unit.startswith("german-infantry")
    ]
    divisions = [u for u in infantry if Campaign().context.facts(u, 2).halves == 6][:11]
    front = in_may(13, assisted=frozenset({UnitId(MOUNTAIN)}))
    for number, unit in enumerate(divisions):
        front.put(["14A:3606", "14A:3607", "14A:3506", "14A:3507"][number % 4], unit)
    front.put(SOFIYA, PANZER).put(BARI, MOUNTAIN)
    front.do(OrderWithdrawal())
    assert front.where_is(PANZER) == GONE and front.where_is(MOUNTAIN) == front.at(BARI)
    assert front.state.top == Withdrawing(AXIS)
    assert front.objections(WithdrawGerman(UnitId(ITALIAN))) == ["BF-28A2c.3"]
    told = front.rules.describe(front.state, WithdrawGerman(divisions[0]))
    assert told.endswith(" (3 REs)")
    front.do(WithdrawGerman(divisions[0]))
    assert front.state.top == Withdrawing(AXIS) and intervention.kept(front.pos) == 66
    front.do(WithdrawGerman(UnitId(MOUNTAIN)))
    assert front.state.top == Initial(AXIS) and intervention.kept(front.pos) == 60
    assert front.objections(OrderWithdrawal()) == ["BF-28A2c.1"]
    assert not [e for e in front.state.ledger if e.rule == "BF-VPA.17"]


def test_put_off_to_may_ii_it_comes_by_itself_and_costs_points() -> None:
    """BF-28A2c.1, 28A2c.2, VPA.17."""
    front = in_may(14).put(SOFIYA, PANZER)
    transition = Transition(front.state)
    intervention.open_phase(front.context, transition, AXIS)
    front.take(transition.state)
    assert front.where_is(PANZER) == GONE
    assert [e.points for e in front.state.ledger if e.rule == "BF-VPA.17"] == [-10]
    again = Transition(front.state)
    intervention.open_phase(front.context, again, AXIS)
    assert again.state == front.state


def test_the_automatic_player_intervenes_when_time_is_left_and_withdraws_in_time() -> None:
    front = Campaign(11).ask(Onward(), Intervening(AXIS), phase=Phase.WEATHER.value, active="")
    assert front.rules.advise(front.state).action == Intervene()
    short = Front(9).ask(Onward(), Intervening(AXIS), phase=Phase.WEATHER.value, active="")
    assert short.rules.advise(short.state).action == StayOut()
    may = in_may(13)
    may.having(pieces={unit: Piece(GONE, 0) for unit in may.state.pieces}).put(SOFIYA, PANZER)
    assert may.rules.advise(may.state).action == OrderWithdrawal()


def test_the_panel_says_when_and_at_what_price() -> None:
    front = Front(8).having(weather={"D": "poor", "E": "clear"})
    panel = next(p for p in front.rules.displays(front.state) if p.id == "politics")
    rows = {row.label: row.value for row in panel.rows}
    assert rows["German intervention"] == "-12 points"
    assert rows["Clear on Mar I 41"] == "17\u00a0%"
    entered = in_may(12)
    panel = next(p for p in entered.rules.displays(entered.state) if p.id == "politics")
    rows = {row.label: row.value for row in panel.rows}
    assert rows["German intervention"] == "Apr I 41"
    assert rows["German withdrawal"].startswith("due May I 41 or May II 41")
    dues = entered.rules.due(entered.state, 12, 14)
    assert [one.turn for one in dues if one.rule == "BF-28A2c.1"] == [13, 14]


def test_the_campaign_has_twenty_turns_and_begins_as_the_war_of_italy() -> None:
    """BF-31A.4: Aug II 41 is the last turn."""
    context = campaign().context
    assert context.turn_name(context.figures.turns) == "Aug II 41"
    state = campaign().begin().state
    assert isinstance(state, State) and state.joined["yugoslav"] == ""
    assert all(state.pieces[unit].at == PENDING for unit in (UnitId(PANZER), UnitId(BULGARIAN)))


def test_reinforcements_wait_for_events_in_words() -> None:
    rules = campaign()
    panel = next(p for p in rules.displays(rules.begin().state) if p.title == "Reinforcements")
    waiting = {row.label for row in panel.rows if not row.depth} - {"Nov I 40"}
    assert {
        "When Germany intervenes",
        "When Germany fights an Allied Yugoslavia",
        "When Bulgaria joins the Axis",
        "When Yugoslavia joins the Allies",
        "1 turn after Germany intervenes",
    } <= waiting
