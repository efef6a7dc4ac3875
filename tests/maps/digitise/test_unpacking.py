"""Pictures that a file keeps are made sure of first."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from maps.digitise import unpacking
from maps.digitise.unpacking import sound_picture
from maps.errors import KnownError
from maps.files.pictures import Media, Picture


def bytes_of(kind: str, size: tuple[int, int] = (40, 30), mode: str = "RGB") -> bytes:
    out = io.BytesIO()
    image = Image.new(mode, size, 120 if mode == "P" else "#806040")
    image.save(out, kind)
    return out.getvalue()


def drawn(size: tuple[int, int] = (40, 30), kind: str = "PNG") -> Picture:
    """A sound picture."""
    return sound_picture(bytes_of(kind, size), "the picture")


@pytest.mark.parametrize(("kind", "media"), [("PNG", Media.PNG), ("JPEG", Media.JPEG)])
def test_a_png_or_jpeg_is_kept_as_it_is(kind: str, media: Media) -> None:
    data = bytes_of(kind)
    assert sound_picture(data, "it") == Picture(media, 40, 30, data)


@pytest.mark.parametrize("kind", ["GIF", "BMP", "WEBP", "TIFF"])
def test_others_are_kept_as_png(kind: str) -> None:
    picture = sound_picture(bytes_of(kind), "it")
    assert (picture.media, picture.width, picture.height) == (Media.PNG, 40, 30)
    with Image.open(io.BytesIO(picture.data)) as image:
        assert image.format == "PNG"


def test_a_photograph_is_held_upright() -> None:
    out = io.BytesIO()
    turned = Image.Exif()
    turned[0x0112] = 6
    Image.new("RGB", (40, 30), "#806040").save(out, "JPEG", exif=turned)
    picture = sound_picture(out.getvalue(), "it")
    assert (picture.width, picture.height) == (30, 40)
    assert sound_picture(picture.data, "it") == picture, "only once"


def bomb(wide: int, high: int) -> bytes:
    """A PNG of very many pixels in very few bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        whole = kind + data
        return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))

    head = struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(1000), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "data",
    [
        b"", b"no picture", bytes_of("PNG")[:60], bytes_of("JPEG")[:200], bomb(60_000, 60_000),
        bomb(30_000, 2), bomb(9_000, 9_000), b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"GIF89a" + b"\xff" * 50, b"%!PS-Adobe-3.0 EPSF-3.0\n",
    ],
    ids=["empty", "text", "cut png", "cut jpeg", "bomb", "long", "large", "svg", "gif", "eps"],
)  # fmt: skip
def test_what_is_no_sound_picture_is_refused(data: bytes) -> None:
    with pytest.raises(KnownError, match="the picture"):
        sound_picture(data, "the picture")


def test_too_many_bytes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "MOST_BYTES", 100)
    for kind in ("PNG", "BMP"):
        with pytest.raises(KnownError, match="megabytes"):
            sound_picture(bytes_of(kind, (200, 200)), "it")
