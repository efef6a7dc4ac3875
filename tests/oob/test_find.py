"""Units are found by what people type."""

from __future__ import annotations

import pytest

from oob import data
from oob.find import find
from oob.formats import text

ORDER = data.load("balkan_gambit_1944")


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("8", "british-8"),
        ("369", "german-369-cr"),
        ("369 cr", "german-369-cr"),
        ("GERMAN armor", "german-1-armor"),
        ("germn armour", "german-1-armor"),
        ("ranger", None),
        ("rgr", "us-rgr"),
        ("polish artillery", "polish-3-pol"),
        ("force ten", "british-f10"),
        ("cossack", None),
        ("cavalry", "ss-1-cos"),
        ("motorised us", "us-3"),
        ("greek collaborator", "greek-collaborator-x"),
        ("zzz", None),
    ],
)
def test_the_first_find(typed: str, first: str | None) -> None:
    found = find(ORDER, typed)
    assert (found[0].id if found else None) == first


def test_every_word_must_fit() -> None:
    assert {unit.nation for unit in find(ORDER, "partisan greece guerrillas")} <= {
        "greek_guerrilla"
    }
    assert find(ORDER, "british cavalry") == []


def test_filters_narrow_and_nothing_typed_finds_all() -> None:
    assert find(ORDER) == list(ORDER.units.values())
    ss = find(ORDER, nations=["ss"], types=["light infantry"])
    assert [unit.id for unit in ss] == ["ss-7", "ss-18-light", "ss-13", "ss-21"]
    assert {unit.side for unit in find(ORDER, sides=["axis"])} == {"axis"}
    assert len(find(ORDER, "infantry", limit=5)) == 5


def test_accents_do_not_matter() -> None:
    order = text.loads(
        "sandtable oob 1\n[oob]\nid: a\n[nations]\nhu Hungary side=axis\n"
        "[units]\nhu:\n1-6 Infantry III Székely#a\n[end]\n"
    )
    assert [unit.name for unit in find(order, "szekely")] == ["Székely"]
    assert [unit.name for unit in find(order, "SZÉKELI")] == ["Székely"]
