"""Boards from public geography, made over a tiny world."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from maps.errors import KnownError
from maps.formats import geodata, text
from maps.hexgrid import side_between
from tests.maps.formats.geodata_world import RECIPE, make_world

Change = tuple[str, str]


def labels(board_text: str, section: str) -> list[str]:
    part = board_text.split(f"[{section}]\n", 1)[1]
    return part.split("\n\n", 1)[0].splitlines()


def test_the_same_input_gives_the_same_text(tmp_path: Path) -> None:
    recipe = make_world(tmp_path)
    first = text.dumps(geodata.build(recipe, tmp_path))
    assert text.dumps(geodata.build(recipe, tmp_path)) == first
    assert text.dumps(text.loads(first)) == first


def test_progress_rises_to_one(tmp_path: Path) -> None:
    told: list[tuple[str, float]] = []
    geodata.build(make_world(tmp_path), tmp_path, lambda step, share: told.append((step, share)))
    shares = [share for _, share in told]
    assert shares == sorted(shares) and shares[0] == 0.0 and shares[-1] == 1.0
    assert all(step for step, _ in told)


def test_land_sea_and_relief_follow_the_samples(tmp_path: Path) -> None:
    board = geodata.build(make_world(tmp_path), tmp_path)
    assert board.terrain[board.parse_label("0504")] == "clear"
    assert board.terrain[board.parse_label("0101")] == "sea"
    assert board.terrain[board.parse_label("0908")] == "mountain"


def test_a_pin_brings_its_place_into_its_hex(tmp_path: Path) -> None:
    board = geodata.build(make_world(tmp_path), tmp_path)
    assert board.label(board.places["westport"].hex) == "0304"


def test_an_exclusive_layer_parts_the_land(tmp_path: Path) -> None:
    board = geodata.build(make_world(tmp_path), tmp_path)
    west, east = board.regions["country"]["West"], board.regions["country"]["East"]
    assert not west & east
    assert west | east == {at for at, kind in board.terrain.items() if kind != "sea"}


def test_a_road_crosses_the_great_river_at_the_bridge_and_leaves_the_board(tmp_path: Path) -> None:
    board = geodata.build(make_world(tmp_path), tmp_path)
    river = {at for at, kinds in board.hexsides.items() if "danube" in kinds}
    crossed = [step for step in board.lines if side_between(*step) in river]
    assert len(crossed) == 1
    assert [board.label(at) for at in board.regions["supply"]["ways out"]] == ["0906"]


def test_a_road_that_finds_no_way_over_land_is_refused(tmp_path: Path) -> None:
    channel = " ".join(f"05{row:02d}" for row in range(1, 9))
    edits = f'[[terrain]]\nkind = "sea"\nhexes = "{channel}"\nwhy = "a channel"'
    with pytest.raises(KnownError, match=r"no way over land .*: Middle to Eastport"):
        geodata.build(make_world(tmp_path, edits=edits), tmp_path)


def test_corrections_are_laid_over_the_computed_board(tmp_path: Path) -> None:
    edits = """
[[terrain]]
kind = "sea"
hexes = "0908"
why = "a bay"

[[absent]]
hexes = "0101 0102"
why = "an ocean"

[[country]]
code = "BBB"
hexes = "0502"
why = "a treaty"

[[road]]
add = "0404 0403 0402"
drop = "0806 0906"
why = "a survey"

[[hexside]]
kind = "danube"
add = "0404|0504"
drop = "0502|0603"
why = "a survey"

[[place]]
id = "middle"
hex = "0403"
why = "it is there"
"""
    board = geodata.build(make_world(tmp_path, edits=edits), tmp_path)
    at = board.parse_label
    assert board.terrain[at("0908")] == "sea"
    assert at("0101") not in board
    assert at("0502") in board.regions["country"]["East"]
    assert board.line_kinds(at("0403"), at("0402")) == {"road"}
    assert not board.line_kinds(at("0806"), at("0906"))
    assert board.side_kinds(at("0404"), at("0504")) == {"danube"}
    assert not board.side_kinds(at("0502"), at("0603"))
    assert board.places["middle"].hex == at("0403")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("hex_km", "hexkm", r"'hexkm' is unknown.*Did you mean 'hex_km'|'hex_km' is missing"),
        ('title = "Isle"', 'title = "I"\ntitel = "x"', r"'titel' is unknown. .* mean 'title'"),
        ("columns = 9", 'columns = "9"', r"\[grid\].*'columns' must be a whole number"),
        ("columns = 9", "columns = 0", r"at least 1"),
        ('parity = "odd"', 'parity = "even-ish"', r"'parity' must be odd or even"),
        ("format = 1", "format = 3", r"another format"),
        ("format = 1", "format = ", r"is not TOML"),
        ('hex = "0304"', 'hex = "1204"', r"pin 'Westport' is put in hex '1204', which is outside"),
        (
            '[surface]',
            '[[pins]]\nname = "Middle"\nhex = "0304"\n\n[surface]',
            r"pins 'Westport' and 'Middle' share hex 0304",
        ),
        ('name = "Westport"\nhex', 'name = "Utopia"\nhex', r"'Utopia' is not in the list of"),
        ('points = "isle', 'points = "aisle', r"no such list of points"),
        ('"+proj=lcc', '"+proj=flat', r"projection is not understood"),
        ('names = ["Great"]', 'names = ["Small"]', r"has no river Small"),
        ('names = ["Great"]', "", r"'names' is empty and 'course' has no line"),
        ('from = [43.9, 19.0]', "from = [143.9, 19.0]", r"nowhere on earth"),
        ('name = "Middle"\nkind', 'name = "Atlantis"\nkind', r"'Atlantis' falls in the sea"),
        ('name = "Middle"\nkind', 'name = "Overseas"\nkind', r"'Overseas' falls off the board"),
        ('"Middle", "Eastport"', '"Limbo", "Eastport"', r"'Limbo' is not in the list of points"),
        ("exits = true", 'hexes = ["0999"]', r"'0999' is not on the board"),
        ('layer = "line"', 'layer = "lines"', r"'layer' must be one of"),
        ("outline = [[41.0, 16.0], ", "outline = [[41.0], ", r"wants two numbers"),
        ('id = "isle"\n', "", r"the key 'id' is missing"),
        ("anchor = [43.0, 19.0]", 'anchor = ["north", 19.0]', r"'anchor' wants two numbers"),
        ("north = 20.0", "north = 20.0\nnudge = [1.0]", r"'nudge' wants two numbers"),
        ("hex_km = 40.0", "hex_km = -1", r"above 0"),
        ("hex_km = 40.0", "hex_km = nan", r"'hex_km' must be a number"),
        ("rows = 8", "rows = 100", r"within 00 and 99"),
        ('codes = ["BBB"]', 'codes = ["XXX"]', r"region country East: holds no hex"),
        ("outline = [[41.0, 16.0], [45.0, 16.0], [45.0, 22.0], ", "outline = [", "at least 3"),
    ],
)  # fmt: skip
def test_a_wrong_recipe_gets_a_sentence(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    assert old in RECIPE
    recipe = make_world(tmp_path, RECIPE.replace(old, new, 1))
    with pytest.raises(KnownError, match=sentence) as caught:
        geodata.build(recipe, tmp_path)
    assert str(tmp_path) in caught.value.where or "region" in caught.value.where


@pytest.mark.parametrize(
    ("edits", "sentence"),
    [
        ('[[terrain]]\nkind = "sea"\nhexes = "9901"\nwhy = "x"', "'9901' is not a hex of the"),
        ('[[terrain]]\nkind = "sea"\nhexes = "0101"', r"the key 'why' is missing"),
        ('[[terain]]\nkind = "sea"', r"'terain' is unknown. Did you mean 'terrain'"),
        ('[[road]]\nadd = "0404 0406"\nwhy = "x"', r"joins 0404 and 0406, which are not adjacent"),
        ('[[hexside]]\nkind = "danube"\nadd = "0404"\nwhy = "x"', r"write two hexes as 1717\|1718"),
        ('[[hexside]]\nkind = "danube"\nadd = "0404|0406"\nwhy = "x"', r"not adjacent"),
        ('[[place]]\nid = "elsewhere"\nhex = "0404"\nwhy = "x"', r"no place 'elsewhere' to move"),
    ],
)  # fmt: skip
def test_a_wrong_correction_gets_a_sentence(tmp_path: Path, edits: str, sentence: str) -> None:
    recipe = make_world(tmp_path, edits=edits)
    with pytest.raises(KnownError, match=sentence) as caught:
        geodata.build(recipe, tmp_path)
    assert "isle.edits.toml" in caught.value.where


def test_a_correction_off_the_outline_gets_a_sentence(tmp_path: Path) -> None:
    narrow = RECIPE.replace("[45.0, 22.0], [41.0, 22.0]", "[45.0, 19.6], [41.0, 19.6]")
    edits = '[[terrain]]\nkind = "sea"\nhexes = "0904"\nwhy = "x"'
    with pytest.raises(KnownError, match="0904 is not on the board"):
        geodata.build(make_world(tmp_path, narrow, edits), tmp_path)


def broken_json(folder: Path) -> None:
    (folder / "land.geojson").write_text("{", encoding="utf-8")


def no_shapes(folder: Path) -> None:
    text = (folder / "countries.geojson").read_text(encoding="utf-8")
    (folder / "countries.geojson").write_text(text.replace("Polygon", "Blob"), encoding="utf-8")


def flat_grid(folder: Path) -> None:
    np.savez_compressed(folder / "heights.npz", elev=np.zeros(7, dtype=np.int16))


def missing_file(folder: Path) -> None:
    (folder / "rivers.geojson").unlink()


def broken_grid(folder: Path) -> None:
    (folder / "heights.npz").write_bytes(b"not a zip")


@pytest.mark.parametrize(
    ("spoil", "name", "sentence"),
    [
        (broken_json, "land.geojson", "is not GeoJSON"),
        (missing_file, "rivers.geojson", "data file is missing.*SANDTABLE_GEODATA"),
        (broken_grid, "heights.npz", "is not a height grid"),
        (flat_grid, "heights.npz", "is not a height grid: it has no rows"),
        (no_shapes, "countries.geojson", "is not GeoJSON of shapes"),
    ],
)
def test_a_missing_or_broken_data_file_gets_a_sentence(
    tmp_path: Path, spoil: Callable[[Path], None], name: str, sentence: str
) -> None:
    recipe = make_world(tmp_path)
    spoil(tmp_path)
    with pytest.raises(KnownError, match=sentence) as caught:
        geodata.build(recipe, tmp_path)
    assert name in caught.value.where


def test_a_missing_recipe_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match="no such file"):
        geodata.build(tmp_path / "none.toml", tmp_path)


def test_the_data_folder_is_named_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANDTABLE_GEODATA", str(tmp_path))
    assert geodata.data_folder() == tmp_path
    monkeypatch.setenv("SANDTABLE_GEODATA", str(tmp_path / "none"))
    assert geodata.data_folder() is None
