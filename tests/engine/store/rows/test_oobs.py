"""Orders of battle as rows: what is read equals what was written, in order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

import oob.data
from engine.store.project import Project
from engine.store.rows.oobs import load_oob, save_oob
from maps.errors import KnownError
from oob.formats import text
from oob.model import OrderOfBattle
from tests.examples import few
from tests.oob import strategies as some


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with Project.create(tmp_path_factory.mktemp("oobs") / "oobs.sandtable") as opened:
        yield opened


def through(project: Project, order: OrderOfBattle) -> OrderOfBattle:
    with project.transaction():
        number = save_oob(project, order)
    return load_oob(project, number)


def ordered(order: OrderOfBattle) -> tuple[list[str], ...]:
    return tuple(map(list, (order.nations, order.units, order.formations, order.notes)))


@given(some.orders())
@few(25)
def test_an_order_of_battle_comes_back_as_it_was(project: Project, order: OrderOfBattle) -> None:
    again = through(project, order)
    assert again == order
    assert ordered(again) == ordered(order)


@given(some.orders())
@few(12)
def test_text_to_sqlite_to_text_is_the_identity(project: Project, order: OrderOfBattle) -> None:
    written = text.dumps(order)
    assert text.dumps(through(project, text.loads(written))) == written


@pytest.mark.parametrize("name", oob.data.names())
def test_shipped_orders_come_back_to_the_letter(project: Project, name: str) -> None:
    order = oob.data.load(name)
    assert text.dumps(through(project, order)) == text.dumps(order)


def test_an_order_that_is_not_there(project: Project) -> None:
    with pytest.raises(KnownError, match="order of battle 99999 is missing"):
        load_oob(project, 99999)


def test_rows_that_no_unit_can_hold_are_damage(project: Project) -> None:
    with project.transaction():
        number = save_oob(project, oob.data.load(oob.data.names()[0]))
        project.run("UPDATE oob_unit SET size = 'huge' WHERE oob = ?", (number,))
    with pytest.raises(KnownError, match="damaged"):
        load_oob(project, number)
