"""Counters of modules get the pictures that VASSAL would draw them with."""

from __future__ import annotations

import base64
import io

import pytest
from PIL import Image

from oob.formats.vassal import counter_art
from oob.formats.vassal.counter_art import add_art, faces_of
from oob.formats.vassal.orders import Slot, order_of
from oob.formats.vassal.pieces import Trait, VassalPiece
from oob.looks import PICTURE, look_of
from oob.model import OrderOfBattle

RED, BLUE, GREEN = (200, 40, 40), (40, 40, 200), (40, 180, 40)


def base(image: str) -> Trait:
    return Trait(("piece", "", "", image, "a piece"), "null;0;0;1;0", "")


def layer(images: str, level: int, x: int = 0, y: int = 0) -> Trait:
    fields = ["emb2", *[""] * 13, str(x), str(y), images]
    return Trait(tuple(fields), str(level), "")


def reads(name: str) -> Image.Image | None:
    """A module's pictures: plain ones, and a dot with a hole round it."""
    if name == "dot":
        dot = Image.new("RGBA", (60, 60))
        dot.paste((*BLUE, 255), (20, 20, 40, 40))
        return dot
    colours = {"red": RED, "green": GREEN, "wide": RED}
    size = (90, 60) if name == "wide" else (60, 60)
    return Image.new("RGBA", size, colours[name]) if name in colours else None


def made(*traits: Trait) -> OrderOfBattle:
    """An order of battle of one piece, with its faces."""
    slots = [Slot("Red 4-6", VassalPiece(traits), "text", "Red")]
    order = order_of("Toy", slots, ())
    add_art(order, zip(order.units, slots, strict=True), reads)
    return order


def face(order: OrderOfBattle, *, back: bool = False) -> Image.Image:
    (unit,) = order.units.values()
    look = look_of(order, unit)
    digest = look.back_picture if back else look.picture
    data = base64.b64decode(order.notes[PICTURE + digest])
    return Image.open(io.BytesIO(data)).convert("RGBA")


def is_like(image: Image.Image, at: tuple[int, int], colour: tuple[int, int, int]) -> bool:
    dot = image.getpixel(at)
    assert isinstance(dot, tuple)
    return all(abs(a - b) < 12 for a, b in zip(dot[:3], colour, strict=True))


def test_a_layer_of_two_levels_makes_the_back() -> None:
    order = made(layer("red,green", 1), base(""))
    assert is_like(face(order), (5, 5), RED) and is_like(face(order, back=True), (5, 5), GREEN)


def test_levels_lie_over_the_picture_of_the_piece_with_their_holes() -> None:
    order = made(layer(",dot", 1), layer("dot", 1, 10, 0), base("red"))
    front = face(order)
    assert is_like(front, (5, 5), RED) and is_like(front, (45, 30), BLUE)
    assert not is_like(front, (25, 30), BLUE)
    order = made(layer("dot", -1), base("red"))
    assert is_like(face(order), (30, 30), RED) and is_like(face(order, back=True), (30, 30), BLUE)


def test_pictures_are_kept_square_and_once_and_what_is_missing_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wide = face(made(base("wide")))
    assert wide.size == (90, 90) and wide.getpixel((45, 2)) == (0, 0, 0, 0)
    slots = [Slot(f"Red {n}", VassalPiece((base("red"),)), "text", "Red") for n in range(4)]
    order = order_of("Toy", slots, ())
    assert add_art(order, zip(order.units, slots, strict=True), reads) == 4
    assert sum(key.startswith(PICTURE) for key in order.notes) == 1
    assert not any(key.startswith(PICTURE) for key in made(base("none")).notes)
    assert faces_of(VassalPiece((base(""),))) == ((), ())
    monkeypatch.setattr(counter_art, "MOST_BYTES", 10)
    assert not any(key.startswith(PICTURE) for key in made(base("red")).notes)
