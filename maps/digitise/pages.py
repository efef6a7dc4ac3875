"""A page of a PDF file as a picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pypdfium2

from maps.digitise.arrays import Bytes
from maps.digitise.scans import LONGEST_EDGE, MOST_PIXELS
from maps.errors import KnownError

_POINTS_PER_INCH = 72.0


def load(path: Path, page: int, dpi: int) -> Bytes:
    """A page, counted from 1, painted on white at ``dpi`` pixels per inch.

    Raises KnownError when the file is missing, no PDF, locked by a password, has no such page, or
    the page is too large for memory at that fineness.
    """
    where = str(path)
    if not path.is_file():
        raise KnownError(where, "there is no such file.", "Check the name.")
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        raise KnownError(
            where, "is no PDF file that can be read.", "Save the page as PNG instead."
        ) from error
    try:
        count = len(document)
        if not 1 <= page <= count:
            raise KnownError(where, f"has no page {page}.", f"It has {count}.")
        return _painted(document[page - 1], dpi, where)
    except pypdfium2.PdfiumError as error:
        raise KnownError(where, f"page {page} cannot be painted.", "Save it as PNG.") from error
    finally:
        document.close()


def _painted(page: pypdfium2.PdfPage, dpi: int, where: str) -> Bytes:
    scale = dpi / _POINTS_PER_INCH
    wide, high = (round(edge * scale) for edge in page.get_size())
    if wide * high > MOST_PIXELS or max(wide, high) > LONGEST_EDGE or min(wide, high) < 1:
        raise KnownError(
            where,
            f"the page would have {wide} x {high} pixels, too many for memory.",
            "Choose fewer pixels per inch.",
        )
    bitmap = page.render(scale=scale, rev_byteorder=True)
    pixels = bitmap.to_numpy()
    return np.array(pixels[:, :, :3], dtype=np.uint8)
