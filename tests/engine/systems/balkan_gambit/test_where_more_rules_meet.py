"""More positions where two rules meet, judged by the rulebook; sections in the names."""

from __future__ import annotations

import pytest

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DISPERSED,
    Beachhead,
    Partisans,
    Weather,
)
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

B5, B50, B8, B12 = (U(f"british-{name}") for name in ("5", "50", "8", "12"))
PARA, G297, GEN = U("british-4-plus"), U("german-297"), U("german-generic-1")
YP = U("yugoslav-partisan-1")


def test_7_12_and_9_2_a_garrison_out_of_supply_does_not_dig_and_nobody_digs_twice() -> None:
    """BG 7.12: a hex occupied by an in-supply friendly unit; only one marker in a hex."""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(middle, GEN)
    assert desk.objections(do.Improve(middle)) == []
    desk.do(do.Improve(middle))
    assert desk.objections(do.Improve(middle))
    cut = Desk(side=AXIS).put(middle, GEN)
    ring = [n for n in middle.neighbours() if n in cut.context.land]
    for number, at in enumerate(ring, 1):
        cut.put(at, f"yugoslav-partisan-{number}")
    assert not cut.pos.supplied(GEN)
    assert cut.objections(do.Improve(middle))
    assert start in ring


def test_7_12_and_2_12_partisans_march_over_an_improved_position_and_leave_it() -> None:
    """BG 7.12: destroyed when any Allied non-partisan unit moves into its hex."""
    for unit, left in ((YP, True), (B5, False)):
        desk = Desk()
        start, middle, _ = desk.row()
        desk.having(improved=frozenset({middle})).put(start, unit)
        desk.do(do.Activate(start), do.Move(unit, middle))
        assert (middle in desk.state.improved) == left


def test_7_5_and_7_7_corps_support_and_mechanized_units_do_not_land() -> None:
    """BG 7.5: neither of which may be corps support; BG 7.7: any scenario, mechanized types."""
    desk = Desk("1944", cp=20).box(B5, B12, B50)
    units = desk.context.units
    mech = [u for u in units if "mechanized" in units[u].traits and u.startswith("british")]
    desk.box(*mech[:1]).do(do.DeclareLanding(desk.hex("Durres")))
    assert desk.objections(do.AddUnit(B5)) == []
    assert desk.objections(do.AddUnit(B12))
    assert mech and desk.objections(do.AddUnit(mech[0]))


@pytest.mark.parametrize("weather", [Weather.POOR])
def test_7_7_and_7_11_poor_weather_stops_assaults_and_not_the_ships_to_a_beachhead(
    weather: Weather,
) -> None:
    """BG 7.7, 7.9: no assaults in poor weather; sea moves of 11.4 are no assaults."""
    desk = Desk("1944", cp=20).box(B5, PARA).having(weather=weather)
    durres = desk.hex("Durres")
    desk.having(beachheads={durres: Beachhead(open=True)})
    assert desk.objections(do.DeclareLanding(desk.hex("Kalamata"))) == ["BG-7.7a"]
    assert desk.objections(do.DeclareDrop(desk.hex("1718"))) == ["BG-7.9d"]
    assert desk.objections(do.SeaMove(B5, durres)) == []


def test_6_3_who_disperses_may_displace_in_the_same_segment() -> None:
    """BG 6.3: flip a unit from concentrated to dispersed mode, then displace it."""
    desk = Desk().put("1717", YP)
    desk.ask(*desk.state.flow, Partisans(ALLIED), phase="initial", active="", cp=0)
    assert desk.objections(do.Displace(YP, desk.hex("1618")))
    desk.do(do.SwitchMode(YP), do.Displace(YP, desk.hex("1618")))
    assert desk.at(YP) == desk.hex("1618") and desk.state.pieces[YP].mode == DISPERSED


def test_7_9_a_drop_is_into_yugoslavia_albania_or_greece_alone() -> None:
    """BG 7.9: directly from the Med Box to land hexes of these three."""
    desk = Desk("1944", cp=20).box(PARA)
    three = ("Yugoslavia", "Albania", "Greece")
    outside = [at for at in sorted(desk.context.land) if not desk.context.within(at, *three)]
    inside = [at for at in sorted(desk.context.land) if desk.context.within(at, *three)]
    assert outside and not any(not desk.objections(do.DeclareDrop(at)) for at in outside)
    assert not desk.objections(do.DeclareDrop(inside[0]))
