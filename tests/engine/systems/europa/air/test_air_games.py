"""Whole wars with air units through the session's door: sound, and told again from their log."""

from __future__ import annotations

from engine.core.chance import Stream
from engine.game import simulations
from engine.game.ask.games import position_of
from engine.game.ask.reading import read_text
from engine.game.ask.table import lay_out
from engine.game.session import GameSession
from engine.play.fuzz import fuzz
from engine.systems.balkan_front.state.records import AirFront

WAR = "balkan_front/italo_greek_war_air"


def test_a_random_war_with_air_units_comes_to_its_end() -> None:
    report = fuzz(lambda name, seed: GameSession.start(name, seed=seed), WAR, 1, 21, verify=False)
    assert report.faults == ()


def test_it_comes_out_again_from_its_log_and_as_a_position() -> None:
    """The air units too: on bases, in boxes and over their targets."""
    game = GameSession.start(WAR, seed=3)
    stream = Stream(3, "replay")
    for _ in range(300):
        action = game.view().legal.random(stream)
        assert action is not None
        game.act(action)
    assert simulations.replay(game).mismatches == ()
    laid = lay_out(WAR, read_text(position_of(game))).state
    assert isinstance(laid, AirFront)
    assert isinstance(game.state, AirFront)
    assert stances(laid) == stances(game.state)


def stances(state: AirFront) -> dict[str, tuple[object, ...]]:
    """Where each air unit is, whether operative, and on what mission."""
    units = state.air.units.items()
    return {id_: (unit.at, unit.operative, unit.mission, unit.target) for id_, unit in units}
