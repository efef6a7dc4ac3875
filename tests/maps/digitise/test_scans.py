"""Scans and their tiles: what is opened, what is refused, what a tile shows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from maps.digitise import scans, tiles
from maps.digitise.tiles import TILE, Tile
from maps.errors import KnownError


def picture(high: int = 70, wide: int = 90) -> np.ndarray:
    return np.random.default_rng(3).integers(0, 256, (high, wide, 3)).astype(np.uint8)


@pytest.mark.parametrize("ending", ["png", "tif"])
def test_a_picture_is_opened_as_it_is(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"scan.{ending}"
    Image.fromarray(picture()).save(path)
    assert np.array_equal(scans.load(path), picture())
    found = scans.look_at(path)
    assert (found.width, found.height) == (90, 70)
    assert np.array_equal(scans.load_box(path, (5, 6, 50, 40)), picture()[6:40, 5:50])
    with pytest.raises(KnownError, match="has no part"):
        scans.load_box(path, (5, 6, 500, 40))


@pytest.mark.parametrize("mode", ["L", "1", "P", "RGBA", "LA", "CMYK", "I;16"])
def test_every_kind_of_pixel_becomes_colour(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "scan.tif"
    source = Image.fromarray(picture())
    if mode == "I;16":
        Image.fromarray(np.full((70, 90), 40_000, dtype=np.uint16)).save(path)
        assert np.all(np.abs(scans.load(path).astype(int) - 155) <= 1)
    else:
        source.convert(mode).save(path)
        assert scans.load(path).shape == (70, 90, 3)


def test_a_preview_is_small(tmp_path: Path) -> None:
    path = tmp_path / "scan.jpg"
    Image.fromarray(picture(700, 900)).save(path)
    assert scans.preview(path, 100).shape == (78, 100, 3)


def test_what_is_no_picture_is_told(tmp_path: Path) -> None:
    text, cut, gif = tmp_path / "a.png", tmp_path / "b.png", tmp_path / "c.gif"
    text.write_text("not a picture")
    Image.fromarray(picture()).save(cut)
    cut.write_bytes(cut.read_bytes()[:2000])
    Image.fromarray(picture()).save(gif)
    for path in (text, cut, gif, tmp_path, tmp_path / "none.png"):
        with pytest.raises(KnownError) as caught:
            scans.load(path)
        assert str(path) in str(caught.value)


def test_what_is_too_large_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "scan.png"
    Image.fromarray(picture()).save(path)
    monkeypatch.setattr(scans, "MOST_PIXELS", 1000)
    with pytest.raises(KnownError, match="too large"):
        scans.look_at(path)


def test_turning_keeps_the_whole_picture() -> None:
    turned = scans.turned(picture(), 90)
    assert np.array_equal(turned, np.rot90(picture()))
    assert scans.turned(picture(), 10).shape[0] > 70
    assert scans.brightened(picture(), 0.5).mean() < picture().mean() * 0.6


def test_a_pyramid_in_a_folder_is_the_one_in_memory(tmp_path: Path) -> None:
    source = tmp_path / "scan.png"
    Image.fromarray(picture(611, 1033)).save(source)
    memory = tiles.pyramid(picture(611, 1033))
    stored = tiles.build(source, tmp_path / "tiles")
    assert [x.shape for x in stored.levels] == [x.shape for x in memory.levels]
    for ours, theirs in zip(memory.levels, stored.levels, strict=True):
        assert np.array_equal(ours, theirs)
    assert isinstance(tiles.opened(tmp_path / "tiles").levels[0], np.memmap)
    assert max(memory.levels[-1].shape[:2]) <= TILE


def test_tiles_cover_the_picture_once() -> None:
    made = tiles.pyramid(picture(611, 1033))
    assert (made.width, made.height) == (1033, 611)
    places = list(made.tiles_in(0, (0, 0, 1032, 610)))
    assert sum(made.tile(at).size for at in places) == 611 * 1033 * 3
    assert len(set(places)) == len(places)
    part = list(made.tiles_in(1, (600, 10, 700, 500)))
    assert part == [Tile(1, 1, 0)]
    assert np.array_equal(made.tile(Tile(0, 1, 0)), picture(611, 1033)[:TILE, TILE : 2 * TILE])
    assert [made.level_for(scale) for scale in (2, 1, 0.5, 0.3, 0.01)] == [0, 0, 1, 1, 3]
    for bad in (Tile(9, 0, 0), Tile(0, 9, 0), Tile(0, -1, 0)):
        with pytest.raises(KeyError):
            made.tile(bad)


def test_a_folder_without_a_pyramid_is_told(tmp_path: Path) -> None:
    for content in (None, "{", '{"levels": [[1, 1]], "tile": 256}', '{"levels": []}'):
        if content is not None:
            (tmp_path / "pyramid.json").write_text(content)
        with pytest.raises(KnownError, match="holds no tile pyramid"):
            tiles.opened(tmp_path)
