"""Sea movement, lone markers, captured ports and towns."""

from __future__ import annotations

import pytest

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DEAD,
    MED_BOX,
    Beachhead,
)
from maps.hexgrid import Hex, distance
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

B5, B50, G297 = U("british-5"), U("british-50"), U("german-297")


def moves(desk: Desk, unit: str) -> set[Hex]:
    """Where the rules let an activated unit move."""
    return {a.target for a in desk.legal.of(U(unit)) if isinstance(a, do.Move)}


def harbour(year: str = "1943", **mark: bool) -> Desk:
    """Durres and Kalamata with markers."""
    desk = Desk(year)
    markers = {desk.hex(name): Beachhead(open=True, **mark) for name in ("Durres", "Kalamata")}
    return desk.having(beachheads=markers)


def test_one_command_takes_one_unit_between_the_box_and_a_marker() -> None:
    """[BG-7.3c] [BG-11.4a] [BG-11.4b] [BG-2.4d]"""
    desk = harbour().box("british-5", "british-50")
    durres = desk.hex("Durres")
    desk.do(do.SeaMove(B5, durres))
    assert desk.state.cp == 6
    assert desk.at("british-5") == durres and desk.at("british-50") == MED_BOX
    assert desk.asks() == "Commanding", "a beachhead takes the whole allowance"
    assert desk.objections(do.Activate(durres)) == ["BG-7.13a"]
    assert "BG-7.13a" in desk.objections(do.SeaMove(B5, MED_BOX))
    desk = harbour().put("Durres", "british-5", "british-50")
    desk.do(do.SeaMove(B5, MED_BOX))
    assert desk.here(MED_BOX) == {"british-5"}


@pytest.mark.parametrize(
    ("unit", "left"), [("british-8", 3), ("british-12", 2), ("british-4-plus", 1)]
)
def test_arrival_at_a_port_uses_half_the_allowance_rounded_up(unit: str, left: int) -> None:
    """[BG-11.4c]"""
    desk = harbour(port=True).box(unit)
    durres = desk.hex("Durres")
    desk.do(do.SeaMove(U(unit), durres))
    assert desk.asks() == "Moving"
    reach = desk.rules.reach(desk.state, U(unit))
    assert max(reach.values()) <= left
    far = max(moves(desk, unit), key=lambda at: (reach[at], at))
    assert reach[far] == left
    desk.do(do.Move(U(unit), far))
    assert desk.at(unit) == far


def test_after_a_landing_at_a_port_the_one_hex_grace_is_gone() -> None:
    """[BG-11.1d] [BG-11.4c]"""
    desk = harbour(port=True).box("british-4-plus")
    durres = desk.hex("Durres")
    desk.do(do.SeaMove(U("british-4-plus"), durres))
    graph = desk.context.graph(desk.context.stats[U("british-4-plus")].mobility, frozenset())
    dear = {near for near, cost in graph[durres] if cost > 1}
    assert not dear & moves(desk, "british-4-plus")


def test_a_stack_sails_between_markers_on_the_map() -> None:
    """[BG-11.4d]"""
    desk = harbour().put("Durres", "british-5", "british-50")
    durres, kalamata = desk.hex("Durres"), desk.hex("Kalamata")
    desk.do(do.Activate(durres))
    assert desk.state.cp == 6
    desk.do(do.Sail(B5, kalamata), do.Sail(B50, kalamata))
    assert desk.here("Kalamata") == {"british-5", "british-50"}
    assert desk.state.cp == 6
    assert desk.objections(do.Activate(kalamata)) == ["BG-7.13a"]


def test_sea_moves_need_open_markers_and_room() -> None:
    """[BG-11.4e] [BG-7.11d] [BG-10.3.B]"""
    desk = harbour().put("Durres", "british-5")
    durres, kalamata = desk.hex("Durres"), desk.hex("Kalamata")
    desk.do(do.Activate(durres))
    assert desk.objections(do.Sail(B5, desk.hex("Athens"))) == ["BG-11.4a"]
    desk.having(beachheads={**desk.state.beachheads, kalamata: Beachhead(open=False)})
    assert desk.objections(do.Sail(B5, kalamata)) == ["BG-11.4e"]
    desk.having(beachheads={**desk.state.beachheads, kalamata: Beachhead(open=True)})
    desk.put("Kalamata", "british-50", "british-57", "british-33")
    assert desk.objections(do.Sail(B5, kalamata)) == ["BG-10.3.B"]
    desk = harbour("1944").box("us-3").put("Durres", "british-5")
    assert desk.objections(do.SeaMove(U("us-3"), durres)) == ["BG-10.6.A"]


def test_who_can_march_on_may_land_in_a_full_port() -> None:
    """Stacking is judged when the command ends. [BG-10.2] [BG-10.4a] [BG-11.4c]"""
    desk = (
        harbour(port=True).box("british-5").put("Durres", "british-50", "british-57", "british-33")
    )
    durres = desk.hex("Durres")
    desk.do(do.SeaMove(B5, durres))
    assert desk.objections(do.EndMove()) == ["BG-10.3.B"]
    desk.do(do.Move(B5, min(moves(desk, "british-5"))))
    assert desk.asks() == "Commanding" and len(desk.here("Durres")) == 3
    beach = harbour().box("british-5").put("Durres", "british-50", "british-57", "british-33")
    assert beach.objections(do.SeaMove(B5, durres)) == ["BG-10.3.B"], "a beachhead takes all of it"
    shut = (
        harbour(port=True).box("british-5").put("Durres", "british-50", "british-57", "british-33")
    )
    for number, near in enumerate(n for n in durres.neighbours() if n in shut.context.land):
        shut.put(near, f"croatian-cro-{number + 1}")
    assert shut.objections(do.SeaMove(B5, durres)) == ["BG-10.3.B"], "nowhere to march"


def test_partisans_and_the_axis_do_not_sail() -> None:
    """[BG-12.14a] [BG-11.4a]"""
    desk = harbour().put("Durres", "yugoslav-partisan-1")
    durres = desk.hex("Durres")
    assert "BG-12.14a" in desk.objections(do.SeaMove(U("yugoslav-partisan-1"), MED_BOX))
    desk.do(do.Activate(durres))
    assert "BG-12.14a" in desk.objections(do.Sail(U("yugoslav-partisan-1"), desk.hex("Kalamata")))
    desk = harbour().turn_of(AXIS).put("Durres", G297)
    assert desk.objections(do.SeaMove(G297, MED_BOX)) == ["BG-11.4a"]
    desk.do(do.Activate(durres))
    assert "BG-11.4a" in desk.objections(do.Sail(G297, desk.hex("Kalamata")))


def test_a_lone_supply_marker_is_overrun_and_the_move_goes_on() -> None:
    """[BG-11.3.1] [BG-12.6]"""
    desk = Desk(side=AXIS)
    durres = desk.hex("Durres")
    desk.having(beachheads={durres: Beachhead(open=True, port=True)})
    near = desk.hex("Tirana")
    desk.put(near, "german-1-armor").do(do.Activate(near))
    beyond = next(
        at for at in sorted(moves(desk, "german-1-armor")) if are_next(at, durres) and at != near
    )
    desk.do(do.Move(U("german-1-armor"), beyond, (durres,)))
    assert durres not in desk.state.beachheads
    assert desk.at("german-1-armor") == beyond


def are_next(a: Hex, b: Hex) -> bool:
    """True for adjacent hexes."""
    return distance(a, b) == 1


def test_capturing_a_port_overland_lets_the_allies_place_a_marker() -> None:
    """[BG-9.3e] [BG-9.3d]"""
    desk = Desk("1944")
    durres, near = desk.hex("Durres"), desk.hex("Tirana")
    desk.put(near, "british-5").do(do.Activate(near), do.Move(B5, durres))
    assert desk.asks() == "PortChoice"
    assert desk.objections(do.MarkPort(desk.hex("Athens"))) == ["BG-9.3e"]
    desk.do(do.MarkPort(durres))
    mark = desk.state.beachheads[durres]
    assert mark.open and not mark.port and mark.opens == 0 and mark.landed == desk.state.turn


def test_the_marker_is_a_choice_and_needs_a_counter() -> None:
    """[BG-9.3e]"""
    desk = Desk("1944")
    durres, near = desk.hex("Durres"), desk.hex("Tirana")
    desk.put(near, "british-5").do(do.Activate(near), do.Move(B5, durres), do.LeavePort(durres))
    assert desk.state.beachheads == {}
    beaches = [at for at in sorted(desk.context.coast) if at != durres][:4]
    desk = Desk("1944").put(near, "british-5")
    desk.having(beachheads={at: Beachhead(open=True) for at in beaches})
    desk.do(do.Activate(near), do.Move(B5, durres))
    assert desk.asks() == "Commanding"


@pytest.mark.parametrize(
    ("year", "unit", "asked"),
    [("1944", "yugoslav-partisan-1", False), ("1945", "soviet-73", True), ("1944", "us-3", True)],
)
def test_any_regular_allied_unit_captures_a_port_and_partisans_do_not(
    year: str, unit: str, asked: bool
) -> None:
    """[BG-9.3e]"""
    desk = Desk(year)
    split = desk.hex("Split")
    near = next(at for at in split.neighbours() if at in desk.context.land)
    desk.put(near, unit).do(do.Activate(near), do.Move(U(unit), split))
    assert (desk.asks() == "PortChoice") == asked


def test_losing_a_port_and_taking_it_again_starts_its_opening_anew() -> None:
    """[BG-9.3g]"""
    desk = Desk("1944", side=AXIS)
    durres, near = desk.hex("Durres"), desk.hex("Tirana")
    place = desk.context.place_meant("Durres")
    assert place is not None
    desk.having(
        beachheads={durres: Beachhead(open=True, opens=3, landed=1)},
        control={**desk.state.control, place.id: ALLIED},
    )
    desk.put(near, G297).do(do.Activate(near), do.Move(G297, durres))
    assert desk.state.beachheads == {}
    desk.put(DEAD, G297).put(near, B5).turn_of(ALLIED)
    desk.do(do.Activate(near), do.Move(B5, durres), do.MarkPort(durres))
    assert desk.state.beachheads[durres].opens == 0


def test_control_goes_to_the_last_regular_unit_even_in_passing() -> None:
    """[BG-4.0f]"""
    desk = Desk("1944")
    tirana = desk.context.place_meant("Tirana")
    assert tirana is not None
    near = [at for at in tirana.hex.neighbours() if at in desk.context.land]
    desk.put(near[0], "british-8").do(do.Activate(near[0]))
    beyond = next(
        at for at in moves(desk, "british-8") if are_next(at, tirana.hex) and at != near[0]
    )
    desk.do(do.Move(U("british-8"), beyond, (tirana.hex,)))
    assert desk.state.control[tirana.id] == ALLIED
    desk = Desk("1944").put(near[0], "yugoslav-partisan-1")
    desk.do(do.Activate(near[0]), do.Move(U("yugoslav-partisan-1"), tirana.hex))
    assert desk.state.control[tirana.id] == AXIS


@pytest.mark.parametrize(
    ("year", "capital", "unit", "stays"),
    [
        ("1943", "Zagreb", "croatian-cro-1", "german-369-cr"),
        ("1943", "Beograd", "serbian-srb-1", "croatian-cro-2"),
        ("1945", "Laibach", "slovene-slo-1", "croatian-cro-2"),
    ],
)
def test_a_capital_in_regular_allied_hands_ends_its_collaborators(
    year: str, capital: str, unit: str, stays: str
) -> None:
    """[BG-13.5b] [BG-13.5c]"""
    desk = Desk(year)
    at = desk.hex(capital)
    near = next(n for n in at.neighbours() if n in desk.context.land)
    far = {"croatian-cro-1": "Mostar", "serbian-srb-1": "Nis", "slovene-slo-1": "Maribor"}[unit]
    desk.put(far, unit).put("Sarajevo", stays).put(near, "yugoslav-partisan-1")
    desk.do(do.Activate(near), do.Move(U("yugoslav-partisan-1"), at))
    assert desk.at(unit) == desk.hex(far), "partisans do not count"
    desk.put("reserve", "yugoslav-partisan-1").put(near, "british-5")
    desk.do(do.Activate(near), do.Move(B5, at))
    assert desk.at(unit) == DEAD
    assert "lost for good" in desk.state.pieces[U(unit)].marks
    assert desk.at(stays) == desk.hex("Sarajevo")


def test_a_unit_that_came_by_sea_does_not_sail_on() -> None:
    """[BG-11.4d]"""
    desk = harbour(port=True).box("british-5")
    desk.do(do.SeaMove(B5, desk.hex("Durres")))
    assert "BG-11.4d" in desk.objections(do.Sail(B5, desk.hex("Kalamata")))


def test_a_unit_nobody_knows_cannot_be_commanded() -> None:
    """[BG-2.6]"""
    assert harbour().objections(do.SeaMove(U("nobody"), MED_BOX)) == ["BG-2.6"]
