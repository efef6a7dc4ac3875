"""The board and the units as the rules ask about them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.scenarios import load_scenario
from engine.systems.balkan_gambit import SYSTEM
from engine.systems.balkan_gambit.state.context import Context, Mobility
from engine.systems.balkan_gambit.state.records import ALLIED, AXIS
from maps.hexgrid import are_adjacent
from oob.model import Size
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

YEARS = ("1943", "1944", "1945")
PORTS = {
    "Trieste", "Fiume", "Zara", "Split", "Dubrovnik", "Durres",
    "Thessalonika", "Patrai", "Kalamata", "Corinth", "Athens",
}  # fmt: skip


def test_three_scenarios_of_two_sides() -> None:
    """[BG-3.1a] [BG-2.9a] [BG-2.9b]"""
    assert [side.id for side in SYSTEM.sides] == [ALLIED, AXIS]
    for year in YEARS:
        assert Desk(year).context.scenario.id == f"balkan_gambit/{year}"


def test_the_eleven_ports() -> None:
    """[BG-2.5]"""
    context = Desk().context
    assert {place.name for place in context.ports.values()} == PORTS
    assert all(place.kind in ("town", "city") for place in context.ports.values())
    assert all(at in context.coast for at in context.ports)


def test_every_hex_has_its_own_number_and_terrain() -> None:
    """[BG-2.3a] [BG-2.3b]"""
    game_map = Desk().context.map
    labels = [game_map.label(at) for at in game_map.terrain]
    assert len(set(labels)) == len(labels)
    assert all(len(label) == 4 and label.isdigit() for label in labels)
    assert all(game_map.parse_label(game_map.label(at)) == at for at in game_map.terrain)
    assert set(game_map.terrain.values()) <= {"clear", "rough", "mountain", "sea", "lake"}


def test_yugoslavia_is_made_of_four_zones() -> None:
    """[BG-2.4a]"""
    desk = Desk("1943")
    zones = ("Slovenia", "Croatia", "Serbia", "Macedonia")
    hexes = [set(desk.context.zone_hexes[zone]) for zone in zones]
    assert set(desk.context.zone_hexes["Yugoslavia"]) == set().union(*hexes)
    assert sum(map(len, hexes)) == len(set().union(*hexes))


@pytest.mark.parametrize(("year", "slovene"), [("1943", False), ("1944", True), ("1945", True)])
def test_istria_belongs_to_italy_in_1943_and_to_slovenia_after(year: str, slovene: bool) -> None:
    """[BG-2.4b]"""
    desk = Desk(year)
    trieste = desk.hex("Trieste")
    assert desk.context.within(trieste, "Istria")
    assert desk.context.within(trieste, "Slovenia") == slovene
    assert desk.context.within(trieste, "Yugoslavia") == slovene
    assert desk.context.within(trieste, "Italy") != slovene
    assert desk.context.within(desk.hex("Udine"), "Italy")


def test_the_peloponnese_holds_its_three_towns_and_is_cut_off_where_the_errata_say() -> None:
    """[BG-2.4c] [BG-11.5c]"""
    desk = Desk()
    for town in ("Corinth", "Patrai", "Kalamata"):
        assert desk.context.within(desk.hex(town), "Peloponnese")
    inside, outside = ("1335", "1436", "1536"), ("1334", "1435", "1535", "1636")
    pairs = [
        (desk.hex(a), desk.hex(b))
        for a in inside
        for b in outside
        if are_adjacent(desk.hex(a), desk.hex(b))
    ]
    assert pairs
    for a, b in pairs:
        for mobility in Mobility:
            assert desk.context.step_cost(mobility, a, b) is None
            assert desk.context.step_cost(mobility, b, a) is None


def test_no_other_hexside_between_land_hexes_is_closed_but_the_danube() -> None:
    """[BG-11.5d] [BG-11.5b]"""
    desk = Desk()
    for at in sorted(desk.context.land):
        for near in at.neighbours():
            if near not in desk.context.land:
                continue
            kinds = desk.context.map.side_kinds(at, near)
            cost = desk.context.step_cost(Mobility.LIGHT, at, near)
            bridged = desk.context.has_road(at, near)
            closed = "blocked" in kinds or ("danube" in kinds and not bridged)
            assert (cost is None) == closed
    blocked = {
        desk.context.map.label(at)
        for side, kinds in desk.context.map.hexsides.items()
        if "blocked" in kinds
        for at in (side.hex, side.hex.neighbour(side.direction))
    }
    assert blocked == {"1335", "1436", "1536", "1334", "1435", "1535", "1636"}


def test_the_danube_is_crossed_on_roads_only() -> None:
    """[BG-11.5b]"""
    desk = Desk()
    bare = bridged = 0
    for side, kinds in desk.context.map.hexsides.items():
        a, b = side.hex, side.hex.neighbour(side.direction)
        if "danube" in kinds and a in desk.context.land and b in desk.context.land:
            if desk.context.has_road(a, b):
                assert desk.context.step_cost(Mobility.MECHANIZED, a, b) == 1
                bridged += 1
            else:
                assert desk.context.step_cost(Mobility.MECHANIZED, a, b) is None
                bare += 1
    assert bare and bridged


@pytest.mark.parametrize(
    ("terrain", "light", "foot", "mechanized"),
    [("clear", 1, 1, 1), ("rough", 1, 2, 2), ("mountain", 2, 3, 4)],
)
def test_movement_costs_by_terrain_and_class(
    terrain: str, light: int, foot: int, mechanized: int
) -> None:
    """[BG-11.2] [BG-11.1a]"""
    desk = Desk()
    a, b = desk.border(terrain)
    costs = [desk.context.step_cost(mobility, a, b) for mobility in Mobility]
    assert costs == [light, foot, mechanized]


def test_rivers_cost_one_more_and_roads_one_in_all() -> None:
    """[BG-11.2]"""
    desk = Desk()
    a, b = desk.border("clear", "river", region="Greece")
    assert desk.context.step_cost(Mobility.FOOT, a, b) == 2
    a, b = desk.border("mountain", road=True)
    assert desk.context.step_cost(Mobility.MECHANIZED, a, b) == 1


def test_movement_classes() -> None:
    """[BG-2.8a] [BG-2.8b] [BG-2.8c] [BG-2.8d]"""
    for year in YEARS:
        for unit, stats in Desk(year).context.stats.items():
            found = stats.unit
            if found.type in ("light infantry", "special forces", "partisan"):
                assert stats.mobility is Mobility.LIGHT, unit
            elif found.type == "armor":
                assert stats.mobility is Mobility.MECHANIZED, unit
            elif stats.support:
                fast = (found.front.move or 0) >= 5
                assert (stats.mobility is Mobility.MECHANIZED) == fast, unit
            else:
                assert stats.mobility is Mobility.FOOT, unit


def test_soviet_guns_walk_and_western_guns_ride() -> None:
    """[BG-2.8d]"""
    desk = Desk("1945")
    assert desk.context.stats[U("soviet-57-1")].mobility is Mobility.FOOT
    assert desk.context.stats[U("british-12")].mobility is Mobility.MECHANIZED


def test_divisions_have_two_steps_and_all_others_one() -> None:
    """[BG-2.12a] [BG-2.12b] [BG-2.12g] [BG-2.7]"""
    for year in YEARS:
        for unit in Desk(year).context.units.values():
            assert unit.steps == (2 if unit.size is Size.DIVISION else 1)
            if unit.size is Size.DIVISION:
                full, reduced = unit.faces
                assert (reduced.attack or 0) < (full.attack or 0)
                assert reduced.move == full.move
            if unit.type == "partisan":
                assert [face.label for face in unit.faces] == ["concentrated", "dispersed"]


def test_nations_and_their_sides() -> None:
    """[BG-2.9a] [BG-2.9b] [BG-2.9c] [BG-2.9e]"""
    allied = {"british", "greek", "canadian", "polish", "us", "soviet", "yugoslav"}
    axis = {"german", "ss", "italian", "croatian", "serbian", "slovene", "greek_collaborator"}
    for year in YEARS:
        for unit in Desk(year).context.units.values():
            if unit.nation == "bulgarian":
                assert unit.side == (ALLIED if year == "1945" else AXIS)
            elif unit.nation in allied | {"greek_guerrilla"}:
                assert unit.side == ALLIED
            elif unit.nation in axis:
                assert unit.side == AXIS
            else:
                assert unit.nation == "chetnik"


def test_the_greek_brigade_is_western_and_no_partisan() -> None:
    """[BG-2.9d]"""
    desk = Desk("1943")
    stats = desk.context.stats[U("greek-3-gk")]
    assert stats.western and not stats.partisan
    assert "british" in stats.unit.traits
    desk.put("Athens", "greek-3-gk", "british-5")
    assert desk.pos.stack_objection(U("greek-3-gk"), desk.hex("Athens")) == ""


def test_cossacks_and_the_russian_corps_serve_the_axis() -> None:
    """[BG-2.10]"""
    desk = Desk("1944")
    assert desk.context.units[U("ss-1-cos")].side == AXIS
    assert desk.context.units[U("german-rsk")].side == AXIS
    assert desk.context.units[U("german-11l")].traits >= {"luftwaffe"}


def test_units_are_counters_and_markers_are_none() -> None:
    """[BG-2.6] [BG-2.11] [BG-10.7]"""
    desk = Desk("1943")
    kinds = {unit.type for unit in desk.context.units.values()}
    assert not kinds & {"beachhead", "improved position", "tac", "naval"}
    assert desk.context.charts.counters.beachheads > 0
    assert desk.context.charts.counters.improved_positions > 0


def test_a_rough_city_is_no_worse_than_its_worse_half() -> None:
    """[BG-12.12a]"""
    desk = Desk()
    for at in desk.context.cities:
        ground = desk.context.charts.terrain.row(desk.context.map.terrain[at]).to_hit
        assert desk.context.terrain_to_hit(at) == min(ground, -1)
    assert desk.context.terrain_to_hit(desk.border("mountain")[1]) == -2


def test_a_unit_that_nothing_supplies_is_refused() -> None:
    """An altered file may make a partisan an ordinary unit of his nation."""
    scenario = load_scenario("balkan_gambit/1943")
    unit = next(unit for unit in scenario.oob.units.values() if "partisan" in unit.traits)
    units = {**scenario.oob.units, unit.id: replace(unit, traits=frozenset())}
    with pytest.raises(ValueError, match="nothing supplies"):
        Context(replace(scenario, oob=replace(scenario.oob, units=units)))
