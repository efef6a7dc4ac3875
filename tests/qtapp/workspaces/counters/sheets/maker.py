"""Makes scans of counter sheets: drawn counters on paper, then all that a scanner does to them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from oob.model import OrderOfBattle, Unit
from oob.notation import shipped
from oob.notation.instantiate import instantiated
from qtapp.painters.counters.counters import draw_print, face_in
from qtapp.workspaces.counters.sheets.drawn import pixels
from qtapp.workspaces.counters.sheets.layout import Layout, Page, pages_of
from qtapp.workspaces.counters.sheets.paper import page_image

Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class Print:
    """How a sheet is printed, in millimetres. ``uneven`` is how far gutters stray."""

    cols: int = 14
    rows: int = 16
    side: float = 13.0
    gutter: float = 1.2
    uneven: float = 0.0
    margin: float = 9.0
    paper: str = "#f4f1e8"


@dataclass(frozen=True)
class Damage:
    """What the scanner does: dots per inch, degrees, light from side to side, noise, JPEG, blur,
    the bed about the sheet, and a cast of red, green and blue.
    """

    dpi: int = 300
    turn: float = 0.0
    light: float = 0.0
    noise: float = 0.0
    jpeg: int = 0
    blur: float = 0.0
    bed: int = 0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)


@dataclass
class Truth:
    """A made scan, and per place (row, column) the middle of the counter, its side and its unit."""

    picture: Bytes
    side: float
    middles: dict[tuple[int, int], tuple[float, float]] = field(default_factory=dict)
    units: dict[tuple[int, int], Unit] = field(default_factory=dict)


def army(
    count: int, name: str = "fire_in_the_east", skip: int = 0
) -> tuple[OrderOfBattle, list[Unit]]:
    """Units of an order of battle in a mix of nations, the same every time."""
    order = _order(name)
    units = list(order.units.values())
    step = max(1, (len(units) - skip) // count)
    return order, units[skip::step][:count]


@cache
def _order(name: str) -> OrderOfBattle:
    return instantiated(shipped.load(name))


def scan(
    order: OrderOfBattle,
    units: Sequence[Unit],
    sheet: Print,
    damage: Damage,
    back: bool = False,
    seed: int = 1,
) -> Truth:
    """A scan of a sheet of units; with ``back`` of its reverse, mirrored as it is printed."""
    mm = damage.dpi / 25.4
    chance = np.random.default_rng(seed)
    xs = _edges(sheet.cols, sheet, chance)
    ys = _edges(sheet.rows, sheet, chance)
    if back:
        whole = xs[-1] + sheet.side + sheet.margin
        xs = [whole - x - sheet.side for x in xs]
    wide = round((max(xs) + sheet.side + sheet.margin) * mm)
    high = round((max(ys) + sheet.side + sheet.margin) * mm)
    image = QImage(wide, high, QImage.Format.Format_RGB888)
    image.fill(QColor(sheet.paper))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    truth = Truth(np.zeros((0, 0, 3), np.uint8), sheet.side * mm)
    for index, unit in enumerate(units):
        row, col = divmod(index, sheet.cols)
        box = QRectF(xs[col] * mm, ys[row] * mm, truth.side, truth.side)
        draw_print(painter, face_in(order, unit, 1 if back else 0), box)
        at = (row, sheet.cols - 1 - col) if back else (row, col)
        truth.middles[at] = (box.center().x(), box.center().y())
        truth.units[at] = unit
    painter.end()
    rows = np.frombuffer(bytes(image.constBits()), np.uint8).reshape(high, image.bytesPerLine())
    clean = rows[:, : wide * 3].reshape(high, wide, 3)
    _damage(truth, clean, damage, chance, sheet.paper)
    return truth


def printed(
    order: OrderOfBattle,
    units: Sequence[Unit],
    layout: Layout,
    damage: Damage,
    back: bool = False,
    seed: int = 1,
) -> Truth:
    """A scan of the first sheet the program prints of some units, or of its back."""
    page = next(page for page in pages_of(units, layout) if page.is_back == back)
    image = page_image(order, page, layout, damage.dpi, layout.sheets(len(units)))
    return scanned(pixels(image), page, layout, damage, seed)


def scanned(clean: Bytes, page: Page, layout: Layout, damage: Damage, seed: int = 1) -> Truth:
    """A scan of the picture of a page, as the program printed it."""
    mm = damage.dpi / 25.4
    truth = Truth(np.zeros((0, 0, 3), np.uint8), layout.side * mm)
    xs = sorted({slot.x for slot in page.slots})
    ys = sorted({slot.y for slot in page.slots})
    for slot in page.slots:
        at = ys.index(slot.y), xs.index(slot.x)
        half = layout.side / 2
        truth.middles[at] = ((slot.x + half) * mm, (slot.y + half) * mm)
        truth.units[at] = slot.unit
    _damage(truth, clean, damage, np.random.default_rng(seed), "#ffffff")
    return truth


def _damage(
    truth: Truth, clean: Bytes, damage: Damage, chance: np.random.Generator, paper: str
) -> None:
    """Let the scanner look at a clean picture, and move the middles as it moves them."""
    truth.picture = _damaged(clean, damage, chance, paper)
    if damage.bed:
        truth.middles = {
            at: (x + damage.bed, y + damage.bed) for at, (x, y) in truth.middles.items()
        }
    high, wide = truth.picture.shape[:2]
    turn = np.radians(-damage.turn)
    for at, (x, y) in truth.middles.items():
        dx, dy = x - wide / 2, y - high / 2
        truth.middles[at] = (
            float(dx * np.cos(turn) + dy * np.sin(turn) + wide / 2),
            float(-dx * np.sin(turn) + dy * np.cos(turn) + high / 2),
        )


def _edges(count: int, sheet: Print, chance: np.random.Generator) -> list[float]:
    """Where counters begin along one way."""
    found, at = [], sheet.margin
    for _ in range(count):
        found.append(at)
        at += sheet.side + max(0.0, sheet.gutter + sheet.uneven * float(chance.uniform(-1, 1)))
    return found


def _damaged(clean: Bytes, damage: Damage, chance: np.random.Generator, paper: str) -> Bytes:
    image = Image.fromarray(clean)
    if damage.bed:
        wide, high = image.width + 2 * damage.bed, image.height + 2 * damage.bed
        lid = Image.new("RGB", (wide, high), (58, 60, 64))
        lid.paste(image, (damage.bed, damage.bed))
        image = lid
    outside = (58, 60, 64) if damage.bed else tuple(int(paper[at : at + 2], 16) for at in (1, 3, 5))
    if damage.turn:
        image = image.rotate(-damage.turn, Image.Resampling.BICUBIC, fillcolor=outside)
    if damage.blur:
        image = image.filter(ImageFilter.GaussianBlur(damage.blur * damage.dpi / 300))
    values = np.asarray(image, dtype=np.float32)
    if damage.light:
        high, wide = values.shape[:2]
        y, x = np.mgrid[0 : 1 : high * 1j, 0 : 1 : wide * 1j]
        shade = 1 - damage.light * (0.7 * x + 0.3 * y**2)
        values = values * shade[..., None].astype(np.float32)
    values = values * np.array(damage.cast, dtype=np.float32)
    if damage.noise:
        values = values + chance.normal(0, damage.noise, values.shape).astype(np.float32)
    result = np.clip(values, 0, 255).astype(np.uint8)
    if damage.jpeg:
        kept = io.BytesIO()
        Image.fromarray(result).save(kept, "JPEG", quality=damage.jpeg)
        result = np.asarray(Image.open(io.BytesIO(kept.getvalue())))
    return result
