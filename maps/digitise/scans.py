"""Scans: pictures of maps from outside, opened within bounds and never executed."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, UnidentifiedImageError

from maps.digitise.arrays import Bytes
from maps.errors import KnownError

FORMATS = ("PNG", "JPEG", "TIFF")
"""What is opened; anything else Pillow knows is refused."""

MOST_PIXELS = 400_000_000
"""Bound of a picture: 20,000 x 20,000; 1.2 gigabytes once unpacked."""

LONGEST_EDGE = 65_500


@dataclass(frozen=True, slots=True)
class Scan:
    """A picture file that has been looked at but not unpacked: its size and kind."""

    path: Path
    width: int
    height: int
    format: str


def look_at(path: Path) -> Scan:
    """Read the header of a picture.

    Raises KnownError when it is no PNG, JPEG or TIFF, or when it is larger than the bounds.
    """
    with _opened(path) as image:
        return Scan(path, image.width, image.height, str(image.format))


def load(path: Path) -> Bytes:
    """Unpack a whole picture as red, green, blue; transparent parts become white.

    Raises KnownError for what :func:`look_at` refuses and for a damaged or cut-off file.
    """
    with _opened(path) as image:
        return _rgb(image)


def save(picture: Bytes, path: Path) -> None:
    """Write a picture as PNG."""
    Image.fromarray(picture).save(path, format="PNG")


@contextmanager
def _opened(path: Path) -> Iterator[Image.Image]:
    where = str(path)
    if not path.is_file():
        raise KnownError(where, "there is no such picture.", "Check the name.")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with Image.open(path, formats=FORMATS) as image:
                _refuse_too_large(where, image.width, image.height)
                yield image
        except KnownError:
            raise
        except UnidentifiedImageError as error:
            raise KnownError(
                where, "is not a PNG, JPEG or TIFF picture.", "Save it as one of these."
            ) from error
        except Image.DecompressionBombError as error:
            raise _too_large(where, "it") from error
        except MemoryError as error:
            raise _too_large(where, "it") from error
        except (OSError, ValueError, SyntaxError, EOFError, TypeError, OverflowError) as error:
            raise KnownError(
                where, "is damaged or cut off.", "Scan or download it again."
            ) from error


def _refuse_too_large(where: str, width: int, height: int) -> None:
    if width * height > MOST_PIXELS or max(width, height) > LONGEST_EDGE:
        raise _too_large(where, f"{width} x {height} pixels")


def _too_large(where: str, size: str) -> KnownError:
    most = MOST_PIXELS // 1_000_000
    return KnownError(
        where,
        f"is too large for memory ({size}; at most {most} megapixels).",
        "Make it smaller, or cut it into sheets.",
    )


def _rgb(image: Image.Image) -> Bytes:
    if image.mode.startswith("I;16") or image.mode in ("I", "F"):
        values = np.asarray(image, dtype=np.float64)
        top = 65535.0 if values.max(initial=0) > 255 else 255.0
        single = np.clip(values * (255.0 / top), 0, 255).astype(np.uint8)
        return np.repeat(single[:, :, None], 3, axis=2)
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        over = image.convert("RGBA")
        paper = Image.new("RGBA", over.size, (255, 255, 255, 255))
        return np.asarray(Image.alpha_composite(paper, over).convert("RGB"))
    return np.asarray(image.convert("RGB"))
