"""Legend edits: what uses a kind follows it, order and keys are kept, undo gives all back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.checking.checks import check
from maps.checking.problems import Flaw
from maps.edits import Change, apply, inverse
from maps.edits.kinds import add_kind, change_kind, give_key, keys_of, move_kind, remove_kind, uses
from maps.errors import KnownError
from maps.formats import text
from maps.legend import Kind, Layer
from maps.model import GameMap
from tests.engine.fakes import small_map
from tests.examples import few
from tests.maps.strategies import maps


def done(board: GameMap, change: Change) -> GameMap:
    """The map after a change; undo must give back the very map."""
    written = text.dumps(board)
    apply(board, change)
    after = board.copy()
    apply(board, inverse(change))
    assert text.dumps(board) == written
    return after


def unknown(board: GameMap) -> list[str]:
    return [str(p) for p in check(board) if p.flaw is Flaw.UNKNOWN_KIND]


@few(30)
@given(maps(), st.sampled_from(Layer), st.data())
def test_uses_follow_a_renamed_kind(board: GameMap, layer: Layer, data: st.DataObject) -> None:
    old = data.draw(st.sampled_from(board.legend.of(layer)))
    before = uses(board)
    after = done(board, change_kind(board, (layer, old.id), Kind(layer, "brand new", "New")))
    counts = uses(after)
    assert counts[layer, "brand new"] == before[layer, old.id]
    assert counts[layer, old.id] == 0 and not unknown(after)
    order = [k.id if k.id != old.id else "brand new" for k in board.legend.of(layer)]
    assert [k.id for k in after.legend.of(layer)] == order


@few(30)
@given(maps(), st.sampled_from(Layer), st.data())
def test_a_kind_in_use_goes_only_for_another(
    board: GameMap, layer: Layer, data: st.DataObject
) -> None:
    ids = [kind.id for kind in board.legend.of(layer)]
    old, new = data.draw(st.sampled_from(ids)), data.draw(st.sampled_from(ids))
    if old == new:
        return
    if uses(board)[layer, old]:
        with pytest.raises(KnownError, match="used"):
            remove_kind(board, layer, old)
    after = done(board, remove_kind(board, layer, old, new))
    assert not after.legend.has(layer, old) and not unknown(after)


@few(20)
@given(maps(), st.sampled_from(Layer), st.integers(-4, 4), st.data())
def test_a_kind_moves_among_its_own(
    board: GameMap, layer: Layer, steps: int, data: st.DataObject
) -> None:
    kind = data.draw(st.sampled_from(board.legend.of(layer)))
    order = [entry.id for entry in board.legend.of(layer)]
    after = done(board, move_kind(board, layer, kind.id, steps))
    goal = min(max(order.index(kind.id) + steps, 0), len(order) - 1)
    assert [entry.id for entry in after.legend.of(layer)].index(kind.id) == goal
    for other in Layer:
        if other is not layer:
            assert after.legend.of(other) == board.legend.of(other)


def test_a_new_kind_stands_after_its_own() -> None:
    board = small_map()
    layer = Layer.TERRAIN
    after = done(board, add_kind(board, Kind(layer, "moor", "Moor")))
    assert after.legend.of(layer)[-1].id == "moor"
    for ident, sentence in ((board.legend.of(layer)[0].id, "already"), (" ", "needs an id")):
        with pytest.raises(KnownError, match=sentence):
            add_kind(board, Kind(layer, ident, "X"))
    with pytest.raises(KnownError, match="already"):
        change_kind(after, (layer, "moor"), Kind(layer, board.legend.of(layer)[0].id, "X"))


def test_keys_are_given_taken_over_and_filled_up() -> None:
    board = small_map()
    first, second, *_ = (kind.id for kind in board.legend.of(Layer.TERRAIN))
    assert keys_of(board, Layer.TERRAIN)["1"] == first
    board = done(board, give_key(board, Layer.TERRAIN, second, "1"))
    assert keys_of(board, Layer.TERRAIN)["1"] == second
    assert keys_of(board, Layer.TERRAIN)["2"] == first
    board = done(board, give_key(board, Layer.TERRAIN, first, "1"))
    assert keys_of(board, Layer.TERRAIN) | {} == {
        **keys_of(board, Layer.TERRAIN), "1": first, "2": second
    }  # fmt: skip
    board = done(board, give_key(board, Layer.TERRAIN, first, ""))
    assert "key" not in board.legend.get(Layer.TERRAIN, first).look
