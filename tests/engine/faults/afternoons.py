"""A process whose children live through an afternoon on a disk that is full at a size.

For each line ``size folder`` on standard input it forks a child whose files cannot grow past the
size, and writes what the child said, line by line, then ``ended`` with its exit code. It forks
because limits last as long as a process, and it is a process of its own because one that has
threads must not fork. See test_full_disk.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import numpy as np

from engine import systems
from engine.core.chance import Stream
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.editing.rescue import rescue
from engine.editing.scan_session import ScanSession
from engine.game.session import GameSession
from engine.reports import log_export
from maps.digitise.works import ScanWork
from maps.edits import paint
from maps.errors import KnownError
from maps.files.writing import write_whole
from tests.engine.fakes import Skirmish, small_scenario
from tests.engine.faults.errands import digest_of, say


class Session:
    """Everything a person does in an afternoon; what was done and what was told is said."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "game.sandtable"
        self.folder = folder

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
            _say(f"told {name} {error}")
        except BaseException:
            _say(f"fault {name} {traceback.format_exc()[-600:]!r}")

    def _begin(self) -> None:
        GameSession.begin(small_scenario(1000), path=self.path).close()
        _say("done begin")

    def _play(self) -> None:
        stream = Stream(3, "disk")
        with GameSession.open(self.path) as game, EditSession.beside(game) as edit:
            for _ in range(12):
                before = (game.digest(), edit.revision)
                try:
                    action = game.view().legal.random(stream)
                    assert action is not None
                    game.act(action)
                    _say(f"done step {game.log.current} {game.digest()}")
                    before = (game.digest(), edit.revision)
                    at, kind = next(iter(edit.map.terrain.items()))
                    edit.apply(paint(edit.map, [at], "rough" if kind == "clear" else "clear"))
                    _say(f"done edit {edit.revision}")
                except KnownError as error:
                    _say(f"told play {error}")
                    assert (game.digest(), edit.revision) == before, "nothing has changed"

    def _order(self) -> None:
        with OobSession.create(self.path, "balkan_front_crete") as order:
            _say(f"done order {order.number}")

    def _scan(self) -> None:
        with ScanSession.open(self.path, 1) as scans:
            pixels = np.arange(500 * 500 * 3, dtype=np.uint32).reshape(500, 500, 3) % 251
            work = ScanWork("scan.png", scans.map.sheets[0].id, 500, 500)
            number = scans.take_in(pixels.astype(np.uint8), work)
            scans.admit(number, work)
            scans.change(number, "Show", present=True)
            _say(f"done scan {number}")

    def _export(self) -> None:
        with GameSession.open(self.path) as game:
            target = self.folder / "log.md"
            write_whole(target, log_export.markdown(game) * 30)
            _say(f"done export {digest_of(target)}")

    def _copy(self) -> None:
        with GameSession.open(self.path) as game, ProjectSession.open(self.path) as project:
            project.save_copy(self.folder / "copy.sandtable", game)
            _say(f"done copy {game.digest()}")

    def _rescue(self) -> None:
        rescue(self.path, self.folder / "saved.sandtable")
        _say("done rescue")


def _say(line: str) -> None:
    say(line.replace("\n", " ").replace("\r", " ")[:3000])


def main() -> None:
    """Fork a child for each line."""
    import resource

    systems.SYSTEMS[Skirmish.id] = Skirmish()
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    say("ready")
    for line in sys.stdin:
        size, folder = line.rstrip("\n").split(" ", 1)
        child = os.fork()
        if child == 0:
            sys.dont_write_bytecode = True  # Python keeps what it could write of a module
            resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), int(size)))
            try:
                Session(Path(folder)).run()
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        say("ended", os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
