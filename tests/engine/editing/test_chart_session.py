"""Charts of a project: edited, kept, and taken into games."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from engine.core.charts.chart_set import Edit, edited_in, fingerprint
from engine.core.charts.schema import CellKind, typed, value_at
from engine.editing.chart_session import ChartSession, imported, playable, problems_of, shipped
from engine.editing.project_session import ProjectSession
from engine.game import catalogue
from engine.game.catalogue import choose, system_of
from engine.game.session import GameSession, Own
from engine.play.verification import replay
from engine.store.project import Project
from engine.systems import SYSTEMS
from maps.errors import KnownError
from tests.examples import often

SYSTEM = "operation_gertrud"
SCENARIO = "operation_gertrud/early_1941"
COST = ("terrain", "rows", "rough", "cost")
CITY = ("terrain", "city_shifts")
ULTRA = ("markers", "ultra")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.sandtable"


def cells(session: ChartSession) -> dict[tuple[str, ...], Edit]:
    return dict(session.charts.cells)


def test_edits_notes_and_resets_are_kept_and_undone(path: Path) -> None:
    with ChartSession.create(path, shipped(SYSTEM)) as session:
        told: list[frozenset[tuple[str, ...]]] = []
        session.watch(told.append)
        session.type_in(COST, " 4 ")
        session.annotate(COST, "The mud of 1941.")
        session.write(CITY, 2)
        session.retitle("Mud")
        assert told[0] == {COST} and len(told) == 4
        whole = cells(session)
        assert whole == {COST: Edit(4, "The mud of 1941."), CITY: Edit(2)}
        session.reset(("terrain", "rows"))
        assert cells(session) == {CITY: Edit(2)}
        session.reset()
        assert cells(session) == {} and session.charts.title == "Mud"
        assert session.undo() is not None and session.undo() is not None
        assert cells(session) == whole
    with ChartSession.open(path, 1) as session:
        assert cells(session) == whole and session.charts.title == "Mud"
        assert session.redo() is not None and session.can_undo and session.can_redo
        assert cells(session) == {CITY: Edit(2)}
        labels = [(step.label, step.undone) for step in session.history]
        assert labels[0] == ("Edit terrain, rough, cost", False)
        assert labels[-1] == ("Reset all charts", True)
        while session.undo() is not None:
            pass
        assert cells(session) == {} and session.charts.title == "House tables"
        assert session.charts == shipped(SYSTEM)


def test_the_value_it_derives_from_resets_a_cell(path: Path) -> None:
    with ChartSession.create(path, shipped(SYSTEM)) as session:
        session.write(COST, 4)
        session.write(COST, 2)
        assert cells(session) == {}
        session.write(COST, 2)
        assert len(session.history) == 2, "nothing happened the third time"


@pytest.mark.parametrize(
    ("cell", "typed", "said"),
    [
        (COST, "0", "House tables, terrain, rough, cost: should be a whole number, 1 or more"),
        (COST, "much", "not 'much'"),
        (("combat", "rows", "1", "2"), "zz", "combat, 1, 2: should be one of AE, AX, AR, EX"),
        (("places", "next to Ankara", "near"), "1717", "should be what is shipped"),
        (("terrain", "rows", "swamp", "cost"), "3", "is no cell of these charts."),
        (("markers", "rows", "1", "cas"), "2, -1", "a list, separated by commas, each a whole"),
    ],
)
def test_a_bad_value_is_refused_and_nothing_is_kept(
    path: Path, cell: tuple[str, ...], typed: str, said: str
) -> None:
    with ChartSession.create(path, shipped(SYSTEM)) as session:
        with pytest.raises(KnownError) as error:
            session.type_in(cell, typed)
        assert said in str(error.value)
        assert cells(session) == {} and not session.can_undo
        with pytest.raises(KnownError, match="is as shipped"):
            session.annotate(COST, "why")
        with pytest.raises(KnownError, match="is empty"):
            session.retitle("  ")


def test_typed_values_are_what_a_person_means(path: Path) -> None:
    with ChartSession.create(path, shipped(SYSTEM)) as session:
        session.type_in(("shifts", "surrounded"), "−2")
        session.type_in(("markers", "rows", "2", "cas"), "1, 0,3")
        session.type_in(("raid", "rows", "2", "holds"), "No")
        session.type_in(("combat", "codes", "AE", "text"), "All gone.")
        assert [edit.value for edit in session.charts.cells.values()] == [
            -2,
            (1, 0, 3),
            False,
            "All gone.",
        ]


def test_what_does_not_agree_keeps_a_game_from_beginning(path: Path) -> None:
    with ChartSession.create(path, shipped(SYSTEM)) as session:
        session.write(("combat", "die"), 8)
        (problem,) = session.problems
        assert "a row of results for each face" in problem.what
        with pytest.raises(KnownError, match=r"House tables: combat, die: should be 6"):
            GameSession.start(SCENARIO, path=path, own=Own(charts=1))
        with ProjectSession.open(path) as project:
            assert project.games == ()
        session.undo()
        assert session.problems == ()
        with pytest.raises(KnownError, match="are charts of Operation Gertrud, not of Balkan"):
            playable(session.charts, "balkan_gambit")
        with pytest.raises(KnownError, match="holds no charts 7"):
            GameSession.start(SCENARIO, path=path, own=Own(charts=7))


def test_a_game_keeps_its_own_copy(path: Path) -> None:
    with ChartSession.create(path, shipped(SYSTEM)) as session:
        session.write(ULTRA, 9)
        session.annotate(ULTRA, "More of it.")
        text = session.charts.text()
        with GameSession.start(SCENARIO, path=path, own=Own(charts=1)) as game:
            assert game.scenario.data.charts.markers.ultra == 9
            session.write(ULTRA, 1)
            assert game.rules.scenario.charts == text
            move = next(iter(game.view().legal))
            game.act(move)
            game.undo()
            game.redo()
            digests = [game.digest(node.id) for node in game.log]
    with ProjectSession.open(path) as project:
        project.remove_charts(1)
        assert project.charts == ()
    with GameSession.open(path) as game:
        assert game.scenario.charts == text and edited_in(text)[ULTRA].was == 4
        assert game.scenario.data.charts.markers.ultra == 9
        rule, sentence = next(iter(game.story()))[1:]
        assert rule == "" and fingerprint(text) in sentence and "House tables" in sentence
        assert game.verify() == () and replay(game).same
        assert [game.digest(node.id) for node in game.log] == digests
        game.goto(0)
        assert game.rules.begin().state.ultra == 9  # type: ignore[attr-defined]


def test_shipped_charts_beside_edited_ones(path: Path) -> None:
    """Two games of one system run side by side, each by its own charts."""
    with ChartSession.create(path, shipped(SYSTEM)) as session:
        session.write(ULTRA, 9)
    house = GameSession.start(SCENARIO, path=path, own=Own(charts=1))
    plain = GameSession.start(SCENARIO, path=path)
    with house, plain:
        assert house.scenario.data.charts.markers.ultra == 9
        assert plain.scenario.data.charts.markers.ultra == 4
        assert plain.log[0].told == ()
        assert house.digest() != plain.digest()


FIRST = {info.system: info.id for info in reversed(catalogue.scenarios())}
"""A scenario of each system."""


@pytest.mark.parametrize("system", sorted(FIRST))
def test_every_system_plays_by_the_charts_of_its_game(system: str, path: Path) -> None:
    """Some numbers are one higher, where they may; the game goes on and replays."""
    with ChartSession.create(path, shipped(system)) as session:
        numbers = [
            cell
            for cell, rule in session.allowed.items()
            if rule.kind is CellKind.WHOLE and not rule.many
        ]
        for cell in numbers[:: max(1, len(numbers) // often(4, 8))]:
            _least, most = session.allowed[cell].range
            value = value_at(session.charts.plain, cell) + 1
            session.write(cell, value if most is None else min(value, most))
            if session.problems:
                session.undo()
        assert session.charts.cells
        with GameSession.start(FIRST[system], path=path, own=Own(charts=1)) as game:
            own = system_of(system)
            plain: Any = typed(own.chart_type(), own.chart_text(), system)
            assert game.scenario.charts == session.charts.text()
            data = game.scenario.data
            assert getattr(data, "charts", data) != plain
            for _ in range(12):
                if game.view().outcome is None:
                    game.act(choose(game))
            assert game.verify() == () and replay(game).same


def test_charts_altered_behind_a_games_back_are_found(path: Path) -> None:
    with ChartSession.create(path, shipped(SYSTEM)) as session:
        session.write(("shifts", "arms"), 2)
    with GameSession.start(SCENARIO, path=path, own=Own(charts=1)):
        pass
    with Project.open(path) as project:
        assert len(project.rows("SELECT id FROM charts")) == 2
    file = sqlite3.connect(path)
    file.execute("UPDATE charts SET text = replace(text, 'arms = 2', 'arms = 4')")
    file.commit()
    file.close()
    with GameSession.open(path) as game:
        assert game.verify() == (0,)
        assert replay(game).mismatches == ("The charts are not those the game was begun with.",)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_out_to_a_file_and_in_again(path: Path, system: str) -> None:
    with ChartSession.create(path, shipped(system, "Mine")) as session:
        free = [p for p, rule in session.allowed.items() if rule.range[0] is not None]
        for cell in free[:4]:
            rule = session.allowed[cell]
            assert rule.range[0] is not None
            session.write(cell, (rule.range[0],) if rule.many else rule.range[0])
        assert problems_of(session.charts) == session.problems
        back = imported(session.charts.text(), "mine.toml")
        assert back == session.charts
        with ProjectSession.open(path) as project:
            number = project.add_charts(back)
            infos = [(info.number, info.system, info.title) for info in project.charts]
        assert infos == [(1, system, "Mine"), (number, system, "Mine")]
        assert ChartSession.peek(path, number) == session.charts


def test_a_text_that_names_no_system_wants_one() -> None:
    with pytest.raises(KnownError, match="does not say which system"):
        imported("[terrain]\ncity_shifts = 2", "mine.toml")
    assert imported("[terrain]\ncity_shifts = 2", "mine.toml", SYSTEM).cells == {CITY: Edit(2)}
    with pytest.raises(KnownError, match="is not one Sandtable knows"):
        imported('[chart_set]\nsystem = "chess"', "mine.toml")
