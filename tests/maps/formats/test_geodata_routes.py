"""Roads laid over a plain part of the shipped board's grid."""

from __future__ import annotations

from collections.abc import Collection
from importlib import resources

from hypothesis import given
from hypothesis import strategies as st

from maps import data
from maps.formats.geodata.frame import Frame
from maps.formats.geodata.reading import read_recipe
from maps.formats.geodata.recipe import Road
from maps.formats.geodata.routes import RoadNet
from maps.hexgrid import Hex, Side, are_adjacent, disk, distance, side_between

with resources.as_file(resources.files(data)) as home:
    FRAME = Frame(read_recipe(home / "balkan_gambit.recipe.toml"))
MIDDLE = FRAME.hex_at((43.8486, 18.3564))
PLAIN = {at: "clear" for at in disk(MIDDLE, 5)}
POINTS = {"here": (43.8486, 18.3564), "west": (44.0, 16.0), "east": (43.8, 20.0)}
POINTS |= {"beyond": (43.5, 25.5), "north": (45.0, 18.4)}

spots = st.tuples(st.floats(43.0, 44.8), st.floats(17.0, 19.8))


def net(
    terrain: dict[Hex, str] | None = None,
    water: dict[Side, str] | None = None,
    bridges: Collection[Side] = (),
    closed: Collection[Side] = (),
) -> RoadNet:
    return RoadNet(FRAME, terrain or PLAIN, water or {}, bridges, closed)


@given(spots, spots)
def test_a_road_over_a_plain_joins_its_stops_without_detour(
    a: tuple[float, float], b: tuple[float, float]
) -> None:
    roads = net()
    roads.lay(Road("r", ("a", "b")), {"a": a, "b": b}, {})
    start, end = FRAME.hex_at(a), FRAME.hex_at(b)
    assert len(roads.links) == distance(start, end)
    assert all(are_adjacent(*step) for step in roads.links)
    assert start == end or {start, end} <= {at for step in roads.links for at in step}
    assert not roads.exits and not roads.broken


def test_a_road_that_runs_off_the_board_leaves_an_exit() -> None:
    roads = net()
    roads.lay(Road("r", ("here", "beyond")), POINTS, {})
    (exit_hex,) = roads.exits
    assert distance(MIDDLE, exit_hex) == 5


def test_a_road_beyond_the_board_lays_nothing() -> None:
    roads = net()
    roads.lay(Road("r", ("beyond", "far")), POINTS | {"far": (43.0, 27.0)}, {})
    assert not roads.links and not roads.exits


def test_a_stop_at_sea_is_served_from_the_nearest_shore() -> None:
    east = FRAME.hex_at(POINTS["east"])
    terrain = PLAIN | {east: "sea"}
    roads = net(terrain)
    roads.lay(Road("r", ("here", "east", "north")), POINTS, {})
    served = {at for step in roads.links for at in step}
    assert east not in served
    assert any(at in served for at in east.neighbours())


def test_a_town_draws_the_road_into_its_own_hex() -> None:
    home_hex = FRAME.hex_at(POINTS["east"]).neighbour(1)
    roads = net()
    roads.lay(Road("r", ("here", "east")), POINTS, {"east": home_hex})
    assert home_hex in {at for step in roads.links for at in step}


def test_the_danube_is_crossed_only_by_its_bridge() -> None:
    wall = {
        side_between(at, near): "danube"
        for at in PLAIN
        for near in at.neighbours()
        if near in PLAIN and at.q <= MIDDLE.q < near.q
    }
    east = FRAME.hex_at(POINTS["east"])
    assert east.q > MIDDLE.q
    blocked = net(water=wall)
    blocked.lay(Road("r", ("here", "east")), POINTS, {})
    assert blocked.broken and not blocked.links
    bridge = sorted(wall)[0]
    open_net = net(water=wall, bridges={bridge})
    open_net.lay(Road("r", ("here", "east")), POINTS, {})
    crossed = [side_between(*step) for step in open_net.links if side_between(*step) in wall]
    assert crossed == [bridge]


def test_a_blocked_side_is_never_crossed() -> None:
    shut = {side_between(MIDDLE, near) for near in MIDDLE.neighbours()}
    roads = net(closed=shut)
    roads.lay(Road("r", ("here", "east")), POINTS, {})
    assert roads.broken


def test_a_second_road_joins_the_first() -> None:
    roads = net()
    roads.lay(Road("one", ("west", "east")), POINTS, {})
    first = set(roads.links)
    roads.lay(Road("two", ("west", "north", "east")), POINTS, {})
    assert first < roads.links
