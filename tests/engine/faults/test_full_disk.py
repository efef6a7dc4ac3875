"""The disk is full at each write of a session: a sentence, nothing shown as done is lost."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.core.chance import Stream
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.editing.rescue import rescue
from engine.editing.scan_session import ScanSession
from engine.game.session import GameSession, list_games
from engine.reports import log_export
from maps.digitise.works import ScanWork
from maps.edits import paint
from maps.errors import KnownError
from maps.writing import write_whole
from tests.engine.fakes import install, small_scenario
from tests.engine.faults.errands import digest_of
from tests.engine.faults.exploring import look

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs RLIMIT_FSIZE")

STEPS = (0, 1, 4096, 33_000, 100_000, 300_000, 500_000, 524_288, 530_000, 560_000, 600_000, 700_000)


@pytest.fixture(autouse=True)
def skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


class Session:
    """Everything a person does in an afternoon; what was done and what was told."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "game.sandtable"
        self.folder = folder
        self.said: list[str] = []

    def run(self) -> None:
        """Do it all; a deed that cannot be done gets a sentence."""
        self._try("begin", self._begin)
        if not self.path.exists():
            return
        self._try("play", self._play)
        self._try("order", self._order)
        self._try("scan", self._scan)
        self._try("export", self._export)
        self._try("copy", self._copy)
        self._try("rescue", self._rescue)

    def _try(self, name: str, deed: Callable[[], None]) -> None:
        try:
            deed()
        except KnownError as error:
            self.said.append(f"told {name} {error}")
        except BaseException:
            self.said.append(f"fault {name} {traceback.format_exc()[-600:]!r}")

    def _begin(self) -> None:
        GameSession.begin(small_scenario(1000), path=self.path).close()
        self.said.append("done begin")

    def _play(self) -> None:
        stream = Stream(3, "disk")
        with GameSession.open(self.path) as game, EditSession.beside(game) as edit:
            for _ in range(12):
                before = (game.digest(), edit.revision)
                try:
                    action = game.view().legal.random(stream)
                    assert action is not None
                    game.act(action)
                    self.said.append(f"done step {game.log.current} {game.digest()}")
                    before = (game.digest(), edit.revision)
                    at, kind = next(iter(edit.map.terrain.items()))
                    edit.apply(paint(edit.map, [at], "rough" if kind == "clear" else "clear"))
                    self.said.append(f"done edit {edit.revision}")
                except KnownError as error:
                    self.said.append(f"told play {error}")
                    assert (game.digest(), edit.revision) == before, "nothing has changed"

    def _order(self) -> None:
        with OobSession.create(self.path, "balkan_front_crete") as order:
            self.said.append(f"done order {order.number}")

    def _scan(self) -> None:
        with ScanSession.open(self.path, 1) as scans:
            pixels = np.arange(500 * 500 * 3, dtype=np.uint32).reshape(500, 500, 3) % 251
            work = ScanWork("scan.png", scans.map.sheets[0].id, 500, 500)
            number = scans.take_in(pixels.astype(np.uint8), work)
            scans.admit(number, work)
            scans.change(number, "Show", present=True)
            self.said.append(f"done scan {number}")

    def _export(self) -> None:
        with GameSession.open(self.path) as game:
            target = self.folder / "log.md"
            write_whole(target, log_export.markdown(game) * 30)
            self.said.append(f"done export {digest_of(target)}")

    def _copy(self) -> None:
        with GameSession.open(self.path) as game, ProjectSession.open(self.path) as project:
            project.save_copy(self.folder / "copy.sandtable", game)
            self.said.append(f"done copy {game.digest()}")

    def _rescue(self) -> None:
        rescue(self.path, self.folder / "saved.sandtable")
        self.said.append("done rescue")


def limited(folder: Path, size: int) -> list[str]:
    """What a session says in a process whose files cannot grow past a size."""
    import resource

    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        session = Session(folder)
        try:
            session.run()
        finally:
            with os.fdopen(write, "w") as out:
                out.write("\n".join(line.replace("\n", " ") for line in session.said))
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as answer:
        said = answer.read().split("\n")
    os.waitpid(child, 0)
    return [line for line in said if line]


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
def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path, size: int) -> None:
    check(tmp_path, limited(tmp_path, size))


def test_without_a_limit_all_is_done(tmp_path: Path) -> None:
    said = limited(tmp_path, 1 << 30)
    check(tmp_path, said)
    assert not [line for line in said if not line.startswith("done")]


@pytest.mark.soak
def test_a_disk_that_is_full_at_any_write_loses_nothing(tmp_path: Path) -> None:
    for size in range(0, 900_000, 4_500):
        folder = tmp_path / str(size)
        folder.mkdir()
        check(folder, limited(folder, size))
