"""Whatever happens to the bytes of a file, opening it works or is refused with a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core.chance import Stream
from engine.editing.map_session import EditSession
from engine.game.session import GameSession, list_games
from maps.edits import paint
from maps.errors import KnownError
from tests.engine.fakes import install, small_scenario
from tests.engine.store.harm import contents


@pytest.fixture(autouse=True)
def skirmish() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with a game and an edited board."""
    stream = Stream(3, "damage")
    path = tmp_path / "game.sandtable"
    scenario = small_scenario(turns=1000)
    with GameSession.begin(scenario, path=path) as game, EditSession.beside(game) as edit:
        for _ in range(60):
            action = game.view().legal.random(stream)
            assert action is not None
            game.act(action)
            at = sorted(edit.map.terrain)[stream.below(5)]
            kind = "rough" if edit.map.terrain[at] == "clear" else "clear"
            edit.apply(paint(edit.map, [at], kind))
    return path


@pytest.mark.parametrize("rounds", [16, pytest.param(200, marks=pytest.mark.soak)])
def test_a_file_with_altered_bytes_opens_or_is_refused(path: Path, rounds: int) -> None:
    stream, whole = Stream(4, "bytes"), path.read_bytes()
    refused = 0
    for _ in range(rounds):
        harmed = bytearray(whole)
        for _ in range(1 + stream.below(8)):
            harmed[100 + stream.below(len(harmed) - 100)] ^= 1 << stream.below(8)
        path.write_bytes(harmed)
        refused += is_refused(path)
    assert rounds // 10 < refused < rounds


def is_refused(path: Path) -> bool:
    before = contents(path.parent)
    try:
        list_games(path)
        with GameSession.open(path) as game, EditSession.beside(game) as edit:
            for node in list(game.log):
                game.state_at(node.id)
            edit.board_at(0)
            list(game.story())
    except KnownError as error:
        assert error.fix
        assert contents(path.parent) == before
        return True
    return False


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.6, 0.99])
def test_a_file_cut_short_is_refused(path: Path, share: float) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    assert is_refused(path)


@pytest.mark.parametrize("start", [0, 4096, 40960])
def test_a_file_with_a_hole_is_refused(path: Path, start: int) -> None:
    with path.open("r+b") as file:
        file.seek(start)
        file.write(bytes(8192))
    assert is_refused(path)
