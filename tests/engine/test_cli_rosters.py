"""``sandtable oob``: parse, format and totals, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import oob.data
from engine.cli import main
from engine.editing.oob_session import OobSession
from oob.ledger.edits import builders
from oob.notation import shipped

CONTRACT = [
    "line",
    "side",
    "nationality",
    "turn",
    "heading",
    "action",
    "count",
    "attack",
    "defense",
    "move",
    "type",
    "size",
    "ids",
    "suffix",
]


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["oob", *map(str, words)])


def test_parse_lists_items_with_the_fields_of_the_contract() -> None:
    items = json.loads(run("parse", "fire_in_the_east", "--json").stdout)
    assert list(items[0])[: len(CONTRACT)] == CONTRACT
    assert items[0]["heading"] == "ARMY GROUP NORTH / 18th Army"
    assert (items[0]["attack"], items[0]["ids"]) == (8, ["1", "11", "21", "58", "61"])
    assert len(items) == 1305


def test_parse_prints_each_entry_for_a_person() -> None:
    lines = run("parse", "fire_in_the_east").stdout.splitlines()
    assert len(lines) == 1305
    assert any("initial Group Allowance: 82" in line for line in lines)


def test_a_line_that_is_not_understood_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "a.notation"
    file.write_text("sandtable notation 1\n1×truck\n1×8-6 Infantri XX 1\n", "utf-8")
    result = run("parse", file)
    assert result.exit_code == 1
    assert "a.notation line 3: the unit type 'Infantri' is unknown. Did you" in result.stderr
    assert "1×truck" in result.stdout


@pytest.mark.parametrize("ending", [".notation", ".csv", ".xlsx"])
def test_format_goes_through_a_file_and_back(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"army{ending}"
    assert run("format", "fire_in_the_east", "--errata", "-o", file).exit_code == 0
    plain = run("format", "fire_in_the_east", "--errata").stdout
    assert run("format", file).stdout == plain
    assert "there already" in run("format", "fire_in_the_east", "-o", file).stderr


def test_format_writes_nothing_when_anything_is_wrong(tmp_path: Path) -> None:
    file, out = tmp_path / "a.csv", tmp_path / "b.notation"
    file.write_text("side,turn,action,count,type\nAxis,Jul I 41,reinforce,many,Rifle\n", "utf-8")
    result = run("format", file, "-o", out)
    assert result.exit_code == 2
    assert "row 2, column count: 'many' is no whole number." in result.stderr
    assert not out.exists()


def test_totals_before_and_after_errata() -> None:
    printed = json.loads(run("totals", "fire_in_the_east", "--json").stdout)
    after = json.loads(run("totals", "fire_in_the_east", "--errata", "--json").stdout)
    assert printed["by_side"]["Soviet initial"] == 457
    assert after["by_side"]["Soviet initial"] == 452
    assert "Soviet initial: 457" in run("totals", "fire_in_the_east").stdout


def test_errata_beside_a_file_are_laid_over_it(tmp_path: Path) -> None:
    file = tmp_path / "a.notation"
    file.write_text("sandtable notation 1\nSide: Axis\nTurn: T\nForce: F\n2×truck\n", "utf-8")
    assert "there are no errata" in run("parse", file, "--errata").stderr
    text = "sandtable errata 1\n[1] Axis | T | F\n- 1×truck\n"
    file.with_suffix(".errata").write_text(text, "utf-8")
    assert "1×truck" in run("parse", file, "--errata").stdout


def test_what_is_not_there_is_told() -> None:
    result = run("parse", "fire_in_the_est")
    assert result.exit_code == 2
    assert "Did you mean 'fire_in_the_east'?" in result.stderr


def test_counters_go_through_spreadsheets_and_back(tmp_path: Path) -> None:
    text = run("format", "balkan_gambit_1943").stdout
    for ending in (".csv", ".xlsx", ".oob"):
        file = tmp_path / f"army{ending}"
        assert run("format", "balkan_gambit_1943", "-o", file).exit_code == 0
        assert run("format", file).stdout == text
    file = tmp_path / "army.notation"
    assert run("format", "balkan_gambit_1943", "-o", file).exit_code == 0
    assert file.read_text("utf-8") == shipped.text("balkan_gambit_1943")
    again = tmp_path / "again.oob"
    assert run("format", file, "-o", again).exit_code == 0
    assert again.read_text("utf-8") == oob.data.text("balkan_gambit_1943")


def test_a_roster_becomes_counters(tmp_path: Path) -> None:
    file = tmp_path / "fite.oob"
    assert run("format", "fire_in_the_east", "--errata", "-o", file).exit_code == 0
    assert CliRunner().invoke(main, ["check", str(file)]).exit_code == 0


def test_check_tells_errors_and_warnings(tmp_path: Path) -> None:
    assert run("check", "fire_in_the_east").exit_code == 0
    file = tmp_path / "a.notation"
    file.write_text("sandtable notation 1\nTurn: Jul I 41\nWithdraw:\n1×3-5 Rifle X 1\n", "utf-8")
    result = run("check", file, "--json")
    assert result.exit_code == 1
    (error,) = json.loads(result.stdout)["errors"]
    assert error["where"] == "a.notation line 4"
    assert "error: a.notation line 4: Rifle X 1 goes" in run("check", file).stdout


def test_compare_lists_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "b.notation"
    run("format", "fire_in_the_east", "--errata", "-o", file)
    lines = run("compare", "fire_in_the_east", file).stdout.splitlines()
    assert "+ Nov I 41 Soviet From Eastern MDs: reinforce 1×6-4-8 Tank XX 112" in lines
    found = json.loads(run("compare", file, file, "--json").stdout)
    assert found == []


def test_counters_that_are_shipped_in_notation_too_are_counted() -> None:
    found = json.loads(run("totals", "balkan_gambit_1943", "--json").stdout)
    assert found["entries"]["ground_rows"] == found["entries"]["rows"]
    assert found["by_side"]["allied initial"] > 20


def test_a_file_of_counters_is_no_roster(tmp_path: Path) -> None:
    file = tmp_path / "army.oob"
    file.write_text(oob.data.text("balkan_gambit_1943"), "utf-8")
    result = run("totals", file)
    assert result.exit_code == 2
    assert "these are counters, not a roster" in result.stderr


def test_errata_can_be_looked_at() -> None:
    lines = run("errata", "fire_in_the_east").stdout.splitlines()
    assert lines[0] == "sandtable errata 1"
    assert "+ 1×1-2-8 mot Art III 110" in lines
    first = json.loads(run("errata", "fire_in_the_east", "--json").stdout)[0]
    assert (first["id"], first["turn"]) == ("axis-1", "Jun II 41")
    assert "there are no errata" in run("errata", "balkan_front").stderr


def test_orders_of_battle_of_a_project_are_read_checked_and_written(tmp_path: Path) -> None:
    project, out = tmp_path / "p.sandtable", tmp_path / "out.notation"
    OobSession.create(project, "fire_in_the_east").close()
    assert json.loads(run("totals", project, "--json").stdout) == json.loads(
        run("totals", "fire_in_the_east", "--json").stdout
    )
    assert run("format", project, "--errata", "-o", out).exit_code == 0
    assert run("compare", out, project).stdout != "0 differences.\n"
    OobSession.create(project, "balkan_gambit_1943").close()
    assert "several orders of battle" in run("totals", project).stderr
    counters = tmp_path / "out.oob"
    assert run("format", f"{project}:2", "-o", counters).exit_code == 0
    assert counters.read_text("utf-8") == oob.data.text("balkan_gambit_1943")
    assert "no order of battle 7" in run("totals", f"{project}:7").stderr


def test_check_looks_at_the_orders_of_battle_of_a_project(tmp_path: Path) -> None:
    project = tmp_path / "p.sandtable"
    with OobSession.create(project, "balkan_front_crete") as session:
        key = next(row.key for row in session.ledger.ordered() if row.item.kind == "ground")
        session.apply(builders.set_field(session.ledger, [key], "ratings", ""))
    result = CliRunner().invoke(main, ["check", str(project)])
    assert "has no ratings" in result.stdout
