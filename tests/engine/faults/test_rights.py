"""Somebody without the right to write is told so by the name of the file; nothing is written."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.game.session import GameSession
from tests.engine.fakes import install, small_scenario
from tests.engine.faults.rights import FILE, deeds
from tests.engine.store.harm import contents

ROOT = Path(__file__).parents[3]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux's rights")
def test_nothing_is_written_where_one_has_no_right_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    for name in ("closed", "open", "mine"):
        (tmp_path / name).mkdir()
    with GameSession.begin(small_scenario(), path=tmp_path / "mine" / FILE) as game:
        game.act(next(iter(game.view().legal)))
    for name in ("closed", "open"):
        shutil.copy(tmp_path / "mine" / FILE, tmp_path / name / FILE)
        (tmp_path / name / FILE).chmod(0o444)
    before = {name: contents(tmp_path / name) for name in ("closed", "open", "mine")}
    (tmp_path / "closed").chmod(0o555)
    try:
        said = subprocess.run(
            [sys.executable, "-m", "tests.engine.faults.rights", str(tmp_path)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
    finally:
        (tmp_path / "closed").chmod(0o755)
    assert len(said) == len(deeds(tmp_path))
    for line in said:
        deed, what, sentence = line.split("\t")
        assert what == "told", line
        assert deed.split(" ", 1)[1] in sentence, line
        assert re.search("cannot be (opened for writing|written)", sentence), line
        assert ".partial" not in sentence, line
    assert {name: contents(tmp_path / name) for name in before} == before
