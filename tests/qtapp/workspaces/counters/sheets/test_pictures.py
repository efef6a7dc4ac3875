"""Counters as pictures of their own, and outlines to cut them by."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from click.testing import CliRunner, Result
from lxml import etree
from PIL import Image

from maps.errors import KnownError
from oob.model import OrderOfBattle, UnitId
from qtapp.cli import main
from qtapp.painters.counters.counters import face_in
from qtapp.workspaces.counters.sheets.layout import Backs, Layout
from qtapp.workspaces.counters.sheets.orders import order_of
from qtapp.workspaces.counters.sheets.paper import write_sheets
from qtapp.workspaces.counters.sheets.pictures import Form, write_pictures

pytestmark = pytest.mark.usefixtures("qapp")
MM = 25.4 / 72


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture(scope="module")
def order() -> OrderOfBattle:
    return order_of("balkan_gambit_1943")


def test_each_face_is_a_file_in_its_colour(order: OrderOfBattle, tmp_path: Path) -> None:
    out = tmp_path / "faces"
    done = run(
        "sheets", "pictures", "balkan_gambit_1943", "-o", out, "--px", 40, "--nation", "italian",
        "--json",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    units = [unit for unit in order.units.values() if unit.nation == "italian"]
    files = sorted(path.name for path in out.iterdir())
    assert json.loads(done.output) == {"counters": len(units), "files": len(files)}
    assert files == sorted(
        f"{unit.id}-{('front', 'back')[index]}.png"
        for unit in units
        for index in range(len(unit.faces))
    )
    for unit in units[:3]:
        with Image.open(out / f"{unit.id}-front.png") as picture:
            assert picture.size == (40, 40)
            red, green, blue = picture.convert("RGB").getpixel((1, 38))  # type: ignore[misc]
        assert f"#{red:02x}{green:02x}{blue:02x}" == face_in(order, unit, 0).fill.casefold()


def test_drawings_and_odd_names(order: OrderOfBattle, tmp_path: Path) -> None:
    unit = next(iter(order.units.values()))
    odd = [replace(unit, id=UnitId(name)) for name in ("../up", "a/b", "A:b", "..", "nul\0l")]
    count = write_pictures(order, odd, tmp_path / "in", 64, Form.SVG)
    files = sorted(path.name for path in (tmp_path / "in").iterdir())
    assert count == len(files) == len({name.casefold() for name in files})
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
    for name in files:
        root = etree.parse(tmp_path / "in" / name).getroot()
        assert root.get("viewBox") == "0 0 64 64" and len(root.findall(".//{*}path")) > 3


def test_cancelling_leaves_the_folder_as_it_was(order: OrderOfBattle, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")

    class StoppedError(Exception):
        pass

    def stop(done: int, of: int) -> None:
        if done == 3:
            raise StoppedError

    units = list(order.units.values())
    with pytest.raises(StoppedError):
        write_pictures(order, units, tmp_path, 32, progress=stop)
    for wrong in ({"px": 4}, {"px": 9999}):
        with pytest.raises(KnownError, match="16 to 2048"):
            write_pictures(order, units, tmp_path, **wrong)
    with pytest.raises(KnownError, match="no such counters"):
        write_pictures(order, [], tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_template_is_the_outlines_of_the_sheets(order: OrderOfBattle, tmp_path: Path) -> None:
    layout = Layout(15.0, backs=Backs.LONG, template=True)
    units = list(order.units.values())[: layout.columns + 1]
    assert not layout.has_backs
    (file,) = write_sheets(order, units, layout, tmp_path / "cut.pdf")
    with pdfium.PdfDocument(file) as document:
        assert len(document) == 1
        page = document[0]
        boxes = {
            tuple(round(edge * MM, 1) for edge in shape.get_bounds())
            for shape in page.get_objects()
        }
        assert not page.get_textpage().get_text_bounded().strip()
    left, top = layout.origin()
    high = layout.paper[1]
    wanted = [
        (left + (at % layout.columns) * 17.0, high - top - 15.0 - (at // layout.columns) * 17.0)
        for at in range(len(units))
    ]
    for x, y in wanted:
        assert any(
            abs(box[0] - x) < 0.2 and abs(box[1] - y) < 0.2
            and abs(box[2] - x - 15.0) < 0.2 and abs(box[3] - y - 15.0) < 0.2
            for box in boxes
        ), (x, y, boxes)  # fmt: skip
