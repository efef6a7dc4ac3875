"""Declared rules tried out: the same reach, zones, stacking, supply and chances as in a game."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from engine.editing.chart_session import ChartSession, imported
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.scenario_session import ScenarioSession
from engine.game.ask.rules_trial import Ground, RulesTrial, ground_for
from engine.systems.by_hand import actions as hand
from maps.errors import KnownError
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.by_hand.desk import ALL, HEAD, Desk, board, order

R1, R2, R9 = (UnitId(f"red-{n}") for n in (1, 2, 9))
B5 = UnitId("blue-5")


def at(label: str) -> Hex:
    return board().parse_label(label)


def trial_of(text: str, **where: str) -> RulesTrial:
    made = RulesTrial(imported(text, "mine", "by_hand"), Ground(board(), order()))
    made.place({UnitId(unit.replace("_", "-")): at(label) for unit, label in where.items()})
    return made


def test_a_unit_tried_elsewhere_reaches_what_it_reaches_in_a_game() -> None:
    trial, desk = trial_of(ALL, blue_5="0302"), Desk(ALL)
    desk.do(hand.Place(B5, desk.hex("0302")))
    found, reach = trial.meaning(R1), desk.rules.reach(desk.state, R1)
    assert found.costs.keys() == reach.keys()
    assert found.costs[at("0201")] == "1/2" and found.costs[at("0202")] == "2"
    assert found.hampering == desk.rules.zones(desk.state, "blue")
    assert found.zone == {near for near in board().neighbours(at("0101"))}
    assert found.said["movement"].startswith("Boots, 4 movement points: reaches")
    trial.place({})
    assert trial.where(B5) is None and not trial.meaning(R1).hampering


def test_a_cost_of_all_is_worded_so() -> None:
    assert trial_of(ALL, red_9="0201").meaning(R9).costs[at("0202")] == "all"


def test_a_hex_that_would_hold_too_many_is_told() -> None:
    found = trial_of(ALL, red_2="0201", red_3="0201").meaning(R1)
    assert found.full == {at("0201")} and not found.crowded
    assert found.said["stacking"] == "0201 would hold 3, and has room for 2 units. [6.3]"
    crowded = trial_of(ALL, red_1="0201", red_2="0201", red_3="0201").meaning(R1)
    assert crowded.crowded == {at("0201")}
    assert "0201 holds 3, and has room for 2 units." in crowded.said["stacking"]


def test_supply_shows_where_it_reaches_and_the_way() -> None:
    found = trial_of(ALL, red_1="0301").meaning(R1)
    assert (found.trace[0], found.trace[-1], len(found.trace)) == (at("0301"), at("0101"), 3)
    assert at("0103") in found.fed and at("0504") not in found.fed
    assert found.said["supply"] == "In supply from 0101 Home [7.1]."


def test_a_source_that_the_board_has_not_is_named() -> None:
    text = ALL.replace('["home"]', '["hom"]')
    assert text != ALL
    assert trial_of(text, red_1="0301").meaning(R1).said["supply"].endswith("The board has no hom.")


def test_what_is_not_declared_is_said() -> None:
    trial = trial_of(HEAD)
    assert not trial.meaning(R1).costs
    assert set(trial.meaning(R1).said.values()) == {
        "Movement is not declared: what a unit costs is not checked.",
        "Zones of control are not declared.",
        "Stacking is not declared.",
        "Supply is not checked: nothing is declared.",
    }
    assert trial.combat is None
    with pytest.raises(LookupError):
        trial.attack(6, 3, frozenset())


def test_a_sample_attack_has_the_chances_of_the_table() -> None:
    trial = trial_of(ALL)
    combat = trial.combat
    assert combat is not None and combat.has_defense
    assert combat.modifiers == {
        "wood": "Wood: −1",
        "stream": "Over a stream: 50\u00a0% of the attacker",
    }
    plain = trial.attack(8, 4, frozenset())
    assert plain.column == "2:1 (8 against 4)"
    assert {r.name: Fraction(r.chance).limit_denominator(6) for r in plain.results} == {
        "N": Fraction(1, 3),
        "D": Fraction(1, 2),
        "E": Fraction(1, 6),
    }
    wood = trial.attack(8, 4, frozenset({"wood"}))
    assert wood.column == "1:1 (8 against 4)"
    assert [(line.text, line.value) for line in wood.modifiers] == [("Wood", -1)]
    both = trial.attack(8, 4, frozenset({"wood", "stream"}))
    assert both.column == "1:2 (4 against 4)"
    assert both.modifiers[0].text == "Over a stream: 50\u00a0% of the attacker"


def test_a_volley_hits_by_dice() -> None:
    text = f'{HEAD}\n[combat]\nrule = "9"\nkind = "fire"\nhits = 2\n'
    found = trial_of(text).attack(2, 0, frozenset())
    assert found.column == "2 dice, hit on 1 to 2"
    assert {r.name: Fraction(r.chance).limit_denominator(9) for r in found.results} == {
        "0 hits": Fraction(4, 9),
        "1 hit": Fraction(4, 9),
        "2 hits": Fraction(1, 9),
    }


def test_rules_that_no_game_could_be_begun_with_are_refused() -> None:
    charts = imported(ALL, "mine", "by_hand")
    broken = ALL.replace('wheels = "all"', 'wheels = "much"')
    with pytest.raises(KnownError, match="much"):
        imported(broken, "mine", "by_hand")
    with pytest.raises(KnownError, match="much"):
        RulesTrial(type(charts)("by_hand", "Mine", broken), Ground(board(), order()))


def test_the_ground_is_that_of_the_scenario_else_of_the_file_else_of_the_kit(
    tmp_path: Path,
) -> None:
    path = tmp_path / "own.sandtable"
    ChartSession.create(path, imported(ALL, "mine", "by_hand")).close()
    assert ground_for(path, 1).board.id == "valley"
    EditSession.create(path, board()).close()
    OobSession.create(path, order()).close()
    found = ground_for(path, 1)
    assert (found.board.id, found.order.id) == ("own", "own")
    ScenarioSession.make(path, "The crossing", 1, 1).close()
    assert ground_for(path, 2).board.id == "own"


def test_a_cell_is_tried_without_being_written(tmp_path: Path) -> None:
    with ChartSession.create(tmp_path / "own.sandtable", imported(ALL, "m", "by_hand")) as session:
        path = ("stacking", "limit")
        assert session.tried(path, "5").cells[path].value == 5
        assert not session.charts.cells
        with pytest.raises(KnownError, match="should be"):
            session.tried(path, "many")
