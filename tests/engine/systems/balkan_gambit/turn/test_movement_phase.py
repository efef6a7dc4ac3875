"""Move commands: activation, land moves, displacement, sea movement, captured ports."""

from __future__ import annotations

import pytest

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.records import (
    ATTACKED,
    AXIS,
    DISPERSED,
    MOVED,
    REBUILT,
    Attitude,
    Beachhead,
)
from maps.hexgrid import Hex, distance
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

B5, B50, G297 = U("british-5"), U("british-50"), U("german-297")


def moves(desk: Desk, unit: str) -> set[Hex]:
    """Where the rules let an activated unit move."""
    return {a.target for a in desk.legal.of(U(unit)) if isinstance(a, do.Move)}


def test_a_move_command_costs_one_and_takes_the_stack_together_or_apart() -> None:
    """[BG-7.3a] [BG-7.3b] [BG-7.1a] [BG-11.1a]"""
    desk = Desk().put("Zagreb", "british-5", "british-50", "british-57")
    zagreb = desk.hex("Zagreb")
    desk.do(do.Activate(zagreb))
    assert desk.state.cp == 6
    one, two = sorted(moves(desk, "british-5") & set(zagreb.neighbours()))[:2]
    desk.do(do.Move(B5, one), do.Move(B50, two), do.EndMove())
    assert (desk.at("british-5"), desk.at("british-50")) == (one, two)
    assert desk.at("british-57") == zagreb
    assert desk.state.cp == 6


def test_a_unit_that_moved_does_nothing_else_this_turn() -> None:
    """[BG-7.13a] [BG-7.3d] [BG-11.1c] [BG-2.11a]"""
    desk = Desk()
    start, target = desk.border("clear")
    desk.put(start, B5, B50)
    desk.do(do.Activate(start), do.Move(B5, target), do.EndMove())
    assert desk.objections(do.Activate(target)) == ["BG-7.13a"]
    assert desk.objections(do.Activate(start)) == [], "the other may still be commanded"
    enemy = next(at for at in target.neighbours() if at in desk.context.land and at != start)
    desk.put(enemy, G297)
    assert "BG-7.13a" in desk.objections(do.DeclareAttack(target, enemy))


@pytest.mark.parametrize("mark", [MOVED, ATTACKED, REBUILT])
def test_marks_keep_a_unit_from_moving(mark: str) -> None:
    """[BG-7.13a] [BG-7.13b] [BG-7.3d] [BG-8.3.5]"""
    desk = Desk().put("Zagreb", B5, marks=(mark,))
    assert desk.objections(do.Activate(desk.hex("Zagreb"))) == ["BG-7.13a"]


def test_only_own_units_are_commanded() -> None:
    """[BG-7.3b]"""
    desk = Desk().put("Zagreb", G297)
    assert desk.objections(do.Activate(desk.hex("Zagreb"))) == ["BG-7.3b"]
    desk.put("Nis", B5).do(do.Activate(desk.hex("Nis")))
    assert desk.objections(do.Move(G297, desk.hex("Nis"))) == ["BG-7.3b"]
    assert desk.objections(do.Displace(G297, desk.hex("Nis"))) == ["BG-7.3b"]
    assert desk.objections(do.Sail(G297, desk.hex("Nis"))) == ["BG-7.3b"]
    assert desk.objections(do.Move(B5, desk.hex("Nis"))) == ["BG-11.1a"]


def test_reach_is_what_the_points_pay_for_by_terrain_and_class() -> None:
    """[BG-11.2] [BG-11.1a]"""
    desk = Desk(side=AXIS)
    start, rough = desk.border("rough", from_terrain="rough")
    for unit, steps in (("german-1-light", 1), ("german-297", 2)):
        desk = Desk(side=AXIS).put(start, unit)
        assert desk.rules.reach(desk.state, U(unit))[rough] == steps
        assert max(desk.rules.reach(desk.state, U(unit)).values()) <= 4


def test_one_hex_is_always_allowed_and_then_no_further() -> None:
    """[BG-11.1d]"""
    desk = Desk("1944", side=AXIS)
    start, mountain = desk.border("mountain", from_terrain="mountain")
    desk.put(start, "german-41")
    reach = desk.rules.reach(desk.state, U("german-41"))
    assert reach[mountain] == 3 > desk.pos.movement_factor(U("german-41"))
    beyond = [
        at
        for at in mountain.neighbours()
        if distance(at, start) == 2 and desk.context.map.terrain.get(at) == "mountain"
    ]
    assert not set(beyond) & set(reach)
    desk.do(do.Activate(start), do.Move(U("german-41"), mountain))
    assert desk.at("german-41") == mountain


def test_no_unit_enters_a_hex_the_enemy_holds_or_passes_through_it() -> None:
    """[BG-11.3a]"""
    desk = Desk().put("Zagreb", B5)
    zagreb = desk.hex("Zagreb")
    ring = [at for at in zagreb.neighbours() if at in desk.context.land]
    for number, at in enumerate(ring, 1):
        desk.put(at, f"german-generic-{number}")
    desk.do(do.Activate(zagreb))
    assert moves(desk, "british-5") == set()
    assert desk.objections(do.Move(B5, ring[0])) == ["BG-11.3a"]
    assert desk.objections(do.Move(B5, desk.hex("Varazdin"))) == ["BG-11.2"]


def test_adjacent_enemies_do_not_slow_a_move() -> None:
    """No zones of control [BG-2.13]."""
    desk = Desk()
    start, target = desk.border("clear", from_terrain="clear")
    desk.put(start, B5)
    free = desk.rules.reach(desk.state, B5)
    beyond = next(at for at in free if distance(at, start) == 3)
    others = [
        at
        for at in start.neighbours()
        if at in desk.context.land and at != target and distance(at, beyond) >= 3
    ]
    for number, at in enumerate(others[:3], 1):
        desk.put(at, f"german-generic-{number}")
    assert desk.rules.reach(desk.state, B5)[beyond] == free[beyond]


def test_dispersed_partisans_hinder_nobody() -> None:
    """[BG-11.3.3] [BG-10.3.C] [BG-12.14c] [BG-12.14a]"""
    desk = Desk(side=AXIS)
    start, target = desk.border("clear")
    desk.put(start, G297).put(target, "yugoslav-partisan-1", mode=DISPERSED)
    desk.do(do.Activate(start), do.Move(G297, target))
    assert desk.at("german-297") == desk.at("yugoslav-partisan-1") == target
    desk = Desk(side=AXIS).put(start, G297).put(target, "yugoslav-partisan-1")
    desk.do(do.Activate(start))
    assert desk.objections(do.Move(G297, target)) == ["BG-11.3a"]


def test_stacking_binds_where_a_move_ends_not_where_it_passes() -> None:
    """[BG-10.2] [BG-10.3.A] [BG-10.4a]"""
    desk = Desk(side=AXIS)
    start, middle, beyond = desk.row()
    desk.put(middle, "german-generic-1", "german-generic-2", "german-generic-3").put(start, G297)
    desk.do(do.Activate(start))
    assert desk.objections(do.Move(G297, middle)) == ["BG-10.3.A"]
    desk.do(do.Move(G297, beyond, (middle,)))
    assert desk.at("german-297") == beyond


def test_a_path_may_be_fixed_and_must_hold() -> None:
    """[BG-11.1a] [BG-11.2] [BG-11.3a]"""
    desk = Desk().put("Zagreb", B5)
    zagreb = desk.hex("Zagreb")
    desk.do(do.Activate(zagreb))
    target = max(moves(desk, "british-5"), key=lambda at: (distance(at, zagreb), at))
    assert desk.objections(do.Move(B5, target, (target,))) != []
    near = next(at for at in zagreb.neighbours() if at in moves(desk, "british-5"))
    there_and_back = (near, zagreb) * 4
    assert desk.objections(do.Move(B5, near, there_and_back)) == ["BG-11.2"]
    other = next(at for at in moves(desk, "british-5") if distance(at, zagreb) == 2)
    via = next(at for at in other.neighbours() if distance(at, zagreb) == 1)
    desk.put(via, G297)
    assert "BG-11.3a" in desk.objections(do.Move(B5, other, (via,))) or other not in moves(
        desk, "british-5"
    )


def test_the_cost_told_is_the_cost_of_the_path_taken() -> None:
    """[BG-11.2]"""
    desk = Desk().put("Zagreb", B5)
    start, middle, _ = desk.row()
    desk.put("reserve", B5).put(start, B5)
    desk.do(do.Activate(start), do.Move(B5, middle, (middle, start)))
    assert desk.told("moved")[0]["cost"] == 3


def test_collaborators_stay_in_their_zone() -> None:
    """[BG-11.3b]"""
    desk = Desk(side=AXIS)
    croatia = set(desk.context.zone_hexes["Croatia"])
    border = next(
        at
        for at in sorted(croatia)
        if any(n in desk.context.zone_hexes["Slovenia"] for n in at.neighbours())
    )
    outside = next(at for at in border.neighbours() if at in desk.context.zone_hexes["Slovenia"])
    desk.put(border, "croatian-cro-1", "german-369-cr")
    assert set(desk.rules.reach(desk.state, U("croatian-cro-1"))) <= croatia
    desk.do(do.Activate(border))
    assert desk.objections(do.Move(U("croatian-cro-1"), outside)) == ["BG-11.3b"]
    assert desk.objections(do.Move(U("german-369-cr"), outside)) == []


def test_legion_divisions_leave_croatia_freely() -> None:
    """[BG-13.5c] [BG-12.15d]"""
    desk = Desk("1944")
    for unit in ("german-369-cr", "german-373-cr", "german-392-cr"):
        desk.put("Beograd", unit)
        assert desk.pos.allowed(U(unit), desk.hex("Beograd"))


@pytest.mark.parametrize(
    ("year", "unit", "closed", "open_to"),
    [
        ("1943", "bulgarian-7", ("Albania", "Croatia"), "Greece"),
        ("1944", "bulgarian-7", ("Albania", "Croatia"), "Serbia"),
        ("1945", "bulgarian-7", ("Slovenia", "Italy"), "Croatia"),
        ("1945", "soviet-73", ("Slovenia", "Italy"), "Croatia"),
    ],
)
def test_countries_closed_to_a_nation(
    year: str, unit: str, closed: tuple[str, ...], open_to: str
) -> None:
    """[BG-11.5a] [BG-1943.1] [BG-1944.1] [BG-1945.1]"""
    desk = Desk(year)
    side = desk.context.units[U(unit)].side
    for region in closed:
        inside = set(desk.context.zone_hexes[region])
        assert not any(desk.pos.allowed(U(unit), at) for at in inside)
        borders = [
            at
            for at in sorted(desk.context.land - inside)
            if desk.pos.allowed(U(unit), at)
            and any(
                near in inside and desk.pos.can_step(U(unit), at, near) for near in at.neighbours()
            )
        ]
        if not borders:
            assert region == "Italy", "Slovenia lies between"
            continue
        border = borders[0]
        fresh = Desk(year).turn_of(side).put(border, unit)
        assert not set(fresh.rules.reach(fresh.state, U(unit))) & inside
        fresh.do(do.Activate(border))
        target = next(
            near
            for near in border.neighbours()
            if near in inside and fresh.pos.can_step(U(unit), border, near)
        )
        assert fresh.objections(do.Move(U(unit), target)) == ["BG-11.5a"]
    assert desk.pos.allowed(U(unit), desk.context.zone_hexes[open_to][0])


def test_a_trespasser_may_walk_out() -> None:
    """[BG-11.5a]"""
    desk = Desk("1944", side=AXIS)
    inside = set(desk.context.zone_hexes["Albania"])
    at = next(
        at
        for at in sorted(inside)
        if any(
            near in desk.context.zone_hexes["Macedonia"]
            and desk.pos.can_step(U("bulgarian-7"), at, near)
            for near in at.neighbours()
        )
    )
    desk.put(at, "bulgarian-7")
    reach = desk.rules.reach(desk.state, U("bulgarian-7"))
    assert reach and not set(reach) & inside


def test_hexsides_that_cannot_be_crossed_say_why() -> None:
    """[BG-11.5b] [BG-11.5c]"""
    desk = Desk().put("1335", B5)
    desk.do(do.Activate(desk.hex("1335")))
    assert desk.objections(do.Move(B5, desk.hex("1334"))) == ["BG-11.5c"]
    for side, kinds in sorted(desk.context.map.hexsides.items()):
        a, b = side.hex, side.hex.neighbour(side.direction)
        if "danube" in kinds and {a, b} <= desk.context.land and not desk.context.has_road(a, b):
            desk = Desk().put(a, B5)
            if b in desk.rules.reach(desk.state, B5):
                continue
            desk.do(do.Activate(a))
            assert desk.objections(do.Move(B5, b)) == ["BG-11.5b"]
            break
    else:
        pytest.fail("the board has no such hexside")


def test_no_unit_walks_into_the_sea() -> None:
    """[BG-11.1a]"""
    desk = Desk().put("Kalamata", B5)
    sea = next(at for at in desk.hex("Kalamata").neighbours() if at in desk.context.sea)
    desk.do(do.Activate(desk.hex("Kalamata")))
    assert desk.objections(do.Move(B5, sea)) == ["BG-11.1a"]


def test_a_unit_may_march_out_of_supply() -> None:
    """[BG-9.1c]"""
    desk = Desk()
    kalamata = desk.hex("Kalamata")
    desk.having(beachheads={kalamata: Beachhead(open=True)}).put(kalamata, "british-8")
    desk.put("Corinth", "german-297").put("1438", "german-173").put("1338", "german-187")
    assert desk.pos.supplied(U("british-8"))
    desk.do(do.Activate(kalamata))
    far = max(moves(desk, "british-8"), key=lambda at: (distance(at, kalamata), at))
    desk.do(do.Move(U("british-8"), far))
    assert desk.at("british-8") == far


def test_confused_italians_stay_put_and_others_pass_through_them() -> None:
    """[BG-1943.6] [BG-1943.5]"""
    desk = Desk("1943", side=AXIS).having(attitude=Attitude.CONFUSION)
    start, middle, beyond = desk.row()
    desk.put(middle, "italian-13").put(start, G297)
    assert desk.objections(do.Activate(middle)) == ["BG-1943.6"]
    desk.do(do.Activate(start))
    assert desk.objections(do.Move(G297, middle)) == ["BG-1943.6"]
    desk.do(do.Move(G297, beyond, (middle,)))
    belligerent = Desk("1943", side=AXIS).put(middle, "italian-13").put(start, G297)
    belligerent.do(do.Activate(start), do.Move(G297, middle))
    assert belligerent.objections(do.Activate(middle)) == []


def test_a_dispersed_unit_displaces_by_command() -> None:
    """[BG-11.6b]"""
    desk = Desk().put("1717", "yugoslav-partisan-1", mode=DISPERSED)
    start, unit = desk.hex("1717"), U("yugoslav-partisan-1")
    desk.do(do.Activate(start))
    assert desk.state.cp == 6
    assert desk.objections(do.Move(unit, start.neighbours()[0])) == ["BG-11.6b"]
    targets = {a.target for a in desk.legal.family("displace") if isinstance(a, do.Displace)}
    assert {distance(start, at) for at in targets} == {1, 2}
    desk.do(do.Displace(unit, max(targets)))
    assert desk.at(unit) == max(targets)
    assert desk.asks() == "Commanding"
    assert desk.objections(do.Activate(max(targets))) == ["BG-7.13a"]


def test_a_concentrated_unit_marches_like_light_infantry() -> None:
    """[BG-11.6a] [BG-12.14a]"""
    desk = Desk()
    start, rough = desk.border("rough", from_terrain="rough")
    desk.put(start, "yugoslav-partisan-1")
    assert desk.rules.reach(desk.state, U("yugoslav-partisan-1"))[rough] == 1
    desk.do(do.Activate(start))
    assert desk.objections(do.Displace(U("yugoslav-partisan-1"), rough)) == ["BG-11.6b"]
