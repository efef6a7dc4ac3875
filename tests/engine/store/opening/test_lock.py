"""One process at a time: refused while another holds the file, free as soon as it is gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.store.opening.lock import FileLock
from maps.errors import KnownError

ROOT = Path(__file__).parents[4]
HOLDER = """
import sys, pathlib
from engine.store.opening.lock import FileLock
lock = FileLock.take(pathlib.Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.readline()
"""


def holder(path: Path) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None and child.stdout.readline() == "held\n"
    return child


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_a_lock_ends_with_the_process_that_holds_it(tmp_path: Path) -> None:
    path = tmp_path / "game.sandtable"
    child = holder(path)
    with pytest.raises(KnownError, match="open in another Sandtable"):
        FileLock.take(path)
    child.send_signal(signal.SIGKILL)
    child.communicate()
    assert path.with_name("game.sandtable-lock").exists()
    FileLock.take(path).release()
    assert list(tmp_path.iterdir()) == []


def test_a_lock_is_taken_once_and_given_back(tmp_path: Path) -> None:
    path = tmp_path / "game.sandtable"
    lock = FileLock.take(path)
    with pytest.raises(KnownError, match="open in another Sandtable"):
        FileLock.take(path)
    lock.release()
    lock.release()
    again = FileLock.take(path)
    again.release()


def test_a_lock_on_a_file_that_was_removed_meanwhile_is_taken_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.sandtable"
    first = FileLock.take(path)
    really, opened = os.open, []

    def late(name: os.PathLike[str], *rest: int) -> int:
        handle = really(name, *rest)
        if not opened:
            first.release()  # between our open and our lock
        opened.append(handle)
        return handle

    monkeypatch.setattr(os, "open", late)
    second = FileLock.take(path)
    monkeypatch.undo()
    assert len(opened) == 2
    with pytest.raises(KnownError):
        FileLock.take(path)
    second.release()


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_a_lock_never_follows_a_link(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    lock = tmp_path / "game.sandtable-lock"
    lock.symlink_to(victim)
    with pytest.raises(KnownError, match="is no lock file"):
        FileLock.take(tmp_path / "game.sandtable")
    assert not victim.exists()
    lock.unlink()
    os.mkfifo(lock)
    with pytest.raises(KnownError, match="is no lock file"):
        FileLock.take(tmp_path / "game.sandtable")
