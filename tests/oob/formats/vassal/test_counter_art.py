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


def following(
    images: str,
    *,
    of: str = "",
    first: str = "1",
    only: str = "",
    if_: str = "true",
    scale: str = "1.0",
) -> Trait:
    """A layer that goes by properties: for its level, or for being drawn at all."""
    fields = [*layer(images, 1).fields, "", "false", "Follower", "", "", "true", of, first]
    fields += ["1", "true", "", "", "", "", scale, only, if_]
    return Trait(tuple(fields), "1", "")


def prop(name: str, value: str) -> Trait:
    return Trait(("PROP", name, "", ""), value, "")


def test_a_layer_is_drawn_only_while_its_property_says_so() -> None:
    """As *Disrupted*, which lay over every unit of a module."""
    for value, colour in (("false", RED), ("true", GREEN)):
        order = made(prop("IsDown", value), following("green", only="IsDown"), base("red"))
        assert is_like(face(order), (30, 30), colour)
    order = made(prop("IsUp", "false"), following("green", only="IsUp", if_="false"), base("red"))
    assert is_like(face(order), (30, 30), GREEN)


def test_a_layer_shows_the_level_of_the_property_it_follows() -> None:
    for value, colour in (("0", RED), ("1", GREEN), ("9", GREEN), ("", RED), ("x", RED)):
        follower = following("red,green", of="Steps", first="0")
        assert is_like(face(made(prop("Steps", value), follower, base(""))), (30, 30), colour)


def test_a_layer_is_as_large_as_it_says() -> None:
    front = face(made(following("green", scale="0.5"), base("red")))
    assert is_like(front, (5, 30), RED) and is_like(front, (30, 30), GREEN)


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


def lettered(text: str, **fields: str) -> Trait:
    """Words on a piece: in white, in its middle, unless ``fields`` say otherwise."""
    usual = {
        "key": "", "menu": "Change", "size": "20", "ground": "", "ink": "255,255,255", "down": "c",
        "y": "0", "across": "c", "x": "0", "down_just": "c", "across_just": "c", "name": "",
        "family": "Dialog", "style": "0", "turn": "0",
    }  # fmt: skip
    return Trait(("label", *{**usual, **fields}.values()), text, "")


def light(image: Image.Image, box: tuple[int, int, int, int]) -> int:
    """How many pixels of a box are nearly white."""
    red = image.crop(box).getchannel("B")
    return sum(red.histogram()[200:])


def test_words_are_written_over_the_picture_where_vassal_writes_them() -> None:
    front = face(made(lettered("4-6"), base("red")))
    assert light(front, (10, 18, 50, 42)) > 40 and not light(front, (0, 0, 60, 14))
    corner = face(
        made(lettered("8", down="t", down_just="t", across="l", across_just="l"), base("red"))
    )
    assert light(corner, (0, 0, 30, 30)) > 10 and not light(corner, (30, 30, 60, 60))
    marked = Trait(("mark", "strength"), "7", "")
    assert light(face(made(lettered("$strength$"), marked, base("red"))), (0, 0, 60, 60)) > 10
    plate = face(made(lettered("x", ground="40,40,200", ink=""), base("red")))
    assert plate.getchannel("B").getpixel((26, 31)) > 120


@pytest.mark.parametrize(
    "words",
    [
        lettered("above", down="t", down_just="b"),
        lettered("$pool$"),
        lettered("<html>page"),
        lettered("turned", turn="90"),
        lettered("x" * 61),
        lettered("huge", size="4000"),
        lettered(""),
    ],
)
def test_words_beside_a_piece_and_those_only_a_game_knows_are_left(words: Trait) -> None:
    plain, front = face(made(base("red"))), face(made(words, base("red")))
    assert plain.tobytes() == front.tobytes()


def test_words_belong_to_both_sides_and_lie_under_what_is_above_them() -> None:
    order = made(lettered("4-6"), layer("red,green", 1), base(""))
    assert light(face(order), (0, 0, 60, 60)) and light(face(order, back=True), (0, 0, 60, 60))
    hidden = face(made(layer("green", 1), lettered("4-6"), base("red")))
    assert not light(hidden, (0, 0, 60, 60)) and is_like(hidden, (30, 30), GREEN)
