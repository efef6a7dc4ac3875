"""What a person hands over about a cut sheet: confirmed ratings, and where ratings stand."""

from __future__ import annotations

from pathlib import Path

from maps.errors import KnownError
from maps.files.reading import read_json
from oob.sheets.inks import Region


def read_confirmed(path: Path) -> dict[str, str]:
    """Confirmed ratings by the name of the counter, ``{"r01c01": "8-6"}``, also with ``.png``.

    Raises KnownError when the file is not of that kind.
    """
    data = read_json(path)
    if not isinstance(data, dict) or not all(isinstance(text, str) for text in data.values()):
        raise KnownError(str(path), "holds no confirmed ratings.", 'Write {"r01c01": "8-6"}.')
    return {str(name).removesuffix(".png"): text for name, text in data.items()}


def region_from(text: str) -> Region:
    """A part of a counter from four shares: ``0.08,0.65,0.92,0.95``. Raises KnownError."""
    try:
        left, top, right, bottom = (float(part) for part in text.split(","))
    except ValueError:
        left = top = right = bottom = -1.0
    if not (0 <= left < right <= 1 and 0 <= top < bottom <= 1):
        raise KnownError(
            f"--region {text}", "is no part of a counter.", "Write left,top,right,bottom, 0 to 1."
        )
    return left, top, right, bottom
