"""Each verb that writes a file, on a disk that is full: a sentence with the name, exit code 2."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.qtapp.verb_runner import Ran, VerbRunner, running

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")


@pytest.fixture(scope="module")
def runner() -> Iterator[VerbRunner]:
    """Runs verbs in processes of their own, which may write files up to a limit."""
    with running() as found:
        yield found


def refused(ran: Ran, target: Path, old: bytes | None = None) -> None:
    assert ran.code == 2, ran.stderr
    assert str(target) in ran.stderr and "Traceback" not in ran.stderr, ran.stderr
    assert "Make room on the disk." in ran.stderr, ran.stderr
    assert (target.read_bytes() if target.exists() else None) == old
    assert not [file for file in target.parent.iterdir() if file.name.startswith(".")]


WORDS: dict[str, tuple[str, ...]] = {
    "sheets.pdf": ("sheets", "print", "balkan_gambit_1945", "-o", "{}"),
    "sheets.svg": ("sheets", "print", "balkan_gambit_1945", "-o", "{}"),
    "sheets.png": ("sheets", "print", "balkan_gambit_1945", "--dpi", "50", "-o", "{}"),
    "board.png": ("render", "balkan_gambit", "--hex", "8", "-o", "{}"),
    "booklet.pdf": ("oob", "booklet", "balkan_gambit_1945", "-o", "{}"),
    "order.csv": ("oob", "format", "balkan_gambit_1945", "-o", "{}"),
    "order.xlsx": ("oob", "format", "balkan_gambit_1945", "-o", "{}"),
    "order.notation": ("oob", "format", "balkan_gambit_1945", "-o", "{}"),
    "order.oob": ("oob", "format", "balkan_gambit_1945", "-o", "{}"),
    "charts.toml": ("chartset", "export", "balkan_gambit", "-o", "{}"),
}


@pytest.mark.parametrize("name", WORDS)
def test_a_full_disk_is_said(name: str, tmp_path: Path, runner: VerbRunner) -> None:
    target = tmp_path / name
    ran = runner.run(*(word.format(target) for word in WORDS[name]), limit=1024)
    if name in ("sheets.svg", "sheets.png"):
        assert ran.code == 2 and f"{tmp_path}/sheets-" in ran.stderr, ran.stderr
        assert not list(tmp_path.iterdir())
    else:
        refused(ran, target)


def test_an_old_picture_survives_a_full_disk(tmp_path: Path, runner: VerbRunner) -> None:
    target = tmp_path / "board.png"
    target.write_bytes(b"old")
    words = ("render", "balkan_gambit", "--hex", "8", "-o", target)
    refused(runner.run(*words, limit=1024), target, b"old")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_device_is_said(runner: VerbRunner) -> None:
    for words in (
        ("sheets", "print", "balkan_gambit_1945", "-o"),
        ("render", "balkan_gambit", "--hex", "8", "-o"),
    ):
        ran = runner.run(*words, "/dev/full")
        assert ran.code == 2, ran.stderr
        assert "/dev/full" in ran.stderr
    assert Path("/dev/full").is_char_device()


def test_a_log_that_cannot_be_kept_is_said(tmp_path: Path, runner: VerbRunner) -> None:
    """The game itself is kept all the same: only the log is refused."""
    log = tmp_path / "log.md"
    script = tmp_path / "script.jsonl"
    script.write_text("")
    ran = runner.run("play", "balkan_gambit/1943", "--script", script, "--log", log, limit=64)
    refused(ran, log)


def test_a_cut_sheet_is_whole_or_not_there(tmp_path: Path, runner: VerbRunner) -> None:
    rng = np.random.default_rng(1)
    sheet = np.full((240, 240, 3), 255, np.uint8)
    for row in range(3):
        for column in range(3):
            spot = sheet[12 + row * 76 : 76 + row * 76, 12 + column * 76 : 76 + column * 76]
            spot[...] = rng.integers(40, 180, spot.shape, np.uint8)
    picture, folder = tmp_path / "sheet.png", tmp_path / "cut"
    Image.fromarray(sheet).save(picture)
    words = ("sheets", "cut", picture, "-o", folder, "--rows", 3, "--cols", 3)
    refused(runner.run(*words, limit=2048), folder)
    assert runner.run(*words).code == 0
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert len(before) == 10 and json.loads(before["sheet.json"])["rows"] == 3
    assert runner.run(*words, limit=2048).code == 2
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
