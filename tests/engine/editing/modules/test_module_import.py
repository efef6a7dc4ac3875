"""Modules of VASSAL come into a project, or not at all."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from engine.cli import main
from engine.editing.aid_session import aids_of
from engine.editing.chart_session import ChartSession
from engine.editing.map_session import EditSession
from engine.editing.modules.module_import import read_module, take_in_module
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.editing.scan_session import ScanSession
from engine.game.session import GameSession
from engine.game.set_up.game_set_up import Own
from engine.reports.turn_record import turn_rows
from engine.systems.by_hand.actions import NextPhase
from maps.digitise.works import calibration_of
from maps.errors import KnownError
from oob.looks import look_of
from tests.maps.formats.cyberboard.box_maker import Made, box_bytes

B = "VASSAL.build.module.map.boardPicker."
G = f"{B}board."
PIECE = "VASSAL.build.widget.PieceSlot"


def piece(name: str, image: str, marks: str = "", values: str = "") -> str:
    if not marks:
        return f"+/null/prototype;Unit\tpiece;;;{image};{name}/\tnull;0;0;1;0"
    own = f"mark;{marks}\tprototype;Unit\\\tpiece;;;{image};{name}"
    return f"+/null/{own}/{values}\t\\\tnull;0;0;1;0"


def slot(name: str, image: str, marks: str = "", values: str = "") -> str:
    return f'<{PIECE} entryName="{name}">{piece(name, image, marks, values)}</{PIECE}>'


BUILD = f"""<VASSAL.build.GameModule name="Toy War" version="1">
<VASSAL.build.module.PrototypesContainer>
<VASSAL.build.module.PrototypeDefinition name="Unit">+/null/clone;Clone\tpiece;;;;/\tnull;0;0;;0
</VASSAL.build.module.PrototypeDefinition></VASSAL.build.module.PrototypesContainer>
<VASSAL.build.module.Map mapName="Main">
<{B.rstrip(".").replace("boardPicker", "BoardPicker")}>
<{B}Board name="Main" image="map.png">
<{G}HexGrid dx="60" dy="69.3" x0="40" y0="50">
<{G}mapgrid.HexGridNumbering stagger="false"/></{G}HexGrid></{B}Board>
</{B.rstrip(".").replace("boardPicker", "BoardPicker")}>
<VASSAL.build.module.map.SetupStack name="a" owningBoard="Main" x="103" y="150">
{slot("Red 3-4 infantry", "red 3-4.png", "Side", "Red")}
{slot("Red 2-6 cavalry", "red 2-6.png", "Side", "Red")}
</VASSAL.build.module.map.SetupStack>
<VASSAL.build.module.map.SetupStack name="b" owningBoard="Main" useGridLocation="true"
 location="0402" x="0" y="0">{slot("Blue_Tank_6-8", "b.png")}
</VASSAL.build.module.map.SetupStack>
<VASSAL.build.module.map.SetupStack name="c" owningBoard="Main" x="9000" y="9000">
{slot("Blue_Lost_1-1", "b.png")}</VASSAL.build.module.map.SetupStack>
</VASSAL.build.module.Map>
<VASSAL.build.module.PieceWindow><VASSAL.build.widget.ListWidget entryName="Markers">
{slot("control", "c.png")}</VASSAL.build.widget.ListWidget></VASSAL.build.module.PieceWindow>
</VASSAL.build.GameModule>"""


def picture(size: tuple[int, int] = (400, 380), kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "#88aa66").save(out, kind)
    return out.getvalue()


def written(path: Path, build: str = BUILD, image: bytes | None = None, **others: bytes) -> Path:
    """A module; ``others`` are further pictures, JPEG by their names."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("buildFile.xml", build)
        archive.writestr("images/map.png", picture() if image is None else image)
        for name, data in others.items():
            archive.writestr(f"images/{name}.jpg", data)
    return path


W = "VASSAL.build.widget."
CHARTS = f"""<VASSAL.build.module.ChartWindow name="Charts"><{W}TabWidget entryName="Battle">
<{W}Chart chartName="CRT" description="Combat results" fileName="crt.jpg"/>
<{W}Chart chartName="Terrain" fileName="tec.jpg"/>
<{W}Chart chartName="Gone" fileName="../../gone.jpg"/><{W}Chart chartName="Old" fileName="bad.jpg"/>
<{W}HtmlChart chartName="Page" fileName="page.html"/></{W}TabWidget>
</VASSAL.build.module.ChartWindow><VASSAL.build.module.Inventory name="All" groupBy="Side"/>
</VASSAL.build.GameModule>"""


def charted(path: Path) -> Path:
    """A module with charts, two of which can be read."""
    build = BUILD.replace("</VASSAL.build.GameModule>", CHARTS)
    found = {"crt": picture((80, 60), "JPEG"), "tec": picture((90, 60), "JPEG"), "bad": b"x"}
    return written(path, build, **found)


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_a_module_comes_in_whole(tmp_path: Path) -> None:
    target = tmp_path / "toy.sandtable"
    done = run("import", "vassal", written(tmp_path / "toy.vmod"), "-o", target)
    assert done.exit_code == 0, done.output
    assert "Counters: 5 of 3 sides, 3 set up in 2 places." in done.output
    with EditSession.open(target) as editor:
        board = editor.map
        assert board.title == "Toy War: Main" and len(board.terrain) == len(board.drafts)
        assert not board.notes.get("imported, not read")
    with ProjectSession.open(target) as project:
        (order,) = project.orders
    with OobSession.open(target, order.number) as editor_of_order:
        found = editor_of_order.order
    units = {unit.name: unit for unit in found.units.values()}
    assert units["Red 3-4 infantry"].front.ratings() == "3-4"
    assert units["Red 2-6 cavalry"].type == "cavalry"
    assert units["Tank"].type == "armor" and units["Tank"].side == "blue"
    assert units["Tank"].front.ratings() == "6-8" and units["Tank"].id == "blue-blue-tank-6-8"
    assert units["control"].side == "markers" and not units["control"].front.ratings()
    # Column 2 lies at 100, its second hex at 50 + 34.65 + 69.3.
    stacks = {setup.place: len(setup.units) for setup in found.setups}
    assert stacks == {"0202": 2, "0402": 1}
    assert found.notes["imported, not set up"].startswith("1 piece")
    assert "prototype;Unit" in found.notes[f"vassal {units['control'].id}"]


def test_the_grid_lies_on_the_picture_as_in_the_module(tmp_path: Path) -> None:
    target = tmp_path / "toy.sandtable"
    found = take_in_module(written(tmp_path / "toy.vmod"), target)
    (board,) = found.boards
    with ScanSession.open(target) as scans:
        ((number, work),) = scans.scans.items()
        assert (work.name, work.width, work.height) == ("map.png", 400, 380)
        calibration = calibration_of(work, scans.sheet(number))
        lattice = calibration.lattice
        for label, (x, y) in zip(lattice.labels, lattice.centres, strict=True):
            at = board.map.parse_label(label)
            if at in board.map.terrain:
                wanted = board.centre(at)
                assert abs(x - wanted.x) + abs(y - wanted.y) < 0.02 * 69


def test_a_module_is_added_to_a_project_that_is_there(tmp_path: Path) -> None:
    target = tmp_path / "mine.sandtable"
    with ProjectSession.create(target) as project:
        project.add_board("balkan_gambit")
    take_in_module(written(tmp_path / "toy.vmod"), target)
    with ProjectSession.open(target) as project:
        assert [board.title for board in project.boards] == ["Balkan Gambit", "Toy War: Main"]


def test_an_unpacked_folder_and_a_module_without_picture(tmp_path: Path) -> None:
    folder = tmp_path / "toy"
    folder.mkdir()
    build = BUILD.replace('image="map.png"', 'image="none.svg" width="400" height="380"')
    (folder / "buildFile").write_text(build)
    found = read_module(folder)
    whole = read_module(written(tmp_path / "toy.vmod"))
    assert found.boards[0].map.terrain == whole.boards[0].map.terrain
    take_in_module(folder, tmp_path / "a.sandtable")
    with ScanSession.open(tmp_path / "a.sandtable") as scans:
        assert not scans.scans


def test_a_picture_that_the_module_has_not_is_told(tmp_path: Path) -> None:
    """The board came in blank, and nothing was said of it."""
    whole = written(tmp_path / "whole.vmod")
    assert not any("its picture" in said for said in read_module(whole).sentences())
    bare = written(tmp_path / "bare.vmod", BUILD.replace('image="map.png"', 'image="Map big.png"'))
    told = "Board Main: its picture Map big.png is not in the module."
    assert told in list(read_module(bare).sentences())


def test_counters_bear_the_pictures_of_the_module(tmp_path: Path) -> None:
    source, target = written(tmp_path / "toy.vmod"), tmp_path / "toy.sandtable"
    with zipfile.ZipFile(source, "a") as archive:
        archive.writestr("images/b.png", picture((60, 60)))
        archive.writestr("images/c.png.gif", picture((60, 60), "GIF"))
        archive.writestr("images/red 3-4.png", b"no picture")
    take_in_module(source, target)
    with ProjectSession.open(target) as project:
        (info,) = project.orders
    with OobSession.open(target, info.number) as session:
        order = session.order
    shown = {unit.name: look_of(order, unit).picture for unit in order.units.values()}
    assert shown["Tank"] and shown["control"] and not shown["Red 3-4 infantry"]
    assert f"picture.{shown['Tank']}" in order.notes


def test_cancelling_leaves_nothing(tmp_path: Path) -> None:
    class StoppedError(Exception):
        pass

    def stop(share: float, words: str) -> None:
        if "picture" in words:
            raise StoppedError

    module = written(tmp_path / "toy.vmod")
    with pytest.raises(StoppedError):
        take_in_module(module, tmp_path / "a.sandtable", stop)
    assert [file.name for file in tmp_path.iterdir()] == ["toy.vmod"]


def test_a_project_that_is_there_is_as_it_was_when_an_import_is_cancelled(tmp_path: Path) -> None:
    def stop(_share: float, words: str) -> None:
        if "picture" in words:
            raise KeyboardInterrupt

    target = tmp_path / "mine.sandtable"
    with ProjectSession.create(target) as project:
        project.add_board("balkan_gambit")
    with pytest.raises(KeyboardInterrupt):
        take_in_module(written(tmp_path / "toy.vmod"), target, stop)
    with ProjectSession.open(target) as project:
        assert [board.title for board in project.boards] == ["Balkan Gambit"]
        assert project.orders == ()


LOOP = BUILD.replace("clone;Clone\tpiece", "prototype;Unit\tpiece")
DEEP = "<VASSAL.build.GameModule>" + "<a>" * 10_000 + "</a>" * 10_000 + "</VASSAL.build.GameModule>"
BOMB = '<!DOCTYPE a [<!ENTITY b "boo">]><VASSAL.build.GameModule name="&b;"/>'


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (LOOP, "circle"),
        (DEEP, "nested|depth"),
        (BOMB, "document type"),
        ("<VASSAL.build.GameModule/>", "neither a board of hexes nor a piece"),
        ("no xml", "not XML"),
        (BUILD.replace("+/null/mark", "+/null"), "no piece"),
        (BUILD.replace('dx="60"', 'dx="-1"'), "hexes of -1"),
        (BUILD.replace('hOff="1"', "").replace("stagger", 'hOff="x" stagger'), "no number"),
    ],
)
def test_a_hostile_module_is_told_and_nothing_is_written(
    tmp_path: Path, build: str, words: str
) -> None:
    module = written(tmp_path / "bad.vmod", build)
    target = tmp_path / "a.sandtable"
    with pytest.raises(KnownError, match=words):
        take_in_module(module, target)
    assert not target.exists()
    assert run("import", "vassal", module, "-o", target).exit_code == 2


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 broken", b"not an archive"])
def test_what_is_no_archive_is_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.vmod").write_bytes(data)
    with pytest.raises(KnownError, match="no archive"):
        read_module(tmp_path / "a.vmod")
    with pytest.raises(KnownError, match="no such file"):
        read_module(tmp_path / "none.vmod")


def test_a_zip_bomb_is_told(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.vmod", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("buildFile.xml", bytes(70_000_000))
    with pytest.raises(KnownError, match="too large"):
        read_module(tmp_path / "a.vmod")


def test_names_that_lead_outside_find_nothing(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(picture())
    folder = tmp_path / "toy"
    folder.mkdir()
    build = BUILD.replace('image="map.png"', 'image="../../secret.png" width="400" height="380"')
    (folder / "buildFile.xml").write_text(build)
    take_in_module(folder, tmp_path / "a.sandtable")
    with ScanSession.open(tmp_path / "a.sandtable") as scans:
        assert not scans.scans


def test_a_broken_picture_leaves_the_board(tmp_path: Path) -> None:
    build = BUILD.replace('image="map.png"', 'image="map.png" width="400" height="380"')
    take_in_module(written(tmp_path / "a.vmod", build, b"GIF89a broken"), tmp_path / "a.sandtable")
    with EditSession.open(tmp_path / "a.sandtable") as editor:
        assert len(editor.map.terrain) == 38


def test_a_game_box_of_cyberboard_comes_in(tmp_path: Path) -> None:
    source, target = tmp_path / "toy.gbx", tmp_path / "toy.sandtable"
    source.write_bytes(box_bytes(Made()))
    done = run("import", "cyberboard", source, "-o", target)
    assert done.exit_code == 0, done.output
    assert "Board The field: 20 hexes." in done.output and "Counters: 2 of 1 side," in done.output
    with ProjectSession.open(target) as project:
        (board,), (info,), (charts,) = project.boards, project.orders, project.charts
    with OobSession.open(target, info.number) as session:
        first, second = session.order.units.values()
        look = look_of(session.order, second)
        assert first.side == "reds" and second.front.ratings() == "4-6"
        assert look.picture and look.back_picture and look.picture != look.back_picture
    with ScanSession.open(target) as scans:
        ((_, work),) = scans.scans.items()
        assert work.name == "The field" and len(work.points) > 4
    own = Own(board.number, info.number, charts.number)
    with GameSession.start("by_hand/classic", path=target, own=own) as game:
        assert len(game.state.pieces) == 2
    for data in (b"GBOX", box_bytes(Made())[:-300], b"PK"):
        source.write_bytes(data)
        done = run("import", "cyberboard", source, "-o", tmp_path / "bad.sandtable")
        assert done.exit_code == 2 and not (tmp_path / "bad.sandtable").exists()
    assert run("import", "cyberboard", tmp_path / "a.vmod", "-o", target).exit_code == 2


TURN = "VASSAL.build.module.turn."
TRACKER = f"""<{TURN}TurnTracker><{TURN}ListTurnLevel list="Turn 1,Turn 2 May II,3">
<{TURN}ListTurnLevel list="Red,Blue,Weather"/></{TURN}ListTurnLevel></{TURN}TurnTracker>
<VASSAL.build.module.DiceButton name="2d6" nDice="2" nSides="6"/>
<VASSAL.build.module.DiceButton name="Fire" nDice="1" nSides="10"/>
<VASSAL.build.module.DiceButton name="again" nDice="2" nSides="6"/>
<VASSAL.build.module.DiceButton name="none" nDice="2" nSides="x"/>
<VASSAL.build.module.DiceButton name="far too many" nDice="99999" nSides="6"/>
</VASSAL.build.GameModule>"""


def test_turns_and_phases_of_the_tracker_are_played_by(tmp_path: Path) -> None:
    target = tmp_path / "toy.sandtable"
    build = BUILD.replace("</VASSAL.build.GameModule>", TRACKER)
    done = run("import", "vassal", written(tmp_path / "toy.vmod", build), "-o", target)
    assert "Turn tracker: 3 turns, 3 phases in each." in done.output
    with ProjectSession.open(target) as project:
        (charts,) = project.charts
        (board,), (order,) = project.boards, project.orders
    own = Own(board.number, order.number, charts.number)
    with GameSession.start("by_hand/classic", path=target, own=own) as game:
        rows = turn_rows(game.rules, game.state)
    assert "Dice: 2d6, Fire." in done.output
    tables = ChartSession.peek(target, charts.number).tables()
    thrown = [(row["name"], row["count"], row["faces"]) for row in tables["dice"]]
    assert thrown == [("2d6", 2, 6), ("Fire", 1, 10)]
    phases = tables["phases"]
    assert [(row["name"], row["side"]) for row in phases] == [
        ("Red", "red"),
        ("Blue", "blue"),
        ("Weather", "both"),
    ]
    assert [(row.number, row.date) for row in rows] == [(1, ""), (2, "May II"), (3, "")]


def test_levels_of_the_tracker_are_phases_within_each_other(tmp_path: Path) -> None:
    levels = (
        f'<{TURN}ListTurnLevel list="Red,Blue"><{TURN}ListTurnLevel list="Move,Fight"/>'
        f"</{TURN}ListTurnLevel>"
    )
    tracker = TRACKER.replace(f'<{TURN}ListTurnLevel list="Red,Blue,Weather"/>', levels)
    target = tmp_path / "toy.sandtable"
    build = BUILD.replace("</VASSAL.build.GameModule>", tracker)
    done = run("import", "vassal", written(tmp_path / "toy.vmod", build), "-o", target)
    assert "3 turns, 4 phases in each." in done.output
    with ProjectSession.open(target) as project:
        (charts,) = project.charts
        (board,), (order,) = project.boards, project.orders
    own = Own(board.number, order.number, charts.number)
    with GameSession.start("by_hand/classic", path=target, own=own) as game:
        game.act(NextPhase())
        assert game.rules.phases(game.state).phases == (
            "Red / Move",
            "Red / Fight",
            "Blue / Move",
            "Blue / Fight",
        )


def saved_game(path: Path, *pieces: str, module: str = "") -> Path:
    """A saved game with these pieces; ``module`` is what it calls its module."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("savedGame", "\x1b".join(("begin_save", *pieces, "end_save")))
        if module:
            archive.writestr("moduledata", f"<data><name>{module}</name></data>")
    return path


def lying(name: str, x: int, y: int) -> str:
    return f"+/{name}/prototype;Unit\tpiece;;;red 3-4.png;{name}/\tMain;{x};{y};1;0"


def test_a_saved_game_finds_the_module_beside_it(tmp_path: Path) -> None:
    sided = BUILD.replace("+/null/clone;Clone\t", "+/null/mark;Side\t").replace(
        "piece;;;;/\tnull;0;0;;0", "piece;;;;/Green\tnull;0;0;;0"
    )
    written(tmp_path / "toy.vmod", sided)
    save = saved_game(tmp_path / "late.vsav", lying("one", 103, 150), lying("two", 900, 9))
    done = run("import", "vassal", save, "-o", tmp_path / "late.sandtable")
    assert "Counters: 2 of 1 side, 1 set up in 1 place." in done.output, done.output
    found = read_module(save)
    assert found.order is not None and [one.place for one in found.order.setups] == ["0202"]
    # Whose a piece is stands in a prototype of the module.
    assert {unit.side for unit in found.order.units.values()} == {"green"}


def test_a_saved_game_without_its_module_brings_its_counters(tmp_path: Path) -> None:
    written(tmp_path / "other.vmod")
    with zipfile.ZipFile(tmp_path / "other.vmod", "a") as archive:
        archive.writestr("moduledata", "<data><name>Another War</name></data>")
    save = saved_game(tmp_path / "late.vsav", lying("one", 103, 150), module="Toy War")
    found = read_module(save)
    assert found.title == "Toy War" and not found.boards
    assert found.order is not None and not found.order.setups
    assert [unit.name for unit in found.order.units.values()] == ["one"]
    assert "boards and pictures are left out" in list(found.sentences())[-1]
    take_in_module(save, tmp_path / "late.sandtable")
    written(tmp_path / "third.vmod")
    with zipfile.ZipFile(tmp_path / "third.vmod", "a") as archive:
        archive.writestr("moduledata", "<data><name>Toy War</name></data>")
    assert read_module(save).boards
    empty = saved_game(tmp_path / "empty.vlog", module="Nobody's")
    with pytest.raises(KnownError, match="holds no piece"):
        read_module(empty)


def test_charts_come_in_as_player_aids(tmp_path: Path) -> None:
    target = tmp_path / "toy.sandtable"
    done = run("import", "vassal", charted(tmp_path / "toy.vmod"), "-o", target)
    assert done.exit_code == 0, done.output
    assert "Charts as pictures: 4, as player aids." in done.output
    assert "cannot be read (missing, SVG, too large): Gone, Old." in done.output
    assert "Charts that are web pages left out: 1." in done.output
    assert "Words of 2 pieces" in done.output and "inventory lists pieces by Side" in done.output
    assert [(aid.name, aid.folder, aid.note) for aid in aids_of(target)] == [
        ("CRT", "Charts / Battle", "Combat results"), ("Terrain", "Charts / Battle", ""),
    ]  # fmt: skip
    assert aids_of(target)[0].picture.data == picture((80, 60), "JPEG")


def test_charts_that_were_added_go_when_it_is_cancelled(tmp_path: Path) -> None:
    target = tmp_path / "mine.sandtable"
    with ProjectSession.create(target) as project:
        project.add_board("valley")

    def report(_share: float, words: str) -> None:
        if words.endswith("Terrain"):
            raise InterruptedError

    with pytest.raises(InterruptedError):
        take_in_module(charted(tmp_path / "toy.vmod"), target, report)
    with ProjectSession.open(target) as project:
        assert not project.aids and len(project.boards) == 1


def test_boards_without_hexes_are_named(tmp_path: Path) -> None:
    squares = f'<{B}Board name="Tactical" width="9" height="9"><{G}SquareGrid/></{B}Board>'
    plain = f'<{B}Board name="Box art" width="9" height="9"/>'
    end = "</VASSAL.build.module.Map>"
    module = written(tmp_path / "toy.vmod", BUILD.replace(end, f"{squares}{plain}{end}"))
    said = list(read_module(module).sentences())
    assert "Boards without hexes left out: Tactical, Box art." in said


def test_a_file_alone_is_read_by_its_ending(tmp_path: Path) -> None:
    module, box = written(tmp_path / "Toy.VMOD"), tmp_path / "toy.gbx"
    box.write_bytes(box_bytes(Made()))
    board = tmp_path / "hexes.map"
    for source, target in ((module, "a"), (box, "b")):
        done = run("import", source, "-o", tmp_path / f"{target}.sandtable")
        assert done.exit_code == 0 and done.stdout.startswith("Wrote "), done.output
    assert "hexes.map" in run("import", board, "-o", tmp_path / "c.sandtable").stderr
    assert "No such command 'boards'" in run("import", "boards").stderr
