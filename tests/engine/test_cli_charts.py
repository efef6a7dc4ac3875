"""Edited charts on the command line: out, in, checked, and played by."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.cli import main
from engine.core.charts.chart_set import Edit
from engine.editing.chart_session import ChartSession, shipped
from engine.game.session import GameSession

SYSTEM = "operation_gertrud"
COST = ("terrain", "rows", "rough", "cost")
CELLS = '[terrain]\nrows = [{ id = "rough", cost = 3 }]\n'


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "p.sandtable"
    with ChartSession.create(path, shipped(SYSTEM, "Mud")) as session:
        session.write(COST, 4)
        session.annotate(COST, "Rain.")
    return path


def test_out_in_and_out_again_is_the_same_text(project: Path, tmp_path: Path) -> None:
    file = tmp_path / "mud.toml"
    out = run("chartset", "export", project, "-o", file)
    assert (out.exit_code, out.stdout) == (0, f"Wrote {file}: Mud, 1 edited cell.\n")
    assert run("chartset", "export", project, "-o", file).exit_code == 2, "is there already"
    result = run("chartset", "import", project, file)
    assert result.stdout == f"{project}: charts 2, Mud, 1 edited cell.\n"
    assert run("chartset", "export", project, "--number", 2).stdout == file.read_text("utf-8")
    assert ChartSession.peek(project, 2) == ChartSession.peek(project, 1)
    several = run("chartset", "export", project)
    assert several.exit_code == 2 and "1 (Mud), 2 (Mud)" in several.stderr
    assert "holds no edited charts 9. It has" in run("chartset", "export", project, "-n", 9).stderr


def test_a_few_cells_are_taken_in_under_a_name(tmp_path: Path) -> None:
    file, path = tmp_path / "cells.toml", tmp_path / "new.sandtable"
    file.write_text(CELLS)
    assert "does not say which system" in run("chartset", "import", path, file).stderr
    assert not path.exists()
    result = run("chartset", "import", path, file, "--system", SYSTEM, "--title", "Two")
    assert result.exit_code == 0, result.stderr
    charts = ChartSession.peek(path, 1)
    assert charts.title == "Two" and charts.cells == {COST: Edit(3)}


def test_the_shipped_charts_are_a_text_to_begin_from(tmp_path: Path) -> None:
    out = run("chartset", "export", SYSTEM)
    assert out.stdout.startswith("# The charts of Operation Gertrud")
    file = tmp_path / "own.toml"
    file.write_text(out.stdout.replace("ultra = 4", "ultra = 5"))
    found = json.loads(run("chartset", "check", file, "--json").stdout)
    assert found[0]["edited"] == [{"cell": ["markers", "ultra"], "value": 5, "note": ""}]
    assert found[0]["number"] is None and found[0]["problems"] == []


def test_check_tells_what_is_wrong_and_so_does_the_check_of_the_file(project: Path) -> None:
    sound = run("chartset", "check", project)
    assert (sound.exit_code, sound.stdout) == (
        0,
        "1 Mud (operation_gertrud): 1 edited cell, sound.\n",
    )
    with ChartSession.open(project, 1) as session:
        session.write(("combat", "die"), 8)
    wrong = run("chartset", "check", project)
    assert wrong.exit_code == 1 and "combat, die: should be 6" in wrong.stdout
    whole = run("check", project)
    assert whole.exit_code == 1
    assert "error: Mud, combat, die: should be 6, a row of results" in whole.stdout


def test_a_bad_value_is_refused_with_its_place(tmp_path: Path) -> None:
    file, path = tmp_path / "cells.toml", tmp_path / "new.sandtable"
    file.write_text(CELLS.replace("3", '"three"'))
    result = run("chartset", "import", path, file, "--system", SYSTEM)
    assert result.exit_code == 2 and not path.exists()
    assert "cells.toml, terrain, rough, cost: should be a whole number" in result.stderr


def test_a_game_is_played_by_the_charts_of_a_file(tmp_path: Path) -> None:
    charts, script = tmp_path / "cells.toml", tmp_path / "none.jsonl"
    charts.write_text("[points]\ncity = 60\n")
    script.write_text("")
    game = tmp_path / "g.sandtable"
    words = ("play", "balkan_gambit/1943", "--script", script, "--charts", charts, "-o", game)
    assert run(*words).exit_code == 0
    with GameSession.open(game) as played:
        assert played.scenario.data.charts.points.city == 60
        assert "House tables" in played.log[0].told[0][1]
    charts.write_text("[italians]\nconfusion_to = 1\n")
    result = run(*words[:-1], tmp_path / "h.sandtable")
    assert result.exit_code == 2 and "italians, confusion to: should be 3 or more" in result.stderr
