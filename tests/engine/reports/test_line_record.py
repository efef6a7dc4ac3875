"""The line of play is read a few steps at a time, and each step once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.core.chance import Stream
from engine.game.session import GameSession
from engine.play.log import LogTree, Node
from engine.reports.line_record import LineRecord
from engine.reports.statistics import Statistics
from tests.engine.fakes import install, small_scenario

STEPS = 30
ALL = 10_000


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> GameSession:
    install(monkeypatch)
    found = GameSession.begin(small_scenario(turns=1000))
    played(found, STEPS)
    return found


def played(game: GameSession, steps: int, seed: int = 5) -> None:
    stream = Stream(seed, "line")
    for _ in range(steps):
        action = game.view().legal.random(stream)
        assert action is not None
        game.act(action)


def known(game: GameSession, statistics: Statistics) -> tuple[object, ...]:
    units = game.scenario.oob.units
    histories = [statistics.history(unit) for unit in units]
    return statistics.points(), statistics.weather(), statistics.dice(), histories


def is_as_read_afresh(game: GameSession, statistics: Statistics) -> bool:
    """Whether what was kept says the same as a record that has just been begun."""
    kept = known(game, statistics)
    other = LineRecord(game)
    assert other.go_on(game)
    record = LineRecord.of(game)
    assert (other.line, other.rolls, other.ends()) == (record.line, record.rolls, record.ends())
    assert all(other[node] == record[node] for node in other.line[1:])
    assert all(other.about(unit) == record.about(unit) for unit in game.scenario.oob.units)
    return kept == known(game, Statistics(game))


def test_a_line_is_read_bit_by_bit(game: GameSession) -> None:
    statistics = Statistics(game)
    steps = len(game.log.line())
    assert statistics.left(ALL) == steps and statistics.left(5) == 6
    assert not statistics.go_on(10)
    assert statistics.left(ALL) == steps - 10
    assert statistics.go_on(ALL) and statistics.left(ALL) == 0
    assert is_as_read_afresh(game, statistics)


def test_whoever_cannot_wait_gets_all_of_it(game: GameSession) -> None:
    statistics = Statistics(game)
    assert sum(len(statistics.history(unit)) for unit in game.scenario.oob.units)
    assert Statistics(game).left(ALL) == 0, "read once for everybody"


def test_other_lines_and_steps_taken_back_are_followed(game: GameSession) -> None:
    statistics = Statistics(game)
    statistics.go_on(12)
    line = [node.id for node in game.log.line()]
    for node in (line[-4], line[9], line[-1], line[2], 0):
        game.goto(node)
        assert is_as_read_afresh(game, statistics)
        assert statistics.left(ALL) == 0
    game.goto(line[9])
    played(game, 6, seed=8)
    assert statistics.left(ALL) > 0
    assert is_as_read_afresh(game, statistics)


def test_numbers_of_removed_steps_are_not_mistaken(game: GameSession) -> None:
    statistics = Statistics(game)
    assert statistics.go_on(ALL)
    line = [node.id for node in game.log.line()]
    mark = game.log.mark()
    played(game, 5, seed=9)
    assert is_as_read_afresh(game, statistics)
    game.log.go_back_to(mark)
    game._states.forget_from(mark.next_id)
    assert is_as_read_afresh(game, statistics)
    played(game, 5, seed=12)
    assert is_as_read_afresh(game, statistics)
    game.log.prune(line[12])
    assert is_as_read_afresh(game, statistics)


def test_undo_in_a_log_that_is_half_read_looks_at_few_steps(
    game: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(game, 60)
    statistics = Statistics(game)
    assert not statistics.go_on(7)
    looked = []
    back = LogTree.back

    def counted(self: LogTree, node: int | None = None) -> Iterator[Node]:
        for found in back(self, node):
            looked.append(found.id)
            yield found

    monkeypatch.setattr(LogTree, "back", counted)
    left = statistics.left(ALL)
    for _ in range(5):
        looked.clear()
        game.undo()
        assert statistics.left(ALL) < left and len(looked) < 12
        left = statistics.left(ALL)
    looked.clear()
    game.redo()
    assert statistics.left(ALL) > left and len(looked) < 12
    monkeypatch.undo()
    assert not statistics.go_on(7)
    assert is_as_read_afresh(game, statistics)
