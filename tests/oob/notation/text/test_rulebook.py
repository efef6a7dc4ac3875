"""Printed and scanned text: misprints fixed, lost breaks found, lists joined; nothing unsaid."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from oob.notation import shipped
from oob.notation.model import Action, Item, Reading, Roster
from oob.notation.text.parser import parse

TURN = "INITIAL FORCES, JUN II 41\nREINFORCEMENTS**Jul I 41***German:*\n\n"


def entries(reading: Reading) -> list[tuple[int, str, tuple[str, ...]]]:
    assert reading.faults == []
    return [(item.line, item.type, item.ids) for item in reading.roster.items]


def test_headings_glued_by_marks_are_parted() -> None:
    reading = parse(TURN + "1×2-8* Motorized X Pil*Slovakian:**Convert:*\n1×3-5 Infantry XX 1")
    first, second = reading.roster.items
    assert (first.section.turn, first.section.force) == ("Jul I 41", "German")
    assert first.starred
    assert (second.section.nationality, second.action) == ("Slovakian", Action.CONVERT_FROM)


def test_a_list_carried_on_is_joined() -> None:
    reading = parse(TURN + "4×1-8 Police III 22, 23, 24,\n\n25 (SS-Pol)\n1×truck")
    assert entries(reading) == [(4, "Police", ("22", "23", "24", "25")), (7, "Truck", ())]
    assert [remark.line for remark in reading.remarks if remark.what == "joined"] == [6]


def test_ids_that_ran_into_the_next_count_are_cut_where_both_agree() -> None:
    text = TURN + "2×4-6 Rifle XX 379,\n3813×3-6 Rifle XX 361, 365, 371"
    found = [(4, "Rifle", ("379", "381")), (5, "Rifle", ("361", "365", "371"))]
    assert entries(parse(text)) == found


def test_entries_without_any_break_are_parted() -> None:
    text = TURN + "2×3-6 Rifle XX 366, 374 (Wnt)1×3-6 Rifle XX 390"
    assert [ids for _, _, ids in entries(parse(text))] == [("366", "374"), ("390",)]


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("1×0-1-10 mot It AA II 604", "mot Lt AA"),
        ("1×1-10 hv mot AA II 1/38 (LW)", "mot hv AA"),
        ("1×2-18 Lt Tank Cdr 54", "Lt Tank"),
    ],
)
def test_misprints_are_fixed_and_remarked(printed: str, read: str) -> None:
    reading = parse(TURN + printed)
    assert [word for _, word, _ in entries(reading)] == [read]
    assert {remark.line for remark in reading.remarks if remark.what == "repaired"} == {4}


def test_sentences_with_counts() -> None:
    text = (
        "INITIAL FORCES, JUN II 41\nHUNGARY\nHungarian Air Force.\n"
        "Permanent Airfields: Put 3 in any rough hexes in Hungary.\n"
        "Position AA: 7 points heavy and 2 points light static AA; 1 point heavy RR AA."
    )
    counts = [(item.type, item.count) for item in parse(text).roster.items]
    assert counts == [
        ("Permanent Airfield", 3),
        ("Position AA hv", 7),
        ("Position AA lt", 2),
        ("Position AA hv RR", 1),
    ]


def test_prose_that_cannot_be_read_is_reported_and_not_swallowed() -> None:
    reading = parse("INITIAL FORCES, JUN II 41\nHUNGARY\n2×truck\nSome stray prose about weather.")
    assert [fault.line for fault in reading.faults] == [4]


def rulebook() -> Path:
    root = Path(__file__).parents[4]
    shared = Path(os.environ.get("SANDTABLE_SHARED", root.parent / "shared"))
    return shared / "seeds" / "fire_in_the_east.txt"


@pytest.mark.skipif(not rulebook().is_file(), reason="needs the rulebook's text")
def test_both_orders_of_battle_of_fire_in_the_east_are_read_whole() -> None:
    reading = parse(rulebook().read_text("utf-8"))
    assert reading.faults == []
    assert bare(reading.roster) == bare(shipped.load("fire_in_the_east"))


def bare(roster: Roster) -> list[Item]:
    """Items without their lines and without the words of where they set up."""
    return [
        replace(item, line=0, note="", section=replace(item.section, area=""))
        for item in roster.items
    ]


@pytest.mark.skipif(not rulebook().is_file(), reason="needs the rulebook's text")
def test_every_line_of_the_orders_of_battle_is_accounted_for() -> None:
    text = rulebook().read_text("utf-8").split("\n")
    reading = parse("\n".join(text))
    told = {item.line for item in reading.roster.items}
    told |= {remark.line for remark in reading.remarks}
    silent = [
        number
        for number in range(1893, 4315)
        if text[number - 1].strip(" -\t") and number not in told
    ]
    assert silent == []
