"""Killed while importing, migrating, exporting, copying, rescuing, beginning: all or nothing."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core.chance import Stream
from engine.editing.oob_session import OobSession
from engine.editing.scan_session import ScanSession
from engine.game.session import GameSession, list_games
from engine.store.project import Project
from tests.engine.fakes import install
from tests.engine.faults.errands import ERRANDS, FILE, to_format
from tests.engine.faults.exploring import look
from tests.engine.faults.originals import small

ROOT = Path(__file__).parents[3]
KILLS = 2
LIVES = 8
"""How often one file is killed before a fresh one is taken."""
MANY = 110
"""So many kills of each errand; with those of test_kill 1,000 in all."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no SIGKILL on this system")


class Nursery:
    """The process that makes the children."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.engine.faults.errands"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._line() == ["ready"]

    def one_life(self, errand: str, seed: int, folder: Path, deeds: int, wait: float) -> Life:
        """Let a child live until it has shown some deeds and a moment longer."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{errand} {seed} {folder}\n")
        self._process.stdin.flush()
        shown: Life = []
        pid = 0
        while not pid or sum(words[0] == "done" for words in shown) < deeds:
            line = self._line()
            assert line[0] != "fault", line
            if line[0] == "child":
                pid = int(line[1])
            else:
                shown.append(line)
        time.sleep(wait)
        os.kill(pid, signal.SIGKILL)
        while (line := self._line())[0] != "ended":
            assert line[0] != "fault", line
            shown.append(line)
        assert line == ["ended", str(int(signal.SIGKILL))], "the child ended by itself"
        return shown

    def close(self) -> None:
        self._process.communicate()

    def _line(self) -> list[str]:
        assert self._process.stdout is not None
        return self._process.stdout.readline().split()


Life = list[list[str]]
"""What a child said: done or going, and about what."""


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    opened = Nursery()
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = small(tmp_path / FILE)
    shutil.copy(path, tmp_path / "older.sandtable")
    to_format(tmp_path / "older.sandtable", 8)
    shutil.copy(path, tmp_path / "hurt.sandtable")
    return tmp_path


def check(errand: str, folder: Path, shown: Life) -> None:
    """All that was shown as done is there, and whatever is there is whole."""
    done = [words[1:] for words in shown if words[0] == "done"]
    going = {words[1] for words in shown if words[0] == "going"}
    for path in sorted(folder.glob("*.sandtable")):
        assert look(path) == [], path
    match errand:
        case "scans":
            with ScanSession.open(folder / FILE, 1) as scans:
                assert {int(number) for number, _ in done} <= set(scans.scans)
        case "orders":
            for number, name in done:
                ledger = OobSession.peek(folder / FILE, int(number))
                assert ledger.ordered()[0].name == name
        case "exports":
            for path in folder.glob("log *.md"):
                assert path.read_text("utf-8").endswith("\n")
            newest = {number: int(turn) for number, turn in done}
            for number, turn in newest.items():
                text = (folder / f"log {number}.md").read_text("utf-8")
                assert int(text.split("\n", 1)[0]) in (turn, turn + 3)
        case "copies" | "begins" | "migrations":
            for name, digest in done:
                file = f"copy {name}.sandtable" if errand == "copies" else name.replace("/", " ")
                with GameSession.open(folder / file) as game:
                    assert game.digest() == digest
        case "games":
            there = {str(info.number) for info in list_games(folder / FILE)}
            assert {number for number, _ in done} - going <= there
        case "rescues":
            for name, _ in done:
                assert (folder / name.replace("/", " ")).exists()
    with Project.open(folder / FILE) as project:
        assert project.rows("PRAGMA integrity_check") == [("ok",)]


def run(nursery: Nursery, errand: str, folder: Path, kills: int) -> None:
    chance = Stream(2026, errand)
    met = 0
    whole = (folder / FILE).read_bytes()
    for life in range(kills):
        if life % LIVES == 0:
            for path in folder.iterdir():
                if path.name not in ("older.sandtable", "hurt.sandtable"):
                    path.unlink()
            (folder / FILE).write_bytes(whole)
        deeds = life % 3
        wait = chance.below(1000) * (0.1 if deeds == 0 else 0.03) / 1000
        shown = nursery.one_life(errand, chance.below(10**6), folder, deeds, wait)
        met += sum(words[0] == "done" for words in shown)
        check(errand, folder, shown)
    assert met >= kills // 2
    for path in folder.glob("*.sandtable"):
        Project.open(path).close()  # which takes in what a killed child left beside it
    left = {path.name for path in folder.iterdir() if not path.name.startswith(".")}
    odd = [name for name in left if not name.endswith((".sandtable", ".md", "-lock"))]
    assert not odd, odd


@pytest.mark.parametrize("errand", ERRANDS)
def test_a_kill_loses_nothing_that_was_shown(nursery: Nursery, folder: Path, errand: str) -> None:
    run(nursery, errand, folder, KILLS)


@pytest.mark.soak
@pytest.mark.parametrize("errand", ERRANDS)
def test_many_kills_lose_nothing_that_was_shown(
    nursery: Nursery, folder: Path, errand: str
) -> None:
    run(nursery, errand, folder, MANY)
