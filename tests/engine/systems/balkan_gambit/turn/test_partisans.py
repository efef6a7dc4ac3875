"""The partisan segment: mode change and relocation."""

from __future__ import annotations

import pytest

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    CONCENTRATED,
    DISPERSED,
    Partisans,
    Weather,
)
from maps.hexgrid import disk, distance
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

ONE = U("yugoslav-partisan-1")


def segment(year: str = "1943", side: str = ALLIED, *options: str) -> Desk:
    """The partisan segment of a side."""
    desk = Desk(year, *options)
    return desk.ask(*desk.state.flow, Partisans(side), phase="initial", active="", cp=0)


def mode(desk: Desk, unit: str = ONE) -> str:
    """A unit's mode."""
    return desk.state.pieces[U(unit)].mode


def test_switching_is_free_and_only_once() -> None:
    """[BG-6.3a] [BG-12.13]"""
    desk = segment().put("1717", ONE)
    desk.do(do.SwitchMode(ONE))
    assert mode(desk) == DISPERSED
    assert desk.state.cp == 0
    assert desk.objections(do.SwitchMode(ONE)) == ["BG-6.3a"]


@pytest.mark.parametrize(
    "unit", ["yugoslav-partisan-1", "greek-guerrilla-partisan-1", "chetnik-partisan-1"]
)
def test_all_three_factions_are_partisan_type(unit: str) -> None:
    """[BG-6.3b] [BG-2.9e]"""
    desk = segment().having(chetniks=ALLIED)
    desk.put("Nis", unit)
    desk.do(do.SwitchMode(U(unit)))
    assert mode(desk, unit) == DISPERSED


def test_regular_units_and_the_other_sides_partisans_do_not_switch() -> None:
    """[BG-6.3b]"""
    desk = segment().put("Nis", "chetnik-partisan-1").put("1717", ONE).put("Athens", "british-5")
    assert desk.objections(do.SwitchMode(U("british-5"))) == ["BG-6.3b"]
    assert desk.objections(do.SwitchMode(U("chetnik-partisan-1"))) == ["BG-6.3b"]
    assert desk.objections(do.Displace(U("british-5"), desk.hex("Nis"))) == ["BG-6.3b"]


def test_a_unit_among_enemies_stays_dispersed() -> None:
    """[BG-6.3c] [BG-10.3.C1]"""
    desk = segment().put("1717", ONE, mode=DISPERSED).put("1717", "german-297")
    assert desk.objections(do.SwitchMode(ONE)) == ["BG-10.3.C1"]
    desk.put("Nis", "german-297")
    assert desk.objections(do.SwitchMode(ONE)) == []


def test_concentrating_observes_stacking_and_nationality() -> None:
    """[BG-6.3d] [BG-10.6.A] [BG-10.6.B]"""
    desk = segment("1944").put("Athens", "us-3").put("Athens", ONE, mode=DISPERSED)
    assert desk.objections(do.SwitchMode(ONE)) == ["BG-6.3d"]
    desk.put("Athens", "british-5").put("Nis", "us-3")
    assert desk.objections(do.SwitchMode(ONE)) == ["BG-6.3d"]


def test_relocation_reaches_two_hexes_over_enemies_and_mountains() -> None:
    """[BG-6.3e] [BG-11.6a]"""
    desk = segment().put("1717", ONE, mode=DISPERSED)
    start = desk.hex("1717")
    for near in start.neighbours():
        desk.put(near, f"german-generic-{1 + start.neighbours().index(near)}")
    reached = {a.target for a in desk.legal.family("displace") if isinstance(a, do.Displace)}
    ring_two = {at for at in disk(start, 2) if distance(start, at) == 2}
    assert reached == {at for at in ring_two if at in desk.context.land}
    three = next(at for at in disk(start, 3) if distance(start, at) == 3)
    assert desk.objections(do.Displace(ONE, three)) == ["BG-6.3e"]


def test_relocation_does_not_end_among_enemies_in_either_mode() -> None:
    """[BG-6.3f] [BG-10.3.C]"""
    desk = segment().put("1717", ONE, mode=DISPERSED)
    near = desk.hex("1717").neighbours()[0]
    desk.put(near, "german-297")
    assert desk.objections(do.Displace(ONE, near)) == ["BG-6.3f"]
    desk.put("Nis", "german-297").put(near, "chetnik-partisan-1", mode=DISPERSED)
    assert desk.objections(do.Displace(ONE, near)) == ["BG-6.3f"]


def test_dispersing_and_displacing_are_one_decision_too() -> None:
    """[BG-6.3g] [BG-6.3e] Where both may be done; it counts as both."""
    desk = segment().put("1717", ONE)
    near = desk.hex("1717").neighbours()[0]
    both = do.DisperseTo(ONE, near)
    assert both in set(desk.legal.family("disperse and displace"))
    desk.do(both)
    assert desk.at(ONE) == near and mode(desk) == DISPERSED
    assert desk.objections(do.SwitchMode(ONE)) == ["BG-6.3a"]
    assert desk.objections(do.Displace(ONE, desk.hex("1717"))) == ["BG-6.3e"]
    desk = segment().put("1717", ONE, mode=DISPERSED)
    assert desk.objections(both) == ["BG-6.3e"]
    assert not list(desk.legal.family("disperse and displace"))
    desk = segment().put("1717", ONE)
    three = next(at for at in disk(desk.hex("1717"), 3) if distance(desk.hex("1717"), at) == 3)
    assert desk.objections(do.DisperseTo(ONE, three)) == ["BG-6.3e"]
    desk.put("1717", "german-297")
    assert desk.objections(both) == ["BG-6.3a"]


def test_disperse_then_displace_or_displace_then_concentrate() -> None:
    """[BG-6.3g]"""
    desk = segment().put("1717", ONE)
    near = desk.hex("1717").neighbours()[0]
    assert desk.objections(do.Displace(ONE, near)) == ["BG-6.3e"]
    desk.do(do.SwitchMode(ONE), do.Displace(ONE, near))
    assert desk.at(ONE) == near and mode(desk) == DISPERSED
    assert desk.objections(do.Displace(ONE, desk.hex("1717"))) == ["BG-6.3e"]
    desk = segment().put("1717", ONE, mode=DISPERSED)
    desk.do(do.Displace(ONE, near), do.SwitchMode(ONE))
    assert desk.at(ONE) == near and mode(desk) == CONCENTRATED


def test_three_partisans_to_a_hex_whatever_their_mode() -> None:
    """[BG-10.3.B] [BG-10.1]"""
    desk = segment().put("1717", ONE, mode=DISPERSED)
    near = desk.hex("1717").neighbours()[0]
    desk.put(near, "yugoslav-partisan-2").put(near, "yugoslav-partisan-3", mode=DISPERSED)
    assert desk.objections(do.Displace(ONE, near)) == []
    desk.put(near, "yugoslav-partisan-4", mode=DISPERSED)
    assert desk.objections(do.Displace(ONE, near)) == ["BG-6.3f"]


@pytest.mark.parametrize("year", ["1943", "1944"])
def test_greek_guerrillas_stay_in_greece_and_chetniks_in_yugoslavia(year: str) -> None:
    """In 1943 guerrillas stay by an option alone. [BG-1944.2] [BG-1943.10]"""
    desk = segment(year, ALLIED, *(("guerrillas_stay",) if year == "1943" else ()))
    greek = U("greek-guerrilla-partisan-1")
    border = next(
        at
        for at in desk.context.zone_hexes["Greece"]
        if any(near in desk.context.zone_hexes["Macedonia"] for near in at.neighbours())
    )
    desk.put(border, greek, mode=DISPERSED)
    targets = {a.target for a in desk.legal.of(greek) if isinstance(a, do.Displace)}
    assert targets and all(desk.context.within(at, "Greece") for at in targets)
    if year == "1943":
        desk = segment(year).put(border, greek, mode=DISPERSED)
        targets = {a.target for a in desk.legal.of(greek) if isinstance(a, do.Displace)}
        assert not all(desk.context.within(at, "Greece") for at in targets), "as printed"
        desk = segment(year, AXIS)
        chetnik = U("chetnik-partisan-1")
        inside = next(
            at
            for at in desk.context.zone_hexes["Serbia"]
            if any(near in desk.context.zone_hexes["Bulgaria"] for near in at.neighbours())
        )
        desk.put(inside, chetnik, mode=DISPERSED)
        targets = {a.target for a in desk.legal.of(chetnik) if isinstance(a, do.Displace)}
        assert targets and all(desk.context.within(at, "Yugoslavia") for at in targets)


def test_poor_weather_and_winter_leave_partisans_alone() -> None:
    """[BG-6.2c] [BG-1945.6]"""
    desk = segment("1945").put("1717", ONE).having(weather=Weather.POOR)
    assert desk.pos.march_factor(ONE) == 3
    assert desk.pos.movement_factor(ONE) == 3


def test_nobody_is_asked_without_partisans() -> None:
    """[BG-6.3h]"""
    desk = segment().put("1717", ONE)
    desk.ask(*desk.state.flow[:1], Partisans(AXIS), Partisans(ALLIED))
    desk.do(do.EndSegment())
    assert desk.asks() == "Commanding"


@pytest.mark.parametrize("hiding", ["chetnik", "yugoslav"])
def test_a_change_of_sides_overstacks_no_hex_with_dispersed_units(hiding: str) -> None:
    """Whichever side the Chetniks join, nobody is overstacked by the roll alone."""
    desk = segment().having(chetniks=ALLIED)
    for nation, numbers in (("chetnik", (1, 2, 3)), ("yugoslav", (1, 2))):
        units = [f"{nation}-partisan-{number}" for number in numbers]
        desk.put("Nis", *units, mode=DISPERSED if nation == hiding else CONCENTRATED)
    assert desk.rules.invariants(desk.state) == ()
    hidden = U(f"{hiding}-partisan-1")
    assert "BG-6.3d" in desk.objections(do.SwitchMode(hidden))
    desk.do(do.Displace(hidden, desk.pos.displacements(hidden, 2)[0]), do.EndSegment())
    assert desk.asks() != "Overstacked"
