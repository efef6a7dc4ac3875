"""What a person writes into the log of a game, and what is taken out of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game.session import Dice, GameSession
from engine.play.log import ROOT, How, LogTree
from engine.play.marks import MarkKind, Marks
from maps.errors import KnownError
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.fakes import March, Rest, install, small_scenario

ASH, NEAR = UnitId("ash"), Hex(1, 0)
BOTH = (MarkKind.BOOKMARK, MarkKind.NOTE)


@pytest.fixture(autouse=True)
def skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small skirmish is a known game."""
    install(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.sandtable"


def begin(path: Path) -> GameSession:
    return GameSession.begin(small_scenario(), path=path, dice=Dice.ASK)


def test_marks_are_kept_in_the_file(path: Path) -> None:
    with begin(path) as game:
        game.act(Rest())
        for kind in BOTH:
            game.mark(game.log.current, kind, f"a {kind.value}")
        game.mark(ROOT, MarkKind.NOTE, "before it all")
        game.mark(ROOT, MarkKind.NOTE, "")
    with GameSession.open(path) as again:
        assert [text for _node, text in again.marks.of(MarkKind.NOTE)] == ["a note"]
        assert again.marks.get(again.log.current, MarkKind.BOOKMARK) == "a bookmark"
        with pytest.raises(KeyError):
            again.mark(999, MarkKind.NOTE, "nowhere")


def test_turns_have_notes(path: Path) -> None:
    with begin(path) as game:
        game.turn_notes.put(3, "The convoy lands.")
        game.turn_notes.put(4, "gone")
        game.turn_notes.put(4, "")
        assert game.turn_notes.all() == {3: "The convoy lands."}
    with GameSession.open(path) as again:
        assert again.turn_notes.all() == {3: "The convoy lands."}


def test_who_rolls_is_written_into_the_log(path: Path) -> None:
    with begin(path) as game:
        game.act(Rest())
        game.dice = Dice.TYPED
    with GameSession.open(path) as again:
        assert again.dice is Dice.TYPED
        assert list(again.marks.of(MarkKind.DICE)) == [(again.log.current, "typed")]


def test_lines_have_names_from_where_they_part(path: Path) -> None:
    with begin(path) as game:
        game.act(March(ASH, NEAR))
        first = game.log.current
        game.undo()
        game.act(Rest())
        second = game.log.current
        game.act(Rest())
        game.mark(second, MarkKind.LINE, "wait and see")
        lines = game.marks.lines(game.log)
        assert [(line.end, line.parted) for line in lines] == [
            (first, ROOT),
            (game.log.current, second),
        ]
        assert [line.own for line in lines] == [first, second]
        assert [line.name for line in lines] == ["", "wait and see"]
        assert [line.is_current for line in lines] == [False, True]


def test_a_pruned_line_is_gone_and_the_rest_stands(path: Path) -> None:
    with begin(path) as game:
        game.act(March(ASH, NEAR))
        game.mark(game.log.current, MarkKind.NOTE, "a bad idea")
        bad = game.log.current
        game.act(Rest())
        game.goto(ROOT)
        game.act(Rest())
        kept = game.digest()
        assert game.prune(bad) == 2
        assert len(game.log) == 2 and game.digest() == kept
        assert list(game.marks.of(MarkKind.NOTE)) == []
        game.act(Rest())
    with GameSession.open(path) as again:
        assert len(again.log) == 3
        assert again.verify() == ()
        with pytest.raises(ValueError, match="beginning"):
            again.prune(ROOT)


def test_who_stands_on_a_pruned_step_stands_before_it(path: Path) -> None:
    with begin(path) as game:
        before = game.digest()
        game.act(Rest())
        game.prune(game.log.current)
        assert game.log.current == ROOT and game.digest() == before
    with GameSession.open(path) as again:
        assert again.log.current == ROOT and len(again.log) == 1


def test_the_reason_of_the_automatic_player_is_kept(path: Path) -> None:
    with begin(path) as game:
        game.act(Rest(), how=How.BOT, why="Nothing else is worth it.")
    with GameSession.open(path) as again:
        assert again.log.here.why == "Nothing else is worth it."


def test_a_full_disk_prunes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with begin(path) as game:
        game.act(Rest())

        def fail(*_args: object) -> None:
            raise KnownError("disk", "is full.")

        assert game._store is not None
        monkeypatch.setattr(game._store.marks, "prune", fail)
        with pytest.raises(KnownError):
            game.prune(game.log.current)
        assert len(game.log) == 2


def parting(log: LogTree, end: int) -> tuple[int, int, int]:
    """Where a line parted, its steps since, its first own step: found by walking up."""
    at, steps, parted, alone = end, 0, 0, ROOT
    while at != ROOT:
        parent = log[at].parent
        assert parent is not None
        steps += not parted
        if not parted and log.children(parent)[0].id != at:
            parted = at
        if alone == ROOT and (len(log.children(parent)) > 1 or parent == ROOT):
            alone = at
        at = parent
    return parted, steps, alone


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 40), st.booleans(), st.booleans()), max_size=40))
def test_lines_are_found_as_one_looks_for_them(ways: list[tuple[int, bool, bool]]) -> None:
    log, marks = LogTree(), Marks()
    for number, (back, named, looks) in enumerate(ways):
        log.goto(back % len(log))
        node = log.grow(Rest(), How.CHOSEN, plain=number, side="red").id
        if named:
            marks.put(node, MarkKind.LINE, f"line {node}")
        if not looks:
            continue
        lines = marks.lines(log)
        assert sorted(line.end for line in lines) == sorted(log.ends())
        assert log.line_count == len(lines)
        begun = len(log.children(back % (len(log) - 1))) > 1
        assert not begun or lines[-1].is_current, "the line begun last is the last one"
        for line in lines:
            assert (line.parted, line.steps, line.own) == parting(log, line.end)
            assert line.name == marks.line_name(log, line.end)
            assert line.is_current == (line.end == log.tip)


def test_lines_are_told_again_only_when_one_differs(path: Path) -> None:
    with begin(path) as game:
        game.act(March(ASH, NEAR))
        other = game.log.current
        game.undo()
        game.act(Rest())
        told = game.marks.lines(game.log)
        game.goto(ROOT)
        assert game.marks.lines(game.log) is told, "one stays on the line"
        game.goto(other)
        here = game.marks.lines(game.log)
        assert [line.is_current for line in told] == [False, True]
        assert [line.is_current for line in here] == [True, False]
        game.mark(other, MarkKind.LINE, "march")
        assert [line.name for line in game.marks.lines(game.log)] == ["march", ""]
        game.act(Rest())
        assert game.marks.lines(game.log)[0].end == game.log.current
