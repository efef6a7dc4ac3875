"""Alter files, open them, and count what happens: sentences, tracebacks, hangs, writes.

``python -m tests.engine.faults.campaign COUNT SEED [--campaign]`` prints each kind of fault once.
"""

from __future__ import annotations

import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from engine import systems
from engine.core.chance import Stream
from engine.store.project import Project
from maps.errors import KnownError
from tests.engine.fakes import Skirmish
from tests.engine.faults import originals
from tests.engine.faults.exploring import change, look
from tests.engine.faults.mutants import alter
from tests.engine.store.harm import contents

PATIENCE = 10
"""Seconds of computing after which opening a file counts as a hang."""


class Hang(BaseException):
    """Opening took too long."""


def attempt(path: Path, alters: Callable[[Path, Stream], str], stream: Stream) -> tuple[str, str]:
    """Alter a file and open it: what happened (ok, told, refused, a fault), and what was done."""
    done = alters(path, stream)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    before = contents(path.parent)
    refused = False
    try:
        told = look(path)
    except KnownError:
        refused, told = True, []
    except Exception as error:
        Project._open.clear()
        return f"traceback: {_place(error)}", done
    if contents(path.parent) != before:
        return "written while looking", done
    try:
        told += change(path)
    except KnownError:
        if contents(path.parent) != before:
            return "written while refusing", done
        return "refused", done
    except Exception as error:
        Project._open.clear()
        return f"traceback: {_place(error)}", done
    if refused:
        return "refused to be looked at, yet opened", done
    return "told" if told else "ok", done


def _place(error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)
    spots = [
        f"{Path(f.filename).name}:{f.lineno} {f.name}"
        for f in last
        if "site-packages" not in f.filename
    ]
    return f"{type(error).__name__} at {' < '.join(reversed(spots[-4:]))}: {str(error)[:120]}"


def run(original: Path, folder: Path, count: int, seed: int, show: bool = False) -> Counter[str]:
    """Alter a file ``count`` times, each time a fresh copy; how often what happened."""
    found: Counter[str] = Counter()
    path = folder / "altered.sandtable"
    for turn in range(count):
        for old in folder.iterdir():
            old.unlink()
        shutil.copy(original, path)
        began = time.process_time()
        signal.signal(signal.SIGPROF, _hang)
        try:
            what, done = attempt(path, alter, Stream(seed, f"mutant {turn}"))
        except Hang:
            Project._open.clear()
            what, done = "hang", f"turn {turn}"
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if show and what not in found and what not in ("ok", "told", "refused"):
            print(f"[{turn}] {what}\n      {done}", flush=True)
        if time.process_time() - began > PATIENCE / 2 and show:
            print(f"[{turn}] slow: {time.process_time() - began:.1f} s, {what}: {done}", flush=True)
        found[what] += 1
        if show and turn % 200 == 199:
            print(f"{turn + 1}: {dict(found)}", flush=True)
    return found


def _hang(_signal: int, _frame: object) -> None:
    raise Hang


def main() -> None:
    """Run a campaign and print what was found."""
    systems.SYSTEMS[Skirmish.id] = Skirmish()
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        make = originals.campaign if "--campaign" in sys.argv else originals.small
        original = make(Path(name) / "original.sandtable")
        folder = Path(name) / "altered"
        folder.mkdir()
        for what, times in run(original, folder, count, seed, show=True).most_common():
            print(times, what)


if __name__ == "__main__":
    main()
