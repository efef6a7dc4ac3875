"""The sea: the Adriatic zone, and voyages that keep to it or out of it (BC-19D)."""

from __future__ import annotations

from engine.systems.boot_camp.state.constants import EASTERN_GREECE, MIDDLE_EAST, RHODES
from tests.engine.systems.boot_camp.desk import (
    ATHENS,
    BARI,
    DURAZZO,
    SOUDA,
    TARANTO,
    THESSALONIKE,
    Camp,
)


def test_the_adriatic_zone_is_sea_and_coast_of_map_14a() -> None:
    camp = Camp()
    ways, context = camp.context.sea_ways, camp.context
    wet = context.sea | context.coastal
    assert ways.adriatic <= wet
    assert {camp.at(DURAZZO), camp.at(BARI), camp.at("14A:1928")} <= ways.adriatic
    assert not {camp.at(THESSALONIKE), camp.at(ATHENS), camp.at(SOUDA)} & ways.adriatic
    assert all(context.label(at).startswith("14A:") for at in ways.adriatic)
    assert not ways.adriatic & ways.outside


def test_voyages_keep_to_the_adriatic_or_leave_it() -> None:
    camp = Camp()
    ways = camp.context.sea_ways
    bari, durazzo, athens = camp.at(BARI), camp.at(DURAZZO), camp.at(ATHENS)
    assert ways.inside(bari, durazzo)
    assert not ways.inside(bari, athens)
    assert ways.anywhere(bari, athens)
    assert not ways.around(athens, durazzo)
    assert ways.around(athens, camp.at(THESSALONIKE))


def test_boxes_lie_on_the_open_sea() -> None:
    camp = Camp()
    ways = camp.context.sea_ways
    for box in (RHODES, EASTERN_GREECE, MIDDLE_EAST):
        assert ways.around(box, camp.at(ATHENS))
        assert ways.anywhere(camp.at(TARANTO), box)
        assert not ways.inside(camp.at(TARANTO), box)
    assert ways.around(MIDDLE_EAST, EASTERN_GREECE)


def test_every_port_but_inland_ones_can_be_reached_by_sea() -> None:
    camp = Camp()
    ways = camp.context.sea_ways
    stranded = [
        camp.context.label(at)
        for at in camp.context.ports
        if not ways.anywhere(camp.at(TARANTO), at) and at != camp.at(TARANTO)
    ]
    assert stranded == []
