"""What a stranger may put into a file to hang or break a program: each form says a sentence."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import pytest

from engine.editing.modules.module_import import read_module
from maps.errors import KnownError
from maps.formats.boards import BOARDS
from oob.formats.vassal import saves
from oob.formats.vassal.save_modules import module_name

DEEP = b"[" * 10_000 + b"]" * 10_000
NESTED = b'{"a": ' * 10_000 + b"1" + b"}" * 10_000
ELEMENTS = b"<a>" * 10_000 + b"</a>" * 10_000
ENTITY = b"""<!DOCTYPE map [<!ENTITY a "aa"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
<map orientation="hexagonal">&b;&c;</map>"""
TILED = b'{"orientation": "hexagonal", "layers": '


@pytest.mark.parametrize(
    "data", [DEEP, NESTED, TILED + DEEP + b"}"], ids=["lists", "maps", "inside"]
)
@pytest.mark.parametrize("ending", [".json", ".geojson", ".tmj"])
def test_json_that_is_nested_without_end(tmp_path: Path, ending: str, data: bytes) -> None:
    (tmp_path / f"a{ending}").write_bytes(data)
    with pytest.raises(KnownError):
        BOARDS.read(tmp_path / f"a{ending}")


@pytest.mark.parametrize(
    "data", [ELEMENTS, ENTITY, b"<map>" + ELEMENTS], ids=["deep", "entity", "in"]
)
@pytest.mark.parametrize("ending", [".tmx", ".wxx"])
def test_xml_with_entities_or_nested_without_end(tmp_path: Path, ending: str, data: bytes) -> None:
    (tmp_path / f"a{ending}").write_bytes(data)
    with pytest.raises(KnownError):
        BOARDS.read(tmp_path / f"a{ending}")
    if ending == ".wxx":
        (tmp_path / "b.wxx").write_bytes(gzip.compress(data))
        with pytest.raises(KnownError):
            BOARDS.read(tmp_path / "b.wxx")


@pytest.mark.parametrize("ending", [".csv", ".txt", ".map"])
def test_a_text_of_one_endless_line(tmp_path: Path, ending: str) -> None:
    (tmp_path / f"a{ending}").write_bytes(b"9" * 1_000_000)
    with pytest.raises(KnownError):
        BOARDS.read(tmp_path / f"a{ending}")


def test_a_saved_game_that_is_a_bomb_or_names_files_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saves, "LARGEST_SAVE", 1_000_000)
    bomb = tmp_path / "bomb.vsav"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", bytes(1_100_000))
        archive.writestr("moduledata", ENTITY.replace(b"map", b"data"))
    with pytest.raises(KnownError, match="too large"):
        read_module(bomb)
    assert module_name(bomb) == ""
    outside = tmp_path / "saves" / "outside.vlog"
    outside.parent.mkdir()
    with zipfile.ZipFile(outside, "w") as archive:
        archive.writestr("../savedGame", "begin_save")
    with pytest.raises(KnownError, match="no such file"):
        read_module(outside)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bomb.vsav", "saves"]
