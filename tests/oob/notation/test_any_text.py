"""Any text at all is read without a crash: understood, or reported line by line."""

from __future__ import annotations

import contextlib

from hypothesis import given
from hypothesis import strategies as st

from maps.errors import KnownError
from oob.formats import csv_files, xlsx_files
from oob.formats.notation_tables import from_tables
from oob.notation import errata, shipped
from oob.notation.text.parser import HEADER, parse
from oob.notation.text.printer import dumps

_PIECES = st.sampled_from(
    [
        "1×8-6 Infantry XX 1",
        "INITIAL FORCES, JUN II 41",
        "REINFORCEMENTS",
        "ABBREVIATIONS",
        "Convert:",
        "Air Units: ",
        "Position AA: 3 points hv",
        "38×",
        "*",
        "(SS)",
        "[cdr 3-6]",
        ",",
        "\t",
        "Factories. One each at Moskva.",
        "Lend-Lease North:",
        "99999999999999999999×truck",
        "٣×truck",
    ]
)
lines = st.lists(st.one_of(_PIECES, st.text(max_size=8)), max_size=4).map("".join)
texts = st.lists(lines, max_size=8).map("\n".join)


@given(texts, st.booleans())
def test_parsing_never_fails_and_what_it_reads_can_be_written(text: str, ours: bool) -> None:
    reading = parse(f"{HEADER}\n{text}" if ours else text)
    known = len(text.split("\n")) + 2
    assert all(0 < fault.line <= known for fault in reading.faults)
    assert all(0 < item.line <= known for item in reading.roster.items)
    if ours:
        assert parse(dumps(reading.roster)).faults == []


@given(texts)
def test_spreadsheets_and_errata_are_read_or_refused(text: str) -> None:
    with contextlib.suppress(KnownError):
        from_tables(csv_files.loads(text, "a.csv", "items"), "a.csv")
    with contextlib.suppress(KnownError):
        errata.loads(f"{errata.HEADER}\n{text}")
    with contextlib.suppress(KnownError):
        xlsx_files.loads(text.encode("utf-8"), "a.xlsx")


@given(lines)
def test_a_correction_is_laid_over_or_refused(line: str) -> None:
    roster = shipped.load("operation_gertrud_duplicity")
    here = roster.items[0].section
    head = f"[1] {here.side} | {here.turn} | {here.heading}"
    for sign in ("-", "+", "area", "note"):
        with contextlib.suppress(KnownError):
            found = errata.loads(f"{errata.HEADER}\n{head}\n{sign} {line}")
            errata.applied(roster, found)
