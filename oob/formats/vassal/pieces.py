"""A piece of VASSAL, taken apart into its traits, with its prototypes put in.

A definition is ``+/id/type/state``. Types and states nest: each trait holds the next one behind a
tab, written with a backslash more before each of its own tabs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from maps.errors import KnownError

MOST_TRAITS = 500
DEEPEST_PROTOTYPE = 32
LONGEST = 1_000_000
"""Characters of one piece."""


@dataclass(frozen=True, slots=True)
class Trait:
    """One trait: the fields of its type, whose first is its kind, and its state as written."""

    fields: tuple[str, ...]
    state: str
    text: str
    """Its type as written."""

    @property
    def kind(self) -> str:
        """What it does: ``mark``, ``emb2``, ``piece`` ..."""
        return self.fields[0] if self.fields else ""


@dataclass(frozen=True, slots=True)
class VassalPiece:
    """A piece: its traits, outermost first; the last one, ``piece``, names it and its picture."""

    traits: tuple[Trait, ...]

    @property
    def name(self) -> str:
        """Its common name."""
        return self._base(4)

    @property
    def image(self) -> str:
        """Its picture in the module; that of its first layer's first level when it has none."""
        own = self._base(3)
        if own:
            return own
        levels = next(iter(self.layers()), ())
        return levels[0] if levels else ""

    def layers(self) -> list[tuple[str, ...]]:
        """The pictures of each layer, level by level."""
        found = []
        for trait in self.traits:
            at = 16 if trait.kind == "emb2" else 0
            if at and len(trait.fields) > at:
                found.append(tuple(fields_of(trait.fields[at], ",")))
        return found

    def marks(self) -> dict[str, str]:
        """Its markers: names and values."""
        found: dict[str, str] = {}
        for trait in self.traits:
            if trait.kind == "mark" and len(trait.fields) > 1:
                names = fields_of(trait.fields[1], ",")
                values = fields_of(trait.state, ",")
                found |= dict(zip(names, values, strict=False))
        return found

    def properties(self) -> dict[str, str]:
        """What its dynamic properties say."""
        return {
            trait.fields[1]: trait.state
            for trait in self.traits
            if trait.kind == "PROP" and len(trait.fields) > 1
        }

    def labels(self) -> list[str]:
        """The texts lettered on it."""
        return [trait.state for trait in self.traits if trait.kind == "label" and trait.state]

    def prototypes(self) -> list[str]:
        """The prototypes it names, outermost first."""
        return [t.fields[1] for t in self.traits if t.kind == "prototype" and len(t.fields) > 1]

    def _base(self, at: int) -> str:
        last = self.traits[-1].fields if self.traits else ()
        return last[at] if last[:1] == ("piece",) and len(last) > at else ""


def fields_of(text: str, mark: str) -> list[str]:
    """The fields of a text between marks; a mark behind a backslash belongs to the field.

    >>> fields_of("a;b\\\\;c;", ";")
    ['a', 'b;c', '']
    >>> fields_of("'a b'", ";")
    ['a b']
    """
    found: list[str] = []
    run: list[str] = []
    for part in text.split(mark):
        if run and not run[-1].endswith("\\"):
            found.append(mark.join(run))
            run.clear()
        run.append(part)
    found.append(mark.join(run))
    return [_bare(field.replace("\\" + mark, mark)) for field in found]


def field_text(fields: list[str], mark: str) -> str:
    """The text whose fields :func:`fields_of` finds.

    >>> field_text(["a", "b;c", ""], ";")
    'a;b\\\\;c;'
    """
    return mark.join(_quoted(field, mark) for field in fields)


def _bare(field: str) -> str:
    is_quoted = len(field) > 1 and field[0] == field[-1] == "'"
    return field[1:-1] if is_quoted else field


def _quoted(field: str, mark: str) -> str:
    own = field.replace(mark, "\\" + mark)
    is_odd = field.startswith("\\") or field.endswith("\\")
    is_odd = is_odd or (len(field) > 1 and field[0] == field[-1] == "'")
    return f"'{own}'" if is_odd else own


def piece_of(definition: str, where: str) -> VassalPiece:
    """The piece a definition makes, its prototypes only named.

    Raises KnownError when it is none, has more than 500 traits, or is too long.
    """
    text = definition.strip("\n\r ")
    if len(text) > LONGEST:
        raise KnownError(where, "is too long for a piece.", "Correct the module.")
    parts = fields_of(text, "/")
    if parts[0] != "+" or len(parts) < 4:
        raise KnownError(where, "is no piece of VASSAL.", "Correct the module.")
    return VassalPiece(tuple(_traits(parts[2], parts[3], where)))


def _traits(type_: str, state: str, where: str) -> list[Trait]:
    """The traits of a type and a state, outermost first."""
    found: list[Trait] = []
    while True:
        # The first tab that no backslash stands before parts a trait from those inside it.
        outer, inner = _parted(type_)
        own, rest = _parted(state)
        found.append(Trait(tuple(fields_of(outer, ";")), own, outer))
        if inner is None:
            return found
        if len(found) >= MOST_TRAITS:
            what = f"has more than {MOST_TRAITS} traits."
            raise KnownError(where, what, "Correct the module.")
        type_, state = inner, rest or ""


def _parted(text: str) -> tuple[str, str | None]:
    fields = fields_of(text, "\t")
    return fields[0], "\t".join(fields[1:]) if len(fields) > 1 else None


def with_prototypes(
    piece: VassalPiece, known: Mapping[str, VassalPiece], where: str
) -> VassalPiece:
    """A piece with the traits of its prototypes in their places.

    A prototype that is not there stays named. Raises KnownError for prototypes in a circle.
    """
    traits = _spread(piece.traits, known, (), where)
    if len(traits) > 20 * MOST_TRAITS:
        raise KnownError(where, "has far too many traits.", "Correct the module.")
    return VassalPiece(tuple(traits))


def _spread(
    traits: tuple[Trait, ...], known: Mapping[str, VassalPiece], above: tuple[str, ...], where: str
) -> list[Trait]:
    found: list[Trait] = []
    for trait in traits:
        found.append(trait)
        name = trait.fields[1] if trait.kind == "prototype" and len(trait.fields) > 1 else ""
        if name not in known:
            continue
        if name in above:
            way = " > ".join((*above, name))[:200]
            raise KnownError(where, f"its prototypes go in a circle: {way}.", "Correct the module.")
        if len(above) >= DEEPEST_PROTOTYPE:
            what = f"its prototypes are nested more than {DEEPEST_PROTOTYPE} deep."
            raise KnownError(where, what, "Correct the module.")
        inner = _spread(known[name].traits, known, (*above, name), where)
        # The innermost trait of a prototype is an empty piece that stands for the user of it.
        found[-1:] = [trait, *(one for one in inner if one.kind != "piece")]
        if len(found) > 20 * MOST_TRAITS:
            raise KnownError(where, "has far too many traits.", "Correct the module.")
    return found
