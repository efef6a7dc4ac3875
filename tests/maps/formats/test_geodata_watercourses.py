"""Rivers on hexsides and roads over hexes, on a plain board."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString

from maps.formats.geodata.watercourses import SideNet, Vertex
from maps.hexgrid import Hex, Side, disk
from maps.layout import Layout, Orientation

LAYOUT = Layout(Orientation.FLAT)
LAND = tuple(disk(Hex(0, 0), 4))
NET = SideNet(LAYOUT, LAND)

spots = st.tuples(st.floats(-3.5, 3.5), st.floats(-3.5, 3.5))


@given(spots, spots)
def test_a_river_is_an_unbroken_line_of_sides_between_its_ends(
    a: tuple[float, float], b: tuple[float, float]
) -> None:
    start, end = NET.nearest(*a), NET.nearest(*b)
    way = NET.way(LineString([a, b]), start, end)
    at = start
    for over in way:
        onward = [there for there, side in NET.links[at] if side == over]
        assert len(onward) == 1
        at = onward[0]
    assert at == end
    assert len(set(way)) == len(way)


@given(st.floats(-3.0, 3.0), st.floats(-3.0, 3.0))
def test_the_nearest_corner_is_within_half_a_hex(x: float, y: float) -> None:
    corner = NET.corners[NET.nearest(x, y)]
    assert (corner.x - x) ** 2 + (corner.y - y) ** 2 <= 0.58**2


def test_a_river_keeps_near_its_course() -> None:
    course = LineString([(-3, 0), (0, 2), (3, 0)])
    way = NET.way(course, NET.nearest(-3, 0), NET.nearest(3, 0))
    for over in way:
        a, b = LAYOUT.side_ends(over)
        middle = LineString(
            [((a.x + b.x) / 2 - 1e-6, (a.y + b.y) / 2), ((a.x + b.x) / 2, (a.y + b.y) / 2)]
        )
        assert middle.distance(course) < 0.6


def test_rivers_keep_off_the_sea() -> None:
    held = set(LAND)
    assert all(
        over.hex in held and over.hex.neighbour(over.direction) in held
        for links in NET.links.values()
        for _, over in links
    )


def test_a_river_goes_round_what_is_dear() -> None:
    course = LineString([(-3, 0), (3, 0)])
    start, end = NET.nearest(-3, 0), NET.nearest(3, 0)
    straight = NET.way(course, start, end)
    dear = straight[len(straight) // 2]
    round_it = NET.way(course, start, end, {dear: 300.0})
    assert dear not in round_it
    assert {start, end} <= {v for of in round_it for v in NET.links if of in dict(_ends(v))}


def _ends(corner: Vertex) -> list[tuple[Side, Vertex]]:
    return [(of, there) for there, of in NET.links[corner]]


def test_a_river_ends_on_the_river_it_joins_but_at_the_sea_where_it_does() -> None:
    laid = set(NET.way(LineString([(-3, 0), (3, 0)]), NET.nearest(-3, 0), NET.nearest(3, 0)))
    inland = NET.mouth(0.1, 0.6, laid)
    assert any(of in laid for _, of in NET.links[inland])
    assert NET.mouth(0.1, 2.0, laid) == NET.nearest(0.1, 2.0), "none is near"
    shore = next(v for v, links in sorted(NET.links.items()) if len(links) < 3)
    spot = NET.corners[shore]
    assert (
        NET.mouth(spot.x, spot.y, {of for links in NET.links.values() for _, of in links}) == shore
    )
