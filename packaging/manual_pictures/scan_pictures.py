"""Paint the manual's pictures of the Scan workspace, on a made-up scan."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QBuffer
from PySide6.QtTest import QTest

from engine.editing.map_session import EditSession
from manual_pictures.stage import MANUAL, at_rest
from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import GameMap
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.scan.modes import Mode
from qtapp.workspaces.scan.panels.add_dialog import Wanted
from qtapp.workspaces.scan.scan_table import SCAN
from qtapp.workspaces.scan.scan_workspace import ScanWorkspace
from tests.maps.digitise import scanmaker

POINTS, EACH, ASTRAY = 9, 5, "0807"
COLOURS = 128


def paint(window: MainWindow, folder: Path) -> None:
    """Take calibrating.png and reviewing.png."""
    board = scanmaker.board(replace(scanmaker.SYMBOLS, grain=0.0), 16, 12)
    made = scanmaker.scan(board, "folded", "rotated")
    file, png = folder / "scanned.sandtable", folder / "balkans-west.png"
    EditSession.create(file, empty_board(board)).close()
    Image.fromarray(made.picture).save(png)
    window.files.open(file)
    window.set_workspace(SCAN)
    workspace = window.workspaces[SCAN]
    assert isinstance(workspace, ScanWorkspace)
    workspace.take_in(Wanted(png, board.grid.sheet.id))
    finish(workspace)
    for point in made.points(scanmaker.spread_labels(made, POINTS), 3, 1.2):
        workspace.controller.add_point(point.label, point.x, point.y)
    astray = made.points([ASTRAY], 1)[0]
    workspace.controller.add_point(astray.label, astray.x + 6, astray.y - 3)
    workspace.controller.use(Mode.POINT)
    take(window, "calibrating.png")
    workspace.controller.drop_point(ASTRAY)
    for kind in board.style.terrain:
        labels = [label for label, own in board.terrain.items() if own == kind]
        for label in labels[:: max(1, len(labels) // EACH)][:EACH]:
            workspace.reader.confirm_hex(label, kind)
    workspace.controller.use(Mode.LOOK)
    workspace.reader.read_terrain()
    finish(workspace)
    workspace.review.focus()
    take(window, "reviewing.png")


def empty_board(board: scanmaker.Board) -> GameMap:
    """A board of clear hexes with the kinds that the scan shows."""
    legend = Legend()
    for kind in board.style.terrain:
        legend.add(Kind(Layer.TERRAIN, kind, kind.capitalize()))
    legend.add(Kind(Layer.HEXSIDE, "river", "River"))
    legend.add(Kind(Layer.LINE, "road", "Road"))
    sheet = board.grid.sheet
    land = dict.fromkeys(sheet.hexes(), "clear")
    return GameMap("scanned", "Scanned", Orientation.FLAT, legend, [sheet], land)


def finish(workspace: ScanWorkspace) -> None:
    """Wait for the work that goes on."""
    while workspace.controller.job is not None:
        QTest.qWait(20)


def take(window: MainWindow, name: str) -> None:
    """Grab the window in few colours, so that the picture is small."""
    QTest.qWait(1500)
    window.notice.hide()
    buffer = QBuffer()
    at_rest(window).save(buffer, "PNG")  # type: ignore[call-overload]
    with Image.open(io.BytesIO(bytes(buffer.data().data()))) as image:
        few = image.convert("RGB").quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=3)
        few.save(MANUAL / name, optimize=True)
