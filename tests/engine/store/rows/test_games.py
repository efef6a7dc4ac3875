"""Games in project files: what a scenario needs is in the file, and each append is whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.store.project import Project
from engine.store.rows.games import GameInfo, GameStore, NodeRow, SnapshotRow, list_games
from engine.store.rows.maps import map_numbers
from maps.errors import KnownError
from tests.engine.fakes import CHARTS, Skirmish, install, small_map, small_scenario


@pytest.fixture(autouse=True)
def skirmish() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.sandtable"


def node(number: int, parent: int | None, **more: int) -> NodeRow:
    action = None if parent is None else '{"is": "Rest"}'
    return NodeRow(number, parent, action, "chosen", 0, f"k{number}", "red", "[]", "d", **more)


def test_rows_come_back_as_they_were(path: Path) -> None:
    store = GameStore.create(path, small_scenario(), 7, "typed")
    rows = (node(0, None), node(1, 0), node(2, 1, board=4), node(3, 1))
    store.append(rows[:2], 1, 1, "typed", SnapshotRow(1, '{"a": 1}'))
    store.append(rows[2:], 2, 3, "ask")
    store.close()
    again = GameStore.open(path)
    record = again.load()
    assert record.nodes == rows
    assert (record.seed, record.dice, record.current, record.tip) == (7, "ask", 2, 3)
    assert record.snapshots == {1}
    assert (again.snapshot(1), again.snapshot(2)) == ('{"a": 1}', None)
    again.close()


def test_a_scenario_is_rebuilt_from_the_file_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = small_scenario(turns=3)
    GameStore.create(path, scenario, 1, "program").close()
    monkeypatch.setattr(Skirmish, "chart_text", lambda self: "clear = 100\n")
    store = GameStore.open(path)
    found = store.scenario
    assert (found.map, found.oob, found.data) == (scenario.map, scenario.oob, scenario.data)
    assert (found.id, found.title, found.source) == (scenario.id, scenario.title, scenario.source)
    assert (found.charts, found.options) == (CHARTS, {"fog": False})
    store.close()


def test_games_share_what_is_equal(path: Path) -> None:
    for seed in (1, 2):
        GameStore.create(path, small_scenario(), seed, "program").close()
    with Project.open(path) as project:
        counts = {
            table: project.rows(f"SELECT count(*) FROM {table}")[0][0]
            for table in ("map", "oob", "charts", "scenario", "game")
        }
    assert counts == {"map": 1, "oob": 1, "charts": 1, "scenario": 1, "game": 2}


def test_a_new_game_does_not_take_a_board_that_was_edited(path: Path) -> None:
    with Project.create(path) as project:
        GameStore.create(path, small_scenario(), 1, "program").close()
        with project.transaction():
            project.run("UPDATE map_hex SET terrain = 'rough'")
    second = GameStore.create(path, small_scenario(), 2, "program")
    assert second.scenario.map == small_map()
    second.close()
    with Project.open(path) as project:
        assert len(map_numbers(project)) == 2


def test_the_newest_game_is_opened_unless_one_is_named(path: Path) -> None:
    for seed in (5, 6):
        store = GameStore.create(path, small_scenario(), seed, "program")
        store.append([node(0, None), node(1, 0)], 1, 1, "program")
        store.close()
    for number, seed in ((None, 6), (1, 5), (2, 6)):
        store = GameStore.open(path, number)
        assert store.load().seed == seed
        store.close()
    assert list_games(path) == (
        GameInfo(1, "skirmish/small", "A small raid", "skirmish", 5, 1),
        GameInfo(2, "skirmish/small", "A small raid", "skirmish", 6, 1),
    )
    with pytest.raises(KnownError, match="holds no game 3"):
        GameStore.open(path, 3)


def test_a_project_without_a_game(path: Path) -> None:
    Project.create(path).close()
    with pytest.raises(KnownError, match="holds no game"):
        GameStore.open(path)
    assert list_games(path) == ()


def test_an_append_is_whole_or_not_at_all(path: Path) -> None:
    store = GameStore.create(path, small_scenario(), 1, "program")
    store.append([node(0, None)], 0, 0, "program")
    with pytest.raises(Exception, match="FOREIGN KEY"):
        store.append([node(1, 0), node(3, 2)], 3, 3, "program")
    assert [row.id for row in store.load().nodes] == [0]
    store.append([node(1, 0)], 1, 1, "program")
    store.close()


def test_a_game_that_cannot_be_begun_leaves_nothing(path: Path) -> None:
    store = GameStore.create(path, small_scenario(), 1, "program")
    store.discard()
    assert list(path.parent.iterdir()) == []
    Project.create(path).close()
    store = GameStore.create(path, small_scenario(), 1, "program")
    store.discard()
    assert list_games(path) == ()


def test_a_seed_too_big_for_a_file(path: Path) -> None:
    with pytest.raises(KnownError, match="too big"):
        GameStore.create(path, small_scenario(), 2**63, "program")
    assert not path.exists()


def test_a_game_that_stands_nowhere_is_damage(path: Path) -> None:
    store = GameStore.create(path, small_scenario(), 1, "program")
    store.append([node(0, None)], 0, 0, "program")
    with Project.open(path) as project, project.transaction():
        project.run("UPDATE game SET current = 9")
    with pytest.raises(KnownError, match="damaged"):
        store.load()
    store.close()
