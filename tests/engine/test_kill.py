"""Killed in the middle of edits and play, again and again: nothing shown as done is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.core.chance import Stream
from engine.editing.map_session import EditSession
from engine.game.session import GameSession
from engine.store.project import Project
from tests.engine.fakes import install
from tests.engine.victims import fingerprint

ROOT = Path(__file__).parents[2]
LIVES = 10
"""How often each file is killed before a new one is begun."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no SIGKILL on this system")


@dataclass(frozen=True)
class Shown:
    """What a child had shown as done: where the game stood and what the board looked like."""

    node: int
    digest: str
    revision: int
    board: str


class Nursery:
    """The process that makes the children."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.engine.victims"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._line() == ["ready"]

    def one_life(self, name: str, seed: int, path: Path, deeds: int, wait: float) -> list[Shown]:
        """Let a child live until it has shown some deeds and a moment longer; what it had shown."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{name} {seed} {path}\n")
        self._process.stdin.flush()
        shown: list[Shown] = []
        pid = 0
        while not pid or len(shown) < deeds:
            pid = self._hear(self._line(), shown) or pid
        time.sleep(wait)
        os.kill(pid, signal.SIGKILL)
        while (line := self._line())[0] != "gone":
            self._hear(line, shown)
        assert line == ["gone", str(int(signal.SIGKILL))], "the child ended by itself"
        return shown

    def close(self) -> None:
        self._process.communicate()

    def _line(self) -> list[str]:
        assert self._process.stdout is not None
        return self._process.stdout.readline().split()

    def _hear(self, words: list[str], shown: list[Shown]) -> int:
        if words[0] == "done":
            shown.append(Shown(int(words[1]), words[2], int(words[3]), words[4]))
        assert words[0] in ("child", "open", "done"), "the child ended by itself"
        return int(words[1]) if words[0] == "child" else 0


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    opened = Nursery()
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def check(
    path: Path, shown: list[Shown], lately: list[Shown], thoroughly: bool, last: int = 0
) -> int:
    """The file is whole, holds all that was shown as done, and replays to the same digests.

    ``last`` is the last node that the lives before left, perhaps of a deed that was cut off; the
    last one of this life is returned.
    Replayed is what leads to the current step from the nearest state in the file, or everything.
    """
    with Project.open(path) as project:
        assert project.rows("PRAGMA integrity_check") == [("ok",)]
    with GameSession.open(path) as game, EditSession.beside(game) as edit:
        for seen in shown:
            assert game.recorded(seen.node) == seen.digest
        for seen in lately[-2:]:
            assert fingerprint(edit.board_at(seen.revision)) == seen.board
        if lately:
            assert edit.revision - lately[-1].revision in (0, 1), (
                "at most the deed that was cut off"
            )
            known = max(last, *(seen.node for seen in shown))
            new = [node for node in game.log if node.id > known]
            assert sum(not node.is_die for node in new) <= 1
        assert game.digest() == game.recorded(game.log.current)
        if thoroughly:
            assert game.verify() == ()
        return max((node.id for node in game.log), default=0)


@pytest.mark.parametrize(
    ("name", "kills", "most"),
    [
        ("skirmish", LIVES, 14),
        pytest.param("skirmish", 20, 14, marks=pytest.mark.soak),
        ("balkan_gambit/1943", LIVES, 14),
        pytest.param("balkan_gambit/1943", 100, 14, marks=pytest.mark.soak),
    ],
)
def test_nothing_shown_as_done_is_lost(
    nursery: Nursery, tmp_path: Path, name: str, kills: int, most: int
) -> None:
    chance = Stream(2024, "kills")
    shown: list[Shown] = []
    met = last = 0
    for life in range(kills):
        path = tmp_path / f"game {life // LIVES}.sandtable"
        if life % LIVES == 0:
            shown, last = [], 0
        deeds = chance.below(most)
        wait = chance.below(1000) * (0.03 if deeds == 0 else 0.003) / 1000
        lately = nursery.one_life(name, life // LIVES, path, deeds, wait)
        shown += lately
        met += len(lately)
        assert len(lately) >= deeds
        if path.exists():
            last = check(path, shown, lately, life % LIVES == LIVES - 1, last)
        else:
            assert not lately
    assert met > 2 * kills
    assert not [left for left in tmp_path.iterdir() if left.suffix not in (".sandtable", ".new")]
