"""What the automatic player keeps from decision to decision is what it would find from nothing."""

from __future__ import annotations

import pytest

from engine.core.chance import Stream
from engine.game.session import GameSession
from engine.play.opponent import choose, explain
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.advice.sums import Sums
from engine.systems.europa.advice.worths import View, worths
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex
from tests.examples import often

JUMP_EVERY = 29
"""Every so many decisions the game goes back to any earlier step and on from there."""


def outlook(game: GameSession) -> Outlook:
    """The view of the side to decide."""
    look = game.rules.outlook(
        game.rules.position(game.state), game.view().side, lambda action: not game.check(action)
    )
    assert isinstance(look, Outlook)
    return look


def from_nothing(game: GameSession) -> Outlook:
    """The same, by one who knows nothing of the decision before."""
    look = outlook(game)
    look.__dict__["sums"] = Sums()
    look.sums.follow(game.state)
    return look


def numbers(look: Outlook) -> dict[str, object]:
    return {
        "attack": look.attack,
        "defence": look.defence,
        "covered": look.covered,
        "pressure": look.pressure,
    }


@pytest.mark.parametrize(
    ("scenario", "decisions"),
    [
        ("boot_camp/balkan_campaign", often(60, 90)),
        ("balkan_front/operation_marita", often(40, 60)),
        ("fire_in_the_east/army_group_north", often(60, 90)),
    ],
)
def test_what_is_kept_is_what_is_found_from_nothing(scenario: str, decisions: int) -> None:
    game, stream = GameSession.start(scenario, seed=3), Stream(3, "kept")
    compared = 0
    for number in range(decisions):
        if number % JUMP_EVERY == JUMP_EVERY - 1:
            game.goto(stream.below(len(game.log)))
        if game.view().outcome is not None or game.view().chance is not None:
            break
        if game.state.flow and isinstance(game.state.top, Moving):
            look, fresh = outlook(game), from_nothing(game)
            known = worths(look)
            assert numbers(look) == numbers(fresh), f"after {number} decisions"
            for at, stack in look.pos.standing.sides[look.side].items():
                for unit in stack:
                    kept: dict[Hex, float] = known.of(unit)
                    again = View(fresh, unit, at, {})
                    for hex_ in tuple(kept):
                        worth = View(look, unit, at, kept).value(hex_)
                        assert worth == again.value(hex_), (unit, hex_, number)
                        compared += 1
        game.act(choose(game))
    assert compared > 100


def test_one_move_of_many_leaves_most_of_what_is_known() -> None:
    game = GameSession.start("fire_in_the_east/barbarossa", seed=3)
    while not (game.state.flow and isinstance(game.state.top, Moving)):
        game.act(choose(game))
    while (action := choose(game)).kind() != "move" or not list(worths(outlook(game)).every()):
        game.act(action)
    look = outlook(game)
    before = sum(map(len, worths(look).every()))
    game.act(action)
    after = sum(map(len, worths(outlook(game)).every()))
    assert before > len(look.pos.standing.sides[look.side]) // 3, "who moves late is not asked yet"
    assert after > before // 2


def test_the_reason_of_a_move_is_what_it_gains_most_by() -> None:
    game = GameSession.start("boot_camp/balkan_campaign", seed=5)
    reasons = set()
    for _ in range(often(70, 120)):
        action, why = explain(game)
        if isinstance(action, Move):
            look = from_nothing(game)
            start, place = look.pos.piece(action.unit).at, look.pos.label(action.target)
            assert isinstance(start, Hex)
            gains = dict(View(look, action.unit, start, {}).gains(action.target))
            assert why == gains[max(gains)] and max(gains) > 0 and place in why
            reasons.add(why.replace(place, "it").split(" on ")[0])
        game.act(action)
    assert len(reasons) >= 4, reasons
