"""What can be read of a damaged file is saved in a new, sound one, and losses are told."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from engine.cli import main
from engine.core.chance import Stream
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.rescue import Rescued, rescue
from engine.editing.scan_session import ScanSession
from engine.game.session import GameSession
from engine.store.project import Project
from engine.store.rows.boards import Board
from maps.digitise.works import ScanWork
from maps.edits import paint
from maps.errors import KnownError
from oob.ledger.edits import builders
from tests.engine.fakes import install
from tests.engine.faults.exploring import change, look
from tests.engine.faults.mutants import alter
from tests.engine.faults.originals import small
from tests.engine.store.harm import contents

MIX = "sandtable mix 1\n* | * | * | {}"


@pytest.fixture(autouse=True)
def skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        return small(tmp_path_factory.mktemp("sound") / "game.sandtable")


@pytest.fixture
def path(original: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "hurt"
    folder.mkdir()
    return Path(shutil.copy(original, folder / "hurt.sandtable"))


@pytest.fixture
def target(tmp_path: Path) -> Path:
    (tmp_path / "new").mkdir()
    return tmp_path / "new" / "saved.sandtable"


def hurt(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            conn.execute(statement)
        conn.commit()


def rescued(path: Path, target: Path) -> Rescued:
    """Rescue a file; the old one is as it was, the new one is sound and can be changed."""
    before = contents(path.parent)
    found = rescue(path, target)
    assert contents(path.parent) == before
    assert [item.name for item in target.parent.iterdir()] == [target.name]
    assert not any(".partial" in loss for loss in found.lost), found.lost
    assert all("a tile is missing" in told or "its sheet" in told for told in look(target))
    copy = path.parent.parent / "copy.sandtable"
    shutil.copy(target, copy)
    assert change(copy) == []
    for info in range(1, found.kept.games + 1):
        with GameSession.open(target, info) as game:
            assert game.verify() == ()
    return found


def table_of(path: Path, table: str) -> list[object]:
    with closing(sqlite3.connect(path)) as conn:
        return conn.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()


def test_a_sound_file_loses_nothing(path: Path, target: Path) -> None:
    found = rescued(path, target)
    assert found.lost == ()
    kept = found.kept
    assert (kept.boards, kept.hexes, kept.orders, kept.charts, kept.scans) == (1, 5, 2, 1, 1)
    assert kept.games == 1 and kept.aids == 2 and found.steps == 52
    hurt(target, "DELETE FROM file_stamp")
    for table in (
        "map_hex",
        "game_mark",
        "ledger_row",
        "chart_cell",
        "scan_tile",
        "oob_unit",
        "aid",
    ):
        assert table_of(target, table) == table_of(path, table)


def test_a_log_is_kept_up_to_the_first_bad_step(path: Path, target: Path) -> None:
    hurt(path, 'UPDATE game_node SET action = \'{"is": "March"}\' WHERE id = 30')
    before = table_of(path, "game_node")
    found = rescued(path, target)
    assert any(" lost of " in loss for loss in found.lost)
    assert 29 <= found.steps < 52
    with GameSession.open(target) as game:
        assert 30 not in game.log
        assert all(number in game.log for number in range(30))
    assert table_of(target, "game_node")[:20] == before[:20]


def test_a_step_that_comes_out_otherwise_is_a_bad_step(path: Path, target: Path) -> None:
    hurt(path, "DELETE FROM game_snapshot", "UPDATE game_node SET digest = 'x' WHERE id = 40")
    found = rescued(path, target)
    with GameSession.open(target) as game:
        assert 39 in game.log and 40 not in game.log
    assert found.steps >= 39


def test_a_board_keeps_all_but_the_bad_hexes(path: Path, target: Path) -> None:
    hurt(
        path,
        "UPDATE map_hex SET q = 1 << 40 WHERE id = 5",
        "UPDATE map_line SET to_q = to_q + 7",
        "UPDATE map SET orientation = 'up'",
    )
    with Project.create(target.with_name("other.sandtable")):
        pass
    target.with_name("other.sandtable").unlink()
    found = rescued(path, target)
    assert found.kept.boards == 1 and found.kept.hexes == 4
    assert "map_line: 1 row (it joins hexes that are not neighbours)." in found.lost
    assert any("orientation = 'flat'" in loss for loss in found.lost)


def test_a_journal_that_does_not_fit_goes_alone(path: Path, target: Path) -> None:
    hurt(path, "UPDATE ledger_edit SET change = '{}' WHERE id = 1")
    found = rescued(path, target)
    assert found.lost == ("The undo list of an order of battle is lost.",)
    assert table_of(target, "ledger_row") == table_of(path, "ledger_row")


def test_a_player_aid_that_cannot_be_unpacked_goes_alone(path: Path, target: Path) -> None:
    hurt(path, "UPDATE aid SET data = x'89504e47' WHERE id = 1")
    found = rescued(path, target)
    assert found.kept.aids == 1
    assert any(told.startswith("Player aid 1 is lost") for told in found.lost)
    assert [row[2] for row in table_of(target, "aid")] == ["Weather and seas"]


def test_a_counter_mix_that_cannot_be_read_goes_alone(path: Path, target: Path) -> None:
    hurt(path, "UPDATE ledger SET mix = 'sandtable mix 1\n* | * | many'")
    found = rescued(path, target)
    assert any("counter mix is lost" in told for told in found.lost)
    assert [row[3] for row in table_of(target, "ledger")] == [""]
    assert found.kept.orders == 2


def test_a_damaged_scan_goes_alone_with_the_steps_about_it(path: Path, target: Path) -> None:
    """What is left can be undone and redone, and added to."""
    with ScanSession.open(path, 1) as scans:
        pixels = np.full((300, 300, 3), 90, np.uint8)
        work = ScanWork("other.png", scans.map.sheets[0].id, 300, 300)
        scans.admit(scans.take_in(pixels, work), work)
    hurt(path, """UPDATE scan SET work = replace(work, '"laid":null', '"laid":7') WHERE id = 1""")
    found = rescued(path, target)
    assert found.kept.scans == 1
    assert any(told.startswith("Scan 1 of board 1 is lost:") for told in found.lost)
    assert "The undo list of the scans of a board is lost." in found.lost
    with ScanSession.open(target, 1) as scans:
        assert [work.name for work in scans.scans.values()] == ["other.png"]
        assert scans.undo() is None and not scans.can_undo


def test_all_scans_lost_leave_no_steps_about_them(path: Path, target: Path) -> None:
    hurt(path, """UPDATE scan SET work = replace(work, '"laid":null', '"laid":7')""")
    found = rescued(path, target)
    assert found.kept.scans == 0
    assert table_of(target, "scans_edit") == [] and table_of(target, "scans_history") == []


def test_what_was_drawn_from_scans_is_not_undone_when_the_board_has_lost_its_steps(
    path: Path, target: Path
) -> None:
    """A scan's step names the board's step that it drew; that number is soon another step's."""
    with ScanSession.open(path, 1) as scans, EditSession.open(path, 1) as edit:
        at = min(edit.map.terrain)
        scans.draw(1, paint(edit.map, [at], "rough" if edit.map.terrain[at] != "rough" else "sea"))
    hurt(path, "UPDATE map_edit SET change = '{}' WHERE id = 1")
    found = rescued(path, target)
    assert "The undo list of a board is lost." in found.lost
    assert "The undo list of the scans of a board is lost." in found.lost


def test_a_mix_that_is_lost_takes_the_steps_that_wrote_it_along(path: Path, target: Path) -> None:
    with OobSession.open(path, 2) as session:
        session.apply(builders.set_head(session.ledger, "mix", MIX.format(3)))
    hurt(path, f"UPDATE ledger SET mix = '{MIX.format('many')}'")
    hurt(path, "UPDATE ledger_edit SET change = replace(change, '| 3', '| many')")
    found = rescued(path, target)
    assert any("counter mix is lost" in told for told in found.lost)
    assert "The undo list of an order of battle is lost." in found.lost


def test_what_was_planted_is_left_out(path: Path, target: Path) -> None:
    hurt(
        path,
        "CREATE TABLE extra (a)",
        "CREATE TRIGGER bite AFTER INSERT ON map BEGIN DELETE FROM map; END",
        "CREATE VIEW see AS SELECT 1",
    )
    found = rescued(path, target)
    assert found.lost == ("The table 'extra' is not Sandtable's; it was left out.",)


def test_a_broken_header_is_made_again(path: Path, target: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(bytes(100) + data[100:])
    found = rescued(path, target)
    assert found.lost == ("The file's header was damaged; it was made again.",)
    assert found.steps == 52


def test_a_file_cut_in_two_gives_what_is_left(path: Path, target: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 9 // 10])
    found = rescued(path, target)
    assert found.lost
    assert found.kept.boards == 1


def test_what_holds_nothing_is_refused(tmp_path: Path, target: Path) -> None:
    stranger = tmp_path / "text.sandtable"
    for data in (b"", b"words " * 5000, bytes(20_000)):
        stranger.write_bytes(data)
        with pytest.raises(KnownError, match="nothing in it can be read"):
            rescue(stranger, target)
        assert list(target.parent.iterdir()) == []


def test_an_empty_project_is_called_so(tmp_path: Path, target: Path) -> None:
    Project.create(tmp_path / "new.sandtable").close()
    with pytest.raises(KnownError, match="is sound and empty"):
        rescue(tmp_path / "new.sandtable", target)


def test_nothing_is_written_over(path: Path, target: Path) -> None:
    target.write_bytes(b"mine")
    with pytest.raises(KnownError, match="is there already"):
        rescue(path, target)
    assert target.read_bytes() == b"mine"


def test_a_rescue_can_be_stopped(path: Path, target: Path) -> None:
    class EnoughError(Exception):
        pass

    def report(share: float, _words: str) -> None:
        if share > 0.5:
            raise EnoughError

    with pytest.raises(EnoughError):
        rescue(path, target, report)
    assert list(target.parent.iterdir()) == []


@pytest.mark.parametrize("count", [8, pytest.param(300, marks=pytest.mark.soak)])
def test_altered_files_are_rescued_or_refused(
    path: Path, target: Path, original: Path, count: int
) -> None:
    saved = 0
    for turn in range(count):
        shutil.copy(original, path)
        alter(path, Stream(77, f"rescue {turn}"))
        try:
            found = rescued(path, target)
        except KnownError as error:
            assert "nothing in it can be read" in error.what
        else:
            saved += 1
            assert found.kept.boards or found.kept.orders
        target.unlink(missing_ok=True)
    assert saved > 0.8 * count


def test_the_verb_says_what_was_saved_and_lost(path: Path, target: Path) -> None:
    hurt(path, "UPDATE map_line SET to_q = to_q + 7")
    done = CliRunner().invoke(main, ["repair", str(path), "-o", str(target)])
    assert done.exit_code == 0, done.output
    assert "1 board with 5 hexes" in done.output and "lost: map_line: 1 row" in done.output
    again = CliRunner().invoke(main, ["repair", str(path), "-o", str(target), "--json"])
    assert again.exit_code == 2 and "is there already" in again.output
    target.unlink()
    plain = CliRunner().invoke(main, ["repair", str(path), "-o", str(target), "--json"])
    assert json.loads(plain.stdout)["kept"]["hexes"] == 5
    with Project.open(target) as project:
        assert Board.of(project, 1).revision > 0, "the undo list is kept"


def test_the_verb_takes_a_damaged_file_in_the_present_folder(
    path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    monkeypatch.chdir(path.parent)
    done = CliRunner().invoke(main, ["repair", path.name, "-o", str(target)])
    assert done.exit_code == 0, done.output
    assert "header was damaged" in done.output
    path.write_text("no project at all")
    refused = CliRunner().invoke(main, ["repair", path.name, "-o", "other.sandtable"])
    assert refused.exit_code == 2 and "nothing in it can be read" in refused.output
