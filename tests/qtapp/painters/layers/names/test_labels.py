from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF

import maps.data
from engine.core.chance import Stream
from maps.hexgrid import Hex, link
from maps.legend import Kind, Layer
from maps.model import GameMap, Place
from qtapp.painters.counters.stacks import SIDE
from qtapp.painters.detail import Detail
from qtapp.painters.layers.names.labels import (
    Crowd,
    anchor_height,
    crossings_of,
    placed_labels,
    seaward,
)
from qtapp.painters.layers.places import PlacePainter
from qtapp.painters.layers.regions import RegionPainter
from qtapp.painters.layers.shape import PITCH, BoardShape
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("px", [12, 24, 48, 96])
def test_names_do_not_cover_each_other(px: int) -> None:
    labels = placed_labels(BoardShape(board(40, 30)), Detail.of(px, PITCH))
    assert labels
    for index, label in enumerate(labels):
        for other in labels[:index]:
            both = label.box.intersected(other.box)
            assert both.isEmpty() or both.width() * both.height() < 0.35 * (
                other.box.width() * other.box.height()
            )


@pytest.mark.parametrize("px", [20, 48, 96])
@pytest.mark.parametrize("name", ["balkan_front", "operation_gertrud", "fire_in_the_east"])
def test_no_name_runs_off_the_sheet_or_over_a_crossing(name: str, px: int) -> None:
    shape = BoardShape(maps.data.load(name))
    paper = shape.bounds.adjusted(-0.6 * PITCH, -0.6 * PITCH, 0.6 * PITCH, 0.6 * PITCH)
    arrows = []
    for of in crossings_of(shape):
        (ax, ay), (bx, by) = (shape.centre(at) for at in of.hexes)
        arrow = QRectF(0, 0, 0.3 * PITCH, 0.3 * PITCH)
        arrow.moveCenter(QPointF((ax + bx) / 2, (ay + by) / 2))
        arrows.append(arrow)
    assert arrows
    detail = Detail.of(px, PITCH)
    labels = placed_labels(shape, detail)
    for label in labels:
        if shape.map.places[label.place].label is None:
            assert paper.contains(label.box), label.text
            assert not any(label.box.intersects(arrow) for arrow in arrows), label.text
    rivers = PlacePainter(shape).course_names(detail)
    names = RegionPainter(shape)._lettering().values()
    curved = [*rivers, *(one for layer in names for one in layer)]
    assert len(curved) > 20
    for one in curved:
        assert paper.contains(one.box), one.name
        assert not any(one.path.intersects(arrow) for arrow in arrows), one.name
    looks = {one.id: shape.place_look(one.kind) for one in shape.map.places.values() if one.name}
    great = {of for of, look in looks.items() if look.rank == 1 and look.label != "none"}
    assert {label.place for label in labels} >= great


@pytest.mark.parametrize("px", [20, 48, 96])
@pytest.mark.parametrize("name", ["balkan_front", "fire_in_the_east"])
def test_two_names_never_read_as_one(name: str, px: int) -> None:
    labels = placed_labels(BoardShape(maps.data.load(name)), Detail.of(px, PITCH))
    met = []
    for index, label in enumerate(labels):
        gap = 0.2 * label.box.height()
        about = label.box.adjusted(-gap, 0, gap, 0)
        met += [(label.text, other.text) for other in labels[:index] if about.intersects(other.box)]
    assert met == []


def crossed() -> tuple[GameMap, Place]:
    """A town in open country at the eastern border of its own, on a road from west to east."""
    made = board(40, 30)
    for part in (made.places, made.lines, made.hexsides):
        part.clear()
    at = Hex(15, 10)
    made.terrain = dict.fromkeys(made.terrain, made.terrain[at])
    town = Place("town", "Podwoloczyska", "town", at)
    made.places = {"town": town}
    return made, town


def test_a_name_keeps_off_a_railway_beside_its_town() -> None:
    made, town = crossed()
    made.regions = {}
    shape = BoardShape(made)
    x, y = shape.centre(town.hex)
    plain = placed_labels(shape, Detail.of(96, PITCH))[0]
    assert plain.box.left() > x and plain.box.top() < y < plain.box.bottom()
    column = [at for at in made.terrain if at.q == town.hex.q + 1]
    for at in column:
        south = Hex(at.q, at.r + 1)
        if south in made.terrain:
            made.lines[link(at, south)] = frozenset({"rail"})
    lined = placed_labels(BoardShape(made), Detail.of(96, PITCH))[0]
    assert lined.box.right() < min(shape.centre(at)[0] for at in column)


def test_a_name_stays_in_its_country_where_it_can() -> None:
    made, town = crossed()
    layer = next(kind.id for kind in made.legend.of(Layer.REGION))
    made.legend.add(Kind(Layer.REGION, layer, "Country", {"style": "country"}))
    shape = BoardShape(made)
    x = shape.centre(town.hex)[0]
    west = frozenset(at for at in made.terrain if shape.centre(at)[0] < x + 0.5 * PITCH)
    made.regions = {layer: {"West": west, "East": frozenset(made.terrain) - west}}
    label = placed_labels(BoardShape(made), Detail.of(96, PITCH))[0]
    assert label.box.right() < x


def test_a_name_leaves_the_anchor_and_the_aeroplane_of_its_place() -> None:
    shape = BoardShape(maps.data.load("balkan_front"))
    labels = {label.place: label for label in placed_labels(shape, Detail.of(96, PITCH))}
    covered = 0
    ports = [one for one in shape.map.places.values() if "port" in one.tags and one.id in labels]
    for place in ports:
        x, y = shape.centre(place.hex)
        ox, oy = seaward(shape, place.hex)
        off = shape.place_look(place.kind).size * PITCH / 2 + anchor_height(place.tags) * 0.56
        covered += labels[place.id].box.contains(x + ox * off, y + oy * off)
    assert len(ports) > 60
    assert covered == 0


def test_lesser_places_lose_their_names_first() -> None:
    shape = BoardShape(board(40, 30))
    far = placed_labels(shape, Detail.of(10, PITCH))
    near = placed_labels(shape, Detail.of(48, PITCH))
    assert {label.rank for label in far} == {1}
    assert {label.rank for label in near} == {1, 3, 4}


def test_a_name_put_by_hand_stands_there_and_the_others_make_room() -> None:
    made = board(40, 30)
    at = next(place for place in made.places.values() if place.kind == "town")
    made.places[at.id] = replace(at, label=(1.5, -0.75))
    shape = BoardShape(made)
    x, y = shape.centre(at.hex)
    for px in (48, 96):
        labels = placed_labels(shape, Detail.of(px, PITCH))
        own = next(label for label in labels if label.place == at.id)
        assert own.box.center().x() == pytest.approx(x + 1.5 * PITCH)
        assert own.box.center().y() == pytest.approx(y - 0.75 * PITCH)
        for other in labels:
            both = own.box.intersected(other.box)
            assert other is own or both.isEmpty() or both.height() < own.box.height() * 0.5


@pytest.mark.parametrize("name", ["balkan_gambit", "operation_gertrud"])
def test_no_counter_hides_a_name_where_it_fits_elsewhere(name: str) -> None:
    """With a counter in the hex of every town, most names show whole."""
    shape = BoardShape(maps.data.load(name))
    half = SIDE * PITCH / 2
    squares = [
        QRectF(x - half, y - half, 2 * half, 2 * half)
        for x, y in (shape.centre(at) for at in shape.map.terrain if not shape.is_water(at))
    ]
    free = {}
    for spares in (False, True):
        labels = placed_labels(shape, Detail.of(48, PITCH), spares)
        assert len(labels) > 60
        whole = [one for one in labels if not any(one.box.intersects(box) for box in squares)]
        free[spares] = len(whole) / len(labels)
    assert free[True] > 0.6 > 0.1 > free[False]


@pytest.mark.parametrize(
    ("name", "px"),
    [
        *((name, px) for name in ("balkan_gambit", "operation_gertrud") for px in (20, 48, 96)),
        ("balkan_front", 48),
        ("fire_in_the_east", 20),
    ],
)
def test_no_counter_hides_half_the_name_of_a_city(name: str, px: int) -> None:
    """With a counter on every land hex: Istanbul, Athenai, Leningrad, Warszawa and all others."""
    shape = BoardShape(maps.data.load(name))
    labels = placed_labels(shape, Detail.of(px, PITCH), spares_counters=True)
    plain = placed_labels(shape, Detail.of(px, PITCH))
    assert len(labels) >= len(plain) - 2
    hidden = {one.place: _hidden(shape, one.box) for one in labels}
    assert [one.text for one in labels if one.rank <= 2 and hidden[one.place] > 0.5] == []
    assert sum(share > 0.5 for share in hidden.values()) <= 2
    assert sum(share > 1 / 3 for share in hidden.values()) <= (8 if px == 20 else 1)


def _hidden(shape: BoardShape, box: QRectF) -> float:
    """The share of a box under counters on all land hexes."""
    side, total = SIDE * PITCH, 0.0
    for at in shape.cells_in(box, 0.5):
        x, y = shape.centre(at)
        both = box.intersected(QRectF(x - side / 2, y - side / 2, side, side))
        if not shape.is_water(at) and not both.isEmpty():
            total += both.width() * both.height()
    return total / (box.width() * box.height())


def test_names_spare_counters_once_there_are_any() -> None:
    painter = PlacePainter(BoardShape(maps.data.load("balkan_gambit")))
    detail = Detail.of(48, PITCH)
    before = painter.labels(detail)
    assert painter.spare_counters(True)
    assert not painter.spare_counters(True)
    assert painter.labels(detail) != before
    assert painter.spare_counters(False)
    assert painter.labels(detail) == before


def test_what_covering_boxes_costs_is_what_qt_says_of_them() -> None:
    stream, crowd = Stream(5, "boxes"), Crowd()

    def box() -> QRectF:
        left, top = stream.below(4000) - 2000, stream.below(4000) - 2000
        return QRectF(left / 3, top / 3, (1 + stream.below(900)) / 3, (1 + stream.below(300)) / 3)

    taken = [(box(), float(1 + stream.below(9))) for _ in range(60)]
    for one, cost in taken:
        crowd.add(one, cost)
    covered = 0
    for _ in range(200):
        tried = box()
        both = [(tried.intersected(one), cost) for one, cost in taken]
        areas = [(one.width() * one.height(), cost) for one, cost in both if not one.isEmpty()]
        covered += len(areas)
        area = tried.width() * tried.height()
        expected = sum(cost * (0.3 + share / area) for share, cost in areas)
        assert crowd.cost(tried) == pytest.approx(expected)
    assert covered > 100
