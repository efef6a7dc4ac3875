"""Brush, fill, line and eyedropper, by mouse and by keys; undo gives the very board back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from maps.edits import mark_draft
from maps.finding.areas import BrushShape, brush, same_terrain, swept
from maps.hexgrid import Hex, line
from maps.legend import Layer
from qtapp.painters.overlays.ghosts import NO_GHOST
from qtapp.workspaces.map.choices.layer_state import BoardLayer
from qtapp.workspaces.map.map_controller import HAND
from qtapp.workspaces.map.tools.toolbox import TOOLS
from tests.qtapp.conftest import settle
from tests.qtapp.hands import by_menu, click_entry
from tests.qtapp.workspaces.map.conftest import click
from tests.qtapp.workspaces.map.tools.conftest import ALT, CTRL, NONE, SHIFT, Hand, same_terrain_run


def test_every_tool_has_its_action_and_a_hint(hand: Hand) -> None:
    at = same_terrain_run(hand.map, 3)[0]
    for kind in TOOLS:
        hand.take(kind.id)
        hand.hover(at)
        assert hand.controller.tool == kind.id and hand.window.book[kind.id].isChecked()
        assert kind.title in hand.window.hint.text()
        assert hand.map.label(at) in hand.window.hint.text()
        assert hand.window.tool_panel.title.text() == kind.title


def test_the_brush_paints_what_its_ghost_shows_in_one_step(hand: Hand) -> None:
    row = same_terrain_run(hand.map, 5)
    before = hand.text
    hand.take("brush", terrain="swamp", size=2)
    hand.hover(row[0])
    (tint,) = hand.view.board.ghost.ghost.tints
    assert set(tint.hexes) == set(brush(row[0], 2))
    hand.drag(row[0], row[2], row[4])
    painted = {at for at in swept(row[0], row[4], 2) if at in hand.map}
    assert all(hand.map.terrain[at] == "swamp" for at in painted)
    after = hand.text
    assert len(hand.controller.undo_label) > 0
    hand.undo()
    assert hand.text == before and not hand.controller.can_undo
    hand.redo()
    assert hand.text == after


def test_escape_takes_back_a_running_stroke_for_good(hand: Hand) -> None:
    row = same_terrain_run(hand.map, 5)
    before = hand.text
    hand.take("brush", terrain="swamp", size=3)
    hand.drag(row[0], row[4], ends=False)
    assert hand.text != before
    hand.key(Qt.Key.Key_Escape)
    assert hand.text == before
    hand.release(row[4])
    assert hand.text == before and not hand.controller.can_undo and not hand.controller.can_redo


def test_brackets_change_size_and_shape(hand: Hand) -> None:
    hand.take("brush")
    for _ in range(9):
        hand.key(Qt.Key.Key_BracketRight)
    assert hand.controller.choices.now.size == 7
    hand.key(Qt.Key.Key_BracketLeft)
    hand.key(Qt.Key.Key_BracketRight, SHIFT)
    assert (hand.controller.choices.now.size, hand.controller.choices.now.shape) == (
        6,
        BrushShape.RING,
    )
    assert hand.window.tool_panel.brush_size.value() == 6
    assert hand.window.tool_panel.shape.currentText() == "Ring"
    hand.window.tool_panel.brush_size.setValue(2)
    assert hand.controller.choices.now.size == 2


def test_shift_paints_a_straight_row_and_alt_takes_up(hand: Hand) -> None:
    row = same_terrain_run(hand.map, 6)
    hand.take("brush", terrain="mountain", size=1)
    hand.click(row[0])
    hand.click(row[5], SHIFT)
    assert all(hand.map.terrain[at] == "mountain" for at in row)
    other = next(at for at, kind in hand.map.terrain.items() if kind == "sea")
    hand.click(other, ALT)
    assert hand.controller.choices.now.terrain == "sea" and hand.map.terrain[other] == "sea"


def test_painting_by_keys_alone(hand: Hand) -> None:
    row = same_terrain_run(hand.map, 3)
    before = hand.text
    hand.take("brush", size=1)
    hand.key(Qt.Key.Key_4)
    chosen = hand.map.legend.of(Layer.TERRAIN)[3].id
    assert hand.controller.choices.now.terrain == chosen
    hand.point(row[0])
    hand.key(Qt.Key.Key_Return)
    assert hand.map.terrain[row[0]] == chosen
    hand.undo()
    hand.key(Qt.Key.Key_Space)
    assert hand.map.terrain[row[0]] == chosen
    hand.undo()
    assert hand.text == before
    QTest.keyPress(hand.view, Qt.Key.Key_Shift)
    QTest.keyPress(hand.view, Qt.Key.Key_D, SHIFT)
    QTest.keyPress(hand.view, Qt.Key.Key_D, SHIFT)
    settle()
    assert hand.view.cursor_hex == row[2]
    assert all(hand.map.terrain[at] == chosen for at in row)
    QTest.keyRelease(hand.view, Qt.Key.Key_Shift)
    hand.key(Qt.Key.Key_D)
    assert hand.view.cursor_hex not in row
    hand.undo()
    assert hand.text == before, "one stroke for all hexes walked over with Shift"


def test_space_still_pans(hand: Hand) -> None:
    row = same_terrain_run(hand.map, 3)
    before = hand.text
    hand.view.set_zoom(80)
    hand.view.go_to(row[0])
    hand.take("brush", terrain="swamp")
    QTest.keyPress(hand.view, Qt.Key.Key_Space)
    seen = hand.view.visible_rect
    hand.drag(row[0], row[1])
    QTest.keyRelease(hand.view, Qt.Key.Key_Space)
    settle()
    assert hand.view.visible_rect != seen and hand.text == before


def test_a_stroke_clears_draft_marks(hand: Hand) -> None:
    row = same_terrain_run(hand.map, 4)
    hand.controller.apply(mark_draft(hand.map, row, True))
    hand.take("brush", terrain=hand.map.terrain[row[0]], size=1)
    hand.click(row[0])
    assert hand.map.drafts == frozenset(row[1:])
    hand.point(row[0])
    by_menu(hand.window, "next_draft")
    assert hand.view.cursor_hex == row[1]
    hand.controller.hexes.choose(row[:2])
    by_menu(hand.window, "accept_drafts")
    assert hand.map.drafts == frozenset(row[2:])
    hand.controller.hexes.clear()
    by_menu(hand.window, "accept_drafts")
    settle()
    assert not hand.map.drafts and not hand.window.book["next_draft"].isEnabled()


def test_a_locked_or_hidden_layer_refuses_with_a_sentence(hand: Hand) -> None:
    row = same_terrain_run(hand.map, 3)
    before = hand.text
    hand.take("brush", terrain="swamp")
    hand.controller.layers.set_locked(BoardLayer.TERRAIN, True)
    hand.hover(row[0])
    assert hand.view.board.ghost.ghost == NO_GHOST
    assert hand.view.viewport().cursor().shape() is Qt.CursorShape.ForbiddenCursor
    hand.click(row[0])
    assert "locked" in hand.said and hand.text == before
    hand.controller.layers.set_locked(BoardLayer.TERRAIN, False)
    hand.controller.layers.set_visible(BoardLayer.TERRAIN, False)
    hand.click(row[0])
    assert "hidden" in hand.said and hand.text == before
    hand.controller.layers.reset()
    hand.click(row[0])
    assert hand.map.terrain[row[0]] == "swamp"


def test_the_fill_keeps_its_limits_and_asks(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    at = same_terrain_run(hand.map, 3)[1]
    before, was = hand.text, hand.map.terrain[at]
    joined = set(same_terrain(hand.map, at))
    hand.take("fill", terrain="swamp")
    hand.hover(at)
    (tint,) = hand.view.board.ghost.ghost.tints
    assert set(tint.hexes) == joined
    hand.click(at)
    assert all(hand.map.terrain[near] == "swamp" for near in joined)
    hand.undo()
    assert hand.text == before
    asked: list[str] = []
    monkeypatch.setattr(hand.controller, "confirms", lambda question: bool(asked.append(question)))
    hand.controller.choices.set(fill_most=2)
    hand.click(at)
    assert asked == [f"Fill {len(joined)} hexes with Swamp?"] and hand.text == before
    hand.controller.choices.set(fill_most=2000)
    hand.controller.hexes.choose([at, at.neighbour(0)])
    hand.click(at)
    assert hand.map.terrain[at] == hand.map.terrain[at.neighbour(0)] == "swamp"
    assert hand.map.terrain[at.neighbour(3)] == was
    far = next(near for near in sorted(joined) if near not in hand.controller.hexes)
    hand.click(far)
    assert "nothing to fill" in hand.said


def test_a_fill_within_its_region_and_not_across_rivers(hand: Hand) -> None:
    start = next(
        at
        for at in sorted(hand.map.terrain)
        if hand.map.region_of("country", at) == "Eastmark" and hand.map.terrain[at] == "clear"
    )
    hand.take("fill", terrain="swamp", region_layer="country")
    click(hand.window.tool_panel.limits["fill_keeps_to_region"])
    walls = hand.window.tool_panel.walls
    click_entry(walls.menu(), walls.menu().actions()[0])
    assert hand.controller.choices.now.fill_walls == {"river"} and walls.text() == "River"
    before = dict(hand.map.terrain)
    hand.click(start)
    changed = {at for at, kind in hand.map.terrain.items() if before[at] != kind}
    assert start in changed
    assert {hand.map.region_of("country", at) for at in changed} == {"Eastmark"}
    reached = {start}
    queue = [start]
    while queue:
        at = queue.pop()
        for near in at.neighbours():
            if (
                near in changed
                and near not in reached
                and "river" not in hand.map.side_kinds(at, near)
            ):
                reached.add(near)
                queue.append(near)
    assert reached == changed


def test_a_line_by_mouse_and_by_keys(hand: Hand) -> None:
    row = same_terrain_run(hand.map, 6)
    before = hand.text
    hand.take("line", terrain="swamp", size=1)
    hand.drag(row[0], row[5], ends=False)
    assert hand.text == before, "nothing is painted before the button comes up"
    hand.release(row[5])
    assert all(hand.map.terrain[at] == "swamp" for at in line(row[0], row[5]))
    hand.undo()
    hand.point(row[0])
    hand.key(Qt.Key.Key_Return)
    for _ in range(3):
        hand.key(Qt.Key.Key_D)
    assert hand.text == before
    hand.key(Qt.Key.Key_Escape)
    hand.key(Qt.Key.Key_Return)
    assert hand.text == before, "Escape ended the first line; this begins another"
    hand.key(Qt.Key.Key_A)
    hand.key(Qt.Key.Key_Return)
    assert sum(kind == "swamp" for kind in hand.map.terrain.values()) >= 2
    hand.undo()
    assert hand.text == before


def test_anything_is_taken_up(hand: Hand) -> None:
    of = next(of for of in sorted(hand.map.hexsides) if "danube" in hand.map.hexsides[of])
    hand.take("eyedropper")
    hand.click(hand.middle(of))
    assert (hand.controller.tool, hand.controller.choices.now.hexside) == ("hexside", "danube")
    place = next(p for p in hand.map.places.values() if p.kind == "town")
    hand.take("eyedropper")
    hand.click(place.hex)
    assert (hand.controller.tool, hand.controller.choices.now.place) == ("place", "town")
    at = next(iter(hand.map.regions["country"]["Eastmark"]))
    hand.take("eyedropper", region_layer="country", region="")
    hand.click(at, SHIFT)
    assert (hand.controller.tool, hand.controller.choices.now.region) == ("region", "Eastmark")
    rail = next(
        way
        for way, kinds in sorted(hand.map.lines.items())
        if kinds == {"rail"} and not hand.map.places_at(way.a) and not hand.map.side_kinds(*way)
    )
    a, b = map(hand.controller.layout.centre, rail)
    hand.take("brush")
    spot = hand.at(type(a)(a.x + (b.x - a.x) * 0.38, a.y + (b.y - a.y) * 0.38))
    QTest.mouseClick(hand.port, Qt.MouseButton.RightButton, NONE, spot)
    settle()
    assert (hand.controller.tool, hand.controller.choices.now.line) == ("link", "rail"), (
        "the right button"
    )


def test_the_hand_only_looks(hand: Hand) -> None:
    row = same_terrain_run(hand.map, 3)
    before = hand.text
    hand.take(HAND)
    hand.drag(row[0], row[2])
    hand.point(row[0])
    hand.key(Qt.Key.Key_Return)
    assert hand.text == before and hand.controller.tool == HAND
    assert hand.view.board.ghost.ghost == NO_GHOST
    hand.key(Qt.Key.Key_B)
    assert hand.controller.tool == "brush"


def test_leaving_the_room_lays_the_tool_down(hand: Hand) -> None:
    row = same_terrain_run(hand.map, 3)
    hand.take("brush", terrain="swamp")
    hand.controller.hexes.choose(row)
    hand.drag(row[0], row[1], ends=False)
    before_stroke_is_back = hand.map.terrain[row[0]]
    by_menu(hand.window, "workspace_contents")
    settle()
    assert before_stroke_is_back == "swamp" and hand.map.terrain[row[0]] != "swamp"
    assert hand.view.tool_input is None and hand.view.board.ghost.ghost == NO_GHOST
    by_menu(hand.window, "workspace_edit")
    settle()
    assert hand.controller.hexes.hexes == frozenset(row)
    hand.click(row[0], CTRL)
    assert hand.map.terrain[row[0]] == "swamp"


def test_nothing_is_painted_off_the_board(hand: Hand) -> None:
    before = hand.text
    outside = min(hand.map.terrain, key=lambda at: hand.controller.layout.centre(at).x)
    off = Hex(outside.q - 1, outside.r)
    hand.take("brush", terrain="swamp", size=1)
    hand.click(off)
    hand.take("fill", terrain="swamp")
    hand.click(off)
    assert hand.text == before
