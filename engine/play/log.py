"""The log of a game: a tree of decisions and dice. Nothing is ever lost; undo only moves the cursor."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.core.actions import Action

ROOT = 0
"""Id of the node before the first action."""


class How(StrEnum):
    """How a step came about."""

    START = "start"
    CHOSEN = "chosen"
    BOT = "bot"
    ROLLED = "rolled"
    REROLLED = "rerolled"
    TYPED = "typed"


DICE = frozenset({How.ROLLED, How.REROLLED, How.TYPED})


@dataclass(frozen=True, slots=True)
class Node:
    """One step of a game: the action, how it came about, and what was told of it.

    ``key`` is the node's identity for chance: it depends only on the actions that led here, not on the
    order in which branches were explored. ``draw`` counts the rolls made at the parent (0 for the
    first; more for re-rolls). ``told`` are (rule, sentence) pairs.
    """

    id: int
    parent: int | None
    action: Action | None
    how: How
    draw: int
    key: str
    side: str
    told: tuple[tuple[str, str], ...] = ()

    @property
    def is_die(self) -> bool:
        """True when the step answers a die and not a player's decision."""
        return self.how in DICE


def child_key(parent: str, plain_action: Any) -> str:
    """Chance identity of the node that an action leads to."""
    text = json.dumps(plain_action, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(f"{parent}|{text}".encode(), digest_size=8).hexdigest()


class LogTree:
    """All nodes of one game, the current one, and which child was visited last at each branching."""

    def __init__(self, nodes: Iterable[Node] = (), current: int = ROOT) -> None:
        self._nodes: dict[int, Node] = {}
        self._children: dict[int, list[int]] = {}
        self._latest: dict[int, int] = {}
        self._next_id = 0
        for node in nodes:
            self._put(node)
        if not self._nodes:
            self._put(Node(ROOT, None, None, How.START, 0, "start", ""))
        self.current = ROOT
        self.goto(current)

    def __getitem__(self, node: int) -> Node:
        return self._nodes[node]

    def __len__(self) -> int:
        return len(self._nodes)

    def __contains__(self, node: object) -> bool:
        return node in self._nodes

    def __iter__(self) -> Iterator[Node]:
        return iter(self._nodes.values())

    @property
    def here(self) -> Node:
        """The current node."""
        return self._nodes[self.current]

    def newer_than(self, node: int) -> list[Node]:
        """The nodes added after node ``node``, oldest first."""
        return [self._nodes[i] for i in range(node + 1, self._next_id) if i in self._nodes]

    def children(self, node: int) -> list[Node]:
        """The steps that were tried from a node, oldest first."""
        return [self._nodes[child] for child in self._children.get(node, ())]

    def grow(
        self,
        action: Action,
        how: How,
        *,
        plain: Any,
        side: str,
        draw: int = 0,
        told: tuple[tuple[str, str], ...] = (),
    ) -> Node:
        """Add a step from the current node and stand on it."""
        here = self.here
        key = child_key(here.key, plain)
        if draw:
            key = child_key(key, draw)
        node = Node(self._next_id, here.id, action, how, draw, key, side, told)
        self._put(node)
        self.goto(node.id)
        return node

    def existing(self, action: Action) -> Node | None:
        """The newest child of the current node that takes the same action, or None."""
        for node in reversed(self.children(self.current)):
            if node.action == action:
                return node
        return None

    def rolls(self) -> int:
        """How many dice the program has rolled at the current node, over all branches."""
        return sum(node.how in (How.ROLLED, How.REROLLED) for node in self.children(self.current))

    def line(self, node: int | None = None) -> list[Node]:
        """The nodes from the first step to ``node`` (the current one by default), without the root."""
        found: list[Node] = []
        at: int | None = self.current if node is None else node
        while at is not None and at != ROOT:
            found.append(self._nodes[at])
            at = self._nodes[at].parent
        found.reverse()
        return found

    def ahead(self) -> list[Node]:
        """The steps that redo would take, to the end of the line visited last."""
        found: list[Node] = []
        at = self._latest.get(self.current)
        while at is not None:
            found.append(self._nodes[at])
            at = self._latest.get(at)
        return found

    def undo_target(self) -> int | None:
        """The decision before the last one: undo goes back through the dice that followed it."""
        at: int | None = self.current
        while at is not None and at != ROOT:
            node = self._nodes[at]
            at = node.parent
            if not node.is_die:
                return at
        return None

    def redo_target(self) -> int | None:
        """The end of the next decision with its dice, along the line visited last."""
        ahead = self.ahead()
        if not ahead:
            return None
        target = ahead[0].id
        for node in ahead[1:]:
            if not node.is_die:
                break
            target = node.id
        return target

    def goto(self, node: int) -> None:
        """Stand on a node. Raises KeyError when there is none."""
        self.current = self._nodes[node].id
        at = self._nodes[node]
        while at.parent is not None and self._latest.get(at.parent) != at.id:
            self._latest[at.parent] = at.id
            at = self._nodes[at.parent]

    def _put(self, node: Node) -> None:
        self._nodes[node.id] = node
        self._next_id = max(self._next_id, node.id + 1)
        if node.parent is not None:
            self._children.setdefault(node.parent, []).append(node.id)
            self._latest[node.parent] = node.id
