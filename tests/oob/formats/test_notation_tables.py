"""Rosters through CSV and XLSX: lossless, and refused cell by cell when wrong."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace

import openpyxl
import pytest
from hypothesis import given

from maps.errors import KnownError
from oob.formats import csv_files, xlsx_files
from oob.formats.csv_cells import RefusedError
from oob.formats.notation_tables import COLUMNS, from_tables, to_tables
from oob.notation import shipped
from oob.notation.model import Action, Kind, Roster
from tests.examples import few
from tests.oob.notation import strategies as some


def unnumbered(roster: Roster) -> Roster:
    return replace(roster, items=[replace(item, line=0) for item in roster.items])


def through_csv(roster: Roster) -> Roster:
    return from_tables(csv_files.loads(csv_files.dumps(to_tables(roster)), "a.csv", "items"), "a")


def through_xlsx(roster: Roster) -> Roster:
    return from_tables(xlsx_files.loads(xlsx_files.dumps(to_tables(roster)), "a.xlsx"), "a")


@given(some.rosters())
def test_csv_is_lossless(roster: Roster) -> None:
    assert through_csv(roster) == unnumbered(roster)


@given(some.rosters())
@few(10)
def test_xlsx_is_lossless(roster: Roster) -> None:
    assert through_xlsx(roster) == unnumbered(roster)


@pytest.mark.parametrize("name", shipped.names())
def test_shipped_orders_of_battle_survive_both(name: str) -> None:
    roster = shipped.load(name)
    assert through_csv(roster) == unnumbered(roster)
    assert through_xlsx(roster) == unnumbered(roster)


def test_words_a_spreadsheet_would_run_stay_text() -> None:
    item = shipped.load("fire_in_the_east").items[0]
    odd = replace(item, line=0, note="=1+1", ids=("a;b", '"q', "+x", "5", "6"))
    assert through_xlsx(Roster(items=[odd])).items == [odd]
    assert '"=1+1"' not in csv_files.dumps(to_tables(Roster(items=[odd]))).split(",")
    assert ",=1+1" not in csv_files.dumps(to_tables(Roster(items=[odd])))


PLAIN = """side;turn;action;count;type;size;attack;move;ids
Axis;Jun II 41;initial;2;Infantry;XX;8;6;1; 11
Axis;Jul I 41;reinforce;1;Panzer;XX;9;10;"2"
"""


def test_a_plain_table_with_few_columns_is_enough() -> None:
    text = PLAIN.replace(";", "\t").replace("1\t 11", "1; 11")
    first, second = from_tables(csv_files.loads(text, "a.csv", "items"), "a.csv").items
    assert (first.kind, first.action, first.section.initial) == (Kind.GROUND, Action.INITIAL, True)
    assert (first.attack, first.defense, first.move, first.ids) == (8, 8, 6, ("1", "11"))
    assert (second.section.initial, second.section.turn) == (False, "Jul I 41")


def refusals(text: str) -> list[str]:
    with pytest.raises(RefusedError) as caught:
        from_tables(csv_files.loads(text, "a.csv", "items"), "a.csv")
    return [str(refusal) for refusal in caught.value.refusals]


def test_every_wrong_cell_is_named() -> None:
    text = "side,turn,action,count,type,attack\nAxis,T,initial,two,Foo,x\nAxis,T,arive,1,Foo,1\n"
    found = refusals(text)
    assert found[0].startswith("a.csv items row 2, column count: 'two' is no whole number.")
    assert any("row 2, column attack: 'x' is no whole number." in one for one in found)
    assert any("row 3, column action: 'arive' is not known." in one for one in found)


def test_a_missing_and_an_unknown_column_are_named() -> None:
    found = refusals("side,turn,action,count,tipe\n")
    assert found == [
        "a.csv items: the column 'type' is missing. Add type to its head.",
        "a.csv items: the column 'tipe' is unknown. Did you mean 'type'?",
    ]


def test_the_sentence_of_a_table_names_what_else_it_lacks() -> None:
    with pytest.raises(RefusedError) as caught:
        from_tables(csv_files.loads("side,count,tipe\n", "a.csv", "items"), "a.csv")
    assert str(caught.value) == (
        "a.csv items: the column 'turn' is missing. Add turn to its head. Also: the column 'action'"
        " is missing; the column 'type' is missing; the column 'tipe' is unknown."
    )
    head, row = "side,turn,action,count,type\n", "Axis,T,initial,many,Foo\n"
    with pytest.raises(
        RefusedError,
        match=r"row 2, column count: 'many' is no whole number.*; 13 more cells are wrong\.$",
    ):
        from_tables(csv_files.loads(head + row * 10, "a.csv", "items"), "a.csv")


def test_too_many_cells_and_ids_are_named() -> None:
    text = "side,turn,action,count,type,ids\nAxis,T,initial,1,Foo,1; 2\nAxis,T,initial,1,Foo,1,9\n"
    first, second = refusals(text)
    assert "row 2, column ids: 2 ids stand for a count of 1." in first
    assert "row 3: there are more cells than columns." in second


def test_text_in_a_number_of_a_workbook_is_named() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "items"
    sheet.append(["side", "turn", "action", "count", "type"])
    sheet.append(["Axis", "Jun II 41", "initial", "many", "Infantry"])
    out = io.BytesIO()
    book.save(out)
    with pytest.raises(RefusedError, match=r"row 2, column count: 'many' is no whole number"):
        from_tables(xlsx_files.loads(out.getvalue(), "a.xlsx"), "a.xlsx")


@pytest.mark.parametrize("data", [b"", b"no workbook", b"PK\x03\x04 broken"])
def test_what_is_no_workbook_is_refused(data: bytes) -> None:
    with pytest.raises(KnownError, match=r"a\.xlsx"):
        xlsx_files.loads(data, "a.xlsx")


@pytest.mark.parametrize(
    ("member", "said"),
    [
        (b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "declares entities"),
        (b"0" * (65 * 1024 * 1024), "far too large"),
        (b"<a/>", "damaged"),
    ],
)
def test_a_workbook_that_means_harm_is_refused(member: bytes, said: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", member)
    with pytest.raises(KnownError, match=said):
        xlsx_files.loads(out.getvalue(), "a.xlsx")


def test_a_formula_is_no_number() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "items"
    sheet.append(["side", "turn", "action", "count", "type"])
    sheet.append(["Axis", "Jun II 41", "initial", "=1+1", "Infantry"])
    out = io.BytesIO()
    book.save(out)
    with pytest.raises(RefusedError, match=r"'=1\+1' is no whole number"):
        from_tables(xlsx_files.loads(out.getvalue(), "a.xlsx"), "a.xlsx")


def test_a_file_without_items_is_refused() -> None:
    with pytest.raises(KnownError, match="no table of items"):
        from_tables(csv_files.loads("[roster]\nid,title,status\n", "a.csv", "items"), "a.csv")


def test_an_open_quote_is_refused_by_its_row() -> None:
    with pytest.raises(KnownError, match="row 2"):
        csv_files.loads('side,turn\n"Axis,x\n', "a.csv", "items")


def test_columns_are_all_facts() -> None:
    assert set(COLUMNS) - {"group", "force", "part", "area"} >= {"side", "ids", "grade", "back"}
