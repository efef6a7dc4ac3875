"""Pictures of modules: PNG, JPEG and GIF, as plain red, green, blue."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

from maps.digitise.arrays import Bytes
from maps.errors import KnownError
from maps.formats.vassal.archive import Archive

MOST_PIXELS = 200_000_000
_MOST_OF_COUNTER = 16_000_000
_LARGEST_OF_COUNTER = 20_000_000
FORMATS = ("PNG", "JPEG", "GIF")


def picture_of(archive: Archive, name: str) -> Bytes | None:
    """A picture of the module, height x width x 3; transparent parts become white.

    None for one that is missing, broken, larger than 200 megapixels, or drawn (SVG).
    """
    data = archive.picture(name)
    if data is None:
        return None
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            if image.width * image.height > MOST_PIXELS:
                return None
            full = image.convert("RGBA")
            paper = Image.new("RGBA", full.size, "white")
            paper.alpha_composite(full)
            return np.asarray(paper.convert("RGB"))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def counter_picture_of(archive: Archive, name: str) -> Image.Image | None:
    """A picture of a counter with its holes; older modules leave ``.gif`` out of its name.

    None for one that is missing, broken, larger than 16 megapixels, or drawn (SVG).
    """
    for held in (f"images/{name}", f"images/{name}.gif"):
        if not archive.has(held):
            continue
        try:
            data = archive.read(held, _LARGEST_OF_COUNTER)
            with Image.open(io.BytesIO(data), formats=FORMATS) as image:
                if image.width * image.height > _MOST_OF_COUNTER:
                    return None
                return image.convert("RGBA")
        except (KnownError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
            return None
    return None
