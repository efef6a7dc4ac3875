"""What a session writes: each step once, a state every so often, on every line."""

from __future__ import annotations

import gc
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import MISSING, fields, replace
from itertools import pairwise
from pathlib import Path

import pytest

from engine.core.chance import Stream
from engine.core.codec import digest
from engine.editing.map_session import EditSession
from engine.game.replay import Replay
from engine.game.repository import SNAPSHOT_EVERY, GameRepository, codec_of
from engine.game.session import GameSession
from engine.play.log import ROOT, LogTree
from engine.scenarios import system_of
from engine.store.faults import DAMAGED
from engine.store.rows.games import GameRecord, GameStore
from maps.edits.strokes import paint
from maps.errors import KnownError
from tests.engine.fakes import Rest, install, small_scenario
from tests.games import ALL

LENGTH = 120
"""Decisions of a random game whose states go through JSON."""


@pytest.fixture(autouse=True)
def skirmish() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        yield


def test_every_line_keeps_a_state_every_so_many_steps(tmp_path: Path) -> None:
    path = tmp_path / "game.sandtable"
    stream = Stream(8, "lines")
    with GameSession.begin(small_scenario(turns=10_000), path=path) as game:
        for _ in range(400):
            if stream.below(12) == 0:
                game.goto(stream.below(len(game.log)))
            if game.view().chance:
                game.roll()
            action = game.view().legal.random(stream)
            assert action is not None
            game.act(action)
        line = {node.id: [ROOT, *(step.id for step in game.log.line(node.id))] for node in game.log}
    store = GameStore.open(path)
    kept = store.load().snapshots
    store.close()
    for steps in line.values():
        assert kept.intersection(steps[-SNAPSHOT_EVERY - 6 :])
    assert len(kept) < len(line) / 8


def test_each_step_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    really = GameStore.append

    def append(store: GameStore, rows: list[object], *rest: object) -> None:
        written.append(len(rows))
        really(store, rows, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(GameStore, "append", append)
    with GameSession.begin(small_scenario(), path=tmp_path / "game.sandtable") as game:
        game.act(Rest())
        game.undo()
        game.act(Rest())
        game.act(Rest())
    with GameSession.open(tmp_path / "game.sandtable") as game:
        game.undo()
    assert written == [1, 1, 0, 0, 1, 0]


def kept_in(path: Path) -> list[int]:
    store = GameStore.open(path)
    found = sorted(store.load().snapshots)
    store.close()
    return found


def played(game: GameSession, decisions: int) -> int:
    """The step a game stands on after some more decisions."""
    for _ in range(decisions):
        if game.view().chance:
            game.roll()
        game.act(Rest())
    return game.log.current


def test_a_game_is_gone_on_with_where_it_was_closed_without_replaying(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.sandtable"
    with GameSession.begin(small_scenario(turns=10_000), path=path) as game:
        last, state = played(game, 5), game.state
    assert last in kept_in(path) and last % SNAPSHOT_EVERY
    monkeypatch.setattr(Replay, "repeated", lambda *_: pytest.fail("nothing need be replayed"))
    with GameSession.open(path) as game:
        assert (game.log.current, game.state) == (last, state)


def test_states_kept_at_closings_do_not_add_up(tmp_path: Path) -> None:
    path = tmp_path / "game.sandtable"
    with GameSession.begin(small_scenario(turns=10_000), path=path) as game:
        played(game, 2)
    for _ in range(60):
        with GameSession.open(path) as game:
            last, steps = played(game, 3), len(game.log)
    kept = kept_in(path)
    assert last == kept[-1] and len(kept) < 4 * steps / SNAPSHOT_EVERY + 2
    gaps = [after - before for before, after in pairwise((ROOT, *kept))]
    assert max(gaps) <= SNAPSHOT_EVERY + 1
    with GameSession.open(path) as game:
        assert not game.verify()
        while game.undo():
            pass
        assert game.log.undo_target() is None and game.digest() == game.recorded(game.log.current)


def test_who_only_looks_at_a_game_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.sandtable"
    with GameSession.begin(small_scenario(turns=10_000), path=path) as game:
        played(game, 4)
    before = kept_in(path)
    with GameSession.open(path) as game:
        game.undo()
        assert game.state is not None
    assert kept_in(path) == before


def test_a_state_that_cannot_be_written_at_the_end_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.sandtable"

    def full(*_: object) -> None:
        raise KnownError(str(path), "the disk is full.")

    game = GameSession.begin(small_scenario(turns=10_000), path=path)
    last = played(game, 4)
    with monkeypatch.context() as patch:
        patch.setattr(GameStore, "keep", full)
        game.close()
    assert last not in kept_in(path)
    with GameSession.open(path) as again:
        assert again.log.current == last


def rested(path: Path) -> GameSession:
    """A game in a file, two rests after its beginning."""
    game = GameSession.begin(small_scenario(), path=path)
    game.act(Rest())
    game.act(Rest())
    return game


def test_a_game_is_opened_where_it_goes_on_without_beginning_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.sandtable"
    with rested(path) as game:
        was, begun = game.digest(), game.digest(ROOT)
    rules = type(game.rules)
    calls, really = [], rules.begin
    monkeypatch.setattr(rules, "begin", lambda self: calls.append(1) or really(self))
    with GameSession.open(path) as game:
        assert game.digest() == was
        assert not calls
        assert game.undo() and game.undo() and game.log.current == ROOT
        assert game.digest() == begun
        assert not calls, "the file has its state, too"
        assert game.opening.state == game.opening.state == game.state
        assert len(calls) == 1


def test_no_garbage_is_looked_for_while_a_game_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, seen, really = tmp_path / "game.sandtable", list[bool](), GameRepository.read
    GameSession.begin(small_scenario(), path=path).close()

    def read(saver: GameRepository, record: GameRecord) -> LogTree:
        seen.append(gc.isenabled())
        return really(saver, record)

    monkeypatch.setattr(GameRepository, "read", read)
    assert gc.isenabled()
    GameSession.open(path).close()
    assert seen == [False] and gc.isenabled()
    with pytest.raises(KnownError, match="holds no game 7"):
        GameSession.open(path, 7)
    assert gc.isenabled()


def test_a_beginning_that_the_rules_cannot_do_is_told_where_it_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.sandtable"
    with rested(path) as game:
        rules = type(game.rules)

    def fails(*_: object) -> None:
        raise ValueError("nobody is there")

    monkeypatch.setattr(rules, "begin", fails)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("DELETE FROM game_snapshot WHERE node = 0")
    with GameSession.open(path) as game:
        game.goto(ROOT)
        with pytest.raises(KnownError, match="nobody is there") as caught:
            game.view()
    assert caught.value.fix == DAMAGED and str(path) in caught.value.where


def test_a_game_begun_on_an_edited_board_begins_on_it_again(tmp_path: Path) -> None:
    path = tmp_path / "game.sandtable"
    with GameSession.begin(small_scenario(), path=path) as game:
        number = game.board_number
    with EditSession.open(path, number) as session:
        at = min(session.map.terrain)
        other = next(
            kind for kind in session.map.terrain.values() if kind != session.map.terrain[at]
        )
        session.apply(paint(session.map, [at], other))
        edited = replace(small_scenario(), map=session.map)
        with GameSession.begin(edited, path=path) as game:
            assert game.board_number == number
            assert game.rules_at(ROOT) is game.rules
            game.act(Rest())
    with GameSession.open(path) as game:
        assert game.rules_at(ROOT) is game.rules
        assert game.verify() == ()


Alter = Callable[[GameRecord], GameRecord]


def altered_step(**fields: str | int) -> Alter:
    return lambda record: replace(
        record, nodes=(*record.nodes[:-1], replace(record.nodes[-1], **fields))
    )


@pytest.mark.parametrize(
    ("alter", "said"),
    [
        (lambda record: replace(record, current=99), "step 99 is missing"),
        (lambda record: replace(record, tip=99), "step 99 is missing"),
        (lambda record: replace(record, nodes=()), "step 2 is missing"),
        (altered_step(parent=77), "step 77, before step 2, is missing"),
        (altered_step(told="7"), "value|told|list|hold"),
        (altered_step(told='["BG-1"]'), "value|told|list|hold"),
        (altered_step(how="magic"), "magic"),
        (altered_step(action="[1"), "damaged"),
        (altered_step(action='{"is": "Nothing"}'), "Nothing"),
    ],
)
def test_a_log_that_does_not_hold_together_is_told_as_damage(
    tmp_path: Path, alter: Alter, said: str
) -> None:
    with GameSession.begin(small_scenario(), path=tmp_path / "game.sandtable") as game:
        game.act(Rest())
        game.act(Rest())
        system = game.scenario.system
    store = GameStore.open(tmp_path / "game.sandtable")
    record, repository = store.load(), GameRepository(store, codec_of(system_of(system)))
    assert len(repository.read(record)) == 3
    with pytest.raises(KnownError, match=said) as caught:
        repository.read(alter(record))
    store.close()
    assert caught.value.fix == DAMAGED


def test_a_fault_of_the_program_is_not_told_as_damage_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise TypeError("a fault of ours")

    with GameSession.begin(small_scenario(), path=tmp_path / "game.sandtable") as game:
        game.act(Rest())
        system = game.scenario.system
    store = GameStore.open(tmp_path / "game.sandtable")
    record, repository = store.load(), GameRepository(store, codec_of(system_of(system)))
    monkeypatch.setattr(LogTree, "goto", broken)
    with pytest.raises(TypeError, match="a fault of ours"):
        repository.read(record)
    store.close()


def test_a_state_of_a_program_that_knew_fewer_fields_is_gone_on_with(tmp_path: Path) -> None:
    path, stream = tmp_path / "game.sandtable", Stream(3, "younger")
    with GameSession.start("operation_gertrud/late_1942", path=path) as game:
        for _ in range(SNAPSHOT_EVERY + 6):
            action = game.view().legal.random(stream)
            assert action is not None
            game.act(action)
        was = game.state
    younger = next(
        one.name
        for one in fields(was)
        if one.default_factory is not MISSING and not getattr(was, one.name)
    )
    altered = Path(shutil.copy(path, tmp_path / "altered.sandtable"))
    _change_states(path, lambda plain: plain.pop(younger))
    with GameSession.open(path) as game:
        assert game.state == was
    _change_states(altered, lambda plain: plain.update(turn=9_000))
    with pytest.raises(KnownError, match="not the state that was saved"):
        GameSession.open(altered)


def _change_states(path: Path, change: Callable[[dict[str, object]], object]) -> None:
    """Write the states that a file keeps in another way."""
    with closing(sqlite3.connect(path)) as file, file:
        for node, text in file.execute("SELECT node, state FROM game_snapshot").fetchall():
            plain = json.loads(text)
            change(plain)
            file.execute(
                "UPDATE game_snapshot SET state = ? WHERE node = ?", (json.dumps(plain), node)
            )


@pytest.mark.parametrize("scenario", ALL)
def test_states_of_shipped_games_go_through_json(scenario: str) -> None:
    game, stream = GameSession.start(scenario, seed=11), Stream(11, scenario)
    for step in range(LENGTH):
        if game.view().outcome:
            break
        action = game.view().legal.random(stream)
        assert action is not None
        game.act(action)
        if step % 10 == 0:
            again = game.codec.record(json.loads(json.dumps(game.codec.to_plain(game.state))))
            assert again == game.state
            assert digest(again) == game.digest()
        assert game.codec.record(game.codec.to_plain(action)) == action
        assert game.from_script(json.loads(json.dumps(game.to_script(action))), "line") == action
