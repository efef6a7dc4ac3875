"""Costs of steps: terrain, hexsides, roads, weather, administrative movement, tolls of zones."""

from __future__ import annotations

from dataclasses import replace
from heapq import heappop, heappush
from typing import Any

import pytest

from engine.core.wording import halved
from engine.rules.movement.tolls import Toll, spread
from engine.systems.europa.charts.movement_charts import Mobility
from engine.systems.europa.movement import costs
from engine.systems.europa.movement.costs import Conditions
from engine.systems.europa.movement.reach import graph_of, path_cost, walked
from engine.systems.europa.state.constants import HALF
from maps.hexgrid import Hex, side_between
from oob.model import UnitId
from tests.engine.systems.europa.frontier import Frontier

HEAVY, OTHER, MOUNTAIN = Mobility.HEAVY, Mobility.OTHER, Mobility.MOUNTAIN
CLEAR, POOR, WINTER = "clear", "poor", "winter"


def under(d: str = CLEAR, e: str = CLEAR, **more: Any) -> Conditions:
    """Conditions with the weather of both zones."""
    return Conditions((("D", d), ("E", e)), **more)


def cost(field: Frontier, who: Mobility, a: str, b: str, when: Conditions | None = None) -> int:
    """Whole points of a step."""
    return field.context.tracks.step(when or under(), who, field.at(a), field.at(b))


def test_example_entering_a_mountain_hex() -> None:
    field = Frontier()
    for unit, points_ in (
        ("german-41-artillery", 6),
        ("german-46-infantry", 3),
        ("german-5-mountain", 2),
    ):
        field.put("14A:3214", unit)
        path = (field.at("14A:3214"), field.at("14A:3115"))
        assert path_cost(field.pos, UnitId(unit), path) == points_ * HALF


def test_the_class_of_a_unit_decides_its_costs() -> None:
    field = Frontier()
    wanted = {
        "german-2-panzer": HEAVY,
        "german-41-artillery": HEAVY,
        "german-49-motorized-artillery": HEAVY,
        "italian-aosta": OTHER,
        "italian-3-julia": MOUNTAIN,
        "italian-mc-ski": MOUNTAIN,
    }
    for unit, mobility in wanted.items():
        field.put("14A:1211", unit)
        assert costs.mobility_of(field.pos.facts(UnitId(unit))) is mobility


def test_example_narrow_straits_add_to_the_hex() -> None:
    field = Frontier()
    assert cost(field, OTHER, "14A:5119", "14A:5019") == 1 + 2
    assert cost(field, OTHER, "14A:5019", "14A:5119") == 2 + 2


def test_example_nobody_crosses_karst() -> None:
    field = Frontier()
    for who in Mobility:
        assert cost(field, who, "14A:1728", "14A:1727") == 0
        assert cost(field, who, "14A:1727", "14A:1728") == 0


def test_the_sea_is_no_way() -> None:
    field = Frontier()
    beach = next(at for at in sorted(field.context.coastal))
    sea = next(at for at in beach.neighbours() if at not in field.context.land)
    assert field.context.tracks.step(under(), OTHER, beach, sea) == 0


def test_example_a_demolished_bridge() -> None:
    field = Frontier()
    across = side_between(field.at("14A:1020"), field.at("14A:1019"))
    assert cost(field, OTHER, "14A:1020", "14A:1019") == 1
    down = under(down=frozenset({across}))
    assert cost(field, OTHER, "14A:1020", "14A:1019", down) == 1 + 2


def test_roads_ignore_hexes_and_hexsides_but_not_weather() -> None:
    field = Frontier()
    for who in Mobility:
        assert cost(field, who, "14A:3214", "14A:3215") == 1
    assert cost(field, HEAVY, "14A:3214", "14A:3215", under(POOR)) == 2
    assert cost(field, OTHER, "14A:3214", "14A:3215", under(POOR)) == 1
    assert cost(field, OTHER, "14A:3214", "14A:3114") == 3


def test_a_railroad_serves_as_a_road_even_where_it_is_broken() -> None:
    field = Frontier().having(breaks=frozenset({Frontier().at("14A:1019")}))
    field.put("14A:1020", "german-46-infantry")
    path = (field.at("14A:1020"), field.at("14A:1019"))
    assert path_cost(field.pos, UnitId("german-46-infantry"), path) == HALF


def test_a_mountain_hexside_costs_as_a_mountain_where_that_is_dearer() -> None:
    field = Frontier()
    a, b = "14A:4221", "14A:4220"
    assert "mountain" in field.context.sides(field.at(a), field.at(b))
    assert field.at(b) not in field.context.roads.get(field.at(a), ())
    assert [cost(field, who, a, b) for who in Mobility] == [6, 3, 2], "into a rough hex"


def border_pair(field: Frontier, *kinds: str) -> tuple[Hex, Hex]:
    """Two adjacent hexes in zones D and E, with a hexside of some kind between and no road."""
    context = field.context
    for at in sorted(context.land):
        for near in context.fronts[at]:
            zones = (context.weather_zone(at), context.weather_zone(near))
            plain = near not in context.roads.get(at, ())
            if zones == ("D", "E") and plain and context.sides(at, near) >= set(kinds):
                return at, near
    raise AssertionError("the zones touch nowhere so")


def test_a_hex_has_its_own_weather_whatever_the_zone_left() -> None:
    field = Frontier()
    at, near = border_pair(field)
    step = field.context.tracks.step
    terrain = field.context.charts.terrain_costs.row(field.context.terrain_at(near))
    assert terrain is not None
    assert step(under(POOR, CLEAR), HEAVY, at, near) == terrain.heavy["clear"] + extra(
        field, at, near
    )
    assert step(under(CLEAR, POOR), HEAVY, at, near) >= terrain.heavy["poor"]


def extra(field: Frontier, at: Hex, near: Hex) -> int:
    """What the hexside between two hexes adds in the worse weather of poor and clear."""
    rows = (
        field.context.charts.terrain_costs.hexside(kind) for kind in field.context.sides(at, near)
    )
    return sum(row.cost["poor"] for row in rows if row is not None)


def major_river(field: Frontier) -> tuple[Hex, Hex]:
    """Two clear hexes with a major river between and no road over it."""
    context = field.context
    for across, kinds in sorted(context.map.hexsides.items()):
        a, b = across.hexes
        wet = "major_river" in kinds and not kinds & {"mountain", "prohibited"}
        plain = {a, b} <= context.land and b not in context.roads.get(a, ())
        if wet and plain and context.terrain_at(b) == "clear":
            return a, b
    raise AssertionError("there is such a river")


def test_a_hexside_between_zones_takes_the_worse_weather() -> None:
    field = Frontier()
    at, near = major_river(field)
    tracks = field.context.tracks
    assert tracks.step(under(CLEAR), OTHER, at, near) == 1 + 2
    assert tracks.step(under(POOR), OTHER, at, near) == 1 + 3
    here, there = border_pair(field)
    passage = tracks.passages(here)[there]
    assert passage.zones == ("D", "E")
    crossings = tracks.passages(at)[near].crossings
    wet = replace(passage, crossings=crossings, terrain="clear", ridge=False)
    for d, e in ((POOR, CLEAR), (CLEAR, POOR)):
        assert tracks.cost(under(d, e), OTHER, wet) == 1 + 3
    assert tracks.cost(under(), OTHER, wet) == 1 + 2


def test_graphs_know_the_bridges_that_are_down() -> None:
    field = Frontier()
    a, b = field.at("14A:1020"), field.at("14A:1019")
    down = under(down=frozenset({side_between(a, b)}))
    for who in Mobility:
        whole = field.context.tracks.graph(under(), who)
        broken = field.context.tracks.graph(down, who)
        assert dict(whole[a])[b] == HALF
        for at, near in ((a, b), (b, a)):
            assert dict(broken[at])[near] == field.context.tracks.step(down, who, at, near) * HALF
        assert all(broken[at] == whole[at] for at in whole if at not in (a, b))


def test_rivers_in_flood_cost_more() -> None:
    field = Frontier()
    at, near = major_river(field)
    flood = under(floods=frozenset({"D"}))
    assert field.context.tracks.step(flood, OTHER, at, near) == 1 + 4
    across = side_between(field.at("14A:1020"), field.at("14A:1019"))
    both = under(floods=frozenset({"D"}), down=frozenset({across}))
    assert cost(field, OTHER, "14A:1020", "14A:1019", both) == 2 + 2
    elsewhere = under(floods=frozenset({"E"}))
    assert field.context.tracks.step(elsewhere, OTHER, at, near) == 1 + 2


def test_snow_has_costs_of_its_own_in_balkan_front() -> None:
    field = Frontier()
    snow = under(WINTER)
    assert cost(field, OTHER, "14A:3214", "14A:3115", snow) == 5
    assert cost(field, MOUNTAIN, "14A:3214", "14A:3115", snow) == 3
    assert cost(field, HEAVY, "14A:3214", "14A:3115", snow) == 0
    assert cost(field, HEAVY, "14A:3214", "14A:3215", snow) == 2, "by road"
    assert cost(field, HEAVY, "14A:3115", "14A:3214", snow) == 2, "out of the mountains"


def test_winter_bars_wheels_from_mountains_in_boot_camp() -> None:
    field = Frontier("boot_camp")
    winter = Conditions((("D", WINTER),))
    for a, b in (("14A:3214", "14A:3115"), ("14A:3115", "14A:3214"), ("14A:3214", "14A:3215")):
        assert cost(field, HEAVY, a, b, winter) == 0
    assert cost(field, OTHER, "14A:3214", "14A:3115", winter) == 4, "as in poor weather"


def test_a_city_that_fills_its_hex_is_clear() -> None:
    field = Frontier()
    athenai = field.at("15B:0911")
    assert field.context.map.terrain[athenai] == "rough"
    assert field.context.terrain_at(athenai) == "clear"
    around = [
        n for n in field.context.fronts[athenai] if athenai not in field.context.roads.get(n, ())
    ]
    for near in around:
        if not field.context.sides(near, athenai):
            assert field.context.tracks.step(under(), OTHER, near, athenai) == 1


def test_example_administrative_movement_on_a_road() -> None:
    field = Frontier().put("14A:3214", "german-46-infantry")
    graph = graph_of(field.pos, UnitId("german-46-infantry"), admin=True)
    steps = dict(graph[field.at("14A:3214")])
    assert halved(steps[field.at("14A:3215")]) == "1/2", "into a mountain hex, by road"
    assert field.at("14A:3115") not in steps, "a mountain hex without a road"


def test_administrative_movement_crosses_major_rivers_by_road_only() -> None:
    field = Frontier()
    at, near = major_river(field)
    field.put(at, "german-46-infantry")
    assert near not in dict(graph_of(field.pos, UnitId("german-46-infantry"), admin=True)[at])
    assert near in dict(graph_of(field.pos, UnitId("german-46-infantry"))[at])


@pytest.mark.parametrize(("halves", "text"), [(1, "1/2"), (4, "2"), (7, "3 1/2"), (0, "0")])
def test_half_points_in_words(halves: int, text: str) -> None:
    assert halved(halves) == text


def brute(
    graph: Any, start: Hex, limit: int, tolls: Toll, closed: frozenset[Hex]
) -> dict[Hex, int]:
    """The plainest search there is, over a heap."""
    best: dict[Hex, int] = {}
    queue = [(0, start)]
    while queue:
        spent, at = heappop(queue)
        if at in best:
            continue
        best[at] = spent
        if tolls.stops and at in tolls.zone and at != start:
            continue
        for near, price in graph[at]:
            toll = tolls.of(at, near)
            if toll is not None and near not in closed and spent + price + toll <= limit:
                heappush(queue, (spent + price + toll, near))
    return best


@pytest.mark.parametrize("stops", [False, True])
@pytest.mark.parametrize("mobility", list(Mobility))
def test_reach_is_what_a_plain_search_finds(mobility: Mobility, stops: bool) -> None:
    field = Frontier()
    graph = field.context.tracks.graph(under(POOR), mobility)
    hexes = sorted(field.context.land)
    zone = frozenset(hexes[::7])
    closed = frozenset(hexes[::11])
    tolls = Toll(zone, 4, None if stops else 6, stops)
    for start in hexes[5::160]:
        found = spread(graph, start, 20, tolls, closed)
        assert dict(found.cost) == brute(graph, start, 20, tolls, closed)
        for at in found.cost:
            assert walked(graph, found.path(at), tolls) == found.cost[at]
