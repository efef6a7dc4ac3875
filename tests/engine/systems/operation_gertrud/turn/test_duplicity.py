"""Soviet duplicity (optional)."""

from __future__ import annotations

import pytest

from engine.systems.operation_gertrud.actions import FinishSetUp, UseRecommended
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    GERMAN,
    Kind,
    Onward,
    Phase,
    SettingUp,
    Status,
    VictoryRoll,
    Yavuz,
)
from engine.systems.operation_gertrud.victory import modifiers, needed
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.desk import Desk


def betrayed(scenario: str = "early_1941", *options: str, option: bool = True) -> Desk:
    """The end of a lost game, with a few units left on the board."""
    desk = Desk(scenario, *(("duplicity",) if option else ()), *options)
    desk.put("Istanbul", "german-125").put("Ankara", "turkish-1").put("dead", "turkish-4")
    desk.put("dead", "german-73").put("2805", "italian-bergamo")
    desk.having(
        turn=10,
        ultra=2,
        experten="german-cas-1",
        support={"german-cas-1": Status.USED, "turkish-cas-1": Status.ELIMINATED},
        check_modifier=4,
    )
    return desk.ask(Onward(), phase=Phase.END.value, active="").settle()


def test_without_the_option_the_game_is_over() -> None:
    """[OG-4.0d]"""
    assert betrayed(option=False).state.winner == ALLIED


def test_the_germans_leave_and_the_turn_marker_goes_back() -> None:
    """[OG-19.0a]"""
    desk = betrayed()
    assert (desk.state.turn, desk.state.over) == (1, False)
    assert desk.where("german-125") == "gone"
    assert desk.where("italian-bergamo") == "2805", "all other units remain"
    assert desk.pos.owner(U("italian-bergamo")) == GERMAN
    assert desk.where("turkish-1") == "2416"
    assert desk.where("turkish-4") == "dead", "what was eliminated stays so"
    assert desk.state.support["german-cas-1"] is Status.ELIMINATED
    assert desk.state.support["turkish-cas-1"] is Status.ELIMINATED, "nothing spent comes back"


def test_italians_leave_by_the_switch() -> None:
    """[OG-19.0a]"""
    desk = betrayed("late_1941", "italians_leave")
    assert desk.where("italian-bergamo") == "gone"


def test_soviets_that_were_not_there_are_set_up() -> None:
    """[OG-19.0b]"""
    desk = betrayed()
    assert desk.state.top == SettingUp(GERMAN)
    soviets = list(desk.context.of_nation("soviet"))
    assert {desk.pos.owner(unit) for unit in soviets} == {GERMAN}
    assert len(desk.pos.ready(GERMAN, Kind.CAS)) == 2
    desk.do(UseRecommended(), FinishSetUp())
    at = {desk.state.pieces[unit].hex for unit in soviets}
    assert {desk.context.nations[hex_] for hex_ in at if hex_} == {"Soviet Union"}
    assert desk.state.phase != Phase.SET_UP.value


def test_soviets_that_were_there_change_sides_where_they_stand() -> None:
    """[OG-19.0b]"""
    desk = Desk("early_1943", "duplicity").put("2931", "soviet-20").put("dead", "soviet-77")
    desk.having(turn=10).ask(Onward(), phase=Phase.END.value, active="").settle()
    assert desk.where("soviet-20") == "2931"
    assert desk.where("soviet-77") == "dead"
    assert desk.pos.owner(U("soviet-20")) == GERMAN
    assert desk.state.turn == 1


def test_objectives_count_for_the_soviets_alone() -> None:
    """[OG-19.0c]"""
    desk = betrayed().put("Erzurum", "soviet-20").put("Istanbul", "turkish-69")
    assert desk.pos.objectives_held() == (desk.hex("Erzurum"),)


@pytest.mark.parametrize(
    ("yavuz", "left"), [(Yavuz.TURKISH, Status.AVAILABLE), (Yavuz.SEIZED, Status.ELIMINATED)]
)
def test_the_yavuz_stays_with_turks_who_hold_her(yavuz: Yavuz, left: Status) -> None:
    """[OG-19.0d]"""
    desk = Desk("early_1941", "duplicity").having(turn=10, yavuz=yavuz)
    desk.having(support={"yavuz": Status.AVAILABLE})
    desk.ask(Onward(), phase=Phase.END.value).settle()
    assert desk.state.support["yavuz"] is left


def test_replacements_under_duplicity() -> None:
    """[OG-19.0e]"""
    desk = betrayed().do(UseRecommended(), FinishSetUp())
    desk.put("3134", "soviet-20", steps=1).put("Konya", "turkish-69", steps=1)
    desk.ask(Onward(), phase=Phase.ADMINISTRATIVE.value).settle()
    assert desk.state.steps == {"soviet": 2}
    desk.ask(Onward(), phase=Phase.GERMAN_COMBAT.value).settle()
    assert desk.state.steps == {"turkish": 1}


def test_no_modifiers_weigh_on_the_soviet_check() -> None:
    """[OG-19.0f]"""
    desk = Desk("early_1943", "duplicity").having(duplicity=True, soviets=GERMAN)
    desk.having(check_modifier=5, support={"german-cas-1": Status.ELIMINATED})
    for unit, at in zip(
        ("soviet-20", "soviet-77", "soviet-63"), sorted(desk.context.objectives), strict=False
    ):
        desk.put(at, unit)
    assert modifiers(desk.pos) == ()
    assert needed(desk.pos) == 3
    desk.ask(Onward(), VictoryRoll(), phase=Phase.END.value).roll(1, 1)
    assert desk.state.winner == GERMAN


def test_the_soviet_player_has_no_experten_and_no_bonus() -> None:
    """[OG-19.0g]"""
    desk = betrayed()
    assert desk.state.experten == ""
    assert not desk.state.blitzkrieg
    assert "name experten" not in desk.kinds()


def test_a_second_defeat_ends_it() -> None:
    """[OG-19.0c]"""
    desk = betrayed().do(UseRecommended(), FinishSetUp())
    desk.having(turn=10).ask(Onward(), phase=Phase.END.value).settle()
    assert desk.state.over
    assert desk.state.winner == ALLIED
