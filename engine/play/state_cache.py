"""The states a game keeps in memory: all recent ones, and every so many of the older."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.state import State

RECENT = 400
"""How many of the newest states are always kept."""

SPACING = 32
"""Of the older states, those whose node id is a multiple of this are kept."""


class StateCache:
    """States by node. The root's is never dropped to make room; others are replayed then."""

    def __init__(self) -> None:
        self._states: dict[int, State] = {}
        self._limit = 3 * RECENT

    def __contains__(self, node: int) -> bool:
        return node in self._states

    def __len__(self) -> int:
        return len(self._states)

    def get(self, node: int) -> State | None:
        """The state at a node, or None when it is not held."""
        return self._states.get(node)

    def hold(self, node: int, state: State) -> None:
        """Keep a state, dropping older ones when there are too many."""
        self._states[node] = state
        if len(self._states) > self._limit:
            self._thin_out()

    def forget_from(self, node: int) -> None:
        """Drop the states of all nodes from an id on."""
        self._states = {held: state for held, state in self._states.items() if held < node}

    def forget(self, nodes: Iterable[int]) -> None:
        """Drop the states of steps that are no more."""
        for node in nodes:
            self._states.pop(node, None)

    def _thin_out(self) -> None:
        newest = sorted(self._states)[-RECENT:]
        floor = newest[0]
        self._states = {
            held: state
            for held, state in self._states.items()
            if held >= floor or held % SPACING == 0
        }
        self._limit = max(3 * RECENT, 2 * len(self._states))
