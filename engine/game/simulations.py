"""Whole games played by the program through the session's door: random, automatic, replayed."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.game.session import GameSession
from engine.play import fuzz as fuzzing
from engine.play.fuzz import Fault, FuzzReport, Progress, Result
from engine.play.verification import ReplayReport
from engine.play.verification import replay as replay_game

__all__ = ["Fault", "FuzzReport", "ReplayReport", "Result", "auto", "fuzz", "replay"]

RARELY = (3_000_000, 1_000, 1_000)
"""Thresholds of `gc.set_threshold` while games are played: a step leaves next to nothing that only
the collector frees, and what it would look through meanwhile is rules, map and log, which stay.
"""


def fuzz(
    scenario: str,
    games: int,
    seed: int = 1,
    progress: Progress | None = None,
    *,
    verify: bool = True,
) -> FuzzReport:
    """Random legal games of a shipped scenario (see :func:`engine.play.fuzz.fuzz`)."""
    with rare_collections():
        return fuzzing.fuzz(beginning(), scenario, games, seed, progress, verify=verify)


def auto(
    scenario: str,
    games: int,
    seed: int = 1,
    progress: Progress | None = None,
    *,
    verify: bool = True,
) -> FuzzReport:
    """Games of a shipped scenario with the automatic player on every side."""
    with rare_collections():
        return fuzzing.auto(beginning(), scenario, games, seed, progress, verify=verify)


def replay(game: GameSession | Path | str, verify: bool = True) -> ReplayReport:
    """Play a game's whole log again from the opening, or that of the newest game in a file.

    Raises KnownError for a file that cannot be opened.
    """
    if isinstance(game, GameSession):
        return replay_game(game, verify)
    with GameSession.open(game) as opened:
        return replay_game(opened, verify)


@contextmanager
def rare_collections() -> Iterator[None]:
    """Look for cycles of garbage rarely: the fewer looks, the faster games are played."""
    before = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def beginning() -> fuzzing.Begin:
    """What begins games of shipped scenarios; those of one scenario have the same rules."""
    first: dict[str, GameSession] = {}

    def begin(scenario: str, seed: int) -> GameSession:
        if scenario in first:
            return first[scenario].another(seed)
        game = first[scenario] = GameSession.start(scenario, seed=seed)
        return game

    return begin
