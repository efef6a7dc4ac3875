"""Counters: faces drawn from the unit's data, in national colours, with badges for how it stands
now.

Nothing is told by colour alone: each badge has its own shape, the reduced side a white stripe
behind its ratings, the dispersed side a dotted outline.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from engine.core.display import CounterView
from oob.model import Nation, OrderOfBattle, Unit
from qtapp.painters.badges import draw_badges, is_done
from qtapp.painters.fonts import Face
from qtapp.painters.palette import colour, mixed
from qtapp.painters.symbols import draw_symbol, has, text_path

_STRANGER = Nation("", "", "", "#cfcac0", "#1f1d1a")


@dataclass(frozen=True, slots=True)
class CounterFace:
    """Everything one printed face shows; faces that are equal look equal and share a picture."""

    kind: str
    size: str
    ratings: str
    left: str
    right: str
    fill: str
    ink: str
    band: str
    is_striped: bool = False
    is_dotted: bool = False


def face_of(
    unit: Unit, nation: Nation | None, index: int, badges: tuple[str, ...] = ()
) -> CounterFace:
    """The face ``index`` of a unit as it is printed."""
    nation = nation or _STRANGER
    index = min(max(index, 0), len(unit.faces) - 1)
    face = unit.faces[index]
    label = face.label.casefold()
    is_dotted = label == "dispersed" or "dispersed" in badges
    is_striped = "reduced" in badges or label == "reduced" or (index > 0 and unit.steps > 1)
    left, right = _ids(unit)
    return CounterFace(
        kind=unit.type.casefold(),
        size=unit.size.value,
        ratings="" if is_dotted else face.ratings(),
        left=left,
        right=right,
        fill=nation.fill,
        ink=nation.ink,
        band=nation.band,
        is_striped=is_striped,
        is_dotted=is_dotted,
    )


def _ids(unit: Unit) -> tuple[str, str]:
    """What is printed left and right of the symbol: the unit's number, and its formation or
    epithet.
    """
    if "generic" in unit.traits or has(unit.type.casefold(), "partisan", "guerrilla"):
        return "", ""
    first, _, rest = unit.name.split("#")[0].strip().partition(" ")
    second = rest.split()[0] if rest.strip() else ""
    return first[:5], second[:4]


class CounterPainter:
    """Draws counters as pictures of whole pixels, one per face, size and set of badges."""

    def __init__(self, oob: OrderOfBattle | None = None) -> None:
        self.oob = oob

    def face(self, view: CounterView) -> CounterFace:
        """The face a counter shows now."""
        unit = self.oob.units.get(view.unit) if self.oob is not None else None
        if unit is None or self.oob is None:
            return _unknown(str(view.unit))
        return face_of(unit, self.oob.nations.get(unit.nation), view.face, view.badges)

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


def _drawn(face: CounterFace, px: int, badges: tuple[str, ...]) -> QImage:
    image = QImage(px, px, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
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
    if is_done(badges):
        face = replace(face, fill=mixed(face.fill, "#efeade", 0.45), band=_paled(face.band))
        if not _is_dark(face.ink):
            face = replace(face, ink=mixed(face.ink, "#000000", 0.85))
    fill, ink = colour(face.fill), colour(face.ink)
    rounding = px * 0.06
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour("#1b1610", 0.38))
    painter.drawRoundedRect(card.translated(shadow * 0.8, shadow * 0.8), rounding, rounding)
    painter.setBrush(fill)
    painter.drawRoundedRect(card, rounding, rounding)
    if px >= 12:
        _content(painter, face, card, px, ink)
    edge = QPen(colour(mixed(face.fill, "#000000", 0.52)), 1.0)
    painter.setPen(edge)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(card, rounding, rounding)
    draw_badges(painter, badges, card)


def _content(painter: QPainter, face: CounterFace, card: QRectF, px: float, ink: QColor) -> None:
    wide = px * (0.54 if px >= 34 else 0.62)
    tall = wide * (0.62 if px >= 34 else 0.54)
    middle = card.center().x()
    is_small = px < 19
    top = card.top() + px * (0.20 if px >= 34 else 0.18 if px >= 26 else 0.10)
    box = QRectF(round(middle - wide / 2) + 0.5, round(top) + 0.5, round(wide), round(tall))
    if face.is_dotted:
        _dotted(painter, card, px, ink)
        return
    if is_small:
        box.moveCenter(QPointF(box.center().x(), card.center().y()))
    if face.is_striped:
        _stripe(painter, card, px, is_small)
    inside = face.band or mixed(face.fill, "#ffffff" if _is_dark(face.ink) else "#000000", 0.42)
    symbol_ink = ink
    if face.band:
        symbol_ink = QColor("#ffffff") if not _is_dark(face.band, turned=True) else ink
    draw_symbol(
        painter, face.kind, box, symbol_ink if has(face.kind, "partisan") else ink, colour(inside)
    )
    if is_small:
        return
    if face.size and px >= 26:
        size_box = QRectF(card.left(), card.top() + px * 0.035, card.width(), px * 0.14)
        painter.fillPath(text_path(face.size, size_box, max(5.5, px * 0.15)), ink)
    if face.ratings:
        band = QRectF(
            card.left() + px * 0.04, card.bottom() - px * 0.36, card.width() - px * 0.08, px * 0.32
        )
        size = px * (0.31 if px >= 34 else 0.36 if px >= 26 else 0.41)
        rating_ink = QColor("#17130d") if face.is_striped else ink
        painter.fillPath(text_path(face.ratings, band, size), rating_ink)
    if px >= 34:
        _sides(painter, face, box, card, px, ink)


def _sides(
    painter: QPainter, face: CounterFace, box: QRectF, card: QRectF, px: float, ink: QColor
) -> None:
    gap = px * 0.02
    for text, left, right in (
        (face.left, card.left(), box.left()),
        (face.right, box.right(), card.right()),
    ):
        if not text:
            continue
        room = QRectF(left + gap, box.top(), right - left - 2 * gap, box.height())
        if len(text) <= 2 or px >= 70:
            painter.fillPath(text_path(text, room, px * 0.155, Face.BOLD), ink)
        else:
            painter.save()
            painter.translate(room.center())
            painter.rotate(-90)
            turned = QRectF(
                -room.height() / 2 - px * 0.04,
                -room.width() / 2,
                room.height() + px * 0.08,
                room.width(),
            )
            painter.fillPath(text_path(text, turned, px * 0.145, Face.BOLD), ink)
            painter.restore()


def _stripe(painter: QPainter, card: QRectF, px: float, is_small: bool) -> None:
    """The white stripe of a reduced side, behind the ratings."""
    tall = px * (0.34 if not is_small else 0.22)
    stripe = QRectF(card.left(), card.bottom() - tall - px * 0.03, card.width(), tall)
    painter.fillRect(stripe, QColor("#fffdf6"))
    painter.setPen(QPen(colour("#17130d", 0.5), max(0.6, px * 0.012)))
    painter.drawLine(stripe.topLeft(), stripe.topRight())
    painter.drawLine(stripe.bottomLeft(), stripe.bottomRight())


def _dotted(painter: QPainter, card: QRectF, px: float, ink: QColor) -> None:
    """The dispersed side: a rectangle in dotted outline and nothing else."""
    box = QRectF(0, 0, px * 0.58, px * 0.40)
    box.moveCenter(card.center())
    pen = QPen(ink, max(1.2, px * 0.05))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setDashPattern([0.01, 1.9])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)


def _paled(band: str) -> str:
    return mixed(band, "#efeade", 0.45) if band else ""


def _is_dark(ink: str, turned: bool = False) -> bool:
    lightness = colour(ink).lightnessF()
    return lightness > 0.5 if turned else lightness < 0.5
