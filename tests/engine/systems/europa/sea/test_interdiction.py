"""Naval interdiction: the zones, the die, and what is sunk (BF-26C, 26B1.5)."""

from __future__ import annotations

import pytest

from engine.systems.balkan_front.state.constants import RHODES
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.sea import interdiction, routes, sailing
from engine.systems.europa.sea.actions import DeclareZone
from engine.systems.europa.sea.points import points_left, sink
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD
from engine.systems.europa.state.records import Initial
from maps.hexgrid import distance
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import BRINDISI, VALONA
from tests.engine.systems.europa.sea.fleet import (
    ATHENS,
    BORDER,
    BRIGADE,
    IRAKLION,
    KHANIA,
    LEROS,
    THERA,
    Fleet,
)

LOST, BACK, SAFE = 6, 5, 4
"""Faces of the die in a loose zone."""


def convoy(zone: str = "loose", to: str = IRAKLION) -> Fleet:
    """Italians in Leros who are to sail to a port the Axis has taken."""
    fleet = Fleet().own(AXIS, to).put(LEROS, BORDER).ready()
    return fleet.at_sea(zone=zone)


def test_26c_the_allies_declare_a_zone_until_their_next_initial_phase() -> None:
    fleet = Fleet(side=ALLIED).phase(Initial, ALLIED).do(DeclareZone("loose"))
    assert fleet.sea.zone == "loose"
    assert fleet.objections(DeclareZone("tight")) == ["BF-26C.1"]
    for side, zone in ((AXIS, "loose"), (ALLIED, "")):
        doing = fleet.transition()
        interdiction.open_phase(fleet.context, doing, side)
        fleet.take(doing.state)
        assert fleet.sea.zone == zone


def test_26c_the_axis_declares_none() -> None:
    fleet = Fleet().phase(Initial, AXIS)
    assert fleet.objections(DeclareZone("loose")) == ["BF-26C.1"]
    assert "declare zone" not in fleet.kinds()


def test_26c_there_are_two_zones() -> None:
    fleet = Fleet(side=ALLIED).phase(Initial, ALLIED)
    assert {a.zone for a in fleet.legal.family("declare zone")} == {"loose", "tight"}
    assert fleet.objections(DeclareZone("wide")) == ["BF-26C.1"]


def test_26c_the_loose_zone_is_the_aegean_south_of_the_weather_line() -> None:
    context = Fleet().context
    wet = context.sea | context.coastal
    assert context.interdicted["loose"] == {
        at for at in wet if context.sea_zone(at) == "Aegean" and context.weather_zone(at) == "E"
    }


def test_26c_the_tight_zone_reaches_two_hexes_from_crete() -> None:
    context = Fleet().context
    crete = context.area("Crete")
    assert context.interdicted["tight"] == {
        at for at in context.sea | context.coastal if min(distance(at, land) for land in crete) <= 2
    }


def test_26c_cargo_that_enters_the_zone_waits_for_a_die() -> None:
    fleet = convoy().do(convoy().voyage(BORDER, IRAKLION))
    node = fleet.rules.chance(fleet.state)
    assert node is not None
    assert node.rule == "BF-26C.4"
    assert node.meanings == ("arrives",) * 4 + ("turned back", "sunk")


def test_26c_no_effect_lets_it_arrive() -> None:
    fleet = convoy().do(convoy().voyage(BORDER, IRAKLION)).roll(SAFE)
    assert fleet.where_is(BORDER) == fleet.at(IRAKLION)
    assert fleet.pos.left(UnitId(BORDER)) == 2 * (5 - 2)
    assert fleet.state.used == {"sea Aegean": 2, "port leros": 2, "port iraklion": 2}


def test_26c_turned_back_it_is_where_it_embarked_and_moves_no_more() -> None:
    fleet = convoy().do(convoy().voyage(BORDER, IRAKLION)).roll(BACK)
    assert fleet.where_is(BORDER) == fleet.at(LEROS)
    assert fleet.refused(BORDER, IRAKLION) == ["BF-26C.6"]
    near = fleet.context.fronts[fleet.at(LEROS)]
    assert all(fleet.objections(Move(UnitId(BORDER), at)) == ["BF-26C.6"] for at in near)
    assert not list(fleet.legal.of(UnitId(BORDER)))
    assert not fleet.sea.sunk


def test_26c_sunk_cargo_and_ships_are_lost_for_good() -> None:
    fleet = convoy().do(convoy().voyage(BORDER, IRAKLION)).roll(LOST)
    assert fleet.where_is(BORDER) == DEAD
    assert [e.rule for e in fleet.events if e.what == "eliminated"] == ["BF-26C.7"]
    assert fleet.sea.sunk == {"axis Aegean": 1}
    assert points_left(fleet.pos, AXIS, "Aegean") == 2 * (3 - 1)
    assert fleet.points(ALLIED) == 2, "two points for a transport point"
    assert points_left(fleet.having(used={}).pos, AXIS, "Aegean") == 2 * (3 - 1)


def test_26c_half_a_point_of_cargo_sinks_a_whole_one() -> None:
    """A reading: the ship is lost with whatever it carries."""
    fleet = convoy().put(LEROS, "italian-mc-ski").ready()
    fleet.do(fleet.voyage("italian-mc-ski", IRAKLION)).roll(LOST)
    assert fleet.sea.sunk == {"axis Aegean": 1}
    assert points_left(fleet.pos, AXIS, "Aegean") == 2 * 2


@pytest.mark.parametrize(("zone", "to"), [("", IRAKLION), ("tight", THERA)])
def test_26c_cargo_outside_the_zone_is_safe(zone: str, to: str) -> None:
    fleet = convoy(zone, to)
    fleet.do(fleet.voyage(BORDER, to))
    assert fleet.where_is(BORDER) == fleet.at(to)


def test_26b1_the_way_avoids_the_zone_where_it_can() -> None:
    fleet = convoy("tight")
    pos = fleet.pos
    around = routes.route(pos, AXIS, RHODES, fleet.at("15B:1716"))
    assert not routes.endangered(pos, AXIS, around)
    through = routes.route(fleet.at_sea(zone="").pos, AXIS, RHODES, fleet.at("15B:1716"))
    assert len(through) <= len(around)
    assert routes.endangered(pos, AXIS, routes.route(pos, AXIS, RHODES, fleet.at(IRAKLION)))


@pytest.mark.parametrize("zone", ["", "loose", "tight"])
def test_26c_whether_a_voyage_is_risky_is_known_without_its_way(zone: str) -> None:
    pos = convoy(zone).pos
    risky = 0
    for origin in (RHODES, *pos.context.ports):
        for to in pos.context.ports:
            found = routes.is_risky(pos, AXIS, origin, to)
            assert found == routes.endangered(pos, AXIS, routes.route(pos, AXIS, origin, to))
            risky += found
    assert bool(risky) is bool(zone)


def test_26c_allied_cargo_and_the_adriatic_are_no_matter() -> None:
    fleet = Fleet(side=ALLIED).put(ATHENS, BRIGADE).ready(ALLIED).at_sea(zone="tight")
    fleet.do(fleet.voyage(BRIGADE, KHANIA))
    assert fleet.where_is(BRIGADE) == fleet.at(KHANIA)
    fleet = Fleet().put(BRINDISI, BORDER).ready().at_sea(zone="loose")
    fleet.do(fleet.voyage(BORDER, VALONA))
    assert fleet.where_is(BORDER) == fleet.at(VALONA)


def test_the_way_is_shown_before() -> None:
    fleet = convoy()
    way = fleet.rules.route(fleet.state, fleet.voyage(BORDER, IRAKLION))
    assert (way[0], way[-1]) == (fleet.at(LEROS), fleet.at(IRAKLION))
    assert set(way) & fleet.context.interdicted["loose"]


def test_the_chances_are_known_before() -> None:
    assert sailing.chances(convoy("tight").pos) == {
        "arrives": 2 / 6,
        "turned back": 1 / 6,
        "sunk": 3 / 6,
    }


def test_sunk_allied_ships_are_worth_a_point_each() -> None:
    """BF-VPA.7; the emergency ships are sunk first, being used first."""
    fleet = Fleet(side=ALLIED).at_sea(called=3)
    doing = fleet.transition()
    assert sink(fleet.pos, doing, ALLIED, "Aegean", 16) == 16
    fleet.take(doing.state)
    assert fleet.sea.sunk == {"British emergency": 15, "allied Aegean": 1}
    assert fleet.points(AXIS) == 16
    assert points_left(fleet.pos, ALLIED, "Aegean") == 2 * 19


def test_idx_t_and_s_are_results_of_naval_interdiction() -> None:
    chart = Fleet().context.charts.interdiction
    assert {row.id: row.fate for row in chart.results} == {
        "-": "arrives",
        "T": "turned back",
        "S": "sunk",
    }
    assert {cell for row in chart.zones for cell in row.faces} == {"-", "T", "S"}
