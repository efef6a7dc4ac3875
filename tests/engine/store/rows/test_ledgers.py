"""Ledgers in project files: kept to the letter, edited in whole transactions, damage told."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import oob.data
from engine.store.project import Project
from engine.store.rows import ledgers
from engine.store.rows.ledgers import LiveLedger, is_ledger, load_ledger, save_ledger
from engine.store.rows.oobs import load_oob
from maps.errors import KnownError
from oob.formats import text
from oob.ledger import shipped
from oob.ledger.edits import builders, corrections
from oob.ledger.edits.changes import Change, apply, inverse
from oob.ledger.model import Ledger, ledger_of, roster_of
from oob.model import OrderOfBattle
from oob.notation.counters import is_counters
from oob.notation.model import Roster
from oob.notation.text.printer import dumps
from tests.examples import few
from tests.oob import strategies as counters
from tests.oob.notation import strategies as some


def kept(path: Path, ledger: Ledger) -> tuple[Ledger, OrderOfBattle | None]:
    with Project.create(path) as project:
        with project.transaction():
            number = save_ledger(project, ledger)
        assert is_ledger(project, number)
        order = load_oob(project, number) if ledger.heads else None
        return load_ledger(project, number), order


@pytest.mark.parametrize("name", shipped.names())
def test_every_shipped_order_of_battle_is_kept_as_it_is(tmp_path: Path, name: str) -> None:
    ledger = shipped.load(name)
    again, order = kept(tmp_path / "a.sandtable", ledger)
    assert again == ledger
    assert dumps(roster_of(again)) == dumps(roster_of(ledger))
    if is_counters(roster_of(ledger)):
        assert name in oob.data.names()
        assert order is not None and text.dumps(order) == oob.data.text(name)


@given(some.rosters())
@settings(few(10), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_roster_is_kept_as_it_is(
    tmp_path_factory: pytest.TempPathFactory, roster: Roster
) -> None:
    ledger = ledger_of(roster)
    again, _ = kept(tmp_path_factory.mktemp("kept") / "a.sandtable", ledger)
    assert again == ledger


@given(counters.orders())
@settings(few(10), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_counters_are_kept_as_they_are(
    tmp_path_factory: pytest.TempPathFactory, order: OrderOfBattle
) -> None:
    _, again = kept(tmp_path_factory.mktemp("kept") / "a.sandtable", ledger_of(order))
    assert again == order


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project.create(tmp_path / "p.sandtable")


def live_of(project: Project, name: str) -> LiveLedger:
    with project.transaction():
        number = save_ledger(project, shipped.load(name))
    return LiveLedger.of(project, number)


def edits(ledger: Ledger) -> list[Change]:
    """One edit of every sort, each made after those before it."""
    scratch = Ledger(
        ledger.id,
        ledger.title,
        ledger.status,
        ledger.heads,
        ledger.errata,
        ledger.mix,
        dict(ledger.rows),
    )
    keys = [row.key for row in scratch.ordered()]
    item = scratch.rows[keys[0]].item
    made = []
    for make in (
        lambda: builders.set_field(scratch, keys[:4], "ratings", "9-9"),
        lambda: builders.add(scratch, [item, item], keys[2])[0],
        lambda: builders.remove(scratch, keys[5:8]),
        lambda: corrections.lay(scratch, "axis-3"),
        lambda: builders.set_head(scratch, "title", "Another"),
        lambda: builders.set_head(scratch, "heads", (("fact", '["a", "b"]'),)),
        lambda: builders.set_head(scratch, "mix", ""),
        lambda: corrections.lift(scratch, "axis-3"),
    ):
        change = make()
        apply(scratch, change)
        made.append(change)
    return made


def test_what_is_committed_is_in_the_file_edit_by_edit(project: Project) -> None:
    live = live_of(project, "fire_in_the_east")
    for change in edits(live.ledger):
        live.commit(change)
        assert load_ledger(project, live.number) == live.ledger
    while live.undo():
        assert load_ledger(project, live.number) == live.ledger
    assert live.ledger == shipped.load("fire_in_the_east")
    while live.redo():
        pass
    assert live.ledger.title == "Another"
    assert load_ledger(project, live.number) == live.ledger
    project.close()


def test_a_change_that_cannot_be_written_changes_nothing(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = live_of(project, "balkan_front_crete")
    before = load_ledger(project, live.number)
    key = live.ledger.ordered()[0].key

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("disk full")

    monkeypatch.setattr(project, "run_all", full)
    with pytest.raises((KnownError, sqlite3.OperationalError)):
        live.commit(builders.set_field(live.ledger, [key], "note", "lost"))
    monkeypatch.undo()
    assert live.ledger == before
    assert load_ledger(project, live.number) == before
    assert not live.can_undo()
    project.close()


def test_undo_is_the_inverse_whatever_was_edited(project: Project) -> None:
    live = live_of(project, "fire_in_the_east")
    change = edits(live.ledger)[0]
    live.commit(change)
    live.commit(inverse(change))
    assert [step.label for step in live.steps()] == [change.label, change.label]
    assert live.ledger == shipped.load("fire_in_the_east")
    project.close()


def test_a_damaged_row_is_told(project: Project) -> None:
    live = live_of(project, "balkan_front_crete")
    with project.transaction():
        project.run("UPDATE ledger_row SET action = 'explode' WHERE key = 1")
    with pytest.raises(KnownError, match="damaged"):
        load_ledger(project, live.number)
    project.close()


def test_a_bug_of_ours_is_no_damage_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object, **_words: object) -> None:
        raise KeyError("ours")

    with Project.create(tmp_path / "a.sandtable") as project:
        with project.transaction():
            number = save_ledger(project, shipped.load(shipped.names()[0]))
        monkeypatch.setattr(ledgers, "Item", broken)
        with pytest.raises(KeyError, match="ours"):
            load_ledger(project, number)


def test_half_a_sign_in_a_name_is_damage(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a.sandtable") as project:
        with project.transaction():
            number = save_ledger(project, shipped.load(shipped.names()[0]))
            project.run("UPDATE ledger_row SET names = '[\"\\ud800\"]'")
        with pytest.raises(KnownError, match="order of battle"):
            load_ledger(project, number)
