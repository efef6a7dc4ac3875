"""Strength in figures, with and without regimental equivalents."""

from __future__ import annotations

from engine.core.state import Piece
from engine.core.view.ranges import Standing, Worth, standing
from engine.game.session import GameSession
from engine.reports.strengths import Count, strengths, strengths_csv, summed
from maps.hexgrid import Hex
from oob.model import UnitId


def test_every_unit_is_counted_once() -> None:
    game = GameSession.start("operation_gertrud/early_1941", seed=1)
    counts = strengths(game.rules, game.state)
    members = [unit for one in counts for unit in one.members]
    assert sorted(members) == sorted(game.state.pieces)
    for one in counts:
        assert one.units + one.off + one.lost == len(one.members)
    fielded = [u for u, p in game.state.pieces.items() if isinstance(p.at, Hex)]
    assert sum(one.units for one in counts) == len(fielded)
    worth = sum(game.rules.worth(game.state, unit).strength for unit in fielded)
    assert sum(one.strength for one in counts) == worth


def test_a_lost_unit_counts_no_strength_but_its_steps() -> None:
    game = GameSession.start("operation_gertrud/early_1941", seed=1)
    unit = next(u for u, p in game.state.pieces.items() if isinstance(p.at, Hex) and p.steps == 2)
    state = game.state.with_piece(unit, at="dead", steps=0)
    before = summed(strengths(game.rules, game.state), "")
    after = summed(strengths(game.rules, state), "")
    assert after.strength < before.strength
    assert (after.units, after.lost) == (before.units - 1, before.lost + 1)
    assert after.steps_lost == before.steps_lost + 2
    assert standing(Piece(Hex(0, 0), 1)) is Standing.BOARD


def test_regimental_equivalents_add_up_and_stay_unknown_where_they_are() -> None:
    known = Count("a", "x", "1", units=1, res=3.0, members=(UnitId("u"),))
    half = Count("a", "x", "2", units=1, res=0.5)
    assert summed((known, half), "a").res == 3.5
    assert summed((Count("a", "x", "1"),), "a").res is None
    text = strengths_csv((known, Count("a", "y", "")), lambda one: (one.side, one.nation, "F"))
    assert text.splitlines()[1:] == ["a,x,F,1,0,3,0,0,0,0", "a,y,F,0,0,,0,0,0,0"]
    assert Worth(2, 2, 0).res is None
