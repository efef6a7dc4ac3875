"""The disk is full at each write of a session: a sentence, nothing shown as done is lost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.editing.map_session import EditSession
from engine.game.session import GameSession, list_games
from tests.engine.fakes import install
from tests.engine.faults.errands import digest_of
from tests.engine.faults.exploring import look

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs RLIMIT_FSIZE")

STEPS = (0, 1, 4096, 33_000, 100_000, 300_000, 500_000, 524_288, 530_000, 560_000, 600_000, 700_000)


@pytest.fixture(autouse=True)
def skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


class Disks:
    """The process that makes children with full disks."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.engine.faults.afternoons"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._line() == "ready"

    def limited(self, folder: Path, size: int) -> list[str]:
        """What a session says in a process whose files cannot grow past a size."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{size} {folder}\n")
        self._process.stdin.flush()
        said: list[str] = []
        while not (line := self._line()).startswith("ended "):
            said.append(line)
        assert line == "ended 0", (line, said)
        return said

    def close(self) -> None:
        self._process.communicate()

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.endswith("\n"), "the process ended by itself"
        return line[:-1]


@pytest.fixture(scope="module")
def disks() -> Iterator[Disks]:
    opened = Disks()
    yield opened
    opened.close()


def check(folder: Path, said: list[str]) -> None:
    """No fault, everything shown as done is there, and every file is whole or absent."""
    faults = [line for line in said if line.startswith("fault")]
    assert not faults, faults
    done = [line.split()[1:] for line in said if line.startswith("done")]
    names = {path.name for path in folder.iterdir()}
    assert names <= {"game.sandtable", "log.md", "copy.sandtable", "saved.sandtable"}, names
    for path in folder.glob("*.sandtable"):
        assert look(path) == []
    if ["begin"] not in done:
        assert "game.sandtable" not in names
        return
    with GameSession.open(folder / "game.sandtable") as game:
        for words in done:
            if words[0] == "step":
                assert game.recorded(int(words[1])) == words[2]
    with EditSession.open(folder / "game.sandtable") as edit:
        newest = max((int(words[1]) for words in done if words[0] == "edit"), default=0)
        assert edit.revision == newest
    for words in done:
        if words[0] == "export":
            assert digest_of(folder / "log.md") == words[1]
        if words[0] in ("copy", "rescue"):
            file = folder / ("copy.sandtable" if words[0] == "copy" else "saved.sandtable")
            assert len(list_games(file)) == 1


@pytest.mark.parametrize("size", STEPS)
def test_a_full_disk_is_told_and_loses_nothing(disks: Disks, tmp_path: Path, size: int) -> None:
    check(tmp_path, disks.limited(tmp_path, size))


def test_without_a_limit_all_is_done(disks: Disks, tmp_path: Path) -> None:
    said = disks.limited(tmp_path, 1 << 30)
    check(tmp_path, said)
    assert not [line for line in said if not line.startswith("done")]


@pytest.mark.soak
def test_a_disk_that_is_full_at_any_write_loses_nothing(disks: Disks, tmp_path: Path) -> None:
    for size in range(0, 900_000, 4_500):
        folder = tmp_path / str(size)
        folder.mkdir()
        check(folder, disks.limited(folder, size))
