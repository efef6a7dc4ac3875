"""Replay: a whole log worked out again from the opening, and compared with what is known of it."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Protocol

from engine.core.actions import Roll
from engine.core.chance import draw
from engine.core.charts.chart_set import preface
from engine.core.codec import digest
from engine.core.state import State
from engine.core.system import Rules, Step
from engine.frozen import dataclass
from engine.play.log import ROOT, How, LogTree, Node


class Replayable(Protocol):
    """The part of a game session that replay needs."""

    @property
    def seed(self) -> int:
        """The game's seed."""

    @property
    def log(self) -> LogTree:
        """The log tree."""

    def rules_at(self, node: int) -> Rules:
        """The rules on the board a step was taken on."""

    def begun(self) -> Step:
        """The beginning worked out again."""

    def recorded(self, node: int) -> str | None:
        """The digest a file has of a node; None in memory."""

    def state_at(self, node: int) -> State:
        """The state the session has at a node."""


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """What a replay found: how many steps and rolled dice it went through, and a sentence for each
    difference.
    """

    steps: int
    dice: int
    branches: int
    mismatches: tuple[str, ...]
    seconds: float

    @property
    def same(self) -> bool:
        """True when everything came out as recorded."""
        return not self.mismatches


def replay(
    game: Replayable,
    verify: bool = True,
    *,
    known: Callable[[int], str | None] | None = None,
    sampled: bool = False,
) -> ReplayReport:
    """Play a log again, all branches, from the opening.

    With ``verify`` each state is compared with the digest that ``known`` has of it (by default the
    file's; where nothing is known, the session's own state, or none if ``sampled``: what came out
    otherwise shows in the states that follow, too), and each die the program rolled with the draw
    of the game's seed at its node. Without, only what the rules no longer allow is found.
    """
    started = perf_counter()
    known = game.recorded if known is None else known
    nodes = sorted(game.log, key=lambda node: node.id)
    children = {node.id: len(game.log.children(node.id)) for node in nodes}
    states: dict[int, State] = {ROOT: game.begun().state}
    found: list[str] = []
    if verify and game.log[ROOT].told != preface(game.rules_at(ROOT).scenario.charts):
        found.append("The charts are not those the game was begun with.")
    dice = 0
    for node in nodes:
        if node.parent is not None:
            before = states[node.parent]
            found += _step_faults(game, node, before, verify)
            assert node.action is not None, "only the root has no action"
            states[node.id] = game.rules_at(node.id).apply(before, node.action).state
            dice += node.is_die
            children[node.parent] -= 1
            if not children[node.parent]:
                del states[node.parent]
        expected = known(node.id) if verify else None
        if verify and not (sampled and expected is None):
            found += _digest_faults(game, node, states[node.id], expected)
        if not children[node.id]:
            del states[node.id]
    branches = sum(not game.log.children(node.id) for node in nodes)
    return ReplayReport(len(nodes) - 1, dice, branches, tuple(found), perf_counter() - started)


def _digest_faults(game: Replayable, node: Node, state: State, expected: str | None) -> list[str]:
    if expected is None:
        expected = digest(game.state_at(node.id))
    actual = digest(state)
    if actual == expected:
        return []
    return [f"Step {node.id} comes out as {actual}, recorded is {expected}."]


def _step_faults(game: Replayable, node: Node, before: State, verify: bool) -> list[str]:
    """What is wrong with one step: the rules object, or its die is not the one due."""
    assert node.action is not None and node.parent is not None
    rules = game.rules_at(node.id)
    objections = rules.check(before, node.action)
    if objections:
        return [f"Step {node.id}, {node.action.kind()}, is not allowed: {objections[0]}."]
    if not verify or not isinstance(node.action, Roll):
        return []
    chance = rules.chance(before)
    if chance is None:
        return [f"Step {node.id} rolls a die where none is due."]
    if node.how not in (How.ROLLED, How.REROLLED):
        return []
    due = draw(game.seed, game.log[node.parent].key, node.draw, chance.sides)
    if due == node.action.face:
        return []
    return [f"Step {node.id} shows {node.action.face}, the seed rolls {due} there."]
