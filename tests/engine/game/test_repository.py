"""What a session writes: each step once, a state every so often, on every line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core.chance import Stream
from engine.core.codec import digest
from engine.game.repository import SNAPSHOT_EVERY
from engine.game.session import GameSession
from engine.play.log import ROOT
from engine.scenarios import scenarios
from engine.store.rows.games import GameStore
from tests.engine.fakes import Rest, install, small_scenario


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


@pytest.mark.parametrize("scenario", [info.id for info in scenarios()])
def test_states_of_shipped_games_go_through_json(scenario: str) -> None:
    game, stream = GameSession.start(scenario, seed=11), Stream(11, scenario)
    for step in range(600):
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
