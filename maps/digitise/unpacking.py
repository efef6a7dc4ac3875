"""Small pictures unpacked once, within bounds, before they are kept: PNG and JPEG.

What cannot be unpacked whole is refused, so that what is kept can be shown, printed and sent on.
"""

from __future__ import annotations

import io
import struct

from PIL import Image, ImageOps

from maps.errors import KnownError
from maps.files.pictures import LONGEST_EDGE, MOST_BYTES, MOST_PIXELS, Media, Picture

READ = ("PNG", "JPEG", "GIF", "BMP", "WEBP", "TIFF")
"""What is unpacked; all but PNG and JPEG are kept as PNG."""

_ORIENTATION = 0x0112
_BROKEN = (
    OSError, ValueError, SyntaxError, EOFError, TypeError, OverflowError, struct.error,
    Image.DecompressionBombError,
)  # fmt: skip


def sound_picture(data: bytes, where: str) -> Picture:
    """A picture of these bytes: as they are for an upright PNG or JPEG, else written as PNG.

    Raises KnownError, naming ``where``, for what is no picture, broken or cut off, or too large.
    """
    if len(data) > MOST_BYTES:
        raise KnownError(where, f"is larger than {MOST_BYTES // 1_000_000} megabytes.", _SMALLER)
    try:
        with Image.open(io.BytesIO(data), formats=READ) as image:
            wide, high = image.size
            if wide * high > MOST_PIXELS or max(wide, high) > LONGEST_EDGE:
                what = f"is {wide:,} x {high:,} pixels; {MOST_PIXELS // 1_000_000} megapixels fit."
                raise KnownError(where, what, _SMALLER)
            image.load()
            turned = image.getexif().get(_ORIENTATION, 1) != 1
            if image.format in ("PNG", "JPEG") and not turned:
                media = Media.PNG if image.format == "PNG" else Media.JPEG
                return Picture(media, wide, high, data)
            return _again(image, where)
    except _BROKEN as error:
        what = "is no picture that can be read."
        raise KnownError(where, what, "Choose a PNG or a JPEG.") from error


def _again(image: Image.Image, where: str) -> Picture:
    """A picture held upright, written once more."""
    upright = ImageOps.exif_transpose(image)
    media = Media.JPEG if image.format == "JPEG" else Media.PNG
    out = io.BytesIO()
    if media is Media.JPEG:
        upright.convert("RGB").save(out, "JPEG", quality=92)
    else:
        plain = upright if upright.mode in ("RGB", "RGBA", "L") else upright.convert("RGBA")
        plain.save(out, "PNG")
    if out.tell() > MOST_BYTES:
        raise KnownError(where, f"is larger than {MOST_BYTES // 1_000_000} megabytes.", _SMALLER)
    return Picture(media, upright.width, upright.height, out.getvalue())


_SMALLER = "Make it smaller."
