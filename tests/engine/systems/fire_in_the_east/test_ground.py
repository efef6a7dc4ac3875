"""What the ground game does differently here: zones, stacking, movement, supply, gauges."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.systems.europa.board.rail_network import GAUGES
from engine.systems.europa.charts import chart_checks
from engine.systems.europa.charts.movement_charts import Mobility
from engine.systems.europa.movement.costs import toll
from engine.systems.europa.movement.overruns import entry_cost
from engine.systems.europa.movement.reach import graph_of
from engine.systems.europa.state.common import claims
from engine.systems.europa.state.constants import HALF, OUT
from engine.systems.europa.supply.nets import OVERLAND, ROAD
from engine.systems.europa.supply.supply_status import bands, terms
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    GUNS,
    PANZER,
    RIFLES,
    TANKS,
    North,
)

ARCTIC, SOUTH = "6A:1617", "1B:2224"


def test_the_charts_are_sound() -> None:
    assert chart_checks.problems(North().context.charts) == ()


@pytest.mark.parametrize(("turn", "reduced"), [(1, True), (3, True), (4, False)])
def test_soviet_zones_are_reduced_in_the_first_three_turns(turn: int, reduced: bool) -> None:
    """[FE-5.6] [FE-5.8] [FE-ERR-R5.1] [FE-ERR-R5.2] Leaving one costs nothing, going from one to
    another a point; German c/m units pay a point less.
    """
    game = North(turn=turn).put(SOUTH, RIFLES)
    pos = game.pos
    zone, full = pos.zoc(ALLIED), pos.full_zoc(ALLIED)
    assert zone and bool(full) is not reduced
    a = min(zone)
    b = next(near for near in a.neighbours() if near in zone)
    outside = next(near for near in a.neighbours() if near not in zone and near != game.at(SOUTH))
    for unit, costs in (
        (FOOT, (0, 1) if reduced else (2, 3)),
        (PANZER, (0, 0) if reduced else (1, 2)),
    ):
        mobile = pos.context.facts(UnitId(unit), 2).mobile
        tolls = toll(pos, "german", mobile, zone, full, {})
        assert (tolls.of(a, outside), tolls.of(a, b)) == tuple(HALF * cost for cost in costs)


def test_zones_are_reduced_from_the_second_turn_out_of_supply() -> None:
    """[FE-5.7] [FE-ERR-R5.2] The third player turn in a row is the second turn."""
    game = North(turn=5).put(SOUTH, RIFLES, marks=[OUT])
    for lacking, full in ((2, True), (3, False)):
        game.having(unfed={UnitId(RIFLES): lacking})
        assert bool(game.pos.full_zoc(ALLIED)) is full


def test_small_units_have_zones_in_the_arctic_alone() -> None:
    """[FE-5.4] [FE-5.5] Brigades, regiments and cadres; battalions never."""
    for at, unit, has in (
        (ARCTIC, "german-519-engineer-iii", True),
        (SOUTH, "german-519-engineer-iii", False),
        (ARCTIC, "german-402-bicycle-ii", False),
    ):
        game = North(turn=5).put(at, unit)
        rows = game.context.charts.movement.zones
        body = game.pos.facts(UnitId(unit)).body
        zone = game.pos.zone_of(game.at(at))
        held = any(body in row.sizes and (not row.zones or zone in row.zones) for row in rows)
        assert held is has, (at, unit)


def test_example_stacking() -> None:
    """[FE-8A1.1] [FE-8A2.1] [FE-8A3.1] Two divisions, four regiments and two of artillery."""
    game = North()
    pos = game.pos
    divisions = [UnitId(f"german-{n}-infantry-xx") for n in (1, 11, 21, 58)]
    small = [UnitId(f"german-{n}") for n in ("519-engineer-iii", "667-engineer-iii")]
    small += [UnitId(f"german-{n}") for n in ("402-bicycle-ii", "403-bicycle-ii")]
    guns = [UnitId(GUNS), UnitId("german-609-artillery-iii")]
    row = pos.context.charts.stacking.row("B", mountain=False)
    assert pos.excess([*divisions[:2], *small, *guns], row) == 0
    assert pos.excess([*divisions[:3], *small, *guns], row) == 1
    assert pos.excess(divisions, row) == 1
    mountain = pos.context.charts.stacking.row("B", mountain=True)
    assert pos.excess([*divisions[:2], *small[:2], guns[0]], mountain) == 0
    assert pos.excess(divisions[:3], mountain) == 1
    arctic = pos.context.charts.stacking.row("A", mountain=True)
    assert pos.excess([divisions[0], guns[0]], arctic) == 0
    assert pos.excess([*small[:2], guns[0]], arctic) == 0
    assert pos.excess([divisions[0], small[0]], arctic) > 0
    assert pos.excess(small[:3], arctic) > 0


def test_administrative_movement_is_half_a_rating_more() -> None:
    """Over clear ground or along roads, in supply; in the Arctic along roads alone."""
    chart = North().context.charts.movement
    assert chart.administrative.value == "rating and a half"
    assert chart.admin_terrain == ("clear",) and chart.admin_supplied
    assert chart.admin_roads == ("A",)


@pytest.mark.parametrize(
    ("kind", "woods", "clear"),
    [
        ("clear", (2, 2), (1, 1)),
        ("mud", (4, 3), (3, 2)),
        ("frost", (2, 2), (1, 1)),
        ("snow", (3, 2), (2, 1)),
    ],
)
def test_costs_follow_four_kinds_of_weather(
    kind: str, woods: tuple[int, int], clear: tuple[int, int]
) -> None:
    """[FE-29C.1] Frost is as clear; snow freezes rivers."""
    game = North().weather(kind)
    charts, known = game.context.charts, game.pos.skies
    for terrain, costs in (("woods", woods), ("clear", clear)):
        row = charts.terrain_costs.row(terrain)
        assert row is not None
        found = [known.cell(row.costs(who), kind) for who in (Mobility.HEAVY, Mobility.OTHER)]
        assert tuple(found) == costs
    river, major = (charts.terrain_costs.hexside(name) for name in ("river", "major_river"))
    assert river is not None and major is not None
    frozen = (known.cell(river.cost, kind), known.cell(major.cost, kind))
    assert frozen == {"clear": (1, 2), "mud": (2, 3), "frost": (1, 2), "snow": (0, 1)}[kind]


RATED = {PANZER: 10, TANKS: 8, GUNS: 8, "german-803-artillery-iii": 6}


def test_example_half_a_rating_and_one_is_six_points_of_ten() -> None:
    """[FE-6.6] Each unit pays by its printed rating for forest, out of supply too."""
    ground = North().context
    start, wood = next(
        (at, near)
        for at in sorted(ground.field)
        for near, way in ground.tracks.passages(at).items()
        if near in ground.field
        and way.terrain == "forest"
        and not (way.joined or way.crossings or way.ridge)
    )
    found, label = {}, ground.label(start).split()[0]
    for unit in RATED:
        game = North(turn=5).put(label, unit, marks=[OUT])
        found[unit] = dict(graph_of(game.pos, UnitId(unit))[start])[wood]
        assert entry_cost(game.pos, UnitId(unit), wood) == found[unit]
    assert found == {unit: rating + HALF for unit, rating in RATED.items()}
    assert found[PANZER] == 6 * HALF
    foot = North(turn=5).put(label, FOOT)
    assert dict(graph_of(foot.pos, UnitId(FOOT))[start])[wood] == 3 * HALF


def test_a_whole_rating_leaves_nothing_and_a_chart_may_have_neither() -> None:
    """[FE-6.6]"""
    chart = North().context.charts.terrain_costs
    assert chart.halves(chart.whole_rating, 8) == 8 * HALF
    plain = replace(chart, half_rating=0, whole_rating=0)
    assert [plain.halves(points, 8) for points in (6, 12, 3)] == [6 * HALF, 12 * HALF, 3 * HALF]
    assert plain.rating(Mobility.HEAVY, 8) == chart.rating(Mobility.OTHER, 8) == 0


def test_no_armour_effects_in_mud_and_snow() -> None:
    """[FE-29C.2] Frost lets armour have them."""
    charts, known = North().context.charts, North().pos.skies
    for band in charts.armor.bands:
        found = {kind: known.cell(band.attack, kind) for kind in known.ids}
        assert found["mud"] == found["snow"] == 0 and found["frost"] == found["clear"] > 0


def test_armour_counts_from_a_seventh() -> None:
    """[FE-ERR-R10C] What the rule says of a fifth holds from a seventh on."""
    bands = North().context.charts.armor.bands
    shares = [Fraction(band.top, band.bottom) for band in bands]
    assert shares == [Fraction(1, 7), Fraction(1, 2), Fraction(1)]


def test_lack_of_supply_grows_with_its_length() -> None:
    """[FE-12D.1] [FE-12D.2] First attack and c/m movement; from the second turn all of it."""
    game = North(turn=5).put(SOUTH, RIFLES, TANKS, marks=[OUT])
    for lacking, tanks, rifles, defense in ((1, 4, 6, False), (2, 4, 6, False), (3, 4, 3, True)):
        game.having(unfed={UnitId(RIFLES): lacking, UnitId(TANKS): lacking})
        lack = game.pos.hardship(UnitId(RIFLES))
        assert lack is not None and lack.attack and lack.defense is defense
        assert game.pos.allowance(UnitId(TANKS)) == tanks * HALF
        assert game.pos.allowance(UnitId(RIFLES)) == rifles * HALF


def test_lines_are_as_long_as_the_weather_allows() -> None:
    """[FE-12B.3] [FE-30.4] Frost allows longer lines than mud, though it is worse weather; in the
    Arctic all are shorter.
    """
    game = North()
    zones = game.context.supply_graph.zones
    for kind, lengths, arctic in (
        ("clear", (7, 14), (5, 10)),
        ("mud", (4, 7), (3, 5)),
        ("frost", (7, 14), (5, 10)),
        ("snow", (5, 10), (3, 7)),
    ):
        found = bands(game.weather(kind).pos)
        assert [(b.lengths[OVERLAND], b.lengths[ROAD]) for b in found] == [lengths, arctic]
        assert not found[0].hexes & zones["A"] and found[1].hexes & zones["A"]
    game.having(weather={"A": "frost", "B": "mud", "C": "clear", "D": "clear"})
    longest, *shorter = bands(game.pos)
    assert longest.lengths[OVERLAND] == 7 and [b.lengths[OVERLAND] for b in shorter] == [5, 4]
    assert not longest.hexes & (zones["A"] | zones["B"])


def test_bad_ground_counts_more_in_overland_lines() -> None:
    """[FE-12B1.2] Forest counts two; every game plays so."""
    context = North().context
    forest = next(
        (a, b)
        for a, near in sorted(context.fronts.items())
        for b in near
        if context.map.terrain[b] == "forest"
        and b not in context.roads.get(a, ())
        and "major_river" not in context.sides(a, b)
    )
    assert context.supply_graph.count(*forest) == 2


def test_frozen_swamps_and_rivers_lengthen_no_overland_line() -> None:
    """[FE-12B1.2] In snow they are ice in zones A to C; forest counts two as ever."""
    context = North().context
    graph, zone, sides = context.supply_graph, context.weather_zone, context.sides

    def step(terrain: str, wet: bool, where: str) -> tuple[Hex, Hex]:
        return next(
            (a, b)
            for a, near in sorted(context.fronts.items())
            for b in near
            if context.map.terrain[b] == terrain
            and b not in context.roads.get(a, ())
            and ("major_river" in sides(a, b)) is wet
            and zone(a) == zone(b) == where
        )

    chart = context.charts.supply
    snow, frost = (chart.frozen(dict.fromkeys("ABCD", sky)) for sky in ("snow", "frost"))
    assert snow.swamps == snow.rivers == {"A", "B", "C"} and not any(frost)
    for terrain, wet, where, open_, ice in (
        ("swamp", False, "C", 2, 1),
        ("clear", True, "C", 2, 1),
        ("forest", False, "C", 2, 2),
        ("clear", True, "D", 2, 2),
    ):
        way = step(terrain, wet, where)
        assert (graph.count(*way, frost), graph.count(*way, snow)) == (open_, ice), terrain
        near, far = (graph.bits.bit[at] for at in way)
        steps = dict(graph.overland(snow))
        assert steps[ice].spread(far) & near and not steps[3 - ice].spread(far) & near
    assert terms(North().weather("snow").pos, AXIS).frozen == snow


def test_sources_are_rail_hexes_on_the_edges() -> None:
    """[FE-12C1.1] [FE-12C2.1] In the west for the Axis, in the east for the Soviets."""
    pos = North().pos
    for side, country in ((AXIS, "Greater Germany"), (ALLIED, "USSR")):
        found = {
            pos.context.countries[s.at] for s in pos.sources(side) if not isinstance(s.at, str)
        }
        assert country in found and ("USSR" in found) is (side == ALLIED)


def test_railroads_have_the_gauge_the_board_shows() -> None:
    """[FE-7A3.1] [FE-7A3.4] Germans ride on standard gauge, Soviets on broad; in the Baltic States
    all of it counts as standard, that from Velikie Luki to Riga too.
    """
    game = North().put("1B:2325", FOOT).put(SOUTH, RIFLES)
    railways, context = game.context.railways, game.context
    for unit, broad in ((FOOT, False), (RIFLES, True)):
        found = game.pos.gauges(UnitId(unit))[0]
        assert found.broad is broad
        graph = railways.graph(frozenset(), high=False, around=False, gauging=found)
        every = [(at, near) for at, steps in graph.items() for near, _ in steps]
        kinds = {link: context.map.line_kinds(*link) for link in every}
        links = [link for link in every if not kinds[link].isdisjoint(GAUGES)]
        assert len(links) > 100
        shown = {link: "rail_broad" in context.map.line_kinds(*link) for link in links}
        other = {link for link, wide in shown.items() if wide is not broad}
        assert other < set(links)
        assert all(context.standard_alone.intersection(link) for link in other)
        assert bool(other) is not broad


def test_hexes_belong_to_whoever_stands_in_them_or_reaches_them_alone() -> None:
    """[FE-3F.1] [FE-3F.2] A zone claims a hex that no enemy zone reaches."""
    game = North(turn=5).put(SOUTH, FOOT)
    found = claims(game.pos)
    assert found[game.at(SOUTH)] == AXIS
    behind = next(at for at in game.pos.zoc(AXIS) if game.pos.owner_of(at) == ALLIED)
    assert found[behind] == AXIS
    beyond = next(at for at in game.context.fronts[behind] if at not in game.pos.zoc(AXIS))
    game.put(game.context.map.label(beyond), RIFLES)
    assert behind in game.pos.zoc(ALLIED) and behind not in claims(game.pos)


def test_germans_on_wheels_retreat_through_zones_to_friends() -> None:
    """[FE-9F1.7] What other titles offer as an option is always played."""
    context = North().context
    assert context.option(context.charts.movement.mobile_retreats)
    assert context.charts.movement.mobile_nations == ("german",)
