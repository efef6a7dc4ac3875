"""Operation Marita and Marita-Merkur: how they begin, whose turn comes first, how long they are."""

from __future__ import annotations

from functools import cache

import pytest

from engine.core.legal import LegalActions
from engine.scenarios import load_scenario
from engine.systems.balkan_front import sequence
from engine.systems.balkan_front.actions import LoseBefore
from engine.systems.balkan_front.politics import garrisons, victory
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.balkan_front.state.records import AirFront, Wearing
from engine.systems.europa.air import fleet
from engine.systems.europa.air.launching import grounding
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, UseRecommended
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, NEUTRAL, Phase
from engine.systems.europa.state.records import SettingUp
from oob.model import UnitId

both = pytest.mark.parametrize("name", ["operation_marita", "marita_merkur"])
BEOGRAD, KORITSA, TIRANA, SOFIA = "14A:2211", "14A:4216", "14A:3719", "14A:3606"

LOST = tuple(LoseBefore(UnitId(f"greek-{name}-mountain")) for name in ("1", "2", "3"))
"""What the Greeks have lost before April."""


@cache
def rules_of(name: str) -> BalkanFront:
    """The rules of a scenario, bound once for all tests."""
    return BalkanFront(load_scenario(f"balkan_front/{name}", {}))


@cache
def deployed(name: str) -> AirFront:
    """A scenario after both recommended set-ups."""
    rules = rules_of(name)
    state = rules.begin().state
    for action in (UseRecommended(), FinishSetUp(), *LOST, UseRecommended(), FinishSetUp()):
        assert not rules.check(state, action), rules.check(state, action)
        state = rules.apply(state, action).state
    assert isinstance(state, AirFront)
    return state


@cache
def worn_greeks() -> AirFront:
    """Operation Marita when the Allies have set up: their earlier losses are due."""
    rules = rules_of("operation_marita")
    state = rules.begin().state
    for action in (UseRecommended(), FinishSetUp()):
        state = rules.apply(state, action).state
    assert isinstance(state, AirFront)
    return state


def test_the_turn_record_tells_of_losses_between_the_set_ups() -> None:
    """(BF 33B2.2) No side sets up while the Greeks choose what they have lost."""
    rules, state = rules_of("operation_marita"), worn_greeks()
    shown = rules.phases(state)
    assert shown.phases == ("Allied set-up", "Losses of Greece", "Axis set-up") and shown.phase == 1
    for action in LOST:
        state = rules.apply(state, action).state
    after = rules.phases(state)
    assert after.phases[after.phase] == "Axis set-up" and len(after.phases) == 2


def test_a_division_reduced_to_its_cadre_counts_in_full_among_the_losses() -> None:
    """BF-33B2.2: three mountain divisions of 5 are the fifteen points of the Greeks."""
    rules, state = rules_of("operation_marita"), worn_greeks()
    assert state.top == Wearing(ALLIED, "greek", 15)
    assert rules.describe(state, LOST[0]).endswith(" (5 points)")
    state = rules.apply(state, LOST[0]).state
    assert isinstance(state, AirFront) and state.top == Wearing(ALLIED, "greek", 10)
    assert rules.position(state).facts(LOST[0].unit).cadre
    assert [o.rule for o in rules.check(state, LOST[0])] == ["BF-33B2.2"], (
        "its cadre counts no more"
    )
    for action in LOST[1:]:
        state = rules.apply(state, action).state
    assert state.top == SettingUp(AXIS)


def test_what_else_may_be_lost_before_the_first_turn() -> None:
    """BF-33B2.2: any unit of the nation with an attack strength, offered as it is allowed."""
    rules, state = rules_of("operation_marita"), worn_greeks()
    legal = LegalActions(rules.question(state).families, lambda action: rules.check(state, action))
    offered = {action.unit for action in legal if isinstance(action, LoseBefore)}
    assert {"greek-1-mountain", "greek-39-ev-mountain-regiment"} <= offered
    for unit in ("british-14-brigade", "greek-bel-fortress", "italian-3-julia"):
        assert UnitId(unit) not in offered
        refused = rules.check(state, LoseBefore(UnitId(unit)))
        assert [objection.rule for objection in refused] == ["BF-33B2.2"]
    small = rules.apply(state, LoseBefore(UnitId("greek-39-ev-mountain-regiment"))).state
    assert isinstance(small, AirFront)
    assert small.pieces[UnitId("greek-39-ev-mountain-regiment")].at == DEAD
    assert small.top == Wearing(ALLIED, "greek", 14)


@pytest.mark.parametrize(
    ("points", "many"), [(2, "2 more attack strength points"), (1, "1 more attack strength point")]
)
def test_the_losses_that_are_due_are_counted(points: int, many: str) -> None:
    due = worn_greeks().popped().pushed(Wearing(ALLIED, "greek", points))
    asked = rules_of("operation_marita").question(due)
    assert asked.prompt == f"Greece has lost {many} before the first turn: choose units."


def test_the_automatic_player_loses_what_leaves_cadres() -> None:
    """BF-33B2.2"""
    rules, state = rules_of("operation_marita"), worn_greeks()
    advice = rules.advise(state)
    assert advice is not None and isinstance(advice.action, LoseBefore)
    assert rules.position(state).facts(advice.action.unit).has_cadre


@both
def test_they_run_from_april_to_april_or_june(name: str) -> None:
    """BF-33B1.1, 33C1.1"""
    figures, calendar = rules_of(name).context.figures, rules_of(name).context.calendar
    assert calendar.name(figures.first) == "Apr I 41"
    last = {"operation_marita": "Apr II 41", "marita_merkur": "Jun II 41"}
    assert calendar.name(figures.turns) == last[name]


@both
def test_both_maps_and_forces_of_their_own(name: str) -> None:
    """BF-33B2.1, 33C2.1: nothing is off the board; every unit stands that was deployed."""
    context, state = rules_of(name).context, deployed(name)
    assert not context.off_sheets
    for row in context.figures.deployments:
        if row.place in context.figures.starts_at:
            assert all(state.pieces[unit].at not in ("pool", "pending") for unit in row.units)


@both
def test_the_surprise_turn_comes_first(name: str) -> None:
    """BF-33B2.3, 28A2b.4: the Allies set up, the Axis sets up, Germany attacks."""
    begun = rules_of(name).begin().state
    assert begun.flow[1:] == (SettingUp(AXIS), Wearing(ALLIED, "greek", 15), SettingUp(ALLIED))
    pos = rules_of(name).position(deployed(name))
    slots = sequence.slots(pos)
    assert slots[1:5] == (
        (Phase.SURPRISE_INITIAL, AXIS),
        (Phase.SURPRISE_MOVEMENT, AXIS),
        (Phase.SURPRISE_AIR, AXIS),
        (Phase.SURPRISE_COMBAT, AXIS),
    )
    assert slots[5] == (Phase.INITIAL, AXIS)


@both
def test_how_nations_stand(name: str) -> None:
    """BF-33B2.4: Bulgaria is passive for a turn, Yugoslavia is Allied, Germany has intervened."""
    state = deployed(name)
    assert state.entered == state.turn
    assert state.joined["bulgarian"] == AXIS
    assert state.status["bulgarian"] == "passive participation"
    assert state.joined["yugoslav"] == ALLIED
    row = rules_of(name).context.charts.nations.status("bulgarian", "passive participation")
    assert row is not None
    assert row.then == "partial participation"


@both
def test_who_owns_what(name: str) -> None:
    """BF-33B2.5"""
    pos = rules_of(name).position(deployed(name))
    owners = [pos.owner_of(pos.context.hex_of(at)) for at in (BEOGRAD, KORITSA, TIRANA, SOFIA)]
    assert owners == [ALLIED, ALLIED, AXIS, AXIS]
    assert pos.state.joined["turkish"] == NEUTRAL


@both
def test_they_are_decided_by_points(name: str) -> None:
    """BF-33B3.1, 33C3.1: the standard rules of victory; Albanian cities are held already."""
    context = rules_of(name).context
    assert context.figures.contest == "points"
    state = deployed(name)
    doing = rules_of(name).position(state.having(turn=context.figures.turns))
    assert victory.outcome(doing).points == ((AXIS, 0), (ALLIED, 2))


def test_only_the_intervention_forces_fly_in_the_surprise_turn() -> None:
    """BF-28A2b.8"""
    rules = rules_of("operation_marita")
    pos = rules.position(deployed("operation_marita").having(surprise=True))
    for unit, rule in (("german-ju-87b", ""), ("italian-g-50", "BF-28A2b.8")):
        found = [objection.rule for objection in grounding(pos, unit)]
        assert found == ([rule] if rule else [])


def test_the_intervention_forces_are_those_of_both_lists() -> None:
    """BF-28A2b.6, 28A2b.7: with their air units."""
    pos = rules_of("operation_marita").position(deployed("operation_marita"))
    for unit in ("german-2-panzer", "german-5-panzer", "german-8-panzer"):
        assert pos.intervenes(UnitId(unit))
        assert pos.piece(UnitId(unit)).hex is not None
    assert sum(fleet.facts(pos, u).nation == "german" for u in fleet.of_side(pos, AXIS)) > 20
    assert all(piece.at != DEAD for piece in pos.state.pieces.values())


@both
def test_the_garrison_of_crete_is_kept_as_play_begins(name: str) -> None:
    """(BF 28B1c) It was short of half an equivalent, for a point before the Allies had moved."""
    pos = rules_of(name).position(deployed(name))
    assert [found.name for found in garrisons.duties(pos, ALLIED) if found.short] == []
