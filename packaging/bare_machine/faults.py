"""What set-up and the window say on a bare Debian when something is missing or full."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from bare_machine.root import BareRoot

NOWHERE = "http://127.0.0.1:9/simple"
"""An address where nothing answers."""


@dataclass(frozen=True, slots=True)
class Hardship:
    """A circumstance, and the words that set-up must say in it."""

    name: str
    says: str
    environ: dict[str, str] = field(default_factory=dict)
    small: str = ""
    read_only: bool = False


def hardships(place: str) -> tuple[Hardship, ...]:
    """Return the circumstances to try in the tree at `place`."""
    no_index = {"PIP_INDEX_URL": NOWHERE, "PIP_EXTRA_INDEX_URL": "", "PIP_RETRIES": "0"}
    return (
        Hardship("network", "could not be reached over the network", no_index),
        Hardship("disk", "The disk is full", small=f"{place}/.venv"),
        Hardship("rights", "cannot be written to by you", read_only=True),
    )


def try_hardship(root: BareRoot, place: str, what: Hardship, log: Path) -> bool:
    """`make setup` in a circumstance: it must fail with the right words and without a traceback."""
    inside = root.folder / place.lstrip("/")
    _forget(inside)
    if what.read_only:
        subprocess.run(["chown", "-R", "root:root", str(inside)], check=True)
    with log.open("wb") as file:
        environ = {**root.network, **what.environ}
        code = root.run(["make", "setup"], place, environ, file, what.small).wait()
    root.give(inside)
    said = log.read_text(errors="replace")
    return code == 2 and what.says in said and "Traceback (most recent call last)" not in said


def try_two_at_once(root: BareRoot, place: str, logs: tuple[Path, Path]) -> bool:
    """Two set-ups at the same time: both end well, and one has waited for the other."""
    _forget(root.folder / place.lstrip("/"))
    with logs[0].open("wb") as one, logs[1].open("wb") as other:
        both = [root.run(["make", "setup"], place, {}, log) for log in (one, other)]
        codes = [process.wait() for process in both]
    said = "".join(log.read_text(errors="replace") for log in logs)
    return codes == [0, 0] and said.count("Another set-up is at work") == 1


def try_without_home(root: BareRoot, place: str, display: str, log: Path) -> bool:
    """`make run` on a display for somebody whose home does not exist: the way out is named."""
    with log.open("wb") as file:
        environ = {"HOME": "/nonexistent", "DISPLAY": display}
        code = root.run(["make", "run"], place, environ, file).wait()
    return code != 0 and "SANDTABLE_DIR" in log.read_text(errors="replace")


def _forget(inside: Path) -> None:
    shutil.rmtree(inside / ".venv", ignore_errors=True)
