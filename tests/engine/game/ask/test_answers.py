"""Every question about a position of every title."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from engine.game.ask import answers
from engine.game.ask.table import Table, lay_out
from maps.errors import KnownError


@dataclass(frozen=True)
class Case:
    """A position of a title, a unit of it, and a hex it could attack."""

    scenario: str
    position: dict[str, Any]
    unit: str
    name: str
    target: str

    def table(self, **changes: Any) -> Table:
        return lay_out(self.scenario, {**self.position, **changes})


CASES = {
    "balkan_gambit": Case(
        "balkan_gambit/1944",
        {
            "turn": 2,
            "side": "axis",
            "only": True,
            "units": {"german-264": "1717", "yugoslav-partisan-4": "1718"},
        },
        "german-264",
        "German 264 XX",
        "1718",
    ),
    "operation_gertrud": Case(
        "operation_gertrud/late_1941",
        {
            "turn": 2,
            "side": "german",
            "phase": "combat",
            "only": True,
            "units": {"german-132": "2708", "turkish-11": "Istanbul"},
        },
        "german-132",
        "German 132 XX",
        "2709",
    ),
    "boot_camp": Case(
        "boot_camp/balkan_campaign",
        {
            "turn": 8,
            "side": "axis",
            "phase": "combat",
            "weather": "clear",
            "only": True,
            "nations": {"german": "joined"},
            "units": {"german-46-infantry": "Petrich", "greek-vii-border": "Siderokastron"},
        },
        "german-46-infantry",
        "German 46 Infantry XX",
        "14A:4308",
    ),
    "balkan_front": Case(
        "balkan_front/italo_greek_war",
        {
            "turn": 2,
            "side": "axis",
            "phase": "combat",
            "weather": {"D": "poor", "E": "clear"},
            "only": True,
            "units": {"italian-3-julia": "14A:4518", "greek-8-mountain": "14A:4517"},
        },
        "italian-3-julia",
        "Italian 3 Julia Mountain XX",
        "14A:4517",
    ),
}
each_title = pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))


@each_title
def test_what_is_legal_is_told_with_the_action_that_does_it(case: Case) -> None:
    found = answers.legal(case.table())
    assert found
    for offer in found:
        assert answers.check(case.table(), offer["action"]) == {"legal": True, "objections": []}
        assert offer["text"]


@each_title
def test_what_one_unit_may_do_is_part_of_it(case: Case) -> None:
    every = [json.dumps(offer) for offer in answers.legal(case.table())]
    found = [json.dumps(offer) for offer in answers.legal(case.table(), case.unit)]
    assert found
    assert set(found) <= set(every)


@each_title
def test_units_go_by_name_too(case: Case) -> None:
    assert answers.reach(case.table(), case.name) == answers.reach(case.table(), case.unit)
    assert answers.reach(case.table(), case.name.lower().replace(" ", "_"))


@each_title
def test_reach_is_cost_by_label(case: Case) -> None:
    found = answers.reach(case.table(), case.unit)
    assert found
    assert list(found.values()) == sorted(found.values())
    names = case.table().names
    assert all(names.place_word(names.hex(label)) == label for label in found)


@each_title
def test_odds_have_a_column_chances_and_a_ledger(case: Case) -> None:
    for force in ((), (case.unit,)):
        found = answers.odds(case.table(), case.target, force)
        assert found["column"]
        assert found["units"] == [case.unit]
        assert sum(found["outcomes"].values()) == pytest.approx(1)
        assert all(line["text"] and line["rule"] for line in found["ledger"])
        assert found["objections"] == []


@each_title
def test_supply_has_its_path_and_its_rule(case: Case) -> None:
    found = answers.supply(case.table(), case.unit)
    assert set(found) == {"supplied", "path", "text", "rule"}
    assert found["rule"]
    assert "[" not in found["text"]


@each_title
def test_zones_are_labels(case: Case) -> None:
    table = case.table()
    side = table.rules.owner(table.state, table.names.unit(case.unit))
    found = answers.zoc(table, side)
    assert bool(found) == (table.system.id != "balkan_gambit"), "Balkan Gambit has no zones"


@each_title
def test_units_are_told_as_they_were_laid_out(case: Case) -> None:
    found = answers.units(case.table())
    assert set(found) == set(case.table().scenario.oob.units)
    unit = found[case.unit]
    assert unit["name"] == case.name
    assert case.table().scenario.map.parse_label(unit["at"])
    assert (unit["reduced"], unit["strength"] > 0) == (False, True)
    aside = case.table().names.words.aside
    off = [u for u, told in found.items() if told["at"] == aside]
    assert len(off) > len(found) / 2, "only what is named is on the board"


@each_title
def test_units_are_accepted_with_the_words_they_are_told_in(case: Case) -> None:
    table = case.table()
    told = answers.units(table)
    aside = table.names.words.aside
    units = {
        unit: {"at": each["at"], "reduced": each["reduced"], "marks": each["marks"]}
        for unit, each in told.items()
        if each["at"] != aside
    }
    assert answers.units(case.table(units=units)) == told


@each_title
def test_doing_tells_what_happened_and_who_changed(case: Case) -> None:
    table = case.table()
    ending = next(o["action"] for o in answers.legal(table) if "EndPhase" in o["action"]["is"])
    found = answers.do(table, [ending])
    assert found["events"]
    assert all(event.endswith("]") for event in found["events"])
    after = answers.units(table)
    assert all(after[unit] == told for unit, told in found["units"].items())


@each_title
def test_doing_what_is_not_allowed_changes_nothing(case: Case) -> None:
    table = case.table()
    before = table.state
    with pytest.raises(KnownError, match="action 2"):
        answers.do(table, [answers.legal(table)[0]["action"], {"is": "FinishSetUp"}])
    assert table.state is before


@each_title
def test_a_check_tells_the_rule_and_the_sentence(case: Case) -> None:
    found = answers.check(case.table(), {"kind": "finish set up"})
    assert found["legal"] is False
    assert all(set(each) == {"rule", "text"} for each in found["objections"])


@each_title
@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda table: answers.reach(table, "nobody"), "there is no unit 'nobody'"),
        (lambda table: answers.odds(table, "9z"), "has no hex '9z'"),
        (lambda table: answers.zoc(table, "red"), "there is no side 'red'"),
        (lambda table: answers.check(table, {"is": "Fly"}), "there is no action 'Fly'"),
        (lambda table: answers.check(table, {"unit": "x"}), "names no kind of action"),
    ],
)
def test_what_is_nothing_gets_a_sentence(
    case: Case, ask: Callable[[Table], Any], sentence: str
) -> None:
    with pytest.raises(KnownError, match=sentence):
        ask(case.table())


def test_a_die_is_asked_and_may_be_stated() -> None:
    table = lay_out("operation_gertrud/late_1941", {"turn": 2, "phase": "end of game turn"})
    faces = answers.legal(table)
    assert [each["action"] for each in faces] == [{"is": "Roll", "face": n} for n in range(1, 7)]
    found = answers.do(table, [{"roll": 1}, {"roll": 1}])
    assert found["events"]


def test_dice_that_are_not_stated_fall_by_the_seed() -> None:
    position = {"turn": 2, "phase": "end of game turn"}
    rolls = {
        seed: answers.do(lay_out("operation_gertrud/late_1941", position, seed=seed), [])["events"]
        for seed in range(8)
    }
    assert len({tuple(events) for events in rolls.values()}) > 1
    again = answers.do(lay_out("operation_gertrud/late_1941", position, seed=3), [])
    assert again["events"] == rolls[3]


def test_odds_count_each_halving_and_the_modifier_of_the_die() -> None:
    """A river and a fortified hexside quarter (BF 3C2); rough ground costs one (BC B9)."""
    found = answers.odds(CASES["boot_camp"].table(), "Siderokastron")
    assert found["ledger"][0]["amount"] == 2
    assert found["roll_modifier"] == -1


def test_halves_of_strengths_are_numbers() -> None:
    units = {"italian-3-julia": "14A:4617", "italian-51-siena": "14A:4417"}
    position = {
        "turn": 2, "side": "axis", "phase": "combat", "weather": "poor", "only": True,
        "units": {**units, "greek-8-mountain": "14A:4517"},
    }  # fmt: skip
    found = answers.odds(lay_out("balkan_front/italo_greek_war", position), "14A:4517")
    assert [line["amount"] for line in found["ledger"]] == [1.5, 2.5, 5, -1, -1]


def test_odds_of_nothing_are_refused_in_a_sentence() -> None:
    with pytest.raises(KnownError, match="odds 2416"):
        answers.odds(CASES["operation_gertrud"].table(), "2416")
