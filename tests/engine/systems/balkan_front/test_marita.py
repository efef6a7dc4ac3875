"""Operation Marita and Marita-Merkur: how they begin, whose turn comes first, how long they are."""

from __future__ import annotations

from functools import cache

import pytest

from engine.scenarios import load_scenario
from engine.systems.balkan_front import sequence
from engine.systems.balkan_front.politics import victory
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.balkan_front.state.records import AirFront
from engine.systems.europa.air import fleet
from engine.systems.europa.air.launching import grounding
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, UseRecommended
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, NEUTRAL, Phase
from engine.systems.europa.state.records import SettingUp
from oob.model import UnitId

both = pytest.mark.parametrize("name", ["operation_marita", "marita_merkur"])
BEOGRAD, KORITSA, TIRANA, SOFIA = "14A:2211", "14A:4216", "14A:3719", "14A:3606"


@cache
def rules_of(name: str) -> BalkanFront:
    """The rules of a scenario, bound once for all tests."""
    return BalkanFront(load_scenario(f"balkan_front/{name}", {}))


@cache
def deployed(name: str) -> AirFront:
    """A scenario after both recommended set-ups."""
    rules = rules_of(name)
    state = rules.begin().state
    for _side in range(2):
        for action in (UseRecommended(), FinishSetUp()):
            assert not rules.check(state, action), rules.check(state, action)
            state = rules.apply(state, action).state
    assert isinstance(state, AirFront)
    return state


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
    assert begun.flow[1:] == (SettingUp(AXIS), SettingUp(ALLIED))
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
