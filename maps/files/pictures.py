"""What a small picture that a file keeps may be: its kind, its size, its bytes.

It is made sure of with :mod:`maps.digitise.unpacking`, which needs a library to look inside.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MOST_BYTES = 30_000_000
"""Bytes of one picture."""
MOST_PIXELS = 60_000_000
"""Pixels of one picture: 7,700 x 7,700."""
LONGEST_EDGE = 20_000
ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tif", ".tiff")
"""How files of pictures end that are taken in."""


class Media(StrEnum):
    """How a picture is kept."""

    PNG = "png"
    JPEG = "jpeg"

    @property
    def ending(self) -> str:
        """How a file of it ends."""
        return ".png" if self is Media.PNG else ".jpg"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is kept: its kind, its size in pixels, and its bytes."""

    media: Media
    width: int
    height: int
    data: bytes
