"""What the referee decides against the rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.core.actions import IllegalAction
from engine.game.session import Dice, GameSession, Override, Overrule
from engine.play.log import How
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.fakes import HOME, install, small_scenario

ASH, NEAR = UnitId("ash"), Hex(1, 0)


@pytest.fixture(autouse=True)
def skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small skirmish is a known game."""
    install(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.sandtable"


def begin(path: Path) -> GameSession:
    return GameSession.begin(small_scenario(), path=path, dice=Dice.ASK)


def place(game: GameSession, where: str = "[1, 0]", reason: str = "a slip") -> Overrule:
    return Overrule((Override(("pieces", str(ASH), "at"), where),), reason)


def test_the_referee_moves_a_unit_and_the_log_says_so(path: Path) -> None:
    with begin(path) as game:
        assert game.state.pieces[ASH].at == HOME
        game.act(place(game))
        assert game.state.pieces[ASH].at == NEAR
        node = game.log.here
        assert node.how is How.REFEREE
        assert game.overruled == (node,)
        told = [text for _rule, text in node.told]
        assert told[0] == "The referee decides: a slip."
        label = game.scenario.map.label
        assert f"{label(HOME)} becomes {label(NEAR)}" in told[1]
        game.undo()
        assert game.state.pieces[ASH].at == HOME and not game.overruled
        game.redo()
    with GameSession.open(path) as again:
        assert again.state.pieces[ASH].at == NEAR
        assert again.verify() == ()


@pytest.mark.parametrize(
    ("way", "value", "words"),
    [
        (("flow",), "[]", "belongs to the rules"),
        (("pieces", "nobody", "at"), "[1, 0]", "there is no 'nobody'"),
        (("turn",), '"late"', "expected int"),
        (("turn",), "{", "is no value"),
        (("pieces", str(ASH), "is"), '"Other"', "there is no 'is'"),
        ((), "1", "belongs to the rules"),
    ],
)
def test_what_fits_no_position_is_refused(
    path: Path, way: tuple[str, ...], value: str, words: str
) -> None:
    with begin(path) as game:
        before = game.digest()
        with pytest.raises(IllegalAction) as caught:
            game.act(Overrule((Override(way, value),), "try"))
        assert words in str(caught.value)
        assert game.digest() == before and len(game.log) == 1


def test_nothing_to_overrule_is_refused(path: Path) -> None:
    with begin(path) as game, pytest.raises(IllegalAction, match="nothing is to be changed"):
        game.act(Overrule((), "for nothing"))


def test_an_override_is_written_in_scripts(path: Path) -> None:
    with begin(path) as game:
        plain = json.loads(json.dumps(game.to_script(place(game))))
        assert game.from_script(plain, "here") == place(game)
