"""Flights: distances by air as floods of bits, against a search hex by hex."""

from __future__ import annotations

import random

import pytest

from engine.systems.europa.air import fleet
from engine.systems.europa.board.flights import FAR, flight
from maps.hexgrid import Hex
from tests.engine.systems.europa.air.sky import BRINDISI, CR42, LARISA, TIRANA, Sky


def searched(sky: Sky, start: Hex, closed: frozenset[Hex]) -> dict[Hex, int]:
    """How far it is from a hex to each that some flight leads to, the nearest first."""
    board, found, edge = sky.pos.context.map.terrain.keys() - closed, {start: 0}, [start]
    for at in edge:
        for near in at.neighbours():
            if near in board and near not in found:
                found[near] = found[at] + 1
                edge.append(near)
    return found


@pytest.mark.parametrize("start", [TIRANA, BRINDISI, LARISA])
def test_distances_are_those_of_a_search_hex_by_hex(start: str) -> None:
    """Over a board a third of which is closed, the place of the start too in one of the cases."""
    sky, chance = Sky(), random.Random(start)
    at, every = sky.at(start), sorted(sky.pos.context.map.terrain)
    assert isinstance(at, Hex)
    for closed in map(frozenset, ((), chance.sample(every, len(every) // 3), (at,))):
        plain, flown = (
            searched(sky, at, closed),
            flight(sky.pos.context, at, closed),
        )
        for limit in (9, 3, 30):
            near = {here: far for here, far in plain.items() if far <= limit}
            assert flown.distances(limit) == near and flown.around(limit) == near.keys()
        assert [*flown.distances(FAR).values()] == sorted(plain.values())
        for to in chance.sample(every, 60):
            assert flown.to(to) == plain.get(to)
            assert flown.to(to, 12) == (plain[to] if plain.get(to, FAR) <= 12 else None)


def test_what_is_in_range_is_what_lies_no_farther() -> None:
    """Boxes too, where the straight way says nothing."""
    sky = Sky()
    places = [*sorted(sky.pos.context.land)[::97], *sky.pos.context.holding]
    for limit in (5, 20):
        for to in places:
            far = fleet.distance(sky.pos, CR42, sky.at(TIRANA), to)
            near = far is not None and far <= limit
            assert fleet.in_range(sky.pos, CR42, sky.at(TIRANA), to, limit) is near
