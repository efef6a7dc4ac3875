"""``sandtable ask``: questions on the command line, and the puzzles of the manual as printed."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import resources
from engine.cli import main
from engine.core.system import System
from engine.game.ask.reading import read_text
from engine.game.ask.table import lay_out
from engine.game.catalogue import systems
from engine.game.session import GameSession
from maps.errors import KnownError

GERTRUD = "operation_gertrud/late_1941"
POSITION = """
turn = 2
side = "german"
only = true
[units]
german-kommando = "2611"
"""
MOVE = {"is": "Move", "unit": "german-kommando", "target": "2612"}


def ask(*words: object) -> Result:
    return CliRunner().invoke(main, ["ask", *map(str, words)])


def plain(*words: object) -> Any:
    result = ask(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def refused(*words: object) -> str:
    result = ask(*words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    (line,) = result.stderr.strip().splitlines()
    return line


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "pos.toml"
    path.write_text(POSITION, encoding="utf-8")
    return path


def page() -> str:
    (found,) = [p.text for p in resources.manual_pages() if p.title == "Ask a position"]
    return found


def puzzles() -> list[tuple[str, str, str, str]]:
    """(title, position, command, answer) of each puzzle of the manual."""
    found = re.findall(
        r"^### (.+?)$.*?```toml\n(.*?)```\n+```\n(sandtable ask .*?)\n```\n+```\n(.*?)```",
        page(),
        re.MULTILINE | re.DOTALL,
    )
    return [(str(a), str(b), str(c), str(d)) for a, b, c, d in found]


RULEBOOKS = {
    "balkan_gambit": "1943",
    "operation_gertrud": "late_1941",
    "boot_camp": "balkan_campaign",
    "balkan_front": "italo_greek_war",
    "fire_in_the_east": "army_group_north",
}
"""A scenario of each title that has a rulebook; games by hand have none to ask."""


def titles() -> list[System]:
    return [system for system in systems() if system.id in RULEBOOKS]


def test_the_manual_has_a_puzzle_for_each_title() -> None:
    assert {title.split(":")[0] for title, *_ in puzzles()} == {system.title for system in titles()}


@pytest.mark.parametrize("puzzle", puzzles(), ids=[title for title, *_ in puzzles()])
def test_a_puzzle_has_the_answer_that_is_printed(
    puzzle: tuple[str, str, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, toml, command, answer = puzzle
    monkeypatch.chdir(tmp_path)
    (tmp_path / "puzzle.toml").write_text(toml, encoding="utf-8")
    result = CliRunner().invoke(main, shlex.split(command)[1:])
    assert result.exit_code == 0, result.output
    assert result.stdout == answer


def test_the_position_that_explains_the_parts_can_be_laid_out() -> None:
    (toml,) = re.findall(r"This one holds every part:\n\n```toml\n(.*?)```", page(), re.DOTALL)
    assert lay_out("boot_camp/balkan_campaign", read_text(toml)).state.turn == 8


def test_the_manual_names_every_word_of_every_title() -> None:
    text = page()
    for system in titles():
        words = lay_out(f"{system.id}/{RULEBOOKS[system.id]}").names.words
        missing = [word for word in (*words.marks, *words.boxes) if word not in text]
        missing += [word for each in words.phases.values() for word in each if word not in text]
        assert not missing, system.id


def test_answers_in_json_have_the_shapes_of_the_contract(position: Path) -> None:
    where = (GERTRUD, "--position", position)
    assert {"action", "text"} == set(plain(*where, "legal", "german-kommando")[0])
    assert plain(*where, "check", json.dumps(MOVE)) == {"legal": True, "objections": []}
    assert plain(*where, "reach", "German Kommando")["2612"] >= 1
    assert {"supplied", "path", "text", "rule"} == set(plain(*where, "supply", "german-kommando"))
    assert "2612" in plain(*where, "zoc", "german")
    unit = plain(*where, "units")["german-kommando"]
    assert {"name", "side", "at", "reduced", "strength", "marks"} <= set(unit)
    assert plain(*where, "decision")["side"] == "german"


def test_odds_in_json(position: Path) -> None:
    toml = POSITION + 'german-132 = "2708"\nturkish-11 = "2709"\n'
    position.write_text('phase = "combat"\n' + toml, encoding="utf-8")
    found = plain(GERTRUD, "--position", position, "odds", "2709", "--with", "german-132")
    assert {"column", "roll_modifier", "outcomes", "ledger"} <= set(found)
    assert found["units"] == ["german-132"]


def test_actions_of_a_file_are_done(position: Path, tmp_path: Path) -> None:
    script = tmp_path / "moves.jsonl"
    script.write_text(f"# to the east\n{json.dumps(MOVE)}\n\n", encoding="utf-8")
    found = plain(GERTRUD, "--position", position, "do", script)
    assert found["units"]["german-kommando"]["at"] == "2612"
    assert found["units"]["german-kommando"]["marks"] == ["moved"]
    assert len(found["events"]) == 1
    words = [GERTRUD, "--position", str(position), "do", "-"]
    result = CliRunner().invoke(main, ["ask", *words], input=json.dumps(MOVE))
    assert result.stdout.strip() == found["events"][0]


def test_a_position_is_printed_as_it_is_written(position: Path) -> None:
    text = ask(GERTRUD, "--position", position, "position").stdout
    table = lay_out(GERTRUD, read_text(text))
    assert table.state == lay_out(GERTRUD, read_text(POSITION)).state
    assert plain(GERTRUD, "--position", position, "position") == read_text(text)


def test_a_game_in_a_file_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "war.sandtable"
    GameSession.start(GERTRUD, path=path).close()
    assert plain(path, "decision")["phase"] == "set up"
    assert plain(path, "units")["turkish-11"]["side"] == "allied"


def test_options_are_chosen() -> None:
    toml = "options = { duplicity = true }\n"
    assert lay_out(GERTRUD, read_text(toml)).scenario.options["duplicity"] is True
    assert ask(GERTRUD, "--option", "duplicity", "decision").exit_code == 0
    assert "Did you mean 'duplicity'" in refused(GERTRUD, "--option", "duplicty", "decision")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((GERTRUD,), "has no question"),
        ((GERTRUD, "odd"), "Did you mean 'odds'"),
        ((GERTRUD, "reach"), "Write reach UNIT"),
        ((GERTRUD, "units", "--with", "german-132"), "knows no --with"),
        ((GERTRUD, "reach", "german-123"), "Did you mean"),
        ((GERTRUD, "check", "nothing.json"), "there is no such file"),
        ((GERTRUD, "check", "{"), "is not JSON"),
        (("operation_gertrud/late_1914", "units"), "names no scenario and no file"),
    ],
)
def test_bad_questions_are_refused_in_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(*words)


def test_a_position_that_is_no_toml_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pos.toml"
    path.write_text("turn = ", encoding="utf-8")
    assert "is not TOML" in refused(GERTRUD, "--position", path, "units")
    path.write_bytes(b"\xff")
    assert "is not UTF-8" in refused(GERTRUD, "--position", path, "units")
    with pytest.raises(KnownError, match="is not TOML"):
        read_text("[")


def test_answers_for_people_are_lines(position: Path) -> None:
    where = (GERTRUD, "--position", position)
    assert ask(*where, "legal", "german-kommando").stdout.splitlines()
    assert ask(*where, "reach", "german-kommando").stdout.count(":") > 3
    assert "supplied: True" in ask(*where, "supply", "german-kommando").stdout
    units = ask(*where, "units").stdout
    assert "german-kommando: " in units
    assert "german-132" not in units, "who is off the board is left out"


@pytest.mark.parametrize(
    ("unit", "said"),
    [("nosuch", "there is no unit 'nosuch'"), ("german-12-panzer-xx", "There is no unit")],
)
def test_units_of_the_order_that_a_scenario_leaves_out_are_no_fault(unit: str, said: str) -> None:
    action = json.dumps({"is": "Move", "unit": unit, "target": "1B:2424"})
    result = ask("fire_in_the_east/army_group_north", "check", action)
    assert said in result.output and not isinstance(result.exception, LookupError)
