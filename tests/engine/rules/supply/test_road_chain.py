"""Road chains from sources."""

from __future__ import annotations

from engine.rules.supply.road_chain import net
from maps.hexgrid import Hex

ROAD = [Hex(n, 0) for n in range(6)]
ROADS = {at: tuple(Hex(n, 0) for n in (at.q - 1, at.q + 1) if 0 <= n < 6) for at in ROAD}


def test_a_chain_runs_to_its_source() -> None:
    found = net(ROADS, [ROAD[0]], barred=lambda at: False)
    assert found.chain(ROAD[3]) == (ROAD[3], ROAD[2], ROAD[1], ROAD[0])
    assert Hex(9, 9) not in found


def test_a_barred_hex_cuts_it() -> None:
    found = net(ROADS, [ROAD[0]], barred=lambda at: at == ROAD[2])
    assert ROAD[1] in found and ROAD[2] not in found and ROAD[3] not in found


def test_a_barred_source_feeds_nobody_and_one_off_the_road_itself() -> None:
    assert not net(ROADS, [ROAD[0]], barred=lambda at: True).toward
    lone = Hex(9, 9)
    assert net(ROADS, [lone], barred=lambda at: False).chain(lone) == (lone,)


def test_the_nearer_source_serves() -> None:
    found = net(ROADS, [ROAD[0], ROAD[5]], barred=lambda at: False)
    assert found.chain(ROAD[4]) == (ROAD[4], ROAD[5])
