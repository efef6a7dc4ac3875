"""One change of a map as rows: the file becomes what the model became, order and all."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.store.project import Project
from engine.store.rows.map_rows import write_change
from engine.store.rows.maps import load_map, save_map
from maps import edits
from maps.edits.blank import blank_map, generic_legend
from maps.edits.strokes import MANY
from maps.hexgrid import Hex
from maps.layout import Orientation
from maps.numbering import LabelScheme
from tests.engine.fakes import HOME, small_map
from tests.engine.store.orders import order
from tests.examples import few
from tests.maps.edits.test_edits import a_board, one_edit


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with Project.create(tmp_path_factory.mktemp("rows") / "rows.sandtable") as opened:
        yield opened


@given(st.data())
@few(35)
def test_each_edit_writes_what_the_model_became(project: Project, data: st.DataObject) -> None:
    board = a_board()
    with project.transaction():
        number = save_map(project, board)
    done = []
    for _ in range(data.draw(st.integers(1, 6))):
        change = data.draw(one_edit(board))
        edits.apply(board, change)
        done.append(change)
        with project.transaction():
            write_change(project, number, change)
    again = load_map(project, number)
    assert again == board and order(again) == order(board)
    for change in map(edits.inverse, reversed(done)):
        edits.apply(board, change)
        with project.transaction():
            write_change(project, number, change)
    again = load_map(project, number)
    assert again == board and order(again) == order(board)


def test_only_what_is_touched_is_written(project: Project) -> None:
    board = small_map()
    with project.transaction():
        number = save_map(project, board)
    before = project.db.conn.total_changes
    change = edits.paint(board, [HOME, Hex(0, 1)], "rough")
    with project.transaction():
        write_change(project, number, change)
    assert project.db.conn.total_changes - before == 2 + 1, "two hexes and the stamp"


def test_another_map_of_the_project_is_left_alone(project: Project) -> None:
    with project.transaction():
        number, other = save_map(project, small_map()), save_map(project, small_map())
    board = small_map()
    for build in (
        lambda: edits.drop_hexes(board, [HOME]),
        lambda: edits.drop_region(board, "country", "North"),
        lambda: edits.drop_box(board, "sea"),
        lambda: edits.put_note(board, "miles per hex", None),
        lambda: edits.set_legend(board, []),
        lambda: edits.set_sheets(board, []),
    ):
        change = build()
        edits.apply(board, change)
        with project.transaction():
            write_change(project, number, change)
    assert load_map(project, number) == board
    assert load_map(project, other) == small_map()


@pytest.mark.parametrize("others", [0, 1])
def test_regions_that_exchange_all_their_hexes_swap_rows(project: Project, others: int) -> None:
    board = blank_map(
        "Big", Orientation.FLAT, 40, 30, LabelScheme(digits=3), generic_legend(), "clear"
    )
    inside = sorted(board.terrain)[others:]
    assert len(inside) >= MANY
    for hexes, name in ((board.terrain, "North"), (inside[:others], "South")):
        edits.apply(board, edits.set_region(board, "country", name, hexes, exclusive=False))
    with project.transaction():
        number = save_map(project, board)
    written = []
    change = edits.set_region(board, "country", "South", inside)
    for way in (change, edits.inverse(change), change):
        edits.apply(board, way)
        before = project.db.conn.total_changes
        with project.transaction():
            write_change(project, number, way)
        written.append(project.db.conn.total_changes - before)
        again = load_map(project, number)
        assert again == board and order(again) == order(board)
    if others:
        assert min(written) > len(inside), "North keeps a hex, and South had one"
    else:
        assert max(written) < 10, "no row of a hex is written"
