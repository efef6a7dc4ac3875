"""Hexsides, rivers, roads and regions, by mouse and by keys."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from maps.finding.paths import hexside_path
from maps.hexgrid import Hex, Side, line, link, side, side_vertices, vertex
from maps.layout import Point
from maps.legend import Layer
from qtapp.workspaces.map.choices.layer_state import BoardLayer
from tests.qtapp.conftest import move_mouse, settle
from tests.qtapp.workspaces.map.tools.conftest import (
    ALT,
    CTRL,
    SHIFT,
    Hand,
    kind_of,
    same_terrain_run,
)


def bare_side(hand: Hand) -> Side:
    """A hexside with nothing on it, well inside the board."""
    row = same_terrain_run(hand.map, 4)
    return next(
        of
        for at in row
        for of in (side(at, direction) for direction in range(6))
        if of not in hand.map.hexsides
    )


def test_the_hexside_brush_snaps_adds_removes_and_toggles(hand: Hand) -> None:
    before, of = hand.text, bare_side(hand)
    hand.take("hexside", hexside="river")
    hand.hover(hand.middle(of))
    (course,) = hand.view.board.ghost.ghost.courses
    assert course.parts == (of,) and not course.gone
    assert "nothing yet" in hand.window.hint.text()
    hand.click(hand.middle(of))
    assert hand.map.hexsides[of] == {"river"}
    hand.click(hand.middle(of), SHIFT)
    assert of not in hand.map.hexsides
    hand.click(hand.middle(of), SHIFT)
    assert hand.map.hexsides[of] == {"river"}
    hand.controller.choices.set(hexside="danube")
    hand.click(hand.middle(of))
    assert hand.map.hexsides[of] == {"river", "danube"}
    held = ", ".join(hand.map.legend.called(Layer.HEXSIDE, kind) for kind in ("danube", "river"))
    assert f"({held}): draws" in hand.window.hint.text()
    hand.click(hand.middle(of), CTRL)
    assert hand.map.hexsides[of] == {"river"}
    for _ in range(5):
        hand.undo()
    assert hand.text == before and not hand.controller.can_undo


def test_ctrl_shows_what_would_go(hand: Hand) -> None:
    of = next(of for of, kinds in sorted(hand.map.hexsides.items()) if kinds == {"river"})
    hand.take("hexside", hexside="river")
    hand.hover(hand.middle(of))
    hand.view.setFocus()
    QTest.keyPress(hand.view, Qt.Key.Key_Control)
    settle()
    (course,) = hand.view.board.ghost.ghost.courses
    assert course.gone
    QTest.keyRelease(hand.view, Qt.Key.Key_Control)
    settle()
    (course,) = hand.view.board.ghost.ghost.courses
    assert not course.gone
    hand.click(hand.middle(of), ALT)
    assert hand.controller.choices.now.hexside == "river" and of in hand.map.hexsides


def test_a_drag_of_the_hexside_brush_is_one_step(hand: Hand) -> None:
    before, row = hand.text, same_terrain_run(hand.map, 4)
    hand.take("hexside", hexside="danube")
    walls = [side(at, 1) for at in row[:3]]
    way = [hand.middle(of) for of in walls]
    hand.drag(way[0], way[1], way[2])
    assert all("danube" in hand.map.hexsides[of] for of in walls)
    hand.undo()
    assert hand.text == before
    hand.drag(way[0], way[2], ends=False)
    hand.key(Qt.Key.Key_Escape)
    hand.release(way[2])
    assert hand.text == before and not hand.controller.can_undo


def test_a_hexside_is_chosen_by_keys(hand: Hand) -> None:
    at = same_terrain_run(hand.map, 3)[1]
    hand.take("hexside")
    hand.key(Qt.Key.Key_2)
    kind = kind_of(hand.map, Layer.HEXSIDE, 1)
    hand.point(at)
    before = hand.text
    for _ in range(2):
        hand.key(Qt.Key.Key_Comma)
    (course,) = hand.view.board.ghost.ghost.courses
    assert course.parts == (side(at, 2),)
    hand.key(Qt.Key.Key_Return)
    assert kind in hand.map.hexsides[side(at, 2)]
    hand.key(Qt.Key.Key_Period)
    hand.key(Qt.Key.Key_Space)
    assert kind in hand.map.hexsides[side(at, 1)]
    hand.key(Qt.Key.Key_Return, CTRL)
    assert kind not in hand.map.hexsides.get(side(at, 1), ())
    for _ in range(3):
        hand.undo()
    assert hand.text == before


def river_course(hand: Hand) -> tuple[list[Side], list[Point]]:
    """A chain of hexsides, and a stroke that wobbles along it."""
    row = same_terrain_run(hand.map, 5)
    start = vertex(row[0], 1)
    chain = hexside_path(start, vertex(row[4], 3))
    way = [start]
    for of in chain:
        a, b = side_vertices(of)
        way.append(b if way[-1] == a else a)
    layout = hand.controller.layout
    stroke = []
    for step, (u, v) in enumerate(pairwise(way)):
        p, q = layout.vertex(u), layout.vertex(v)
        for part in range(4):
            share, off = part / 4, layout.pitch * (0.07 if (step + part) % 2 else -0.07)
            stroke.append(Point(p.x + (q.x - p.x) * share + off, p.y + (q.y - p.y) * share - off))
    return chain, [*stroke, layout.vertex(way[-1])]


def test_a_river_drawn_freely_follows_the_hexsides(hand: Hand) -> None:
    before = hand.text
    chain, stroke = river_course(hand)
    hand.view.set_zoom(48)
    hand.view.go_to(chain[len(chain) // 2].hex)
    settle()
    hand.take("river", hexside="danube")
    hand.drag(*stroke, ends=False)
    ghost = hand.view.board.ghost.ghost
    assert hand.text == before and len(ghost.stroke) > 10
    assert set(chain[1:-1]) <= set(ghost.courses[0].parts)
    hand.release(stroke[-1])
    drawn = {of for of, kinds in hand.map.hexsides.items() if "danube" in kinds}
    hand.undo()
    known = {of for of, kinds in hand.map.hexsides.items() if "danube" in kinds}
    assert hand.text == before
    assert set(chain[1:-1]) <= drawn and len(drawn - known - set(chain)) <= 1
    hand.redo()
    hand.drag(*stroke, held=CTRL)
    left = {of for of, kinds in hand.map.hexsides.items() if "danube" in kinds}
    assert left.isdisjoint(chain[1:-1]), "Ctrl takes the river off again"
    hand.undo()
    hand.undo()
    assert hand.text == before
    hand.drag(*stroke, ends=False)
    hand.key(Qt.Key.Key_Escape)
    hand.release(stroke[-1])
    assert hand.text == before and not hand.controller.can_undo


def test_a_river_by_keys(hand: Hand) -> None:
    row = same_terrain_run(hand.map, 4)
    before = hand.text
    hand.take("river", hexside="danube")
    hand.point(row[0])
    hand.key(Qt.Key.Key_Return)
    hand.key(Qt.Key.Key_D)
    hand.key(Qt.Key.Key_D)
    hand.key(Qt.Key.Key_Comma)
    assert hand.text == before and hand.view.board.ghost.ghost.courses
    hand.key(Qt.Key.Key_Return)
    fresh = [of for of, kinds in hand.map.hexsides.items() if "danube" in kinds]
    assert len(fresh) >= 4
    hand.undo()
    assert hand.text == before


def test_roads_are_dragged_through_hexes(hand: Hand) -> None:
    before, row = hand.text, same_terrain_run(hand.map, 5)
    hand.take("link", line="rail")
    hand.drag(row[0], row[4], ends=False)
    (course,) = hand.view.board.ghost.ghost.courses
    assert len(course.parts) == 4 and hand.text == before
    move_mouse(hand.port, hand.at(row[3]), Qt.MouseButton.LeftButton)
    settle()
    (course,) = hand.view.board.ghost.ghost.courses
    assert len(course.parts) == 3, "going back takes a link off the chain"
    hand.release(row[3])
    assert all("rail" in hand.map.lines[link(a, b)] for a, b in pairwise(row[:4]))
    assert "rail" not in hand.map.line_kinds(row[3], row[4])
    hand.drag(*row[:4], held=CTRL)
    assert all("rail" not in hand.map.line_kinds(a, b) for a, b in pairwise(row[:4]))
    hand.undo()
    hand.undo()
    assert hand.text == before


def test_roads_go_from_click_to_click(hand: Hand) -> None:
    before, row = hand.text, same_terrain_run(hand.map, 5)
    hand.take("link", line="rail")
    hand.click(row[0])
    assert hand.text == before
    hand.hover(row[3])
    (course,) = hand.view.board.ghost.ghost.courses
    assert course.parts == tuple(link(a, b) for a, b in pairwise(line(row[0], row[3])))
    hand.click(row[3])
    hand.click(row[4])
    assert all("rail" in hand.map.lines[link(a, b)] for a, b in pairwise(row))
    hand.key(Qt.Key.Key_Escape)
    hand.click(row[0])
    hand.undo()
    hand.undo()
    assert hand.text == before and not hand.controller.can_undo


def test_shift_finds_an_easy_way_round_the_water(hand: Hand) -> None:
    row = same_terrain_run(hand.map, 5)
    hand.take("brush", terrain="lake", size=1)
    hand.click(row[2])
    before = hand.text
    hand.take("link", line="rail")
    hand.click(row[0])
    hand.click(row[4], SHIFT)
    assert hand.text != before
    laid = [way for way, kinds in hand.map.lines.items() if "rail" in kinds and row[2] in way]
    assert not laid
    hand.undo()
    assert hand.text == before


def test_roads_by_keys(hand: Hand) -> None:
    before, row = hand.text, same_terrain_run(hand.map, 4)
    hand.take("link", line="rail")
    hand.point(row[0])
    hand.key(Qt.Key.Key_Return)
    for _ in range(3):
        hand.key(Qt.Key.Key_D)
    hand.key(Qt.Key.Key_Return)
    assert all("rail" in hand.map.lines[link(a, b)] for a, b in pairwise(row))
    hand.undo()
    assert hand.text == before


def test_the_region_brush_puts_in_and_takes_out(hand: Hand) -> None:
    before = hand.text
    at = min(hand.map.regions["country"]["Eastmark"])
    hand.take("region", region_layer="country", region="Westria", size=1)
    hand.click(at)
    assert hand.map.region_of("country", at) == "Westria"
    assert "Region brush (Westria here): puts hexes into Westria" in hand.window.hint.text()
    hand.click(at, CTRL)
    assert hand.map.region_of("country", at) is None
    hand.undo()
    hand.undo()
    assert hand.text == before
    known = hand.view.board.board
    assert known is not None
    hand.click(at, ALT)
    assert hand.controller.choices.now.region == "Eastmark"


def test_a_new_region_is_named_in_the_panel(hand: Hand) -> None:
    before, row = hand.text, same_terrain_run(hand.map, 4)
    hand.take("region", region_layer="country", size=2)
    panel = hand.window.tool_panel
    field = panel.region.lineEdit()
    assert field is not None and panel.region.width() > panel.width() // 2, "whole names"
    field.selectAll()
    QTest.keyClicks(field, "Zenda")
    QTest.keyClick(field, Qt.Key.Key_Return)
    settle()
    assert hand.controller.choices.now.region == "Zenda"
    hand.drag(row[0], row[3])
    assert set(row) <= hand.map.regions["country"]["Zenda"]
    hand.undo()
    assert hand.text == before
    hand.drag(row[0], row[3], ends=False)
    hand.key(Qt.Key.Key_Escape)
    hand.release(row[3])
    assert hand.text == before


def test_locks_hold_for_each_tool(hand: Hand) -> None:
    before, row = hand.text, same_terrain_run(hand.map, 3)
    for layer in (BoardLayer.HEXSIDES, BoardLayer.LINES, BoardLayer.REGIONS):
        hand.controller.layers.set_locked(layer, True)
    for tool in ("hexside", "river", "link", "region"):
        hand.take(tool)
        hand.drag(row[0], row[2])
        assert "locked" in hand.said, tool
        hand.window.notice.hide()
    assert hand.text == before


def test_where_there_is_no_hexside_it_says_so(hand: Hand) -> None:
    before = hand.text
    rim = min(hand.map.terrain, key=lambda at: hand.controller.layout.centre(at).x)
    hand.take("hexside")
    off = Hex(rim.q - 1, rim.r)
    hand.click(off)
    assert "no hexside" in hand.said and hand.text == before
