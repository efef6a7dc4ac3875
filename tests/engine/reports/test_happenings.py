"""What steps of the log did on the board, one by one and added up."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.core.view.fog import Fog, Seat
from engine.game.catalogue import explain
from engine.game.player_view import PlayerView
from engine.game.session import Dice, GameSession
from engine.play.log import How
from engine.reports.happenings import Happening, Happenings, Kind, added_up, last_decision
from maps.hexgrid import Hex


def played(scenario: str, turns: int) -> GameSession:
    """A game of so many turns, all of them automatic."""
    game = GameSession.start(scenario, seed=3, dice=Dice.PROGRAM)
    while game.state.turn <= turns:
        action, why = explain(game)
        game.act(action, how=How.BOT, why=why)
    return game


@pytest.fixture(scope="module")
def game() -> GameSession:
    return played("balkan_gambit/1943", 3)


def of(game: GameSession) -> tuple[Happening, ...]:
    reader = Happenings(game, PlayerView(game))
    return tuple(one for node in game.log.line() for one in reader.of(node))


def test_every_loss_and_arrival_on_the_board_is_told(game: GameSession) -> None:
    found = of(game)
    for node in game.log.line():
        assert node.parent is not None
        before, after = game.state_at(node.parent).pieces, game.state_at(node.id).pieces
        own = [one for one in found if one.first == node.id]
        moved = {
            u for u in after
            if isinstance(after[u].at, Hex) and after[u].at != before[u].at
            and after[u].steps >= before[u].steps
        }  # fmt: skip
        assert {one.units[0] for one in own if one.kind is Kind.MOVE} == moved
        weaker = {u for u in after if after[u].steps < before[u].steps}
        assert weaker <= {one.units[0] for one in own if one.kind is Kind.LOSS}


def test_a_way_goes_from_hex_to_neighbour_where_a_move_was_ordered(game: GameSession) -> None:
    ways = [one.ways[0] for one in of(game) if one.kind is Kind.MOVE and len(one.ways[0]) > 2]
    assert len(ways) > 10
    for way in ways:
        assert all(there in here.neighbours() for here, there in pairwise(way))


def test_towns_that_change_hands_are_found_by_their_place(game: GameSession) -> None:
    taken = [one for one in of(game) if one.kind is Kind.HEX]
    said = [text for one in taken for _rule, text in one.told if "hands" in text]
    assert taken and said
    assert all(one.side in ("allied", "axis") and isinstance(one.at, Hex) for one in taken)


def test_a_battle_is_one_thing_with_all_its_dice(game: GameSession) -> None:
    steps = [one for one in of(game) if one.kind is Kind.BATTLE]
    battles = [one for one in added_up(steps) if one.faces]
    assert 0 < len(battles) < len(steps)
    assert sum(len(one.faces) for one in battles) == sum(len(one.faces) for one in steps)
    assert all(way[-1] == one.at for one in battles for way in one.ways)


def test_weather_and_turns_are_events_and_a_defection_is_a_loss(game: GameSession) -> None:
    events = [" ".join(t for _r, t in one.told) for one in of(game) if one.kind is Kind.EVENT]
    assert any("Weather" in text for text in events)
    assert any("begins" in text for text in events)


def test_since_the_last_decision_nothing_of_ones_own_is_told(game: GameSession) -> None:
    assert last_decision(game) == 0
    other = played("balkan_gambit/1943", 0)
    other.act(explain(other)[0])
    assert last_decision(other) == other.log.here.id


def test_a_seat_is_not_told_of_steps_out_of_its_sight() -> None:
    game = played("balkan_gambit/1943", 1)
    view = PlayerView(game)
    view.seat = Seat("allied", Fog.STACKS)
    reader = Happenings(game, view)
    hidden = [node for node in game.log.line() if node.told and view.told(node) != node.told]
    assert hidden and all(reader.of(node) == () for node in hidden)


def test_europa_owners_of_hexes_are_read_too() -> None:
    game = played("boot_camp/balkan_campaign", 1)
    taken = [one for one in of(game) if one.kind is Kind.HEX]
    assert taken and {one.side for one in taken} <= {side.id for side in game.system.sides}
