"""Reinforcements: when they are due, where they appear, what becomes of those that cannot."""

from __future__ import annotations

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.production import arrivals
from engine.systems.europa.production.initial_actions import Arrive, ArriveAll
from engine.systems.europa.scenario.schedule import Arrival
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, FRESH, PENDING
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.europa.homefront import Home

BARI, MODENA = UnitId("italian-47-bari"), UnitId("italian-37-modena")
PANZER = UnitId("german-2-panzer")
BRITISH = UnitId("british-14-brigade")


def due(home: Home, side: str = AXIS) -> set[str]:
    return set(arrivals.due(home.pos, side))


def coming(*entries: Arrival, title: str = "balkan_front") -> Home:
    return Home(title, arrivals=entries)


def test_reinforcements_are_due_from_their_turn_on() -> None:
    home = coming(Arrival((BARI,), "Mainland Italy", turn=3))
    assert due(home.having(turn=2)) == set()
    assert due(home.having(turn=3)) == {BARI}
    assert due(home.having(turn=4)) == {BARI}
    assert due(home.having(turn=3), ALLIED) == set()


def test_they_appear_in_friendly_hexes_of_their_place() -> None:
    home = coming(Arrival((BARI,), "Mainland Italy", turn=3))
    home.do(Arrive(BARI, home.at("brindisi")))
    assert home.where(BARI) == home.at("brindisi")
    assert FRESH in home.state.pieces[BARI].marks
    assert home.steps(BARI) == 2


def test_they_act_at_once() -> None:
    home = coming(Arrival((BARI,), "Mainland Italy", turn=3), title="boot_camp")
    home.do(Arrive(BARI, home.at("brindisi")), EndPhase()).moving()
    assert home.pos.left(BARI) == 12
    assert any(BARI in action.who() for action in home.legal.family("move"))


def test_not_elsewhere_and_not_in_enemy_hexes() -> None:
    home = coming(Arrival((BARI,), "Mainland Italy", turn=3))
    assert home.objections(Arrive(BARI, home.at("tirana"))) == ["BF-29A.1"]
    home.own(ALLIED, "brindisi")
    assert home.objections(Arrive(BARI, home.at("brindisi"))) == ["BF-29A.1"]
    assert home.objections(Arrive(MODENA, home.at("bari"))) == ["BF-29A.1"]


def test_enemy_zones_of_control_do_not_matter() -> None:
    home = coming(Arrival((BARI,), "Mainland Italy", turn=3))
    at = home.at("brindisi")
    near = next(n for n in at.neighbours() if n in home.context.land)
    home.put(near, "greek-1-mountain").having(taken={near: ALLIED})
    assert at in home.pos.zoc(ALLIED)
    home.do(Arrive(BARI, at))


def test_they_may_overstack_in_the_initial_phase() -> None:
    units = tuple(u for u in Home().context.units if u.startswith("italian-") and u[8].isdigit())[
        :12
    ]
    home = coming(Arrival(units, "Mainland Italy", turn=3))
    home.do(*(Arrive(unit, home.at("brindisi")) for unit in units))
    assert home.pos.overstacked(AXIS) == (home.at("brindisi"),)
    home.do(EndPhase())


def test_holding_boxes_take_their_own() -> None:
    home = coming(Arrival((BRITISH,), "Middle East", turn=3)).ask(*Home(side=ALLIED).state.flow)
    home.do(Arrive(BRITISH, "middle_east"))
    assert home.where(BRITISH) == "middle_east"


def test_arrival_is_not_put_off() -> None:
    home = coming(Arrival((BARI,), "Mainland Italy", turn=3))
    assert home.objections(EndPhase()) == ["BF-29A.1"]
    home.place_all()
    assert not home.objections(EndPhase())
    assert isinstance(home.where(BARI), Hex)


def test_blocked_reinforcements_are_eliminated_in_balkan_front() -> None:
    entry = Arrival((BARI,), "Zara", turn=3)
    home = coming(entry).own(ALLIED, "zara")
    told = " finds no place and is lost then."
    assert home.rules_base.question(home.state).prompt.endswith(told), "before it is too late"
    home.do(EndPhase())
    assert home.where(BARI) == DEAD
    assert home.told("blocked") == [{"unit": BARI}]
    camp = coming(entry, title="boot_camp").own(ALLIED, "zara").do(EndPhase())
    assert camp.where(BARI) == PENDING, "Boot Camp lets them wait"


def test_conditional_reinforcements_cost_victory_points_and_are_free_to_refuse() -> None:
    """BF-29A.3, VPA.18: a line of the victory points of the side that takes them."""
    home = coming(Arrival((BARI,), "Mainland Italy", turn=3, cost=3))
    assert not home.objections(EndPhase())
    assert arrivals.price(home.pos, BARI) == 3
    home.do(Arrive(BARI, home.at("brindisi")))
    assert (home.state.score(AXIS), home.state.score(ALLIED)) == (-3, 0)
    refused = coming(Arrival((BARI,), "Mainland Italy", turn=3, cost=3))
    assert "arrive all" not in refused.kinds()
    assert refused.objections(ArriveAll()) == ["BF-29A.1"]
    refused.do(EndPhase())
    assert refused.where(BARI) == PENDING


def test_allied_conditional_reinforcements_cost_the_allies_points() -> None:
    """BF-VPL.10"""
    home = coming(Arrival((BRITISH,), "Middle East", turn=3, cost=2))
    home.ask(*Home(side=ALLIED).state.flow).do(Arrive(BRITISH, "middle_east"))
    assert (home.state.score(AXIS), home.state.score(ALLIED)) == (0, -2)


def test_german_forces_wait_for_german_entry() -> None:
    entry = Arrival((PANZER,), "Bulgaria or Rumania", trigger="germany entered")
    later = Arrival((BARI,), "Mainland Italy", after_entry=2)
    home = coming(entry, later)
    assert due(home.having(turn=12)) == set()
    assert due(home.having(entered=11)) == {PANZER}
    assert due(home.having(entered=10)) == {PANZER, BARI}


def test_allied_yugoslavia_brings_the_italian_2nd_army() -> None:
    entry = Arrival((BARI,), "Mainland Italy", trigger="yugoslavia allied")
    home = coming(entry)
    assert due(home) == set()
    assert due(home.join(yugoslav=ALLIED)) == {BARI}


def test_nations_that_surrendered_get_nothing_more() -> None:
    home = coming(Arrival((BARI,), "Mainland Italy", turn=3))
    assert due(home.having(surrendered=frozenset({"italian"}))) == set()


def test_placing_all_keeps_to_the_stacking_limit_where_it_can() -> None:
    units = tuple(u for u in Home().context.units if u.startswith("italian-") and u[8].isdigit())[
        :12
    ]
    home = coming(Arrival(units, "Mainland Italy", turn=3)).do(ArriveAll())
    assert not home.pos.overstacked(AXIS)
    assert not due(home)


def test_what_is_offered_is_what_is_legal() -> None:
    home = coming(Arrival((BARI, MODENA), "Mainland Italy", turn=3))
    offered = list(home.legal.family("arrive"))
    mine = list(home.legal.of(BARI))
    targets = arrivals.targets(home.pos, BARI)
    assert [a for a in offered if BARI in a.who()] == mine
    assert {a.where() for a in mine} == set(targets)
