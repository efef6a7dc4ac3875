"""Game boxes: packed, begun from by a friend, and harmless when somebody meant harm."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.cli import main
from engine.editing.game_box import look, pack, unpack
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.editing.scenario_session import ScenarioSession, listed
from engine.game.session import GameSession
from engine.game.set_up.game_set_up import made_for
from maps.errors import KnownError
from oob.model import UnitId
from tests.engine.systems.by_hand.desk import board, order

R1 = UnitId("red-1")


def quiet(_share: float, _words: str) -> None:
    """Hear nothing."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with two scenarios, a board nobody plays on and a game, and a box of it."""
    path = tmp_path_factory.mktemp("made") / "own.sandtable"
    EditSession.create(path, board()).close()
    OobSession.create(path, order()).close()
    for title, label in (("The crossing", "0303"), ("The return", "0404")):
        with ScenarioSession.make(path, title, 1, 1) as scenario:
            scenario.put((R1,), label)
    with ProjectSession.open(path) as project:
        project.add_board("valley")
    GameSession.start("by_hand/classic", path=path, own=made_for(path, 1)).close()
    pack(path, path.with_name("game.sandbox"), "Map by Ann", "For friends", quiet)
    return path


@pytest.fixture
def own(made: Path, tmp_path: Path) -> Path:
    """A copy of the project."""
    return Path(shutil.copy(made, tmp_path))


@pytest.fixture
def box(made: Path, tmp_path: Path) -> Path:
    """A copy of the box."""
    return Path(shutil.copy(made.with_name("game.sandbox"), tmp_path))


def test_a_box_holds_what_its_scenarios_need_and_nothing_else(box: Path) -> None:
    found = look(box)
    assert [info.title for info in found.scenarios] == ["The crossing", "The return"]
    assert (found.boards, found.orders) == (("My board",), ("My counters",))
    assert (found.credits, found.licence) == ("Map by Ann", "For friends")
    with ProjectSession.reading(box) as project:
        assert project.games == ()


def test_a_friend_begins_from_it(box: Path, tmp_path: Path) -> None:
    before = box.read_bytes()
    mine = tmp_path / "friend.sandtable"
    info = unpack(box, mine, quiet)
    assert box.read_bytes() == before
    second = info.scenarios[1].number
    with GameSession.start("by_hand/classic", path=mine, own=made_for(mine, second)) as game:
        assert game.scenario.title == "The return"
        assert game.state.pieces[R1].at == board().parse_label("0404")
        assert game.scenario.data.game.licence == "For friends"
    with ScenarioSession.open(mine, second) as scenario:
        scenario.put((R1,), "0101")
        scenario.undo()
        assert not scenario.can_undo, "the undo list of whoever packed it stayed at home"


def test_credits_and_a_licence_are_asked_for(own: Path, tmp_path: Path) -> None:
    for said in (("", "free"), ("Ann", " ")):
        with pytest.raises(KnownError, match="needs credits and a licence"):
            pack(own, tmp_path / "x.sandbox", *said, quiet)
    assert not (tmp_path / "x.sandbox").exists()


def test_a_file_without_scenarios_makes_no_box(tmp_path: Path) -> None:
    path = tmp_path / "own.sandtable"
    EditSession.create(path, board()).close()
    with pytest.raises(KnownError, match="holds no scenario"):
        pack(path, tmp_path / "x.sandbox", "Ann", "free", quiet)


def test_what_is_stopped_leaves_nothing_behind(own: Path, box: Path, tmp_path: Path) -> None:
    def stop(share: float, _words: str) -> None:
        if share > 0.85:
            raise InterruptedError

    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises(InterruptedError):
        pack(own, tmp_path / "x.sandbox", "Ann", "free", stop)
    with pytest.raises(InterruptedError):
        unpack(box, tmp_path / "x.sandtable", stop)
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_a_file_that_is_there_is_left_alone(own: Path, box: Path) -> None:
    before = own.read_bytes()
    with pytest.raises(KnownError, match="already a file"):
        unpack(box, own, quiet)
    with pytest.raises(KnownError, match="already a file"):
        pack(own, box, "Ann", "free", quiet)
    assert own.read_bytes() == before


HOSTILE: dict[str, Callable[[Path], object]] = {
    "no database": lambda path: path.write_bytes(b"PK\x03\x04" + b"\0" * 4096),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:9000]),
    "a view": lambda path: run(path, "CREATE VIEW extra AS SELECT load_extension('x')"),
    "a trigger": lambda path: run(
        path, "CREATE TRIGGER t AFTER INSERT ON map BEGIN DELETE FROM oob; END"
    ),
    "another table": lambda path: run(path, "CREATE TABLE extra (x)"),
    "rules of another system": lambda path: run(path, "UPDATE chart_set SET system = 'boot_camp'"),
    "rules that are none": lambda path: run(path, "UPDATE charts SET text = '[scenario]\nx = 1'"),
    "rules that are no TOML": lambda path: run(path, "UPDATE charts SET text = '[['"),
    "deep rules": lambda path: run(path, f"UPDATE charts SET text = 'a = {'[' * 9000}'"),
    "a bad cell": lambda path: run(
        path, "INSERT INTO chart_cell VALUES (1, '[\"x\", \"y\"]', '1e999', '')"
    ),
    "no scenarios": lambda path: run(path, "DELETE FROM chart_set"),
    "no board": lambda path: run(path, "DELETE FROM map"),
    "hexes off the board": lambda path: run(path, "UPDATE map_hex SET q = q + 99999999"),
    "newer": lambda path: run(path, "PRAGMA user_version = 99"),
}


def run(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as conn:
        conn.execute(statement)
    conn.close()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_box_is_told_in_a_sentence_and_does_nothing(
    name: str, box: Path, tmp_path: Path
) -> None:
    HOSTILE[name](box)
    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises(KnownError):
        look(box)
    with pytest.raises(KnownError):
        unpack(box, tmp_path / "friend.sandtable", quiet)
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    done = CliRunner().invoke(main, ["new", str(tmp_path / "f.sandtable"), "--from", str(box)])
    assert done.exit_code == 2 and "Traceback" not in done.output
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_the_command_line_packs_shows_and_begins_a_box(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = ["--credits", "Map by Ann", "--licence", "For friends"]
    runner = CliRunner()
    assert runner.invoke(main, ["box", "pack", str(own), "-o", "g.sandbox", *said]).exit_code == 0
    shown = runner.invoke(main, ["box", "show", "g.sandbox"])
    assert shown.exit_code == 0 and "The return" in shown.output and "For friends" in shown.output
    made = runner.invoke(main, ["new", "mine.sandtable", "--from", "g.sandbox"])
    assert made.exit_code == 0 and [info.title for info in listed("mine.sandtable")] == [
        "The crossing",
        "The return",
    ]
    begun = runner.invoke(main, ["start", "mine.sandtable", "by_hand/classic", "--charts", "2"])
    assert begun.exit_code == 0, begun.output
    for name in ("2", "the return"):
        begun = runner.invoke(main, ["start", "mine.sandtable", name])
        assert begun.exit_code == 0, begun.output
    with GameSession.open(tmp_path / "mine.sandtable") as game:
        assert game.scenario.title == "The return"
    unknown = runner.invoke(main, ["start", "mine.sandtable", "The retreat"])
    assert unknown.exit_code == 2 and "nor one that is shipped" in unknown.output
    assert "The return" in unknown.output, "what the file has is named"
