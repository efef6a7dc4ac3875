"""The board and the counters as the rules ask about them."""

from __future__ import annotations

import pytest

from engine.systems.operation_gertrud.state.records import Kind
from maps.hexgrid import are_adjacent
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.desk import Desk


def test_example_istanbul_is_2709() -> None:
    """[OG-2.1b]"""
    context = Desk().context
    assert context.map.label(Desk().hex("Istanbul")) == "2709"
    assert context.cities[context.hex_of("2709")] == "Istanbul"
    labels = [context.map.label(at) for at in context.map.terrain]
    assert len(labels) == len(set(labels))


def test_a_hex_is_36_miles() -> None:
    assert Desk().context.map.notes["miles per hex"] == "36"


def test_nations_and_sides() -> None:
    """[OG-2.3]"""
    desk = Desk("late_1942")
    sides = {desk.pos.nation(unit): desk.pos.owner(unit) for unit in desk.context.units}
    assert sides == {
        "german": "german",
        "local": "german",
        "italian": "german",
        "turkish": "allied",
        "soviet": "allied",
        "british": "allied",
    }


def test_unit_types() -> None:
    """[OG-2.4]"""
    context = Desk().context
    assert {context.type_of(unit) for unit in context.units} == {
        "infantry",
        "armor",
        "mechanized",
        "motorized",
        "mountain",
        "airborne",
        "marine",
        "cavalry",
    }
    assert context.type_of(U("german-gd")) == "motorized"


def test_example_the_airborne_division_has_a_factor_of_8() -> None:
    """[OG-2.5]"""
    desk = Desk().put("Ankara", "german-7-fl")
    assert desk.pos.factor(U("german-7-fl"), desk.hex("Ankara")) == 8
    assert all(unit.front.attack for unit in desk.context.units.values())


def test_movement_factors() -> None:
    """[OG-2.6a]"""
    units = Desk().context.units.values()
    slow = {unit.id for unit in units if unit.front.move == 3}
    assert slow == {"german-7-fl", "german-kommando"}
    assert {unit.front.move for unit in units} == {3, 5}


def test_two_steps_are_the_most() -> None:
    """[OG-2.7a]"""
    units = Desk().context.units.values()
    assert {unit.steps for unit in units} == {1, 2}
    assert {unit.id for unit in units if unit.steps == 1} == {
        "local-kurd",
        "local-armenian",
        "local-muslim",
    }


def test_the_counter_mix() -> None:
    """[OG-2.2] [OG-12.0b]"""
    context = Desk().context
    land = len(context.units)
    cas = sum(marker.kind is Kind.CAS for marker in context.markers.values())
    ngs = sum(marker.kind is Kind.NGS for marker in context.markers.values())
    assert (land, cas, ngs, context.charts.markers.ultra) == (94, 22, 7, 4)
    assert land + cas + ngs + context.charts.markers.ultra + 1 + 32 == 160


@pytest.mark.parametrize(
    ("scenario", "cas", "ngs"),
    [
        ("early_1941", 10 + 2 + 3, 1 + 2),
        ("late_1941", 8 + 2 + 2 + 3, 2 + 1 + 2),
        ("early_1942", 8 + 2 + 3 + 3 + 1, 2 + 1 + 2 + 1),
        ("late_1942", 7 + 1 + 3 + 1 + 1, 1 + 1 + 1 + 1),
        ("early_1943", 6 + 4 + 2 + 2, 1 + 1 + 2),
    ],
)
def test_scenarios_state_their_markers(scenario: str, cas: int, ngs: int) -> None:
    """[OG-12.0b] [OG-3.1a]"""
    desk = Desk.opened(scenario)
    kinds = [desk.context.markers[marker].kind for marker in desk.state.support]
    assert (kinds.count(Kind.CAS), kinds.count(Kind.NGS)) == (cas, ngs)
    assert not any(marker in desk.state.pieces for marker in desk.state.support)


def test_terrain_costs_and_shifts() -> None:
    """[OG-9.0b]"""
    chart = Desk().context.charts.terrain
    assert [(row.id, row.cost, row.shifts) for row in chart.rows] == [
        ("clear", 1, 0),
        ("rough", 2, 1),
        ("mountain", 3, 2),
    ]
    assert (chart.road_cost, chart.river.cost, chart.river.shifts) == (1, 1, 1)


def test_the_straits_and_their_crossings() -> None:
    context = Desk().context
    assert {name: len(pairs) for name, pairs in context.straits.items()} == {
        "Dardanelles": 2,
        "Bosphorus": 1,
    }
    for pairs in context.straits.values():
        assert all(are_adjacent(a, b) for a, b in pairs)
        assert all("strait" in context.map.side_kinds(a, b) for a, b in pairs)


def test_seas_of_coastal_hexes() -> None:
    """[OG-12.1a] [OG-12.1b] [OG-12.1c]"""
    context = Desk().context

    def seas(label: str) -> set[str]:
        return set(context.coast[context.hex_of(label)])

    assert seas("2508") == {"Marmara Sea"}
    assert seas("2821") == {"Black Sea"}
    assert seas("1712") == {"Mediterranean Sea"}
    assert seas("2106") == {"Aegean Sea"}
    assert context.hex_of("2416") not in context.coast
