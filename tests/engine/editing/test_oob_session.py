"""The door to editing orders of battle: committed at once, undone across restarts, shared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import oob.data
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.game.session import GameSession
from maps.errors import KnownError
from oob import edits
from oob.ledger import shipped
from oob.ledger.edits import builders
from oob.ledger.edits.changes import Touched
from oob.ledger.model import roster_of
from oob.notation.counters import to_counters

FILE = "p.sandtable"


def rename(session: OobSession, name: str) -> None:
    key = session.ledger.ordered()[0].key
    session.apply(builders.set_field(session.ledger, [key], "name", name))


def first_name(session: OobSession) -> str:
    return session.ledger.ordered()[0].name


def test_undo_reaches_back_over_restarts(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with OobSession.create(path, "fire_in_the_east") as session:
        was = first_name(session)
        rename(session, "1001")
        rename(session, "1002")
    with OobSession.open(path) as session:
        assert first_name(session) == "1002"
        assert session.undo() is not None
        assert first_name(session) == "1001"
    with OobSession.open(path) as session:
        assert session.undo() is not None
        assert first_name(session) == was
        assert session.undo() is None and not session.can_undo
        assert session.ledger == shipped.load("fire_in_the_east")
        assert session.redo() is not None and session.redo() is not None
        assert first_name(session) == "1002"
        assert [step.undone for step in session.history] == [False, False]


def test_whoever_looks_sees_every_edit(tmp_path: Path) -> None:
    seen: list[Touched] = []
    with OobSession.create(tmp_path / FILE, "balkan_front_crete") as one:
        with OobSession.open(tmp_path / FILE) as other:
            other.watch(seen.append)
            rename(one, "X")
            assert first_name(other) == "X"
            other.undo()
        assert [len(touched.rows) for touched in seen] == [1, 1]
        assert one.revision == 2


def test_counters_of_a_file_become_rows_when_they_are_edited(tmp_path: Path) -> None:
    with ProjectSession.create(tmp_path / FILE) as project:
        number = project.add_order(oob.data.load("balkan_gambit_1943"))
        with OobSession.open(tmp_path / FILE, number) as session:
            assert to_counters(roster_of(session.ledger)) == oob.data.load("balkan_gambit_1943")
        assert [(o.number, o.units) for o in project.orders] == [(number, 124)]
        with OobSession.open(tmp_path / FILE, number) as session:
            assert len(session.ledger.rows) == 124


def test_what_a_game_is_played_with_stays_and_a_copy_is_edited(tmp_path: Path) -> None:
    path = tmp_path / FILE
    game = GameSession.start("balkan_gambit/1943", path=path, seed=1)
    digest = game.digest()
    with pytest.raises(KnownError, match="a game is played with it"):
        OobSession.open(path, 1)
    with OobSession.copy(path, 1) as session:
        assert session.ledger.title == "Balkan Gambit, 1943 (copy)"
        rename(session, "99")
    assert game.digest() == digest
    game.close()
    with GameSession.open(path) as again:
        assert again.digest() == digest


def test_one_of_several_must_be_named(tmp_path: Path) -> None:
    path = tmp_path / FILE
    OobSession.create(path, "balkan_front_crete").close()
    OobSession.create(path, "balkan_front_plan_y").close()
    with pytest.raises(KnownError, match="several"):
        OobSession.open(path)
    with pytest.raises(KnownError, match="no order of battle 9"):
        OobSession.open(path, 9)
    with OobSession.open(path, 2) as session:
        assert session.ledger.id == "balkan_front_plan_y"


def test_a_file_without_orders_of_battle_and_unknown_names_are_told(tmp_path: Path) -> None:
    ProjectSession.create(tmp_path / FILE).close()
    with pytest.raises(KnownError, match="holds no order of battle"):
        OobSession.open(tmp_path / FILE)
    with pytest.raises(KnownError, match="none named 'fire_in_the_est'"):
        OobSession.create(tmp_path / "other.sandtable", "fire_in_the_est")
    assert not (tmp_path / "other.sandtable").exists()


def test_counters_are_edited_through_the_same_door(tmp_path: Path) -> None:
    with OobSession.create(tmp_path / FILE, oob.data.load("balkan_gambit_1943")) as session:
        order = session.order
        unit = next(iter(order.units.values()))
        wanted = replace(unit, faces=(replace(unit.faces[0], attack=9), *unit.faces[1:]))
        session.apply_to_counters(edits.put_unit(order, wanted))
        session.apply_to_counters(edits.put_note(session.order, "scheme.ss", "{}"))
        assert session.order.units[unit.id] == wanted
        assert list(session.order.units) == list(order.units)
        assert session.order.notes["scheme.ss"] == "{}"
        assert session.undo() and session.undo()
        assert session.order == oob.data.load("balkan_gambit_1943")


def test_looks_of_units_in_notation_are_kept_and_their_ratings_are_rows(tmp_path: Path) -> None:
    with OobSession.create(tmp_path / FILE, "fire_in_the_east") as session:
        order = session.order
        session.apply_to_counters(edits.put_note(order, "counter.x", '{"left": "A"}'))
        assert session.order.notes["counter.x"] == '{"left": "A"}'
        assert session.order.units == order.units
        unit = next(iter(order.units.values()))
        with pytest.raises(KnownError, match="kept as rows"):
            session.apply_to_counters(edits.put_unit(session.order, replace(unit, note="x")))
    with OobSession.open(tmp_path / FILE) as session:
        assert session.order.notes["counter.x"] == '{"left": "A"}'
        session.undo()
        assert "counter.x" not in session.order.notes
