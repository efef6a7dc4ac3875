"""What ``sandtable bench`` measures of the engine, with the budgets of the design."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

from engine.core.chance import Stream
from engine.editing.map_session import EditSession
from engine.game.session import GameSession
from engine.play.opponent import choose
from maps.edits import paint
from maps.hexgrid import Hex
from maps.legend import Layer
from tests.benchmarks.campaign import CAMPAIGN_MEASURES
from tests.benchmarks.counts import COUNT_MEASURES
from tests.benchmarks.figures import Figure, Measure, timed
from tests.benchmarks.overlays import OVERLAY_MEASURES

SCENARIO = "balkan_gambit/1943"
PLANS = 200
"""Attacks that are planned to measure the planner."""


def played(actions: int, seed: int = 1) -> GameSession:
    """A game in memory after so many random decisions."""
    game = GameSession.start(SCENARIO, seed=seed)
    stream = Stream(seed, "bench")
    for _ in range(actions):
        action = game.view().legal.random(stream)
        if action is None or game.view().outcome is not None:
            break
        game.act(action)
    return game


def reach() -> Figure:
    """Reach of one unit."""
    game = played(200)
    units = [unit for unit, piece in game.state.pieces.items() if piece.hex is not None]
    jobs = [lambda unit=unit: game.rules.reach(game.state, unit) for unit in units]
    return timed("reach", "reach of one unit", "5 ms", jobs)


def supply() -> Figure:
    """Supply of both sides."""
    game = played(200)
    units = list(game.state.pieces)

    def all_units() -> None:
        fresh = game.state.having(turn=game.state.turn)
        for unit in units:
            game.rules.supply(fresh, unit)

    return timed("supply", "supply of both sides", "50 ms", [all_units] * 20)


def random_play() -> Figure:
    """Random legal play in memory."""
    rates = []
    for seed in range(1, 4):
        start = perf_counter()
        game = played(1500, seed)
        rates.append(len(game.log) / (perf_counter() - start))
    rates.sort()
    return Figure(
        "play",
        "random legal play",
        statistics.median(rates),
        rates[0],
        "actions/s",
        "4,000 actions/s",
    )


def undo() -> Figure:
    """Undo along a campaign log."""
    game = played(600)
    return timed("undo", "undo in a campaign log", "50 ms", [game.undo] * 200)


def seek() -> Figure:
    """Seek anywhere in a campaign log that was just opened."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sandtable"
        game = GameSession.start(SCENARIO, path=path)
        stream = Stream(1, "bench")
        for _ in range(800):
            action = game.view().legal.random(stream)
            if action is None:
                break
            game.act(action)
        steps = [node.id for node in game.log]
        game.close()
        with GameSession.open(path) as opened:
            wanted = Stream(2, "seek")
            places = [steps[wanted.below(len(steps))] for _ in range(40)]

            def go(node: int) -> None:
                opened.goto(node)
                opened.digest()

            return timed(
                "seek", "seek in a campaign log", "250 ms", [partial(go, node) for node in places]
            )


def commit() -> Figure:
    """A committed edit of the board."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sandtable"
        with (
            GameSession.start(SCENARIO, path=path) as game,
            EditSession.beside(game) as editor,
        ):
            kinds = [kind.id for kind in editor.map.legend.of(Layer.TERRAIN)]
            hexes = list(editor.map.terrain)[:200]
            jobs = [
                partial(_paint, editor, at, kinds[number % len(kinds)])
                for number, at in enumerate(hexes)
            ]
            return timed("commit", "a committed edit", "3 ms", jobs)


def plan() -> Figure:
    """The planner's exact chances for every hex that can be attacked, by all who could."""
    game = GameSession.start(SCENARIO, seed=1)
    jobs: list[Callable[[], object]] = []
    while len(jobs) < PLANS and game.view().outcome is None:
        state = game.state
        places = dict.fromkeys(
            piece.at for piece in state.pieces.values() if isinstance(piece.at, Hex)
        )
        for at in places:
            able = game.rules.candidates(state, at)
            planned = game.rules.plan(state, at, able) if able else None
            if planned is not None and planned.results and not planned.objections:
                jobs.append(partial(game.rules.plan, state.having(turn=state.turn), at, able))
        game.act(choose(game))
    return timed("plan", "exact chances of an attack", "100 ms", jobs)


def _paint(editor: EditSession, at: Hex, kind: str) -> None:
    editor.apply(paint(editor.map, [at], kind))


MEASURES: dict[str, Measure] = {
    "reach": reach,
    "supply": supply,
    "plan": plan,
    "play": random_play,
    "undo": undo,
    "seek": seek,
    **COUNT_MEASURES,
    **CAMPAIGN_MEASURES,
    **OVERLAY_MEASURES,
    "commit": commit,
}
"""All measures of the engine by name."""
