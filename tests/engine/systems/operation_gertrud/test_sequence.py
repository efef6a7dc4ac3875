"""The sequence of play."""

from __future__ import annotations

from engine.core.actions import Roll
from engine.systems.operation_gertrud.actions import (
    EndPhase,
    FinishSetUp,
    Move,
    UseRecommended,
)
from engine.systems.operation_gertrud.battle.battles import SinkingRoll
from engine.systems.operation_gertrud.sequence import ORDER, PHASES
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    ATTACKED,
    DEFENDED,
    GERMAN,
    Fighting,
    Moving,
    Onward,
    Phase,
    Status,
    Yavuz,
)
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.desk import SCENARIOS, Desk


def test_the_order_of_phases() -> None:
    """[OG-5.0a] [OG-5.1c] [OG-5.1d]"""
    assert [phase.value for phase in ORDER] == [
        "administrative",
        "german replacement",
        "allied interdiction",
        "german movement",
        "german combat",
        "allied replacement",
        "german interdiction",
        "allied movement",
        "allied combat",
        "end of game turn",
    ]
    turns = [active for active, _ in PHASES.values()]
    assert turns == ["", *[GERMAN] * 4, *[ALLIED] * 4, ""]


def test_a_whole_turn_runs_through_all_phases() -> None:
    """[OG-5.1c] [OG-5.1d] [OG-5.1h]"""
    desk = (
        Desk("late_1941").put("Plovdiv", "german-125", steps=1).put("Ankara", "turkish-1", steps=1)
    )
    desk.having(support={"german-cas-1": Status.AVAILABLE, "turkish-cas-1": Status.AVAILABLE})
    desk.ask(Onward(), phase=Phase.SET_UP.value).settle()
    seen = []
    while desk.state.turn == 2:
        seen.append(desk.state.phase)
        desk.do(EndPhase())
    assert seen == [phase.value for phase in ORDER[1:-1]]
    assert desk.state.turn == 3


def test_what_is_over_is_over() -> None:
    """[OG-5.0b]"""
    desk = Desk().put("Plovdiv", "german-125").put("Ankara", "turkish-1")
    desk.do(EndPhase())
    assert isinstance(desk.state.top, Fighting)
    assert desk.objections(Move(U("german-125"), desk.hex("3004"))) == ["OG-5.0b"]
    assert desk.objections(Roll(1)) == ["OG-5.0b"]


def test_markers_come_back_at_the_start_of_the_turn() -> None:
    """[OG-5.1a] [OG-3.1b] [OG-12.5] [OG-13.6]"""
    desk = Desk("early_1942").having(turn=3).ask(Onward(), phase=Phase.SET_UP.value)
    desk.having(
        support={
            "german-cas-1": Status.USED,
            "german-cas-2": Status.ELIMINATED,
            "italian-ngs-1": Status.USED,
            "british-cas-1": Status.WAITING,
            "american-ngs-1": Status.WAITING,
        }
    ).settle()
    assert desk.state.support == {
        "german-cas-1": Status.AVAILABLE,
        "german-cas-2": Status.ELIMINATED,
        "italian-ngs-1": Status.AVAILABLE,
        "british-cas-1": Status.AVAILABLE,
        "american-ngs-1": Status.AVAILABLE,
    }
    early = Desk("early_1942").ask(Onward(), phase=Phase.SET_UP.value)
    early.having(support={"british-cas-1": Status.WAITING}).settle()
    assert early.state.support["british-cas-1"] is Status.WAITING, "it comes on turn 3"


def test_a_scuttled_yavuz_is_checked_for_sinking() -> None:
    """[OG-5.1b]"""
    desk = Desk().having(yavuz=Yavuz.SCUTTLED).ask(Onward(), phase=Phase.SET_UP.value).settle()
    assert isinstance(desk.state.top, SinkingRoll)
    desk = Desk().having(yavuz=Yavuz.SEIZED).ask(Onward(), phase=Phase.SET_UP.value).settle()
    assert not isinstance(desk.state.top, SinkingRoll)


def test_combat_marks_go_with_each_combat_phase() -> None:
    """[OG-11.0.10b]"""
    desk = Desk().put("Ankara", "turkish-1", marks=(ATTACKED, DEFENDED))
    desk.ask(Onward(), phase=Phase.ALLIED_MOVEMENT.value).settle()
    assert isinstance(desk.state.top, Fighting)
    assert not desk.marks("turkish-1")


def test_the_german_player_goes_first_and_set_up_comes_before() -> None:
    """[OG-5.0a] [OG-18.0a]"""
    for scenario in SCENARIOS:
        desk = Desk.opened(scenario)
        assert desk.rules.question(desk.state).side == GERMAN
        desk.do(UseRecommended(), FinishSetUp())
        assert desk.rules.question(desk.state).side == ALLIED
        desk.do(UseRecommended(), FinishSetUp())
        assert (desk.state.turn, desk.state.active) == (1, GERMAN)


def test_a_phase_with_nothing_to_decide_passes_by_itself() -> None:
    """[OG-5.1c]"""
    desk = Desk().put("Plovdiv", "german-125").having(support={})
    desk.ask(Onward(), phase=Phase.SET_UP.value).settle()
    assert desk.state.top == Moving(GERMAN), "nothing to rebuild, no CAS to interdict with"
