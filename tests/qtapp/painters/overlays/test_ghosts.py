"""Ghosts and selections as they are painted, and draft marks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from maps.hexgrid import Hex, disk, link, side
from maps.layout import Point
from qtapp.painters.board import BoardPainter, Layers
from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import PITCH, BoardShape
from qtapp.painters.overlays.ghosts import (
    GONE,
    NO_GHOST,
    Course,
    Ghost,
    GhostPainter,
    Symbol,
    Tint,
    differing,
)
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")

SHAPE_PX = 48.0


class Sheet:
    """White paper with a ghost on it."""

    def __init__(self, ghost: Ghost, exposed: QRectF | None = None) -> None:
        self.shape = BoardShape(board(12, 10))
        self.detail = Detail.of(SHAPE_PX, PITCH)
        bounds = self.shape.bounds
        scale = self.detail.scale
        self.image = QImage(
            int(bounds.width() * scale), int(bounds.height() * scale), QImage.Format.Format_RGB32
        )
        self.image.fill(QColor("#ffffff"))
        with QPainter(self.image) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(scale, scale)
            painter.translate(-bounds.topLeft())
            if exposed is not None:
                painter.setClipRect(exposed)
            GhostPainter(self.shape).paint(painter, ghost, self.detail, exposed)

    def colour(self, x: float, y: float) -> QColor:
        bounds, scale = self.shape.bounds, self.detail.scale
        return self.image.pixelColor(
            int((x - bounds.left()) * scale), int((y - bounds.top()) * scale)
        )

    def inked(self) -> QRectF:
        """The part of the paper that is not white any more."""
        white = QImage(self.image.size(), self.image.format())
        white.fill(QColor("#ffffff"))
        return self.unlike(white)

    def unlike(self, other: QImage) -> QRectF:
        """The part of the paper that does not look like another picture of it."""
        scale, bounds = self.detail.scale, self.shape.bounds
        found = QRectF()
        for y in range(0, self.image.height(), 2):
            for x in range(0, self.image.width(), 2):
                if self.image.pixel(x, y) != other.pixel(x, y):
                    found = found.united(QRectF(x, y, 1, 1))
        return QRectF(
            found.x() / scale + bounds.left(),
            found.y() / scale + bounds.top(),
            found.width() / scale,
            found.height() / scale,
        )


def inner(of: BoardShape) -> Hex:
    return sorted(of.map.terrain)[len(of.map.terrain) // 2]


def test_a_tint_covers_its_hexes_and_no_others() -> None:
    at = inner(BoardShape(board(12, 10)))
    sheet = Sheet(Ghost(tints=(Tint((at,), "#008000"),)))
    assert sheet.colour(*sheet.shape.centre(at)).green() > 120
    assert sheet.colour(*sheet.shape.centre(at)).red() < 150
    assert sheet.colour(*sheet.shape.centre(at.neighbour(0))) == QColor("#ffffff")


def test_what_goes_is_crossed_out() -> None:
    at = inner(BoardShape(board(12, 10)))
    sheet = Sheet(Ghost(tints=(Tint((at,), "#008000", gone=True),)))
    x, y = sheet.shape.centre(at)
    cross = sheet.colour(x, y)
    assert abs(cross.red() - QColor(GONE).red()) < 60 and cross.green() < 140
    assert sheet.colour(x + 0.25 * PITCH, y) == QColor("#ffffff"), "not tinted"


@pytest.mark.parametrize("kind", ["side", "link"])
def test_courses_run_where_they_should(kind: str) -> None:
    shape = BoardShape(board(12, 10))
    at = inner(shape)
    part = side(at, 1) if kind == "side" else link(at, at.neighbour(1))
    sheet = Sheet(Ghost(courses=(Course((part,), "#0000ff", 0.1),)))
    x, y = shape.centre(at)
    nx, ny = shape.centre(at.neighbour(1))
    assert sheet.colour((x + nx) / 2, (y + ny) / 2).blue() > 180
    assert sheet.colour((x + nx) / 2, (y + ny) / 2).red() < 90


def test_the_rectangle_of_a_ghost_holds_all_it_draws() -> None:
    shape = BoardShape(board(12, 10))
    at = inner(shape)
    x, y = shape.centre(at)
    for ghost in (
        Ghost(tints=(Tint(tuple(disk(at, 1)), "#008000"),)),
        Ghost(courses=(Course((side(at, 0), side(at, 1)), "#0000ff"),)),
        Ghost(symbols=(Symbol(at, "city", frozenset(), "Sarajevo", (0.0, 0.6)),)),
        Ghost(stroke=(Point(x, y), Point(x + 40, y + 30), Point(x + 70, y - 20))),
        Ghost(frames=((Point(x, y), Point(x + 90, y + 60)),), handles=(Point(x, y),)),
    ):
        assert GhostPainter(shape).rect(ghost).contains(Sheet(ghost).inked())
    assert GhostPainter(shape).rect(NO_GHOST).isEmpty()


def river(of: BoardShape, hexes: int) -> Ghost:
    """A long river over the inside of a board, drawn by hand: its sides and its stroke."""
    chain = sorted(of.map.terrain)[:hexes]
    sides = tuple(side(at, direction) for at in chain for direction in (0, 1))
    stroke = tuple(Point(*of.centre(at)) for at in chain)
    return Ghost(courses=(Course(sides, "#0000ff"),), stroke=stroke)


def test_what_is_exposed_of_a_long_river_looks_as_in_the_whole_picture() -> None:
    shape = BoardShape(board(12, 10))
    ghost = river(shape, 60)
    x, y = shape.centre(inner(shape))
    part = QRectF(x - PITCH, y - PITCH, 2 * PITCH, 2 * PITCH)
    whole, shown = Sheet(ghost), Sheet(ghost, part)
    assert shown.inked().height() > PITCH, "the river runs through it"
    assert part.adjusted(-3, -3, 3, 3).contains(shown.inked())
    scale, corner = whole.detail.scale, shape.bounds.topLeft()
    pixels = QRectF((part.topLeft() - corner) * scale, part.size() * scale).toRect()
    within = pixels.adjusted(2, 2, -2, -2)
    assert whole.image.copy(within) == shown.image.copy(within)


def test_a_river_that_goes_on_is_drawn_again_only_where_it_does() -> None:
    shape = BoardShape(board(12, 10))
    shorter, longer = river(shape, 58), river(shape, 60)
    alone = differing(shorter, longer)
    dirty = GhostPainter(shape).rect(alone)
    assert dirty.contains(Sheet(longer).unlike(Sheet(shorter).image))
    assert len(alone.courses[0].parts) == 4 and len(alone.stroke) == 3
    assert differing(longer, shorter).courses[0].width == alone.courses[0].width
    assert GhostPainter(shape).rect(differing(longer, longer)).isEmpty()


def test_what_differs_holds_all_that_looks_another_way() -> None:
    shape = BoardShape(board(12, 10))
    at, x, y = inner(shape), *shape.centre(inner(shape))
    there = at.neighbour(2)
    pairs = (
        (Ghost(tints=(Tint((at,), "#008000"),)), Ghost(tints=(Tint((at, there), "#008000"),))),
        (
            Ghost(courses=(Course((side(at, 0),), "#0000ff"),)),
            Ghost(courses=(Course((side(at, 0),), "#0000ff", gone=True),)),
        ),
        (Ghost(symbols=(Symbol(at, "city"),)), Ghost(symbols=(Symbol(there, "city"),))),
        (
            Ghost(frames=((Point(x, y), Point(x + 90, y + 60)),), handles=(Point(x, y),)),
            Ghost(handles=(Point(x + 90, y),)),
        ),
        (Ghost(stroke=(Point(x, y), Point(x + 40, y))), Ghost(stroke=(Point(x, y), Point(x, y)))),
    )
    for one, other in pairs:
        dirty = GhostPainter(shape).rect(differing(one, other))
        assert dirty.contains(Sheet(other).unlike(Sheet(one).image))


def test_an_area_is_outlined_at_its_rim_only() -> None:
    shape = BoardShape(board(12, 10))
    at = inner(shape)
    assert len(GhostPainter(shape).outline([at])) == 6
    assert len(GhostPainter(shape).outline(disk(at, 1))) == 18


def test_draft_hexes_are_marked_for_editors_only() -> None:
    made = board(12, 10)
    at = inner(BoardShape(made))
    plain, marked = (_picture(made, layers) for layers in (Layers(), Layers(drafts=1.0)))
    assert plain == marked, "nothing is a draft"
    made.drafts = frozenset({at})
    assert _picture(made, Layers()) == plain
    assert _picture(made, Layers(drafts=1.0)) != plain


def test_a_board_of_drafts_alone_is_seen_through_their_marks() -> None:
    made = board(12, 10)
    plain = _picture(made, Layers())
    off = []
    at = inner(BoardShape(made))
    for drafts in (frozenset({at}), frozenset(made.terrain)):
        made.drafts = drafts
        marked = _picture(made, Layers(drafts=1.0))
        spots = [
            (x, y)
            for x in range(0, plain.width(), 2)
            for y in range(0, plain.height(), 2)
            if plain.pixel(x, y) != marked.pixel(x, y)
        ]
        changes = [
            abs(plain.pixelColor(x, y).lightness() - marked.pixelColor(x, y).lightness())
            for x, y in spots
        ]
        off.append(sum(changes) / len(changes))
    assert off[1] < 0.5 * off[0], "each mark is fainter where all are drafts"


def test_a_faded_layer_is_drawn_fainter() -> None:
    made = board(24, 18)
    assert made.lines
    full, half, none = (_picture(made, Layers(lines=share)) for share in (1.0, 0.5, 0.0))
    assert full != half and half != none and full != none


def _picture(made: object, layers: Layers) -> QImage:
    painter_of = BoardPainter(made)  # type: ignore[arg-type]
    rect = painter_of.shape.bounds
    detail = Detail.of(32, PITCH)
    image = QImage(
        int(rect.width() * detail.scale), int(rect.height() * detail.scale),
        QImage.Format.Format_RGB32,
    )  # fmt: skip
    with QPainter(image) as painter:
        painter.scale(detail.scale, detail.scale)
        painter.translate(-rect.topLeft())
        painter_of.paint(painter, rect, detail, layers)
    return image
