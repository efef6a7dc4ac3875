"""The initial phase as a whole: what comes by itself, what is asked, how it closes."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.production import initial_phase
from engine.systems.europa.scenario.schedule import Arrival, Points
from engine.systems.europa.state.constants import ALLIED, AXIS, FRESH
from engine.systems.europa.state.records import Delivery, Initial, Onward, Project, Work
from oob.model import UnitId
from tests.engine.systems.europa.homefront import Home

BARI = UnitId("italian-47-bari")
JULIA = UnitId("italian-3-julia")
POINTS = (Points("italian", {"inf": 1}, turns=(3,)),)
ARRIVALS = (Arrival((BARI,), "Mainland Italy", turn=3),)


def test_opening_a_phase_frees_allowances_gives_points_and_finishes_works() -> None:
    home = Home(points=POINTS)
    at = home.at("tirana")
    work = Work(Project.FORT, JULIA, AXIS, 3)
    home.put("tirana", JULIA).having(used={"rail": 4}, works={at: work}).open(3)
    assert home.state.used == {}
    assert home.state.points == {"italian inf": 2}
    assert home.state.forts == {at}
    assert home.state.top == Initial(AXIS)


def test_the_other_sides_works_wait_for_its_own_phase() -> None:
    home = Home()
    at = home.at("larisa")
    work = Work(Project.FORT, UnitId("greek-1-mountain"), ALLIED, 3)
    home.put("larisa", "greek-1-mountain").having(works={at: work}).open(3)
    assert not home.state.forts and home.state.works


def test_units_that_came_are_fresh_until_the_next_initial_phase() -> None:
    home = Home(arrivals=ARRIVALS).place_all()
    assert FRESH in home.state.pieces[BARI].marks
    home.do(EndPhase()).open(3, ALLIED)
    assert FRESH not in home.state.pieces[BARI].marks


def test_supply_is_judged_after_reinforcements_are_placed() -> None:
    home = Home(arrivals=ARRIVALS).put("tripolis", JULIA).place_all()
    assert not home.out(JULIA)
    home.do(EndPhase())
    assert home.out(JULIA) and not home.out(BARI)
    assert home.state.flow == (Onward(),)


def test_deliveries_age_as_each_initial_phase_closes() -> None:
    home = Home().having(deliveries={Home().at("larisa"): Delivery(AXIS, 1)})
    home.do(EndPhase())
    assert home.state.deliveries[home.at("larisa")].phases == 1
    home.open(3, ALLIED).do(EndPhase())
    assert not home.state.deliveries


def test_the_question_counts_what_is_still_to_be_placed() -> None:
    home = Home(arrivals=ARRIVALS)
    assert "1 still to come" in home.rules_base.question(home.state).prompt
    home.place_all()
    assert "end the initial phase" in home.rules_base.question(home.state).prompt


def idle(home: Home) -> bool:
    doing = Transition(home.state)
    frame = home.state.top
    assert isinstance(frame, Initial)
    found = initial_phase.idle(home.pos, frame, doing)
    home.state = doing.state
    return found


def test_a_phase_with_nothing_to_decide_closes_by_itself() -> None:
    home = Home().put("tripolis", JULIA)
    assert idle(home)
    assert home.out(JULIA) and home.state.flow == (Onward(),)
    assert not idle(Home(arrivals=ARRIVALS))


def test_points_that_buy_nothing_do_not_keep_a_phase_open() -> None:
    assert idle(Home().having(points={"italian arm": 2}))


def test_in_a_surprise_turn_units_are_placed_and_nothing_else_happens() -> None:
    home = Home(arrivals=ARRIVALS, points=POINTS)
    home.put("tirana", "italian-9-construction").having(surprise=True).open(3)
    assert not home.state.points
    assert home.kinds() == {"arrive", "arrive all"}
    home.place_all().do(EndPhase())
    assert not home.state.surprise or home.state.flow == (Onward(),)


def test_every_offer_is_judged_like_any_other_action() -> None:
    home = Home(arrivals=ARRIVALS, points=POINTS).open(3).put("bari", JULIA, steps=1)
    home.put("tirana", "italian-9-construction")
    assert {"arrive", "arrive all", "build"} <= home.kinds()
    for action in home.legal:
        assert not home.objections(action)
