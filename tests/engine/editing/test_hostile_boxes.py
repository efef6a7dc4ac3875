"""What a game box from a stranger may hold besides damage: it is told of, or does nothing.

Nothing is written but the file that was asked for, nothing is opened or run, and nothing that it
says is taken for more than words and numbers.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.core.chance import Stream
from engine.editing.game_box import BoxInfo, look, pack, unpack
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.scenario_session import ScenarioSession
from engine.game.session import GameSession
from engine.game.set_up.game_set_up import made_for
from engine.systems.by_hand.volleys import MOST_DICE
from maps.errors import KnownError
from oob.model import UnitId
from tests.engine.systems.by_hand.desk import ALL, COMBAT, board, order

R1 = UnitId("red-1")
SCENARIO = """
[scenario]
board = "own"
order = "own"
units = [{ id = "red-1", place = "0303" }, { id = "blue-5", place = "0302" }]
"""
EVENTS = (
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.startfile",
    "subprocess.Popen",
    "socket.connect",
    "socket.getaddrinfo",
    "webbrowser.open",
    "urllib.Request",
    "ctypes.dlopen",
    "sqlite3.load_extension",
)
_heard: list[str] | None = None
_root = ""


def _listen(event: str, args: tuple[Any, ...]) -> None:
    """Note what is run, asked of the network, or written outside the test's own folder."""
    if _heard is None:
        return
    if event in EVENTS:
        _heard.append(f"{event} {args}")
    writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT
    if event == "open" and isinstance(args[0], str) and isinstance(args[2], int):
        outside = not os.path.realpath(args[0]).startswith(_root)
        if args[2] & writes and outside and "__pycache__" not in args[0]:
            _heard.append(f"writes {args[0]}")


sys.addaudithook(_listen)


@contextmanager
def quiet_in(folder: Path) -> Iterator[None]:
    """Nothing is run, asked of the network or written outside a folder, whatever is raised."""
    global _heard, _root
    _heard, _root = [], os.path.realpath(folder)
    try:
        yield
    finally:
        found, _heard = _heard, None
        assert found == []


def silent(_share: float, _words: str) -> None:
    """Hear nothing."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A box with a scenario."""
    path = tmp_path_factory.mktemp("made") / "own.sandtable"
    EditSession.create(path, board()).close()
    OobSession.create(path, order()).close()
    with ScenarioSession.make(path, "The crossing", 1, 1) as scenario:
        scenario.put((R1,), "0303")
    pack(path, path.with_name("game.sandbox"), "Ann", "For friends", silent)
    return path.with_name("game.sandbox")


@pytest.fixture
def box(made: Path, tmp_path: Path) -> Path:
    """A copy of the box in a folder of its own."""
    return Path(shutil.copy(made, tmp_path))


def run(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as conn, conn:
        conn.execute(statement, values)


def ruled(box: Path, text: str) -> None:
    """Put other rules into a box, with the scenario they need."""
    run(box, "DELETE FROM chart_cell")
    run(box, "UPDATE charts SET text = ?", text if "[scenario]" in text else text + SCENARIO)


def tried(box: Path, folder: Path) -> BoxInfo | str:
    """Look into a box, and begin a project from it; what was said where it is refused."""
    target = folder / "friend.sandtable"
    before = sorted(path.name for path in folder.iterdir())
    with quiet_in(folder):
        try:
            found = look(box)
            unpack(box, target, silent)
        except KnownError as error:
            assert sorted(path.name for path in folder.iterdir()) == before
            return str(error)
    assert sorted(path.name for path in folder.iterdir()) == sorted([*before, target.name])
    return found


def played(folder: Path, decisions: int = 60) -> GameSession:
    """A game of the first scenario, played on at random."""
    path = folder / "friend.sandtable"
    with quiet_in(folder):
        game = GameSession.start("by_hand/classic", path=path, own=made_for(path, 1), seed=3)
        stream = Stream(3, "hostile")
        for _ in range(decisions):
            if game.view().outcome is not None:
                break
            action = game.view().legal.random(stream)
            assert action is not None
            game.rules.describe(game.state, action)
            game.act(action)
    return game


MARKUP = (
    '<img src="file:///etc/passwd"><script>alert(1)</script>',
    "../../../../tmp/escaped",
    "https://example.invalid/?stolen",
    "javascript:alert(1)",
    "%s%n{0.__class__}${HOME}`id`$(id)",
    "'; DROP TABLE map; --",
    "\u202egnp.exe",
)


@pytest.mark.parametrize("words", MARKUP)
def test_words_are_words_whatever_they_say(words: str, box: Path, tmp_path: Path) -> None:
    quoted = "'" + words.replace("'", "’") + "'"
    text = (
        f"[game]\ntitle = {quoted}\ncredits = {quoted}\nlicence = {quoted}\n{ALL}\n"
        f"[[markers]]\nid = 'm'\nname = {quoted}\n[[pools]]\nid = 'p'\nname = {quoted}\n"
        f"chits = [{quoted}]\n"
    ).replace("'Infantry'", quoted)
    ruled(box, text)
    run(box, "UPDATE chart_set SET title = ?", words)
    run(box, "UPDATE map SET title = ?", words)
    found = tried(box, tmp_path)
    if isinstance(found, str):
        assert found.endswith(".") and "Traceback" not in found
        return
    assert found.credits == words.replace("'", "’"), "said as it stands"
    game = played(tmp_path)
    assert game.view().outcome is not None or len(game.log) > 40
    game.close()
    assert not Path("/tmp/escaped").exists()


NUMBERS = {
    "turns": "[turns]\nlast = 999999999\n",
    "dice": '[[dice]]\nid = "d"\nname = "D"\ncount = 999999\nfaces = 999999999\n',
    "a huge whole number": f"[turns]\nlast = 1{'0' * 400}\n",
    "more digits than a length has": ALL.replace("length = 2", f"length = 1{'0' * 18}"),
    "more digits than are read": f"[turns]\nlast = 1{'0' * 9000}\n",
    "no number": ALL.replace("limit = 2", "limit = nan"),
    "infinity": ALL.replace("limit = 2", "limit = inf"),
    "a cost": ALL.replace('every = "1" } },', 'every = "99999999999" } },', 1),
    "a cost by nothing": ALL.replace('every = "1" } },', 'every = "1/0" } },', 1),
    "odds by nothing": ALL.replace('"1:2", "1:1"', '"1:0", "1:1"'),
    "a factor": ALL.replace("factor = 50", "factor = 99999999999"),
    "markers from afar": ALL.replace("factor = 50", "near = 999999999"),
    "more volleys than any battle has": '[combat]\nrule = "9"\nkind = "fire"\nvolleys = ['
    + '{ id = "v", name = "V" },' * 4000
    + "]\n",
    "more rows than results": ALL.replace('kind = "odds"', 'kind = "odds"\nbelow = 999999999'),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_beyond_reason_are_refused_in_a_sentence(
    name: str, box: Path, tmp_path: Path
) -> None:
    ruled(box, NUMBERS[name])
    said = tried(box, tmp_path)
    assert isinstance(said, str) and len(said) < 2000, name


LARGE = {
    "a track": '[[tracks]]\nid = "t"\nname = "T"\nmost = 999999999999\nleast = -999999999999\n',
    "supply from afar": ALL.replace("length = 2", "length = 999999999999999999"),
    "room for everybody": ALL.replace("limit = 2", "limit = 999999999999999999"),
    "points": ALL.replace("points = 2", "points = 999999999999999999"),
    "a thousand phases": "".join(
        f'[[phases]]\nid = "p{n}"\nname = "P"\nkind = "supply"\n' for n in range(1000)
    ),
    "modifiers that exclude each other": ALL.replace(
        "shift = -1 }", 'shift = -1, excludes = ["stream", "wood"] }'
    ).replace("factor = 50 }", 'factor = 50, excludes = ["wood", "stream"] }'),
    "states that exclude themselves": ALL.replace(
        'excludes = ["tired"]', 'excludes = ["hungry", "tired"]'
    ),
    "phases that clear what is not there": ALL.replace('clears = ["tired"]', 'clears = ["x", "x"]'),
    "links in a ring": ALL.replace(
        "length = 2",
        "length = 2\nlinks = ["
        + "".join('{ id = "a", lines = ["track"] },\n' for _ in range(200))
        + "]",
    ),
    "fire by millions": ALL.replace(
        COMBAT, '[combat]\nrule = "9"\nkind = "fire"\naim = "value"\nfaces = 100\n'
    ),
}


@pytest.mark.parametrize("name", LARGE)
def test_what_is_large_or_goes_in_circles_is_played_without_harm(
    name: str, box: Path, tmp_path: Path
) -> None:
    ruled(box, LARGE[name])
    found = tried(box, tmp_path)
    assert isinstance(found, BoxInfo), found
    game = played(tmp_path, 40)
    assert game.rules.invariants(game.state) == ()
    game.close()


@pytest.mark.parametrize("column", ["attack", "defense", "move", "count", "steps", "turn"])
def test_counters_with_numbers_beyond_reason_do_no_harm(
    column: str, box: Path, tmp_path: Path
) -> None:
    ruled(box, LARGE["fire by millions"])
    with sqlite3.connect(box) as conn:
        known = {row[1] for row in conn.execute("PRAGMA table_info(ledger_row)")}
    conn.close()
    assert known & {"attack", "count"}
    if column in known:
        run(box, f"UPDATE ledger_row SET {column} = ?", 2_000_000_000)
    found = tried(box, tmp_path)
    if isinstance(found, str):
        assert found.endswith(".")
        return
    game = played(tmp_path, 40)
    assert len(game.state.pieces) < 100
    for frame in game.state.flow:
        assert len(getattr(frame, "dice", ())) <= MOST_DICE
    game.close()


def test_a_box_that_is_a_link_is_what_it_leads_to(box: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.sandbox"
    link.symlink_to("/etc/passwd")
    with pytest.raises(KnownError, match="not a Sandtable file"):
        look(link)
    inner = tmp_path / "in"
    inner.mkdir()
    good = inner / "good.sandbox"
    good.symlink_to(box)
    assert look(good).scenarios and good.is_symlink()


def test_a_target_that_is_a_link_to_nowhere_does_not_lead_outside(
    box: Path, tmp_path: Path
) -> None:
    inner, outside = tmp_path / "in", tmp_path / "outside"
    inner.mkdir()
    outside.mkdir()
    target = inner / "friend.sandtable"
    target.symlink_to(outside / "planted.sandtable")
    with quiet_in(tmp_path):
        try:
            unpack(box, target, silent)
        except KnownError as error:
            assert str(error).endswith(".")
    kept = [path.name for path in outside.iterdir() if not path.name.endswith("-lock")]
    assert kept in ([], ["planted.sandtable"]), "at most the file itself, where its owner linked it"


def test_a_folder_and_a_pipe_are_no_boxes(tmp_path: Path) -> None:
    folder = tmp_path / "game.sandbox"
    folder.mkdir()
    with pytest.raises(KnownError, match="is a folder"):
        look(folder)
    if hasattr(os, "mkfifo"):
        pipe = tmp_path / "pipe.sandbox"
        os.mkfifo(pipe)
        with pytest.raises(KnownError):
            look(pipe)


DEEP = {
    "dotted keys": "a" + ".a" * 5000 + " = 1",
    "tables": "[" + ".".join("a" * 1 for _ in range(5000)) + "]\nx = 1",
    "inline tables": "x = " + "{ a = " * 2000 + "1" + " }" * 2000,
    "arrays": "x = " + "[" * 20000,
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_rules_are_refused_in_a_sentence(name: str, box: Path, tmp_path: Path) -> None:
    ruled(box, DEEP[name] + "\n")
    assert isinstance(tried(box, tmp_path), str)


PLANTED = (
    "CREATE TRIGGER t AFTER INSERT ON oob BEGIN UPDATE map SET title = 'planted'; END",
    "CREATE TEMP TRIGGER t AFTER INSERT ON oob BEGIN SELECT writefile('/tmp/escaped', 'x'); END",
    "CREATE VIEW v AS SELECT readfile('/etc/passwd')",
    "CREATE VIRTUAL TABLE v USING fts5(x)",
    "CREATE INDEX i ON map (title) WHERE title = load_extension('x')",
    "CREATE TABLE g (x GENERATED ALWAYS AS (abs(-1)))",
    "ALTER TABLE map ADD COLUMN y DEFAULT (randomblob(9))",
)


@pytest.mark.parametrize("statement", PLANTED)
def test_what_is_planted_in_the_database_does_not_run(
    statement: str, box: Path, tmp_path: Path
) -> None:
    try:
        run(box, statement)
    except sqlite3.Error:
        with sqlite3.connect(box) as conn:
            conn.execute("PRAGMA writable_schema = ON")
            conn.execute(
                "INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql)"
                " VALUES ('trigger', 't', 'oob', 0, ?)",
                (statement,),
            )
        conn.close()
    found = tried(box, tmp_path)
    if isinstance(found, BoxInfo):
        assert found.boards == ("My board",), "nothing was planted that stays in the file"
    assert not Path("/tmp/escaped").exists()


def test_a_picture_of_a_chart_that_is_a_bomb_or_no_picture_is_refused(
    box: Path, tmp_path: Path
) -> None:
    bomb = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + b"\x7f\xff\xff\xff" * 2 + b"\x08\x02\0\0\0" * 9
    for number, data in enumerate((bomb, b"<svg onload='x()'/>", b"")):
        copy = Path(shutil.copy(box, tmp_path / f"{number}.sandbox"))
        run(
            copy,
            "INSERT INTO aid (aids, name, folder, note, rank, present, media, width, height, data)"
            " VALUES (1, '../../x', '/etc', '', 0, 1, 'png', 9, 9, ?)",
            data,
        )
        folder = tmp_path / f"in{number}"
        folder.mkdir()
        shutil.move(copy, folder / "game.sandbox")
        assert isinstance(tried(folder / "game.sandbox", folder), str)
