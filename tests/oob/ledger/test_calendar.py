"""The schedule: turns in order, moving entries, and what stands turn by turn."""

from __future__ import annotations

import pytest

from maps.errors import KnownError
from oob.ledger import shipped
from oob.ledger.calendar import Lane, Turn, lane_of, reschedule, turn_of, turns
from oob.ledger.edits.changes import apply
from oob.ledger.model import Ledger, RowKey, roster_of
from oob.ledger.sums import by_turn, summed, total
from oob.notation.counters import to_counters
from oob.notation.model import Action, Kind
from oob.notation.text.parser import parse
from oob.notation.text.printer import dumps
from oob.notation.totals import totals

FITE = "fire_in_the_east"


def key_of(ledger: Ledger, name: str, turn: str) -> RowKey:
    rows = ledger.ordered()
    return next(r.key for r in rows if r.item.ids == (name,) and r.item.section.turn == turn)


def test_turns_stand_in_order_without_gaps() -> None:
    names = [turn.title for turn in turns(shipped.load(FITE).ordered())]
    assert names[:3] == ["Start, Jun II 41", "Jun II 41", "Jul I 41"]
    assert names[-1] == "Mar I 42"
    assert len(names) == len(set(names)) == 19


def test_numbered_turns_come_after_the_set_up() -> None:
    names = [turn.name for turn in turns(shipped.load("balkan_gambit_1944").ordered())]
    numbers = [int(name) for name in names if name.isdigit()]
    assert names[0] == "Set-up"
    assert numbers == sorted(numbers)


def test_a_moved_arrival_stands_with_its_nation_on_the_other_turn() -> None:
    ledger = shipped.load(FITE)
    key = key_of(ledger, "75", "Jul I 41")
    apply(ledger, reschedule(ledger, [key], Turn("Aug I 41")))
    again = parse(dumps(roster_of(ledger)))
    assert again.faults == []
    found = [item for item in again.roster.items if item.ids == ("75",) and item.type == "Security"]
    assert [item.section.turn for item in found if item.section.nationality == "German"] == [
        "Aug I 41"
    ]


def test_a_unit_of_the_start_can_come_later_and_back() -> None:
    ledger = shipped.load("balkan_gambit_1943")
    row = next(row for row in ledger.ordered() if row.item.ids == ("297",))
    apply(ledger, reschedule(ledger, [row.key], Turn("4")))
    now = to_counters(roster_of(ledger))
    entry = next(entry for entry in now.schedule if "german-297" in entry.units)
    assert (entry.turn, entry.kind.value, entry.place) == (4, "arrives", row.item.section.force)
    apply(ledger, reschedule(ledger, [row.key], Turn("Set-up", True)))
    back = to_counters(roster_of(ledger))
    assert any("german-297" in setup.units for setup in back.setups)
    assert back.schedule == [e for e in now.schedule if e is not entry]


def test_withdrawals_cannot_happen_before_play() -> None:
    ledger = shipped.load(FITE)
    key = next(r.key for r in ledger.ordered() if r.item.action is Action.WITHDRAW)
    with pytest.raises(KnownError, match="not possible before play"):
        reschedule(ledger, [key], Turn("Jun II 41", True))


def test_moving_to_the_same_turn_is_nothing() -> None:
    ledger = shipped.load(FITE)
    key = key_of(ledger, "75", "Jul I 41")
    assert not reschedule(ledger, [key], turn_of(ledger.rows[key].item))


def test_every_entry_has_a_lane() -> None:
    lanes = {lane_of(row.item) for row in shipped.load(FITE).ordered()}
    assert {Lane.ARRIVALS, Lane.WITHDRAWALS, Lane.CONVERSIONS, Lane.RELEASES} <= lanes


def test_sums_agree_with_the_totals_of_the_roster() -> None:
    ledger = shipped.load(FITE)
    wanted = totals(roster_of(ledger))
    rows = [r for r in ledger.ordered() if r.item.action in (Action.INITIAL, Action.REINFORCE)]
    strength = wanted.strength.values()
    whole = total(rows)
    assert whole.regimental_equivalents == sum(s.regimental_equivalents for s in strength)
    assert whole.attack == sum(s.attack for s in strength)
    nations = summed(rows, lambda item: item.section.nationality)
    assert sum(found.units for found in nations.values()) == whole.units


def test_what_stands_is_what_came_less_what_went() -> None:
    rows = shipped.load(FITE).ordered()
    days = by_turn(rows)
    came = sum(day.coming.units for day in days)
    went = sum(day.going.units for day in days)
    assert days[-1].standing.units == came - went
    assert went == sum(
        r.item.count
        for r in rows
        if r.item.kind is Kind.GROUND and r.item.action in (Action.WITHDRAW, Action.CONVERT_FROM)
    )
