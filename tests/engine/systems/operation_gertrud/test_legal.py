"""What is offered is legal, and what is legal is offered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from engine.core.actions import Action, Roll
from engine.core.chance import Stream
from engine.systems.operation_gertrud import actions as do
from engine.systems.operation_gertrud.battle.battle_actions import AddUnit, DeclareAttack
from engine.systems.operation_gertrud.rules import HANDLERS
from engine.systems.operation_gertrud.state.records import Board
from engine.systems.operation_gertrud.view.messages import templates
from maps.hexgrid import Hex
from tests.engine.systems.operation_gertrud.desk import SCENARIOS, Desk, rules_of
from tests.examples import IS_SOAK

STEPS = 1500


@cache
def played(scenario: str, seed: int = 3) -> tuple[tuple[Board, Action], ...]:
    """Each state of one random game with the action taken."""
    rules, stream = rules_of(scenario), Stream(seed, scenario)
    state = rules.begin().state
    line: list[tuple[Board, Action]] = []
    for _ in range(STEPS):
        if not state.flow:
            break
        node = rules.chance(state)
        desk = Desk(scenario)
        assert isinstance(state, Board)
        desk.state = state
        action: Action | None = (
            desk.legal.random(stream) if node is None else Roll(1 + stream.below(node.sides))
        )
        assert action is not None, f"a dead end: {state.top}"
        step = rules.apply(state, action)
        line.append((state, action))
        state = step.state
    return tuple(line)


def sampled(scenario: str) -> list[Board]:
    """Some states of every kind of decision; of scenarios but the first half as many in
    `make test`.
    """
    kept: dict[str, list[Board]] = {}
    for state, _ in played(scenario):
        kept.setdefault(type(state.top).__name__ + state.active, []).append(state)
    found = [state for states in kept.values() for state in states[:: max(1, len(states) // 2)][:2]]
    return found if IS_SOAK or scenario == SCENARIOS[0] else found[::2]


def universe(state: Board) -> Iterator[Action]:
    """Every simple action about some units and hexes, offered or not."""
    kinds = HANDLERS[type(state.top)].actions
    units = list(state.pieces)[:: max(1, len(state.pieces) // 12)]
    hexes = [piece.at for piece in state.pieces.values() if isinstance(piece.at, Hex)][::5]
    hexes += [near for at in hexes[:4] for near in at.neighbours()] + [Hex(500, 500)]
    for unit in units:
        for kind in (do.Restore, AddUnit):
            if kind in kinds:
                yield kind(unit)
        for at in hexes:
            yield from (k(unit, at) for k in (do.PlaceUnit, do.Move, do.Paradrop) if k in kinds)
            if do.Rebuild in kinds:
                yield do.Rebuild(unit, at, True)
    if DeclareAttack in kinds:
        yield from (DeclareAttack(at) for at in hexes)
    for marker in state.support:
        if do.RebuildAir in kinds:
            yield do.RebuildAir(marker)
        if do.NameExperten in kinds:
            yield do.NameExperten(marker)
        for at in hexes:
            yield from (k(marker, at) for k in (do.Interdict, do.SupplyDrop) if k in kinds)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_random_game_ends_and_is_sound(scenario: str) -> None:
    rules = rules_of(scenario)
    line = played(scenario)
    state, action = line[-1]
    end = rules.apply(state, action).state
    assert rules.outcome(end) is not None
    assert not any(rules.invariants(state) for state, _ in line[::7])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_all_that_is_offered_is_legal_and_all_that_is_legal_is_offered(scenario: str) -> None:
    for state in sampled(scenario):
        desk = Desk(scenario)
        desk.state = state
        if desk.rules.chance(state) is not None:
            continue
        offered = set(desk.legal)
        assert offered, f"nothing to do at {state.top}"
        for action in universe(state):
            assert (action in desk.legal) is (action in offered), f"{action} at {state.top}"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_actions_of_a_unit_are_those_about_it(scenario: str) -> None:
    for state in sampled(scenario)[::3]:
        desk = Desk(scenario)
        desk.state = state
        if desk.rules.chance(state) is not None:
            continue
        offered = list(desk.legal)
        for unit in list(state.pieces)[::9]:
            about = {action for action in offered if unit in action.who()}
            assert about <= set(desk.legal.of(unit)), f"{unit} at {state.top}"


def test_no_sentence_is_written_for_nothing() -> None:
    """Every template is a word some code tells."""
    from pathlib import Path

    import engine.rules as library
    import engine.systems.operation_gertrud as package

    folders = [Path(module.__file__ or "").parent for module in (library, package)]
    files = [file for folder in folders for file in sorted(folder.rglob("*.py"))]
    code = "\n".join(file.read_text("utf-8") for file in files)
    unused = [word for word in templates() if f'"{word}"' not in code]
    assert unused == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_displays_are_shown_in_every_position(scenario: str) -> None:
    rules = rules_of(scenario)
    for state in sampled(scenario):
        ids = [display.id for display in rules.displays(state)]
        assert len(ids) == len(set(ids))
        assert {"victory", "ultra", "replacements", "missions", "dead"} <= set(ids)
        assert len(rules.counters(state)) == len(state.pieces)
        view = rules.phases(state)
        assert 0 <= view.phase < len(view.phases)
        assert rules.markers(state) is not None
        assert rules.due(state, 1, 10)
        assert {figure.side for figure in rules.figures(state)} == {"german", "allied"}
