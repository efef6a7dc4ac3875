"""Land that changes hands is what it would be from nothing, whenever somebody asks for it."""

from __future__ import annotations

from engine.rules.board.holdings import LONG, Holdings, Land
from engine.rules.board.lately import apart
from maps.hexgrid import Hex

ROW = [Hex(q, 0) for q in range(4 * LONG)]


def test_land_that_changed_is_known_by_what_changed() -> None:
    before = Land(frozenset(ROW[:3]))
    after = before.but_for(frozenset(ROW[2:5]))
    assert after.hexes == frozenset([ROW[0], ROW[1], ROW[3], ROW[4]])
    assert apart(before, after) == frozenset(ROW[2:5])
    assert list(after) == list(after.hexes)


def test_the_very_land_is_kept_where_nothing_changed() -> None:
    land = Land(frozenset(ROW))
    assert land.but_for(frozenset()) is land


def test_land_after_many_changes_of_which_nobody_asked() -> None:
    land, taken = Land(frozenset()), set[Hex]()
    for at in (*ROW, *ROW[::3]):
        land = land.but_for(frozenset([at]))
        taken ^= {at}
    assert land.hexes == taken


def test_hexes_go_from_side_to_side_or_come_from_nobody() -> None:
    held = Holdings({"red": Land(frozenset(ROW[:4])), "blue": Land(frozenset(ROW[4:6]))})
    after = held.after([(ROW[0], "red", "blue"), (ROW[1], "red", "red"), (ROW[9], None, "red")])
    assert after == {"red": frozenset([*ROW[1:4], ROW[9]]), "blue": frozenset([ROW[0], *ROW[4:6]])}
    assert len(after) == len(held) == 2
    assert held["red"] == frozenset(ROW[:4])


def test_sides_that_win_and_lose_nothing_keep_their_land() -> None:
    held = Holdings({side: Land(frozenset()) for side in ("red", "blue", "green")})
    after = held.after([(ROW[0], "red", "blue")])
    assert after.lands["green"] is held.lands["green"]
