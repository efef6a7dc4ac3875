"""Whatever a stranger or a fault makes of a file, it is opened or refused with a sentence."""

from __future__ import annotations

import signal
from collections import Counter
from pathlib import Path

import pytest

from tests.engine.fakes import install
from tests.engine.faults import originals
from tests.engine.faults.campaign import run

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs an alarm")

FINE = {"ok", "told", "refused"}


@pytest.fixture(autouse=True)
def skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "altered"
    made.mkdir()
    return made


def fine(found: Counter[str], count: int) -> None:
    """No traceback, no hang, nothing written; and files were refused as well as opened."""
    assert set(found) <= FINE, {what: times for what, times in found.items() if what not in FINE}
    assert sum(found.values()) == count
    assert found["refused"] > count // 10 and found["ok"] > count // 10


def test_altered_files_of_a_small_game(tmp_path: Path, folder: Path) -> None:
    fine(run(originals.small(tmp_path / "original.sandtable"), folder, 40, 11), 40)


def test_altered_files_of_a_campaign(tmp_path: Path, folder: Path) -> None:
    fine(run(originals.campaign(tmp_path / "original.sandtable"), folder, 10, 13), 10)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(13, 22))
def test_nine_thousand_altered_files_of_a_small_game(
    tmp_path: Path, folder: Path, seed: int
) -> None:
    fine(run(originals.small(tmp_path / "original.sandtable"), folder, 1_000, seed), 1_000)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(31, 36))
def test_a_thousand_altered_files_of_a_campaign(tmp_path: Path, folder: Path, seed: int) -> None:
    fine(run(originals.campaign(tmp_path / "original.sandtable"), folder, 200, seed), 200)
