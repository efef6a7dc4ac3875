from __future__ import annotations

import math

import pytest

import maps.data
from maps.hexgrid import Hex, side_between
from maps.legend import Kind, Layer
from qtapp.painters.board import BoardPainter
from qtapp.painters.detail import Detail
from qtapp.painters.layers import places
from qtapp.painters.layers.names.watercourses import FROM, CourseName, courses, lettered
from qtapp.painters.layers.places import PlacePainter
from qtapp.painters.layers.shape import PITCH, BoardShape
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")


def names_of(name: str, px: float) -> tuple[PlacePainter, list[CourseName]]:
    painter = PlacePainter(BoardShape(maps.data.load(name)))
    return painter, painter.course_names(Detail.of(px, PITCH))


@pytest.mark.parametrize("name", ["balkan_gambit", "balkan_front"])
def test_rivers_are_named_beside_their_course_and_off_towns(name: str) -> None:
    painter, found = names_of(name, 48)
    shape = painter._shape
    rivers = shape.map.regions["river"]
    assert len({one.name for one in found}) > 0.8 * len(rivers)
    labels = painter.labels(Detail.of(48, PITCH))
    for one in found:
        middle = one.box.center()
        near = shape.hex_at(middle.x(), middle.y())
        assert near in rivers[one.name] or any(at in rivers[one.name] for at in near.neighbours())
        covered = [label for label in labels if label.box.contains(middle)]
        assert not covered, (one.name, covered)


def test_a_long_river_is_named_again_and_no_name_is_too_small() -> None:
    _, found = names_of("balkan_front", 20)
    danube = [one for one in found if one.name == "Danube River"]
    assert len(danube) >= 2
    assert all(one.size * 20 / PITCH >= 8 for one in found)
    assert names_of("balkan_front", 12)[1] == []


def test_a_course_is_one_chain_without_the_mouths_of_its_tributaries() -> None:
    made = board(40, 30)
    made.hexsides.clear()
    upper, lower = [Hex(10 + i, 10) for i in range(6)], [Hex(10 + i, 11) for i in range(6)]
    for at in upper:
        for near in at.neighbours():
            if near in lower:
                made.hexsides[side_between(at, near)] = frozenset({"river"})
    mouth = side_between(lower[2], lower[3])
    made.hexsides[mouth] = frozenset({"river"})
    shape = BoardShape(made)
    hexes = frozenset((*upper, *lower))
    (chain,) = [one for one in courses(shape, hexes) if len(one) > 12]
    assert math.dist(chain[0], chain[-1]) > 4 * PITCH


def test_the_word_river_is_not_lettered() -> None:
    assert lettered("Western Dvina River") == "Western Dvina"
    assert lettered("River Don") == "Don"
    assert lettered("Danube") == "Danube"


def test_names_follow_when_rivers_are_named() -> None:
    made = board(40, 30)
    made.legend.add(Kind(Layer.REGION, "water", "Waters", {"names": "course", "style": "none"}))
    whole = BoardPainter(made)
    painter, detail = whole.places, Detail.of(48, PITCH)
    assert painter.course_names(detail) == []
    sides = [of for of, kinds in made.hexsides.items() if "river" in kinds]
    made.regions["water"] = {"Ouse": frozenset(at for of in sides for at in of.hexes)}
    whole.members_changed([])
    assert {one.name for one in painter.course_names(detail)} == {"Ouse"}


def test_where_no_river_is_named_their_courses_are_not_worked_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    painter = PlacePainter(BoardShape(board(30, 20)))
    monkeypatch.setattr(places, "named_courses", lambda _shape: pytest.fail("none is named"))
    assert painter.course_names(Detail.of(FROM - 1, PITCH)) == []
    with pytest.raises(pytest.fail.Exception):
        painter.course_names(Detail.of(FROM, PITCH))
