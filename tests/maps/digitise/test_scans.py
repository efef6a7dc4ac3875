"""Scans and their tiles: what is opened, what is refused, what a tile shows."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from zlib import compress, crc32

import numpy as np
import pytest
from PIL import Image

from maps.digitise import scans, tiles
from maps.digitise.arrays import halved
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


def test_what_is_no_picture_is_told(tmp_path: Path) -> None:
    text, cut, gif = tmp_path / "a.png", tmp_path / "b.png", tmp_path / "c.gif"
    text.write_text("not a picture")
    Image.fromarray(picture()).save(cut)
    cut.write_bytes(cut.read_bytes()[:2000])
    Image.fromarray(picture()).save(gif)
    odd = (tmp_path / ("a" * 300), tmp_path / "a\0b")
    for path in (text, cut, gif, tmp_path, tmp_path / "none.png", *odd):
        with pytest.raises(KnownError) as caught:
            scans.load(path)
        assert str(path) in str(caught.value)


def test_what_is_too_large_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "scan.png"
    Image.fromarray(picture()).save(path)
    monkeypatch.setattr(scans, "MOST_PIXELS", 1000)
    with pytest.raises(KnownError, match="too large"):
        scans.look_at(path)


def test_a_picture_that_says_it_is_immense_is_told_in_a_whole_sentence(tmp_path: Path) -> None:
    """It was *too large for memory (it; at most 400 megapixels)*."""
    head = (60_000).to_bytes(4, "big") * 2 + bytes((8, 2, 0, 0, 0))
    parts = ((b"IHDR", head), (b"IDAT", compress(bytes(1000))), (b"IEND", b""))
    path = tmp_path / "huge.png"
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + b"".join(
            len(data).to_bytes(4, "big") + name + data + crc32(name + data).to_bytes(4, "big")
            for name, data in parts
        )
    )
    with pytest.raises(KnownError, match="too large for memory \\(at most 400 megapixels\\)"):
        scans.load(path)


def coded(pixels: np.ndarray) -> dict[Tile, bytes]:
    return {at: data for at, data, _ in tiles.encoded_tiles(pixels)}


def test_tiles_put_together_are_the_scan() -> None:
    calm = np.asarray(Image.fromarray(picture(20, 33)).resize((1033, 611)))
    found = coded(calm)
    sizes = tiles.level_sizes(1033, 611)
    assert sizes == [(1033, 611), (517, 306), (259, 153), (130, 77)]
    smaller = calm
    for level, (wide, high) in enumerate(sizes):
        whole = tiles.gathered(found.get, level, 1033, 611, "x")
        assert whole.shape == (high, wide, 3)
        assert np.abs(whole.astype(int) - smaller).mean() < 2
        smaller = halved(smaller)
    assert {at.level for at, *_ in tiles.encoded_tiles(calm, 2)} == {2, 3}
    shares = [share for *_, share in tiles.encoded_tiles(calm)]
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_a_tile_that_is_missing_or_damaged_is_told() -> None:
    found = coded(picture(300, 300))
    for bad in (None, b"", b"no picture", found[Tile(0, 0, 1)]):
        with pytest.raises(KnownError, match=r"x: a tile is missing or damaged"):
            tiles.gathered({**found, Tile(0, 1, 0): bad}.get, 0, 300, 300, "x")


def test_tiles_over_a_part() -> None:
    whole = list(tiles.tiles_over((0, 0, 1032, 610), 0, 1033, 611))
    assert len(whole) == 5 * 3
    assert max(at.column for at in whole) * TILE < 1033
    assert list(tiles.tiles_over((600, 10, 700, 500), 1, 1033, 611)) == [Tile(1, 1, 0)]
    assert not list(tiles.tiles_over((2000, 0, 2100, 10), 0, 1033, 611))
    assert [tiles.level_for(scale, 4) for scale in (2, 1, 0.5, 0.3, 0.01)] == [0, 0, 1, 1, 3]


CORNERS = np.array([[10, 60], [110, 160], [200, 250]], np.uint8)
"""A picture of 3 rows and 2 columns of which each pixel differs."""

HELD = {
    1: [[10, 60], [110, 160], [200, 250]],
    2: [[60, 10], [160, 110], [250, 200]],
    3: [[250, 200], [160, 110], [60, 10]],
    4: [[200, 250], [110, 160], [10, 60]],
    5: [[10, 110, 200], [60, 160, 250]],
    6: [[200, 110, 10], [250, 160, 60]],
    7: [[250, 160, 60], [200, 110, 10]],
    8: [[60, 160, 250], [10, 110, 200]],
}
"""What is to be seen of it for each orientation of EXIF 2.3, table 4.6.4."""


@pytest.mark.parametrize("ending", ["png", "tif", "jpg"])
@pytest.mark.parametrize("orientation", HELD)
def test_a_picture_is_held_as_its_camera_says(
    tmp_path: Path, orientation: int, ending: str
) -> None:
    path = tmp_path / f"scan.{ending}"
    large = np.kron(CORNERS, np.ones((16, 16), np.uint8))
    source = Image.fromarray(np.repeat(large[:, :, None], 3, axis=2))
    exif = source.getexif()
    exif[0x0112] = orientation
    source.save(path, exif=exif, **({"quality": 100} if ending == "jpg" else {}))
    seen = scans.load(path)[8::16, 8::16, 0].astype(int)
    assert np.abs(seen - np.array(HELD[orientation])).max() < 4
    found = scans.look_at(path)
    assert (found.height, found.width) == scans.load(path).shape[:2]


def test_damaged_exif_leaves_the_picture_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "scan.jpg"
    Image.fromarray(picture()).save(path, exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff\x01")
    assert scans.load(path).shape == (70, 90, 3)


def test_a_map_of_a1_at_600_dots_per_inch_opens(tmp_path: Path) -> None:
    """14,043 x 19,866 pixels are 279 million, above Pillow's own bound of 179."""
    path = tmp_path / "a1.png"
    Image.new("1", (14_043, 19_866), 1).save(path, compress_level=1)
    found = scans.look_at(path)
    assert found.width * found.height > 278_000_000


@pytest.mark.parametrize("ending", ["png", "jpg", "tif"])
def test_unpacking_tells_how_far_it_is_and_can_be_ended(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"scan.{ending}"
    Image.fromarray(picture(1400, 900)).save(path)
    shares: list[float] = []
    scans.load(path, shares.append)
    assert shares == sorted(shares) and len(shares) > 4
    assert min(shares) < 0.1 and 0.8 < max(shares) <= 1.0

    def stop(share: float) -> None:
        if share >= shares[len(shares) // 2]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scans.load(path, stop)


def test_a_turned_picture_is_not_copied_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scan.png"
    exif = Image.Exif()
    exif[0x0112] = 8
    Image.fromarray(picture(40, 30)).save(path, exif=exif)
    made: list[tuple[int, ...]] = []
    empty = np.empty

    def noted(shape: tuple[int, ...], kind: type) -> np.ndarray:
        made.append(shape)
        return empty(shape, kind)

    monkeypatch.setattr(scans.np, "empty", noted)
    monkeypatch.setattr(scans.np, "ascontiguousarray", None)
    whole = scans.load(path)
    assert made == [whole.shape] and whole.flags.c_contiguous and whole.base is None


@pytest.mark.soak
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="measures memory as Linux does")
@pytest.mark.parametrize("orientation", [1, 8])
@pytest.mark.parametrize("ending", ["png", "jpg"])
@pytest.mark.parametrize(("wide", "high"), [(14_043, 19_866), (20_000, 20_000)])
def test_the_largest_scans_fit_a_machine_of_four_gigabytes(
    tmp_path: Path, wide: int, high: int, ending: str, orientation: int
) -> None:
    """An A1 map at 600 dots per inch, and 400 megapixels: each unpacked by a process of its own."""
    path = tmp_path / f"large.{ending}"
    tile = Image.fromarray(picture(wide // 10, high // 10)).resize((wide // 5, high // 5))
    large = Image.new("RGB", (wide, high))
    for left in range(0, wide, tile.width):
        for top in range(0, high, tile.height):
            large.paste(tile, (left, top))
    exif = Image.Exif()
    exif[0x0112] = orientation
    large.save(path, exif=exif, **({"compress_level": 1} if ending == "png" else {}))
    del large, tile
    program = """
import resource, sys
from pathlib import Path
from maps.digitise import scans
shape = scans.load(Path(sys.argv[1])).shape
used = resource.getrusage(resource.RUSAGE_SELF)
print(*shape, used.ru_maxrss, used.ru_utime + used.ru_stime)
"""
    said = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        cwd=Path(__file__).parents[3], capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    size = (wide, high) if orientation == 8 else (high, wide)
    assert tuple(map(int, said[:3])) == (*size, 3)
    print(f"{wide} x {high} {ending} {orientation}: {int(said[3]) / 1e6:.2f} GB, {said[4]} s")
    assert int(said[3]) * 1024 < 3_200_000_000, "peak memory"


def test_the_bound_is_four_hundred_megapixels(tmp_path: Path) -> None:
    assert scans.MOST_PIXELS == 400_000_000
    Image.new("1", (20_001, 20_000)).save(tmp_path / "a.png", compress_level=1)
    with pytest.raises(KnownError, match="at most 400 megapixels"):
        scans.look_at(tmp_path / "a.png")


def test_a_tile_of_another_size_is_never_unpacked() -> None:
    huge = io.BytesIO()
    Image.new("RGB", (9000, 9000)).save(huge, "JPEG")
    with pytest.raises(KnownError, match="tile is missing or damaged"):
        tiles.gathered(lambda at: huge.getvalue(), 0, 90, 70, "file")


def test_bands_join_without_a_seam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scans, "_BAND", 16)
    path = tmp_path / "scan.png"
    Image.fromarray(picture()).save(path)
    assert np.array_equal(scans.load(path), picture())
    deep = np.arange(70 * 90, dtype=np.uint16).reshape(70, 90) * 10
    Image.fromarray(deep).save(path)
    assert np.array_equal(scans.load(path)[..., 0], (deep * (255 / 65535)).astype(np.uint8))
