"""The journal: steps, what stands and what is undone, and a history that leaves nothing out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.store.journal import MAPS, EditStep, Journal
from engine.store.project import Project
from engine.store.rows.maps import save_map
from maps import edits
from maps.edits import Change
from maps.errors import KnownError
from tests.engine.fakes import HOME, small_map


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.create(tmp_path / "journal.sandtable") as opened:
        yield opened


@pytest.fixture
def journal(project: Project) -> Journal[Change]:
    with project.transaction():
        return Journal(project, save_map(project, small_map()), MAPS)


BOARD = small_map()
FIRST = edits.paint(BOARD, [HOME], "rough", stroke="s")
SECOND = edits.put_note(BOARD, "credits", "nobody")


def record(
    project: Project, journal: Journal[Change], change: Change, same_step: bool = False
) -> int:
    with project.transaction():
        return journal.record(change, same_step=same_step)


def mark(project: Project, journal: Journal[Change], step: int, undone: bool) -> int:
    with project.transaction():
        return journal.mark(step, undone=undone)


def test_steps_stand_or_are_undone(project: Project, journal: Journal[Change]) -> None:
    assert (journal.revision(), journal.steps(), journal.last_done()) == (0, [], None)
    record(project, journal, FIRST)
    record(project, journal, SECOND)
    mark(project, journal, 2, undone=True)
    assert journal.steps() == [
        EditStep(1, FIRST.label, False),
        EditStep(2, SECOND.label, True),
    ]
    assert (journal.last_done(), journal.first_undone()) == (1, 2)
    record(project, journal, SECOND)
    assert [step.number for step in journal.steps()] == [1, 3], "an overtaken step is dropped"
    assert (journal.last_done(), journal.first_undone()) == (3, None)


def test_the_edits_of_a_step_are_one_change(project: Project, journal: Journal[Change]) -> None:
    record(project, journal, FIRST)
    record(project, journal, SECOND, same_step=True)
    assert len(journal.steps()) == 1
    assert journal.change_of(1).facts == FIRST.facts + SECOND.facts
    record(project, journal, edits.inverse(FIRST), same_step=True)
    assert journal.change_of(1).facts == SECOND.facts


def test_the_history_has_every_deed_in_order(project: Project, journal: Journal[Change]) -> None:
    revisions = [
        record(project, journal, FIRST),
        mark(project, journal, 1, undone=True),
        mark(project, journal, 1, undone=False),
        record(project, journal, SECOND),
    ]
    assert revisions == sorted(revisions) and journal.revision() == revisions[-1]
    deeds = [FIRST.facts, edits.inverse(FIRST).facts, FIRST.facts, SECOND.facts]
    assert [change.facts for change in journal.since(0)] == deeds
    assert [change.facts for change in journal.since(revisions[1])] == deeds[2:]


def test_each_map_has_a_journal_of_its_own(project: Project, journal: Journal[Change]) -> None:
    with project.transaction():
        other = Journal(project, save_map(project, small_map()), MAPS)
    record(project, journal, FIRST)
    record(project, other, SECOND)
    mark(project, other, 1, undone=True)
    assert [step.undone for step in journal.steps()] == [False]
    assert [step.label for step in other.steps()] == [SECOND.label]
    assert len(journal.since(0)) == 1


def test_a_journal_that_does_not_hold_together_is_damage(
    project: Project, journal: Journal[Change]
) -> None:
    record(project, journal, FIRST)
    record(project, journal, FIRST, same_step=True)
    with pytest.raises(KnownError, match="edit step 1"):
        journal.change_of(1)
    with project.transaction():
        project.run("UPDATE map_edit SET change = '{}'")
    with pytest.raises(KnownError, match="edit 1"):
        journal.since(0)
