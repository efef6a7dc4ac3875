"""The sheets that the program prints, scanned in every way, are cut right; boards are refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from maps.errors import KnownError
from oob.sheets.cutting import Cut, cut
from oob.sheets.finding.cut_grid import Way
from oob.sheets.finding.fit import fit_of
from oob.sheets.pairing import Turn, pair
from qtapp.cli import main
from qtapp.workspaces.counters.sheets.layout import Layout, pages_of
from qtapp.workspaces.counters.sheets.orders import order_of
from tests.qtapp.workspaces.counters.sheets.maker import (
    Bytes,
    Damage,
    Print,
    Truth,
    army,
    printed,
    scan,
    scanned,
)

pytestmark = pytest.mark.usefixtures("qapp")

A5 = (148.0, 210.0)
WARM = (1.0, 0.95, 0.85)


def scanner(dpi: int, turn: float) -> Damage:
    """A scanner that turns, shades, blurs, tints, and is noisy."""
    return Damage(dpi, turn=turn, light=0.2, noise=6, jpeg=75, blur=1.0, cast=WARM)


LAYOUTS = {
    "as offered": Layout(paper=A5),
    "without bleed": Layout(paper=A5, bleed=0),
    "touching": Layout(paper=A5, gutter=0, bleed=0),
    "without crop marks": Layout(paper=A5, crop_marks=False),
    "half an inch": Layout(paper=A5, side=12.7, bleed=0.5),
}


def off(truth: Truth, found: Cut) -> float:
    """How far the middle of the worst counter is off, in counters; 1 when one is missing."""
    worst = 0.0
    for at, (x, y) in truth.middles.items():
        cell = found.at(*at)
        if cell is None:
            return 1.0
        left, top, right, bottom = cell.box
        far = max(abs((left + right) / 2 - x), abs((top + bottom) / 2 - y))
        worst = max(worst, far / truth.side)
    return worst


def must_be_cut(name: str, damage: Damage, back: bool) -> None:
    layout = LAYOUTS[name]
    order, units = army(layout.per_page - 3, "balkan_front")
    truth = printed(order, units, layout, damage, back)
    found = cut(truth.picture, name)
    assert len(found.cells) == len(units)
    assert off(truth, found) < 0.03
    assert not found.doubt


def test_a_sheet_as_offered_is_cut_right_from_its_turned_back() -> None:
    must_be_cut("as offered", scanner(150, -7.3), back=True)


@pytest.mark.soak
@pytest.mark.parametrize("back", [False, True], ids=["front", "back"])
@pytest.mark.parametrize("turn", [0.0, 1.4, -7.3])
@pytest.mark.parametrize("dpi", [150, 300, 600])
@pytest.mark.parametrize("name", LAYOUTS)
def test_own_sheets_are_cut_right(name: str, dpi: int, turn: float, back: bool) -> None:
    must_be_cut(name, scanner(dpi, turn) if turn else Damage(dpi), back)


@pytest.mark.soak
@pytest.mark.parametrize("back", [False, True], ids=["front", "back"])
@pytest.mark.parametrize("dpi", [150, 300])
@pytest.mark.parametrize("name", LAYOUTS)
def test_a_grid_that_is_moved_is_warned_about(name: str, dpi: int, back: bool) -> None:
    layout = LAYOUTS[name]
    order, units = army(layout.per_page - 3, "balkan_front")
    picture = printed(order, units, layout, scanner(dpi, 1.4), back).picture
    grid = cut(picture, name).grid
    assert grid is not None
    fit = fit_of(picture, grid.turned)
    assert not fit.doubt(grid)
    for share in (0.3, 0.5, 0.7):
        assert fit.doubt(grid.moved(share * grid.step(Way.ACROSS), 0))
        assert fit.doubt(grid.moved(0, share * grid.step(Way.DOWN)))
        for way in Way:
            assert fit.doubt(grid.line_moved(way, 2, share * grid.step(way)))
    for way in Way:
        for count in (len(grid.spans(way)) - 1, len(grid.spans(way)) + 1):
            assert fit.doubt(grid.counted(way, count))


@pytest.mark.soak
def test_fronts_find_the_backs_printed_behind_them() -> None:
    layout = Layout(paper=A5)
    order, units = army(layout.per_page - 3, "balkan_front")
    sides = [
        printed(order, units, layout, scanner(150, 0.8 - back), back) for back in (False, True)
    ]
    front, back = (cut(truth.picture, "x") for truth in sides)
    found = pair(front, back, "back", Turn.SIDEWAYS)
    assert len(found.pairs) == len(units) and not found.alone
    for one in found.pairs:
        assert (
            sides[0].units[one.front.row, one.front.col]
            == (sides[1].units[one.back.row, one.back.col])
        )


@pytest.mark.soak
def test_a_printed_sheet_goes_through_the_command_line(tmp_path: Path) -> None:
    def run(*words: object) -> str:
        done = CliRunner().invoke(main, ["sheets", *map(str, words)])
        assert done.exit_code == 0, done.output
        return done.output

    order = order_of("balkan_gambit_1943")
    units = list(order.units.values())
    told = run("print", order.id, "-o", tmp_path / "g.png", "--dpi", 150)
    assert f"Printed {len(units)} counters on 1 sheet (2 pages)" in told
    layout = Layout()
    for page in pages_of(units, layout):
        name = "back" if page.is_back else "front"
        clean = np.asarray(Image.open(tmp_path / f"g-01-{name}.png").convert("RGB"))
        truth = scanned(clean, page, layout, scanner(150, 1.1))
        Image.fromarray(truth.picture).save(tmp_path / f"{name}.png")
        cut_ = json.loads(run("cut", tmp_path / f"{name}.png", "-o", tmp_path / name, "--json"))
        assert len(cut_["counters"]) == len(units)
    told = run("pair", tmp_path / "front", tmp_path / "back", "-o", tmp_path / "p.json")
    assert f"{len(units)} pairs" in told and " 0 counters without" in told


@pytest.mark.parametrize(
    "px", [51, *(pytest.param(px, marks=pytest.mark.soak) for px in (60, 80, 100, 120, 150))]
)
def test_touching_counters_are_cut_right(px: int) -> None:
    sheet = Print(10, 12, gutter=0)
    order, units = army(120)
    damage = scanner(round(px / sheet.side * 25.4), 1.2)
    truth = scan(order, units, sheet, damage)
    found = cut(truth.picture, "x")
    assert (found.rows, found.cols, len(found.cells)) == (12, 10, 120)
    assert off(truth, found) < 0.03


def photograph(seed: int) -> Bytes:
    """Something that looks like hills in mist: chance at many scales."""
    chance = np.random.default_rng(seed)
    whole = np.zeros((300, 420, 3))
    for cells in (4, 8, 16, 32, 64, 128):
        rough = chance.integers(0, 255, (cells, cells, 3)).astype(np.uint8)
        fine = Image.fromarray(rough).resize((420, 300), Image.Resampling.BICUBIC)
        whole += np.asarray(fine, dtype=np.float64) / cells**0.5
    whole -= whole.min()
    return np.asarray(whole * 255 / whole.max(), dtype=np.uint8)


@pytest.mark.parametrize("framed", [False, True])
@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 12))]
)
def test_a_photograph_is_refused(seed: int, framed: bool) -> None:
    picture = photograph(seed)
    if framed:
        picture = np.pad(picture, ((60, 60), (60, 60), (0, 0)), constant_values=250)
    with pytest.raises(KnownError, match="no grid of counters"):
        cut(picture, "photo.png")


BOARDS = ("operation_gertrud", "balkan_gambit/1943", "balkan_front", "fire_in_the_east")


def refused(words: list[str], folder: Path) -> None:
    picture = folder / "board.png"
    made = CliRunner().invoke(main, ["render", *words, "-o", str(picture)])
    assert made.exit_code == 0, made.output
    done = CliRunner().invoke(main, ["sheets", "cut", str(picture), "-o", str(folder / "cut")])
    assert done.exit_code == 2 and "shows no grid of counters" in done.output
    assert not (folder / "cut").exists()


@pytest.mark.parametrize("px", [24, 30])
def test_a_small_board_is_refused_and_nothing_is_written(px: int, tmp_path: Path) -> None:
    refused(["operation_gertrud", "--hex", str(px)], tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("px", [24, 30, 36, 48, 80])
@pytest.mark.parametrize("board", BOARDS)
def test_a_board_is_refused_and_nothing_is_written(board: str, px: int, tmp_path: Path) -> None:
    refused([board, "--hex", str(px)], tmp_path)


def test_a_count_that_fits_badly_is_cut_with_a_warning(tmp_path: Path) -> None:
    order, units = army(12)
    truth = scan(order, units, Print(4, 3, gutter=0.0), Damage(150))
    assert not cut(truth.picture, "x", rows=3, cols=4).doubt
    assert "apart" in cut(truth.picture, "x", rows=3, cols=5).doubt
    Image.fromarray(truth.picture).save(tmp_path / "s.png")
    words = ["sheets", "cut", str(tmp_path / "s.png"), "-o", str(tmp_path / "c")]
    done = CliRunner().invoke(main, [*words, "--rows", "3", "--cols", "5"])
    assert done.exit_code == 0 and "Look at the pictures" in done.output
