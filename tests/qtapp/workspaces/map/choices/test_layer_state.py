"""The standing of layers, the shared selection, and what tools are set to."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from maps.finding.areas import BrushShape
from maps.hexgrid import Hex
from maps.legend import Layer
from qtapp.painters.board import Layers
from qtapp.workspaces.map.choices.hex_selection import HexSelection, Joining
from qtapp.workspaces.map.choices.layer_state import LOCKABLE, TITLES, BoardLayer, LayerState
from qtapp.workspaces.map.choices.tool_choices import ToolChoices
from tests.qtapp.painters.boards import board


def test_layers_stand_in_full_at_first(qapp: object) -> None:
    state = LayerState()
    assert state.layers() == Layers(drafts=1.0)
    assert set(TITLES) == set(BoardLayer)
    assert state.refusal(BoardLayer) == ""


def test_a_change_is_told_once(qtbot: QtBot) -> None:
    state = LayerState()
    with qtbot.waitSignal(state.changed):
        state.set_opacity(BoardLayer.GRID, 0.25)
    assert state.layers().grid == 0.25
    with qtbot.assertNotEmitted(state.changed):
        state.set_opacity(BoardLayer.GRID, 0.25)
    state.set_opacity(BoardLayer.GRID, 7.0)
    assert state.strength(BoardLayer.GRID) == 1.0
    state.set_visible(BoardLayer.GRID, False)
    assert state.layers().grid == 0.0
    with qtbot.waitSignal(state.changed):
        state.reset()
    assert state.layers().grid == 1.0


def test_locks_and_hidden_layers_refuse_in_words(qapp: object) -> None:
    state = LayerState()
    for layer in LOCKABLE:
        state.set_locked(layer, True)
        assert "is locked" in state.refusal((layer,)) and TITLES[layer] in state.refusal((layer,))
        state.set_locked(layer, False)
    state.set_visible(BoardLayer.LINES, False)
    assert "is hidden" in state.refusal((BoardLayer.TERRAIN, BoardLayer.LINES))
    with pytest.raises(ValueError, match="grid"):
        state.set_locked(BoardLayer.GRID, True)


def test_marks_join_the_selection(qtbot: QtBot) -> None:
    chosen = HexSelection()
    a, b, c = Hex(0, 0), Hex(1, 0), Hex(2, 0)
    with qtbot.waitSignal(chosen.changed):
        chosen.choose([b, a])
    chosen.choose([c, b], Joining.ADD)
    assert chosen.ordered == [a, b, c] and len(chosen) == 3 and b in chosen
    chosen.choose([b], Joining.SUBTRACT)
    assert chosen.hexes == {a, c}
    with qtbot.assertNotEmitted(chosen.changed):
        chosen.choose([a], Joining.ADD)
    chosen.choose([b])
    assert chosen.hexes == {b}
    chosen.clear()
    assert not chosen.hexes


def test_choices_keep_to_the_legend(qtbot: QtBot) -> None:
    choices = ToolChoices()
    made = board(8, 6)
    choices.set(terrain="jungle", size=12, shape=BrushShape.RING)
    assert choices.now.size == 7
    with qtbot.waitSignal(choices.changed):
        choices.fit(made)
    assert choices.kind(Layer.TERRAIN) == made.legend.of(Layer.TERRAIN)[0].id
    assert choices.now.region in made.regions[choices.now.region_layer]
    choices.choose(Layer.HEXSIDE, "danube")
    with qtbot.assertNotEmitted(choices.changed):
        choices.fit(made)
    assert choices.now.hexside == "danube" and choices.now.shape is BrushShape.RING
