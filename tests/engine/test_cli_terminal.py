"""Names from files reach a terminal as they are written, never as its commands."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from engine.cli.common.terminal import visible
from engine.game.session import GameSession

ROOT = Path(__file__).parents[2]
EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m"


def test_control_characters_are_made_visible() -> None:
    assert visible(EVIL) == r"\x1b]0;owned\x07\x1b[2J\x9b31m"
    assert visible("Ελλάδα\tis\nfine ½") == "Ελλάδα\tis\nfine ½"


def on_terminal(*words: str) -> tuple[int, bytes]:
    """Exit code and output of the command line on a terminal of its own."""
    import pty

    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "qtapp.cli", *words], cwd=ROOT, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    said = b""
    try:
        while piece := os.read(ours, 65536):
            said += piece
    except OSError:
        pass  # Linux: the other end is closed
    finally:
        os.close(ours)
    return child.wait(), said


@pytest.mark.skipif(os.name != "posix", reason="needs terminals of POSIX")
def test_a_terminal_gets_no_commands_from_a_file(tmp_path: Path) -> None:
    path, planted = tmp_path / "war.sandtable", tmp_path / "planted.sandtable"
    with GameSession.start("balkan_gambit/1943", path=path) as game:
        game.act(next(iter(game.view().legal.family("use recommended"))))
    shutil.copy(path, planted)
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("UPDATE oob_unit SET name = ? || name", (EVIL,))
        conn.commit()
    with closing(sqlite3.connect(planted)) as conn:
        conn.execute(f'CREATE TABLE "{EVIL}" (a)')
        conn.commit()
    code, said = on_terminal("ask", str(path), "units")
    assert code == 0 and rb"\x1b]0;owned" in said
    assert b"\x1b" not in said and b"\x07" not in said and "\x9b".encode() not in said
    code, said = on_terminal("check", str(planted))
    assert code == 2 and b"no Sandtable makes" in said and b"\x1b" not in said
