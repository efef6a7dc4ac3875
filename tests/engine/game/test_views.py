"""What is seen at a step is worked out again where nobody looks at it, or where it is another."""

from __future__ import annotations

from itertools import islice

import pytest

from engine.game.session import GameSession, View


def test_what_somebody_looks_at_is_there_after_an_undo() -> None:
    game = GameSession.start("balkan_gambit/1943", seed=1)
    first = game.view()
    action = next(iter(first.legal))
    game.act(action)
    assert game.view() is not first
    game.undo()
    assert game.view() is first and action in first.legal


def test_a_step_that_could_not_be_saved_is_not_seen_in_the_next_one() -> None:
    game, seen = GameSession.start("balkan_gambit/1943", seed=1), list[View]()
    one, another = islice(game.view().legal, 2)

    def fail() -> None:
        seen.append(game.view())
        raise OSError("the disk is full")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game, "_save", fail)
        with pytest.raises(OSError, match="full"):
            game.act(one)
    game.act(another)
    assert game.view() is not seen[0]
