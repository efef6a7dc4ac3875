"""The pieces of a game box of CyberBoard, as those of a module are read."""

from __future__ import annotations

from PIL import Image

from maps.errors import KnownError
from maps.formats.cyberboard.game_box import GameBox
from oob.formats.vassal.orders import MOST_PIECES, Slot
from oob.formats.vassal.pieces import Trait, VassalPiece

_TILE = "tile "


def slots_of_box(box: GameBox, where: str) -> list[Slot]:
    """All pieces, each on the list it is on; further sides than a back are left out.

    Raises KnownError for more than 20,000.
    """
    if len(box.pieces) > MOST_PIECES:
        what = f"has more than {MOST_PIECES:,} pieces."
        raise KnownError(where, what, "Choose another game box.")
    found = []
    for piece in box.pieces:
        tiles = [f"{_TILE}{number}" for number in piece.tiles[:2]]
        front = "" if len(tiles) > 1 else "".join(tiles)
        base = Trait(("piece", "", "", front, piece.name), "null;0;0;0;0", "")
        traits: tuple[Trait, ...] = (base,)
        if len(tiles) > 1:
            turned = Trait(("emb2", *[""] * 15, ",".join(tiles)), "1", "")
            traits = (turned, base)
        found.append(Slot(piece.name, VassalPiece(traits), "", piece.group))
    return found


def picture_in_box(box: GameBox, name: str) -> Image.Image | None:
    """The tile that a piece of :func:`slots_of_box` names."""
    number = name.removeprefix(_TILE)
    return box.tile(int(number)) if number.isdigit() else None
