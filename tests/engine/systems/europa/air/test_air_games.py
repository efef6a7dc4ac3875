"""Whole wars with air units through the session's door: sound, and told again from their log."""

from __future__ import annotations

from engine.core.chance import Stream
from engine.game import simulations
from engine.game.ask.games import position_of
from engine.game.ask.reading import read_text
from engine.game.ask.table import lay_out
from engine.game.session import GameSession
from engine.play.fuzz import fuzz
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.balkan_front.state.records import AirFront
from engine.systems.europa.air import fleet
from engine.systems.europa.air.title.laying import told
from engine.systems.europa.scenario import tallies
from engine.systems.europa.state.constants import SIDES
from tests.engine.systems.europa.air.sky import flown_rules
from tests.examples import often

WAR = "balkan_front/italo_greek_war_air"


def test_a_random_war_with_air_units_comes_to_its_end() -> None:
    report = fuzz(lambda name, seed: GameSession.start(name, seed=seed), WAR, 1, 21, verify=False)
    assert report.faults == ()


def test_it_comes_out_again_from_its_log_and_as_a_position() -> None:
    """The air units too: on bases, in boxes and over their targets."""
    game = GameSession.start(WAR, seed=3)
    stream = Stream(3, "replay")
    for _ in range(often(160, 300)):
        action = game.view().legal.random(stream)
        assert action is not None
        game.act(action)
    assert simulations.replay(game).mismatches == ()
    laid = lay_out(WAR, read_text(position_of(game))).state
    assert isinstance(laid, AirFront)
    assert isinstance(game.state, AirFront)
    assert stances(laid) == stances(game.state)
    assert laid.air.patrolled == game.state.air.patrolled
    assert (laid.hits, laid.deliveries) == (game.state.hits, game.state.deliveries)


def test_bases_and_air_units_that_positions_share_are_those_of_each_position() -> None:
    game, stream = GameSession.start("balkan_front/operation_marita", seed=4), Stream(4, "shared")
    for number in range(240):
        action = game.view().legal.random(stream)
        assert action is not None
        game.act(action)
        if number % 8:
            continue
        rules = game.rules
        assert isinstance(rules, BalkanFront)
        pos = rules.position(game.state)
        places = {*pos.context.cities, *pos.context.fields}
        places |= {*pos.state.airfields, *pos.state.strips}
        for side in SIDES:
            found = set(fleet.bases_of(pos, side)) - {*pos.context.holding}
            assert found == {at for at in places if fleet.is_base(pos, at, side)}
            assert fleet.of_side(pos, side) == tuple(
                unit
                for unit in pos.air.units
                if fleet.in_play(pos, unit) and fleet.side_of(pos, unit) == side
            )


def stances(state: AirFront) -> dict[str, tuple[object, ...]]:
    """Where each air unit is, whether operative, on what mission and how, with what aboard."""
    return {
        id_: (
            unit.at,
            unit.operative,
            unit.mission,
            unit.target,
            unit.manner,
            unit.cargo,
            unit.home,
        )
        for id_, unit in state.air.units.items()
    }


def test_what_air_units_have_done_is_told_in_a_position() -> None:
    """Words of each kind come back as they were."""
    words = [
        "air unit flown patrolled italian-cr-42",
        "air unit inoperative italian-g-50",
        "air unit italian-sm-79 after staging by night",
        "air unit german-ju-52 with italian-mc-ski",
    ]
    over = [
        "air unit italian-sm-81 on port bombing by night at extended range from 14A:3719",
        "air unit italian-mxd-b on turned back from 14A:3719 within 32",
    ]
    text = f"""
scenario = "{WAR}"
turn = 6
side = "axis"
phase = "air"
weather = "clear"
only = true
[units]
italian-mc-ski = "14A:3719"
[markers]
"14A:3719" = {words}
"14A:4913" = {over}
"""
    again = position_of_laid(text)
    assert set(words) <= set(again["14A:3719"])
    assert set(over) <= set(again["14A:4913"])


def test_hits_and_supplies_are_told_in_a_position() -> None:
    """Whatever bombs and transports have done comes back as it was."""
    words = ("port hits 2", "airbase hits 1", "supplies axis 2, 1 phase")
    text = f'scenario = "{WAR}"\nonly = true\n[markers]\n"14A:4121" = {list(words)}\n'
    state = lay_out(WAR, read_text(text)).state
    assert isinstance(state, AirFront)
    assert state.hits == {"port 14A:4121": 2, "airbase 14A:4121": 1}
    assert dict(tallies.told(flown_rules().context, state)).keys() == {"14A:4121"}
    assert tuple(word for _, word in tallies.told(flown_rules().context, state)) == words


def position_of_laid(text: str) -> dict[str, tuple[str, ...]]:
    """The markers of a position, laid out and told again."""
    table = lay_out(WAR, read_text(text))
    state = table.state
    assert isinstance(state, AirFront)
    rules = flown_rules()
    found: dict[str, tuple[str, ...]] = {}
    for key, word in told(rules.context, state):
        found[key] = (*found.get(key, ()), word)
    return found
