"""Each verb that writes a file, on a disk that is full: a sentence with the name, exit code 2."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]

LIMITED = """
import resource, sys
limit = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
from qtapp.cli import main
main()
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")


def run(limit: int, *words: object) -> subprocess.CompletedProcess[str]:
    """A verb in a process of its own that may write files up to ``limit`` bytes."""
    return subprocess.run(
        [sys.executable, "-c", LIMITED, str(limit), *map(str, words)],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def refused(ran: subprocess.CompletedProcess[str], target: Path, old: bytes | None = None) -> None:
    assert ran.returncode == 2, ran.stderr
    assert str(target) in ran.stderr and "Traceback" not in ran.stderr, ran.stderr
    assert "Make room on the disk." in ran.stderr, ran.stderr
    assert (target.read_bytes() if target.exists() else None) == old
    assert not [file for file in target.parent.iterdir() if file.name.startswith(".")]


WORDS: dict[str, tuple[str, ...]] = {
    "sheets.pdf": ("sheets", "print", "balkan_gambit_1945", "-o", "{}"),
    "sheets.svg": ("sheets", "print", "balkan_gambit_1945", "-o", "{}"),
    "sheets.png": ("sheets", "print", "balkan_gambit_1945", "--dpi", "50", "-o", "{}"),
    "board.png": ("render", "balkan_gambit", "--hex", "8", "-o", "{}"),
    "booklet.pdf": ("oob", "booklet", "fire_in_the_east", "-o", "{}"),
    "order.csv": ("oob", "format", "fire_in_the_east", "-o", "{}"),
    "order.xlsx": ("oob", "format", "fire_in_the_east", "-o", "{}"),
    "order.notation": ("oob", "format", "fire_in_the_east", "-o", "{}"),
    "order.oob": ("oob", "format", "balkan_gambit_1945", "-o", "{}"),
    "charts.toml": ("chartset", "export", "balkan_gambit", "-o", "{}"),
}


@pytest.mark.parametrize("name", WORDS)
def test_a_full_disk_is_said(name: str, tmp_path: Path) -> None:
    target = tmp_path / name
    ran = run(1024, *(word.format(target) for word in WORDS[name]))
    if name in ("sheets.svg", "sheets.png"):
        assert ran.returncode == 2 and f"{tmp_path}/sheets-" in ran.stderr, ran.stderr
        assert not list(tmp_path.iterdir())
    else:
        refused(ran, target)


def test_an_old_picture_survives_a_full_disk(tmp_path: Path) -> None:
    target = tmp_path / "board.png"
    target.write_bytes(b"old")
    refused(run(1024, "render", "balkan_gambit", "--hex", "8", "-o", target), target, b"old")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_device_is_said() -> None:
    for words in (
        ("sheets", "print", "balkan_gambit_1945", "-o"),
        ("render", "balkan_gambit", "--hex", "8", "-o"),
    ):
        ran = subprocess.run(
            [sys.executable, "-m", "qtapp.cli", *words, "/dev/full"],
            cwd=ROOT,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert ran.returncode == 2, ran.stderr
        assert "/dev/full" in ran.stderr
    assert Path("/dev/full").is_char_device()


def test_a_log_that_cannot_be_kept_is_said(tmp_path: Path) -> None:
    """The game itself is kept all the same: only the log is refused."""
    log = tmp_path / "log.md"
    script = tmp_path / "script.jsonl"
    script.write_text("")
    ran = run(64, "play", "balkan_gambit/1943", "--script", script, "--log", log)
    refused(ran, log)


def test_a_cut_sheet_is_whole_or_not_there(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    sheet = np.full((240, 240, 3), 255, np.uint8)
    for row in range(3):
        for column in range(3):
            spot = sheet[12 + row * 76 : 76 + row * 76, 12 + column * 76 : 76 + column * 76]
            spot[...] = rng.integers(40, 180, spot.shape, np.uint8)
    picture, folder = tmp_path / "sheet.png", tmp_path / "cut"
    Image.fromarray(sheet).save(picture)
    words = ("sheets", "cut", picture, "-o", folder, "--rows", 3, "--cols", 3)
    refused(run(2048, *words), folder)
    assert run(10**9, *words).returncode == 0
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert len(before) == 10 and json.loads(before["sheet.json"])["rows"] == 3
    assert run(2048, *words).returncode == 2
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
