"""Scenarios of one's own: made, edited, undone, kept, and begun as they say."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path

import pytest

from engine.core.charts.edits import Change, Fact, Part, change_from_plain, change_to_plain
from engine.core.charts.edits import ChartLayer as Layer
from engine.editing.chart_session import ChartSession, shipped
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.editing.scenario_session import ScenarioSession, StartRow, listed
from engine.game.session import GameSession, Own
from engine.game.set_up.game_set_up import made_for
from engine.rules.movement.actions import Move
from engine.systems.by_hand import actions as hand
from engine.systems.by_hand.records import ARRIVALS, HandState
from maps.errors import KnownError
from maps.hexgrid import Hex
from oob.model import EntryKind, ScheduleEntry, UnitId
from tests.engine.systems.by_hand.desk import board, order

R1, R2, R9, B5 = map(UnitId, ("red-1", "red-2", "red-9", "blue-5"))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.sandtable"
    EditSession.create(path, board()).close()
    OobSession.create(path, order()).close()
    return path


@pytest.fixture
def scenario(own: Path) -> ScenarioSession:
    return ScenarioSession.make(own, "The crossing", 1, 1)


def where(scenario: ScenarioSession, unit: UnitId) -> str:
    at = scenario.lay_out().pieces[unit].at
    return board().label(at) if isinstance(at, Hex) else at


def test_a_scenario_is_made_for_a_board_and_an_order_of_battle(
    own: Path, scenario: ScenarioSession
) -> None:
    assert scenario.made_for == Own(1, 1, 1) == made_for(own, 1)
    assert [(info.number, info.title, info.units) for info in listed(own)] == [
        (1, "The crossing", 0)
    ]
    assert where(scenario, R1) == "0101", "as its order of battle says"
    assert where(scenario, R9) == ARRIVALS
    assert scenario.lay_out().problems == ()


def test_a_scenario_takes_the_only_board_there_is_and_does_not_guess_among_several(
    own: Path, scenario: ScenarioSession
) -> None:
    with ProjectSession.open(own) as project:
        project.add_board(replace(board(), id="elsewhere"))
        project.remove_board(1)
        assert made_for(own, 1).board == 2
        project.add_board("balkan_gambit")
    with pytest.raises(KnownError, match="it has 'elsewhere', 'balkan_gambit'"):
        made_for(own, 1)


def test_units_are_put_somewhere_and_every_step_is_undone(scenario: ScenarioSession) -> None:
    scenario.put((R1, B5), "0402")
    scenario.write_starts({R9: StartRow(R9, "0101", turn=2, leaves=3)}, "When it comes")
    scenario.write_starts({R2: StartRow(R2, absent=True)}, "Leave out")
    assert (where(scenario, R1), where(scenario, B5)) == ("0402", "0402")
    assert where(scenario, R2) == "dead"
    while scenario.can_undo:
        scenario.undo()
    assert (where(scenario, R1), where(scenario, R2)) == ("0101", "0102")
    assert scenario.situation.units == ()
    while scenario.can_redo:
        scenario.redo()
    assert where(scenario, R1) == "0402" and where(scenario, R2) == "dead"


def test_a_unit_without_a_row_takes_part_as_its_order_of_battle_says(own: Path) -> None:
    """Units that come later keep their turn wherever they are put."""
    known = order()
    coming, *_ = known.schedule
    leaving = ScheduleEntry(EntryKind.WITHDRAWS, 3, "", (R2,))
    known.schedule = [replace(coming, place="0301"), leaving]
    known.id = "scheduled"
    OobSession.create(own, known).close()
    scenario = ScenarioSession.make(own, "Later", 1, 2)
    assert scenario.start_of(R9) == StartRow(R9, "0301", turn=2)
    assert scenario.start_of(R2) == StartRow(R2, "0102", leaves=3)
    scenario.put((R9, R2), "0402")
    assert scenario.start_of(R9) == StartRow(R9, "0402", turn=2)
    assert scenario.start_of(R2) == StartRow(R2, "0402", leaves=3)
    assert where(scenario, R9) == ARRIVALS and where(scenario, R2) == "0402"
    scenario.wait((R9,))
    assert scenario.start_of(R9) == StartRow(R9)


def test_a_place_that_the_board_has_not_is_anywhere(own: Path) -> None:
    known = order()
    known.schedule = [replace(known.schedule[0], place="Nowhere")]
    known.id = "elsewhere"
    OobSession.create(own, known).close()
    assert ScenarioSession.make(own, "Later", 1, 2).start_of(R9) == StartRow(R9, turn=2)


def test_a_drag_is_one_step(scenario: ScenarioSession) -> None:
    before = len(scenario.history)
    scenario.put((R1,), "0201", "drag 1")
    scenario.put((R1,), "0202", "drag 1")
    assert len(scenario.history) == before + 1
    scenario.undo()
    assert where(scenario, R1) == "0101"


def test_a_scenario_is_still_there_with_its_undo_list_when_it_is_opened_again(
    own: Path, scenario: ScenarioSession
) -> None:
    scenario.put((R1,), "0303")
    scenario.write_rows("turns", [{"id": "1", "season": "spring"}], "Turns")
    scenario.close()
    with ScenarioSession.open(own, 1) as again:
        assert again.declared.turns.row(1).season == "spring"
        again.undo()
        again.undo()
        assert where(again, R1) == "0101"
    with ProjectSession.open(own) as project:
        assert len(project.charts) == 1


def test_a_game_of_it_opens_as_it_says(own: Path, scenario: ScenarioSession) -> None:
    """[H-set-up] Units, areas, arrivals, withdrawals, events and checklists of a scenario."""
    scenario.write_area("West bank", ("0101", "0102", "0103"))
    scenario.put((B5,), "area 1")
    scenario.write_starts({R9: StartRow(R9, "0103", turn=2)}, "Comes")
    scenario.write_starts({R2: StartRow(R2, "0203", leaves=2)}, "Leaves")
    scenario.write_rows(
        "turns",
        [
            {"id": "1", "date": "1 May", "checklist": ["Count the trucks."]},
            {"id": "2", "events": ["The bridge is blown."]},
        ],
        "Turns",
    )
    scenario.close()
    with GameSession.start("by_hand/classic", path=own, own=made_for(own, 1)) as game:
        place = game.scenario.map.parse_label
        assert game.scenario.title == "The crossing"
        assert game.state.pieces[R2].at == place("0203")
        assert game.state.pieces[B5].at == "pool"
        assert game.rules.cautions(game.state, hand.Place(B5, place("0103"))) == ()
        assert game.rules.cautions(game.state, hand.Place(B5, place("0402")))
        game.act(hand.NextPhase())
        state = game.state
        assert isinstance(state, HandState) and state.owed == ("Count the trucks.",)
        told: list[str] = []
        while game.state.turn < 2:
            told = [game.rules.prose(event) for event in game.act(hand.NextPhase())]
        assert "To do: The bridge is blown." in told
        assert any("may come now" in text and "Red 9" in text for text in told)
        assert any("leave the game this turn" in text and "Red 2" in text for text in told)
        due = {(one.kind, one.turn) for one in game.rules.due(game.state, 1, 3)}
        assert {("arrival", 2), ("withdrawal", 2), ("check", 1), ("check", 2)} <= due
        digest = game.digest()
    with GameSession.open(own) as again:
        assert again.digest() == digest and again.verify() == ()


def test_a_checklist_does_not_excuse_moves_out_of_time(
    own: Path, scenario: ScenarioSession
) -> None:
    scenario.write_rows("turns", [{"id": "1", "checklist": ["Count."]}], "Turns")
    scenario.close()
    with GameSession.start("by_hand/classic", path=own, own=made_for(own, 1)) as game:
        game.act(hand.NextPhase())
        move = Move(R1, game.scenario.map.parse_label("0201"))
        assert [one.rule for one in game.rules.cautions(game.state, move)] == ["H-phases"]


def test_weather_of_a_turn_is_fixed_and_its_die_is_not_thrown(own: Path) -> None:
    with ScenarioSession.make(own, "Mud", 1, 1, "by_hand/difference") as scenario:
        kinds = scenario.declared.weather
        assert kinds is not None
        wanted = kinds.kinds[-1].id
        scenario.write_rows("turns", [{"id": "1", "weather": wanted}], "Turns")
        scenario.write_rows("turns", [{"id": "1", "weather": "hail"}], "Turns")
        assert any("kind of weather, not hail" in str(one) for one in scenario.problems)
        scenario.undo()
        number = scenario.number
    with GameSession.start("by_hand/classic", path=own, own=made_for(own, number)) as game:
        game.act(hand.NextPhase())
        state = game.state
        assert isinstance(state, HandState) and state.weather == wanted
        assert game.rules.chance(state) is None


def test_what_cannot_be_is_refused_and_nothing_is_changed(scenario: ScenarioSession) -> None:
    before = scenario.charts.base
    with pytest.raises(KnownError, match="turn"):
        scenario.write_starts({R1: StartRow(R1, "0101", turn=-1)}, "Bad")
    with pytest.raises(KnownError, match="phases"):
        scenario.write_rows("phases", [{"id": "x", "name": ""}], "Bad")
    with pytest.raises(KnownError, match="no name or no hexes"):
        scenario.write_area(" ", ("0101",))
    assert scenario.charts.base == before and not scenario.can_undo


def test_what_board_and_units_have_not_is_told(scenario: ScenarioSession) -> None:
    scenario.write_area("Nowhere", ("0101", "9999"))
    scenario.put((R1,), "Atlantis")
    scenario.write_starts({UnitId("green-1"): StartRow("green-1", "0101")}, "Unknown")
    scenario.write_starts({R2: StartRow(R2, "0101", turn=5, leaves=3)}, "Backwards")
    assert any("leaves" in text for text in scenario.told_problems())
    scenario.undo()
    said = " ".join(scenario.lay_out().problems)
    for words in ("1 of its hexes is not", "the board has no Atlantis", "no such unit"):
        assert words in said


def test_a_place_that_rules_name_and_the_board_has_not_is_told(scenario: ScenarioSession) -> None:
    """A source of supply with a letter too many fed nobody, and the scenario was called sound."""
    tables = scenario.charts.tables()
    sources, places = tables["supply"]["sources"], tables["victory"]["places"]
    side = next(iter(sources))
    assert not any("the board has no" in text for text in scenario.told_problems())
    scenario.write_parts(
        {
            ("supply",): {**tables["supply"], "sources": {**sources, side: ["Castel", "0101"]}},
            ("victory",): {
                **tables["victory"],
                "places": [*places, {"id": "Atlantis", "points": 1}],
            },
        },
        "Misspelt",
    )
    said = scenario.told_problems()
    assert f"Supply of {side}: the board has no Castel." in said
    assert "Victory: the board has no Atlantis." in said


def test_dates_are_filled_down_and_the_rest_of_the_rows_stays(scenario: ScenarioSession) -> None:
    scenario.write_rows("turns", [{"id": "2", "events": ["Rain."]}], "Turns")
    scenario.fill_turns(datetime.date(1944, 5, 28), 7, 3)
    turns = scenario.declared.turns
    assert turns.last == 3
    assert [row.date for row in turns.rows] == ["28 May 1944", "4 June 1944", "11 June 1944"]
    assert turns.row(2).events == ("Rain.",)
    scenario.set_last_turn(2)
    assert [row.id for row in scenario.declared.turns.rows] == ["1", "2"]


def test_several_scenarios_in_a_file_go_their_own_ways(
    own: Path, scenario: ScenarioSession
) -> None:
    scenario.put((R1,), "0303")
    with ScenarioSession.duplicate(own, 1) as second:
        assert second.charts.title == "The crossing (copy)"
        second.put((R1,), "0404")
        assert where(scenario, R1) == "0303" and where(second, R1) == "0404"
    with ScenarioSession.of_charts(own, 1, 1, 1) as third:
        assert where(third, R1) == "0101", "the rules without the situation"
    assert [info.number for info in listed(own)] == [1, 2, 3]


def test_charts_of_other_games_have_no_scenario_and_keep_their_rows(own: Path) -> None:
    with ChartSession.create(own, shipped("balkan_gambit")) as charts:
        number = charts.number
        with pytest.raises(KnownError, match="rows stay as they are"):
            charts.write_parts({("turns",): {}}, "Bad")
    with pytest.raises(KnownError, match="without a scenario"):
        ScenarioSession.open(own, number)
    assert listed(own) == ()


def test_cells_that_were_edited_are_taken_up_by_the_rows_written_over_them(
    scenario: ScenarioSession,
) -> None:
    scenario.type_in(("phases", "move", "name"), "March")
    assert ("phases", "move", "name") in scenario.charts.cells
    rows = scenario.rows("phases")
    scenario.write_rows("phases", [row for row in rows if row["id"] != "combat"], "Phases")
    assert scenario.charts.cells == {}
    assert "March" in [row.name for row in scenario.declared.phases]
    scenario.undo()
    assert ("phases", "move", "name") in scenario.charts.cells
    assert "combat" in [row.id for row in scenario.declared.phases]


def test_parts_come_back_from_json_and_no_others() -> None:
    fact = Fact(Layer.PART, ("scenario", "units", "red-1"), None, Part.of({"id": "red-1"}))
    change = Change((fact,), "Set up 1 unit")
    assert change_from_plain(change_to_plain(change), "edit 1") == change
    for text in ("", "null", "{", '{"a": null}'):
        spoilt = {**change_to_plain(change), "facts": [["part", ["a"], None, {"part": text}]]}
        with pytest.raises(KnownError, match="edit 1"):
            change_from_plain(spoilt, "edit 1")
