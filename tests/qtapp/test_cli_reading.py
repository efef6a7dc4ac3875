"""Verbs that only look at a file: beside an open window, and where nothing may be written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.game.session import GameSession
from tests.engine.store.harm import contents
from tests.qtapp.conftest import CAMPAIGN

ROOT = Path(__file__).parents[2]
HOLDER = """
import sys
from engine.game.session import GameSession
with GameSession.open(sys.argv[1]):
    print("open", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    with GameSession.start(CAMPAIGN, path=folder / "game.sandtable") as game:
        game.act(next(iter(game.view().legal.family("use recommended"))))
    return folder / "game.sandtable"


def verbs(path: Path, out: Path) -> tuple[tuple[str, ...], ...]:
    return (
        ("check", str(path)),
        ("replay", str(path), "--verify"),
        ("ask", str(path), "units"),
        ("ask", str(path), "legal"),
        ("ask", str(path), "position"),
        ("render", str(path), "-o", str(out / "board.png"), "--hex", "12"),
    )


ORDINARY = """
import os, sys
from qtapp.cli import main
from tests.engine.store.test_project import drop_rights
if os.geteuid() == 0:
    drop_rights()
main(sys.argv[1:])
"""
"""The command line without an administrator's right to write everywhere."""


def run(words: tuple[str, ...], *how: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *(how or ("-m", "qtapp.cli")), *words]
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)


def test_looking_works_beside_an_open_game(path: Path, tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None and child.stdout.readline() == "open\n"
    for words in verbs(path, tmp_path):
        done = run(words)
        assert done.returncode == 0, done.stderr
    child.communicate()
    assert [item.name for item in path.parent.iterdir()] == [path.name]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux's rights")
def test_looking_works_where_nothing_may_be_written(path: Path, tmp_path: Path) -> None:
    before = contents(path.parent)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        told = [run(words, "-c", ORDINARY) for words in verbs(path, tmp_path)]
        fresh = run(("new", str(path.with_name("other.sandtable"))), "-c", ORDINARY)
    finally:
        path.parent.chmod(0o755)
    assert not [done.stderr for done in told if done.returncode != 0]
    assert fresh.returncode == 2 and "cannot be written" in fresh.stderr
    assert contents(path.parent) == before
