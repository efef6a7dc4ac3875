"""The command line of the engine: what it prints, and that a refusal changes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from engine.cli import main
from engine.cli.common.provenance import provenances
from engine.cli.listing import _state
from engine.editing.map_session import EditSession
from engine.game.session import GameSession, list_games

SCENARIO = "balkan_gambit/1943"
SHORT = "operation_gertrud/early_1941"


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def plain(*words: object) -> Any:
    result = run(*words, "--json")
    assert result.exit_code in (0, 1), result.output
    return json.loads(result.stdout)


def refused(*words: object) -> str:
    """The sentence a refusal says; it is one line, and nothing else is printed."""
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1, lines
    return lines[0]


def script(path: Path, *actions: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(action) + "\n" for action in actions))
    return path


RECOMMENDED = {"is": "UseRecommended"}
FINISH = {"is": "FinishSetUp"}


def test_scenarios_are_listed() -> None:
    found = plain("scenarios")
    assert found[SCENARIO]["system"] == "balkan_gambit"
    assert SCENARIO in run("scenarios").stdout


def test_systems_are_listed_with_their_coverage() -> None:
    assert "balkan_gambit" in run("systems").stdout
    counts = plain("systems", "--coverage")["balkan_gambit"]
    assert set(counts) == {"rows", "done", "open", "not_applicable", "ruled"}
    assert counts["rows"] == sum(counts.values()) - counts["rows"] and counts["ruled"]
    assert "played by a ruling" in run("systems", "--coverage").stdout


@pytest.mark.parametrize(
    ("entry", "state"),
    [
        ("open", "open"),
        ("not_applicable", "not-applicable"),
        ({"not-applicable": "components"}, "not-applicable"),
        ({"code": ["moving.check"], "tests": ["test_moving"]}, "done"),
        ({"open": "why"}, "open"),
        ({"status": "not_applicable"}, "not-applicable"),
        ({"status": "ruled", "ruling": "17"}, "ruled"),
        ({}, "open"),
    ],
)
def test_coverage_entries_are_understood(entry: Any, state: str) -> None:
    assert _state(entry) == state


def test_charts_say_how_surely_they_are_known() -> None:
    found = plain("charts", "balkan_gambit")["balkan_gambit"]
    assert set(found.values()) <= {"printed", "derived", "reconstructed"}
    assert found
    assert "nearest" not in refused("charts", "balkan_gambitt")


def test_provenances_are_found_at_any_depth() -> None:
    table = {"a": {"provenance": "printed", "rows": [{"id": "x", "provenance": "derived"}]}}
    assert list(provenances(table)) == [("a", "printed"), ("a.rows.x", "derived")]


@pytest.mark.parametrize("target", [SCENARIO, "balkan_gambit", "balkan_gambit_1943"])
def test_what_is_shipped_is_sound(target: str) -> None:
    result = run("check", target, "--json")
    found = json.loads(result.stdout)
    assert found["errors"] == []
    assert result.exit_code == 0


def test_a_map_with_an_unknown_terrain_is_refused_with_its_line(tmp_path: Path) -> None:
    board = tmp_path / "bad.map"
    assert run("new", tmp_path / "g.sandtable", "--from", "balkan_gambit").exit_code == 0
    import maps.data
    from maps.formats import text

    lines = text.dumps(maps.data.load("balkan_gambit")).splitlines()
    first = lines.index("[terrain]") + 1
    lines[first] = lines[first].replace(lines[first].split()[-1], "lava")
    board.write_text("\n".join(lines))
    sentence = refused("check", board)
    assert "bad.map" in sentence and "lava" in sentence and f"line {first + 1}" in sentence


def test_an_unknown_word_gets_the_nearest() -> None:
    assert SCENARIO in refused("check", "balkan_gambit/43")
    assert SCENARIO in refused("play", "balkan_gambit/19433", "--bots", "both")


def test_a_project_is_made_empty_with_a_map_or_with_a_game(tmp_path: Path) -> None:
    assert run("new", tmp_path / "a.sandtable").exit_code == 0
    assert list_games(tmp_path / "a.sandtable") == ()
    assert run("new", tmp_path / "b.sandtable", "--from", "balkan_gambit").exit_code == 0
    with EditSession.open(tmp_path / "b.sandtable") as editor:
        assert editor.map.id == "balkan_gambit"
    assert run("new", tmp_path / "c.sandtable", "--from", SCENARIO).exit_code == 0
    assert [game.scenario for game in list_games(tmp_path / "c.sandtable")] == [SCENARIO]
    assert run("check", tmp_path / "c.sandtable").exit_code == 0


def test_a_project_is_not_made_of_what_is_no_project_either(tmp_path: Path) -> None:
    module = tmp_path / "buildFile.xml"
    module.write_text("<VASSAL.build.GameModule name='x'/>")
    said = refused("new", tmp_path / "a.sandtable", "--from", module)
    assert "is no map, scenario or game box. Other files come in with sandtable import" in said
    assert run("new", tmp_path / "b.sandtable").exit_code == 0
    said = refused("new", tmp_path / "a.sandtable", "--from", tmp_path / "b.sandtable")
    assert "is a project file" in said and not (tmp_path / "a.sandtable").exists()


def test_an_existing_file_is_never_written_over(tmp_path: Path) -> None:
    kept = tmp_path / "kept.sandtable"
    kept.write_text("mine")
    assert "kept.sandtable" in refused("new", kept)
    assert "kept.sandtable" in refused("play", SCENARIO, "--bots", "both", "-o", kept)
    assert kept.read_text() == "mine"
    assert [file.name for file in tmp_path.iterdir()] == ["kept.sandtable"]


def test_two_automatic_players_finish_a_game_that_replays(tmp_path: Path) -> None:
    file, log = tmp_path / "g.sandtable", tmp_path / "g.md"
    found = plain("play", SHORT, "--bots", "both", "--seed", 1, "-o", file, "--log", log)
    assert set(found) == {"turns", "winner", "level", "victory_points", "actions", "digest"}
    assert found["turns"] > 1
    assert set(found["victory_points"]) == {"allied", "german"}
    replayed = plain("replay", file, "--verify")
    assert replayed["verified"] and replayed["digest"] == found["digest"]
    assert log.read_text().startswith("# ")
    assert f"## Turn {found['turns']}" in log.read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["g.md", "g.sandtable"]


def test_a_script_is_played_and_then_the_game_stops(tmp_path: Path) -> None:
    lines = script(tmp_path / "s.jsonl", RECOMMENDED, FINISH, RECOMMENDED)
    file = tmp_path / "g.sandtable"
    found = plain("play", SCENARIO, "--script", lines, "-o", file)
    assert found["actions"] == 3
    assert found["level"] == "unfinished"
    with GameSession.open(file) as game:
        assert len(game.log) - 1 == 3
        assert game.digest() == found["digest"]


def test_an_end_without_points_names_who_has_won(tmp_path: Path) -> None:
    """(BC 25A1) Only *decisive victory* was said."""
    set_up, all_come = (RECOMMENDED, FINISH), {"is": "ArriveAll"}
    lines = script(tmp_path / "s.jsonl", *set_up, *set_up, all_come, {"is": "Concede"})
    said = run("play", "boot_camp/balkan_campaign", "--script", lines).stdout
    assert said.startswith("Turn 1: allied wins: decisive victory. ")


def test_an_automatic_player_goes_on_after_a_script(tmp_path: Path) -> None:
    lines = script(tmp_path / "s.jsonl", RECOMMENDED, FINISH)
    stopped = plain("play", SCENARIO, "--script", lines, "--bots", "allied")
    assert stopped["level"] == "unfinished" and stopped["actions"] > 4
    assert plain("play", SCENARIO, "--script", lines, "--bots", "allied") == stopped


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"is": "FinishSetUp"}', "BG-"),
        ('{"is": "Fly"}', "Fly"),
        ('{"is": "FinishSetUp", "wings": 2}', "wings"),
        ("not json", "not JSON"),
        ('{"is": "Roll", "face": 3}', "die"),
    ],
)
def test_a_bad_line_of_a_script_names_file_line_and_fix(
    tmp_path: Path, line: str, says: str
) -> None:
    lines = tmp_path / "s.jsonl"
    lines.write_text(f"{json.dumps(RECOMMENDED)}\n{json.dumps(FINISH)}\n{line}\n")
    file = tmp_path / "g.sandtable"
    sentence = refused("play", SCENARIO, "--script", lines, "-o", file)
    assert "s.jsonl line 3" in sentence and says in sentence
    assert [path.name for path in tmp_path.iterdir()] == ["s.jsonl"]


def test_play_needs_somebody_who_plays() -> None:
    assert "--bots" in refused("play", SCENARIO)
    assert "axis" in refused("play", SCENARIO, "--bots", "axes")


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\x00" + b"\x00" * 5000, b"text" * 999])
def test_a_damaged_file_is_refused_and_left_as_it_was(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "bad.sandtable"
    file.write_bytes(content)
    assert "bad.sandtable" in refused("replay", file)
    assert "bad.sandtable" in refused("check", file)
    assert file.read_bytes() == content
    assert "no such file" in refused("replay", tmp_path / "none.sandtable")


def test_replay_tells_the_story(tmp_path: Path) -> None:
    file = tmp_path / "g.sandtable"
    lines = script(tmp_path / "s.jsonl", RECOMMENDED)
    run("play", SCENARIO, "--script", lines, "-o", file)
    assert "sets up in" in run("replay", file).stdout


def test_fuzz_reports_games_actions_and_faults() -> None:
    found = plain("fuzz", SCENARIO, "--games", 1)
    assert found["games"] == 1 and found["actions"] > 10 and found["faults"] == []
    assert found["actions_per_second"] > 0


def test_bench_measures_by_name() -> None:
    assert plain("bench", "reach")["reach"]["budget"] == "5 ms"
    assert "reach" in refused("bench", "reech")


def test_a_missing_recipe_is_a_sentence(tmp_path: Path) -> None:
    sentence = refused(
        "import", "geodata", tmp_path / "no.toml", "-o", tmp_path / "x.map", "--sources", tmp_path
    )
    assert "no.toml" in sentence
    assert list(tmp_path.iterdir()) == []


def test_facts_of_a_board_are_looked_up(tmp_path: Path) -> None:
    found = json.loads(run("check", SCENARIO, "--facts", "--json").stdout)
    (report,) = found["facts"]
    assert report["board"] == "balkan_gambit"
    assert report["facts"] == report["right"] + len(report["explained"])
    assert report["missed"] == []
    assert all(one["why"] for one in report["explained"])
    told = run("check", "balkan_gambit", "--facts").stdout
    assert "facts are right" in told and "explained: region of Zara" in told


def test_facts_of_your_own_are_read_beside_the_file(tmp_path: Path) -> None:
    project = tmp_path / "mine.sandtable"
    assert run("new", project, "--from", "valley").exit_code == 0
    assert "mine.facts.toml" in refused("check", project, "--facts")
    with EditSession.open(project) as editor:
        place = next(iter(editor.map.places.values()))
        board = editor.map.id
    facts = tmp_path / "mine.facts.toml"
    facts.write_text(
        f'format = 1\nboard = "{board}"\nfacts = [\n'
        f'{{ kind = "place", what = "{place.name}", expected = "{place.kind}", source = "a" }},\n'
        f'{{ kind = "coast", what = "{place.name}", expected = "yes", source = "a" }},\n'
        ']\n[sources]\na = "The atlas"\n',
        encoding="utf-8",
    )
    told = run("check", project, "--facts")
    assert "1 of 2 facts are right" in told.stdout
    assert f"coast of {place.name}" in told.stdout and "The atlas" in told.stdout
    moved = facts.rename(tmp_path / "other.facts.toml")
    assert run("check", project, "--facts-file", moved).stdout == told.stdout.replace(
        "mine.facts.toml", "other.facts.toml"
    )
