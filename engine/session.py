"""The one door: play a game (:class:`GameSession`). Window, command line, bots, fuzzer and tests all use it.

A session holds the log tree, the rules bound to a scenario, and, when it plays in a project file, the file.
Nothing is unsaved: each act is committed before it returns.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from engine.core.actions import Action, IllegalAction, Objection, Roll
from engine.core.chance import ChanceNode, draw
from engine.core.codec import Codec, digest
from engine.core.display import Outcome
from engine.core.events import Event
from engine.core.legal import LegalActions
from engine.core.state import NOBODY, State
from engine.core.system import Rules, Scenario
from engine.play.log import ROOT, How, LogTree, Node
from engine.scenarios import load_scenario, system_of
from engine.store.games import GameRecord, GameStore, NodeRow, SnapshotRow


SNAPSHOT_EVERY = 64
"""How many steps apart the states are that a file keeps for quick opening."""


class Dice(StrEnum):
    """Who makes the dice: the program at once, the player by typing, or ask each time."""

    PROGRAM = "program"
    TYPED = "typed"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class View:
    """What the side to decide sees: the only things it may do are in ``legal``."""

    side: str
    turn: int
    phase: str
    prompt: str
    rule: str
    legal: LegalActions
    chance: ChanceNode | None
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Chanced:
    """One way a die can fall: its face, what it would lead to, and the exact chance of it."""

    face: int
    chance: float
    state: State
    events: tuple[Event, ...]


class GameSession:
    """One game being played, in memory or in a project file."""

    def __init__(
        self,
        scenario: Scenario,
        seed: int,
        *,
        store: GameStore | None = None,
        dice: Dice = Dice.PROGRAM,
    ) -> None:
        self.scenario = scenario
        self.seed = seed
        self.dice = dice
        self.system = system_of(scenario.system)
        self.rules: Rules = self.system.bind(scenario)
        self.codec = Codec((*self.system.actions(), Roll, *self.system.records()))
        self.scripts = Codec(
            (*self.system.actions(), Roll, *self.system.records()),
            write_hex=scenario.map.label,
            read_hex=scenario.map.parse_label,
        )
        self.log = LogTree()
        self._saved = -1
        self._store = store
        self._states: dict[int, State] = {}
        self.opening = self.rules.begin()
        self._states[ROOT] = self.opening.state
        self._view: tuple[int, View] | None = None

    @classmethod
    def start(
        cls,
        scenario: str,
        *,
        seed: int = 1,
        path: Path | str | None = None,
        options: Mapping[str, bool] | None = None,
        dice: Dice = Dice.PROGRAM,
    ) -> GameSession:
        """Begin a game of a shipped scenario (``balkan_gambit/1943``), in a project file when ``path`` is given.

        Raises KnownError for an unknown scenario or option, or a file that cannot be used.
        """
        loaded = load_scenario(scenario, options)
        store = None if path is None else GameStore.create(Path(path), loaded, seed, dice.value)
        game = cls(loaded, seed, store=store, dice=dice)
        game._roll_on()
        game._save()
        return game

    @classmethod
    def open(cls, path: Path | str, game: int | None = None) -> GameSession:
        """Go on with a game in a project file (the newest one by default).

        Raises KnownError when the file is damaged, too new, locked, or holds no game.
        """
        store = GameStore.open(Path(path), game)
        record = store.load()
        session = cls(record.scenario, record.seed, store=store, dice=Dice(record.dice))
        session._restore(record)
        return session

    @property
    def path(self) -> Path | None:
        """The project file, or None for a game in memory."""
        return self._store.path if self._store else None

    @property
    def state(self) -> State:
        """The state at the current node."""
        return self.state_at(self.log.current)

    def state_at(self, node: int) -> State:
        """The state at any node of the log, replayed from the nearest one that is held."""
        pending: list[Node] = []
        at = node
        while at not in self._states:
            pending.append(self.log[at])
            parent = self.log[at].parent
            assert parent is not None, "the root's state is always held"
            at = parent
        state = self._states[at]
        for step in reversed(pending):
            assert step.action is not None, "only the root has no action"
            state = self.rules.apply(state, step.action).state
            self._hold(step.id, state)
        return state

    def digest(self, node: int | None = None) -> str:
        """A stable hash of the state at a node (the current one by default)."""
        return digest(self.state if node is None else self.state_at(node))

    def view(self) -> View:
        """What the side to decide sees now."""
        if self._view is None or self._view[0] != self.log.current:
            self._view = (self.log.current, self._look())
        return self._view[1]

    def check(self, action: Action) -> tuple[Objection, ...]:
        """Everything that forbids an action now, each with its rule; empty when it is legal."""
        return self.rules.check(self.state, action)

    def act(self, action: Action, *, how: How = How.CHOSEN) -> tuple[Event, ...]:
        """Take a decision (or type in a die), then roll on while the program makes the dice.

        Raises IllegalAction with every objection; nothing is changed then.
        """
        objections = self.check(action)
        if objections:
            raise IllegalAction(action, objections)
        if isinstance(action, Roll):
            how = How.TYPED
        events = list(self._take(action, how, 0))
        events.extend(self._roll_on())
        self._save()
        return tuple(events)

    def roll(self) -> tuple[Event, ...]:
        """Let the program roll the die that is due, then roll on as the dice policy says."""
        events = self._roll_once() + self._roll_on()
        self._save()
        return events

    def reroll(self) -> tuple[Event, ...]:
        """Go back to the last die and roll it anew on a branch that is marked as re-rolled.

        Raises ValueError when no die has been rolled yet.
        """
        dice = [node for node in self.log.line() if node.is_die]
        if not dice:
            raise ValueError("There is no die to roll again yet.")
        parent = dice[-1].parent
        assert parent is not None
        self.log.goto(parent)
        events = self._roll_once(anew=True) + self._roll_on()
        self._save()
        return events

    def outcomes(self) -> tuple[Chanced, ...]:
        """Every way the die that is due can fall, with its exact chance; empty when a player decides."""
        state = self.state
        node = self.rules.chance(state)
        if node is None:
            return ()
        return tuple(
            Chanced(face, 1 / node.sides, step.state, step.events)
            for face in node.faces
            for step in (self.rules.apply(state, Roll(face)),)
        )

    def undo(self) -> bool:
        """Go back to before the last decision, through its dice. False when there is none."""
        return self._move(self.log.undo_target())

    def redo(self) -> bool:
        """Go forward again along the line visited last. False at its end."""
        return self._move(self.log.redo_target())

    def goto(self, node: int) -> None:
        """Stand on any node of the log; what follows it is kept. Raises KeyError for an unknown node."""
        self.log.goto(node)
        self._save()

    def story(self, since: int = 0) -> Iterator[tuple[Node, str, str]]:
        """(node, rule, sentence) along the current line, from the ``since``-th step on."""
        if since == 0:
            for rule, text in self.tell(self.opening.events):
                yield self.log[ROOT], rule, text
        for node in self.log.line()[since:]:
            for rule, text in node.told:
                yield node, rule, text

    def tell(self, events: tuple[Event, ...]) -> tuple[tuple[str, str], ...]:
        """(rule, sentence) for each event."""
        return tuple((event.rule, self.rules.prose(event)) for event in events)

    def to_script(self, action: Action) -> dict[str, Any]:
        """One line of an action script: JSON with printed hex numbers."""
        plain: dict[str, Any] = self.scripts.to_plain(action)
        return plain

    def from_script(self, plain: Any, where: str) -> Action:
        """An action from a script's JSON. Raises KnownError when it is none."""
        action = self.scripts.record(plain, where)
        assert isinstance(action, Action)
        return action

    def close(self) -> None:
        """Let go of the project file."""
        if self._store:
            self._store.close()

    def _look(self) -> View:
        state = self.state
        question = self.rules.question(state)
        return View(
            side=question.side,
            turn=state.turn,
            phase=state.phase,
            prompt=question.prompt,
            rule=question.rule,
            legal=LegalActions(question.families, lambda action: self.rules.check(state, action)),
            chance=self.rules.chance(state),
            outcome=self.rules.outcome(state),
        )

    def _take(self, action: Action, how: How, draw_number: int) -> tuple[Event, ...]:
        known = self.log.existing(action)
        state = self.state
        if known is not None and known.how is how and draw_number == known.draw:
            step = self.rules.apply(state, action)
            self.log.goto(known.id)
            self._hold(known.id, step.state)
            return step.events
        side = NOBODY if isinstance(action, Roll) else self.rules.question(state).side
        step = self.rules.apply(state, action)
        node = self.log.grow(
            action,
            how,
            plain=self.codec.to_plain(action),
            side=side,
            draw=draw_number,
            told=self.tell(step.events),
        )
        self._hold(node.id, step.state)
        return step.events

    def _roll_on(self) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        while self.dice is Dice.PROGRAM and self.rules.chance(self.state) is not None:
            events += self._roll_once()
        return events

    def _roll_once(self, anew: bool = False) -> tuple[Event, ...]:
        node = self.rules.chance(self.state)
        if node is None:
            raise ValueError("No die is due.")
        rolled = [child for child in self.log.children(self.log.current) if child.draw or child.is_die]
        earlier = [child for child in rolled if child.how in (How.ROLLED, How.REROLLED)]
        if earlier and not anew:
            self.log.goto(earlier[-1].id)
            return ()
        number = len(earlier)
        face = draw(self.seed, self.log.here.key, number, node.sides)
        return self._take(Roll(face), How.REROLLED if number else How.ROLLED, number)

    def _hold(self, node: int, state: State) -> None:
        self._states[node] = state
        if len(self._states) > 1200:
            keep = sorted(self._states)
            recent = set(keep[-400:])
            self._states = {
                held: self._states[held]
                for held in keep
                if held == ROOT or held in recent or held % 32 == 0
            }

    def _move(self, target: int | None) -> bool:
        if target is None:
            return False
        self.log.goto(target)
        self._save()
        return True

    def _save(self) -> None:
        if self._store is None:
            return
        fresh = [node for node in self.log.newer_than(self._saved)]
        rows = [self._row(node) for node in fresh]
        snapshot = None
        if any(node.id % SNAPSHOT_EVERY == 0 for node in fresh):
            snapshot = SnapshotRow(self.log.current, json.dumps(self.codec.to_plain(self.state)))
        self._store.append(rows, self.log.current, snapshot)
        self._saved = max(self._saved, *(row.id for row in rows)) if rows else self._saved

    def _row(self, node: Node) -> NodeRow:
        action = None if node.action is None else json.dumps(self.codec.to_plain(node.action))
        return NodeRow(
            id=node.id,
            parent=node.parent,
            action=action,
            how=node.how.value,
            draw=node.draw,
            key=node.key,
            side=node.side,
            told=json.dumps(node.told),
            digest=self.digest(node.id),
        )

    def _restore(self, record: GameRecord) -> None:
        nodes = []
        for row in record.nodes:
            where = f"{record.where}, step {row.id}"
            action = None if row.action is None else self.codec.record(json.loads(row.action), where)
            told = tuple((str(rule), str(text)) for rule, text in json.loads(row.told))
            nodes.append(
                Node(row.id, row.parent, action, How(row.how), row.draw, row.key, row.side, told)
            )
        self.log = LogTree(nodes, record.current)
        self._saved = max((node.id for node in nodes), default=-1)
        if record.snapshot is not None:
            state = self.codec.record(json.loads(record.snapshot.state), f"{record.where}, snapshot")
            self._states[record.snapshot.node] = state
