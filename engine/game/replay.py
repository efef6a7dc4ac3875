"""Steps already taken: each is replayed by the rules on the board as it was when it was taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from engine.core.charts.chart_set import preface
from engine.core.codec import Codec, digest
from engine.core.referee import Overrule
from engine.core.state import State
from engine.core.system import Rules, Scenario
from engine.game.overrides import applied
from engine.game.set_up.failing import RULES_FAIL
from engine.play.log import ROOT, LogTree, Node
from engine.scenarios import system_of
from engine.store.rows.boards import Board
from maps.errors import KnownError

Recorded = Callable[[int], str | None]
"""The digest that a file has of a step; None in memory."""

Where = Path | None
"""A game's file, if it has one."""

BOARDS_AT_HAND = 8
"""How many earlier boards of an edited map a game keeps rules for at a time."""


class Replay:
    """The rules of earlier boards, and what steps lead to under them."""

    def __init__(self, scenario: Scenario, codec: Codec, board: Board | None) -> None:
        self._scenario = scenario
        self._system = system_of(scenario.system)
        self._codec = codec
        self._board = board
        self._rules: dict[int, Rules] = {}

    def rules_at(self, step: Node, present: Rules) -> Rules:
        """The rules a step was taken under; ``present`` are those of the board as it is now."""
        if self._board is None or step.board == self._board.revision:
            return present
        if step.board not in self._rules:
            if len(self._rules) >= BOARDS_AT_HAND:
                self._rules.clear()
            past = replace(self._scenario, map=self._board.at(step.board))
            self._rules[step.board] = self._system.bind(past)
        return self._rules[step.board]

    def after(self, step: Node, state: State, rules: Rules) -> State:
        """The state a step leads to from the one before it, worked out in full."""
        assert step.action is not None, "only the root has no action"
        return applied(rules, self._codec, state, step.action).state

    def repeated(self, step: Node, state: State, rules: Rules) -> State:
        """The state a step led to from the one before it, by the quickest way."""
        assert step.action is not None, "only the root has no action"
        if isinstance(step.action, Overrule):
            return self.after(step, state, rules)
        return rules.repeat(state, step.action, len(step.told))

    def along(
        self, steps: Sequence[Node], state: State, present: Rules, recorded: Recorded, path: Where
    ) -> list[tuple[Node, State]]:
        """What steps that follow each other lead to from a state, by the quickest way; in full when
        that does not end where the file says. Raises KnownError when the rules cannot do a step
        that was saved.
        """
        found = self._each(steps, state, self.repeated, present, recorded, path)
        if found and recorded(steps[-1].id) not in (None, digest(found[-1][1])):
            return self._each(steps, state, self.after, present, recorded, path)
        return found

    def _each(
        self,
        steps: Sequence[Node],
        state: State,
        way: Callable[[Node, State, Rules], State],
        present: Rules,
        recorded: Recorded,
        path: Where,
    ) -> list[tuple[Node, State]]:
        found = []
        for step in steps:
            try:
                state = way(step, state, self.rules_at(step, present))
            except RULES_FAIL as error:
                if recorded(step.id) is None:
                    raise
                raise unplayable(path, step, error) from error
            found.append((step, state))
        return found

    def verify(
        self, log: LogTree, present: Rules, expected: Callable[[int], str], begun: State
    ) -> tuple[int, ...]:
        """Replay a whole log from its beginning; the steps whose digest is not as ``expected``.

        The root is among them when the charts are not those the log was begun with; so are steps
        that the rules cannot do any more, with all that follow them.
        """
        states: dict[int, State | None] = {ROOT: begun}
        children = {node.id: len(log.children(node.id)) for node in log}
        wrong = []
        for node in sorted(log, key=lambda node: node.id):
            if node.parent is not None:
                states[node.id] = self._tried(node, states[node.parent], present)
                children[node.parent] -= 1
                if not children[node.parent]:
                    del states[node.parent]
            same = node.parent is not None or node.told == preface(self._scenario.charts)
            state = states[node.id]
            if not same or state is None or digest(state) != expected(node.id):
                wrong.append(node.id)
        return tuple(wrong)

    def _tried(self, step: Node, state: State | None, present: Rules) -> State | None:
        """The state a step leads to; None when the rules cannot do it, or one before it."""
        if state is None:
            return None
        try:
            return self.after(step, state, self.rules_at(step, present))
        except RULES_FAIL:
            return None


def unplayable(path: Path | None, step: Node, error: Exception) -> KnownError:
    """What to tell when a saved step cannot be replayed."""
    return KnownError(
        f"{path}, step {step.id}",
        f"cannot be replayed with the rules as they are now ({error!r}).",
        "Open the file with the Sandtable it was played with, or a copy made earlier.",
    )
