"""Counters: faces drawn from the unit's data, in national colours, with badges for how it stands
now.

Nothing is told by colour alone: each badge has its own shape, the reduced side a white stripe
behind its ratings, the dispersed side a dotted outline, and each nation its own edges and letters.
Pictures, panels, paper and plain shapes (SVG, PDF) come from the same drawing.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen, QTransform

from engine.core.view.display import CounterView
from oob.model import OrderOfBattle
from qtapp.painters.counters.badges import draw_badges, is_done
from qtapp.painters.counters.counter_content import SMALLEST, draw_content
from qtapp.painters.counters.counter_faces import CounterFace, face_in, face_of
from qtapp.painters.counters.counter_images import form_of, image_of, learn_images
from qtapp.painters.counters.symbols import text_path
from qtapp.painters.palette import colour, mixed

__all__ = [
    "CounterFace", "CounterPainter", "blank_print", "counter_picture", "draw_back", "draw_counter",
    "draw_print", "draw_shapes", "face_in", "face_of", "fill_card", "forget_pictures", "form_in",
]  # fmt: skip

PRINT_PX = 240.0
"""The size in pixels that a face is laid out for when it is drawn as shapes of any size."""

_BADGES_IN = 0.07
"""How far in, in edges, badges of counters without corners are."""


class CounterPainter:
    """Draws counters as pictures of whole pixels, one per face, size and set of badges."""

    def __init__(self, oob: OrderOfBattle | None = None) -> None:
        self._faces: dict[tuple[str, int, tuple[str, ...]], CounterFace] = {}
        self.oob = oob

    @property
    def oob(self) -> OrderOfBattle | None:
        """The order of battle that faces are read from."""
        return self._oob

    @oob.setter
    def oob(self, oob: OrderOfBattle | None) -> None:
        self._oob = oob
        self._faces.clear()
        if oob is not None:
            learn_images(oob)

    def face(self, view: CounterView) -> CounterFace:
        """The face a counter shows now."""
        unit = self.oob.units.get(view.unit) if self.oob is not None else None
        if unit is None or self.oob is None:
            return _unknown(str(view.unit))
        key = (view.unit, view.face, view.badges)
        found = self._faces.get(key)
        if found is None:
            found = self._faces[key] = face_in(self.oob, unit, view.face, view.badges)
        return found

    def picture(self, view: CounterView, px: int) -> QImage:
        """The counter as a picture of ``px`` by ``px`` pixels, shadow included."""
        return counter_picture(self.face(view), px, view.badges)


@cache
def _unknown(name: str) -> CounterFace:
    return CounterFace("", "", "", name[:5], "", "#cfcac0", "#1f1d1a", "")


_PICTURES: dict[tuple[CounterFace, int, tuple[str, ...]], QImage] = {}
_MOST_PICTURES = 12_000


def counter_picture(face: CounterFace, px: int, badges: tuple[str, ...] = ()) -> QImage:
    """A face drawn at ``px`` pixels, from the cache when it was drawn before."""
    key = (face, px, badges)
    found = _PICTURES.get(key)
    if found is None:
        if len(_PICTURES) >= _MOST_PICTURES:
            _PICTURES.clear()
        found = _PICTURES[key] = _drawn(face, px, badges)
    return found


def forget_pictures() -> None:
    """Draw every picture again from now on."""
    _PICTURES.clear()


def _drawn(face: CounterFace, px: int, badges: tuple[str, ...]) -> QImage:
    image = QImage(px, px, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    draw_counter(painter, face, QRectF(0, 0, px, px), badges)
    painter.end()
    return image


def draw_counter(
    painter: QPainter, face: CounterFace, box: QRectF, badges: tuple[str, ...] = ()
) -> None:
    """Draw a face as shapes, in a square box in device pixels."""
    px = box.width()
    shadow = max(1.0, px * 0.035)
    card = box.adjusted(0.5, 0.5, -shadow, -shadow)
    face = _paled(face) if is_done(badges) else face
    outline, badged = form_in(face, card), card
    if outline is not None:
        badged = card.adjusted(*(px * _BADGES_IN * way for way in (1, 1, -1, -1)))
    else:
        outline = QPainterPath()
        outline.addRoundedRect(card, px * 0.06, px * 0.06)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour("#1b1610", 0.38))
    painter.drawPath(outline.translated(shadow * 0.8, shadow * 0.8))
    painter.setBrush(colour(face.fill))
    painter.drawPath(outline)
    if px >= SMALLEST:
        _inside(painter, face, card)
    painter.setPen(QPen(colour(mixed(face.fill, "#000000", 0.52)), 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(outline)
    draw_badges(painter, badges, badged)


def draw_shapes(
    painter: QPainter, face: CounterFace, box: QRectF, badges: tuple[str, ...] = ()
) -> None:
    """Draw a counter in a box of any units, laid out as if it were large: for paper, SVG, PDF."""
    painter.save()
    painter.translate(box.topLeft())
    painter.scale(box.width() / PRINT_PX, box.height() / PRINT_PX)
    draw_counter(painter, face, QRectF(0, 0, PRINT_PX, PRINT_PX), badges)
    painter.restore()


def draw_print(painter: QPainter, face: CounterFace, box: QRectF, bleed: float = 0.0) -> None:
    """Draw a face for cutting out: no shadow, no rounding, its colour on over the bleed. A picture
    with a form of its own is printed in that.
    """
    fill_card(painter, face.fill, box, form_in(face, box), bleed)
    painter.save()
    painter.translate(box.topLeft())
    painter.scale(box.width() / PRINT_PX, box.height() / PRINT_PX)
    _inside(painter, face, QRectF(0, 0, PRINT_PX, PRINT_PX))
    painter.restore()


def form_in(face: CounterFace, box: QRectF, *, is_back: bool = False) -> QPainterPath | None:
    """The outline of a face's own picture in a square, or of the back of that face, mirrored; None
    for faces that fill it.
    """
    form = form_of(face.picture) if face.picture else None
    if form is None:
        return None
    place = QTransform.fromTranslate(box.left(), box.top()).scale(box.width(), box.height())
    return (place.translate(1, 0).scale(-1, 1) if is_back else place).map(form)


def fill_card(
    painter: QPainter, fill: str, box: QRectF, form: QPainterPath | None, bleed: float = 0.0
) -> None:
    """Print the colour of a counter, so far beyond the square or form that is cut out."""
    if form is None:
        painter.fillRect(box.adjusted(-bleed, -bleed, bleed, bleed), colour(fill))
        return
    painter.fillPath(form, colour(fill))
    if bleed > 0:
        painter.strokePath(form, QPen(colour(fill), 2 * bleed))


def blank_print(face: CounterFace, px: int) -> QImage:
    """A picture of one face to print on, see-through where that has a form of its own."""
    is_cut = form_in(face, QRectF(0, 0, px, px)) is not None
    kind = QImage.Format.Format_ARGB32 if is_cut else QImage.Format.Format_RGB32
    image = QImage(px, px, kind)
    image.fill(Qt.GlobalColor.transparent if is_cut else colour(face.fill))
    return image


def draw_back(painter: QPainter, face: CounterFace, box: QRectF, front: CounterFace) -> None:
    """Draw the back of a counter that has nothing on it: its colour and its nation's letters."""
    fill_card(painter, face.fill, box, form_in(front, box, is_back=True))
    space = box.adjusted(*(box.width() * 0.2 * way for way in (1, 1, -1, -1)))
    faint = colour(mixed(face.fill, face.ink, 0.45))
    painter.fillPath(text_path(face.code or "·", space, box.width() * 0.30), faint)


def _inside(painter: QPainter, face: CounterFace, card: QRectF) -> None:
    """What is on the card: an own picture where the project has it, else what is drawn."""
    picture = image_of(face.picture) if face.picture else None
    if picture is None:
        draw_content(painter, face, card)
    else:
        painter.drawImage(card, picture)


def _paled(face: CounterFace) -> CounterFace:
    band = mixed(face.band, "#efeade", 0.45) if face.band else ""
    pale = replace(face, fill=mixed(face.fill, "#efeade", 0.45), band=band)
    is_light_ink = colour(face.ink).lightnessF() >= 0.5
    return replace(pale, ink=mixed(face.ink, "#000000", 0.85)) if is_light_ink else pale
