"""Zones of control: where they reach and what they stop."""

from __future__ import annotations

from engine.rules.board.zoc import Zoc, nowhere, stops, zone
from engine.rules.movement.paths import reach
from maps.hexgrid import Hex, disk

ALL = frozenset(disk(Hex(0, 0), 4))
OPEN = {at: tuple(near for near in at.neighbours() if near in ALL) for at in sorted(ALL)}
PLAIN = {at: tuple((near, 1) for near in found) for at, found in OPEN.items()}
ENEMY = Hex(2, 0)


def test_a_zone_is_every_hex_next_to_those_held_over_open_sides() -> None:
    assert zone([ENEMY], OPEN) == frozenset(ENEMY.neighbours())
    closed = {**OPEN, ENEMY: OPEN[ENEMY][:2]}
    assert zone([ENEMY], closed) == frozenset(OPEN[ENEMY][:2])
    assert zone([], OPEN) == frozenset()


def test_a_locking_zone_ends_a_move_and_no_zone_does_not() -> None:
    hostile = zone([ENEMY], OPEN)
    locked = reach(
        PLAIN, Hex(0, 0), 4, barred=lambda at: at == ENEMY, stops=stops(Zoc.LOCKING, hostile)
    )
    free = reach(PLAIN, Hex(0, 0), 4, barred=lambda at: at == ENEMY, stops=stops(Zoc.NONE, hostile))
    assert Hex(1, 0) in locked.cost
    assert locked.cost.keys() < free.cost.keys()
    assert all(locked.previous[at] not in hostile for at in locked.cost if at in locked.previous)
    assert not nowhere(ENEMY)


def test_who_starts_in_a_zone_may_leave_it() -> None:
    hostile = zone([ENEMY], OPEN)
    found = reach(
        PLAIN, Hex(1, 0), 2, barred=lambda at: at == ENEMY, stops=stops(Zoc.LOCKING, hostile)
    )
    assert Hex(0, 0) in found.cost
    assert Hex(-1, 0) in found.cost
