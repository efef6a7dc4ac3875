"""The naval display, and the ground that ships cover (BF-26)."""

from __future__ import annotations

from engine.core.view.ranges import RangeKind
from engine.systems.europa.sea import landings
from engine.systems.europa.sea.actions import DeclareZone
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import Initial
from engine.systems.europa.view import sea_panel, sea_ranges
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import BRINDISI
from tests.engine.systems.europa.sea.fleet import (
    ATHENS,
    BRIGADE,
    KERKYRA,
    KERKYRA_WEST,
    KHANIA,
    MALEME,
    MARINES,
    Fleet,
)


def rows(fleet: Fleet) -> dict[str, str]:
    """The lines of the display with their values."""
    return {row.label.strip(): row.value for row in sea_panel.display(fleet.pos).rows}


def test_it_says_what_is_left_of_points_and_ports() -> None:
    fleet = Fleet(side=ALLIED).put(ATHENS, BRIGADE).ready(ALLIED)
    fleet.having(hits={"port 15B:2213": 2})
    fleet.do(fleet.voyage(BRIGADE, KHANIA)).at_sea(sunk={"allied Aegean": 3})
    found = rows(fleet)
    assert found["Allied, Aegean"] == "16 of 17 left"
    assert found["sunk, allied Aegean"] == "3"
    assert found["British emergency"] == "15, once"
    assert found["15B:2213 Khania"] == "2 of 3 REs, 2 hits, supplies"
    assert found["Axis, Aegean"] == "3 points"


def test_beaches_are_counted_in_their_own_sea() -> None:
    """BF-26A4"""
    fleet = Fleet(side=AXIS).put(BRINDISI, MARINES).ready(AXIS)
    lies, found = fleet.context.beaches, rows(fleet)
    for zone in ("Adriatic", "Aegean"):
        yours = sum(lies[at] == zone for at in fleet.pos.owned(AXIS) if at in lies)
        shores = sum(lies[at] == zone for at in landings.shores(fleet.pos, AXIS))
        assert found[f"Beaches, {zone}"] == f"{yours} yours, {shores} open to landings"
    assert found["Beaches, Adriatic"] != found["Beaches, Aegean"]


def test_it_says_what_interdiction_does() -> None:
    fleet = Fleet(side=ALLIED).phase(Initial, ALLIED)
    assert rows(fleet)["Loose zone"] == "not declared"
    fleet.do(DeclareZone("tight"))
    found = rows(fleet)
    assert found["Tight zone"] == "in effect"
    assert found["cargo turned back"] == "17\u00a0%"
    assert found["cargo sunk"] == "50\u00a0%"
    assert "Loose zone" not in found


def test_the_zone_in_effect_has_a_marker_in_its_middle() -> None:
    """BF-26C.1"""
    fleet = Fleet(side=ALLIED).phase(Initial, ALLIED)
    assert not list(sea_panel.markers(fleet.pos))
    fleet.do(DeclareZone("tight"))
    (marker,) = sea_panel.markers(fleet.pos)
    assert marker.at in fleet.pos.context.interdicted["tight"] and "tight zone" in marker.text


def test_a_landing_is_shown_to_the_side_that_planned_it() -> None:
    fleet = Fleet().put(BRINDISI, MARINES).ready().planned(MARINES, KERKYRA_WEST)
    line = f"Landing of {fleet.pos.called(UnitId(MARINES))}"
    assert rows(fleet)[line].endswith("this turn")
    assert line not in rows(fleet.having(active=ALLIED))


def test_the_ground_that_ships_cover() -> None:
    fleet = Fleet().put(BRINDISI, MARINES).ready()
    found = {subject.id for subject in sea_ranges.subjects(fleet.pos)}
    assert found == {"zone loose", "zone tight", fleet.at(BRINDISI)}
    voyages = sea_ranges.ranges(fleet.pos, UnitId(MARINES))[0]
    assert voyages.kind is RangeKind.NAVAL
    assert voyages.hexes == {a.target for a in fleet.legal.family("ship")}
    assert sea_ranges.ranges(fleet.pos, fleet.at(BRINDISI))[0].hexes == voyages.hexes
    zone = sea_ranges.ranges(fleet.pos, "zone tight")[0]
    assert zone.hexes == fleet.context.interdicted["tight"]
    fleet.phase(Initial, AXIS)
    landing = sea_ranges.ranges(fleet.pos, UnitId(MARINES))[0]
    assert landing.kind is RangeKind.LANDING
    assert fleet.at(KERKYRA) in landing.hexes
    assert fleet.at(MALEME) not in landing.hexes, "nowhere to embark on the Aegean"
