"""Maps as rows: text -> model -> SQLite -> model -> text is the identity."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given

import maps.data
from engine.store.project import Project
from engine.store.rows.maps import load_map, map_numbers, save_map
from maps import edits
from maps.errors import KnownError
from maps.formats import text
from maps.hexgrid import Hex
from maps.model import GameMap
from tests.engine.fakes import small_map
from tests.engine.store.orders import order
from tests.examples import few
from tests.maps import strategies as some


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with Project.create(tmp_path_factory.mktemp("maps") / "maps.sandtable") as opened:
        yield opened


def through(project: Project, board: GameMap) -> GameMap:
    with project.transaction():
        number = save_map(project, board)
    return load_map(project, number)


@given(some.maps())
@few(30)
def test_a_map_comes_back_as_it_was(project: Project, board: GameMap) -> None:
    again = through(project, board)
    assert again == board
    assert order(again) == order(board)


@given(some.maps())
@few(12)
def test_text_to_sqlite_to_text_is_the_identity(project: Project, board: GameMap) -> None:
    written = text.dumps(board)
    assert text.dumps(through(project, text.loads(written))) == written


@pytest.mark.parametrize("name", maps.data.names())
def test_shipped_maps_come_back_to_the_letter(project: Project, name: str) -> None:
    board = maps.data.load(name)
    again = through(project, board)
    assert text.dumps(again) == text.dumps(board)
    assert order(again) == order(board)


def test_a_project_holds_several_maps(project: Project) -> None:
    board, other = small_map(), small_map()
    other.id, other.terrain[Hex(0, 0)] = "other", "rough"
    with project.transaction():
        first, second = save_map(project, board), save_map(project, other)
    assert (load_map(project, first), load_map(project, second)) == (board, other)
    listed = map_numbers(project)
    assert (first, "small", "Small") in listed and (second, "other", "Small") in listed


def test_a_copy_leaves_the_original_alone() -> None:
    board = small_map()
    before = copy.deepcopy(board)
    twin = board.copy()
    assert twin == board
    edits.apply(twin, edits.drop_hexes(twin, [Hex(0, 0), Hex(1, 0)]))
    edits.apply(twin, edits.put_note(twin, "credits", "nobody"))
    edits.apply(twin, edits.set_sheets(twin, []))
    edits.apply(twin, edits.set_legend(twin, []))
    assert board == before


def test_a_map_that_is_not_there(project: Project) -> None:
    with pytest.raises(KnownError, match="map 99999 is missing"):
        load_map(project, 99999)


def test_rows_that_no_map_can_hold_are_damage(project: Project) -> None:
    with project.transaction():
        number = save_map(project, small_map())
        project.run("UPDATE map SET orientation = 'askew' WHERE id = ?", (number,))
    with pytest.raises(KnownError, match="damaged"):
        load_map(project, number)
