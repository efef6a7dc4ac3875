"""Scans in a project file: kept, changed, undone, drawn from, and refused in a sentence."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.editing import scan_session
from engine.editing.map_session import EditSession
from engine.editing.scan_session import ScanSession
from maps.digitise.calibrating.points import ControlPoint
from maps.digitise.calibrating.transforms import Fit
from maps.digitise.tiles import Tile
from maps.digitise.works import Check, Laid, ScanWork, Stretch, calibration_of, nudged
from maps.edits import paint
from maps.errors import KnownError
from maps.hexgrid import Hex
from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import GameMap
from maps.numbering import LabelScheme, Sheet


def board() -> GameMap:
    sheet = Sheet("A", Orientation.FLAT, 6, 5, LabelScheme(prefix="A", first_column=3))
    legend = Legend()
    for kind in ("clear", "forest"):
        legend.add(Kind(Layer.TERRAIN, kind, kind))
    return GameMap(
        "b", "Board", Orientation.FLAT, legend, [sheet], dict.fromkeys(sheet.hexes(), "clear")
    )


def picture(high: int = 700, wide: int = 900) -> np.ndarray:
    rough = np.random.default_rng(3).integers(0, 256, (high // 20, wide // 20, 3))
    return np.asarray(Image.fromarray(rough.astype(np.uint8)).resize((wide, high)))


def work(**more: object) -> ScanWork:
    return replace(ScanWork("scan.png", "A", 900, 700), **more)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    EditSession.create(tmp_path / "x.sandtable", board()).close()
    return tmp_path / "x.sandtable"


def taken_in(session: ScanSession, **more: object) -> int:
    made = work(**more)
    number = session.take_in(picture(), made)
    session.admit(number, made)
    return number


def test_a_scan_is_kept_in_the_file(path: Path) -> None:
    with ScanSession.open(path) as session:
        number = taken_in(session)
    with ScanSession.open(path) as session:
        assert session.scans == {number: work()}
        whole, scale = session.picture(number, 50)
        assert scale == 1
        assert np.abs(whole.astype(int) - picture()).mean() < 2
        half, scale = session.picture(number, 200)
        assert scale == 0.5
        assert half.shape == (350, 450, 3)
        assert session.tile(number, Tile(0, 3, 2)) is not None
        assert session.tile(number, Tile(0, 4, 0)) is None


def test_every_decision_outlives_a_restart_and_can_be_undone(path: Path) -> None:
    decided = {
        "opacity": 0.5,
        "crop": (10, 20, 800, 600),
        "points": (ControlPoint("0301", 10.5, 20),),
        "fit": Fit.TPS,
        "laid": Laid(1, 2, 48, 0.5),
        "checks": (Check("0302", "0303"),),
        "exemplars": (("0301", "clear"), ("0402", "forest")),
        "stretches": (Stretch("river", "0301", "0302"), Stretch("river", "0402", "0403", False)),
    }
    with ScanSession.open(path) as session:
        number = taken_in(session)
        for name, value in decided.items():
            session.change(number, name, **{name: value})
    with ScanSession.open(path) as session:
        assert session.work(number) == work(**decided)
        assert session.work(number).kinds() == {"clear": ["0301"], "forest": ["0402"]}
        assert session.work(number).pairs("river", there=False) == [("0402", "0403")]
        for _ in decided:
            session.undo()
        assert session.work(number) == work()
        session.undo()
        assert not session.scans
        assert not session.can_undo
        for _ in range(1 + len(decided)):
            session.redo()
        assert session.scans == {number: work(**decided)}


def test_changes_of_one_stroke_are_one_step(path: Path) -> None:
    with ScanSession.open(path) as session:
        number = taken_in(session)
        for opacity in (0.9, 0.6, 0.3):
            session.change(number, "Opacity", "slide", opacity=opacity)
        session.undo()
        assert session.work(number).opacity == 1


def test_what_is_drawn_is_undone_with_the_board(path: Path) -> None:
    with ScanSession.open(path) as session:
        number = taken_in(session)
        some = session.map.sheets[0].hexes()[:4]
        session.draw(number, paint(session.map, some, "forest", confirm=False))
        assert session.map.terrain[some[0]] == "forest"
        touched = session.undo()
        assert touched is not None
        assert set(touched.hexes) == set(some)
        assert session.map.terrain[some[0]] == "clear"
        session.redo()
        assert session.map.terrain[some[0]] == "forest"
        with EditSession.open(path) as editor:
            editor.apply(paint(editor.map, some[:1], "clear"))
            with pytest.raises(KnownError, match="Map workspace"):
                session.undo()
            assert session.map.terrain[some[1]] == "forest"
            editor.undo()
            editor.undo()
        assert session.undo() is None
        assert session.map.terrain[some[1]] == "clear"


def test_a_scan_that_is_cancelled_leaves_nothing(path: Path) -> None:
    class StoppedError(Exception):
        pass

    def report(share: float, _words: str) -> None:
        raise StoppedError

    with ScanSession.open(path) as session:
        with pytest.raises(StoppedError):
            session.take_in(np.zeros((3000, 2500, 3), dtype=np.uint8), work(), report)
        assert not session.scans
        assert session.tile(1, Tile(0, 0, 0)) is None


def test_a_linked_scan_reads_its_file(path: Path, tmp_path: Path) -> None:
    source = tmp_path / "scan.png"
    Image.fromarray(picture()).save(source)
    with ScanSession.open(path) as session:
        number = taken_in(session, link=str(source))
        assert session.tile(number, Tile(0, 0, 0)) is None
        assert session.tile(number, Tile(1, 0, 0)) is not None
        assert np.array_equal(session.picture(number, 50)[0], picture())
        Image.fromarray(picture()[:50]).save(source)
        with pytest.raises(KnownError, match="not the picture that was linked"):
            session.picture(number, 50)
        source.unlink()
        with pytest.raises(KnownError, match="no such picture"):
            session.picture(number, 50)


def test_cropped_parts_are_not_read(path: Path) -> None:
    with ScanSession.open(path) as session:
        number = taken_in(session, crop=(100, 50, 800, 600))
        whole, _ = session.picture(number, 50)
        assert np.all(whole[:50] == 255) and np.all(whole[:, 800:] == 255)
        assert not np.all(whole[60:70, 110:130] == 255)


def test_a_sheet_that_is_gone_is_told(path: Path) -> None:
    with ScanSession.open(path) as session:
        number = taken_in(session, sheet="Z")
        with pytest.raises(KnownError, match=r"'Z' is gone.*one of: A"):
            session.sheet(number)


def test_a_grid_laid_by_hand_is_nudged() -> None:
    sheet = board().sheets[0]
    laid = work(laid=Laid(100, 80, 50, 0))
    lattice = calibration_of(laid, sheet).lattice
    assert np.allclose(lattice.centres[lattice.index["0301"]], [100, 80])
    assert np.allclose(lattice.centres[lattice.index["0302"]], [100, 130])
    assert lattice.hexes[lattice.index["0301"]] == sheet.hex("0301") == Hex(0, 0)
    moved = replace(laid, **nudged(laid, by=(5, -3), grow=1.1, spin=90))
    lattice = calibration_of(moved, sheet).lattice
    assert np.allclose(lattice.centres[lattice.index["0301"]], [105, 77])
    assert np.allclose(lattice.centres[lattice.index["0302"]], [50, 77])
    points = work(points=(ControlPoint("0301", 0, 0), ControlPoint("0401", 40, 0)))
    grown = nudged(points, grow=2)["points"]
    assert [(p.x, p.y) for p in grown] == [(-20, 0), (60, 0)]
    assert not nudged(work())


def test_no_points_are_told() -> None:
    with pytest.raises(KnownError, match=r"scan\.png.*needs 2 points"):
        calibration_of(work(), board().sheets[0])


def test_a_path_that_stands_in_a_file_is_not_opened_unasked(
    path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path_factory.mktemp("elsewhere") / "scan.png"
    Image.fromarray(picture()).save(source)
    with ScanSession.open(path) as session:
        number = taken_in(session, link=str(source))
        assert session.picture(number, 50)[1] == 1, "a person has just chosen it"
    monkeypatch.setattr(scan_session, "_chosen", set())
    with ScanSession.open(path) as session:
        with pytest.raises(KnownError, match="not opened unasked"):
            session.picture(number, 50)
        shutil.copy(source, path.parent)
        assert session.picture(number, 50)[1] == 1, "one beside the file may be"
