"""Maps of Worldographer come in with every tile in its hex, in both ways hexes can stand."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.errors import KnownError
from maps.formats.boards import BOARDS
from maps.formats.interchange import worldographer
from maps.formats.interchange.worldographer import loads
from maps.hexgrid import Side, distance
from maps.layout import Layout, Orientation
from maps.model import GameMap
from maps.terrain import water_of
from tests.examples import few

NAMES = ["Classic/Flat Grassland", "Hills Forest Evergreen", "Water Ocean", "Mountains", "Lake"]
SHAPES = """<shapes>
<shape type="Path" tags="{tags}" strokeColor="{ink}" currentShapeViewLevel="WORLD">{points}</shape>
<shape type="Polygon" tags=""><p x="1" y="2"/></shape></shapes>"""


def written(
    tiles: list[list[int]],
    *,
    turned: bool = False,
    first: int = 0,
    order: str = "COL_ROW",
    inside: str = "",
    level: str = "",
) -> bytes:
    """A map as Worldographer writes it: UTF-16 with a byte order mark, not packed yet."""
    rows = "".join(
        "<tilerow>\n" + "".join(f"{kind}\t1\t0\t0\t0\tZ\n" for kind in column) + "</tilerow>\n"
        for column in tiles
    )
    names = "\t".join(f"{name}\t{number}" for number, name in enumerate(NAMES))
    way = "ROWS" if turned else "COLUMNS"
    text = f"""<?xml version='1.1' encoding='utf-16'?>
<map type="WORLD" release="2025" version="2.06" hexOrientation="{way}">
<gridandnumbering numberFirstCol="{first}" numberFirstRow="1" numberOrder="{order}" />
<terrainmap>{names}</terrainmap>
<tiles viewLevel="WORLD" tilesWide="{len(tiles)}" tilesHigh="{len(tiles[0])}">
{rows}</tiles>{level}{inside}</map>"""
    return b"\xfe\xff" + text.encode("utf-16-be")


def packed(*args: list[list[int]], **named: object) -> bytes:
    return gzip.compress(written(*args, **named), mtime=0)  # type: ignore[arg-type]


def spot(column: int, row: int, turned: bool) -> tuple[float, float]:
    """Where the middle of a tile lies in the file."""
    if turned:
        return 150 + 300 * column + 150 * (row % 2), 150 + 225 * row
    return 150 + 225 * column, 150 + 300 * row + 150 * (column % 2)


def feature(kind: str, name: str, at: tuple[float, float]) -> str:
    place = f'<location viewLevel="WORLD" x="{at[0]}" y="{at[1]}" />'
    return f'<feature type="{kind}">{place}<label>{place}{name}</label></feature>'


@st.composite
def tiles(draw: st.DrawFn) -> list[list[int]]:
    high = draw(st.integers(1, 6))
    column = st.lists(st.integers(0, len(NAMES) - 1), min_size=high, max_size=high)
    return draw(st.lists(column, min_size=1, max_size=6))


@few(8)
@given(tiles(), st.booleans(), st.integers(0, 3), st.sampled_from(["COL_ROW", "ROW_COL"]))
def test_every_tile_and_feature_is_in_its_hex(
    found: list[list[int]], turned: bool, first: int, order: str
) -> None:
    spots = [(c, r) for c, column in enumerate(found) for r in range(len(column))]
    features = "".join(feature("City", f"c{c}r{r}", spot(c, r, turned)) for c, r in spots)
    board = loads(
        packed(
            found, turned=turned, first=first, order=order,
            inside=f"<features>{features}</features>",
        ),
        "a.wxx",
    )  # fmt: skip
    assert board.orientation is (Orientation.POINTY if turned else Orientation.FLAT)
    assert len(board.terrain) == len(spots)
    named = {place.name: place.hex for place in board.places.values()}
    layout = Layout(board.orientation)
    for c, r in spots:
        parts = (c + first, r + 1) if order == "COL_ROW" else (r + 1, c + first)
        at = board.parse_label(f"{parts[0]:02}{parts[1]:02}")
        kind = next(kind for kind in board.legend.kinds.values() if kind.id == board.terrain[at])
        assert kind.name == NAMES[found[c][r]].rpartition("/")[2]
        assert named[f"c{c}r{r}"] == at
        # Neighbours in the file's paper are neighbours on the board.
        x, y = spot(c, r, turned)
        for c2, r2 in spots:
            x2, y2 = spot(c2, r2, turned)
            across, down = (x2 - x) / 300, (y2 - y) / 300
            wide, high = (1.1547, 1.0) if not turned else (1.0, 1.1547)
            other = named[f"c{c2}r{r2}"]
            paper = layout.centre(other)
            mine = layout.centre(at)
            assert paper.x - mine.x == pytest.approx(across * wide, abs=0.01)
            assert paper.y - mine.y == pytest.approx(down * high, abs=0.01)
            assert (abs(across) < 0.8 and abs(down) < 0.8 and other != at) <= (
                distance(at, other) <= 1
            )


FIELD = [[0] * 5 for _ in range(6)]


def with_path(tags: str, ink: str, *way: tuple[float, float]) -> GameMap:
    points = "".join(f'<p x="{x}" y="{y}"/>' for x, y in way)
    return loads(packed(FIELD, inside=SHAPES.format(tags=tags, ink=ink, points=points)), "a.wxx")


def test_roads_run_from_hex_to_hex_and_rivers_along_hexsides() -> None:
    road = with_path("road", "0,0,1,1", spot(0, 2, False), spot(3, 2, False))
    assert {kind for kinds in road.lines.values() for kind in kinds} == {"road"}
    assert len(road.lines) == 3 and not road.hexsides
    # Down between columns 0 and 1, from corner to corner of the hexes there.
    corners = [
        (262.5, 150.0),
        (187.5 + 37.5, 300.0),
        (262.5, 450.0),
        (225.0, 600.0),
        (262.5, 750.0),
    ]
    for tags, ink in (("river", "1,0,0,1"), ("", "0.31,0.57,0.68,1.0")):
        river = with_path(tags, ink, *corners)
        assert {kind for kinds in river.hexsides.values() for kind in kinds} == {"river"}
        columns = {board_column(river, of) for of in river.hexsides}
        assert columns == {(0, 1)} and len(river.hexsides) >= 3, columns
    assert not with_path("", "0.5,0.3,0.1,1", *corners).hexsides
    assert "areas (1)" in road.notes["imported, left out"]


def board_column(board: GameMap, of: Side) -> tuple[int, ...]:
    return tuple(sorted(int(board.label(at)[:2]) for at in of.hexes if at in board.terrain))


def test_water_is_water_and_what_is_left_out_is_told() -> None:
    level = '<tiles viewLevel="KINGDOM" tilesWide="1" tilesHigh="1"></tiles>'
    far = '<feature type="City"><location viewLevel="WORLD" x="99999" y="0"/></feature>'
    data = written([[0, 2], [4, 1]], level=level, inside=f"<features>{far}</features>")
    board = loads(data, "a.wxx")
    water = {board.label(at): water_of(board, at) for at in board.terrain}
    assert water == {"0001": "no", "0002": "yes", "0101": "lake", "0102": "no"}
    left = board.notes["imported, left out"]
    assert "level KINGDOM" in left and "features off the map" in left


def hostile() -> list[tuple[str, bytes, str]]:
    good = written(FIELD)
    text = good[2:].decode("utf-16-be")

    def but(old: str, new: str) -> bytes:
        assert old in text
        return b"\xfe\xff" + text.replace(old, new, 1).encode("utf-16-be")

    near = feature("City", "", (150, 150))
    return [
        ("cut", gzip.compress(good)[:60], "unpack"),
        ("noise", b"\x1f\x8b" + zlib.compress(b"x" * 50), "unpack"),
        ("other", b"<html/>", "no map"),
        ("no tiles", b"<map/>", "no map"),
        ("nothing", b"", "not XML"),
        ("type", but("<map ", '<!DOCTYPE map [<!ENTITY a "b">]><map '), "document type"),
        ("deep", but("<tiles ", "<a>" * 5000 + "</a>" * 5000 + "<tiles "), "nested|depth"),
        ("columns", but('tilesWide="6"', 'tilesWide="7"'), "6 columns"),
        ("rows", but('tilesHigh="5"', 'tilesHigh="9999999"'), "tilesHigh"),
        ("few rows", but('tilesHigh="5"', 'tilesHigh="4"'), "5 tiles"),
        ("terrain", but("0\t1\t0", "77\t1\t0"), "terrain '77'"),
        ("way", but('"COLUMNS"', '"DIAGONAL"'), "DIAGONAL"),
        ("place", written(FIELD, inside=f"<features>{near.replace('150', 'nan')}</features>"),
         "no place"),
        ("huge", written(FIELD, inside=f"<features>{near.replace('150', '1e300')}</features>"),
         "no place"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "said"), [h[1:] for h in hostile()], ids=[h[0] for h in hostile()]
)
def test_hostile_maps_get_a_sentence(data: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "a.wxx").write_bytes(data)
    with pytest.raises(KnownError, match=said):
        BOARDS.read(tmp_path / "a.wxx")


def test_a_bomb_and_endless_lines_end(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as less:
        less.setattr(worldographer, "LARGEST", 1_000_000)
        with pytest.raises(KnownError, match="1 megabytes"):
            loads(gzip.compress(b" " * 1_000_001), "a.wxx")
        with pytest.raises(KnownError, match="not XML"):
            loads(gzip.compress(b" " * 1_000_000), "a.wxx")
    points = "".join(f'<p x="{9_000_000 * (-1) ** n}" y="{n}"/>' for n in range(2_000))
    far = SHAPES.format(tags="river", ink="", points=points)
    assert not loads(packed(FIELD, inside=far), "a.wxx").hexsides
    many = SHAPES.format(tags="road", ink="", points='<p x="1" y="1"/>' * 20_001)
    with pytest.raises(KnownError, match="20,000 points"):
        loads(packed(FIELD, inside=many), "a.wxx")
