"""Rosters instantiated into counters: sound, complete, and kept by the text format."""

from __future__ import annotations

import re
from dataclasses import replace
from textwrap import dedent

import pytest
from hypothesis import given

from maps.checking.problems import Severity
from maps.errors import KnownError
from oob.checks import check
from oob.formats import text
from oob.model import EntryKind, Face, Size, UnitId
from oob.notation import shipped
from oob.notation.counters import is_counters, row_ids
from oob.notation.instantiate import instantiated, portrait
from oob.notation.model import Action, Item, Kind, Roster, Section
from oob.notation.text.lines import split
from oob.notation.text.parser import loads, parse
from oob.notation.text.words import SPELLED, TYPES
from tests.examples import few
from tests.oob.notation import strategies as some

COMING = (
    Action.INITIAL,
    Action.REINFORCE,
    Action.CONVERT_TO,
    Action.POOL,
    Action.BREAKDOWN_BOX,
    Action.CONDITIONAL,
)


def first_mentions(roster: Roster) -> list[Item]:
    """One item for each counter a roster of counters names."""
    singles = (item for item in split(roster.items) if item.kind is Kind.GROUND)
    return list({row_ids(item): item for item in singles}.values())


@pytest.mark.parametrize("name", shipped.names())
def test_shipped_rosters_are_instantiated_soundly_and_whole(name: str) -> None:
    roster = shipped.load(name, corrected=True)
    order = instantiated(roster)
    errors = [str(p) for p in check(order) if p.severity is Severity.ERROR]
    assert errors == []
    coming = [i for i in roster.items if i.kind is Kind.GROUND and i.action in COMING]
    if is_counters(roster):
        coming = [replace(i, count=1) for i in first_mentions(roster)]
    assert len(order.units) == sum(item.count for item in coming)
    assert text.loads(text.dumps(order)) == order


@given(some.rosters())
@few(25)
def test_any_roster_can_be_instantiated_and_kept(roster: Roster) -> None:
    order = instantiated(roster)
    order.id = order.id or "some"
    assert text.loads(text.dumps(order)) == order


def test_units_of_a_numbered_turn_come_and_leave_in_it() -> None:
    """As orders of battle of one's own have their turns; nothing waits in a place named by it."""
    lines = """\
        sandtable notation 1
        ratings: free
        Side: Varn
        Initial: Set-up
        Force: 0203
        1×4-4 Infantry XX 1
        Turn: 2
        Force: Varn
        2×3-5 Cavalry X 7, 8
        Turn: 5
        Withdraw:
        1×3-5 Cavalry X 7
        """
    reading = parse(dedent(lines))
    assert not reading.faults
    order = instantiated(reading.roster)
    assert [setup.place for setup in order.setups] == ["0203"]
    come, leave = order.schedule
    assert (come.kind, come.turn, come.place) == (EntryKind.ARRIVES, 2, "Varn")
    assert (leave.kind, leave.turn, leave.units) == (EntryKind.WITHDRAWS, 5, come.units[:1])


def test_a_heading_that_is_a_hex_is_a_place_and_no_formation() -> None:
    reading = parse(
        dedent(
            """\
            sandtable notation 1
            ratings: free
            Side: Blue
            Initial: Set-up
            Force: 1004
            1×8-6 Infantry XX 1
            Force: 1st Corps
            1×8-6 Infantry XX 2
            Part: 14A:1720
            1×8-6 Infantry XX 3
            """
        )
    )
    assert not reading.faults
    order = instantiated(reading.roster)
    assert [setup.place for setup in order.setups] == ["1004", "1st Corps", "14A:1720"]
    assert [one.name for one in order.formations.values()] == ["1st Corps"]
    assert [unit.formation for unit in order.units.values()] == ["", "1st-corps", "1st-corps"]


def test_units_of_fire_in_the_east() -> None:
    order = instantiated(shipped.load("fire_in_the_east"))
    infantry = order.units[UnitId("german-1-infantry-xx")]
    assert (infantry.front, infantry.size) == (Face(8, None, 6), Size.DIVISION)
    assert order.formations[infantry.formation].name == "18th Army"
    rail = order.units[UnitId("german-679-rr-artillery-ii")]
    assert (rail.front, rail.traits) == (Face(2, 0, 0), frozenset({"rail only", "rr artillery"}))
    assert rail.type == "railway artillery"
    withdrawn = {
        id_: entry.turn
        for entry in order.schedule
        if entry.kind is EntryKind.WITHDRAWS
        for id_ in entry.units
    }
    assert withdrawn[UnitId("german-28-infantry-xx")] == 10
    converted = [entry for entry in order.schedule if entry.kind is EntryKind.CONVERTS]
    assert UnitId("italian-3-cavalry-xx") in [id_ for e in converted for id_ in e.replaces]


def test_units_on_their_cadre_side_begin_with_one_step() -> None:
    order = instantiated(shipped.load("balkan_front"))
    unit = order.units[UnitId("greek-6-mountain-cdr")]
    assert [face.ratings() for face in unit.faces] == ["5-6", "2-6"]
    (setup,) = [setup for setup in order.setups if unit.id in setup.units]
    assert setup.steps == 1


def test_types_are_spelled_in_words_of_their_own() -> None:
    assert set(SPELLED) <= TYPES
    assert all(re.fullmatch("[a-z]+([ -][a-z]+)*", word) for word in SPELLED.values())
    order = instantiated(shipped.load("fire_in_the_east"))
    assert order.units[UnitId("german-22-air-landing-xx")].type == "airborne infantry"


@pytest.mark.parametrize(
    ("field", "said"), [("size", "XXXXX"), ("back", "cdr 3-6-6-6"), ("back", "full or not")]
)
def test_an_entry_that_makes_no_counter_says_why(field: str, said: str) -> None:
    entry = Item(Kind.GROUND, Section(), Action.INITIAL, 1, "infantry", "XX", 8, 8, 6, ids=("1",))
    size, back = (said, "") if field == "size" else ("XX", said)
    with pytest.raises(KnownError, match=r"^1: the (size|ratings) "):
        portrait(replace(entry, size=size, back=back))


def test_sides_of_ones_own_games_look_different() -> None:
    """Blue was as grey as Red: told apart by the marks along their edges alone."""
    lines = "\n".join(
        f"Side: {side}\nInitial: Set-up\n1×4-4 Infantry XX 1" for side in ("Blue", "Red", "Oster")
    )
    order = instantiated(loads(f"sandtable notation 1\nratings: free\n{lines}", "own"))
    fills = {nation.name: nation.fill for nation in order.nations.values()}
    assert fills["Blue"] == "#4b6b8a" and fills["Red"] == "#a3483f"
    assert len(set(fills.values())) == 3
