"""Boards in forms that are painted."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PySide6.QtGui import QImage

import maps.data
from maps.formats.boards import BOARDS
from maps.formats.tiled.cells import cells_for
from maps.layout import Layout
from qtapp.board.pictures.board_forms import FORMS
from qtapp.cli import main
from qtapp.painters.looks import terrain_look

pytestmark = pytest.mark.usefixtures("qapp")


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.mark.parametrize("name", ["balkan_gambit", "balkan_front"])
def test_tiled_shows_the_same_map(tmp_path: Path, name: str) -> None:
    rasterizer = shutil.which("tmxrasterizer")
    if rasterizer is None:
        pytest.skip("Tiled's tmxrasterizer is not installed")
    board = maps.data.load(name)
    FORMS.write(board, tmp_path / "a.tmx")
    command = [rasterizer, "--no-smoothing", "--hide-object-layers", "a.tmx", "a-map.png"]
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    if "hide-object-layers" in done.stderr:
        command.remove("--hide-object-layers")
        subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=True)
    picture = QImage(str(tmp_path / "a-map.png"))
    hexes = {at for named in board.regions.values() for found in named.values() for at in found}
    cells = cells_for(hexes | set(board.terrain), board.orientation)
    assert (picture.width(), picture.height()) == cells.size
    layout = Layout(board.orientation)
    wrong = []
    for at, kind in board.terrain.items():
        point = cells.point(*layout.centre(at))
        # A spot beside the centre, where neither a line nor a name of an object runs.
        tints = {
            picture.pixelColor(int(point.x + dx), int(point.y + dy)).name()
            for dx, dy in ((-9, 5), (9, 5), (-9, -5), (9, -5), (0, 9), (4, -11))
        }
        look = terrain_look(board.legend, kind)
        if look.pattern == "none" and look.fill[:7].lower() not in tints:
            wrong.append(board.label(at))
    assert not wrong


def test_the_verbs_write_and_read_each_form(tmp_path: Path) -> None:
    board = maps.data.load("balkan_gambit")
    for ending in ("map", "json", "csv", "geojson", "tmx"):
        out = tmp_path / f"a.{ending}"
        done = run("export", "board", "balkan_gambit/1943", "-o", out)
        assert done.exit_code == 0, done.output
        assert "574 hexes of Balkan Gambit" in done.output
        done = run("import", "board", out, "-o", tmp_path / f"{ending}.map")
        assert done.exit_code == 0, done.output
        assert len(BOARDS.read(tmp_path / f"{ending}.map").terrain) == len(board.terrain)
    assert BOARDS.read(tmp_path / "tmx.map") == BOARDS.read(tmp_path / "json.map") == board


def test_a_board_comes_into_a_project_and_out_again(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("hex,terrain\n0101,clear\n0102,lava\n")
    project = tmp_path / "mine.sandtable"
    done = run("import", "board", tmp_path / "a.csv", "-o", project)
    assert done.exit_code == 0 and "Imported: From a table: 2 hexes of 2 kinds." in done.output
    assert run("import", "board", tmp_path / "a.csv", "-o", project).exit_code == 0
    refused = run("export", "board", project, "-o", tmp_path / "b.json")
    assert refused.exit_code == 2 and "several maps" in refused.output
    assert run("export", "board", project, "-n", 2, "-o", tmp_path / "b.json").exit_code == 0
    assert set(BOARDS.read(tmp_path / "b.json").terrain.values()) == {"clear", "lava"}


def test_what_cannot_be_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("hex\n0101\n")
    for words in (
        ("export", "board", "balkan_gambit", "-o", tmp_path / "a.docx"),
        ("export", "board", "balkan_gambit_1943", "-o", tmp_path / "a.csv"),
        ("export", "board", "nowhere", "-o", tmp_path / "a.csv"),
        ("import", "board", tmp_path / "bad.csv", "-o", tmp_path / "a.map"),
        ("import", "board", tmp_path / "bad.csv", "-o", tmp_path / "a.sandtable"),
        ("import", "board", tmp_path / "bad.csv", "-o", tmp_path / "a.png"),
        ("import", "board", tmp_path / "none.csv", "-o", tmp_path / "a.map"),
    ):
        assert run(*words).exit_code == 2, words
        assert sorted(file.name for file in tmp_path.iterdir()) == ["bad.csv"]
