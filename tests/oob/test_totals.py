"""Totals by side, nation and type agree with each other."""

from __future__ import annotations

import pytest
from hypothesis import given

from oob import data
from oob.model import OrderOfBattle
from oob.totals import Total, by_nation, by_side, by_type, standing, total
from tests.oob import strategies as some


@given(some.orders())
def test_parts_add_up_to_the_whole(order: OrderOfBattle) -> None:
    units = list(order.units.values())
    for parts in (by_side(units), by_nation(units), by_type(units)):
        assert sum(parts.values(), Total()) == total(units)
    assert total(units).units == len(units)


def test_totals_of_1943() -> None:
    order = data.load("balkan_gambit_1943")
    units = [order.units[id_] for id_ in standing(order)]
    assert by_nation(units)["greek"] == Total(1, 1, 0)
    assert by_nation(units)["bulgarian"] == Total(8, 11, 3)
    assert by_type(units)["armor"] == Total(4, 7, 3)
    assert by_side(units)["allied"] == Total(31, 37, 6)


@pytest.mark.parametrize(("asked", "number"), [(False, 0), (True, 1)])
def test_disputed_units_stand_only_when_asked_for(asked: bool, number: int) -> None:
    order = data.load("balkan_gambit_1944")
    units = [order.units[id_] for id_ in standing(order, disputed=asked)]
    assert sum("disputed" in unit.traits for unit in units) == number
