"""What the counters of a module look like: its pictures as the faces of units.

A piece is drawn as VASSAL does: its own picture, and over it the level that each layer shows, and
its letterings. A layer of two levels makes the back. What cannot be read is left to be drawn by
Sandtable.
"""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from PIL import Image

from oob.formats.vassal.lettering import Lettering, lettering_of
from oob.formats.vassal.orders import Slot
from oob.formats.vassal.pieces import Trait, VassalPiece, fields_of
from oob.looks import COUNTER, PICTURE, look_of, look_text
from oob.model import OrderOfBattle, UnitId

EDGE = 160
"""Pixels along the longer edge of a kept face."""

SQUEEZE = 4
"""How hard a face is packed, 1 to 9: 9 takes four times as long and saves two per cent."""

MOST_BYTES = 60_000_000
"""Bytes of all faces of an order of battle, as they are kept."""

_X, _Y, _IMAGES, _FOLLOWS, _FOLLOWED, _FIRST = 14, 15, 16, 22, 23, 24
_SCALE, _ONLY, _ONLY_IF = 31, 32, 33
Reads = Callable[[str], Image.Image | None]
"""The picture of a name, with its holes; None for one that is missing or broken."""


class Level(NamedTuple):
    """A picture, how far it is moved right and down, and how large it is drawn."""

    name: str
    x: int = 0
    y: int = 0
    scale: float = 1.0


Layers = tuple[Level | Lettering, ...]
"""Pictures from the lowest to the uppermost, and words between them."""


def add_art(
    order: OrderOfBattle,
    pieces: Iterable[tuple[UnitId, Slot]],
    read: Reads,
    report: Callable[[float], object] = lambda _share: None,
) -> int:
    """Give units the faces of their pieces, whose pictures are ``read`` by name; how many got one.

    ``report`` is told the share that is done, and may raise to stop.
    """
    art = _Art(read)
    found, all_pieces = 0, list(pieces)
    for done, (ident, slot) in enumerate(all_pieces):
        report(done / len(all_pieces))
        front, back = faces_of(slot.piece)
        look = look_of(order, order.units[ident])
        look = replace(look, picture=art.kept(front))
        if back and len(order.units[ident].faces) > 1:
            look = replace(look, back_picture=art.kept(back))
        if look.picture or look.back_picture:
            found += 1
            order.notes[COUNTER + ident] = look_text(look)
    order.notes.update(art.notes)
    return found


def faces_of(piece: VassalPiece) -> tuple[Layers, Layers]:
    """The pictures and words that make the front of a piece, and those of its back; empty without
    a picture.
    """
    front: list[Level | Lettering] = []
    back: list[Level | Lettering] = []
    marks = piece.marks()
    values = {**marks, **piece.properties()}
    is_turned = False
    for trait in reversed(piece.traits):
        if trait.kind == "piece" and len(trait.fields) > 3 and trait.fields[3]:
            front.append(Level(trait.fields[3]))
            back.append(Level(trait.fields[3]))
        elif trait.kind == "emb2" and len(trait.fields) > _IMAGES and _is_drawn(trait, values):
            levels = fields_of(trait.fields[_IMAGES], ",")
            now = _level_of(trait, values, len(levels))
            shown, other = _levels(now, levels, has_base=bool(front))
            moved = _whole(trait.fields[_X]), _whole(trait.fields[_Y]), _scale(trait)
            for of, level in ((front, shown), (back, other if not is_turned else shown)):
                if level:
                    of.append(Level(level, *moved))
            is_turned = is_turned or other != shown
        elif trait.kind == "label" and front:
            words = lettering_of(trait, marks, piece.name)
            if words is not None:
                front.append(words)
                back.append(words)
    return tuple(front), tuple(back) if is_turned else ()


def _is_drawn(trait: Trait, values: Mapping[str, str]) -> bool:
    """Whether a layer is drawn at all: one may wait for a property, as *Disrupted* does."""
    fields = trait.fields
    if len(fields) <= _ONLY or fields[_FOLLOWS] != "true" or not fields[_ONLY]:
        return True
    wanted = fields[_ONLY_IF] if len(fields) > _ONLY_IF else "true"
    return (values.get(fields[_ONLY], "") == "true") == (wanted == "true")


def _level_of(trait: Trait, values: Mapping[str, str], count: int) -> int:
    """The level of a layer that is on, that of the property it follows if any; else 0 or less."""
    now, fields = _whole(trait.state.partition(";")[0]), trait.fields
    if now <= 0 or len(fields) <= _FIRST or fields[_FOLLOWS] != "true" or not fields[_FOLLOWED]:
        return now
    value = values.get(fields[_FOLLOWED], "")
    first = _whole(fields[_FIRST])
    return min(max(1, (_whole(value) if value else first) - first + 1), count)


def _scale(trait: Trait) -> float:
    try:
        scale = float(trait.fields[_SCALE][:8]) if len(trait.fields) > _SCALE else 1.0
    except ValueError:
        return 1.0
    return scale if 0.05 <= scale <= 4 else 1.0


def _levels(now: int, levels: list[str], *, has_base: bool) -> tuple[str, str]:
    """What a layer shows on the front, and on the back of a piece."""
    drawn = [level for level in levels if level]
    shown = levels[min(now, len(levels)) - 1] if now > 0 else ""
    if len(drawn) == 2:
        first = shown or ("" if has_base else drawn[0])
        return first, drawn[1] if first != drawn[1] else drawn[0]
    if len(drawn) == 1 and has_base:
        return shown, drawn[0] if not shown else ""
    return shown or ("" if has_base or not drawn else drawn[0]), shown


def _whole(text: str) -> int:
    bare = text.strip()
    is_number = bare.lstrip("-").isdigit() and len(bare) < 5
    return int(bare) if is_number else 0


class _Art:
    """Faces as notes, each put together once."""

    def __init__(self, read: Reads) -> None:
        self._read = read
        self._digests: dict[Layers, str] = {}
        self._bytes = 0
        self.notes: dict[str, str] = {}

    def kept(self, layers: Layers) -> str:
        """The digest a face is kept by; '' when one of its pictures cannot be read."""
        if layers not in self._digests:
            self._digests[layers] = self._keep(layers)
        return self._digests[layers]

    def _keep(self, layers: Layers) -> str:
        drawn = dict.fromkeys(one for one in layers if isinstance(one, Level))
        found = {name: self._read(name) for name in dict.fromkeys(one.name for one in drawn)}
        pictures = {
            one: _scaled(picture, one.scale)
            for one in drawn
            if (picture := found[one.name]) is not None
        }
        if not pictures or len(pictures) < len(drawn):
            return ""
        wide = max(picture.width for picture in pictures.values())
        high = max(picture.height for picture in pictures.values())
        face = Image.new("RGBA", (wide, high))
        for one in layers:
            if isinstance(one, Lettering):
                one.draw(face)
                continue
            picture = pictures[one]
            spot = (wide - picture.width) // 2 + one.x, (high - picture.height) // 2 + one.y
            laid = Image.new("RGBA", face.size)
            laid.paste(picture, spot)
            face.alpha_composite(laid)
        data = _packed(face)
        if self._bytes + len(data) > MOST_BYTES:
            return ""
        self._bytes += len(data)
        digest = hashlib.sha256(data).hexdigest()[:20]
        self.notes[PICTURE + digest] = base64.b64encode(data).decode("ascii")
        return digest


def _scaled(picture: Image.Image, scale: float) -> Image.Image:
    if scale == 1.0:
        return picture
    wide, high = (max(1, round(edge * scale)) for edge in picture.size)
    return picture.resize((wide, high), Image.Resampling.LANCZOS)


def _packed(face: Image.Image) -> bytes:
    """A face as a file: square, on a ground of nothing, PNG if it has holes and else JPEG."""
    edge = max(face.size)
    square = Image.new("RGBA", (edge, edge))
    square.paste(face, ((edge - face.width) // 2, (edge - face.height) // 2))
    if edge > EDGE:
        square = square.resize((EDGE, EDGE), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    if square.getchannel("A").histogram()[255] == square.width * square.height:
        square.convert("RGB").save(out, "JPEG", quality=90)
    else:
        square.save(out, "PNG", compress_level=SQUEEZE)
    return out.getvalue()
