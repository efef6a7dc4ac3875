"""The log of a game: a tree of decisions and dice. Nothing is lost; undo only moves the cursor."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from engine.core.actions import Action
from engine.frozen import dataclass
from engine.play.sentences import Pair

ROOT = 0
"""Id of the node before the first action."""

_REVISIONS = itertools.count(1)


class How(StrEnum):
    """How a step came about. One taken together belongs to the decision before it: undo and redo
    go through both at once.
    """

    START = "start"
    CHOSEN = "chosen"
    TOGETHER = "together"
    BOT = "bot"
    ROLLED = "rolled"
    REROLLED = "rerolled"
    TYPED = "typed"
    REFEREE = "referee"


DICE = frozenset({How.ROLLED, How.REROLLED, How.TYPED})


@dataclass(frozen=True, slots=True)
class Node:
    """One step of a game: the action, how it came about, and what was told of it.

    ``key`` is the node's identity for chance: it depends only on the actions that led here, not on
    the order in which branches were explored. ``draw`` counts the rolls made at the parent (0 for
    the first; more for re-rolls). ``told`` are (rule, sentence) pairs. ``board`` is the revision of
    the board the step was taken on, 0 for one never edited. ``why`` is the automatic player's
    reason.
    """

    id: int
    parent: int | None
    action: Action | None
    how: How
    draw: int
    key: str
    side: str
    told: Sequence[Pair] = ()
    board: int = 0
    why: str = ""

    @property
    def is_die(self) -> bool:
        """True when the step answers a die and not a player's decision."""
        return self.how in DICE

    @property
    def face(self) -> int | None:
        """What the die shows that the step answers; None for a player's decision."""
        face = getattr(self.action, "face", None)
        return face if self.is_die and isinstance(face, int) else None

    @property
    def follows_on(self) -> bool:
        """True when the step is part of the decision before it: a die, or one of a group's."""
        return self.how in DICE or self.how is How.TOGETHER


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def child_key(parent: str, plain_action: object) -> str:
    """Chance identity of the node that an action leads to."""
    return key_after(parent, canonical(plain_action))


def canonical(plain_action: object) -> str:
    """The one text of an action, in whatever order its fields were written."""
    return _CANONICAL.encode(plain_action)


def key_after(parent: str, text: str) -> str:
    """Chance identity of the node that an action leads to, from the action's canonical text."""
    return hashlib.blake2b(f"{parent}|{text}".encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a log stood: what :meth:`LogTree.go_back_to` needs to stand there again."""

    current: int
    tip: int
    next_id: int


class LogTree:
    """All nodes of one game, the current one, and which child was visited last at each branching.

    ``tip`` is the end of the line through ``current`` that was visited last, ``told`` what a tree
    without nodes tells of the beginning, and ``board`` the revision of the board it begins on.
    ``revision`` is another number whenever steps were added or removed, also from that of any other
    tree; ``losses`` counts how often some were removed.
    """

    def __init__(
        self,
        nodes: Iterable[Node] = (),
        current: int = ROOT,
        tip: int | None = None,
        told: Sequence[Pair] = (),
        board: int = 0,
    ) -> None:
        self._nodes: dict[int, Node] = {}
        self._children: dict[int, list[int]] = {}
        self._latest: dict[int, int] = {}
        self._counts: Counter[How] = Counter()
        self._visited: set[int] | None = None
        self._line_count: int | None = 1
        self._next_id = 0
        self.revision = 0
        self.losses = 0
        for node in nodes:
            self._put(node)
        if not self._nodes:
            self._put(Node(ROOT, None, None, How.START, 0, "start", "", told, board))
        self.current = ROOT
        self.goto(current if tip is None else tip)
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

    def has(self, *ways: How) -> bool:
        """Whether any step of the tree, on whatever line, was taken in one of these ways."""
        return any(self._counts[how] for how in ways)

    @property
    def has_dice(self) -> bool:
        """Whether any step of the tree, on whatever line, answers a die."""
        return self.has(*DICE)

    def newer_than(self, node: int) -> list[Node]:
        """The nodes added after node ``node``, oldest first."""
        return [self._nodes[i] for i in range(node + 1, self._next_id) if i in self._nodes]

    def children(self, node: int) -> list[Node]:
        """The steps that were tried from a node, oldest first."""
        return [self._nodes[child] for child in self._children.get(node, ())]

    def following(self, node: int) -> Sequence[int]:
        """The same by their numbers."""
        return self._children.get(node, ())

    def grow(
        self,
        action: Action,
        how: How,
        *,
        plain: object,
        side: str,
        draw: int = 0,
        told: Sequence[Pair] = (),
        board: int = 0,
        why: str = "",
    ) -> Node:
        """Add a step from the current node and stand on it."""
        here = self.here
        key = child_key(here.key, plain)
        if draw:
            key = child_key(key, draw)
        node = Node(self._next_id, here.id, action, how, draw, key, side, told, board, why)
        self._put(node)
        self.current = node.id
        return node

    def existing(self, action: Action, how: How, draw: int, board: int) -> Node | None:
        """The newest child of the current node that is the very same step, or None."""
        for node in reversed(self.children(self.current)):
            if (node.action, node.how, node.draw, node.board) == (action, how, draw, board):
                return node
        return None

    def rolls(self, board: int) -> list[Node]:
        """The dice the program has rolled at the current node on that board, oldest first."""
        return [
            node
            for node in self.children(self.current)
            if node.how in (How.ROLLED, How.REROLLED) and node.board == board
        ]

    def visited_last(self, node: int) -> int | None:
        """The child of a node that was stood on (or passed) last; None at the end of a line."""
        return self._latest.get(node)

    def back(self, node: int | None = None) -> Iterator[Node]:
        """The steps from ``node`` (by default the current one) back to the first, root left out."""
        at: int | None = self.current if node is None else node
        while at is not None and at != ROOT:
            found = self._nodes[at]
            yield found
            at = found.parent

    def follows(self, step: int) -> bool:
        """Whether the current node is a step, or lies after it on its line."""
        later = itertools.takewhile(lambda node: node.id >= step, self.back())
        return step == ROOT or any(node.id == step for node in later)

    def faces(self, node: int) -> tuple[int, ...]:
        """The dice that what a step tells was made of: its own, and those just before it that told
        nothing; none of a step that is no die.
        """
        found: list[int] = []
        for step in self.back(node):
            if step.face is None or (found and step.told):
                break
            found.append(step.face)
        return tuple(reversed(found))

    def line(self, node: int | None = None) -> list[Node]:
        """The nodes from the first step to ``node`` (by default the current one), root left out."""
        found = list(self.back(node))
        found.reverse()
        return found

    def coming(self) -> Iterator[Node]:
        """The steps that redo would take, one after the other."""
        at = self._latest.get(self.current)
        while at is not None:
            yield self._nodes[at]
            at = self._latest.get(at)

    def ahead(self) -> list[Node]:
        """The steps that redo would take, to the end of the line visited last."""
        return list(self.coming())

    @property
    def tip(self) -> int:
        """The end of the line that redo would follow."""
        at = self.current
        while (after := self._latest.get(at)) is not None:
            at = after
        return at

    def mark(self) -> Mark:
        """Where the log stands now."""
        return Mark(self.current, self.tip, self._next_id)

    def go_back_to(self, mark: Mark) -> None:
        """Forget all steps added since a mark and stand where one stood then."""
        for ident in range(mark.next_id, self._next_id):
            gone = self._nodes.pop(ident)
            parent = gone.parent
            self._counts[gone.how] -= 1
            self._children.pop(ident, None)
            self._latest.pop(ident, None)
            if parent is not None and parent < mark.next_id:
                self._children[parent].remove(ident)
                self._latest.pop(parent, None)
                if self._children[parent]:
                    self._latest[parent] = self._children[parent][-1]
        if self._next_id != mark.next_id:
            self._lost()
        self._next_id = mark.next_id
        self.goto(mark.tip)
        self.goto(mark.current)

    def ends(self) -> list[int]:
        """The steps that nothing follows, oldest first."""
        return [node for node in self._nodes if not self._children.get(node)]

    @property
    def line_count(self) -> int:
        """How many lines the log has; the one begun last is the last of them."""
        if self._line_count is None:
            self._line_count = len(self.ends())
        return self._line_count

    def below(self, node: int) -> list[int]:
        """A step and all that follow it on any line, each after the one it follows."""
        found = [node]
        for at in found:
            found.extend(self._children.get(at, ()))
        return found

    def prune(self, node: int) -> list[int]:
        """Forget a step and all that follows it; what was forgotten.

        Who is there is on the step before it afterwards. Raises KeyError for an unknown
        step, ValueError for the root.
        """
        parent = self._nodes[node].parent
        if parent is None:
            raise ValueError("The beginning of a game cannot be removed from its log.")
        gone = self.below(node)
        if self.current in gone:
            self.goto(parent)
        for ident in gone:
            self._counts[self._nodes.pop(ident).how] -= 1
            self._children.pop(ident, None)
            self._latest.pop(ident, None)
        self._lost()
        self._children[parent].remove(node)
        if self._latest.get(parent) == node:
            del self._latest[parent]
            if self._children[parent]:
                self._latest[parent] = self._children[parent][-1]
        return gone

    def undo_target(self) -> int | None:
        """The decision before the last one: undo goes back through the dice that followed it, and
        through all that was decided together.
        """
        at: int | None = self.current
        while at is not None and at != ROOT:
            node = self._nodes[at]
            at = node.parent
            if not node.follows_on:
                return at
        return None

    def redo_target(self) -> int | None:
        """The end of the next decision with its dice and all that was decided with it, along the
        line visited last.
        """
        target: int | None = None
        for node in self.coming():
            if target is not None and not node.follows_on:
                break
            target = node.id
        return target

    def goto(self, node: int) -> None:
        """Stand on a node. Raises KeyError when there is none."""
        at = self._nodes[node]
        if node not in self._visited_last():  # or else every step before it leads to it already
            self._visited = None
            while at.parent is not None:
                self._latest[at.parent] = at.id
                at = self._nodes[at.parent]
        self.current = node

    def _visited_last(self) -> set[int]:
        """The steps of the line from the first to :attr:`tip`; it is kept while it only grows."""
        if self._visited is None:
            at: int | None = ROOT
            self._visited = set()
            while at is not None:
                self._visited.add(at)
                at = self._latest.get(at)
        return self._visited

    def _lost(self) -> None:
        self._visited = self._line_count = None
        self.losses += 1
        self.revision = next(_REVISIONS)

    def _put(self, node: Node) -> None:
        self.revision = next(_REVISIONS)
        self._nodes[node.id] = node
        self._counts[node.how] += 1
        self._next_id = max(self._next_id, node.id + 1)
        if node.parent is not None:
            siblings = self._children.setdefault(node.parent, [])
            siblings.append(node.id)
            if self._line_count is not None and len(siblings) > 1:
                self._line_count += 1
            if self._visited is not None and node.parent in self._visited:
                if node.parent in self._latest:
                    self._visited = None
                else:
                    self._visited.add(node.id)
            self._latest[node.parent] = node.id
