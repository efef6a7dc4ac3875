"""Modules of VASSAL that Sandtable writes come back equal, and keep to what VASSAL reads."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml import etree
from PIL import Image

from engine.core.state import Location
from engine.editing.aid_session import AidSession, NewAid, aids_of
from engine.editing.chart_session import ChartSession, imported
from engine.editing.modules.module_import import (
    FoundModule,
    look_into,
    read_module,
    take_in_module,
)
from engine.editing.project_session import ProjectSession
from engine.game.chartbook import charts_of
from engine.game.session import GameSession
from maps.errors import KnownError
from maps.formats.vassal.archive import opened as opened_module
from maps.formats.vassal.own import BOARD_FILE, CHARTS_FILE, INDEX, ORDER_FILE
from maps.formats.vassal.writing import centre_of
from maps.hexgrid import Hex
from maps.model import Box
from oob.formats.vassal.orders import KEPT
from oob.formats.vassal.pieces import fields_of, piece_of
from oob.formats.vassal.saves import save_text
from oob.formats.vassal.turns import turns_of
from oob.model import OrderOfBattle
from qtapp.cli import main
from qtapp.exchange.module_out import write_module
from qtapp.exchange.subject import Subject, of_game, of_project, subject_named
from tests.engine.editing.modules.test_module_import import charted, written
from tests.maps.digitise.test_unpacking import drawn

pytestmark = pytest.mark.usefixtures("qapp")

SLOT = "VASSAL.build.widget.PieceSlot"
STACK = "VASSAL.build.module.map.SetupStack"
PICTURE = "images/board.png"


def valley() -> Subject:
    """The starting kit with two of its counters in hexes."""
    subject = subject_named("by_hand/blocks")
    order = subject.order
    assert order is not None
    west, east = order.setups
    first = replace(west, place="0204", units=west.units[:2])
    rest = replace(west, units=west.units[2:])
    order.setups = [first, rest, east]
    return subject


def build_of(path: Path) -> etree._Element:
    with zipfile.ZipFile(path) as archive:
        return etree.fromstring(archive.read("buildFile.xml"))


def changed(path: Path, *, without: tuple[str, ...] = (), **files: bytes) -> Path:
    """A module without some files, and with others in their place; names end in underscores."""
    with zipfile.ZipFile(path) as archive:
        kept = {name: archive.read(name) for name in archive.namelist() if name not in without}
    target = path.with_name(f"changed-{path.name}")
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in (kept | files).items():
            archive.writestr(name, data)
    return target


def entries(module: Path) -> dict[str, bytes]:
    """All that a module holds, by name."""
    with zipfile.ZipFile(module) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def order_of(found: FoundModule) -> OrderOfBattle:
    assert found.order is not None
    return found.order


def setups(order: OrderOfBattle) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for setup in order.setups:
        found.setdefault(setup.place, []).extend(order.units[unit].name for unit in setup.units)
    return found


@pytest.mark.parametrize("name", ["by_hand/classic", "by_hand/blocks", "balkan_gambit/1943"])
def test_a_scenario_comes_back_equal(name: str, tmp_path: Path) -> None:
    subject = subject_named(name)
    write_module(subject, tmp_path / "a.vmod", 24.0)
    found = read_module(tmp_path / "a.vmod")
    assert found.boards[0].map == subject.board
    assert order_of(found) == subject.order
    write_module(subject, tmp_path / "b.vmod", 24.0)
    first, second = entries(tmp_path / "a.vmod"), entries(tmp_path / "b.vmod")
    assert list(first) == list(second)
    assert {name for name in first if first[name] != second[name]} <= {PICTURE}
    assert (
        Image.open(io.BytesIO(first[PICTURE])).size == Image.open(io.BytesIO(second[PICTURE])).size
    )


def test_without_what_sandtable_adds_vassal_s_own_parts_say_the_same(tmp_path: Path) -> None:
    subject = valley()
    laid = write_module(subject, tmp_path / "a.vmod", 32.0).laid
    plain = changed(tmp_path / "a.vmod", without=(INDEX, BOARD_FILE, ORDER_FILE))
    found = read_module(plain)
    (board,) = found.boards
    assert not board.remarks
    for at in subject.board.terrain:  # the margin of the picture has hexes of its own
        there = board.hex_at(*centre_of(at, subject.board, laid))
        assert there is not None and board.map.label(there) == subject.board.label(at)
    order, own = order_of(found), subject.order
    assert own is not None
    assert sorted(u.name for u in order.units.values()) == sorted(
        u.name for u in own.units.values()
    )
    assert setups(order) == {"0204": setups(own)["0204"]}
    assert {nation.name for nation in order.nations.values()} == {
        nation.side for nation in own.nations.values()
    }


def test_stacks_moved_removed_and_added_with_vassal_count(tmp_path: Path) -> None:
    subject = valley()
    write_module(subject, tmp_path / "a.vmod", 32.0)
    root = build_of(tmp_path / "a.vmod")
    (stack,) = root.iter(STACK)
    first, second = stack
    spot = read_module(tmp_path / "a.vmod").boards[0].centre(subject.board.parse_label("0505"))
    stack.set("x", str(round(spot.x)))
    stack.set("y", str(round(spot.y)))
    stack.remove(second)
    twin = etree.SubElement(stack, SLOT, entryName="Twin")
    twin.text = first.text
    found = read_module(changed(tmp_path / "a.vmod", **{"buildFile.xml": etree.tostring(root)}))
    order, own = order_of(found), subject.order
    assert own is not None
    assert len(order.units) == len(own.units)  # one less, one more
    assert setups(order)["0505"] == [setups(own)["0204"][0], "Twin"]
    assert "0204" not in setups(order) and setups(order)["East"] == setups(own)["East"]


def test_a_grid_changed_since_leaves_the_terrain_out_and_says_so(tmp_path: Path) -> None:
    write_module(valley(), tmp_path / "a.vmod", 32.0)
    root = build_of(tmp_path / "a.vmod")
    for grid in root.iter("VASSAL.build.module.map.boardPicker.board.HexGrid"):
        grid.set("x0", "77")
    found = read_module(changed(tmp_path / "a.vmod", **{"buildFile.xml": etree.tostring(root)}))
    assert any("terrain is left out" in sentence for sentence in found.sentences())


def test_a_game_goes_out_as_it_is_now(tmp_path: Path) -> None:
    with GameSession.start("balkan_gambit/1943", seed=1) as game:
        subject = of_game(game)
    write_module(subject, tmp_path / "a.vmod", 24.0)
    found = read_module(tmp_path / "a.vmod")
    where: dict[str, Location] = {
        view.unit: view.at
        for view in subject.counters or ()
        if isinstance(view.at, Hex) or view.at in subject.board.boxes
    }
    spots: dict[str, Location] = {}
    order = order_of(found)
    for setup in order.setups:
        for unit in setup.units:
            if setup.place in subject.board.boxes:
                spots[unit] = setup.place
            elif setup.place in {subject.board.label(at) for at in subject.board.terrain}:
                spots[unit] = subject.board.parse_label(setup.place)
    assert spots == where and where


def test_what_vassal_asks_for_is_there(tmp_path: Path) -> None:
    module = write_module(valley(), tmp_path / "a.vmod", 32.0)
    root = build_of(tmp_path / "a.vmod")
    assert root.tag == "VASSAL.build.GameModule"
    with zipfile.ZipFile(tmp_path / "a.vmod") as archive:
        names = archive.namelist()
        data = etree.fromstring(archive.read("moduledata"))
        with Image.open(io.BytesIO(archive.read("images/board.png"))) as picture:
            assert picture.size == (module.laid.wide, module.laid.high)
    assert data.findtext("name") == root.get("name") and data.get("version") == "1"
    slots = list(root.iter(SLOT))
    numbers = [int(slot.get("gpid", "")) for slot in slots]
    assert len(set(numbers)) == len(numbers) < int(root.get("nextPieceSlotId", ""))
    named = {
        element.get("name") for element in root.iter("VASSAL.build.module.PrototypeDefinition")
    }
    for slot in slots:
        piece = piece_of(slot.text or "", "here")
        assert piece.prototypes() and set(piece.prototypes()) <= named
        assert piece.traits[-1].state.split(";")[3] == slot.get("gpid")
        for image in (piece.image, *(one for levels in piece.layers() for one in levels)):
            assert f"images/{image}" in names
        # A layer's level is a whole number from 1; each has as many names as pictures.
        for trait in piece.traits:
            if trait.kind == "emb2":
                assert 1 <= int(trait.state) <= len(piece.layers()[0])
                assert len(trait.fields) == 30 and trait.fields[25] == "1"
    for stack in root.iter(STACK):
        assert int(stack.get("x", "")) > 0 and int(stack.get("y", "")) > 0
        assert stack.get("owningBoard") == "Board"
    for grid in root.iter("VASSAL.build.module.map.boardPicker.board.HexGrid"):
        assert str(int(grid.get("x0", ""))) == grid.get("x0")
    setup = root.find(".//setup")
    assert setup is not None and setup.text == "MainBoardPicker\tBoard\t0\t0"


def test_pieces_of_a_module_go_out_with_the_traits_they_came_with(tmp_path: Path) -> None:
    source = written(tmp_path / "toy.vmod")
    project = tmp_path / "toy.sandtable"
    take_in_module(source, project)
    done = CliRunner().invoke(
        main, ["export", "vassal", str(project), "-o", str(tmp_path / "b.vmod"), "--hex", "24"]
    )
    assert done.exit_code == 0, done.output
    before, after = build_of(source), build_of(tmp_path / "b.vmod")

    def traits(root: etree._Element) -> dict[str, list[tuple[str, str]]]:
        return {
            slot.get("entryName", ""): [
                (trait.text, trait.state) for trait in piece_of(slot.text or "", "a").traits[:-1]
            ]
            for slot in root.iter(SLOT)
        }

    def prototypes(root: etree._Element) -> dict[str, str]:
        return {
            one.get("name", ""): (one.text or "").strip()
            for one in root.iter("VASSAL.build.module.PrototypeDefinition")
        }

    assert traits(after) == traits(before) and len(traits(before)) == 5
    assert prototypes(before).items() <= prototypes(after).items()
    with zipfile.ZipFile(tmp_path / "b.vmod") as archive:
        assert {"images/red 3-4.png", "images/b.png"} <= set(archive.namelist())
    again = order_of(read_module(tmp_path / "b.vmod"))
    first = order_of(read_module(source))
    assert {unit.name for unit in again.units.values()} == {
        unit.name for unit in first.units.values()
    }
    assert setups(again) == setups(first)


def test_pictures_of_kept_pieces_stay_in_their_folder(tmp_path: Path) -> None:
    subject = valley()
    order = subject.order
    assert order is not None
    unit = next(iter(order.units))
    order.notes[KEPT + unit] = "+/null/piece;;;..\\/..\\/evil.png;Evil/null;0;0;1;0"
    write_module(subject, tmp_path / "a.vmod", 24.0)
    with zipfile.ZipFile(tmp_path / "a.vmod") as archive:
        assert not [name for name in archive.namelist() if "evil" in name]


def test_a_broken_kept_piece_is_a_sentence(tmp_path: Path) -> None:
    subject = valley()
    order = subject.order
    assert order is not None
    order.notes[KEPT + next(iter(order.units))] = "nonsense"
    with pytest.raises(KnownError, match="no piece of VASSAL"):
        write_module(subject, tmp_path / "a.vmod", 24.0)
    assert not list(tmp_path.iterdir())


def test_hostile_variants_of_our_own_files(tmp_path: Path) -> None:
    write_module(valley(), tmp_path / "a.vmod", 24.0)
    for name, data in (
        (INDEX, b"{"),
        (INDEX, b"[" * 100_000),
        (INDEX, b"{}"),
        (INDEX, b'{"board": "Board", "size": [1e400, 1], "first": [0, 0, 0, 0]}'),
        (BOARD_FILE, b"nonsense"),
        (BOARD_FILE, b"\xff\xfe"),
        (ORDER_FILE, b"sandtable oob 1\n[units]\n"),
    ):
        hostile = changed(tmp_path / "a.vmod", **{name: data})
        with pytest.raises(KnownError):
            take_in_module(hostile, tmp_path / "b.sandtable")
        assert not (tmp_path / "b.sandtable").exists()


def test_cancel_at_any_time_leaves_no_file(tmp_path: Path) -> None:
    class StoppedError(Exception):
        pass

    for limit in (0.0, 0.3, 0.7, 0.96):

        def stop(share: float, words: str, limit: float = limit) -> None:
            if share >= limit:
                raise StoppedError

        with pytest.raises(StoppedError):
            write_module(valley(), tmp_path / "a.vmod", 24.0, stop)
        assert not list(tmp_path.iterdir())


def test_sentences(tmp_path: Path) -> None:
    subject = valley()
    with pytest.raises(KnownError, match="no module"):
        write_module(subject, tmp_path / "a.zip")
    empty = replace(subject, board=replace(subject.board, terrain={}))
    with pytest.raises(KnownError, match="no hexes"):
        write_module(empty, tmp_path / "a.vmod")
    done = CliRunner().invoke(
        main, ["export", "vassal", "balkan_gambit", "-o", str(tmp_path / "a.vmod"), "--hex", "999"]
    )
    assert done.exit_code == 2 and not list(tmp_path.iterdir())


def test_a_board_alone_is_a_module_too(tmp_path: Path) -> None:
    write_module(subject_named("valley"), tmp_path / "a.vmod", 24.0)
    found = read_module(tmp_path / "a.vmod")
    assert found.order is None and found.boards[0].map == subject_named("valley").board
    take_in_module(tmp_path / "a.vmod", tmp_path / "a.sandtable")
    with ProjectSession.open(tmp_path / "a.sandtable") as project:
        assert len(project.boards) == 1


def test_a_module_opens_with_its_set_up_as_a_saved_game(tmp_path: Path) -> None:
    write_module(valley(), tmp_path / "a.vmod", 32.0)
    files = entries(tmp_path / "a.vmod")
    (setup,) = build_of(tmp_path / "a.vmod").iter("VASSAL.build.module.PredefinedSetup")
    save = tmp_path / "start.vsav"
    save.write_bytes(files[setup.get("file", "")])
    text = save_text(save)
    assert text.startswith("begin_save\x1b") and text.endswith("\x1bend_save")
    plain = changed(tmp_path / "a.vmod", without=(INDEX, BOARD_FILE, ORDER_FILE))
    with opened_module(plain) as archive:
        begun, saved = look_into(archive), look_into(archive, save)
    placed = setups(order_of(begun))
    assert placed and setups(order_of(saved)) == placed
    ids = [command.split("/")[1] for command in text.split("\x1b") if command.startswith("+/")]
    assert len(set(ids)) == len(ids)
    again = tmp_path / "b.vmod"
    write_module(valley(), again, 32.0)
    assert entries(again)["start.vsav"] == files["start.vsav"]


def test_turns_phases_and_charts_go_out_with_a_game(tmp_path: Path) -> None:
    subject = subject_named("by_hand/difference")
    write_module(subject, tmp_path / "a.vmod", 24.0)
    root, files = build_of(tmp_path / "a.vmod"), entries(tmp_path / "a.vmod")
    (turns,) = root.iter("VASSAL.build.module.turn.ListTurnLevel")
    names = fields_of(turns.get("list", ""), ",")
    assert names[:2] == ["Turn 1 1 June, summer", "Turn 2 8 June, summer"] and len(names) == 8
    pages = list(root.iter("VASSAL.build.widget.HtmlChart"))
    titles = [chart.title for chart in charts_of(subject.charts)]
    assert [page.get("chartName") for page in pages] == [
        title for title in titles if title != "Difference"
    ]
    for page in pages:
        html = etree.fromstring(files[page.get("fileName", "")])
        assert html.findtext("body/h2") == page.get("chartName")
        assert html.find("body/table/tr/td") is not None
    alone = Subject(subject.title, subject.board, None)
    write_module(alone, tmp_path / "b.vmod", 24.0)
    assert not list(build_of(tmp_path / "b.vmod").iter("VASSAL.build.module.ChartWindow"))
    assert "start.vsav" not in entries(tmp_path / "b.vmod")


@pytest.mark.parametrize(
    "scenario", ["by_hand/blocks", pytest.param("balkan_gambit/1943", marks=pytest.mark.soak)]
)
def test_a_game_comes_back_equal(scenario: str, tmp_path: Path) -> None:
    """Board, grid, pieces, stacks, turns and charts."""
    subject = valley() if scenario.startswith("by_hand") else subject_named(scenario)
    module = write_module(subject, tmp_path / "out.vmod", 24.0)
    found = take_in_module(tmp_path / "out.vmod", tmp_path / "back.sandtable")
    assert found.boards[0].map == subject.board and found.order == subject.order
    for at in subject.board.terrain:
        spot = found.boards[0].centre(at)
        assert (round(spot.x), round(spot.y)) == centre_of(at, subject.board, module.laid)
    with ProjectSession.open(tmp_path / "back.sandtable") as project:
        (charts,) = project.charts
    back = ChartSession.peek(tmp_path / "back.sandtable", charts.number)
    assert back.system == subject.system
    assert back.tables() == imported(subject.charts, "", subject.system).tables()
    # What another program reads of its turns is the same: here they are read as a stranger's.
    stranger = changed(tmp_path / "out.vmod", without=(INDEX, BOARD_FILE, ORDER_FILE, CHARTS_FILE))
    turns = turns_of(build_of(stranger), "the module")
    assert turns is not None
    assert (turns.names, tuple(way[0] for way in turns.phases)) == (module.turns, module.phases)


def test_broken_charts_of_a_module_are_told(tmp_path: Path) -> None:
    write_module(valley(), tmp_path / "out.vmod", 24.0)
    deep = b"a = " + b"[" * 10_000
    for text in (b"[", b"\xff", b"[chart_set]\nsystem = 'nobody'", b"x = 1", deep):
        bad = changed(tmp_path / "out.vmod", **{CHARTS_FILE: text})
        with pytest.raises(KnownError):
            take_in_module(bad, tmp_path / "back.sandtable")
        assert not (tmp_path / "back.sandtable").exists()


def test_pieces_in_boxes_that_lie_over_hexes_stay_there(tmp_path: Path) -> None:
    subject = valley()
    assert subject.order is not None
    board = subject.board
    board.boxes["pool"] = Box("pool", "Pool", (0.0, 0.0), (0.6, 0.6))
    first, *rest = subject.order.setups
    subject.order.setups = [replace(first, place="pool", units=first.units), *rest]
    place = board.label(min(board.terrain))
    subject.order.setups[1] = replace(rest[0], place=place)
    write_module(subject, tmp_path / "out.vmod", 24.0)
    found = read_module(tmp_path / "out.vmod")
    assert found.order == subject.order


def test_player_aids_come_back_equal(tmp_path: Path) -> None:
    """Also over a module that another program wrote, whose windows of inventory come back too."""
    take_in_module(charted(tmp_path / "toy.vmod"), tmp_path / "a.sandtable")
    with AidSession.open(tmp_path / "a.sandtable") as session:
        session.add([NewAid(drawn(kind="PNG"), "Alone & <so>", "", "Two\nlines")])
    subject = of_project(tmp_path / "a.sandtable")
    module = write_module(subject, tmp_path / "b.vmod", 24.0)
    assert module.told.endswith("3 player aids.")
    found = take_in_module(tmp_path / "b.vmod", tmp_path / "b.sandtable")
    assert aids_of(tmp_path / "b.sandtable") == aids_of(tmp_path / "a.sandtable")
    assert found.order is not None and subject.order is not None
    assert found.order.notes == subject.order.notes
    inventories = list(build_of(tmp_path / "b.vmod").iter("VASSAL.build.module.Inventory"))
    assert [dict(one.attrib) for one in inventories] == [{"name": "All", "groupBy": "Side"}]
