"""Rows of declared rules added, taken out, moved and named; tables declared and taken out."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core.charts import declared_rows
from engine.core.charts.chart_set import ChartSet
from engine.core.charts.declared_rows import DeclaredRows
from engine.editing.chart_session import ChartSession, problems_of, shipped
from engine.game.set_up.game_set_up import kit_for
from engine.scenarios import scenarios
from maps.errors import KnownError

TERRAIN = ("movement", "terrain")
LINES = ("combat", "rows")
KITS = [info.id for info in scenarios() if info.system == "by_hand"]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[ChartSession]:
    path = tmp_path / "own.sandtable"
    with ChartSession.create(path, kit_for(path, "by_hand/classic", None, None, "Mine")) as found:
        yield found


def rows(session: ChartSession) -> DeclaredRows:
    assert session.declared_rows is not None
    return session.declared_rows


def ids(session: ChartSession, *path: str) -> list[str]:
    held = session.charts.tables()
    for key in path:
        held = held[key]
    assert isinstance(held, list)
    return [row["id"] for row in held]


def test_words_are_made_singular() -> None:
    assert doctest.testmod(declared_rows).failed == 0


def test_a_row_is_added_named_moved_and_taken_out(session: ChartSession) -> None:
    before = session.charts.text()
    session.type_in((*TERRAIN, "forest", "cost", "foot"), "3")
    growth = rows(session).added(TERRAIN, "clear")
    session.grow(growth)
    assert growth.aim == (*TERRAIN, "terrain 5")
    assert ids(session, *TERRAIN) == ["clear", "terrain 5", "forest", "hills", "sea"]
    session.type_in((*TERRAIN, "terrain 5", "id"), "swamp")
    session.type_in((*TERRAIN, "swamp", "cost", "motor"), "no")
    cost = session.charts.tables()["movement"]["terrain"]
    assert cost[1] == {"id": "swamp", "cost": {"every": "1", "motor": "no"}}
    assert cost[2]["cost"]["foot"] == "3", "an edit before it stays"
    session.type_in((*TERRAIN, "swamp", "cost", "motor"), "")
    assert session.charts.tables()["movement"]["terrain"][1]["cost"] == {"every": "1"}
    move = rows(session).moved(TERRAIN, "swamp", -1)
    assert move is not None
    session.grow(move)
    assert ids(session, *TERRAIN)[0] == "swamp"
    assert rows(session).moved(TERRAIN, "swamp", -1) is None
    gone = rows(session).removed(TERRAIN, "swamp")
    session.grow(gone)
    assert gone.aim == (*TERRAIN, "clear") and "swamp" not in ids(session, *TERRAIN)
    while session.can_undo:
        session.undo()
    assert session.charts.text() == before


def test_an_id_of_another_row_is_refused(session: ChartSession) -> None:
    with pytest.raises(KnownError, match="there is a row hills already"):
        session.type_in((*TERRAIN, "clear", "id"), "hills")
    with pytest.raises(KnownError, match="some text"):
        session.type_in((*TERRAIN, "clear", "id"), " ")
    with pytest.raises(KnownError, match="a number, 1 or more"):
        session.type_in(("turns", "rows", "1", "id"), "May")
    assert not session.can_undo


def test_what_a_row_leaves_out_can_be_typed(session: ChartSession) -> None:
    die = ("combat", "modifiers", "forest", "die")
    assert rows(session).allowed[die].range == (-20, 20)
    session.type_in(die, "-1")
    session.type_in(("combat", "below"), "1")
    tables = session.charts.tables()["combat"]
    assert tables["modifiers"][0]["die"] == -1 and tables["below"] == 1
    with pytest.raises(KnownError, match="-20 to 20"):
        session.type_in(("combat", "modifiers", "hills", "die"), "-40")
    tried = session.tried(("combat", "modifiers", "hills", "die"), "2").tables()["combat"]
    assert tried["modifiers"][1]["die"] == 2
    assert "die" not in session.charts.tables()["combat"]["modifiers"][1]


def test_results_follow_their_columns(session: ChartSession) -> None:
    session.type_in(("combat", "columns"), "1:2, 1:1, 2:1")
    assert {len(line) for line in session.charts.tables()["combat"]["rows"]} == {3}
    session.type_in(("combat", "columns"), "1:2, 1:1, 2:1, 3:1")
    lines = session.charts.tables()["combat"]["rows"]
    assert lines[0] == ["AE", "AE", "AR", "AR"] and not session.problems
    session.grow(rows(session).added(LINES, "6"))
    assert "should have 6 rows" in str(session.problems[0])
    session.grow(rows(session).removed(LINES, "1"))
    assert not session.problems
    move = rows(session).moved(LINES, "6", -5)
    assert move is not None and move.aim == (*LINES, "1")


def test_entries_are_added_and_taken_out(session: ChartSession) -> None:
    points = ("stacking", "points")
    session.grow(rows(session).entered(points, "XX"))
    session.type_in((*points, "XX"), "3")
    assert session.charts.tables()["stacking"]["points"] == {"XX": 3}
    with pytest.raises(KnownError, match="has XX already"):
        rows(session).entered(points, "XX")
    with pytest.raises(KnownError, match="needs a word"):
        rows(session).entered(points, " ")
    assert rows(session).moved(points, "XX", 1) is None
    session.grow(rows(session).removed(points, "XX"))
    assert session.charts.tables()["stacking"]["points"] == {}
    assert rows(session).lists["supply", "sources"].words == ("west", "east")


@pytest.mark.parametrize(
    "kit", [KITS[-1], *(pytest.param(kit, marks=pytest.mark.soak) for kit in KITS[:-1])]
)
def test_every_list_of_a_kit_can_grow_and_every_table_be_declared(kit: str, tmp_path: Path) -> None:
    path = tmp_path / "own.sandtable"
    with ChartSession.create(path, kit_for(path, kit, None, None, "Mine")) as session:
        for chart in session.undeclared:
            session.declare(chart)
            assert not session.problems, chart
        assert not session.undeclared and len(session.book) == len(session.charts.plain)
        for list_, listed in sorted(rows(session).lists.items(), key=lambda item: item[0]):
            held = rows(session)
            growth = held.entered(list_, "one") if listed.kind == "entries" else held.added(list_)
            session.grow(growth)
            assert rows(session).row_of((*growth.aim, "x")) == (list_, growth.aim[-1])


def test_a_line_of_results_waits_for_results(session: ChartSession) -> None:
    for part in ("rows", "results"):
        session.write_parts({("combat", part): []}, part)
    with pytest.raises(KnownError, match="no results to choose from yet"):
        rows(session).added(LINES)
    session.grow(rows(session).added(("combat", "results")))
    session.grow(rows(session).added(LINES))
    assert session.charts.tables()["combat"]["rows"] == [["result 1"] * 7]


def test_a_table_is_taken_out_and_declared_again(session: ChartSession) -> None:
    session.take_out("states")
    assert "should be the id of a state" in str(session.problems[0])
    session.take_out("supply")
    assert session.undeclared[-1] != "scenario" and "supply" in session.undeclared
    session.declare("supply")
    supply = session.charts.tables()["supply"]
    assert "state" not in supply and supply["sources"]["west"] == ["harbour"]
    assert not problems_of(session.charts)
    with pytest.raises(KnownError, match="has no table supply"):
        session.declare("supply")
    with pytest.raises(KnownError, match="declares no hidden"):
        session.take_out("hidden")
    while ids(session, "dice"):
        session.grow(rows(session).removed(("dice",), ids(session, "dice")[0]))
        if "dice" not in session.charts.plain:
            break
    assert "dice" in session.undeclared and not session.problems


def test_charts_of_other_systems_keep_their_rows(tmp_path: Path) -> None:
    path = tmp_path / "own.sandtable"
    with ChartSession.create(path, shipped("operation_gertrud")) as session:
        assert session.declared_rows is None and session.undeclared == ()


def test_results_of_a_look_up_table_are_cells(tmp_path: Path) -> None:
    text = """
[[tables]]
id = "fate"
name = "Fate"
rule = "3"
count = 2
columns = ["good", "bad"]
rows = [["a", "b"]]
"""
    path = tmp_path / "own.sandtable"
    with ChartSession.create(path, ChartSet("by_hand", "Mine", text)) as session:
        (chart,) = session.book
        assert [table.title for table in chart.tables] == ["", "Fate"]
        lines = chart.tables[1]
        assert lines.columns == ("", "good", "bad") and lines.rows[0].cells == ("2", "a", "b")
        session.type_in(("tables", "fate", "rows", "1", "2"), "doom")
        assert session.charts.tables()["tables"][0]["rows"] == [["a", "doom"]]
        for _ in range(10):
            session.grow(rows(session).added(("tables", "fate", "rows")))
        assert not session.problems
