"""What ``sandtable bench`` measures of a campaigner's displays: every scenario at its fullest, and
a game as long as a hundred turns.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from time import thread_time

from engine.core.chance import Stream
from engine.core.state import State
from engine.game.session import GameSession
from engine.play.opponent import choose
from engine.scenarios import scenarios
from maps.hexgrid import Hex
from tests.benchmarks.figures import Figure, Measure, timed

DECISIONS = 300
"""Decisions of the automatic player among which a scenario's fullest position is sought."""
ROUNDS = 5
LONG = 100
"""Turns of the long game, over all lines of its log."""


@dataclass(frozen=True, slots=True, eq=False)
class Fullest:
    """A scenario's position with the most units on the board, and the game it comes from."""

    title: str
    game: GameSession
    state: State

    def fresh(self) -> State:
        """The same position as a new value, so that nothing remembered helps."""
        return self.state.having(turn=self.state.turn)


@cache
def fullest() -> tuple[Fullest, ...]:
    """The fullest position of every shipped scenario."""
    return tuple(_fullest(info.id) for info in scenarios())


def _fullest(scenario: str) -> Fullest:
    game = GameSession.start(scenario, seed=1)
    best, most = game.state, -1
    for _ in range(DECISIONS):
        count = sum(piece.hex is not None for piece in game.state.pieces.values())
        if count > most:
            best, most = game.state, count
        if game.view().outcome is not None:
            break
        game.act(choose(game))
    return Fullest(game.scenario.title, game, best)


def over_scenarios(name: str, what: str, budget: str, job: Callable[[Fullest], object]) -> Figure:
    """A job's time at the fullest position of each scenario: their median, and the slowest."""
    times: list[tuple[float, str]] = []
    for one in fullest():
        taken = sorted(_once(job, one) for _ in range(ROUNDS))
        times.append((taken[ROUNDS // 2], one.title))
    times.sort()
    worst, slowest = times[-1]
    text = f"{what}, fullest position of {len(times)} scenarios (slowest: {slowest})"
    return Figure(name, text, times[len(times) // 2][0], worst, "ms", budget)


def _once(job: Callable[[Fullest], object], one: Fullest) -> float:
    """Milliseconds of a core's own time, whatever else the machine does."""
    start = thread_time()
    job(one)
    return 1000 * (thread_time() - start)


def zones() -> Figure:
    """Zones of control of every side."""

    def job(one: Fullest) -> None:
        state = one.fresh()
        for side in one.game.system.sides:
            one.game.rules.zones(state, side.id)

    return over_scenarios("zones", "zones of control of all sides", "50 ms", job)


def threat() -> Figure:
    """The reach of every unit on the board, which the enemy's threat is made of."""

    def job(one: Fullest) -> None:
        state, rules = one.fresh(), one.game.rules
        for counter in rules.counters(state):
            if isinstance(counter.at, Hex):
                rules.reach(state, counter.unit)

    return over_scenarios("threat", "reach of every unit", "100 ms", job)


def supply_lines() -> Figure:
    """The supply line of every unit on the board, element by element."""

    def job(one: Fullest) -> None:
        state, rules = one.fresh(), one.game.rules
        for unit, piece in state.pieces.items():
            if piece.hex is not None:
                rules.supply_line(state, unit)

    return over_scenarios("supply_lines", "supply line of every unit", "50 ms", job)


def ranges() -> Figure:
    """The ground that every pool, base and unit with a range covers."""

    def job(one: Fullest) -> None:
        state, rules = one.fresh(), one.game.rules
        for subject in rules.subjects(state):
            rules.ranges(state, subject.id)

    return over_scenarios("ranges", "ranges of everything that has one", "100 ms", job)


def odds() -> Figure:
    """Exact chances of an attack on each hex that can be attacked, by all who could."""
    jobs: list[Callable[[], object]] = []
    for one in fullest():
        state, rules = one.state, one.game.rules
        places = dict.fromkeys(piece.at for piece in state.pieces.values())
        for at in places:
            able = rules.candidates(state, at) if isinstance(at, Hex) else ()
            if able and isinstance(at, Hex):
                jobs.append(partial(rules.plan, one.fresh(), at, able))
    what = "exact chances of an attack, fullest position of every scenario"
    return timed("odds", what, "16 ms", jobs or [lambda: None])


def long_game(turns: int = LONG, scenario: str = "balkan_gambit/1943") -> GameSession:
    """A game in memory with so many turns in its log: whole games, one line after the other."""
    game = GameSession.start(scenario, seed=1)
    played, branch = 0, 0
    while played < turns:
        game.goto(game.log.line()[0].id if branch else game.log.current)
        stream = Stream(branch, "long")
        begun = game.state.turn
        while game.view().outcome is None and played + game.state.turn - begun < turns:
            action = game.view().legal.random(stream)
            if action is None:
                break
            game.act(action)
        played += game.state.turn - begun + 1
        branch += 1
    return game


@cache
def _long() -> tuple[GameSession, float]:
    """The long game, and the memory it takes in MB."""
    gc.collect()
    tracemalloc.start()
    before, _peak = tracemalloc.get_traced_memory()
    game = long_game()
    gc.collect()
    after, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return game, (after - before) / 1e6


def memory() -> Figure:
    """What a game of a hundred turns keeps in memory."""
    game, size = _long()
    what = f"memory of a game of {LONG} turns ({len(game.log):,} steps)"
    return Figure("memory", what, size, size, "MB", "300 MB")


def long_undo() -> Figure:
    """Undo at the end of a game of a hundred turns."""
    game, _size = _long()
    return timed("long_undo", f"undo in a game of {LONG} turns", "50 ms", [game.undo] * 200)


def long_seek() -> Figure:
    """Seek anywhere in a game of a hundred turns."""
    game, _size = _long()
    return timed("long_seek", f"seek in a game of {LONG} turns", "250 ms", _seeks(game))


def _seeks(game: GameSession) -> Iterator[Callable[[], object]]:
    steps = [node.id for node in game.log]
    wanted = Stream(2, "seek")

    def go(node: int) -> None:
        game.goto(node)
        game.view()

    return (partial(go, steps[wanted.below(len(steps))]) for _ in range(100))


OVERLAY_MEASURES: dict[str, Measure] = {
    "zones": zones,
    "threat": threat,
    "supply_lines": supply_lines,
    "ranges": ranges,
    "odds": odds,
    "memory": memory,
    "long_undo": long_undo,
    "long_seek": long_seek,
}
"""The measures of displays and of long games by name."""
