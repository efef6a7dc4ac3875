"""A scan becomes a board in the window: by mouse, by keys alone, and not from bad input."""

from __future__ import annotations

import numpy as np
import scanmaker
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from maps.legend import Layer
from qtapp.workspaces.scan.modes import HINTS, Mode
from qtapp.workspaces.scan.overlay import edges
from qtapp.workspaces.scan.panels.add_dialog import Wanted
from tests.qtapp.conftest import move_mouse, settle
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.scan.conftest import KINDS, Bench

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def test_a_scan_is_digitised_by_mouse(bench: Bench) -> None:
    workspace, made = bench.workspace, bench.made
    bench.add()
    assert [work.name for work in workspace.controller.session.scans.values()] == ["scan.png"]
    bench.click_on(workspace.points.points)
    for label in scanmaker.spread_labels(made, 6):
        bench.show(label, *made.centres[label])
    lattice = workspace.controller.lattice
    assert lattice is not None
    truth = np.array([made.centres[label] for label in lattice.labels])
    assert np.hypot(*(lattice.centres - truth).T).max() < 0.1 * made.pitch
    assert workspace.points.table.rowCount() == 6

    bench.click_on(workspace.terrain.confirm)
    for row, (kind, labels) in enumerate(bench.examples(4).items()):
        box = workspace.terrain.kinds.visualItemRect(workspace.terrain.kinds.item(row))
        viewport = workspace.terrain.kinds.viewport()
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=box.center())
        assert workspace.reader.terrain == kind
        for label in labels:
            bench.click(*made.centres[label])
    assert workspace.controller.work is not None
    assert workspace.controller.work.kinds() == bench.examples(4)
    bench.click_on(workspace.terrain.name_all)
    bench.wait()
    right_wrong_hexes(bench)
    bench.click_on(workspace.review.draw)
    assert bench.terrain() == bench.truth
    board = bench.map()
    confirmed = {label for label, _ in workspace.controller.work.exemplars}
    drafts = {label for at, label in board.sheets[0].bodies() if at in board.drafts}
    assert drafts == set(bench.truth) - confirmed

    trace_rivers(bench)
    bench.do("undo")
    assert not bench.map().hexsides
    bench.do("redo")
    assert bench.map().hexsides


def right_wrong_hexes(bench: Bench) -> None:
    """Correct by key what was read wrongly, as a person would who looks at the list."""
    workspace = bench.workspace
    review = workspace.reader.review
    assert review is not None
    kinds = [kind.id for kind in workspace.reader.terrain_kinds()]
    for row, item in enumerate(review.items):
        own = bench.truth[item.labels[0]]
        if item.kind != own:
            workspace.reader.step_to(row)
            workspace.review.focus()
            bench.key(Qt.Key(Qt.Key.Key_1 + kinds.index(own)))


def trace_rivers(bench: Bench) -> None:
    workspace = bench.workspace
    lattice = workspace.controller.lattice
    assert lattice is not None
    bench.window.docks["scan_lines"].raise_()
    settle()
    bench.click_on(workspace.lines.confirm)
    for a, b in bench.rivers[:4]:
        rows = [lattice.index[a], lattice.index[b]]
        bench.click(*lattice.centres[rows].mean(axis=0))
    assert workspace.controller.work is not None
    assert workspace.controller.work.pairs("river") == bench.rivers[:4]
    bench.click_on(workspace.lines.trace)
    bench.wait()
    bench.click_on(workspace.review.draw)
    found = {tuple(sorted(_labels(bench, side))) for side in bench.map().hexsides}
    assert len(found & set(bench.rivers)) >= 0.95 * len(bench.rivers)
    assert len(found - set(bench.rivers)) <= 0.1 * len(found)


def _labels(bench: Bench, side: object) -> list[str]:
    sheet = bench.map().sheets[0]
    return [str(sheet.label(at)) for at in side.hexes]  # type: ignore[attr-defined]


def test_a_scan_is_digitised_by_keys_alone(bench: Bench) -> None:
    workspace, made = bench.workspace, bench.made
    bench.workspace.canvas.setFocus()
    bench.answer_add(bench.png)
    bench.key(Qt.Key.Key_A)
    bench.wait()
    bench.key(Qt.Key.Key_P)
    assert workspace.controller.mode is Mode.POINT
    for label in scanmaker.spread_labels(made, 5):
        walk(bench, *made.centres[label])
        bench.key(Qt.Key.Key_Return)
        bench.type(label)
        bench.key(Qt.Key.Key_Return)
    assert workspace.controller.work is not None
    assert len(workspace.controller.work.points) == 5
    assert workspace.controller.lattice is not None, workspace.controller.refusal
    bench.key(Qt.Key.Key_T)
    for number, labels in enumerate(bench.examples(3).values()):
        bench.key(Qt.Key(Qt.Key.Key_1 + number))
        for label in labels:
            step_to(bench, label)
            bench.key(Qt.Key.Key_Return)
    assert workspace.controller.work.kinds() == bench.examples(3)
    bench.key(Qt.Key.Key_F6)
    bench.wait()
    bench.key(Qt.Key.Key_F8)
    review = workspace.reader.review
    assert review is not None
    kinds = [kind.id for kind in workspace.reader.terrain_kinds()]
    for _ in range(5):
        item = workspace.reader.item
        assert item is not None
        own = bench.truth[item.labels[0]]
        key = Qt.Key.Key_Return if item.kind == own else Qt.Key(Qt.Key.Key_1 + kinds.index(own))
        bench.key(key)
    assert workspace.reader.review is not None
    assert workspace.reader.review.seen == 9 + 5
    bench.key(Qt.Key.Key_Return, CTRL)
    right = sum(kind == bench.truth[label] for label, kind in bench.terrain().items())
    assert right >= 0.97 * len(bench.truth)
    bench.key(Qt.Key.Key_Z, CTRL)
    assert set(bench.terrain().values()) == {"clear"}


def walk(bench: Bench, x: float, y: float) -> None:
    """Move the crosshair by arrow keys, in long steps and then in short ones."""
    overlay, canvas = bench.workspace.canvas.overlay, bench.workspace.canvas
    bench.key(Qt.Key.Key_Right)
    for held, size in (((), 24), ((SHIFT,), 1)):
        step = size / canvas.scale_now
        assert overlay.crosshair is not None
        for wanted, axis, more, less in (
            (x, "x", Qt.Key.Key_Right, Qt.Key.Key_Left),
            (y, "y", Qt.Key.Key_Down, Qt.Key.Key_Up),
        ):
            for _ in range(20):
                assert overlay.crosshair is not None
                off = wanted - getattr(overlay.crosshair, axis)()
                if abs(off) <= step / 2 + 1e-6:
                    break
                bench.key(more if off > 0 else less, *held, times=round(abs(off) / step))


def step_to(bench: Bench, label: str) -> None:
    """Move the hex cursor by arrow keys."""
    overlay, lattice = bench.workspace.canvas.overlay, bench.workspace.controller.lattice
    assert lattice is not None
    goal = lattice.centres[lattice.index[label]]
    for _ in range(60):
        if overlay.hex_cursor == label:
            return
        if overlay.hex_cursor is None:
            bench.key(Qt.Key.Key_Down)
            continue
        off = goal - lattice.centres[lattice.index[overlay.hex_cursor]]
        if abs(off[0]) > 0.5 * bench.made.pitch:
            bench.key(Qt.Key.Key_Right if off[0] > 0 else Qt.Key.Key_Left)
        else:
            bench.key(Qt.Key.Key_Down if off[1] > 0 else Qt.Key.Key_Up)
    raise AssertionError(f"{label} was not reached from {overlay.hex_cursor}")


def test_work_outlives_a_restart(bench: Bench) -> None:
    bench.add()
    bench.calibrate()
    bench.workspace.reader.confirm_hex("0202", "forest")
    path = bench.workspace.controller.session.path
    bench.window.document.close()
    bench.window.files.open(path)
    bench.do("workspace_scan")
    work = bench.workspace.controller.work
    assert work is not None
    assert len(work.points) == 6
    assert work.exemplars == (("0202", "forest"),)
    assert bench.workspace.controller.lattice is not None


def test_every_decision_is_undone_and_redone(bench: Bench) -> None:
    bench.add()
    bench.calibrate(3)
    workspace = bench.workspace
    slider = workspace.pictures.sliders["opacity"]
    for value in (80, 60, 40):
        slider.setValue(value)
    assert workspace.controller.work is not None
    assert workspace.controller.work.opacity == 0.4
    bench.do("undo")
    assert workspace.controller.work.opacity == 1.0
    for left in (2, 1, 0):
        bench.do("undo")
        assert len(workspace.controller.work.points) == left
    bench.do("undo")
    assert workspace.controller.work is None
    for _ in range(5):
        bench.do("redo")
    assert workspace.controller.work is not None
    assert (len(workspace.controller.work.points), workspace.controller.work.opacity) == (3, 0.4)


def test_the_whole_grid_is_nudged_by_keys(bench: Bench) -> None:
    bench.add()
    bench.calibrate(4)
    workspace = bench.workspace
    before = workspace.controller.lattice
    assert before is not None
    every = list(range(len(before.labels)))
    sides = [frozenset({at.p1().toTuple(), at.p2().toTuple()}) for at in edges(before, every)]
    shared = int((before.neighbours >= 0).sum()) // 2
    assert len(set(sides)) == len(sides) == 6 * len(every) - shared, "each side is drawn once"
    bench.key(Qt.Key.Key_M)
    bench.key(Qt.Key.Key_Right)
    bench.key(Qt.Key.Key_Down, SHIFT)
    after = workspace.controller.lattice
    assert after is not None
    assert np.allclose(after.centres - before.centres, [1, 10], atol=0.05)
    bench.key(Qt.Key.Key_Plus)
    grown = workspace.controller.lattice
    assert grown is not None
    assert np.median(grown.pitch) > np.median(after.pitch) * 1.001
    bench.key(Qt.Key.Key_BracketRight)
    bench.do("undo")
    assert workspace.controller.lattice is not None
    assert np.allclose(workspace.controller.lattice.centres, before.centres)


def test_a_point_is_dragged_to_a_better_place(bench: Bench) -> None:
    bench.add()
    bench.calibrate(4)
    workspace = bench.workspace
    workspace.controller.use(Mode.POINT)
    assert workspace.controller.work is not None
    point = workspace.controller.work.points[0]
    view, start = workspace.canvas.viewport(), bench.spot(point.x, point.y)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    for step in (6, 12, 18):
        move_mouse(view, start + QPoint(step, 0), Qt.MouseButton.LeftButton)
        settle()
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=start + QPoint(18, 0))
    moved = {p.label: p for p in workspace.controller.work.points}[point.label]
    assert abs(moved.x - point.x - 18 / workspace.canvas.scale_now) < 2
    bench.do("undo")
    assert {p.label: p for p in workspace.controller.work.points}[point.label] == point


def test_misses_are_told_per_point_and_worst_points_marked(bench: Bench) -> None:
    bench.add()
    bench.calibrate(8)
    workspace = bench.workspace
    label = "0504"
    x, y = bench.made.centres[label]
    workspace.controller.add_point(label, x + 9, y)
    rows = {
        workspace.points.table.item(row, 0).text(): workspace.points.table.item(row, 3).text()
        for row in range(workspace.points.table.rowCount())
    }
    assert f"◆ {label}" in rows
    assert float(rows[f"◆ {label}"]) > 0.1
    assert "far off" in workspace.points.overall.text()
    workspace.points.table.setCurrentCell(list(rows).index(f"◆ {label}"), 0)
    bench.click_on(workspace.points.drop)
    assert label not in {point.label for point in workspace.controller.work.points}  # type: ignore[union-attr]


def test_checks_find_a_grid_that_is_one_row_off_and_fix_it(bench: Bench) -> None:
    bench.add()
    workspace, made = bench.workspace, bench.made
    for label in ("0101", "0901", "0106", "0906", "0503"):
        wrong = f"{label[:2]}{int(label[2:]) + 1:02d}"
        workspace.controller.add_point(wrong, *made.centres[label])
    bench.window.docks["scan_check"].raise_()
    assert workspace.points.overall.text().count("fit of 5 points") == 1
    for _ in range(2):
        asked = workspace.checks.label
        assert asked is not None
        assert workspace.checks.question.text() == f"Is {asked} printed here?"
        assert not workspace.checks.lens.pixmap().isNull()
        workspace.checks.other.setFocus()
        bench.type(f"{asked[:2]}{int(asked[2:]) - 1:02d}")
        bench.key(Qt.Key.Key_Return)
    assert "the labels are -1 row off" in workspace.checks.tally.text()
    bench.click_on(workspace.checks.fix)
    lattice = workspace.controller.lattice
    assert lattice is not None
    truth = np.array([made.centres[label] for label in lattice.labels])
    assert np.hypot(*(lattice.centres - truth).T).max() < 0.1 * made.pitch
    bench.click_on(workspace.checks.yes)
    assert "3 checked, all agree" in workspace.checks.tally.text()


def test_the_printed_numbers_are_read(bench: Bench) -> None:
    bench.add()
    bench.calibrate(12)
    bench.do("scan_numbers")
    bench.wait()
    text = bench.workspace.checks.verdict.text()
    assert "numbers could be read" in text
    assert bench.workspace.checks.read_fix.isHidden()


def test_printed_numbers_find_a_grid_that_is_one_row_off_and_fix_it(bench: Bench) -> None:
    bench.add()
    workspace, made = bench.workspace, bench.made
    for label in scanmaker.spread_labels(made, 12):
        if label[2:] != "07":
            workspace.controller.add_point(
                f"{label[:2]}{int(label[2:]) + 1:02d}", *made.centres[label]
            )
    assert workspace.controller.lattice is not None, workspace.controller.refusal
    workspace.controller.check("0203", "0202")
    bench.do("scan_numbers")
    bench.wait()
    assert "fewer than three numbers" in bench.window.notice.text()
    for label in [name for name in made.centres if name[2:] != "07"][::4]:
        workspace.controller.check(f"{label[:2]}{int(label[2:]) + 1:02d}", label)
    bench.do("scan_numbers")
    bench.wait()
    bench.window.docks["scan_check"].raise_()
    assert "The labels of most are -1 row off." in workspace.checks.verdict.text()
    bench.click_on(workspace.checks.read_fix)
    assert workspace.controller.lattice is not None
    truth = np.array([made.centres[label] for label in workspace.controller.lattice.labels])
    assert np.hypot(*(workspace.controller.lattice.centres - truth).T).max() < 0.1 * made.pitch


def test_the_pitch_is_found_and_laid(bench: Bench) -> None:
    bench.add()
    workspace = bench.workspace
    bench.do("scan_pitch")
    bench.wait()
    assert "The picture repeats every 4" in workspace.points.pitch.text()
    bench.click_on(workspace.points.lay)
    assert workspace.controller.mode is Mode.NUDGE
    assert workspace.controller.lattice is not None
    assert abs(np.median(workspace.controller.lattice.pitch) - bench.made.pitch) < 0.5
    workspace.controller.add_point("0504", *bench.made.centres["0504"])
    row = workspace.controller.lattice.index["0504"]
    assert np.allclose(
        workspace.controller.lattice.centres[row], bench.made.centres["0504"], atol=0.1
    )


def test_cropping_by_drag(bench: Bench) -> None:
    bench.add()
    workspace = bench.workspace
    bench.key(Qt.Key.Key_X)
    view = workspace.canvas.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=bench.spot(40, 50))
    move_mouse(view, bench.spot(200, 150), Qt.MouseButton.LeftButton)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=bench.spot(300, 200))
    assert workspace.controller.work is not None
    assert workspace.controller.work.crop is not None
    assert np.allclose(workspace.controller.work.crop, (40, 50, 200, 150), atol=2)
    bench.click(100, 100)
    assert workspace.controller.work.crop is None


def test_the_scan_lies_bent_on_the_board(bench: Bench) -> None:
    bench.add()
    bench.calibrate(8)
    workspace, view = bench.workspace, bench.window.view
    bench.do("scan_under")
    bench.wait()
    (item,) = workspace.layers.items
    item.is_patient = True
    bench.do("workspace_edit")
    view.zoom_to_fit()
    settle()
    board = view.board.board
    assert board is not None
    picture = view.grab().toImage()
    for kind in ("sea", "forest"):
        labels = [label for label, own in bench.truth.items() if own == kind]
        want = np.array(scanmaker.PLAIN.terrain[kind][0], dtype=float)
        at = board.shape.map.sheets[0].hex(labels[len(labels) // 2])
        assert at is not None
        spot = view.mapFromScene(*board.shape.centre(at))
        got = picture.pixelColor(spot + QPoint(0, 3))
        shade = np.array([got.red(), got.green(), got.blue()], dtype=float)
        assert np.abs(shade / shade.sum() - want / want.sum()).max() < 0.05, kind
    bench.do("workspace_scan")
    bench.do("scan_under")
    assert not workspace.layers.items


def test_several_scans_of_a_sheet_lie_side_by_side_on_the_desk(bench: Bench) -> None:
    workspace = bench.workspace
    bench.add()
    bench.calibrate(3)
    second = Wanted(bench.png, bench.map().sheets[0].id, links=True)
    assert workspace.take_in(second)
    bench.wait()
    assert workspace.pictures.list.count() == 2
    assert workspace.controller.work is not None
    assert workspace.controller.work.link == str(bench.png.resolve())
    assert workspace.controller.lattice is None
    assert workspace.points.table.rowCount() == 0
    box = workspace.pictures.list.visualItemRect(workspace.pictures.list.item(0))
    QTest.mouseClick(
        workspace.pictures.list.viewport(), Qt.MouseButton.LeftButton, pos=box.center()
    )
    assert workspace.points.table.rowCount() == 3
    assert workspace.controller.lattice is not None
    bench.click_on(workspace.pictures.remove)
    assert workspace.pictures.list.count() == 1
    bench.do("undo")
    assert workspace.pictures.list.count() == 2


def test_samples_are_named_on_the_scan_and_make_the_legend(bench: Bench) -> None:
    workspace, made = bench.workspace, bench.made
    bench.add()
    bench.calibrate()
    examples = bench.examples(2)
    bench.click_on(workspace.terrain.sample)
    for label, name in (
        (examples["clear"][0], "clear"),
        (examples["forest"][0], "Old beeches"),
        (examples["sea"][0], "Swamp"),
        (examples["forest"][1], "old beeches"),
    ):
        bench.show(name, *made.centres[label])
    legend = bench.map().legend
    named = {kind.id: kind for kind in workspace.reader.terrain_kinds()}
    assert set(named) - set(KINDS) == {"old-beeches", "swamp"}
    assert "fill" not in named["swamp"].look, "a usual name has its usual look"
    red, green, blue = (int(named["old-beeches"].look["fill"][at : at + 2], 16) for at in (1, 3, 5))
    own = scanmaker.PLAIN.terrain["forest"][0]
    assert max(abs(red - own[0]), abs(green - own[1]), abs(blue - own[2])) < 40
    assert legend.has(Layer.TERRAIN, "old-beeches")
    work = workspace.controller.work
    assert work is not None
    assert work.kinds() == {
        "clear": examples["clear"][:1],
        "old-beeches": examples["forest"][:2],
        "swamp": examples["sea"][:1],
    }
    for _step in range(3):
        bench.do("undo")
    assert not bench.map().legend.has(Layer.TERRAIN, "swamp")
    assert (
        workspace.controller.work is not None and "swamp" not in workspace.controller.work.kinds()
    )


def test_samples_are_named_by_keys(bench: Bench) -> None:
    workspace = bench.workspace
    bench.add()
    bench.calibrate()
    workspace.canvas.setFocus()
    settle()  # the action of the key is on then
    bench.key(Qt.Key.Key_N)
    assert workspace.controller.mode is Mode.SAMPLE
    bench.key(Qt.Key.Key_Right)
    here = workspace.canvas.overlay.hex_cursor
    bench.key(Qt.Key.Key_Return)
    assert workspace.canvas.field.isVisible()
    bench.type("Dunes")
    bench.key(Qt.Key.Key_Return)
    assert not workspace.canvas.field.isVisible()
    work = workspace.controller.work
    assert work is not None and work.exemplars == ((here, "dunes"),)
    bench.key(Qt.Key.Key_Return)
    bench.key(Qt.Key.Key_Escape)
    assert not workspace.canvas.field.isVisible()


def test_one_comes_back_to_the_panel_one_looked_at(bench: Bench) -> None:
    """And the status bar says again what a click does."""
    window, workspace = bench.window, bench.workspace
    bench.add()
    bench.calibrate()
    for wanted, panel in (("scan_lines", workspace.lines), ("scan_terrain", workspace.terrain)):
        bench.click_on(workspace.terrain.confirm)
        window.docks[wanted].raise_()
        settle()
        told = window.hint.text()
        for other in ("edit", "scan"):
            by_menu(window, f"workspace_{other}")
            settle()
        shown = not panel.visibleRegion().isEmpty()
        assert shown and told == window.hint.text() == HINTS[Mode.TERRAIN]
