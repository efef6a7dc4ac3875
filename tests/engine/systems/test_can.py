"""Who may do what, when: every entry of every list, and the judge of entries itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from maps.errors import KnownError
from tests.engine.systems import can
from tests.examples import IS_SOAK

FILES = can.files()
ENTRIES = [
    pytest.param(entry, id=f"{system}: {entry}")
    for system, path in FILES.items()
    for entry in (can.entries(path) if IS_SOAK else can.together(can.entries(path)))
]
"""Options of a scenario are tried together; in the soak each entry has its own alone."""


@pytest.mark.parametrize("entry", ENTRIES)
def test_it_may_be_done_where_the_rule_says_and_not_elsewhere(entry: can.Entry) -> None:
    fault = can.judge(entry)
    assert not fault, f"{entry} ({entry.scenario}): {fault}"


@pytest.mark.parametrize("path", FILES.values(), ids=list(FILES))
def test_a_list_is_as_long_as_it_says_and_names_nothing_twice(path: Path) -> None:
    found = can.entries(path)
    assert len(found) >= can.least(path)
    names = [str(entry) for entry in found]
    assert len(set(names)) == len(names)


MOVE = can.Entry(
    what="A unit marches",
    rule="OG-9.0a",
    scenario="operation_gertrud/late_1941",
    position={
        "turn": 2,
        "side": "german",
        "only": True,
        "units": {"german-kommando": "2611"},
    },
    action={"kind": "move", "unit": "german-kommando", "target": "2612"},
    not_when={"units": {"german-kommando": {"at": "2611", "marks": ["moved"]}}},
    refused_by="OG-9.0e",
)


def test_entries_of_a_scenario_have_their_options_together() -> None:
    bare, other = replace(MOVE, what="bare"), replace(MOVE, scenario="boot_camp/balkan_campaign")
    first, second = (replace(MOVE, what=name, options={name: True}) for name in ("a", "b"))
    found = can.together([first, bare, second, other])
    assert [entry.scenario for entry in found] == [other.scenario, *[MOVE.scenario] * 3]
    assert [entry.what for entry in found[1:]] == ["bare", "a", "b"]
    assert [dict(entry.options) for entry in found[1:]] == [{}, *[{"a": True, "b": True}] * 2]
    with pytest.raises(AssertionError, match="options differ"):
        can.together([first, replace(second, options={"a": False})])


def test_an_entry_that_holds() -> None:
    assert can.judge(MOVE) == ""


def test_fields_not_given_match_anything() -> None:
    assert can.judge(replace(MOVE, action={"kind": "move", "unit": "german-kommando"})) == ""


def test_what_is_not_offered_is_told() -> None:
    entry = replace(MOVE, action={"kind": "move", "unit": "german-kommando", "target": "2416"})
    assert can.judge(entry).startswith("is not offered.")


def test_what_is_offered_in_the_other_position_too_is_told() -> None:
    assert can.judge(replace(MOVE, not_when={"turn": 3})) == "is offered under not_when too"


def test_a_refusal_by_another_rule_is_told() -> None:
    assert "is refused under not_when by" in can.judge(replace(MOVE, refused_by="OG-15"))


def test_what_is_done_first_is_done_in_both_positions() -> None:
    entry = replace(
        MOVE,
        also=({"kind": "move", "unit": "german-kommando", "target": "2612"},),
        action={"kind": "end phase"},
        not_when={
            "phase": "combat",
            "units": {"german-kommando": "2611", "turkish-1": "2612"},
            "also": [{"kind": "declare attack", "target": "2612"}],
        },
        refused_by="OG-5.0b",
    )
    assert can.judge(entry) == ""
    again = replace(MOVE, also=entry.also)
    assert can.judge(again).startswith("is not offered.")


def test_unknown_keys_get_the_nearest(tmp_path: Path) -> None:
    path = tmp_path / "can.toml"
    path.write_text('[[can]]\nwhat = "x"\nruel = "y"\n', encoding="utf-8")
    with pytest.raises(KnownError, match="Did you mean 'rule'"):
        can.entries(path)


@pytest.mark.parametrize("missing", ["not_when", "refused_by"])
def test_an_entry_says_where_it_is_refused_and_by_what(missing: str, tmp_path: Path) -> None:
    said = {
        "what": '"x"',
        "rule": '"y"',
        "position": "{ turn = 1 }",
        "action": '{ kind = "move" }',
        "not_when": "{ turn = 2 }",
        "refused_by": '"z"',
    }
    path = tmp_path / "can.toml"
    text = "".join(f"{key} = {value}\n" for key, value in said.items() if key != missing)
    path.write_text("[[can]]\n" + text, encoding="utf-8")
    with pytest.raises(KnownError, match=f"does not say '{missing}'"):
        can.entries(path)


def test_positions_are_merged_table_by_table() -> None:
    found = can.merged({"units": {"a": "1"}, "turn": 2}, {"units": {"b": "2"}, "turn": 3})
    assert found == {"units": {"a": "1", "b": "2"}, "turn": 3}
