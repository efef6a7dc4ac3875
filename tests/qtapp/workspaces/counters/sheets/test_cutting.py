"""Scans of drawn sheets, damaged in every way, are cut to the last counter."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from maps.errors import KnownError
from oob.sheets.cutting import Cut, cut, cut_file
from oob.sheets.folders import read_cut, write_cut
from tests.qtapp.workspaces.counters.sheets.maker import Damage, Print, Truth, army, scan

pytestmark = pytest.mark.usefixtures("qapp")

SHEETS = {
    "clean": (Print(5, 4), Damage()),
    "turned": (Print(5, 4), Damage(turn=3.6)),
    "turned far": (Print(7, 6), Damage(150, turn=-11.3)),
    "narrow gutters": (Print(5, 4, gutter=0.4), Damage(turn=-0.8)),
    "no gutters": (Print(5, 4, gutter=0.0), Damage(turn=0.7)),
    "uneven": (Print(5, 4, gutter=1.5, uneven=0.9), Damage(turn=-1.1)),
    "uneven light": (Print(5, 4), Damage(light=0.4, turn=1.0)),
    "black paper": (Print(5, 4, paper="#202020"), Damage(turn=1.0)),
    "on the bed": (Print(5, 4), Damage(turn=1.0, bed=60)),
    "all at once": (
        Print(5, 4, uneven=0.6), Damage(light=0.3, turn=1.4, noise=6, jpeg=60, blur=1.0)
    ),
    "150 dpi": (
        Print(7, 6, uneven=0.6), Damage(150, light=0.3, turn=1.4, noise=6, jpeg=60, blur=1.0)
    ),
    "600 dpi": (Print(4, 3, uneven=0.6), Damage(600, light=0.3, turn=1.4, noise=6, jpeg=60)),
}  # fmt: skip


def well_cut(truth: Truth, found: Cut) -> int:
    """Counters whose middle is met to 3 % of their edge, or 3 pixels, and whose size to 5 %."""
    good, near = 0, max(0.03, 3.0 / truth.side)
    for at, (x, y) in truth.middles.items():
        cell = found.at(*at)
        if cell is None:
            continue
        left, top, right, bottom = cell.box
        off = max(abs((left + right) / 2 - x), abs((top + bottom) / 2 - y)) / truth.side
        size = max(abs((right - left) / truth.side - 1), abs((bottom - top) / truth.side - 1))
        good += off < near and size < 0.05
    return good


def _is_cut(name: str, sheet: Print, damage: Damage) -> None:
    order, units = army(sheet.cols * sheet.rows)
    truth = scan(order, units, sheet, damage)
    found = cut(truth.picture, name)
    assert (found.rows, found.cols) == (sheet.rows, sheet.cols)
    assert well_cut(truth, found) == len(found.cells) == len(units)
    assert abs(found.turned - damage.turn) < 0.15


@pytest.mark.parametrize("name", SHEETS)
def test_every_counter_is_cut(name: str) -> None:
    _is_cut(name, *SHEETS[name])


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name, (sheet, _) in SHEETS.items() if sheet.cols < 7])
def test_every_counter_of_a_larger_sheet_is_cut(name: str) -> None:
    sheet, damage = SHEETS[name]
    _is_cut(name, replace(sheet, cols=7, rows=6), damage)


def test_empty_places_of_a_sheet_stay_empty() -> None:
    order, units = army(21)
    truth = scan(order, units, Print(6, 4), Damage(150, turn=0.5))
    found = cut(truth.picture, "x")
    assert (found.rows, found.cols, len(found.cells)) == (4, 6, 21)
    assert found.at(3, 4) is None


def test_a_person_may_say_how_many_there_are() -> None:
    order, units = army(12)
    truth = scan(order, units, Print(4, 3, gutter=0.0), Damage(150))
    found = cut(truth.picture, "x", rows=3, cols=4)
    assert well_cut(truth, found) == 12


def test_a_folder_of_counters_is_read_back(tmp_path: Path) -> None:
    order, units = army(6)
    truth = scan(order, units, Print(3, 2), Damage(150))
    found = cut(truth.picture, "x")
    report = write_cut(found, tmp_path / "sheet")
    assert report["counters"][4]["file"] == "r02c02.png"
    again = read_cut(tmp_path / "sheet")
    assert (again.rows, again.cols) == (2, 3)
    for one, two in zip(found.cells, again.cells, strict=True):
        assert one.name == two.name and np.array_equal(one.picture, two.picture)


@pytest.mark.parametrize("kind", ["white", "noise", "gradient", "text", "tiny"])
def test_a_picture_without_counters_is_told(kind: str) -> None:
    chance = np.random.default_rng(3)
    picture = np.full((500, 700, 3), 245, np.uint8)
    if kind == "noise":
        picture = chance.integers(0, 255, (500, 700, 3)).astype(np.uint8)
    elif kind == "gradient":
        picture[:] = np.linspace(20, 240, 700).astype(np.uint8)[None, :, None]
    elif kind == "text":
        for row in range(60, 440, 22):
            for at in range(60, int(chance.integers(300, 640)), 9):
                picture[row : row + 10, at : at + int(chance.integers(2, 7))] = 30
    elif kind == "tiny":
        picture = picture[:20, :20]
    with pytest.raises(KnownError, match=r"no grid of counters|too few pixels"):
        cut(picture, "scan.png")


def test_what_is_no_picture_is_told(tmp_path: Path) -> None:
    words = tmp_path / "words.png"
    words.write_text("not a picture")
    with pytest.raises(KnownError, match="not a PNG, JPEG or TIFF"):
        cut_file(words)
    with pytest.raises(KnownError, match="no such picture"):
        cut_file(tmp_path / "missing.png")


def test_a_picture_that_is_too_large_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("maps.digitise.scans.MOST_PIXELS", 10_000)
    large = tmp_path / "large.png"
    Image.new("L", (200, 100)).save(large)
    with pytest.raises(KnownError, match="too large"):
        cut_file(large)


@pytest.mark.parametrize(
    "report",
    ["{", "[]", '{"rows": 1}', '{"rows":1,"cols":1,"counters":[{"file":"../x.png","box":[]}]}'],
)
def test_a_damaged_report_is_told(tmp_path: Path, report: str) -> None:
    (tmp_path / "sheet.json").write_text(report)
    with pytest.raises(KnownError):
        read_cut(tmp_path)
    json.dumps(report)


def test_a_folder_without_a_sheet_is_told(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match="holds no cut sheet"):
        read_cut(tmp_path)
