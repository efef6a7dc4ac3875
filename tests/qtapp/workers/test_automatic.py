"""The automatic player at work, and what stops it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from engine.core.actions import Action
from engine.game.session import Dice, GameSession
from maps.errors import KnownError
from maps.hexgrid import Hex
from qtapp.app.bridge import GameBridge
from qtapp.workers.automatic import AutomaticPlayer, Explain, this_phase, this_turn, to_the_end
from tests.engine.fakes import March, Rest
from tests.qtapp import toy
from tests.qtapp.toy import ASH


@pytest.fixture
def bridge(qapp: QApplication, raid: None) -> Iterator[GameBridge]:
    made = GameBridge()
    made.open(toy.begin(dice=Dice.PROGRAM))
    yield made
    made.close()


def rest(_game: GameSession) -> tuple[Action, str]:
    return Rest(), "Nothing is worth doing."


def run(robot: AutomaticPlayer, limit: int = 200) -> None:
    for _ in range(limit):
        QApplication.processEvents()
        if not robot.is_busy:
            return
    raise AssertionError("the automatic player does not stop")


def robot_of(bridge: GameBridge, explain: Explain) -> tuple[AutomaticPlayer, list[str]]:
    robot = AutomaticPlayer(bridge, explain, bridge)
    told: list[str] = []
    robot.stuck.connect(told.append)
    return robot, told


def test_a_phase_a_turn_and_a_game(bridge: GameBridge) -> None:
    robot, told = robot_of(bridge, rest)
    robot.play_until(this_phase(bridge.state, bridge.view.side))
    run(robot)
    assert (bridge.state.turn, bridge.view.side) == (1, "blue")
    robot.play_until(this_turn(bridge.state, bridge.view.side))
    run(robot)
    assert (bridge.state.turn, bridge.view.side) == (2, "red")
    robot.play_until(to_the_end(bridge.state, bridge.view.side))
    run(robot)
    assert bridge.view.outcome is not None
    assert told == []


def test_it_commands_a_side_until_told_otherwise(bridge: GameBridge) -> None:
    robot, _told = robot_of(bridge, rest)
    robot.command(frozenset({"blue"}))
    assert not robot.is_busy
    bridge.act(Rest())
    run(robot)
    assert (bridge.state.turn, bridge.view.side) == (2, "red")
    robot.stop()
    bridge.act(Rest())
    run(robot)
    assert bridge.view.side == "blue"


def test_an_illegal_choice_stops_it(bridge: GameBridge) -> None:
    robot, told = robot_of(bridge, lambda _game: (March(ASH, Hex(9, 9)), "Why not."))
    robot.play_until(to_the_end(bridge.state, "red"))
    run(robot)
    assert told == ["The automatic player found nothing it may do here."]


def test_a_known_error_stops_it_with_its_sentence(bridge: GameBridge) -> None:
    def full(_game: GameSession) -> tuple[Action, str]:
        raise KnownError("the disk", "is full.", "Make room.")

    robot, told = robot_of(bridge, full)
    robot.play_until(to_the_end(bridge.state, "red"))
    run(robot)
    assert told == ["the disk: is full. Make room."]


def test_closing_the_game_stops_it(bridge: GameBridge) -> None:
    robot, _told = robot_of(bridge, rest)
    robot.command(frozenset({"red", "blue"}))
    assert robot.is_busy
    bridge.close()
    assert not robot.is_busy and robot.sides == frozenset()
