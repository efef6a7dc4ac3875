"""Verbs that only look at a file: beside an open window, and where nothing may be written."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.game.session import GameSession
from qtapp.cli import main
from tests.engine.store.harm import contents
from tests.qtapp.conftest import CAMPAIGN
from tests.qtapp.verb_runner import VerbRunner, running

ROOT = Path(__file__).parents[2]
HOLDER = """
import sys
from engine.game.session import GameSession
with GameSession.open(sys.argv[1]):
    print("open", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture(scope="module")
def runner() -> Iterator[VerbRunner]:
    with running() as found:
        yield found


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
def test_looking_works_where_nothing_may_be_written(
    path: Path, tmp_path: Path, runner: VerbRunner
) -> None:
    before = contents(path.parent)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    new = ("new", str(path.with_name("other.sandtable")))
    try:
        told = [runner.run(*words, rights=False) for words in verbs(path, tmp_path)]
        fresh = runner.run(*new, rights=False)
    finally:
        path.parent.chmod(0o755)
    assert not [done.stderr for done in told if done.code != 0]
    assert fresh.code == 2 and "cannot be written" in fresh.stderr
    assert contents(path.parent) == before


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs limits of POSIX")
def test_looking_works_on_a_full_disk(path: Path, tmp_path: Path, runner: VerbRunner) -> None:
    """Not a byte can be written anywhere; what a killed program left in its log is seen."""
    left = tmp_path / "left"
    left.mkdir()
    with GameSession.open(path) as game:
        game.act(next(iter(game.view().legal)))
        here = game.log.current
        for ending in ("", "-wal"):
            name = path.name + ending
            shutil.copy(path.with_name(name), left / name)
    before = contents(left)
    assert len(before) == 2
    for words in verbs(left / path.name, tmp_path)[:-1]:
        done = runner.run(*words, limit=0)
        assert done.code == 0, done.stderr
    with GameSession.open(left / path.name) as seen:
        assert seen.log.current == here
    refused = runner.run("new", tmp_path / "other.sandtable", limit=0)
    assert refused.code == 2 and "Traceback" not in refused.stderr, refused.stderr
    assert not (tmp_path / "other.sandtable").exists()
    assert before[f"{path.name}-wal"], "what was looked at had a log"
