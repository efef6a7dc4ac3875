"""Verbs that only look at a file: beside an open window, and where nothing may be written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.game.session import GameSession
from qtapp.cli import main
from tests.engine.store.harm import contents
from tests.qtapp.conftest import CAMPAIGN
from tests.qtapp.verb_runner import running

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


@pytest.mark.usefixtures("qapp")
def test_looking_works_beside_an_open_game(path: Path, tmp_path: Path) -> None:
    """Another process holds the file."""
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None and child.stdout.readline() == "open\n"
    for words in verbs(path, tmp_path):
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, done.output
    child.communicate()
    assert [item.name for item in path.parent.iterdir()] == [path.name]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux's rights")
def test_looking_works_where_nothing_may_be_written(path: Path, tmp_path: Path) -> None:
    before = contents(path.parent)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    new = ("new", str(path.with_name("other.sandtable")))
    try:
        with running() as runner:
            told = [runner.run(*words, rights=False) for words in verbs(path, tmp_path)]
            fresh = runner.run(*new, rights=False)
    finally:
        path.parent.chmod(0o755)
    assert not [done.stderr for done in told if done.code != 0]
    assert fresh.code == 2 and "cannot be written" in fresh.stderr
    assert contents(path.parent) == before
