"""A piece written as VASSAL keeps it: traits around each other, the innermost one its picture.

Pieces that came from a module go out with the traits they had, word for word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from oob.formats.vassal.pieces import VassalPiece, field_text, fields_of, piece_of
from oob.model import Nation, Unit

COUNTER = "Counter"
"""The prototype of all counters: turning, copying, removing, marks of movement."""

CONTROL = 130
"""VASSAL's number for the Ctrl key in a keystroke."""


def definition(traits: Sequence[tuple[str, str]], ident: str = "null") -> str:
    """The definition of a piece of traits, outermost first, each as its type and its state; pieces
    of a saved game have an id.
    """
    type_, state = traits[-1]
    for outer, own in reversed(traits[:-1]):
        type_ = field_text([outer, type_], "\t")
        state = field_text([own, state], "\t")
    return field_text(["+", ident, type_, state], "/")


def counter(unit: Unit, nation: Nation, images: Sequence[str], face: int, number: int) -> str:
    """The piece of a unit that shows one of its faces; ``number`` is its own in the module."""
    traits = [(f"prototype;{nation_prototype(nation)}", ""), _marks(unit)]
    if len(images) > 1:
        traits.append((_layer(images), str(face + 1)))
    traits.append((_base(images[0] if images else "", unit.name), f"null;0;0;{number};0"))
    return definition(traits)


def again(piece: VassalPiece, number: int) -> str:
    """A piece that came from a module, as it was but for its number."""
    traits = [(trait.text, trait.state) for trait in piece.traits]
    type_, state = traits[-1]
    fields = fields_of(state, ";")
    if type_.startswith("piece;") and len(fields) > 3:
        fields[:4] = ["null", "0", "0", str(number)]
        traits[-1] = type_, field_text(fields, ";")
    return definition(traits)


def standing(text: str, ident: str, map_name: str, x: int, y: int) -> str:
    """The piece of a definition as a saved game has it: under an id, at a point of a map.

    Raises KnownError when the text is broken.
    """
    traits = [(trait.text, trait.state) for trait in piece_of(text, "a piece").traits]
    type_, state = traits[-1]
    fields = fields_of(state, ";")
    fields[:3] = [map_name, str(x), str(y)]
    traits[-1] = type_, field_text(fields, ";")
    return definition(traits, ident)


def nation_prototype(nation: Nation) -> str:
    """What the prototype of a nation's counters is called."""
    return f"{COUNTER}: {nation.name}"


def prototypes(nations: Iterable[Nation]) -> dict[str, str]:
    """The prototypes of counters, by name: one for all, and one for each nation."""
    common = [
        (f"rotate;6;93,{CONTROL};91,{CONTROL};Turn right;Turn left;;;", "0"),
        (f"markmoved;/images/moved.gif;0;0;Mark moved;77,{CONTROL}", "false"),
        (f"clone;Copy;67,{CONTROL}", ""),
        (f"delete;Remove;68,{CONTROL}", ""),
        (_base("", ""), "null;0;0;;0"),
    ]
    found = {COUNTER: definition(common)}
    for nation in nations:
        names = field_text(["Nation", "Side"], ",")
        values = field_text([nation.name, nation.side], ",")
        found[nation_prototype(nation)] = definition(
            [
                (field_text(["mark", names], ";"), values),
                (f"prototype;{COUNTER}", ""),
                (_base("", ""), "null;0;0;;0"),
            ]
        )
    return found


def _marks(unit: Unit) -> tuple[str, str]:
    told = {
        "Unit": unit.id,
        "Type": unit.type,
        "Size": unit.size.value,
        "Formation": unit.formation,
        "Ratings": unit.front.ratings(),
    }
    names, values = field_text(list(told), ","), field_text(list(told.values()), ",")
    return field_text(["mark", names], ";"), values


def _layer(images: Sequence[str]) -> str:
    """A layer that is always shown and goes on to the next face with Ctrl+F."""
    names = field_text(list(images), ",")
    blank = ",".join("" for _ in images)
    return field_text(
        ["emb2", "", "2", "", "Other face", "2", "F", "", "2", "", "", "", "1", "false", "0", "0",
         names, blank, "true", "Face", "", "", "false", "", "1", "1", "true", "",
         f"70,{CONTROL}", ""], ";",
    )  # fmt: skip


def _base(image: str, name: str) -> str:
    return field_text(["piece", "", "", image, name], ";")
