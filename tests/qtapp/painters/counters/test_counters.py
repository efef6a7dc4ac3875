from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QImage

from engine.core.view.display import CounterView, MarkerView
from maps.hexgrid import Hex
from oob.model import Face, Nation, OrderOfBattle, Size, Unit, UnitId
from qtapp.painters.counters.counters import CounterPainter, counter_picture, face_of
from qtapp.painters.counters.markers import picture_of
from qtapp.painters.counters.symbols import letters_of

pytestmark = pytest.mark.usefixtures("qapp")

BRITISH = Nation("british", "Britain", "allied", "#d9bf93", "#1d170c")
EIGHTH = Unit(
    UnitId("british-8"), "8", "british", "allied", "Armor", Size.DIVISION,
    (Face(5, None, 6), Face(4, None, 6)), steps=2,
)  # fmt: skip
PARTISAN = Unit(
    UnitId("p"), "Partisan#1", "british", "allied", "Partisan", Size.BRIGADE,
    (Face(3, None, 3, label="concentrated"), Face(None, None, None, label="dispersed")),
)  # fmt: skip
HERE = Hex(0, 0)


def looks(unit: Unit, face: int = 0, badges: tuple[str, ...] = (), px: int = 64) -> QImage:
    return counter_picture(face_of(unit, BRITISH, face, badges), px, badges)


def count(image: QImage, of: QColor, near: int = 12) -> int:
    return sum(
        abs((c := image.pixelColor(x, y)).red() - of.red()) < near
        and abs(c.green() - of.green()) < near
        and abs(c.blue() - of.blue()) < near
        for x in range(image.width())
        for y in range(image.height())
    )


def test_a_face_prints_what_the_unit_says() -> None:
    face = face_of(EIGHTH, BRITISH, 0)
    assert (face.kind, face.size, face.ratings, face.left) == ("armor", "XX", "5-6", "8")
    assert face_of(EIGHTH, BRITISH, 1).ratings == "4-6"


def test_the_reduced_side_has_a_white_stripe() -> None:
    white = QColor("#fffdf6")
    assert count(looks(EIGHTH, 1), white, 4) > count(looks(EIGHTH, 0), white, 4) + 200
    assert face_of(EIGHTH, BRITISH, 0, ("reduced",)).is_striped
    assert not face_of(PARTISAN, BRITISH, 1).is_striped


def test_dispersed_partisans_show_a_dotted_outline_and_no_ratings() -> None:
    face = face_of(PARTISAN, BRITISH, 1)
    assert face.is_dotted and face.ratings == ""
    assert looks(PARTISAN, 0) != looks(PARTISAN, 1)


@pytest.mark.parametrize(
    "badge", ["moved", "attacked", "out of supply", "improved position", "amphibious"]
)
@pytest.mark.parametrize("px", [24, 64])
def test_each_badge_can_be_seen(badge: str, px: int) -> None:
    assert looks(EIGHTH, 0, (badge,), px) != looks(EIGHTH, 0, (), px)


def test_badges_differ_in_shape_not_only_in_colour() -> None:
    grey = [
        looks(EIGHTH, 0, (badge,)).convertToFormat(QImage.Format.Format_Grayscale8)
        for badge in ("moved", "attacked", "out of supply", "improved position", "amphibious")
    ]
    assert all(a != b for index, a in enumerate(grey) for b in grey[:index])


KINDS = (
    "infantry", "armor", "motorized infantry", "mechanized infantry", "light infantry",
    "parachute infantry", "artillery", "cavalry", "ss cavalry", "special forces", "fortress",
    "mountain infantry", "partisan", "engineer", "naval", "xylophone corps",
)  # fmt: skip


@pytest.mark.parametrize("px", [34, 64])
def test_every_type_in_play_has_a_symbol_of_its_own(px: int) -> None:
    from dataclasses import replace

    seen: dict[bytes, str] = {}
    for kind in KINDS:
        image = looks(replace(EIGHTH, type=kind), px=px)
        key = bytes(image.constBits())
        if kind == "ss cavalry":
            assert seen[key] == "cavalry"
        else:
            assert key not in seen
        seen[key] = kind


def test_unknown_types_stand_as_letters() -> None:
    assert letters_of("xylophone corps") == "XC"
    assert letters_of("special forces") == "SF"
    assert letters_of("light infantry") == ""


def test_a_unit_missing_from_the_order_of_battle_is_still_drawn() -> None:
    painter = CounterPainter(OrderOfBattle("o", "O"))
    image = painter.picture(CounterView(UnitId("ghost"), HERE, 0), 48)
    assert count(image, QColor("#cfcac0")) > 500


def test_pictures_are_kept() -> None:
    assert looks(EIGHTH).cacheKey() == looks(EIGHTH).cacheKey()


@pytest.mark.parametrize(
    "kind", ["beachhead", "port open", "improved position", "naval", "out of supply", "other thing"]
)
def test_markers_differ_by_kind(kind: str) -> None:
    own = picture_of(MarkerView(kind, HERE, "allied", ""), 40)
    assert own != picture_of(MarkerView("battle", HERE, "allied", ""), 40)
    assert own.pixelColor(0, 0).alpha() == 0
    assert own.pixelColor(20, 20).alpha() == 255
