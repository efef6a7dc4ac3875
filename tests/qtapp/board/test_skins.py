"""The scans of a board show in place of the drawn map: in Play, in pictures, by a switch."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pypdfium2 as pdfium
import pytest
from click.testing import CliRunner
from PIL import Image
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.scan_session import ScanSession
from engine.game.session import GameSession, Own
from maps.digitise.arrays import Bytes
from maps.digitise.calibrating.grids import Grid
from maps.digitise.calibrating.points import ControlPoint
from maps.digitise.works import ScanWork
from maps.hexgrid import Hex
from maps.model import GameMap
from qtapp.app.main_window import MainWindow
from qtapp.board.pictures.render import Picture
from qtapp.board.skins import placed_scans, skin_of
from qtapp.cli import main
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.engine.systems.by_hand.desk import board, order
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_key, by_menu

PITCH, TURN = 60.0, 0.12
WIDE, HIGH = 460, 420


def dot(at: Hex) -> tuple[int, int, int]:
    """The colour of a hex on the scan."""
    return 60 + 30 * (at.q % 6), 220 - 25 * (at.r % 7), 40 + 60 * ((at.q + 2 * at.r) % 4)


def scanned(grid: Grid) -> tuple[Bytes, list[ControlPoint]]:
    """A turned scan with a disc in each hex, and where their centres lie."""
    picture: Bytes = np.full((HIGH, WIDE, 3), 240, dtype=np.uint8)
    hexes, labels = grid.hexes()
    spots = grid.units(hexes)
    turn = np.array([[np.cos(TURN), -np.sin(TURN)], [np.sin(TURN), np.cos(TURN)]])
    places = (spots - spots.mean(axis=0)) @ turn.T * PITCH + (WIDE / 2, HIGH / 2)
    y, x = np.mgrid[:HIGH, :WIDE]
    for at, (px, py) in zip(hexes, places, strict=True):
        picture[np.hypot(x - px, y - py) < 0.4 * PITCH] = dot(at)
    points = [
        ControlPoint(str(label), float(px), float(py))
        for label, (px, py) in zip(labels, places, strict=True)
    ]
    return picture, points


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file with a board, an order of battle, and a calibrated scan of the board."""
    return made(tmp_path / "own.sandtable", board())


@pytest.fixture(params=["module", "scan"])
def unread(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """The same with a board of clear ground: all drafts, as that of a module that is taken in, or
    bare, as one that was just made of a scan.
    """
    bare = board()
    bare.terrain = dict.fromkeys(bare.terrain, next(iter(bare.terrain.values())))
    if request.param == "module":
        bare.drafts = frozenset(bare.terrain)
    else:
        bare.hexsides, bare.lines = {}, {}
    return made(tmp_path / "unread.sandtable", bare)


def made(path: Path, on: GameMap) -> Path:
    """A file with a board, an order of battle, and a calibrated scan of the board."""
    EditSession.create(path, on).close()
    OobSession.create(path, order()).close()
    with ScanSession.open(path) as session:
        sheet = session.map.sheets[0]
        picture, points = scanned(Grid.of(sheet))
        work = ScanWork("scan.png", sheet.id, WIDE, HIGH, points=tuple(points[::3]))
        session.admit(session.take_in(picture, work), work)
    return path


def shows_scan(image: QImage, picture: Picture, hexes: list[Hex]) -> list[bool]:
    """For each hex whether its centre has the colour of the scan there."""
    found = []
    for at in hexes:
        x, y = picture.spot(at)
        seen = QColor(image.pixel(round(x), round(y)))
        off = [
            abs(a - b)
            for a, b in zip((seen.red(), seen.green(), seen.blue()), dot(at), strict=True)
        ]
        found.append(max(off) < 14)
    return found


@pytest.mark.parametrize("px", [12, 48, 90])
def test_a_picture_shows_the_scan_hex_by_hex(own: Path, qapp: object, px: int) -> None:
    with ScanSession.open(own) as session:
        scans = placed_scans(session)
        assert len(scans) == 1
        picture = Picture(session.map, px, skin=skin_of(session, scans))
        drawn = Picture(session.map, px)
        hexes = list(session.map.terrain)
        assert all(shows_scan(picture.image(), picture, hexes))
        assert not any(shows_scan(drawn.image(), drawn, hexes))


def test_the_command_line_paints_the_scan(own: Path, tmp_path: Path) -> None:
    out = tmp_path / "own.png"
    words = ["render", str(own), "--hex", "40", "-o", str(out)]
    done = CliRunner().invoke(main, [*words, "--skin"])
    assert done.exit_code == 0, done.output
    with ScanSession.open(own) as session:
        hexes, picture = list(session.map.terrain), Picture(session.map, 40)
    assert all(shows_scan(QImage(str(out)), picture, hexes))
    with ScanSession.open(own) as session:
        session.change(1, "Take it away", present=False)
    done = CliRunner().invoke(main, [*words, "--skin"])
    assert done.exit_code == 2 and "has no scan that lies on its grid" in done.output
    done = CliRunner().invoke(main, ["render", "balkan_gambit/1943", "-o", str(out), "--skin"])
    assert done.exit_code == 2 and "needs a project file" in done.output


def seen(window: MainWindow) -> list[bool]:
    """For each hex whether the window shows the scan there, beside its counters."""
    view = window.view
    shape = view.board.board
    assert shape is not None
    image = view.grab().toImage()
    found = []
    for at in window.bridge.game.scenario.map.terrain:
        x, y = shape.shape.centre(at)
        spot = view.mapFromScene(x, y)
        colour = QColor(image.pixel(spot.x(), spot.y()))
        off = [
            abs(a - b)
            for a, b in zip((colour.red(), colour.green(), colour.blue()), dot(at), strict=True)
        ]
        found.append(max(off) < 14)
    return found


def test_play_shows_the_scan_by_a_switch(opened: Opener, own: Path, qtbot: QtBot) -> None:
    with GameSession.start("by_hand/classic", path=own, own=Own(1, 1)):
        pass
    window = opened(own)
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    window.view.board.ground.is_patient = True
    by_menu(window, "zoom_fit")
    by_key(window, "hide_counters")
    assert not any(seen(window))
    by_key(window, "skin")
    qtbot.waitUntil(lambda: not play.skin.is_busy)
    settle()
    assert all(seen(window))
    by_menu(window, "second_board")
    assert play.second is not None
    assert play.second.view.board.skin is window.view.board.skin is not None
    by_menu(window, "workspace_edit")
    assert window.view.board.skin is None
    by_menu(window, "workspace_play")
    settle()
    assert all(seen(window))
    by_menu(window, "skin")
    settle()
    assert not any(seen(window)) and play.second.view.board.skin is None


def test_a_board_that_nobody_has_read_shows_its_scan_at_once(
    opened: Opener, unread: Path, qtbot: QtBot
) -> None:
    """As after *Take it in and play* of a module: its drawn map is bare."""
    with GameSession.start("by_hand/classic", path=unread, own=Own(1, 1)):
        pass
    window = opened(unread)
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    window.view.board.ground.is_patient = True
    by_menu(window, "zoom_fit")
    if not window.book["hide_counters"].isChecked():
        by_key(window, "hide_counters")
    qtbot.waitUntil(lambda: window.view.board.skin is not None)
    settle()
    assert window.book["skin"].isChecked()
    assert all(seen(window))
    by_menu(window, "skin")
    by_menu(window, "workspace_edit")
    by_menu(window, "workspace_play")
    qtbot.waitUntil(lambda: not play.skin.is_busy)
    settle()
    assert not window.book["skin"].isChecked() and not any(seen(window))


def test_a_board_without_scans_says_so(opened: Opener, own: Path) -> None:
    with ScanSession.open(own) as session:
        session.change(1, "Take it away", present=False)
    with GameSession.start("by_hand/classic", path=own, own=Own(1, 1)):
        pass
    window = opened(own)
    by_key(window, "skin")
    settle()
    assert "no scan that lies on its grid" in window.notice.text()
    assert not window.book["skin"].isChecked()


def share_of_dots(picture: Image.Image, hexes: list[Hex]) -> float:
    """The share of the hexes whose colour on the scan is somewhere in a picture."""
    pixels = np.asarray(picture.convert("RGB"))[::3, ::3].reshape(-1, 3).astype(int)
    off = [int(np.abs(pixels - dot(at)).max(axis=1).min()) for at in hexes]
    return sum(one < 10 for one in off) / len(off)


def page(path: Path, number: int) -> Image.Image:
    with pdfium.PdfDocument(path) as paper:
        return paper[number].render(scale=1.0).to_pil()


def shown(path: Path) -> Image.Image:
    """The board in what was written."""
    if path.suffix == ".pdf":
        return page(path, 1 if path.stem == "pnp" else 0)
    if path.suffix == ".vmod":
        with ZipFile(path) as module:
            return Image.open(BytesIO(module.read("images/board.png")))
    return Image.open(path)


OUT = {
    "film": ("film", "film.webp", "--hex", "40"),
    "print": ("print", "print.pdf", "--paper", "poster", "--hex", "14mm"),
    "print and play": ("print-and-play", "pnp.pdf", "--only", "board", "--paper", "A3"),
    "module": ("vassal", "own.vmod", "--hex", "40"),
}


@pytest.mark.parametrize("what", OUT)
def test_films_paper_and_modules_show_the_scan(own: Path, tmp_path: Path, what: str) -> None:
    with GameSession.start("by_hand/classic", path=own, own=Own(1, 1)) as game:
        hexes = list(game.scenario.map.terrain)
    verb, name, *words = OUT[what]
    out = tmp_path / name
    for skin in ([], ["--skin"]):
        asked = ["export", verb, str(own), "-o", str(out), *words, *skin]
        done = CliRunner().invoke(main, asked)
        assert done.exit_code == 0, done.output
        found = share_of_dots(shown(out), hexes)
        assert found > 0.8 if skin else found < 0.4, found


def test_the_window_writes_what_it_shows(opened: Opener, own: Path, qtbot: QtBot) -> None:
    with GameSession.start("by_hand/classic", path=own, own=Own(1, 1)):
        pass
    window = opened(own)
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    board = window.bridge.game.scenario.map

    def found(name: str) -> float:
        return share_of_dots(page(own.with_name(name), 0), list(board.terrain))

    assert window.export.write_board(board, own.with_name("drawn.pdf"))
    by_key(window, "skin")
    qtbot.waitUntil(lambda: not play.skin.is_busy and window.view.board.skin is not None)
    assert window.export.write_board(board, own.with_name("scan.pdf"))
    assert found("drawn.pdf") < 0.4 and found("scan.pdf") > 0.9
    subject = window.export.shown(board)
    assert subject.skin is window.view.board.skin is not None
