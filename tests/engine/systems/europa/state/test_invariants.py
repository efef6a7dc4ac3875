"""What is wrong with units is found however long they have been so, and wherever enemies meet."""

from __future__ import annotations

import pytest

from engine.core.state import State
from engine.game.session import GameSession
from engine.systems.europa.state.constants import ALLIED, AXIS
from maps.hexgrid import Hex
from oob.model import UnitId


@pytest.fixture(scope="module")
def game() -> GameSession:
    found = GameSession.start("boot_camp/balkan_campaign", seed=1)
    advice = found.rules.advise(found.state)
    assert advice is not None, "a set-up is recommended"
    found.act(advice.action)
    return found


def standing(game: GameSession, state: State, side: str) -> list[UnitId]:
    owner = game.rules.owner
    return [
        unit
        for unit, piece in state.pieces.items()
        if isinstance(piece.at, Hex) and owner(state, unit) == side
    ]


def test_a_unit_stays_wrong_until_it_is_put_right(game: GameSession) -> None:
    state, faults = game.state, game.rules.invariants
    ours = standing(game, state, AXIS)
    assert len(ours) > 1
    assert faults(state) == ()
    wrong = state.with_piece(ours[0], steps=9)
    said = f"{ours[0]} is in {state.pieces[ours[0]].at} with 9 steps"
    assert said in faults(wrong)
    assert said in faults(wrong)
    later = wrong.with_piece(ours[1], at="nowhere")
    assert {said, f"{ours[1]} is in no known place: 'nowhere'"} <= {*faults(later)}
    assert faults(later.with_pieces({unit: state.pieces[unit] for unit in ours[:2]})) == ()


def test_enemies_in_one_hex_are_found(game: GameSession) -> None:
    state, faults = game.state, game.rules.invariants
    assert faults(state) == ()
    friend, enemy = standing(game, state, AXIS)[0], standing(game, state, ALLIED)[0]
    found = faults(state.with_piece(friend, at=state.pieces[enemy].at))
    assert any("enemies share" in fault and friend in fault for fault in found)
