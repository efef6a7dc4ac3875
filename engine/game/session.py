"""The one door: play a game (:class:`GameSession`).

Window, command line, bots, fuzzer and tests all use it. A game session holds the log tree, the
rules bound to a scenario, and, when it plays in a project file, the file. Nothing is unsaved: each
act is committed before it returns, and one that cannot be committed has not happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Self

from engine.core.actions import Action, IllegalAction, Objection, Roll
from engine.core.chance import draw
from engine.core.change import Change, between
from engine.core.charts.chart_set import preface
from engine.core.codec import Codec, digest
from engine.core.events import Event
from engine.core.referee import Override, Overrule
from engine.core.state import NOBODY, State
from engine.core.system import Rules, Scenario, Step
from engine.game.messages import Messages
from engine.game.overrides import applied, objections, told
from engine.game.replay import Replay
from engine.game.repository import SNAPSHOT_EVERY, GameRepository, classes_of, codec_of
from engine.game.set_up.failing import playable
from engine.game.set_up.game_set_up import Own, scenario_with
from engine.game.set_up.openings import opened
from engine.game.turn_notes import TurnNotes
from engine.game.views import Chanced, Dice, KeptViews, View, view_of, ways_of
from engine.play.log import ROOT, How, LogTree, Node
from engine.play.marks import MarkKind, Marks
from engine.play.state_cache import StateCache
from engine.scenarios import system_for
from engine.store.project import Project, drafted
from engine.store.rows.games import GameInfo, GameRecord, GameStore, list_games
from maps.edits import Touched
from maps.files.reading import without_collecting

__all__ = [
    "SNAPSHOT_EVERY",
    "Chanced",
    "Dice",
    "GameInfo",
    "GameSession",
    "MarkKind",
    "Override",
    "Overrule",
    "Own",
    "View",
    "list_games",
]


class GameSession(Messages):
    """One game being played, in memory or in a project file."""

    def __init__(
        self,
        scenario: Scenario,
        seed: int,
        *,
        store: GameStore | None = None,
        dice: Dice = Dice.PROGRAM,
        laid: str = "",
        rules: Rules | None = None,
    ) -> None:
        self.scenario = scenario
        self.seed = seed
        self.laid = laid
        self._dice = dice
        self.system = system_for(scenario)
        self._rules: Rules | None = rules or self.system.bind(scenario)
        self.codec = codec_of(self.system)
        self.scripts = Codec(
            classes_of(self.system),
            write_hex=scenario.map.label,
            read_hex=scenario.map.parse_label,
        )
        self._past = Replay(scenario, self.codec, store.board if store else None)
        self._store = store
        self.log = LogTree(told=preface(scenario.charts), board=self._board)
        self.marks = Marks(store.marks.read() if store else ())
        self.turn_notes = TurnNotes(store.marks if store else None)
        self._saver = GameRepository(store, self.codec) if store else None
        self._states = StateCache()
        self._views = KeptViews()
        if store is not None:
            store.board.watch(self)

    @classmethod
    def start(
        cls,
        scenario: str,
        *,
        seed: int = 1,
        path: Path | str | None = None,
        options: Mapping[str, bool] | None = None,
        dice: Dice = Dice.PROGRAM,
        own: Own | None = None,
    ) -> GameSession:
        """Begin a game of a shipped scenario (``balkan_gambit/1943``).

        It is played in a project file when ``path`` is given, and there with the project's ``own``
        things in place of the shipped ones, if wanted. Raises KnownError for an unknown scenario or
        option, a file that cannot be used, or a thing that the scenario cannot be played with.
        """
        loaded = scenario_with(scenario, options, path, own or Own())
        return cls.begin(loaded, seed=seed, path=path, dice=dice)

    @classmethod
    def begin(
        cls,
        scenario: Scenario,
        *,
        seed: int = 1,
        path: Path | str | None = None,
        dice: Dice = Dice.PROGRAM,
        laid: str = "",
    ) -> GameSession:
        """Begin a game of any scenario, in a project file when ``path`` is given.

        The file gets copies of the scenario's board, order of battle and charts, unless it has
        equal ones already. Whenever the program ends, the game is there or it is not. ``laid`` is
        a laid-out state to begin from, as JSON. Raises KnownError for a file that cannot be used.
        """
        if path is None:
            return cls._begun(scenario, seed, None, dice, laid)
        if not Path(path).exists():
            with drafted(path) as draft:
                cls._begun(scenario, seed, draft, dice, laid).close()
            return cls.open(path)
        with Project.open(path) as project, ExitStack() as failing:
            with project.whole():
                game = cls._begun(scenario, seed, project.path, dice, laid)
                failing.callback(game.close)
            failing.pop_all()
        return game

    @classmethod
    def _begun(
        cls, scenario: Scenario, seed: int, path: Path | None, dice: Dice, laid: str
    ) -> GameSession:
        store = None if path is None else GameStore.create(path, scenario, seed, dice.value, laid)
        played = store.scenario if store else scenario
        try:
            game = cls(played, seed, store=store, dice=dice, laid=laid)
            game.set_out()
        except BaseException:
            if store:
                store.discard()
            raise
        return game

    def another(self, seed: int) -> GameSession:
        """Another game in memory that begins as this one did, with the very same rules."""
        game = GameSession(self.scenario, seed, dice=self.dice, laid=self.laid, rules=self.rules)
        game.opening = self.opening
        game.set_out()
        return game

    @classmethod
    @without_collecting()
    def open(cls, path: Path | str, game: int | None = None, *, trying: bool = True) -> GameSession:
        """Go on with a game in a project file (the newest one by default).

        Without ``trying`` nothing is replayed yet, so that a log with bad steps can be looked at.
        Raises KnownError when the file is damaged, too new, locked, or holds no game.
        """
        store = GameStore.open(Path(path), game)
        try:
            record = store.load()
            with playable(record.where):
                dice, laid = Dice(record.dice), record.laid
                session = cls(record.scenario, record.seed, store=store, dice=dice, laid=laid)
                assert session._saver is not None
                session._restore(record, session._saver)
                if trying:
                    session.view()
        except BaseException:
            store.close()
            raise
        return session

    @property
    def path(self) -> Path | None:
        """The project file, or None for a game in memory."""
        return self._store.path if self._store else None

    @property
    def number(self) -> int | None:
        """The game's number in the project file; None in memory."""
        return self._store.number if self._store else None

    @property
    def board_number(self) -> int | None:
        """The number in the project file of the map the game is played on; None in memory."""
        return self._store.board.number if self._store else None

    @property
    def dice(self) -> Dice:
        """Who makes the dice; a change is written into the log."""
        return self._dice

    @dice.setter
    def dice(self, policy: Dice) -> None:
        if policy is not self._dice:
            self._dice = policy
            self.mark(self.log.current, MarkKind.DICE, policy.value)
            self._save()

    @property
    def rules(self) -> Rules:
        """The rules, bound to the board as it is now."""
        if self._rules is None:
            self._rules = self.system.bind(self.scenario)
        return self._rules

    def board_changed(self, touched: Touched) -> None:
        """Forget what was worked out from the board; called after each edit of it.

        Steps already taken keep what they did: each is replayed on the board it was taken on.
        """
        self._rules = None
        self._views.forget()

    @property
    def state(self) -> State:
        """The state at the current node."""
        return self._states.get(self.log.current) or self.state_at(self.log.current)

    def state_at(self, node: int) -> State:
        """The state at any node of the log, replayed from the nearest one that is kept."""
        pending: list[Node] = []
        at = node
        while (state := self._kept(at)) is None:
            pending.append(self.log[at])
            parent = self.log[at].parent
            assert parent is not None, "the root's state is always held"
            at = parent
        steps = pending[::-1]
        for step, after in self._past.along(steps, state, self.rules, self.recorded, self.path):
            self._states.hold(step.id, after)
            state = after
        return state

    def rules_at(self, node: int) -> Rules:
        """The rules bound to the board as it was when a step was taken."""
        return self._past.rules_at(self.log[node], self.rules)

    def recorded(self, node: int) -> str | None:
        """The digest that the file has of a node; None in memory."""
        return self._saver.digests.get(node) if self._saver else None

    def verify(self) -> tuple[int, ...]:
        """Replay the whole log from the beginning; the nodes whose digest is not as recorded."""
        begun = self.begun().state
        return self._past.verify(
            self.log, self.rules, lambda node: self.recorded(node) or self.digest(node), begun
        )

    def begun(self) -> Step:
        """The beginning worked out again, on the board as it was then."""
        return opened(self.rules_at(ROOT), self.codec, self.laid, str(self.path))

    def changed(self, since: int) -> Change:
        """What of the state differs from that at a node. Raises KeyError for an unknown one."""
        return between(self.state_at(since), self.state)

    def digest(self, node: int | None = None) -> str:
        """A stable hash of the state at a node (the current one by default)."""
        return digest(self.state if node is None else self.state_at(node))

    def view(self) -> View:
        """What the side to decide sees now."""
        return self._views.at(self.log.current, lambda: view_of(self.rules, self.state))

    def check(self, action: Action) -> tuple[Objection, ...]:
        """Everything that forbids an action now, each with its rule; empty when it is legal."""
        return objections(self.rules, self.codec, self.state, self.view().legal, action)

    def act(self, action: Action, *, how: How = How.CHOSEN, why: str = "") -> tuple[Event, ...]:
        """Take a decision (or type in a die), then roll on while the program makes the dice.

        ``why`` is the automatic player's reason. Raises IllegalAction, with nothing changed.
        """
        forbidding = self.check(action)
        if forbidding:
            raise IllegalAction(action, forbidding)
        if isinstance(action, Roll):
            how = How.TYPED
        elif isinstance(action, Overrule):
            how = How.REFEREE
        with self._whole():
            return self._take(action, how, 0, why) + self._roll_on()

    def act_together(
        self, actions: Sequence[Action], *, joined: bool = False
    ) -> tuple[tuple[Event, ...], tuple[Objection, ...]]:
        """Take decisions that one undo takes back (with ``joined`` the one before, too): what
        happened, and what forbade the next of them. A die that waits leaves the rest untaken.
        Raises IllegalAction when the first one is forbidden; nothing is changed then.
        """
        events: tuple[Event, ...] = ()
        with self._whole():
            for index, action in enumerate(actions):
                if index and self.rules.chance(self.state) is not None:
                    break
                forbidding = self.check(action)
                if forbidding and index:
                    return events, forbidding
                if forbidding:
                    raise IllegalAction(action, forbidding)
                how = How.TOGETHER if index or joined else How.CHOSEN
                events += self._take(action, how, 0) + self._roll_on()
        return events, ()

    def mark(self, node: int, kind: MarkKind, text: str) -> None:
        """Write a mark at a step of the log, or take it away with an empty text.

        Raises KeyError for an unknown step, KnownError when the file cannot be written.
        """
        self.log[node]
        if self._store is not None:
            self._store.marks.write(node, kind.value, text)
        self.marks.put(node, kind, text)

    def prune(self, node: int) -> int:
        """Remove a step and all that follows it from the log for good; how many went.

        Who is there is on the step before it afterwards. Raises KeyError for an unknown
        step, ValueError for the beginning, KnownError when the file cannot be written.
        """
        kept = LogTree(self.log, self.log.current, self.log.tip)
        gone = kept.prune(node)
        if self._store is not None:
            self._store.marks.prune(gone, kept.current, kept.tip)
        self.log = kept
        self.marks.forget(gone)
        self._states.forget(gone)
        self._views.forget()
        if self._saver is not None:
            self._saver.forget(gone)
        return len(gone)

    def roll(self) -> tuple[Event, ...]:
        """Let the program roll the die that is due, then roll on as the dice policy says."""
        with self._whole():
            return self._roll_once() + self._roll_on()

    def reroll(self) -> tuple[Event, ...]:
        """Go back to the last die and roll it again on a branch that is marked as re-rolled.

        Raises ValueError when no die has been rolled yet.
        """
        dice = [node for node in self.log.line() if node.is_die]
        if not dice:
            raise ValueError("There is no die to roll again yet.")
        parent = dice[-1].parent
        assert parent is not None
        with self._whole():
            self.log.goto(parent)
            return self._roll_once(again=True) + self._roll_on()

    def outcomes(self) -> tuple[Chanced, ...]:
        """Every way the die that is due can fall, with its exact chance; empty when none is due."""
        return ways_of(self.rules, self.state)

    def undo(self) -> bool:
        """Go back to before the last decision, through its dice. False when there is none."""
        return self._move(self.log.undo_target())

    def redo(self) -> bool:
        """Go forward again along the line visited last. False at its end."""
        return self._move(self.log.redo_target())

    def goto(self, node: int) -> None:
        """Stand on any node of the log; what follows it is kept.

        Raises KeyError for an unknown node.
        """
        with self._whole():
            self.log.goto(node)

    def close(self) -> None:
        """Release the project file. Safe to call twice."""
        if self._store and self._saver:
            self._saver.keep_last(self.log, self._states.get(self.log.current))
            self._store.board.unwatch(self)
            self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """All that is done inside is saved together; when it cannot be, none of it has happened."""
        mark = self.log.mark()
        try:
            yield
            self._save()
        except BaseException:
            self.log.go_back_to(mark)
            self._states.forget_from(mark.next_id)
            self._views.forget()
            raise

    def set_out(self) -> None:
        """Go on to the first decision: what the rules do by themselves at the beginning."""
        with self._whole():
            self._roll_on()

    @property
    def _board(self) -> int:
        return self._store.board.revision if self._store else 0

    def _kept(self, node: int) -> State | None:
        """A state that is in memory or in the file."""
        found = self._states.get(node)
        if found is None:
            found = self._saver.state(node) if self._saver else None
            if found is None and node == ROOT:
                found = self.opening.state
            if found is not None:
                self._states.hold(node, found)
        return found

    def _take(self, action: Action, how: How, draw_number: int, why: str = "") -> tuple[Event, ...]:
        state = self.state
        known = self.log.existing(action, how, draw_number, self._board)
        if known is not None:
            return self._again(known)
        side = NOBODY if isinstance(action, Roll) else self.view().side
        step = applied(self.rules, self.codec, state, action)
        node = self.log.grow(
            action,
            how,
            plain=self.codec.to_plain(action),
            side=side,
            draw=draw_number,
            told=told(self.scripts, state, step.state, action)
            if isinstance(action, Overrule)
            else self.tell(step.events),
            board=self._board,
            why=why,
        )
        self._states.hold(node.id, step.state)
        return step.events

    def _again(self, node: Node) -> tuple[Event, ...]:
        """Take a step that the log already has."""
        assert node.action is not None, "only the root has no action"
        step = applied(self.rules, self.codec, self.state, node.action)
        self.log.goto(node.id)
        self._states.hold(node.id, step.state)
        return step.events

    def _roll_on(self) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        while self.dice is Dice.PROGRAM and self.view().chance is not None:
            events += self._roll_once()
        return events

    def _roll_once(self, again: bool = False) -> tuple[Event, ...]:
        node = self.rules.chance(self.state)
        if node is None:
            raise ValueError("No die is due.")
        rolled = self.log.rolls(self._board)
        if rolled and not again:
            last = self.log.visited_last(self.log.current)
            return self._again(next((die for die in rolled if die.id == last), rolled[-1]))
        number = 1 + max((die.draw for die in rolled), default=-1)
        face = draw(self.seed, self.log.here.key, number, node.sides)
        return self._take(Roll(face), How.REROLLED if again else How.ROLLED, number)

    def _move(self, target: int | None) -> bool:
        if target is None:
            return False
        with self._whole():
            self.log.goto(target)
        return True

    def _save(self) -> None:
        if self._saver:
            self._saver.save(self.log, self.dice.value, self.state_at)

    def _restore(self, record: GameRecord, saver: GameRepository) -> None:
        if not record.nodes:  # the program ended before the first step was saved
            self.set_out()
            return
        self.log, self._restored = saver.read(record), record.where
