"""Fuzzing finds faults that are there, finds none in Balkan Gambit, and says how to see them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.core.actions import Action, Objection
from engine.core.state import State
from engine.core.system import Advice, Question, Step
from engine.game import simulations
from engine.game.session import GameSession
from engine.play.fuzz import FuzzReport, auto, fuzz
from oob.model import UnitId
from tests.engine.fakes import Raid, SkirmishRules, install, small_scenario

SCENARIOS = ("balkan_gambit/1943", "balkan_gambit/1944", "balkan_gambit/1945")
FIRST = [
    *(pytest.param(name, marks=pytest.mark.soak) for name in SCENARIOS[:-1]),
    SCENARIOS[-1],
]
"""Whole games of the shortest scenario, and in the soak of the others."""


@pytest.fixture
def skirmish() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        yield


def begin(_scenario: str, seed: int) -> GameSession:
    return GameSession.begin(small_scenario(12), seed=seed)


def small(games: int = 2, *, verify: bool = True) -> FuzzReport:
    return fuzz(begin, "skirmish/small", games, 1, verify=verify)


@pytest.mark.usefixtures("skirmish")
def test_sound_games_have_no_faults_and_come_out_the_same_again() -> None:
    told: list[str] = []
    report = fuzz(begin, "skirmish/small", 3, 7, told.append)
    assert report.faults == ()
    assert report.games == len(report.results) == 3
    assert [result.seed for result in report.results] == [7, 8, 9]
    assert report.actions == sum(result.steps for result in report.results) > 0
    assert told[-1] == "skirmish/small, game 3 of 3"
    assert fuzz(begin, "skirmish/small", 3, 7).results == report.results
    assert fuzz(begin, "skirmish/small", 3, 7, verify=False).results == report.results


def test_while_games_are_played_cycles_of_garbage_are_looked_for_rarely() -> None:
    before, meanwhile = gc.get_threshold(), []

    def progress(_text: str) -> None:
        meanwhile.append(gc.get_threshold())

    simulations.fuzz("balkan_gambit/1945", 1, 5, progress, verify=False)
    assert meanwhile == [simulations.RARELY]
    assert gc.get_threshold() == before

    def stop(_text: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulations.fuzz("balkan_gambit/1945", 1, 5, stop, verify=False)
    assert gc.get_threshold() == before


def test_games_that_share_their_rules_go_as_they_go_alone() -> None:
    """A second game of a series finds what the first has worked out; nothing of it may differ."""
    series = simulations.fuzz("balkan_gambit/1945", 3, 5, verify=False)
    alone = [simulations.fuzz("balkan_gambit/1945", 1, seed, verify=False) for seed in (5, 6, 7)]
    assert series.results == tuple(result for report in alone for result in report.results)
    first = GameSession.start("boot_camp/balkan_campaign", seed=1)
    second = first.another(2)
    assert second.rules is first.rules
    assert second.opening.state == first.opening.state
    assert second.digest() == GameSession.start("boot_camp/balkan_campaign", seed=2).digest()


@pytest.mark.usefixtures("skirmish")
def test_automatic_games_end() -> None:
    assert auto(begin, "skirmish/small", 2, 1).results[1].decisions == 12 * 2


@pytest.mark.usefixtures("skirmish")
def test_illegal_advice_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    advice = Advice(Raid(UnitId("birch")), "It is red's turn.")
    monkeypatch.setattr(SkirmishRules, "advise", lambda _rules, _state: advice)
    assert auto(begin, "skirmish/small", 1, 1).faults[0].sentence.startswith("BadAdvice")


@pytest.mark.usefixtures("skirmish")
def test_a_broken_invariant_is_a_fault_with_its_action(monkeypatch: pytest.MonkeyPatch) -> None:
    def invariants(_rules: SkirmishRules, state: State) -> tuple[str, ...]:
        return ("The third turn is cursed.",) if state.turn > 2 else ()

    monkeypatch.setattr(SkirmishRules, "invariants", invariants)
    fault = small().faults[0]
    assert (fault.scenario, fault.seed) == ("skirmish/small", 1)
    assert fault.sentence == "The third turn is cursed."
    assert fault.action["is"] in str(fault)
    assert small(verify=False).faults == ()


@pytest.mark.usefixtures("skirmish")
def test_what_must_not_happen_between_decisions_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules are asked of the state before each decision and the one after it."""
    asked: list[tuple[State, State]] = []

    def passage(_rules: SkirmishRules, before: State, after: State) -> tuple[str, ...]:
        asked.append((before, after))
        return ("A turn went by.",) if after.turn > before.turn else ()

    monkeypatch.setattr(SkirmishRules, "passage", passage)
    fault = small().faults[0]
    assert fault.sentence == "A turn went by." and fault.action["is"] in str(fault)
    assert asked and all(before is not after for before, after in asked)
    assert small(verify=False).faults == ()


@pytest.mark.usefixtures("skirmish")
@pytest.mark.parametrize(("at", "steps"), [("dead", 0), (None, 2)])
def test_a_unit_that_changes_and_nobody_tells_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, at: str | None, steps: int
) -> None:
    """It leaves the map, or grows where it stands."""
    apply = SkirmishRules.apply

    def sly(rules: SkirmishRules, state: State, action: Action) -> Step:
        step = apply(rules, state, action)
        if state.turn < 3:
            return step
        unit = next(iter(step.state.pieces))
        piece = replace(step.state.pieces[unit], steps=steps)
        piece = piece if at is None else replace(piece, at=at)
        return replace(step, state=step.state.with_pieces({unit: piece}), events=())

    monkeypatch.setattr(SkirmishRules, "apply", sly)
    fault = small(1).faults[0]
    assert fault.sentence.endswith("and nothing tells of it.")
    assert fault.action
    if at is None:
        assert small(1, verify=False).faults == ()


@pytest.mark.usefixtures("skirmish")
def test_a_dead_end_and_an_exception_are_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    question = SkirmishRules.question

    def nothing(rules: SkirmishRules, state: State) -> object:
        asked = question(rules, state)
        return type(asked)(asked.side, asked.prompt, () if state.turn > 2 else asked.families)

    monkeypatch.setattr(SkirmishRules, "question", nothing)
    assert small().faults[0].sentence == "Nothing is legal and the game is not over."

    def broken(_rules: SkirmishRules, _state: State, _action: Action) -> Step:
        raise LookupError("no such thing")

    monkeypatch.setattr(SkirmishRules, "question", question)
    monkeypatch.setattr(SkirmishRules, "apply", broken)
    assert small(1).faults[0].sentence == "LookupError: no such thing"


@pytest.mark.usefixtures("skirmish")
def test_what_is_offered_and_not_legal_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    question = SkirmishRules.question

    def sure(rules: SkirmishRules, state: State) -> Question:
        asked = question(rules, state)
        known = tuple(replace(family, sure=lambda _any: True) for family in asked.families)
        return replace(asked, families=known)

    monkeypatch.setattr(SkirmishRules, "question", sure)
    monkeypatch.setattr(SkirmishRules, "check", lambda *_: (Objection("S 9", "Never."),))
    fault = small(1).faults[0]
    assert fault.sentence == "What was offered is not legal: Never. [S 9]" and fault.action


@pytest.mark.usefixtures("skirmish")
def test_a_rule_that_forgets_what_it_did_is_found_by_undo_or_replay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    apply, count = SkirmishRules.apply, iter(range(10_000))

    def moody(rules: SkirmishRules, state: State, action: Action) -> Step:
        step = apply(rules, state, action)
        cheat = {**step.state.points, "red": next(count)}  # type: ignore[attr-defined]
        return Step(step.state.having(points=cheat), step.events)

    monkeypatch.setattr(SkirmishRules, "apply", moody)
    assert "comes out as" in small(1).faults[0].sentence


@pytest.mark.parametrize("scenario", FIRST)
def test_a_random_game_of_balkan_gambit_is_sound(scenario: str) -> None:
    report = simulations.fuzz(scenario, 1, 1)
    assert report.faults == ()
    assert len(report.results) == 1


@pytest.mark.parametrize("scenario", FIRST)
def test_an_automatic_game_of_balkan_gambit_is_sound(scenario: str) -> None:
    report = simulations.auto(scenario, 1, 1)
    assert report.faults == ()
    assert all(points > 0 for _, points in report.results[0].points)


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_twenty_random_and_automatic_games_are_sound(scenario: str) -> None:
    assert simulations.fuzz(scenario, 20, 1000).faults == ()
    assert simulations.auto(scenario, 20, 1000).faults == ()
