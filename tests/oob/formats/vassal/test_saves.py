"""Saved games of VASSAL: pieces where they lie."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from maps.errors import KnownError
from maps.formats.vassal.archive import opened
from maps.formats.vassal.boards import hex_boards
from oob.formats.vassal.orders import Slot, order_of
from oob.formats.vassal.saves import plain_bytes, save_text, slots_of_save

B = "VASSAL.build.module.map.boardPicker."
ESC = "\x1b"


def board(name: str) -> str:
    grid = f'<{B}board.HexGrid dx="60" dy="70" x0="40" y0="50"/>'
    return f'<{B}Board name="{name}" width="400" height="380">{grid}</{B}Board>'


def module(folder: Path, *names: str) -> Path:
    folder.mkdir()
    boards = "".join(map(board, names))
    own = 'mapName="Main" edgeWidth="10" edgeHeight="20"'
    text = f"<VASSAL.build.module.Map {own}>{boards}</VASSAL.build.module.Map>"
    root = f'<VASSAL.build.GameModule name="Toy">{text}</VASSAL.build.GameModule>'
    (folder / "buildFile.xml").write_text(root)
    return folder


def hidden(text: str, key: int) -> bytes:
    return b"!VCSK" + f"{key:02x}".encode() + bytes(b ^ key for b in text.encode()).hex().encode()


def saved(path: Path, data: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("savedGame", data)
    return path


def piece(name: str, x: int, y: int, on: str = "Main") -> str:
    return f"+/1/mark;Side\tpiece;;;a.png;{name}/Red\t{on};{x};{y};1;0"


@given(st.text(st.characters(codec="utf-8")), st.integers(0, 255))
def test_hidden_text_comes_back(text: str, key: int) -> None:
    assert plain_bytes(hidden(text, key), "a save") == text.encode()


def test_pieces_are_set_up_where_they_lie(tmp_path: Path) -> None:
    inner = ESC.join(("", piece("one 3-4", 50 + 60, 70 + 35), "+/2/stack/Main;110;105;1;@@-1"))
    text = ESC.join(
        (
            "begin_save", "", inner.replace(ESC, f"\\{ESC}"),
            piece("beside 9-9", 9000, 70), piece("far 1-1", 10 + 400 + 40, 70),
            piece("boxed 2-2", 5, 5, "Reserve"),
            "MainBoardPicker\tWest\t0\t0\tEast\t1\t0", "NOTES\t\\", "end_save",
        )
    )  # fmt: skip
    save = save_text(saved(tmp_path / "a.vsav", hidden(text, 0x5A)))
    with opened(module(tmp_path / "m", "West", "East")) as archive:
        root = etree.fromstring(archive.build_file())
        boards = list(hex_boards(root, archive))
    slots = slots_of_save(save, root, {one.name: one for one in boards}, "a.vsav")
    assert [(slot.name, slot.board, slot.at) for slot in slots] == [
        ("one 3-4", "West", (100.0, 85.0)),
        ("beside 9-9", "", None),
        ("far 1-1", "East", (40.0, 50.0)),
    ]
    order = order_of("Toy", slots, boards)
    west, east = boards
    label = west.map.label(west.grid.hex((1, 0))), east.map.label(east.grid.hex((0, 0)))
    assert [setup.place for setup in order.setups] == list(label)
    assert {unit.side for unit in order.units.values()} == {"red"}


def test_a_log_is_followed_to_its_end(tmp_path: Path) -> None:
    def named(ident: str, name: str, x: int, y: int) -> str:
        return piece(name, x, y).replace("+/1/", f"+/{ident}/", 1)

    def logged(*steps: str) -> str:
        return "LOG\t" + ESC.join(steps).replace(ESC, f"\\{ESC}")

    changed = piece("four", 300, 300).split("/", 3)[3]
    text = ESC.join(
        (
            "begin_save",
            named("1", "one", 50, 70), named("2", "two", 50, 70), named("3", "three", 60, 80),
            named("4", "four", 70, 90), "+/9/stack/Main;50;70;1;2;@@-1",
            "MainBoardPicker\tWest\t0\t0", "end_save",
            logged("M/9/Main/110/105/null/Main/50/70/null/Ann", "CHAT<Ann> moves"),
            logged("-/3", named("5", "five", 170, 140)),
            logged(f"D/4/{changed}"),
            logged("M/2/null/0/0/null/Main/110/105/null/Ann"),
            logged("M/77/Main/1/1"), logged("D/78/x"), logged("-/79"), "UNDO\ttrue", "M/", "D/4",
            logged(named("5", "five", 200, 150)),
        )
    )  # fmt: skip
    with opened(module(tmp_path / "m", "West")) as archive:
        root = etree.fromstring(archive.build_file())
        boards = {one.name: one for one in hex_boards(root, archive)}
    found = slots_of_save(text, root, boards, "a.vlog")
    assert {slot.name: slot.at for slot in found} == {
        "one": (100.0, 85.0), "four": (290.0, 280.0), "five": (190.0, 130.0),
    }  # fmt: skip
    assert len(found) == 3


def read(tmp_path: Path, *commands: str, lays: str = "West") -> list[Slot]:
    """The pieces of a saved game of a module with one board, a display and a hand."""
    folder = module(tmp_path / "m", "West")
    build = folder / "buildFile.xml"
    display = '<VASSAL.build.widget.WidgetMap mapName="Entry &amp; exit"/>'
    hand = '<VASSAL.build.module.PlayerHand mapName="Hand"/>'
    end = "</VASSAL.build.GameModule>"
    build.write_text(build.read_text().replace(end, display + hand + end))
    with opened(folder) as archive:
        root = etree.fromstring(archive.build_file())
        boards = {one.name: one for one in hex_boards(root, archive)}
    text = ESC.join(("begin_save", *commands, f"MainBoardPicker\t{lays}\t0\t0", "end_save"))
    return slots_of_save(text, root, boards, "a.vsav")


def numbered(ident: str, name: str, on: str = "null") -> str:
    return piece(name, 1, 1, on).replace("+/1/", f"+/{ident}/", 1)


def test_pieces_of_an_old_save_lie_where_their_stacks_do(tmp_path: Path) -> None:
    """Up to VASSAL 2.9 the stack alone says the map, before or after its pieces."""
    slots = read(
        tmp_path,
        numbered("1", "one"), "+/9/stack/Main;110;105;1;2", numbered("2", "two"),
        numbered("3", "three"), "+/8/stack/null;5;5;3",
    )  # fmt: skip
    assert [(slot.name, slot.at) for slot in slots] == [
        ("one", (100.0, 85.0)), ("two", (100.0, 85.0)),
    ]  # fmt: skip


def test_pieces_on_displays_come_without_a_place(tmp_path: Path) -> None:
    """What waits on a display of its own window is no less in the game."""
    slots = read(
        tmp_path,
        numbered("1", "one"), "+/9/stack/Entry & exit;110;105;1",
        numbered("2", "two", "Hand"), numbered("3", "three", "Main"),
        numbered("4", "four"),
    )  # fmt: skip
    assert [(slot.name, slot.at, slot.display) for slot in slots] == [
        ("one", None, "Entry & exit"), ("two", None, "Hand"), ("three", None, "Main"),
    ]  # fmt: skip
    order = order_of("Toy", slots, ())
    assert [unit.note for unit in order.units.values()][:2] == [
        "picture a.png; Side: Red; lay on Entry & exit", "picture a.png; Side: Red; lay on Hand",
    ]  # fmt: skip
    told = order.notes["imported, not set up"]
    assert told == "1 piece on Entry & exit; 1 on Hand; 1 on Main"


def test_a_board_that_the_module_has_not_is_named(tmp_path: Path) -> None:
    """As where boards were put together since the game was saved."""
    slots = read(tmp_path, numbered("1", "one", "Main"), lays="Board F")
    assert [slot.display for slot in slots] == ["Main (its board Board F is not in the module)"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"!VCSKzz00", "text is broken"),
        (b"!VCSK000", "text is broken"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_broken_saves_are_told(tmp_path: Path, data: bytes, words: str) -> None:
    with pytest.raises(KnownError, match=words):
        save_text(saved(tmp_path / "a.vsav", data))


def test_what_is_no_save_is_told(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.vsav", "w") as archive:
        archive.writestr("other", "x")
    with pytest.raises(KnownError, match="no such file"):
        save_text(tmp_path / "a.vsav")


def test_commands_nested_without_end_are_told(tmp_path: Path) -> None:
    nested = "a" + ESC + "b"
    for _ in range(14):
        nested = "a" + ESC + nested.replace(ESC, "\\" + ESC)
    with opened(module(tmp_path / "m", "West")) as archive:
        root = etree.fromstring(archive.build_file())
    with pytest.raises(KnownError, match="nested more than 12"):
        slots_of_save(nested, root, {}, "a.vsav")
