"""A scan becomes a board in the window: by mouse, by keys alone, and not from bad input."""

from __future__ import annotations

import numpy as np
import scanmaker
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from qtapp.scan.add_dialog import Wanted
from qtapp.scan.modes import Mode
from tests.qtapp.conftest import settle
from tests.qtapp.scan.conftest import Bench

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def test_a_scan_is_digitised_by_mouse(bench: Bench) -> None:
    room, made = bench.room, bench.made
    bench.add()
    assert [work.name for work in room.desk.session.scans.values()] == ["scan.png"]
    bench.click_on(room.points.points)
    for label in scanmaker.spread_labels(made, 6):
        bench.show(label, *made.centres[label])
    lattice = room.desk.lattice
    assert lattice is not None
    truth = np.array([made.centres[label] for label in lattice.labels])
    assert np.hypot(*(lattice.centres - truth).T).max() < 0.1 * made.pitch
    assert room.points.table.rowCount() == 6

    bench.click_on(room.terrain.confirm)
    for row, (kind, labels) in enumerate(bench.examples(4).items()):
        box = room.terrain.kinds.visualItemRect(room.terrain.kinds.item(row))
        viewport = room.terrain.kinds.viewport()
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=box.center())
        assert room.reader.terrain == kind
        for label in labels:
            bench.click(*made.centres[label])
    assert room.desk.work is not None
    assert room.desk.work.kinds() == bench.examples(4)
    bench.click_on(room.terrain.name_all)
    bench.wait()
    right_wrong_hexes(bench)
    bench.click_on(room.review.draw)
    assert bench.terrain() == bench.truth
    board = bench.map()
    confirmed = {label for label, _ in room.desk.work.exemplars}
    drafts = {label for at, label in board.sheets[0].bodies() if at in board.drafts}
    assert drafts == set(bench.truth) - confirmed

    trace_rivers(bench)
    bench.do("undo")
    assert not bench.map().hexsides
    bench.do("redo")
    assert bench.map().hexsides


def right_wrong_hexes(bench: Bench) -> None:
    """Correct by key what was read wrongly, as a person would who looks at the list."""
    room = bench.room
    review = room.reader.review
    assert review is not None
    kinds = [kind.id for kind in room.reader.terrain_kinds()]
    for row, item in enumerate(review.items):
        own = bench.truth[item.labels[0]]
        if item.kind != own:
            room.reader.step_to(row)
            room.review.focus()
            bench.key(Qt.Key(Qt.Key.Key_1 + kinds.index(own)))


def trace_rivers(bench: Bench) -> None:
    room = bench.room
    lattice = room.desk.lattice
    assert lattice is not None
    bench.window.docks["scan_lines"].raise_()
    settle()
    bench.click_on(room.lines.confirm)
    for a, b in bench.rivers[:4]:
        rows = [lattice.index[a], lattice.index[b]]
        bench.click(*lattice.centres[rows].mean(axis=0))
    assert room.desk.work is not None
    assert room.desk.work.pairs("river") == bench.rivers[:4]
    bench.click_on(room.lines.trace)
    bench.wait()
    bench.click_on(room.review.draw)
    found = {tuple(sorted(_labels(bench, side))) for side in bench.map().hexsides}
    assert len(found & set(bench.rivers)) >= 0.95 * len(bench.rivers)
    assert len(found - set(bench.rivers)) <= 0.1 * len(found)


def _labels(bench: Bench, side: object) -> list[str]:
    sheet = bench.map().sheets[0]
    return [str(sheet.label(at)) for at in side.hexes]  # type: ignore[attr-defined]


def test_a_scan_is_digitised_by_keys_alone(bench: Bench) -> None:
    room, made = bench.room, bench.made
    bench.room.canvas.setFocus()
    bench.answer_add(bench.png)
    bench.key(Qt.Key.Key_A)
    bench.wait()
    bench.key(Qt.Key.Key_P)
    assert room.desk.mode is Mode.POINT
    for label in scanmaker.spread_labels(made, 5):
        walk(bench, *made.centres[label])
        bench.key(Qt.Key.Key_Return)
        bench.type(label)
        bench.key(Qt.Key.Key_Return)
    assert room.desk.work is not None
    assert len(room.desk.work.points) == 5
    assert room.desk.lattice is not None, room.desk.refusal
    bench.key(Qt.Key.Key_T)
    for number, labels in enumerate(bench.examples(3).values()):
        bench.key(Qt.Key(Qt.Key.Key_1 + number))
        for label in labels:
            step_to(bench, label)
            bench.key(Qt.Key.Key_Return)
    assert room.desk.work.kinds() == bench.examples(3)
    bench.key(Qt.Key.Key_F6)
    bench.wait()
    bench.key(Qt.Key.Key_F8)
    review = room.reader.review
    assert review is not None
    kinds = [kind.id for kind in room.reader.terrain_kinds()]
    for _ in range(5):
        item = room.reader.item
        assert item is not None
        own = bench.truth[item.labels[0]]
        key = Qt.Key.Key_Return if item.kind == own else Qt.Key(Qt.Key.Key_1 + kinds.index(own))
        bench.key(key)
    assert room.reader.review is not None
    assert room.reader.review.seen == 9 + 5
    bench.key(Qt.Key.Key_Return, CTRL)
    right = sum(kind == bench.truth[label] for label, kind in bench.terrain().items())
    assert right >= 0.97 * len(bench.truth)
    bench.key(Qt.Key.Key_Z, CTRL)
    assert set(bench.terrain().values()) == {"clear"}


def walk(bench: Bench, x: float, y: float) -> None:
    """Move the crosshair by arrow keys, in long steps and then in short ones."""
    overlay, canvas = bench.room.canvas.overlay, bench.room.canvas
    bench.key(Qt.Key.Key_Right)
    for held, size in (((), 24), ((SHIFT,), 1)):
        step = size / canvas.scale_now
        assert overlay.crosshair is not None
        for wanted, axis, more, less in (
            (x, "x", Qt.Key.Key_Right, Qt.Key.Key_Left),
            (y, "y", Qt.Key.Key_Down, Qt.Key.Key_Up),
        ):
            for _ in range(200):
                assert overlay.crosshair is not None
                off = wanted - getattr(overlay.crosshair, axis)()
                if abs(off) <= step / 2 + 1e-6:
                    break
                bench.key(more if off > 0 else less, *held)


def step_to(bench: Bench, label: str) -> None:
    """Move the hex cursor by arrow keys."""
    overlay, lattice = bench.room.canvas.overlay, bench.room.desk.lattice
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
    bench.room.reader.confirm_hex("0202", "forest")
    path = bench.room.desk.session.path
    bench.window.document.close()
    bench.window.files.open(path)
    bench.do("workspace_scan")
    work = bench.room.desk.work
    assert work is not None
    assert len(work.points) == 6
    assert work.exemplars == (("0202", "forest"),)
    assert bench.room.desk.lattice is not None


def test_every_decision_is_undone_and_redone(bench: Bench) -> None:
    bench.add()
    bench.calibrate(3)
    room = bench.room
    slider = room.pictures.sliders["opacity"]
    for value in (80, 60, 40):
        slider.setValue(value)
    assert room.desk.work is not None
    assert room.desk.work.opacity == 0.4
    bench.do("undo")
    assert room.desk.work.opacity == 1.0
    for left in (2, 1, 0):
        bench.do("undo")
        assert len(room.desk.work.points) == left
    bench.do("undo")
    assert room.desk.work is None
    for _ in range(5):
        bench.do("redo")
    assert room.desk.work is not None
    assert (len(room.desk.work.points), room.desk.work.opacity) == (3, 0.4)


def test_the_whole_grid_is_nudged_by_keys(bench: Bench) -> None:
    bench.add()
    bench.calibrate(4)
    room = bench.room
    before = room.desk.lattice
    bench.key(Qt.Key.Key_M)
    bench.key(Qt.Key.Key_Right)
    bench.key(Qt.Key.Key_Down, SHIFT)
    after = room.desk.lattice
    assert before is not None and after is not None
    assert np.allclose(after.centres - before.centres, [1, 10], atol=0.05)
    bench.key(Qt.Key.Key_Plus)
    grown = room.desk.lattice
    assert grown is not None
    assert np.median(grown.pitch) > np.median(after.pitch) * 1.001
    bench.key(Qt.Key.Key_BracketRight)
    bench.do("undo")
    assert room.desk.lattice is not None
    assert np.allclose(room.desk.lattice.centres, before.centres)


def test_a_point_is_dragged_to_a_better_place(bench: Bench) -> None:
    bench.add()
    bench.calibrate(4)
    room = bench.room
    room.desk.use(Mode.POINT)
    assert room.desk.work is not None
    point = room.desk.work.points[0]
    view, start = room.canvas.viewport(), bench.spot(point.x, point.y)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    for step in (6, 12, 18):
        QTest.mouseMove(view, start + QPoint(step, 0))
        settle()
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=start + QPoint(18, 0))
    moved = {p.label: p for p in room.desk.work.points}[point.label]
    assert abs(moved.x - point.x - 18 / room.canvas.scale_now) < 2
    bench.do("undo")
    assert {p.label: p for p in room.desk.work.points}[point.label] == point


def test_misses_are_told_per_point_and_worst_points_marked(bench: Bench) -> None:
    bench.add()
    bench.calibrate(8)
    room = bench.room
    label = "0504"
    x, y = bench.made.centres[label]
    room.desk.add_point(label, x + 9, y)
    rows = {
        room.points.table.item(row, 0).text(): room.points.table.item(row, 3).text()
        for row in range(room.points.table.rowCount())
    }
    assert f"◆ {label}" in rows
    assert float(rows[f"◆ {label}"]) > 0.1
    assert "far off" in room.points.overall.text()
    room.points.table.setCurrentCell(list(rows).index(f"◆ {label}"), 0)
    bench.click_on(room.points.drop)
    assert label not in {point.label for point in room.desk.work.points}  # type: ignore[union-attr]


def test_checks_find_a_grid_that_is_one_row_off_and_mend_it(bench: Bench) -> None:
    bench.add()
    room, made = bench.room, bench.made
    for label in ("0101", "0901", "0106", "0906", "0503"):
        wrong = f"{label[:2]}{int(label[2:]) + 1:02d}"
        room.desk.add_point(wrong, *made.centres[label])
    bench.window.docks["scan_check"].raise_()
    assert room.points.overall.text().count("fit of 5 points") == 1
    for _ in range(2):
        asked = room.checks.label
        assert asked is not None
        assert room.checks.question.text() == f"Is {asked} printed here?"
        assert not room.checks.lens.pixmap().isNull()
        room.checks.other.setFocus()
        bench.type(f"{asked[:2]}{int(asked[2:]) - 1:02d}")
        bench.key(Qt.Key.Key_Return)
    assert "+0 columns and -1 rows off" in room.checks.tally.text()
    bench.click_on(room.checks.mend)
    lattice = room.desk.lattice
    assert lattice is not None
    truth = np.array([made.centres[label] for label in lattice.labels])
    assert np.hypot(*(lattice.centres - truth).T).max() < 0.1 * made.pitch
    bench.click_on(room.checks.yes)
    assert "3 checked, all agree" in room.checks.tally.text()


def test_the_printed_numbers_are_read(bench: Bench) -> None:
    bench.add()
    bench.calibrate(12)
    bench.do("scan_numbers")
    bench.wait()
    text = bench.room.checks.verdict.text()
    assert "numbers could be read" in text
    assert bench.room.checks.read_mend.isHidden()


def test_printed_numbers_find_a_grid_that_is_one_row_off_and_mend_it(bench: Bench) -> None:
    bench.add()
    room, made = bench.room, bench.made
    for label in scanmaker.spread_labels(made, 12):
        if label[2:] != "07":
            room.desk.add_point(f"{label[:2]}{int(label[2:]) + 1:02d}", *made.centres[label])
    assert room.desk.lattice is not None, room.desk.refusal
    room.desk.check("0203", "0202")
    bench.do("scan_numbers")
    bench.wait()
    assert "fewer than three numbers" in bench.window.notice.text()
    for label in [name for name in made.centres if name[2:] != "07"][::4]:
        room.desk.check(f"{label[:2]}{int(label[2:]) + 1:02d}", label)
    bench.do("scan_numbers")
    bench.wait()
    bench.window.docks["scan_check"].raise_()
    assert "+0 and -1" in room.checks.verdict.text()
    bench.click_on(room.checks.read_mend)
    assert room.desk.lattice is not None
    truth = np.array([made.centres[label] for label in room.desk.lattice.labels])
    assert np.hypot(*(room.desk.lattice.centres - truth).T).max() < 0.1 * made.pitch


def test_the_pitch_is_found_and_laid(bench: Bench) -> None:
    bench.add()
    room = bench.room
    bench.do("scan_pitch")
    bench.wait()
    assert "The picture repeats every 4" in room.points.pitch.text()
    bench.click_on(room.points.lay)
    assert room.desk.mode is Mode.NUDGE
    assert room.desk.lattice is not None
    assert abs(np.median(room.desk.lattice.pitch) - bench.made.pitch) < 0.5
    room.desk.add_point("0504", *bench.made.centres["0504"])
    row = room.desk.lattice.index["0504"]
    assert np.allclose(room.desk.lattice.centres[row], bench.made.centres["0504"], atol=0.1)


def test_cropping_by_drag(bench: Bench) -> None:
    bench.add()
    room = bench.room
    bench.key(Qt.Key.Key_X)
    view = room.canvas.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=bench.spot(40, 50))
    QTest.mouseMove(view, bench.spot(200, 150))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=bench.spot(300, 200))
    assert room.desk.work is not None
    assert room.desk.work.crop is not None
    assert np.allclose(room.desk.work.crop, (40, 50, 200, 150), atol=2)
    bench.click(100, 100)
    assert room.desk.work.crop is None


def test_the_scan_lies_bent_on_the_board(bench: Bench) -> None:
    bench.add()
    bench.calibrate(8)
    room, view = bench.room, bench.window.view
    bench.do("scan_under")
    bench.wait()
    (item,) = room.layers.items
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
    assert not room.layers.items


def test_several_scans_of_a_sheet_lie_side_by_side_on_the_desk(bench: Bench) -> None:
    room = bench.room
    bench.add()
    bench.calibrate(3)
    second = Wanted(bench.png, bench.map().sheets[0].id, links=True)
    assert room.take_in(second)
    bench.wait()
    assert room.pictures.list.count() == 2
    assert room.desk.work is not None
    assert room.desk.work.link == str(bench.png.resolve())
    assert room.desk.lattice is None
    assert room.points.table.rowCount() == 0
    box = room.pictures.list.visualItemRect(room.pictures.list.item(0))
    QTest.mouseClick(room.pictures.list.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert room.points.table.rowCount() == 3
    assert room.desk.lattice is not None
    bench.click_on(room.pictures.remove)
    assert room.pictures.list.count() == 1
    bench.do("undo")
    assert room.pictures.list.count() == 2
