"""Lines of the notation: what they mean, and what is said of those that are wrong."""

from __future__ import annotations

import pytest

from maps.errors import KnownError
from oob.notation.model import Action, Item, Kind
from oob.notation.text.parser import loads, parse


def one(text: str) -> Item:
    reading = parse(text)
    assert reading.faults == []
    (item,) = reading.roster.items
    return item


@pytest.mark.parametrize(
    ("ratings", "attack", "defense", "move", "starred"),
    [
        ("8-6", 8, 8, 6, False),
        ("5-3-8", 5, 3, 8, False),
        ("0-1-5", 0, 1, 5, False),
        ("2-0-R", 2, 0, "R", False),
        ("3-8*", 3, 3, 8, True),
        ("12-10", 12, 12, 10, False),
    ],
)
def test_ratings(ratings: str, attack: int, defense: int, move: int | str, starred: bool) -> None:
    item = one(f"1×{ratings} Infantry X 1")
    found = (item.attack, item.defense, item.move, item.starred)
    assert found == (attack, defense, move, starred)


def test_a_headquarters_has_movement_only() -> None:
    item = one("1×6 Parachute XX HQ 7 (LW)")
    assert (item.attack, item.defense, item.move) == (None, None, 6)
    assert (item.size, item.ids, item.suffix) == ("XX HQ", ("7",), "LW")


def test_an_entry_with_spaces_around_the_cross() -> None:
    assert one("1 × 4-6 Rifle XX 8").ids == ("8",)


@pytest.mark.parametrize(
    ("text", "kind", "count", "word", "suffix"),
    [
        ("4 points hv AA (LW)", Kind.POSITION_AA, 4, "Position AA hv", "LW"),
        ("1 point lt RR AA", Kind.POSITION_AA, 1, "Position AA lt RR", ""),
        ("1 point Lt AA", Kind.POSITION_AA, 1, "Position AA lt", ""),
        ("3 points heavy AA (Nvl)", Kind.POSITION_AA, 3, "Position AA hv", "Nvl"),
        ("8 resource points", Kind.RESOURCE, 8, "Resource Points", ""),
        ("2×truck", Kind.TRUCK, 2, "Truck", ""),
        ("3×forts", Kind.FORT, 3, "Fort", ""),
        ("(CA) Petropav.", Kind.SHIP, 1, "Ship (CA)", ""),
        ("DD-Flot.", Kind.SHIP, 1, "Ship DD", ""),
        ("2×river flotilla Ldga-1, Ldga-2", Kind.FLOTILLA, 2, "River Flotilla", ""),
        ("4×Rifle XX any", Kind.ANY, 4, "Rifle XX", ""),
    ],
)
def test_other_entries(text: str, kind: Kind, count: int, word: str, suffix: str) -> None:
    item = one(text)
    assert (item.kind, item.count, item.type, item.suffix) == (kind, count, word, suffix)


def test_lend_lease_is_cut_at_semicolons() -> None:
    items = parse("Lend-Lease North: 2×P-40C; 1 armor RP; 1 resource pt").roster.items
    assert [item.kind for item in items] == [Kind.AIR, Kind.ARMOR_RP, Kind.RESOURCE]
    assert {item.suffix for item in items} == {"Lend-Lease North"}


def test_withdrawals_end_with_the_next_keyed_line() -> None:
    text = "Dec II 41\nGerman:\nWithdraw:\n1 point lt AA\nAir Units: 1×Ju 52\n1×truck"
    actions = [item.action for item in parse(text).roster.items]
    assert actions == [Action.WITHDRAW, Action.REINFORCE, Action.REINFORCE]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3×8-6 Infantry XX 1, 2", "the count is 3 but the ids are 2"),
        ("1×2-18 Infantry XX 54", "end in a movement of 18"),
        ("1×8-6 Infantri XX 1", "Did you mean 'Infantry'"),
        ("1×8-6 Infantry 1", "no size mark"),
        ("0×8-6 Infantry XX", "the count is 0"),
        ("1×8-6 Infantry XX 1,, 2", "an id is missing"),
        ("1×8-8-6 Infantry XX 1", "Write 8-6"),
        ("1×8-6 Infantry XX 1 [maybe]", "tag"),
        ("Air Units: 1×Ju 52, Ju 87B", "no air unit"),
        ("Convrt:", "Did you mean Convert:"),
        ("Lorem ipsum dolor", "neither an entry nor a heading"),
        ("8-6 Infantry XX 1", "Write how many, as in 1×8-6 Infantry XX 1."),
    ],
)
def test_a_wrong_line_is_reported_with_its_number_and_the_rest_is_read(
    text: str, said: str
) -> None:
    reading = parse(f"sandtable notation 1\nTurn: Jul I 41\n{text}\n1×truck\n")
    (fault,) = reading.faults
    assert fault.line == 3
    assert said in f"{fault.what} {fault.fix}"
    assert [item.line for item in reading.roster.items] == [4]


def test_a_file_that_must_be_whole_is_refused_by_its_first_wrong_line() -> None:
    with pytest.raises(KnownError, match=r"my\.notation line 3: .* 1 more line wrong"):
        loads("sandtable notation 1\n1×truck\n1×truk\n1×8-6 Foo XX\n", "my.notation")


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", "sandtable notation 1"])
def test_nothing_is_read_from_nothing(text: str) -> None:
    assert parse(text).roster.items == [] and parse(text).faults == []
