"""Set-ups that a module holds, its scenarios as saved games, come in by name."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from engine.editing.modules.module_import import read_module
from engine.editing.modules.module_setups import setups_in
from maps.errors import KnownError
from tests.engine.editing.modules.test_module_import import (
    BUILD,
    lying,
    run,
    saved_game,
    written,
)

SETUP = "VASSAL.build.module.PredefinedSetup"
SETUPS = f"""<{SETUP} name="Campaigns" isMenu="true">
<{SETUP} name="1941" file="first.vsav" useFile="true" isMenu="false"/></{SETUP}>
<{SETUP} name="Late" file="late.vsav" useFile="true"/>
<{SETUP} name="Free" file="late.vsav" useFile="false"/>
<{SETUP} name="Gone" file="gone.vsav" useFile="true"/>
</VASSAL.build.GameModule>"""


def with_setups(folder: Path, broken: bytes = b"") -> Path:
    """A module with two set-ups, one in a menu, beside one that is empty and one that is gone."""
    build = BUILD.replace("</VASSAL.build.GameModule>", SETUPS)
    module = written(folder / "toy.vmod", build)
    first = saved_game(folder / "first.vsav", lying("one", 103, 150))
    late = saved_game(folder / "late.vsav", lying("one", 103, 150), lying("two", 160, 190))
    with zipfile.ZipFile(module, "a") as archive:
        archive.writestr("first.vsav", broken or first.read_bytes())
        archive.writestr("late.vsav", late.read_bytes())
    first.unlink()
    late.unlink()
    return module


def test_the_set_ups_of_a_module_are_listed_by_their_menus(tmp_path: Path) -> None:
    module = with_setups(tmp_path)
    assert [setup.name for setup in setups_in(module)] == ["Campaigns, 1941", "Late"]
    assert setups_in(written(tmp_path / "bare.vmod")) == ()
    told = "Set-ups in the module: Campaigns, 1941; Late. None of them is taken."
    assert told in list(read_module(module).sentences())


def test_a_menu_that_holds_all_set_ups_is_not_named(tmp_path: Path) -> None:
    module = with_setups(tmp_path)
    inside = BUILD.replace("</VASSAL.build.GameModule>", SETUPS).replace(f"</{SETUP}>\n", "\n", 1)
    inside = inside.replace("</VASSAL.build.GameModule>", f"</{SETUP}></VASSAL.build.GameModule>")
    with zipfile.ZipFile(module, "r") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(module, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, inside if name == "buildFile.xml" else data)
    assert [setup.name for setup in setups_in(module)] == ["1941", "Late"]


def test_set_ups_of_one_name_are_told_apart_by_their_files(tmp_path: Path) -> None:
    module = with_setups(tmp_path)
    with zipfile.ZipFile(module) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    build = (
        parts.pop("buildFile.xml")
        .decode()
        .replace(
            'name="Free" file="late.vsav" useFile="false"',
            'name="late" file="first.vsav" useFile="true"',
        )
    )
    build = build.replace('name="Gone" file="gone.vsav"', 'name="Late" file="late.vsav"')
    with zipfile.ZipFile(module, "w") as archive:
        archive.writestr("buildFile.xml", build)
        for name, data in parts.items():
            archive.writestr(name, data)
    names = [setup.name for setup in setups_in(module)]
    assert names == ["Campaigns, 1941", "Late (late.vsav)", "late (first.vsav)"]


def test_a_set_up_without_pieces_on_a_board_is_told(tmp_path: Path) -> None:
    """Whoever wants only the board gets it, and hears that no counters come."""
    module = with_setups(tmp_path, saved_game(tmp_path / "a.vsav").read_bytes())
    found = read_module(module, setups_in(module)[0])
    assert found.order is None
    assert "Counters: none; the set-up holds no piece that lies on a map." in list(
        found.sentences()
    )


def test_a_set_up_is_taken_by_its_name(tmp_path: Path) -> None:
    module = with_setups(tmp_path)
    done = run("import", "vassal", module, "-o", tmp_path / "a.sandtable", "--setup", "late")
    assert done.exit_code == 0, done.output
    assert "Counters: 2 of 1 side, 2 set up in 2 places." in done.output
    assert "Set up as “Late” of the module." in done.output
    late = setups_in(module)[1]
    found = read_module(module, late)
    assert found.order is not None and len(found.order.units) == 2


def test_a_set_up_that_is_not_there_or_broken_is_told(tmp_path: Path) -> None:
    module, target = with_setups(tmp_path, b"no archive"), tmp_path / "a.sandtable"
    done = run("import", "vassal", module, "-o", target, "--setup", "1943")
    assert done.exit_code == 2 and "It holds Campaigns, 1941; Late." in done.output
    both = ("--setup", "Late", "--save", module)
    assert run("import", "vassal", module, "-o", target, *both).exit_code == 2
    with pytest.raises(KnownError, match=r"first\.vsav"):
        read_module(module, setups_in(module)[0])
    assert not target.exists()


def test_a_piece_of_a_set_up_is_of_the_side_of_its_palette(tmp_path: Path) -> None:
    module = with_setups(tmp_path, saved_game(tmp_path / "a.vsav", control()).read_bytes())
    found = read_module(module, setups_in(module)[0])
    assert found.order is not None
    assert [unit.side for unit in found.order.units.values()] == ["markers"]


def test_a_piece_that_was_renamed_since_is_of_the_palette_of_its_picture(tmp_path: Path) -> None:
    """One of none is no side of the map it lies on."""
    strange = control().replace("c.png;control", "x.png;strange").replace("+/9/", "+/8/")
    renamed = control().replace("control/", "Control 2/")
    save = saved_game(tmp_path / "a.vsav", renamed, strange)
    found = read_module(
        with_setups(tmp_path, save.read_bytes()), setups_in(tmp_path / "toy.vmod")[0]
    )
    assert found.order is not None
    assert [unit.side for unit in found.order.units.values()] == ["markers", "pieces"]


def control() -> str:
    return "+/9/prototype;Unit\tpiece;;;c.png;control/\tMain;103;150;1;0"


def test_a_board_called_as_its_module_is_called_so_once(tmp_path: Path) -> None:
    named = BUILD.replace('GameModule name="Toy War"', 'GameModule name="Main"')
    (board,) = read_module(written(tmp_path / "a.vmod", named)).boards
    assert board.map.title == "Main"
