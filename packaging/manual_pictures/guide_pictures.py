"""The picture of the guided way: the sample in the Scan workspace, its terrain half named."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtTest import QTest

from engine.editing.map_session import EditSession
from engine.editing.scan_session import ScanSession
from manual_pictures import sample_pictures
from manual_pictures.stage import photograph
from maps.digitise import scans
from maps.digitise.calibrating.whole_grid import find_grid
from maps.digitise.works import ScanWork
from maps.edits.blank import blank_map, scan_legend
from maps.numbering import LabelScheme
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.scan.scan_workspace import ScanWorkspace

NAMED = {
    "Clear": ("0102", "0504"),
    "Woods": ("0401", "0208", "1104"),
    "Rough": ("0304", "0902", "0808"),
    "Swamp": ("0606", "0705"),
}


def paint(window: MainWindow, folder: Path) -> None:
    """Bring the sample in as far as its third step, and photograph it."""
    path, scan = folder / "elm ford.sandtable", sample_pictures.HOME / "elm-ford-map.jpg"
    picture = scans.load(scan)
    found = find_grid(picture)
    assert found is not None, "the sample has a grid"
    board = blank_map(
        "Elm Ford", found.orientation, found.columns, found.rows,
        LabelScheme(parity=found.parity), scan_legend(), "clear",
    )  # fmt: skip
    EditSession.create(path, board).close()
    with ScanSession.open(path) as session:
        high, wide = picture.shape[:2]
        sheet = board.sheets[0]
        work = ScanWork(scan.name, sheet.id, wide, high, points=found.points(sheet))
        session.admit(session.take_in(picture, work), work)
    window.files.open(path)
    window.guide.begin()
    window.guide.go(2)
    window.set_workspace("scan")
    room = window.workspaces["scan"]
    assert isinstance(room, ScanWorkspace)
    for name, labels in NAMED.items():
        for label in labels:
            room.reader.name_sample(label, name)
    window.book["scan_sample"].trigger()
    window.guide.look()
    for _moment in range(10):
        QTest.qWait(100)  # the tiles of the scan come one by one
    photograph(window, "bringing-in.png")
    window.guide.hide()
