"""Editing a map in a project file: committed at once, undoable after a restart, all or nothing."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import maps.data
from engine.editing.map_session import EditSession
from engine.store.project import Project
from maps import edits
from maps.edits import Change, Touched
from maps.errors import KnownError
from maps.formats import text
from maps.hexgrid import Hex
from tests.engine.fakes import HOME, small_map
from tests.examples import few
from tests.maps.edits.test_edits import a_board, one_edit


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "board.sandtable"


def reopened(session: EditSession) -> EditSession:
    session.close()
    return EditSession.open(session.path, session.number)


def paint(session: EditSession, terrain: str, *hexes: Hex, stroke: str = "") -> Touched:
    return session.apply(edits.paint(session.map, hexes, terrain, stroke=stroke))


def test_an_edit_is_in_the_file_when_it_returns(path: Path) -> None:
    with EditSession.create(path, small_map()) as session:
        touched = paint(session, "rough", HOME)
        assert touched.hexes == {HOME}
        with Project.open(path) as project:
            asked = "SELECT terrain FROM map_hex WHERE q = 0 AND r = 0"
            assert project.rows(asked) == [("rough",)]


def test_the_map_one_gives_is_copied(path: Path) -> None:
    board = small_map()
    with EditSession.create(path, board) as session:
        paint(session, "rough", HOME)
        assert board == small_map()


def test_a_shipped_map_by_name(path: Path) -> None:
    name = maps.data.names()[0]
    with EditSession.create(path, name) as session:
        assert text.dumps(session.map) == text.dumps(maps.data.load(name))
    with pytest.raises(KnownError, match="there is no map"):
        EditSession.create(path.with_name("other.sandtable"), "atlantis")
    assert not path.with_name("other.sandtable").exists()


def test_undo_history_survives_a_restart(path: Path) -> None:
    session = EditSession.create(path, small_map())
    paint(session, "rough", HOME)
    session.apply(edits.put_note(session.map, "credits", "nobody"))
    session.apply(edits.drop_box(session.map, "sea"))
    assert session.undo() is not None
    session = reopened(session)
    assert session.labels == ("Paint Rough", "Note credits")
    assert [(step.label, step.undone) for step in session.history] == [
        ("Paint Rough", False),
        ("Note credits", False),
        ("Remove box The Sea", True),
    ]
    session.redo()
    assert "sea" not in session.map.boxes and not session.can_redo
    while session.undo():
        session = reopened(session)
    assert session.map == small_map() and not session.can_undo
    session.close()


def test_a_stroke_is_one_step(path: Path) -> None:
    with EditSession.create(path, small_map()) as session:
        for at in list(session.map.terrain):
            paint(session, "rough", at, stroke="one")
        paint(session, "clear", HOME, stroke="two")
        assert session.labels == ("Paint Rough", "Paint Clear")
        session.undo()
        touched = session.undo()
        assert touched is not None and touched.hexes == {HOME, Hex(0, 1), Hex(2, 0)}
        assert session.map == small_map()
        session.redo()
        assert set(session.map.terrain.values()) == {"rough"}


def test_a_stroke_does_not_grow_after_undo_or_restart(path: Path) -> None:
    session = EditSession.create(path, small_map())
    paint(session, "rough", HOME, stroke="one")
    session.undo()
    session.redo()
    paint(session, "rough", Hex(0, 1), stroke="one")
    session = reopened(session)
    paint(session, "rough", Hex(2, 0), stroke="one")
    assert len(session.labels) == 3
    session.close()


def test_a_step_that_came_to_nothing_is_passed_over(path: Path) -> None:
    with EditSession.create(path, small_map()) as session:
        paint(session, "rough", HOME)
        paint(session, "clear", Hex(1, 0), stroke="wavering")
        paint(session, "rough", Hex(1, 0), stroke="wavering")
        session.undo()
        assert session.map == small_map()
        assert not session.can_undo


def test_a_new_edit_takes_the_place_of_undone_ones(path: Path) -> None:
    with EditSession.create(path, small_map()) as session:
        paint(session, "rough", HOME)
        session.undo()
        paint(session, "rough", Hex(0, 1))
        assert not session.can_redo and session.redo() is None
        assert session.labels == ("Paint Rough",)
        session.undo()
        assert session.map == small_map() and session.undo() is None


def test_nothing_to_do_leaves_no_trace(path: Path) -> None:
    with EditSession.create(path, small_map()) as session:
        assert session.apply(edits.paint(session.map, [], "rough")) == Touched()
        assert session.history == ()


def test_a_change_that_does_not_fit_changes_nothing(path: Path) -> None:
    with EditSession.create(path, small_map()) as session:
        change = edits.paint(session.map, [HOME], "rough")
        session.apply(change)
        before, history = copy.deepcopy(session.map), session.history
        with pytest.raises(KnownError, match="expects"):
            session.apply(change)
        assert (session.map, session.history) == (before, history)


def test_an_edit_that_cannot_be_written_has_not_happened(path: Path) -> None:
    with EditSession.create(path, small_map()) as session, Project.open(path) as project:
        paint(session, "rough", HOME)
        project.db.execute("PRAGMA max_page_count = 1")
        with pytest.raises(KnownError, match="disk is full"):
            for number in range(200):
                before, history = copy.deepcopy(session.map), session.history
                session.apply(edits.put_note(session.map, f"n{number}", "long " * 1000))
        assert (session.map, session.history) == (before, history)
        project.db.execute("PRAGMA max_page_count = 100000")
        paint(session, "rough", Hex(0, 1))
        session = reopened(session)
        assert session.map.terrain[Hex(0, 1)] == "rough"
        assert {**before.notes} == session.map.notes
        session.close()


def test_sessions_on_one_map_share_it(path: Path) -> None:
    with EditSession.create(path, small_map()) as first, EditSession.open(path) as second:
        paint(first, "rough", HOME)
        assert second.map is first.map
        second.undo()
        assert first.map == small_map()


def test_one_of_several_maps_is_chosen_by_number_or_id(path: Path) -> None:
    other = small_map()
    other.id = "other"
    EditSession.create(path, small_map()).close()
    EditSession.create(path, other).close()
    with EditSession.open(path, "other") as session:
        assert (session.map.id, session.number) == ("other", 2)
    with EditSession.open(path, 1) as session:
        assert session.map.id == "small"
    with pytest.raises(KnownError, match=r"several maps.*1 \(small\), 2 \(other\)"):
        EditSession.open(path)
    with pytest.raises(KnownError, match="no map 'third'"):
        EditSession.open(path, "third")
    Project.create(path.with_name("empty.sandtable")).close()
    with pytest.raises(KnownError, match="holds no map"):
        EditSession.open(path.with_name("empty.sandtable"))


def test_editing_after_closing_is_refused(path: Path) -> None:
    session = EditSession.create(path, small_map())
    change = edits.paint(session.map, [HOME], "rough")
    session.close()
    session.close()
    with pytest.raises(KnownError, match="closed"):
        session.apply(change)
    assert session.map == small_map()


@given(st.data())
@few(20)
def test_every_state_of_a_board_can_be_found_again(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("board") / "board.sandtable"
    session = EditSession.create(path, a_board())
    seen = {session.revision: copy.deepcopy(session.map)}
    for deed in data.draw(st.lists(st.sampled_from(["edit", "edit", "stroke", "undo", "redo"]))):
        if deed == "undo":
            session.undo()
        elif deed == "redo":
            session.redo()
        else:
            change = data.draw(one_edit(session.map, "s" if deed == "stroke" else ""))
            session.apply(Change(change.facts, change.label, "s" if deed == "stroke" else ""))
        seen[session.revision] = copy.deepcopy(session.map)
    session = reopened(session)
    assert session.map == list(seen.values())[-1]
    for revision, board in seen.items():
        assert session.board_at(revision) == board
    while session.undo():
        pass
    assert session.map == a_board()
    session.close()


def test_a_stroke_taken_back_leaves_nothing_to_undo_or_redo(path: Path) -> None:
    with EditSession.create(path, small_map()) as session:
        paint(session, "rough", HOME)
        before = text.dumps(session.map)
        paint(session, "clear", HOME, stroke="s1")
        paint(session, "rough", HOME.neighbour(5), stroke="s1")
        assert session.take_back("s0") is None, "another stroke"
        touched = session.take_back("s1")
        assert touched is not None and HOME in touched.hexes
        assert text.dumps(session.map) == before
        assert len(session.labels) == 1 and not session.can_redo
        assert session.take_back("s1") is None, "only once"
        revision = session.revision
        session.undo()
        assert session.map == small_map()
        assert text.dumps(session.board_at(revision)) == before
        session.redo()
        with reopened(session) as again:
            assert text.dumps(again.map) == before
            assert len(again.labels) == 1
