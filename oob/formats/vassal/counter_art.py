"""What the counters of a module look like: its pictures as the faces of units.

A piece is drawn as VASSAL does: its own picture, and over it the level that each layer shows, and
its letterings. A layer of two levels makes the back. What cannot be read is left to be drawn by
Sandtable.
"""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Callable, Iterable
from dataclasses import replace

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

_IMAGES, _X, _Y = 16, 14, 15
Reads = Callable[[str], Image.Image | None]
"""The picture of a name, with its holes; None for one that is missing or broken."""

Layers = tuple[tuple[str, int, int] | Lettering, ...]
"""Pictures from the lowest to the uppermost, each with how far it is moved right and down, and
words between them.
"""


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
    front: list[tuple[str, int, int] | Lettering] = []
    back: list[tuple[str, int, int] | Lettering] = []
    marks = piece.marks()
    is_turned = False
    for trait in reversed(piece.traits):
        if trait.kind == "piece" and len(trait.fields) > 3 and trait.fields[3]:
            front.append((trait.fields[3], 0, 0))
            back.append((trait.fields[3], 0, 0))
        elif trait.kind == "emb2" and len(trait.fields) > _IMAGES:
            levels = fields_of(trait.fields[_IMAGES], ",")
            shown, other = _levels(trait, levels, has_base=bool(front))
            for of, level in ((front, shown), (back, other if not is_turned else shown)):
                if level:
                    of.append((level, _whole(trait.fields[_X]), _whole(trait.fields[_Y])))
            is_turned = is_turned or other != shown
        elif trait.kind == "label" and front:
            words = lettering_of(trait, marks, piece.name)
            if words is not None:
                front.append(words)
                back.append(words)
    return tuple(front), tuple(back) if is_turned else ()


def _levels(trait: Trait, levels: list[str], *, has_base: bool) -> tuple[str, str]:
    """What a layer shows on the front, and on the back of a piece."""
    now = _whole(trait.state.partition(";")[0])
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
        names = dict.fromkeys(one[0] for one in layers if not isinstance(one, Lettering))
        found = {name: self._read(name) for name in names}
        pictures = {name: picture for name, picture in found.items() if picture is not None}
        if not pictures or len(pictures) < len(names):
            return ""
        wide = max(picture.width for picture in pictures.values())
        high = max(picture.height for picture in pictures.values())
        face = Image.new("RGBA", (wide, high))
        for one in layers:
            if isinstance(one, Lettering):
                one.draw(face)
                continue
            picture, x, y = pictures[one[0]], one[1], one[2]
            spot = (wide - picture.width) // 2 + x, (high - picture.height) // 2 + y
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
