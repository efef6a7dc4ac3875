"""Supply and stacking."""

from __future__ import annotations

import itertools

import pytest

from engine.systems.balkan_gambit.state.context import Mobility
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DISPERSED,
    MED_BOX,
    Attitude,
    Beachhead,
    Weather,
)
from maps.hexgrid import Hex
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk


def fed(desk: Desk, unit: str) -> bool:
    """Whether a unit is in supply."""
    return desk.pos.supplied(U(unit))


def test_germans_trace_by_road_to_the_western_and_northern_edge() -> None:
    """[BG-9.4a] [BG-9.2b] [BG-9.2d] [BG-9.1a]"""
    desk = Desk("1943").put("Skopje", "german-297", "ss-1", "italian-1")
    edge = set(desk.context.edge("axis edge"))
    assert all(desk.context.within(at, "Italy", "Hungary") for at in edge)
    for unit in ("german-297", "ss-1", "italian-1"):
        path = desk.pos.supply_path(U(unit))
        assert path[0] == desk.hex("Skopje") and path[-1] in edge
        assert all(b in desk.context.roads(frozenset())[a] for a, b in itertools.pairwise(path))
        assert fed(desk, unit)


def cut(desk: Desk, name: str, unit: str = "yugoslav-partisan-", mode: str = "") -> Desk:
    """Surround a hex with enemy units."""
    ring = [near for near in desk.hex(name).neighbours() if near in desk.context.land]
    for number, near in enumerate(ring, 1):
        desk.put(near, f"{unit}{number}", mode=mode)
    return desk


def test_concentrated_partisans_cut_a_road_and_dispersed_do_not() -> None:
    """[BG-9.2e] [BG-9.2c] [BG-9.2d]"""
    desk = cut(Desk("1943").put("Nis", "german-297"), "Nis")
    assert not fed(desk, "german-297")
    desk = cut(Desk("1943").put("Nis", "german-297"), "Nis", mode=DISPERSED)
    assert fed(desk, "german-297")


def test_friendly_units_do_not_cut_a_chain() -> None:
    """[BG-9.2d]"""
    desk = cut(Desk("1943").put("Nis", "german-297"), "Nis", "german-generic-")
    assert fed(desk, "german-297")


def off_road(desk: Desk, cost: int) -> Hex:
    """A hex of Bosnia or Serbia that lies so many points on foot from the nearest road."""
    chain = desk.pos.net_named("axis edge", AXIS)
    for at in sorted(desk.context.land):
        if at in chain or not desk.context.within(at, "Yugoslavia"):
            continue
        for factor in range(1, cost + 1):
            if desk.pos.march(Mobility.FOOT, at, factor, chain, AXIS):
                if factor == cost:
                    return at
                break
    raise LookupError(cost)


def test_the_march_is_as_long_as_the_movement_factor() -> None:
    """[BG-9.2b] [BG-9.2c]"""
    desk = Desk("1944")
    at = off_road(desk, 3)
    desk.put(at, "german-297", "german-41")
    assert fed(desk, "german-297"), "three points"
    assert not fed(desk, "german-41"), "the fortress moves two"


def test_winter_shortens_the_march() -> None:
    """[BG-6.2a] [BG-6.2b] [BG-1945.6]"""
    desk = Desk("1945")
    at = off_road(desk, 3)
    desk.put(at, "german-297").put("Zagreb", "british-8")
    assert fed(desk, "german-297")
    assert desk.pos.march_factor(U("german-297")) == 3
    desk.having(weather=Weather.POOR)
    assert not fed(desk, "german-297")
    assert desk.pos.march_factor(U("german-297")) == 2
    desk = Desk("1944").having(weather=Weather.POOR).put("Zagreb", "german-297")
    assert desk.pos.march_factor(U("german-297")) == 3, "1944 knows no winter"


def test_collaborators_trace_to_the_capital_of_their_zone() -> None:
    """[BG-9.4b]"""
    desk = Desk("1943").put("Split", "croatian-cro-1").put("Maribor", "slovene-slo-1")
    desk.put("Nis", "serbian-srb-1")
    for unit, capital in (
        ("croatian-cro-1", "Zagreb"),
        ("slovene-slo-1", "Laibach"),
        ("serbian-srb-1", "Beograd"),
    ):
        assert desk.pos.supply_path(U(unit))[-1] == desk.hex(capital)
    cut(desk, "Zagreb")
    assert not fed(desk, "croatian-cro-1")
    assert fed(desk, "serbian-srb-1")


def test_bulgarians_trace_east_and_like_soviets_in_1945() -> None:
    """[BG-9.4c] [BG-9.3a]"""
    desk = Desk("1943").put("Skopje", "bulgarian-7")
    edge = desk.context.edge("bulgarian edge")
    assert all(desk.context.within(at, "Bulgaria", "Greece") for at in edge)
    assert desk.pos.supply_path(U("bulgarian-7"))[-1] in edge
    desk = Desk("1945").put("Beograd", "bulgarian-7", "soviet-73")
    edge = desk.context.edge("soviet edge")
    assert all(desk.context.within(at, "Romania", "Bulgaria") for at in edge)
    for unit in ("bulgarian-7", "soviet-73"):
        assert desk.pos.supply_path(U(unit))[-1] in edge


def test_western_units_trace_to_open_markers_only() -> None:
    """[BG-9.3b] [BG-9.3c]"""
    desk = Desk("1944").put("Thebes", "british-5", "greek-3-gk", "canadian-5-cdn")
    desk.put("Larisa", "us-3", "polish-2-pol")
    units = ("british-5", "greek-3-gk", "canadian-5-cdn", "us-3", "polish-2-pol")
    assert not any(fed(desk, unit) for unit in units)
    athens = desk.hex("Athens")
    desk.having(beachheads={athens: Beachhead(open=False)})
    assert not any(fed(desk, unit) for unit in units)
    desk.having(beachheads={athens: Beachhead(open=True)})
    assert all(fed(desk, unit) for unit in units)
    assert desk.pos.supply_path(U("us-3"))[-1] == athens


def test_a_marker_off_the_roads_feeds_by_march_alone() -> None:
    """[BG-9.2b]"""
    desk = Desk("1944")
    beach = next(
        at
        for at in sorted(desk.context.coast)
        if at not in desk.context.roads(frozenset()) and desk.context.within(at, "Greece")
    )
    desk.having(beachheads={beach: Beachhead(open=True)}).put(beach, "british-5")
    assert desk.pos.supply_path(U("british-5")) == (beach,)


def test_partisans_and_the_med_box_are_always_in_supply() -> None:
    """[BG-9.6] [BG-13.2b]"""
    desk = cut(Desk("1943").put("Nis", "chetnik-partisan-1"), "Nis")
    desk.put("Sofia", "yugoslav-partisan-9", mode=DISPERSED).box("british-5")
    for unit in ("chetnik-partisan-1", "yugoslav-partisan-9", "british-5"):
        assert fed(desk, unit)
    assert desk.rules.supply(desk.state, U("british-5"))[0]


def test_supply_is_judged_when_it_matters_and_kills_nobody() -> None:
    """[BG-9.1a] [BG-9.1b] [BG-9.2a]"""
    desk = cut(Desk("1943").put("Nis", "german-297"), "Nis")
    assert not fed(desk, "german-297")
    assert desk.steps("german-297") == 2
    for near in desk.hex("Nis").neighbours():
        for unit in list(desk.pos.at.get(near, ())):
            desk.put("reserve", unit)
    assert fed(desk, "german-297")
    assert desk.state.pieces[U("german-297")].marks == frozenset()


@pytest.mark.parametrize(
    ("unit", "factor"),
    [("british-8", 3), ("british-12", 3), ("german-297", 3), ("ss-7", 4), ("british-5", 6)],
)
def test_out_of_supply_mechanized_units_move_three(unit: str, factor: int) -> None:
    """Motorized infantry bears no oval and keeps its six [BG-9.5d]."""
    desk = Desk("1943").put("Athens", unit)
    assert desk.pos.movement_factor(U(unit), supplied=False) == factor
    assert (
        desk.pos.movement_factor(U(unit), supplied=True) == desk.context.units[U(unit)].front.move
    )


def test_reduction_leaves_the_movement_factor_alone() -> None:
    """[BG-11.1b] [BG-2.12f]"""
    desk = Desk().put("Athens", "german-297", steps=1)
    assert desk.pos.movement_factor(U("german-297"), supplied=True) == 3


def stack(desk: Desk, unit: str, name: str = "Athens") -> str:
    """The rule a unit would break in a hex."""
    return desk.pos.stack_objection(U(unit), desk.hex(name))


def test_axis_stacks_hold_three_of_any_nation() -> None:
    """[BG-10.3.A] [BG-10.6.D] [BG-10.1] [BG-1943.5]"""
    desk = Desk("1943").put("Athens", "german-1-armor", "bulgarian-28")
    assert stack(desk, "italian-13") == ""
    desk.put("Athens", "italian-13")
    assert stack(desk, "german-generic-1") == "BG-10.3.A"


def test_allied_stacks_hold_three_and_one_support() -> None:
    """[BG-10.3.B] [BG-10.1]"""
    desk = Desk("1943").put("Athens", "british-5", "british-50", "british-21")
    assert stack(desk, "british-57") == "BG-10.3.B"
    assert stack(desk, "british-12") == ""
    desk.put("Athens", "british-12")
    assert stack(desk, "british-14") == "BG-10.3.B"
    desk = Desk("1943").put("Athens", "british-5", "british-12")
    assert stack(desk, "british-14") == "BG-10.3.B", "never two of them, even in a small stack"


def test_americans_stack_with_nobody_else() -> None:
    """[BG-10.6.A]"""
    desk = Desk("1944").put("Athens", "us-3")
    assert stack(desk, "us-36") == stack(desk, "us-6a") == ""
    for unit in ("british-5", "greek-3-gk", "polish-2-pol", "yugoslav-partisan-1"):
        assert stack(desk, unit) in ("BG-10.6.A", "BG-10.6.B")
    desk = Desk("1944").put("Athens", "british-5", "polish-2-pol")
    assert stack(desk, "us-3") == "BG-10.6.A"
    assert stack(desk, "canadian-5-cdn") == ""


@pytest.mark.parametrize("year", ["1943", "1944"])
def test_yugoslav_partisans_keep_to_themselves(year: str) -> None:
    """[BG-10.6.B]"""
    desk = Desk(year).put("Athens", "yugoslav-partisan-1")
    assert stack(desk, "yugoslav-partisan-2") == ""
    assert stack(desk, "british-5") == "BG-10.6.B"
    assert stack(desk, "greek-guerrilla-partisan-1") in ("BG-10.6.B", "BG-10.6.C")


def test_the_east_stacks_together_in_1945_and_with_nobody_else() -> None:
    """[BG-10.6.B] [BG-1945.4]"""
    desk = Desk("1945").put("Nis", "yugoslav-partisan-1", "bulgarian-7")
    assert stack(desk, "soviet-73", "Nis") == ""
    assert stack(desk, "british-5", "Nis") == "BG-10.6.B"


def test_chetniks_and_guerrillas_stack_with_their_own_only() -> None:
    """[BG-10.6.C] [BG-1944.2]"""
    desk = Desk("1943").put("Nis", "chetnik-partisan-1")
    assert stack(desk, "chetnik-partisan-2", "Nis") == ""
    assert stack(desk, "german-297", "Nis") == "BG-10.6.C"
    desk.having(chetniks=ALLIED)
    assert stack(desk, "yugoslav-partisan-1", "Nis") in ("BG-10.6.B", "BG-10.6.C")
    desk = Desk("1944").put("Athens", "greek-guerrilla-partisan-1")
    assert stack(desk, "greek-guerrilla-partisan-2") == ""
    assert stack(desk, "british-5") == "BG-10.6.C"


def test_confused_italians_share_no_hex_with_other_axis_units() -> None:
    """[BG-1943.6] [BG-1943.5]"""
    desk = Desk("1943").put("Athens", "italian-24")
    assert stack(desk, "german-297") == ""
    desk.having(attitude=Attitude.CONFUSION)
    assert stack(desk, "german-297") == "BG-1943.6"
    assert stack(desk, "italian-29") == ""


def test_the_med_box_takes_any_number() -> None:
    """[BG-10.5]"""
    desk = Desk("1944")
    units = [u for u in desk.context.units if desk.context.stats[u].western]
    desk.box(*units)
    assert len(desk.here(MED_BOX)) > 20
    assert desk.rules.invariants(desk.state) == ()


def test_markers_take_no_room() -> None:
    """[BG-10.7]"""
    desk = Desk("1944").put("Athens", "british-5", "british-50", "british-57", "british-12")
    athens = desk.hex("Athens")
    desk.having(beachheads={athens: Beachhead(open=True)}, naval=athens)
    assert desk.rules.invariants(desk.state) == ()


def test_naval_support_covers_its_hex_and_its_neighbours_on_the_coast() -> None:
    """[BG-13.4b]"""
    desk = Desk()
    athens = desk.hex("Athens")
    assert not desk.pos.naval_supports(athens)
    for at in (athens, *athens.neighbours()):
        if at in desk.context.coast | desk.context.sea:
            assert desk.having(naval=at).pos.naval_supports(athens)
    inland = next(
        near
        for at in sorted(desk.context.coast)
        for near in at.neighbours()
        if near in desk.context.land - desk.context.coast
    )
    coastal = next(near for near in inland.neighbours() if near in desk.context.coast)
    assert not desk.having(naval=coastal).pos.naval_supports(inland)
    far = desk.hex("Trieste")
    assert not desk.having(naval=far).pos.naval_supports(athens)


@pytest.mark.parametrize(
    ("year", "clear", "poor"), [("1943", 2, 1), ("1944", 3, 1), ("1945", 1, 0)]
)
def test_tac_by_scenario_and_weather(year: str, clear: int, poor: int) -> None:
    """[BG-SU.4] [BG-6.1d] [BG-13.2a] [BG-13.3a]"""
    desk = Desk(year)
    assert desk.pos.tac_left == clear
    assert desk.having(tac_used=1).pos.tac_left == clear - 1
    assert desk.having(weather=Weather.POOR, tac_used=0).pos.tac_left == poor
    assert desk.having(tac_used=3).pos.tac_left == 0
