"""Orders of battle of counters through CSV and XLSX: lossless, or refused cell by cell."""

from __future__ import annotations

import pytest
from hypothesis import given

from maps.errors import KnownError
from oob import data
from oob.formats import csv_files, xlsx_files
from oob.formats.csv_cells import RefusedError
from oob.formats.csv_orders import from_tables, to_tables
from oob.model import OrderOfBattle
from oob.notation import shipped
from oob.notation.instantiate import instantiated
from tests.examples import few
from tests.oob import strategies as some


def through_csv(order: OrderOfBattle) -> OrderOfBattle:
    return from_tables(csv_files.loads(csv_files.dumps(to_tables(order)), "a.csv", "units"), "a")


def through_xlsx(order: OrderOfBattle) -> OrderOfBattle:
    return from_tables(xlsx_files.loads(xlsx_files.dumps(to_tables(order)), "a.xlsx"), "a")


def in_order(order: OrderOfBattle) -> list[list[str]]:
    return [list(part) for part in (order.nations, order.units, order.formations, order.notes)]


@given(some.orders())
def test_csv_is_lossless(order: OrderOfBattle) -> None:
    again = through_csv(order)
    assert again == order and in_order(again) == in_order(order)


@given(some.orders())
@few(10)
def test_xlsx_is_lossless(order: OrderOfBattle) -> None:
    again = through_xlsx(order)
    assert again == order and in_order(again) == in_order(order)


@pytest.mark.parametrize("name", data.names())
def test_shipped_orders_of_battle_survive_both(name: str) -> None:
    order = data.load(name)
    assert through_csv(order) == order
    assert through_xlsx(order) == order


def test_two_thousand_counters_survive_both() -> None:
    order = instantiated(shipped.load("fire_in_the_east"))
    assert len(order.units) > 1600
    assert through_csv(order) == order
    assert through_xlsx(order) == order


def test_every_wrong_cell_is_named_and_nothing_is_taken_over() -> None:
    text = csv_files.dumps(to_tables(data.load("balkan_gambit_1943")))
    wrong = text.replace("british-8,8,british", "british-8,8,britsh", 1)
    wrong = wrong.replace("optional,", "optonal,", 1)
    with pytest.raises(RefusedError) as caught:
        from_tables(csv_files.loads(wrong, "a.csv", "units"), "a.csv")
    said = [str(refusal) for refusal in caught.value.refusals]
    assert any("a.csv units row" in one and "Did you mean 'british'" in one for one in said)
    assert any(
        "column kind: 'optonal' is not known. Did you mean 'optional'" in one for one in said
    )


def test_unknown_and_missing_tables_are_refused() -> None:
    with pytest.raises(KnownError, match="Did you mean 'units'"):
        from_tables(csv_files.loads("[unit]\nid\n", "a.csv", "units"), "a.csv")
    with pytest.raises(KnownError, match="no table of units"):
        from_tables(csv_files.loads("[notes]\nkey,text\n", "a.csv", "units"), "a.csv")
