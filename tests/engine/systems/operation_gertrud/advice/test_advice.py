"""The automatic player: sensible in plain positions, legal everywhere, the same every time."""

from __future__ import annotations

import pytest

from engine.core.chance import Stream
from engine.game.session import GameSession
from engine.play.fuzz import BadAdvice, automatic_choice
from engine.systems.operation_gertrud.actions import (
    EndPhase,
    Interdict,
    Move,
    Paradrop,
    RebuildAir,
    Restore,
)
from engine.systems.operation_gertrud.advice.odds import merit, promises
from engine.systems.operation_gertrud.advice.special import raid_size
from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    DEAD,
    GERMAN,
    OFF_MAP,
    Interdicting,
    Moving,
    Replacing,
    Status,
)
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.battlefield import (
    I132,
    I183,
    NZ,
    P8,
    P14,
    T8,
    T23,
    T24,
    T72,
    Field,
)
from tests.engine.systems.operation_gertrud.desk import SCENARIOS, Desk, rules_of


def advised(desk: Desk) -> object:
    """What the automatic player would do; always legal and with a reason."""
    found = desk.rules.advise(desk.state)
    assert found is not None
    assert desk.objections(found.action) == []
    assert found.reason.endswith(".")
    return found.action


def test_it_attacks_at_good_odds_and_not_at_bad_ones() -> None:
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8, P14)
    assert advised(field) == do.DeclareAttack(field.middle)
    weak = Field()
    weak.put(weak.middle, T23, T24, T8).put(weak.around[0], I132)
    assert advised(weak) == EndPhase()


def test_it_brings_no_more_units_than_help() -> None:
    field = Field()
    others = (I132, I183)
    field.put(field.middle, T72).put(field.around[0], P8, P14).put(field.around[1], *others)
    field.do(do.DeclareAttack(field.middle))
    while not isinstance(action := advised(field), do.GoIn):
        field.do(action)  # type: ignore[arg-type]
    assert 1 <= len(field.battle.attackers) <= 3


def test_it_attacks_across_the_ring_where_that_surrounds() -> None:
    field = Field()
    field.put(field.middle, T23, T24).put(field.around[0], P8).put(field.around[3], P14)
    field.do(do.DeclareAttack(field.middle))
    while not isinstance(action := advised(field), do.GoIn):
        field.do(action)  # type: ignore[arg-type]
    assert set(field.battle.attackers) == {P8, P14}


def test_it_commits_air_where_nobody_can_answer() -> None:
    field = Field().ready("german-cas-1", "german-cas-6")
    field.put(field.middle, T23, T24).put(field.around[0], P8, P14)
    field.form(P8, P14).do(do.GoIn())
    assert isinstance(advised(field), do.Commit)


def test_it_spends_ultra_where_a_column_decides() -> None:
    field = Field("early_1941").having(ultra=4)
    field.put("2416", NZ, T23).put(field.hex("2416").neighbour(0), P8, P14, I132)
    field.form(P8, P14, I132, target=field.hex("2416")).do(do.GoIn())
    assert advised(field) == do.UseUltra()


def test_it_loses_no_armor_if_it_can_be_helped() -> None:
    field = Field()
    field.put(field.middle, T23, T24).put(field.around[0], P8, steps=1).put(field.around[0], I132)
    field.attack(P8, I132).result("EX")
    assert advised(field) == do.TakeLoss(U(I132))


def test_it_advances_onto_an_objective() -> None:
    field = Field()
    target = field.hex("2416")
    start = field.context.fronts[target][0]
    field.put(target, T72).put(start, P8, P14)
    field.attack(P8, P14, target=target).result("DE")
    assert isinstance(advised(field), do.Advance)


def test_it_walks_into_an_objective_nobody_guards() -> None:
    desk = Desk("early_1941").put("2415", I132)
    found = advised(desk)
    assert isinstance(found, Move) and found.target in desk.context.objectives


def test_it_does_not_give_up_a_lone_objective() -> None:
    desk = Desk("early_1941").put("2416", I132).put("3003", T72)
    assert advised(desk) == EndPhase()


def test_it_drops_on_an_open_objective() -> None:
    desk = Desk("early_1941").put(OFF_MAP, "german-7-fl")
    found = advised(desk)
    assert isinstance(found, Paradrop) and found.target in desk.context.objectives


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_raids_at_once_with_the_size_that_promises_most(scenario: str) -> None:
    desk = Desk(scenario).having(turn=1, raid="", raided=False)
    desk.put(OFF_MAP, "german-kommando").phase(Moving, GERMAN)
    found = advised(desk)
    assert isinstance(found, do.RaidGoeben) and found.size == raid_size(desk.context)


def test_it_rebuilds_lost_german_air_first() -> None:
    """Each lost CAS weighs on the victory check. [OG-4.1b]"""
    desk = Desk("early_1941").put("3003", I132, steps=1)
    desk.having(
        support={**desk.state.support, "german-cas-4": Status.ELIMINATED}, steps={"german": 2}
    )
    desk.phase(Replacing, GERMAN)
    assert advised(desk) == RebuildAir("german-cas-4")
    desk.do(RebuildAir("german-cas-4"))
    assert advised(desk) == Restore(U(I132))


def test_it_brings_lost_armor_back_before_plain_infantry() -> None:
    """[OG-4.1c]"""
    desk = Desk("early_1941").put(DEAD, P8, I132).having(steps={"german": 2})
    desk.phase(Replacing, GERMAN)
    found = desk.rules.advise(desk.state)
    assert found is not None and U(P8) in found.action.who()


def test_it_interdicts_only_where_nobody_can_meet_it() -> None:
    desk = Desk("early_1943").put("2411", T23, T24, T8)
    ready = {m: Status.AVAILABLE for m in desk.state.support if m.startswith("german")}
    used = dict.fromkeys(desk.state.support, Status.USED)
    desk.having(support={**used, **ready}).phase(Interdicting, GERMAN)
    found = advised(desk)
    assert isinstance(found, Interdict) and found.target == desk.hex("2411")
    desk.having(support={**desk.state.support, "turkish-cas-1": Status.AVAILABLE})
    assert advised(desk) == EndPhase()


def test_turks_hold_their_capital() -> None:
    desk = Desk("early_1941").put("2416", T23).put("2413", P8, P14)
    desk.phase(Moving, ALLIED)
    assert advised(desk) == EndPhase()


@pytest.mark.parametrize(
    "scenario",
    [
        "late_1942",
        *(pytest.param(name, marks=pytest.mark.soak) for name in SCENARIOS if name != "late_1942"),
    ],
)
def test_a_whole_game_is_played_by_legal_advice_alone(scenario: str) -> None:
    game = GameSession.start(f"operation_gertrud/{scenario}", seed=11)
    stream = Stream(11, "no choice is drawn")
    steps = 0
    while game.view().outcome is None:
        try:
            action = automatic_choice(game, stream)
        except BadAdvice as bad:
            pytest.fail(str(bad))
        assert action is not None
        game.act(action)
        steps += 1
        assert steps < 5000
    assert game.view().outcome is not None


def test_the_same_position_gets_the_same_advice() -> None:
    first = GameSession.start("operation_gertrud/early_1942", seed=5)
    for _ in range(120):
        found = first.rules.advise(first.state)
        fresh = rules_of("early_1942").advise(first.state)
        assert found == fresh
        assert found is not None
        first.act(found.action)


def test_columns_promise_more_the_better_they_are() -> None:
    chart = rules_of("early_1941").context.charts.combat
    assert [round(merit(code), 2) for code in chart.codes] == [
        -1.0,
        -0.6,
        -0.2,
        0.05,
        0.25,
        0.6,
        0.8,
        1.0,
    ]
    assert list(promises(chart)) == sorted(promises(chart))
