"""Counter sheets painted: one page, and files of all pages as PDF, SVG or PNG."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPen
from PySide6.QtSvg import QSvgGenerator

from maps.errors import KnownError, nearest
from maps.files.writing import whole_file, write_whole
from oob.model import OrderOfBattle, Unit
from qtapp.board.pictures.pdf import Progress, pdf_bytes
from qtapp.board.pictures.png import png_bytes
from qtapp.painters.counters.counter_images import learn_images
from qtapp.painters.counters.counters import draw_back, draw_print, face_in, fill_card, form_in
from qtapp.painters.counters.symbols import text_path
from qtapp.painters.fonts import ensure_gui
from qtapp.painters.palette import colour
from qtapp.workspaces.counters.sheets.layout import Layout, Page, pages_of

KINDS = (".pdf", ".svg", ".png")
"""Files that sheets are written to."""

_MARK, _OFF = 4.0, 1.0
_MM = 25.4
_MOST_PIXELS = 120_000_000


def draw_page(
    painter: QPainter, order: OrderOfBattle, page: Page, layout: Layout, of: int = 0
) -> None:
    """Paint one page; the painter's unit is a millimetre. ``of`` is how many sheets there are."""
    if layout.template:
        _outlines(painter, order, page, layout)
        return
    for is_first in (True, False):
        for slot in page.slots:
            box = QRectF(slot.x, slot.y, layout.side, layout.side)
            index = 1 if page.is_back else 0
            face = face_in(order, slot.unit, index)
            front = face_in(order, slot.unit)
            if is_first:
                form = form_in(front, box, is_back=page.is_back)
                fill_card(painter, face.fill, box, form, layout.bleed)
            elif page.is_back and len(slot.unit.faces) < 2 and not face.picture:
                draw_back(painter, face, box, front)
            else:
                draw_print(painter, face, box)
    if layout.crop_marks:
        _crop_marks(painter, page, layout)
        _outlines(painter, order, page, layout)
    words = f"{order.title} · sheet {page.sheet}" + (f" of {of}" if of else "")
    words += f" · {'backs' if page.is_back else 'fronts'} · {layout.side:g} mm"
    space = QRectF(layout.margin, layout.paper[1] - 5.5, layout.paper[0] - 2 * layout.margin, 3.0)
    painter.fillPath(text_path(words, space, 2.3), colour("#5b523f"))


def _outlines(painter: QPainter, order: OrderOfBattle, page: Page, layout: Layout) -> None:
    """What a cutting machine follows: a hairline around each counter. Beside
    crop marks only around those that are not square, which the marks do not tell.
    """
    for slot in page.slots:
        box = QRectF(slot.x, slot.y, layout.side, layout.side)
        form = form_in(face_in(order, slot.unit), box, is_back=page.is_back)
        painter.setPen(QPen(colour("#000000"), 0.05))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if form is not None:
            painter.drawPath(form)
        elif layout.template:
            painter.drawRect(box)


def _crop_marks(painter: QPainter, page: Page, layout: Layout) -> None:
    """Short lines around the block where its rows and columns are cut."""
    if not page.slots:
        return
    painter.setPen(QPen(colour("#1b1610"), 0.12))
    xs = sorted({at for slot in page.slots for at in (slot.x, slot.x + layout.side)})
    ys = sorted({at for slot in page.slots for at in (slot.y, slot.y + layout.side)})
    off = layout.bleed + _OFF
    for x in xs:
        for edge, way in ((ys[0] - off, -1), (ys[-1] + off, 1)):
            painter.drawLine(_point(x, edge), _point(x, edge + way * _MARK))
    for y in ys:
        for edge, way in ((xs[0] - off, -1), (xs[-1] + off, 1)):
            painter.drawLine(_point(edge, y), _point(edge + way * _MARK, y))


def _point(x: float, y: float) -> QPointF:
    return QPointF(x, y)


def page_image(order: OrderOfBattle, page: Page, layout: Layout, dpi: float, of: int = 0) -> QImage:
    """A page as a picture. Raises KnownError when it would be too large."""
    ensure_gui()
    wide, high = (round(edge / _MM * dpi) for edge in layout.paper)
    if wide * high > _MOST_PIXELS:
        raise KnownError(f"{dpi:g} dots per inch", "make too large a picture.", "Use fewer.")
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.setDotsPerMeterX(round(dpi / _MM * 1000))
    image.setDotsPerMeterY(round(dpi / _MM * 1000))
    image.fill(Qt.GlobalColor.white)
    painter = _prepared(QPainter(image), dpi)
    draw_page(painter, order, page, layout, of)
    painter.end()
    return image


def _prepared(painter: QPainter, dpi: float) -> QPainter:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(dpi / _MM, dpi / _MM)
    return painter


def write_sheets(
    order: OrderOfBattle,
    units: Sequence[Unit],
    layout: Layout,
    target: Path,
    dpi: int = 300,
    progress: Progress | None = None,
) -> list[Path]:
    """Write counter sheets; the files made. SVG and PNG have a file per page.

    Raises KnownError when there is nothing to print, nothing fits, or a file cannot be written;
    then none is.
    """
    if target.suffix.lower() not in KINDS:
        raise KnownError(str(target), "is no kind of sheet.", nearest(target.suffix, list(KINDS)))
    if not units:
        raise KnownError(order.title, "has no such counters to print.", "Choose others.")
    ensure_gui()
    learn_images(order)
    pages = list(pages_of(units, layout))
    of = layout.sheets(len(units))
    match target.suffix.lower():
        case ".pdf":
            write_whole(target, _pdf(order, pages, layout, of, progress))
            return [target]
        case kind:
            names = [_numbered(target, page, len(pages), layout) for page in pages]
            with ExitStack() as stack:
                partials = [stack.enter_context(whole_file(name)) for name in names]
                for number, (page, partial) in enumerate(zip(pages, partials, strict=True), 1):
                    if kind == ".svg":
                        partial.write_bytes(_svg(order, page, layout, of))
                    else:
                        image = page_image(order, page, layout, dpi, of)
                        partial.write_bytes(png_bytes(image, 70))
                    if progress is not None:
                        progress(number, len(pages))
            return names


def _numbered(target: Path, page: Page, count: int, layout: Layout) -> Path:
    if count == 1:
        return target
    side = "" if not layout.has_backs else "-back" if page.is_back else "-front"
    return target.with_name(f"{target.stem}-{page.sheet:02}{side}{target.suffix}")


def _pdf(
    order: OrderOfBattle, pages: Sequence[Page], layout: Layout, of: int,
    progress: Progress | None,
) -> bytes:  # fmt: skip
    paint = [partial(draw_page, order=order, page=page, layout=layout, of=of) for page in pages]
    return pdf_bytes(f"{order.title}: counters", layout.paper, paint, progress)


def _svg(order: OrderOfBattle, page: Page, layout: Layout, of: int) -> bytes:
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    maker = QSvgGenerator()
    maker.setOutputDevice(buffer)
    maker.setTitle(f"{order.title}: counters, sheet {page.sheet}")
    wide, high = layout.paper
    maker.setResolution(254)
    maker.setSize(QSize(round(wide * 10), round(high * 10)))
    maker.setViewBox(QRectF(0, 0, wide * 10, high * 10))
    painter = QPainter(maker)
    _prepared(painter, 254)
    draw_page(painter, order, page, layout, of)
    painter.end()
    return bytes(buffer.data().data())
