"""Errata are a layer: readable by themselves, applied on demand, refused where they do not fit."""

from __future__ import annotations

import pytest

from maps.errors import KnownError
from oob.notation import errata, shipped
from oob.notation.model import Item, Roster
from oob.notation.text.parser import parse

TEXT = """sandtable errata 1
for: demo

[one] Axis | Jun II 41 | RUMANIA / 3rd Army
- 1×4-6 Infantry XX 8
+ 1×5-6 Infantry XX 80
area Rumania
> why
"""


def demo() -> Roster:
    text = """sandtable notation 1
id: demo
Side: Axis
INITIAL FORCES, JUN II 41
RUMANIA
3rd Army. Bulgaria
3×4-6 Infantry XX 7, 8, 14
Reserves. Hungary
2×truck
"""
    reading = parse(text)
    assert reading.faults == []
    return reading.roster


def entries(items: list[Item]) -> list[tuple[int, str, tuple[str, ...], str]]:
    return [(item.count, item.type, item.ids, item.section.area) for item in items]


def test_units_are_taken_and_added_where_they_stood() -> None:
    after = errata.applied(demo(), errata.loads(TEXT))
    assert entries(after.items) == [
        (2, "Infantry", ("7", "14"), "Rumania"),
        (1, "Infantry", ("80",), "Rumania"),
        (2, "Truck", (), "Hungary"),
    ]


def test_what_replaces_something_stands_in_its_line() -> None:
    after = errata.applied(demo(), errata.loads(TEXT))
    assert [item.line for item in after.items] == [7, 7, 9]
    new = "sandtable errata 1\n[1] Axis | Jun II 41 | RUMANIA / Reserves\n+ 1×truck\n"
    assert errata.applied(demo(), errata.loads(new)).items[-1].line == 0


def test_the_roster_itself_stays_as_printed() -> None:
    before = demo()
    errata.applied(before, errata.loads(TEXT))
    assert before == demo()


def test_single_corrections_can_be_chosen() -> None:
    assert errata.applied(demo(), errata.loads(TEXT), only=[]) == demo()
    assert errata.applied(demo(), errata.loads(TEXT), only=["one"]) != demo()


@pytest.mark.parametrize("name", shipped.names())
def test_shipped_errata_are_written_back_to_the_letter(name: str) -> None:
    found = shipped.errata(name)
    if found is None:
        assert shipped.load(name, corrected=True) == shipped.load(name)
        return
    assert errata.loads(errata.dumps(found), found.where).corrections == found.corrections
    assert len({one.id for one in found.corrections}) == len(found.corrections)


def test_a_correction_of_what_is_not_there_names_its_line() -> None:
    wrong = TEXT.replace("XX 8", "XX 9", 1)
    with pytest.raises(KnownError, match=r"errata line 5: '1×4-6 Infantry XX 9' does not stand"):
        errata.applied(demo(), errata.loads(wrong))


def test_an_unknown_heading_is_refused_with_the_nearest() -> None:
    with pytest.raises(KnownError, match=r"line 4: .*Did you mean 'RUMANIA / 3rd Army'"):
        errata.applied(demo(), errata.loads(TEXT.replace("3rd Army", "3rd Amry")))


def test_errata_of_another_order_of_battle_are_refused() -> None:
    with pytest.raises(KnownError, match="for 'other', not 'demo'"):
        errata.applied(demo(), errata.loads(TEXT.replace("for: demo", "for: other")))


@pytest.mark.parametrize(
    ("text", "line"), [("nonsense", 1), ("sandtable errata 1\n- 1×truck", 2), (TEXT + "what", 9)]
)
def test_a_line_that_is_no_correction_is_named(text: str, line: int) -> None:
    with pytest.raises(KnownError, match=f"line {line}:"):
        errata.loads(text)
