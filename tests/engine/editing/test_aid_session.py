"""Player aids of a file: kept, named, ordered, removed, all with undo; and by the command line."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.cli import main
from engine.editing.aid_session import AidSession, NewAid, aids_of
from engine.editing.game_box import look, pack, unpack
from engine.editing.project_session import ProjectSession
from engine.store.rows import aids as rows
from maps.errors import KnownError
from tests.engine.editing.test_game_box import made, own, quiet
from tests.maps.digitise.test_unpacking import bytes_of, drawn

__all__ = ["made", "own"]


def names(session: AidSession) -> list[str]:
    return [aid.name for aid in session.aids.values()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "own.sandtable"
    with AidSession.at(found) as session:
        session.add([NewAid(drawn((40 + n, 30)), f"Chart {n}", "Charts") for n in (1, 2, 3)])
    return found


def test_everything_done_with_them_can_be_taken_back(path: Path) -> None:
    with AidSession.open(path) as session:
        heard: list[frozenset[int]] = []
        session.watch(heard.append)
        session.rename(2, "Weather")
        session.put_into(2, "Seas")
        session.annotate(2, "From the back of the map")
        assert session.move(2, -1) and not session.move(2, -1)
        session.remove([1, 3])
        assert names(session) == ["Weather"] and session.folders == ("Seas",)
        assert heard[-1] == {1, 3}
    with AidSession.open(path) as session:  # undo survives a restart
        for _ in range(5):
            session.undo()
        assert names(session) == ["Chart 1", "Chart 2", "Chart 3"]
        session.undo()
        assert not session.aids and not session.can_undo
        while session.can_redo:
            session.redo()
        assert names(session) == ["Weather"]
        assert session.aids[2].note == "From the back of the map"
        assert session.picture(2).data == drawn((42, 30)).data


def test_pictures_are_kept_all_or_none(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MOST", 4)
    with AidSession.open(path) as session:
        with pytest.raises(KnownError, match="keeps 4 pictures"):
            session.add([NewAid(drawn(), "A"), NewAid(drawn(), "B")])
        assert len(session.aids) == 3
        session.add([NewAid(drawn(), "  A \n a ")])
        assert names(session)[-1] == "A a"
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("SELECT count(*) FROM aid").fetchone() == (4,)


def test_a_damaged_picture_is_told(path: Path) -> None:
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("UPDATE aid SET data = x'00' WHERE id = 2")
        conn.commit()
    with pytest.raises(KnownError, match=r"player aid Chart 2: is no picture"):
        aids_of(path)
    with AidSession.open(path) as session, pytest.raises(KnownError, match="Chart 2"):
        session.picture(2)


def test_a_file_with_a_senseless_row_is_refused(path: Path) -> None:
    for column, value in (("media", "'svg'"), ("width", "0"), ("name", f"'{'x' * 300}'")):
        copy = path.with_name(f"{column}.sandtable")
        copy.write_bytes(path.read_bytes())
        with closing(sqlite3.connect(copy)) as conn:
            conn.execute("PRAGMA ignore_check_constraints = ON")
            conn.execute(f"UPDATE aid SET {column} = {value} WHERE id = 1")
            conn.commit()
        with pytest.raises(KnownError):
            ProjectSession.open(copy)


def test_they_go_to_a_friend_in_a_game_box(own: Path, tmp_path: Path) -> None:
    with AidSession.open(own) as session:
        session.add([NewAid(drawn(), n, "Charts") for n in ("One", "Two")])
        session.move(2, -1)
        session.remove([1])
        session.add([NewAid(drawn(kind="JPEG"), "Three", "", "A note")])
    pack(own, tmp_path / "b.sandbox", "Map by Ann", "For friends", quiet)
    assert look(tmp_path / "b.sandbox").aids == ("Two", "Three")
    unpack(tmp_path / "b.sandbox", tmp_path / "theirs.sandtable", quiet)
    assert aids_of(tmp_path / "theirs.sandtable") == aids_of(own)


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_the_verbs(tmp_path: Path) -> None:
    path = tmp_path / "p.sandtable"
    for name, kind in (("crt", "PNG"), ("weather_table", "JPEG"), ("old", "BMP")):
        (tmp_path / name).write_bytes(bytes_of(kind))
    done = run("aids", "add", path, tmp_path / "crt", tmp_path / "weather_table", "--folder", "C")
    assert done.exit_code == 0, done.output
    assert "2 C: weather table, 40 x 30 pixels" in done.output
    assert run("aids", "add", path, tmp_path / "old", "--name", "Old one").exit_code == 0
    assert run("aids", "move", path, 3, "--up", 2).exit_code == 0
    assert run("aids", "rename", path, 1, "Combat", "--note", "Both sides").exit_code == 0
    assert run("aids", "remove", path, 2).exit_code == 0
    listed = json.loads(run("aids", "list", path, "--json").output)
    assert [(one["number"], one["name"], one["folder"]) for one in listed] == [
        (3, "Old one", ""), (1, "Combat", "C"),
    ]  # fmt: skip
    assert listed[1]["note"] == "Both sides"
    assert run("aids", "write", path, "-o", tmp_path / "out").exit_code == 0
    files = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert files == ["01 Old one.png", "02 Combat.png"]
    assert (tmp_path / "out" / "02 Combat.png").read_bytes() == bytes_of("PNG")


def test_a_verb_is_one_step_or_none(tmp_path: Path) -> None:
    path, picture = tmp_path / "p.sandtable", tmp_path / "crt.png"
    picture.write_bytes(bytes_of("PNG"))
    assert run("aids", "add", path, picture, "--name", "x" * 201).exit_code == 2
    assert run("aids", "add", path, picture, "--name", "  ").exit_code == 2
    assert not path.exists(), "a name that is refused adds nothing"
    assert run("aids", "add", path, picture, "--name", " Combat  results").exit_code == 0
    told = ("--folder", "Tables", "--note", "Both sides")
    assert run("aids", "rename", path, 1, "Odds", *told[:3], "n" * 2001).exit_code == 2
    with AidSession.open(path) as session:
        assert [step.label for step in session.history] == ["Add Combat results"]
    assert run("aids", "rename", path, 1, "Odds", *told).exit_code == 0
    with AidSession.open(path) as session:
        aid = session.aids[1]
        assert (aid.name, aid.folder, aid.note) == ("Odds", "Tables", "Both sides")
        session.undo()
        aid = session.aids[1]
        assert (aid.name, aid.folder, aid.note) == ("Combat results", "", "")


def test_verbs_refuse_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "p.sandtable"
    (tmp_path / "x.png").write_bytes(b"no picture")
    for words in (
        ("add", path, tmp_path / "x.png"), ("add", path, tmp_path / "none.png"),
        ("add", tmp_path / "p.map", tmp_path / "x.png"), ("list", path),
    ):  # fmt: skip
        done = run("aids", *words)
        assert done.exit_code == 2 and "Traceback" not in done.output
    assert not path.exists(), "nothing is made for what cannot be read"
    AidSession.at(path).close()
    for words in (("rename", path, 1, "x"), ("remove", path, 7), ("write", path, "-o", tmp_path)):
        assert run("aids", *words).exit_code == 2
    assert run("aids", "list", path).output == "No player aids.\n"
