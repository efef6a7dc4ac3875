"""Two rosters compared: unit by unit, what one has more than the other."""

from __future__ import annotations

from hypothesis import given

from oob.notation import shipped
from oob.notation.compare import compare
from oob.notation.model import Roster
from oob.notation.text.parser import parse
from tests.oob.notation import strategies as some


def roster(entries: str) -> Roster:
    return parse(f"sandtable notation 1\nTurn: Jul I 41\nGerman:\n{entries}").roster


def test_a_changed_rating_and_a_missing_unit() -> None:
    first, second = (
        roster("2×7-6 Infantry XX 1, 2\n2×truck"),
        roster("1×8-6 Infantry XX 1\n3×truck"),
    )
    assert [str(difference) for difference in compare(first, second)] == [
        "- Jul I 41 German: reinforce 1×7-6 Infantry XX 1",
        "- Jul I 41 German: reinforce 1×7-6 Infantry XX 2",
        "+ Jul I 41 German: reinforce 1×Truck",
        "+ Jul I 41 German: reinforce 1×8-6 Infantry XX 1",
    ]


@given(some.rosters(), some.rosters())
def test_the_other_way_round_is_the_opposite(first: Roster, second: Roster) -> None:
    assert compare(first, first) == []
    there, back = compare(first, second), compare(second, first)
    assert sum(d.count for d in there) == -sum(d.count for d in back)
    assert len(there) == len(back)


def test_errata_are_what_differs() -> None:
    name = "fire_in_the_east"
    found = compare(shipped.load(name), shipped.load(name, corrected=True))
    assert sum(difference.count for difference in found) == -16
