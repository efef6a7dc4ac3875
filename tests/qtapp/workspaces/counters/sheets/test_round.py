"""Round counters are cut as discs, see-through around them, and stay so wherever they are shown."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

import oob.data
from engine.cli import main
from oob.edits import apply
from oob.model import OrderOfBattle, Unit
from oob.sheets.cutting import Cut, cut, cut_by
from oob.sheets.finding.cut_grid import Shape
from oob.sheets.folders import read_cut, write_cut
from oob.sheets.matching import pictured
from oob.sheets.pairing import pair
from qtapp.painters.counters.counter_images import learn_images
from qtapp.painters.counters.counters import counter_picture, draw_print, face_in
from qtapp.workspaces.counters.sheets.layout import Layout, pages_of
from qtapp.workspaces.counters.sheets.paper import page_image
from qtapp.workspaces.counters.sheets.pictures import write_pictures
from tests.qtapp.workspaces.counters.sheets.discs import Middles, sheet

pytestmark = pytest.mark.usefixtures("qapp")


def all_met(found: Cut, middles: Middles, side: float) -> bool:
    """Whether each counter is met to a hundredth of its edge, and as large to two."""
    boxes = np.array([cell.box for cell in found.cells])
    truth = np.array([middles[cell.row, cell.col] for cell in found.cells])
    off = np.abs((boxes[:, :2] + boxes[:, 2:]) / 2 - truth).max() / side
    size = np.abs((boxes[:, 2:] - boxes[:, :2]) / side - 1).max()
    return len(found.cells) == len(middles) and bool(off < 0.01 and size < 0.02)


@pytest.mark.parametrize("turn", [0.0, 2.0, -6.0])
@pytest.mark.parametrize("gutter", [0, 2, 12, 40])
def test_discs_are_cut_whole_and_without_paper(turn: float, gutter: int) -> None:
    picture, middles = sheet(turn=turn, gutter=gutter)
    found = cut(picture, "discs")
    assert found.shape is Shape.ROUND and found.counters == "20 round counters"
    assert all_met(found, middles, 120) and not found.doubt
    for cell in found.cells:
        corners = cell.cutout[[0, 0, -1, -1], [0, -1, 0, -1]]
        assert (corners[:, 3] == 0).all()
        opaque = (cell.cutout[..., 3] > 128).mean()
        assert opaque == pytest.approx(np.pi / 4, abs=0.03)
        assert cell.picture.shape[2] == 3
        own = cell.picture[8, cell.picture.shape[1] // 2].astype(int)
        assert np.abs(cell.picture[0, 0].astype(int) - own).max() < 12


@pytest.mark.parametrize("turn", [0.0, 2.0])
def test_squares_are_squares_still(turn: float) -> None:
    picture, middles = sheet("square", turn)
    found = cut(picture, "squares")
    assert found.shape is Shape.SQUARE and found.counters == "20 counters"
    assert all_met(found, middles, 120)
    assert all(cell.form is None and cell.cutout.shape[2] == 3 for cell in found.cells)


def test_a_person_says_the_shape() -> None:
    picture, _ = sheet()
    assert cut(picture, "discs", shape=Shape.SQUARE).cells[0].form is None
    triangles, _ = sheet("triangle")
    found = cut(triangles, "triangles", shape=Shape.AS_FOUND)
    assert found.counters == "20 counters cut as found"
    for cell in found.cells:
        form = cell.form
        assert form is not None and (form > 128).mean() == pytest.approx(0.5, abs=0.06)
        assert form[2, 2] == form[2, -3] == 0 and form[-4, form.shape[1] // 2] == 255


def test_a_grid_laid_by_hand_meets_the_discs_near_its_boxes() -> None:
    picture, middles = sheet(turn=2.0)
    grid = cut(picture, "discs").grid
    assert grid is not None and grid.shape is Shape.ROUND
    found = cut_by(picture, "discs", grid.moved(3, -2))
    assert all_met(found, middles, 120)


def test_a_folder_keeps_what_is_see_through(tmp_path: Path) -> None:
    found = cut(sheet()[0], "discs")
    write_cut(found, tmp_path / "cut")
    again = read_cut(tmp_path / "cut")
    assert again.shape is Shape.ROUND
    for one, two in zip(found.cells, again.cells, strict=True):
        assert one.form is not None and two.form is not None and (one.form == two.form).all()
        assert np.abs(one.picture.astype(int) - two.picture).max() < 40
    backs = pair(found, again, "backs").pairs
    assert len(backs) == 20 and all(one.picture.shape[2] == 4 for one in backs)


def test_the_command_cuts_in_the_shape_it_is_told(tmp_path: Path) -> None:
    Image.fromarray(sheet()[0]).save(tmp_path / "s.png")
    for told, shape, mode in (("auto", "round", "RGBA"), ("square", "square", "RGB")):
        folder = tmp_path / told
        words = ["sheets", "cut", str(tmp_path / "s.png"), "-o", str(folder), "--shape", told]
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 0, result.output
        assert ("20 round counters" in result.output) == (told == "auto")
        assert json.loads((folder / "sheet.json").read_text())["shape"] == shape
        with Image.open(folder / "r01c01.png") as image:
            assert image.mode == mode


@pytest.fixture
def army() -> tuple[OrderOfBattle, list[Unit]]:
    """An order of battle whose first six units have discs for pictures."""
    order = oob.data.load("balkan_gambit_1943")
    units = list(order.units.values())[:6]
    cells = cut(sheet()[0], "discs").cells
    fronts = {unit.id: cell.cutout for unit, cell in zip(units, cells, strict=False)}
    apply(order, pictured(order, fronts))
    return order, units


def test_a_disc_is_drawn_without_a_card(army: tuple[OrderOfBattle, list[Unit]]) -> None:
    order, units = army
    learn_images(order)
    for px in (12, 24, 48, 96):
        image = counter_picture(face_in(order, units[0]), px)
        corners = ((0, 0), (px - 1, 0), (0, px - 1), (px - 1, px - 1))
        assert [image.pixelColor(*at).alpha() for at in corners] == [0, 0, 0, 0]
        assert image.pixelColor(px // 2, px // 4).alpha() == 255
    middle, edge = (image.pixelColor(48, at).lightness() for at in (20, 0))
    assert edge < middle
    drawn = counter_picture(face_in(order, list(order.units.values())[20]), 48)
    assert drawn.pixelColor(3, 3).alpha() == 255
    badged = counter_picture(face_in(order, units[0]), 48, ("out of supply", "moved"))
    assert badged != counter_picture(face_in(order, units[0]), 48)


def test_discs_are_printed_in_their_form(
    army: tuple[OrderOfBattle, list[Unit]], tmp_path: Path
) -> None:
    order, units = army
    write_pictures(order, units, tmp_path / "out", 64)
    file = next((tmp_path / "out").glob(f"{units[0].id}-front.png"))
    assert QImage(str(file)).pixelColor(1, 1).alpha() == 0
    image = QImage(64, 64, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    draw_print(painter, face_in(order, units[0]), QRectF(0, 0, 64, 64), bleed=2)
    painter.end()
    assert image.pixelColor(2, 2).alpha() == 0 and image.pixelColor(32, 12).alpha() == 255
    layout = Layout(template=True)
    page = next(iter(pages_of(units, layout)))
    paper, mm = page_image(order, page, layout, 254), 10
    slot = page.slots[0]
    left, top, side = (round(at * mm) for at in (slot.x, slot.y, layout.side))
    corner = paper.copy(left - 1, top - 1, side // 8, side // 8)
    seen = {corner.pixelColor(x, y).lightness() for x in range(4) for y in range(4)}
    edge = [paper.pixelColor(left + side // 2, top + at).lightness() for at in range(-2, 3)]
    assert seen == {255} and min(edge) < 200
