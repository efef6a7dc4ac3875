#!/usr/bin/env python3
"""Try the two commands on a Debian that has nothing but Python, pip, make and git.

    sudo packaging/bare.py bookworm run       make run, on a display and without one
    sudo packaging/bare.py trixie test        make test, without a display
    sudo packaging/bare.py trixie faults      what is said without network, disk, rights or home
    sudo packaging/bare.py sid all --sdist    run and test, from the unpacked source distribution

As root it makes a minimal root of the suite with mmdebstrap, copies the last commit into it (a
clone, or the unpacked sdist) and runs the commands as an ordinary user, in a folder with a space
and an umlaut. What they print, times, and pictures of the display go to build/bare/. It needs
mmdebstrap, and Xvfb for the display.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bare_machine import faults
from bare_machine.root import HOME, BareRoot
from bare_machine.screen import Screen

ROOT = Path(__file__).resolve().parent.parent
PLACE = f"{HOME}/Sand Kästen"
PAINTED = 64
"""A display that shows at least so many colours shows a window, not an empty root."""


@dataclass(slots=True)
class Trial:
    """One bare root, the folder for its logs, and what has been found so far."""

    root: BareRoot
    logs: Path
    niceness: int
    failures: list[str] = field(default_factory=list)

    def tell(self, sentence: str) -> None:
        """Print `sentence` and add it to the summary."""
        print(sentence, flush=True)
        with (self.logs / "summary.txt").open("a") as summary:
            summary.write(sentence + "\n")

    def command(self, name: str, words: Sequence[str], environ: dict[str, str]) -> int:
        """Run `words` in the tree as the ordinary user; log what it says; return its exit code."""
        started = time.monotonic()
        with (self.logs / f"{name}.log").open("wb") as log:
            nice = ["nice", "-n", str(self.niceness)]
            code = self.root.run([*nice, *words], PLACE, environ, log).wait()
        self.tell(f"{name}: exit {code} after {time.monotonic() - started:.0f} s")
        return code

    def prepared(self, name: str, words: Sequence[str], environ: dict[str, str]) -> int:
        """Run `words`; where set-up asks for system packages, install them and run again, once."""
        code = self.command(name, words, environ)
        asked = asked_for((self.logs / f"{name}.log").read_text(errors="replace"))
        if code == 0 or not asked:
            return code
        self.tell(f"{name}: asks for {len(asked)} of Debian's: {' '.join(asked)}")
        with (self.logs / f"{name}-packages.log").open("wb") as log:
            if self.root.install(asked, log) != 0:
                self.tell(f"{name}: apt-get could not install them")
                return code
        return self.command(f"{name}-again", words, environ)

    def judge(self, name: str, good: bool) -> None:
        """Write down whether the step called `name` is as it should be."""
        self.tell(f"{name}: {'good' if good else 'BAD'}")
        if not good:
            self.failures.append(name)


def asked_for(log: str) -> list[str]:
    """Return the Debian packages of the line that set-up says to type, none without such a line."""
    found = re.search(r"^ *(?:sudo )?apt-get install -y (.+)$", log, re.MULTILINE)
    return found[1].split() if found else []


def try_run(trial: Trial) -> None:
    """`make run` without a display, where a game is played; then on one, where a window appears.

    The first of them makes the environment, and is stopped once for all system libraries.
    """
    code = trial.prepared("run-without-display", ["make", "run"], {})
    tree = trial.root.folder / PLACE.lstrip("/")
    picture = tree / "build" / "first-campaign.png"
    if picture.is_file():
        shutil.copy(picture, trial.logs)
    trial.judge("run-without-display", code == 0 and picture.is_file())
    used = sum(file.lstat().st_size for file in (tree / ".venv").rglob("*")) >> 20
    trial.tell(f"the environment for playing takes {used} MB")
    with Screen(trial.logs) as screen, (trial.logs / "run-on-display.log").open("wb") as log:
        started = time.monotonic()
        process = trial.root.run(["make", "run"], PLACE, {"DISPLAY": screen.name}, log)
        colours = screen.wait_for(PAINTED, process, seconds=180)
        trial.tell(f"run-on-display: {colours} colours after {time.monotonic() - started:.0f} s")
        trial.judge("run-on-display", colours >= PAINTED and process.poll() is None)
        time.sleep(3)
        screen.save("run-on-display.png")
        trial.root.end(process)


def try_test(trial: Trial, on_display: bool) -> None:
    """`make test`, which must end with exit code 0."""
    if on_display:
        with Screen(trial.logs) as screen:
            code = trial.prepared("test-on-display", ["make", "test"], {"DISPLAY": screen.name})
        trial.judge("test-on-display", code == 0)
        return
    code = trial.prepared("test-without-display", ["make", "test"], {})
    trial.judge("test-without-display", code == 0)


def try_faults(trial: Trial) -> None:
    """Set-up and window where something is missing: they must say what."""
    for what in faults.hardships(PLACE):
        log = trial.logs / f"no-{what.name}.log"
        trial.judge(f"no {what.name}", faults.try_hardship(trial.root, PLACE, what, log))
    with Screen(trial.logs) as screen:
        trial.prepared("setup", ["make", "setup"], {"DISPLAY": screen.name})
        logs = (trial.logs / "first-of-two.log", trial.logs / "second-of-two.log")
        trial.judge("two at once", faults.try_two_at_once(trial.root, PLACE, logs))
        log = trial.logs / "no-home.log"
        found = faults.try_without_home(trial.root, PLACE, screen.name, log)
        trial.judge("no home", found)


def put_tree(root: BareRoot, from_sdist: bool) -> None:
    """Copy the last commit into the root: a clone, or the unpacked source distribution."""
    with tempfile.TemporaryDirectory() as scratch:
        clone = Path(scratch, "clone")
        git = ["git", "-c", "safe.directory=*", "clone", "--quiet", "--no-hardlinks"]
        subprocess.run([*git, str(ROOT), str(clone)], check=True)
        root.take(unpacked_sdist(clone, Path(scratch)) if from_sdist else clone, PLACE)


def unpacked_sdist(clone: Path, scratch: Path) -> Path:
    """Build the source distribution of `clone` with this tree's environment; return its folder."""
    python = ROOT / ".venv" / "bin" / "python"
    if not python.exists():
        sys.exit("The sdist is built with the tree's own environment. Type `make test` or "
                 "`make setup` first.")  # fmt: skip
    build = [str(python), "-m", "hatchling", "build", "-t", "sdist", "-d", str(scratch)]
    subprocess.run(build, cwd=clone, check=True, stdout=subprocess.DEVNULL)
    (archive,) = scratch.glob("*.tar.gz")
    with tarfile.open(archive) as sdist:
        sdist.extractall(scratch / "sdist", filter="data")
    (folder,) = (scratch / "sdist").iterdir()
    return folder


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Return what was typed, or what `words` say."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("suite", help="a suite of Debian: bookworm, trixie, sid")
    parser.add_argument("what", choices=("run", "test", "faults", "all"), help="what to try")
    parser.add_argument("--sdist", action="store_true", help="from the sdist, not from a clone")
    parser.add_argument("--venv", action="store_true", help="python3-venv instead of python3-pip")
    parser.add_argument("--display", action="store_true", help="test on a display, too")
    parser.add_argument("--nice", type=int, default=10, help="niceness of what runs inside")
    parser.add_argument("--keep", action="store_true", help="leave the root where it is")
    return parser.parse_args(words)


def main() -> int:
    """Make the root, try what was asked; return 0 when all of it is good."""
    asked = arguments()
    name = f"{asked.suite}-{'sdist' if asked.sdist else 'clone'}-{'venv' if asked.venv else 'pip'}"
    logs = ROOT / "build" / "bare" / f"{name}-{asked.what}"
    shutil.rmtree(logs, ignore_errors=True)
    logs.mkdir(parents=True)
    with BareRoot(asked.suite, "python3-venv" if asked.venv else "python3-pip", asked.keep) as root:
        trial = Trial(root, logs, asked.nice)
        put_tree(root, asked.sdist)
        trial.tell(f"{name}: {root.described()}")
        if asked.what in ("run", "all"):
            try_run(trial)
        if asked.what == "faults":
            try_faults(trial)
        if asked.what in ("test", "all"):
            try_test(trial, on_display=False)
            if asked.display:
                try_test(trial, on_display=True)
    trial.tell(f"{name}: {'BAD: ' + ', '.join(trial.failures) if trial.failures else 'all good'}")
    print(f"The logs are in {logs}")
    return 1 if trial.failures else 0


if __name__ == "__main__":
    sys.exit(main())
