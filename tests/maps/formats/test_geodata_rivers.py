"""The rivers of the data, each in one piece as far as its mouth."""

from __future__ import annotations

import pytest
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from maps.formats.geodata.sheet_boards.banks import carried_on
from maps.formats.geodata.sources import brought_together

MOSKVA = LineString([(0.0, 0.0), (9.0, 0.0)])
NONE: BaseGeometry = LineString()


def lengths(*known: tuple[str, BaseGeometry], drawn: BaseGeometry = NONE) -> dict[str, float]:
    return {name: round(course.length, 3) for name, course in carried_on(known, drawn, 4.0)}


def test_a_short_stretch_that_begins_where_a_river_ends_is_its_mouth() -> None:
    on = LineString([(9.0, 0.0), (9.0, 2.0)])
    assert lengths(("Lotta", MOSKVA), ("Tuloma", on)) == {"Lotta": 11.0}


def test_stretches_follow_each_other() -> None:
    one, two = LineString([(9.0, 0.0), (9.0, 2.0)]), LineString([(9.0, 2.0), (11.0, 2.0)])
    assert lengths(("(1)", MOSKVA), ("(3)", two), ("(2)", one)) == {"(1)": 13.0}


@pytest.mark.parametrize(("oka", "whole"), [(NONE, 9.0), (LineString([(9, -3), (9, 5)]), 11.0)])
def test_a_stretch_drawn_upstream_leads_from_a_river(oka: BaseGeometry, whole: float) -> None:
    """Else it is a headwater, which is left out as any short river is."""
    back = LineString([(9.0, 2.0), (9.0, 0.0)])
    assert lengths(("(1)", MOSKVA), ("(2)", back), drawn=oka)["(1)"] == whole


def test_a_short_river_beside_another_stays_its_own() -> None:
    beside = LineString([(4.0, 1.0), (4.0, 3.0)])
    assert lengths(("(1)", MOSKVA), ("(2)", beside)) == {"(1)": 9.0, "(2)": 2.0}


def test_ends_that_the_data_cut_a_little_apart_meet() -> None:
    above, below = (
        LineString([(22.0, 67.3444), (22.8389, 66.0001)]),
        LineString([(22.8389, 66.0), (23.1945, 65.8278)]),
    )
    met = shapely.line_merge(shapely.union_all(brought_together([above, below])))
    assert isinstance(met, LineString)
    assert met.coords[-1] == (23.1945, 65.8278) or met.coords[0] == (23.1945, 65.8278)


def test_ends_that_are_apart_stay_apart() -> None:
    lines: list[BaseGeometry] = [
        LineString([(22.0, 67.0), (22.8, 66.0)]),
        LineString([(23, 66), (23, 65)]),
    ]
    assert [one.wkt for one in brought_together(lines)] == [one.wkt for one in lines]
