"""Where beaten forces may go, whatever the game."""

from __future__ import annotations

from engine.rules.combat.retreats import Preference, all_can_leave, preferred, together
from maps.hexgrid import Hex

NORTH, EAST, WEST = Hex(0, -1), Hex(1, 0), Hex(-1, 0)


def roomy(_units: tuple[str, ...], _at: Hex) -> bool:
    return True


def single(units: tuple[str, ...], _at: Hex) -> bool:
    return len(units) == 1


def test_empty_hexes_come_first_where_the_game_says_so() -> None:
    """[BG-12.8.2]"""
    hexes = (NORTH, EAST)
    assert preferred(hexes, Preference.EMPTY_FIRST, {NORTH}.__contains__) == (EAST,)
    assert preferred(hexes, Preference.EMPTY_FIRST, {NORTH, EAST}.__contains__) == hexes


def test_any_hex_will_do_where_the_game_leaves_the_choice() -> None:
    """[OG-11.1a]"""
    assert preferred((NORTH, EAST), Preference.ANY, {NORTH}.__contains__) == (NORTH, EAST)


def test_a_stack_needs_a_hex_open_to_all_of_it_and_big_enough() -> None:
    """[OG-11.1d] [BG-12.8.4]"""
    exits = {"a": (NORTH, EAST), "b": (EAST, WEST)}
    assert together(("a", "b"), exits.__getitem__, roomy) == (EAST,)
    assert together(("a", "b"), exits.__getitem__, single) == ()


def test_a_force_splits_where_no_hex_holds_it_all() -> None:
    """[BG-12.8.6]"""
    exits = {"a": (NORTH, EAST), "b": (NORTH,)}
    assert all_can_leave(("a", "b"), exits.__getitem__, single)
    exits["a"] = (NORTH,)
    assert not all_can_leave(("a", "b"), exits.__getitem__, single)


def test_units_that_vanish_leave_their_room_to_others() -> None:
    """[BG-11.3b]"""
    exits = {"a": (NORTH,), "b": (NORTH,)}
    assert all_can_leave(("a", "b"), exits.__getitem__, single, lambda unit, _at: unit == "a")
