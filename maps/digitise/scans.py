"""Scans: pictures of maps from outside, opened within bounds and never executed."""

from __future__ import annotations

import struct
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader, FileIO
from pathlib import Path

import numpy as np
from PIL import Image, UnidentifiedImageError

from maps.digitise.arrays import Bytes
from maps.errors import KnownError
from maps.files.reading import is_file

FORMATS = ("PNG", "JPEG", "TIFF")
"""What is opened; anything else Pillow knows is refused."""

MOST_PIXELS = 400_000_000
"""Bound of a picture: 20,000 x 20,000; 1.2 gigabytes once unpacked, and 1.6 while it is."""

LONGEST_EDGE = 65_500
_BAND = 512
_UNPACKING = 0.7
"""The share of reading the file in :func:`load`; the rest goes on the bands."""

_ORIENTATION = 0x0112
_TURNED = (5, 6, 7, 8)

Image.MAX_IMAGE_PIXELS = MOST_PIXELS


Report = Callable[[float], object]
"""Told how far unpacking has come, 0 to 1; raises to end it."""


def _quiet(_share: float) -> None:
    """Tell nobody."""


_DAMAGED = (ValueError, SyntaxError, EOFError, TypeError, OverflowError, struct.error)
"""What Pillow raises for files that are not what they say."""


@dataclass(frozen=True, slots=True)
class Scan:
    """A picture file that has been looked at but not unpacked: its size and kind.

    Width and height are those of the picture as its camera says it is to be held.
    """

    path: Path
    width: int
    height: int
    format: str


def look_at(path: Path) -> Scan:
    """Read the header of a picture.

    Raises KnownError when it is no PNG, JPEG or TIFF, or when it is larger than the bounds.
    """
    with _opened(path) as image:
        wide, high = image.size
        if _orientation(image) in _TURNED:
            wide, high = high, wide
        return Scan(path, wide, high, str(image.format))


def load(path: Path, report: Report = _quiet) -> Bytes:
    """Unpack a whole picture as red, green, blue, held upright; transparent parts become white.

    Beside the result, of three bytes a pixel, only Pillow's own copy is held, of four at most.
    Raises KnownError for what :func:`look_at` refuses and for a damaged or cut-off file; and what
    ``report`` raises.
    """
    with _opened(path, report) as image:
        return _rgb(image, _orientation(image), report)


def see_through(path: Path) -> Bytes | None:
    """A picture as red, green, blue and how opaque; None for one without the latter.

    Raises KnownError as :func:`load` does.
    """
    with _opened(path) as image:
        return np.asarray(image) if image.mode == "RGBA" else None


def save(picture: Bytes, path: Path) -> None:
    """Write a picture as PNG."""
    Image.fromarray(picture).save(path, format="PNG")


class _Watched(BufferedReader):
    """A file that tells how much of it was read."""

    def __init__(self, path: Path, report: Report) -> None:
        super().__init__(FileIO(path))
        self._report = report
        self._size = max(1, path.stat().st_size)
        self._told = -1.0

    def read(self, size: int | None = -1, /) -> bytes:
        """Read on, and tell how far that is, in some two hundred steps."""
        share = min(1.0, self.tell() / self._size)
        if share > self._told + 0.005:
            self._told = share
            self._report(_UNPACKING * share)
        return super().read(size)


@contextmanager
def _opened(path: Path, report: Report = _quiet) -> Iterator[Image.Image]:
    where = str(path)
    if not is_file(path):
        raise KnownError(where, "there is no such picture.", "Check the name.")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with _Watched(path, report) as file, Image.open(file, formats=FORMATS) as image:
                _refuse_too_large(where, image.width, image.height)
                yield image
        except KnownError:
            raise
        except UnidentifiedImageError as error:
            raise KnownError(
                where, "is not a PNG, JPEG or TIFF picture.", "Save it as one of these."
            ) from error
        except Image.DecompressionBombError as error:
            raise _too_large(where) from error
        except MemoryError as error:
            raise _too_large(where) from error
        except (*_DAMAGED, OSError) as error:
            raise KnownError(
                where, "is damaged or cut off.", "Scan or download it again."
            ) from error


def _refuse_too_large(where: str, width: int, height: int) -> None:
    if width * height > MOST_PIXELS or max(width, height) > LONGEST_EDGE:
        raise _too_large(where, f"{width} x {height} pixels; ")


def _too_large(where: str, size: str = "") -> KnownError:
    most = MOST_PIXELS // 1_000_000
    return KnownError(
        where,
        f"is too large for memory ({size}at most {most} megapixels).",
        "Make it smaller, or cut it into sheets.",
    )


def _orientation(image: Image.Image) -> int:
    """How the camera was held, 1 to 8 as in EXIF; 1, upright, where that cannot be read.

    Only what is before the pixels is asked, so that looking at a picture does not unpack it.
    """
    if image.format == "TIFF":
        return 1  # Pillow turns these by itself
    if image.format == "PNG" and "exif" not in image.info:
        return 1
    try:
        found = image.getexif().get(_ORIENTATION, 1)
    except (*_DAMAGED, OSError):
        return 1
    return found if isinstance(found, int) and 1 <= found <= 8 else 1


def _as_held(upright: Bytes, orientation: int) -> Bytes:
    """A view of an upright picture in which its pixels lie as in the file: EXIF 2.3, 4.6.4."""
    view = upright
    if orientation in (3, 4, 7, 8):
        view = view[::-1]
    if orientation in (2, 3, 6, 7):
        view = view[:, ::-1]
    return view.transpose(1, 0, 2) if orientation in _TURNED else view


def _rgb(image: Image.Image, orientation: int, report: Report) -> Bytes:
    """The pixels, converted band by band straight to where they belong in the upright picture:
    a second whole picture would not always fit.
    """
    image.load()
    wide, high = image.size
    shape = (wide, high, 3) if orientation in _TURNED else (high, wide, 3)
    whole = np.empty(shape, np.uint8)
    held = _as_held(whole, orientation)
    top_value = _top_value(image) if _is_deep(image) else 0.0
    for top in range(0, high, _BAND):
        report(_UNPACKING + (1 - _UNPACKING) * top / high)
        band = image.crop((0, top, wide, min(high, top + _BAND)))
        held[top : top + _BAND] = _deep(band, top_value) if top_value else _converted(band)
    return whole


def _is_deep(image: Image.Image) -> bool:
    """Has it more than 256 greys?"""
    return image.mode.startswith("I;16") or image.mode in ("I", "F")


def _top_value(image: Image.Image) -> float:
    """What is white in a picture of many greys."""
    most = max(
        float(np.asarray(image.crop((0, top, image.width, min(image.height, top + _BAND)))).max())
        for top in range(0, image.height, _BAND)
    )
    return 65535.0 if most > 255 else 255.0


def _deep(band: Image.Image, top_value: float) -> Bytes:
    values = np.nan_to_num(np.asarray(band, dtype=np.float64))
    single = np.clip(values * (255.0 / top_value), 0, 255).astype(np.uint8)
    return np.repeat(single[:, :, None], 3, axis=2)


def _converted(band: Image.Image) -> Bytes:
    if band.mode in ("RGBA", "LA", "PA") or "transparency" in band.info:
        over = band.convert("RGBA")
        paper = Image.new("RGBA", over.size, (255, 255, 255, 255))
        return np.asarray(Image.alpha_composite(paper, over).convert("RGB"))
    return np.asarray(band.convert("RGB"))
