"""Words on the pieces of a module: where VASSAL writes them, and the writing of them on a face."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

from oob.formats.vassal.pieces import Trait

LONGEST = 60
"""Characters of a lettering; longer ones are words for the note alone."""

SIZES = range(4, 97)
"""Pixels that letters may be high."""

_SIZE, _GROUND, _INK, _DOWN, _Y, _ACROSS, _X, _DOWN_JUST, _ACROSS_JUST, _TURN = (*range(3, 12), 15)
_PROPERTY = re.compile(r"\$([^$]*)\$")
_START = {"l": 0.0, "t": 0.0, "c": 0.5, "r": 1.0, "b": 1.0}
"""Where on a piece an offset counts from, and which point of the words stands there, as shares."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """Words on a piece. ``at`` is the point of the piece they hang on and ``just`` the point of the
    words that stands there, both as shares of the size; ``off`` pixels right and down of it.
    """

    text: str
    size: int
    ink: str
    ground: str
    at: tuple[float, float]
    just: tuple[float, float]
    off: tuple[int, int]

    def draw(self, face: Image.Image) -> None:
        """Write the words on a face; what lies beside it is left."""
        font = ImageFont.load_default(self.size)
        left, top, right, bottom = font.getbbox(self.text)
        wide, high = int(right - left) + 2, int(bottom - top) + 2
        x = round(self.at[0] * face.width + self.off[0] - self.just[0] * wide)
        y = round(self.at[1] * face.height + self.off[1] - self.just[1] * high)
        if not (0 <= x + wide / 2 < face.width and 0 <= y + high / 2 < face.height):
            return
        written = Image.new("RGBA", face.size)
        pen = ImageDraw.Draw(written)
        if self.ground:
            pen.rectangle((x, y, x + wide, y + high), fill=self.ground)
        pen.text((x + 1 - left, y + 1 - top), self.text, font=font, fill=self.ink)
        face.alpha_composite(written)


def lettering_of(trait: Trait, marks: Mapping[str, str], name: str) -> Lettering | None:
    """The words of a ``label``; None where there are none, or they are not written here: turned
    ones, pages, and properties that only a game knows.
    """
    fields = trait.fields + ("",) * (_TURN + 1 - len(trait.fields))
    known = {**marks, "BasicName": name, "PieceName": name, "pieceName": name}
    text = _PROPERTY.sub(lambda found: known.get(found[1], found[0]), trait.state).strip()
    size = _whole(fields[_SIZE], 10)
    is_plain = bool(text) and len(text) <= LONGEST and text.isprintable()
    if not is_plain or "$" in text or text.startswith("<") or size not in SIZES:
        return None
    if _whole(fields[_TURN], 0) % 360:
        return None
    return Lettering(
        text,
        size,
        _colour(fields[_INK]) or "#000000",
        _colour(fields[_GROUND]),
        (_START.get(fields[_ACROSS], 0.5), _START.get(fields[_DOWN], 0.0)),
        (_START.get(fields[_ACROSS_JUST], 0.5), _START.get(fields[_DOWN_JUST], 1.0)),
        (_whole(fields[_X], 0), _whole(fields[_Y], 0)),
    )


def _whole(text: str, otherwise: int) -> int:
    bare = text.strip()
    is_number = bare.lstrip("-").isdecimal() and bare.isascii() and len(bare) < 5
    return int(bare) if is_number else otherwise


def _colour(text: str) -> str:
    """A colour as VASSAL writes it, ``r,g,b``, as ``#rrggbb``; "" for none."""
    parts = text.split(",")
    if len(parts) not in (3, 4) or not all(part.isascii() and part.isdecimal() for part in parts):
        return ""
    return "#" + "".join(f"{min(255, int(part[:4])):02x}" for part in parts[:3])
