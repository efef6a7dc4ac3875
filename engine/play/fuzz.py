"""Fuzzing: whole games through the session's door that look for faults of the engine.

Random games draw among all that is legal; automatic games let the automatic player command every
side. What must always hold is checked after every decision; each fault says how to see it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from fractions import Fraction
from itertools import takewhile
from time import perf_counter
from typing import Any, Protocol

from engine.core.actions import Action
from engine.core.chance import ChanceNode, Stream
from engine.core.codec import Codec, digest
from engine.core.events import Event
from engine.core.legal import LegalActions
from engine.core.state import State
from engine.core.system import Rules
from engine.core.view.display import Outcome
from engine.frozen import dataclass
from engine.play.accounts import unaccounted
from engine.play.log import How, LogTree
from engine.play.opponent import Game, plain_advice
from engine.play.verification import Replayable, replay

UNDO_EVERY = 10
"""Every so many decisions are taken back and taken again."""

CODEC_EVERY = 97
"""Every so many decisions the state goes through JSON and back."""

STALE_EVERY = 23
"""Every so many decisions what is kept from step to step is worked out from nothing."""

TOO_MANY = 50_000
"""Decisions after which a game counts as endless."""

Progress = Callable[[str], None]


class Seen(Protocol):
    """What a player sees of a position."""

    @property
    def legal(self) -> LegalActions:
        """What may be done now."""

    @property
    def side(self) -> str:
        """Who decides."""

    @property
    def turn(self) -> int:
        """The game turn."""

    @property
    def chance(self) -> ChanceNode | None:
        """The die that is due."""

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""


class Door(Game, Replayable, Protocol):
    """The part of a game session that fuzzing plays through."""

    @property
    def codec(self) -> Codec:
        """Actions and states to JSON and back."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""

    @property
    def log(self) -> LogTree:
        """The log tree."""

    @property
    def seed(self) -> int:
        """The game's seed."""

    @property
    def state(self) -> State:
        """The current state."""

    def view(self) -> Seen:
        """What the side to decide sees."""

    def act(self, action: Action, *, how: How = ...) -> tuple[Event, ...]:
        """Take a decision and roll on."""

    def undo(self) -> bool:
        """Take the last decision back."""

    def redo(self) -> bool:
        """Take it again."""

    def digest(self, node: int | None = None) -> str:
        """The stable hash of a state."""


class BadAdvice(ValueError):  # noqa: N818 - says what it is
    """A system advised what its own rules forbid."""


Begin = Callable[[str, int], Door]
"""Begins a game of a scenario with a seed; the program rolls the dice."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that must never be: the game, the log node and the action that led to it."""

    scenario: str
    seed: int
    node: int
    action: Any
    sentence: str

    def __str__(self) -> str:
        return (
            f"{self.scenario}, seed {self.seed}, step {self.node}, {self.action}: {self.sentence}"
        )


@dataclass(frozen=True, slots=True)
class Result:
    """How one game ended."""

    seed: int
    winner: str
    points: tuple[tuple[str, int | Fraction], ...]
    decisions: int
    steps: int


@dataclass(frozen=True, slots=True)
class FuzzReport:
    """What a series of games found.

    ``actions`` counts decisions and dice; ``seconds`` is the time spent playing, with the checks
    made on the way but without the replays at the end.
    """

    games: int
    actions: int
    faults: tuple[Fault, ...]
    actions_per_second: float
    seconds: float
    results: tuple[Result, ...] = ()


@dataclass(slots=True)
class _Run:
    """One game under test: what was decided, what was found, and the digests on the way."""

    scenario: str
    seed: int
    game: Door
    verify: bool
    decide: Callable[[Door, Stream], Action | None]
    how: How
    faults: list[Fault] = field(default_factory=list)
    decisions: int = 0
    digests: dict[int, str] = field(default_factory=dict)

    def fault(self, sentence: str, action: Action | None = None) -> None:
        """Note a fault at the current node."""
        plain = None if action is None else self.game.codec.to_plain(action)
        node = self.game.log.current
        self.faults.append(Fault(self.scenario, self.seed, node, plain, sentence))

    def play(self) -> Result | None:
        """Play to the end, or to the first fault."""
        stream = Stream(self.seed, "fuzz")
        while (outcome := self.game.view().outcome) is None:
            if self.decisions >= TOO_MANY:
                self.fault(f"The game goes on after {TOO_MANY} decisions.")
                return None
            action = self.decide(self.game, stream)
            if action is None:
                self.fault("Nothing is legal and the game is not over.")
                return None
            self._take(action)
            if self.faults:
                return None
        return Result(
            self.seed, outcome.winner, outcome.points, self.decisions, len(self.game.log) - 1
        )

    def _take(self, action: Action) -> None:
        game = self.game
        parent = game.log.current
        self.decisions += 1
        before = game.state
        for objection in game.rules.check(before, action) if self.verify else ():
            self.fault(f"What was offered is not legal: {objection}", action)
            return
        undoing = self.verify and not self.decisions % UNDO_EVERY
        if undoing:
            self.digests[parent] = game.digest()
        events = game.act(action, how=self.how)
        if not self.verify:
            return
        for sentence in unaccounted(before, game.state, events):
            self.fault(sentence, action)
        for step in takewhile(lambda node: node.id != parent, game.log.back()):
            if not all(sentence for _, sentence in step.told):
                self.fault("A step tells of something without a sentence.", action)
        for sentence in game.rules.invariants(game.state):
            self.fault(sentence, action)
        for sentence in game.rules.passage(before, game.state):
            self.fault(sentence, action)
        if not self.decisions % STALE_EVERY:
            for sentence in game.rules.stale(game.state):
                self.fault(sentence, action)
        if undoing:
            self._undo(action, parent, before)
        if not self.decisions % CODEC_EVERY:
            self._through_json(action)

    def _undo(self, action: Action, parent: int, before: State) -> None:
        game = self.game
        tip, after = game.log.current, game.state
        if not game.undo() or game.log.current != parent or not _same(game.state, before):
            self.fault("Undo does not lead back to the state before the decision.", action)
        elif not game.redo() or game.log.current != tip or not _same(game.state, after):
            self.fault("Redo does not lead to the state after the decision.", action)

    def _through_json(self, action: Action) -> None:
        codec, state = self.game.codec, self.game.state
        again = codec.record(codec.to_plain(state))
        if again != state or digest(again) != digest(state):
            self.fault("The state does not come back from JSON as it was.", action)
        if codec.record(codec.to_plain(action)) != action:
            self.fault("The action does not come back from JSON as it was.", action)

    def replay(self) -> None:
        """Play the log again from the opening; the states before decisions that were taken back
        and the last one must be the same.
        """
        self.digests[self.game.log.current] = self.game.digest()
        for sentence in replay(self.game, known=self.digests.get, sampled=True).mismatches:
            self.fault(sentence)


def _same(a: State, b: State) -> bool:
    """Whether two states are equal, to the last digit of what is written of them."""
    return a is b or digest(a) == digest(b)


def random_choice(game: Door, stream: Stream) -> Action | None:
    """Any legal action."""
    return game.view().legal.random(stream)


def automatic_choice(game: Door, _stream: Stream) -> Action | None:
    """What the automatic player does. Raises BadAdvice where it would have to pass over advice."""
    advice = game.rules.advise(game.state)
    if advice is None:
        return plain_advice(game).action
    objections = game.check(advice.action)
    if objections:
        raise BadAdvice(f"{game.codec.to_plain(advice.action)} was advised: {objections[0]}")
    return advice.action


def fuzz(
    begin: Begin,
    scenario: str,
    games: int,
    seed: int,
    progress: Progress | None = None,
    *,
    verify: bool = True,
) -> FuzzReport:
    """Play random legal games with seeds ``seed``, ``seed + 1`` ...

    With ``verify`` the invariants and the account of units are checked after every decision, every
    tenth decision is undone and redone, states go through JSON, and each log is replayed; without,
    games are only played.
    """
    return _series(begin, scenario, games, seed, progress, verify, random_choice, How.CHOSEN)


def auto(
    begin: Begin,
    scenario: str,
    games: int,
    seed: int,
    progress: Progress | None = None,
    *,
    verify: bool = True,
) -> FuzzReport:
    """The same with the automatic player commanding every side."""
    return _series(begin, scenario, games, seed, progress, verify, automatic_choice, How.BOT)


def _series(
    begin: Begin,
    scenario: str,
    games: int,
    seed: int,
    progress: Progress | None,
    verify: bool,
    decide: Callable[[Door, Stream], Action | None],
    how: How,
) -> FuzzReport:
    faults: list[Fault] = []
    results: list[Result] = []
    steps, seconds = 0, 0.0
    for number in range(games):
        if progress:
            progress(f"{scenario}, game {number + 1} of {games}")
        started = perf_counter()
        run = _Run(scenario, seed + number, begin(scenario, seed + number), verify, decide, how)
        results += _finished(run)
        seconds += perf_counter() - started
        steps += len(run.game.log) - 1
        if verify and not run.faults:
            run.replay()
        faults += run.faults
    rate = steps / seconds if seconds else 0.0
    return FuzzReport(games, steps, tuple(faults), rate, seconds, tuple(results))


def _finished(run: _Run) -> Iterator[Result]:
    """The result of a game, if it has one; what it raises becomes a fault."""
    try:
        found = run.play()
    except Exception as error:  # the point of fuzzing: whatever is raised is a fault to report
        run.fault(f"{type(error).__name__}: {error}")
        return
    if found is not None:
        yield found
