"""The facts of a row one by one, as text in and out: what the table shows, edits and compares."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from maps.errors import KnownError, counted, nearest
from maps.untyped import JsonObject
from oob.notation.model import Action, Item, Kind, Roster
from oob.notation.text.entries import GRADE, Misread, looks_like_entry, ratings_of, read_ratings
from oob.notation.text.keyed import is_keyed
from oob.notation.text.printer import faults_of
from oob.notation.text.words import FREE, SIZES

_BACK = re.compile(r"(no cdr|(cdr|full|reduced) \d{1,2}(-\d{1,2}){1,2})?")
_GRADE = re.compile(f"({GRADE.pattern})?")
_NAMED = (Kind.GROUND, Kind.FLOTILLA, Kind.FACTORY, Kind.CAPITAL, Kind.RAILHEAD, Kind.MARKER)
_MOST = 9999


@dataclass(frozen=True, slots=True)
class Field:
    """One fact: its id, its title, how it is read, and how a text is written into it.

    ``write`` raises KnownError for a text that cannot stand there. ``number`` sorts as a number.
    """

    id: str
    title: str
    read: Callable[[Item], str]
    write: Callable[[Item, str], Item]
    number: bool = False
    tip: str = ""


def edited(item: Item, field: str, text: str, *, free: bool = False) -> Item:
    """An item with one fact changed; ``free`` where ratings and sizes are those of any game. Raises
    KnownError for a text that cannot stand there.

    Text the notation could not say is refused, so that what is edited can always be printed.
    """
    known = BY_ID[field]
    clean = " ".join(text.split())
    for sign in "[]":
        if sign in clean and field != "tags":
            raise KnownError(known.title, f"{sign} cannot stand in it.", "Use round brackets.")
    try:
        after = (FREELY.get(field, known.write) if free else known.write)(item, clean)
    except Misread as wrong:
        raise KnownError(known.title, wrong.what, wrong.fix) from None
    heads = (FREE,) if free else ()
    if faults_of(Roster(items=[after], heads=heads)) and not faults_of(
        Roster(items=[item], heads=heads)
    ):
        what = f"{clean[:30]!r} would be read back as something else."
        raise KnownError(known.title, what, "Write it otherwise.")
    return after


def _section(name: str) -> tuple[Callable[[Item], str], Callable[[Item, str], Item]]:
    def read(item: Item) -> str:
        return str(getattr(item.section, name))

    def write(item: Item, text: str) -> Item:
        change: JsonObject = {name: text}
        return replace(item, section=replace(item.section, **change))

    return read, write


def _name(item: Item, text: str) -> Item:
    if item.kind in (Kind.AIR, Kind.SHIP) and not text:
        raise Misread("it needs a name.", "Write the model or the name of the ship.")
    if "," in text or "×" in text or "(" in text:
        raise Misread(f"{text[:20]!r} is no single name.", "Make a new unit for each name.")
    if not text:
        return replace(item, ids=())
    if item.kind in _NAMED and item.count > 1:
        raise Misread(
            f"one name cannot be that of {counted(item.count, 'unit')}.",
            "Set the count to 1 first.",
        )
    if item.kind not in (*_NAMED, Kind.AIR, Kind.SHIP):
        raise Misread("it is counted and has no name.", "Write it as a note.")
    return replace(item, ids=(text,))


def _count(item: Item, text: str) -> Item:
    number = _whole(text, "count")
    if not number or not 1 <= number <= _MOST:
        raise Misread(f"{text[:20]!r} is no count.", "Write a number from 1.")
    if number > 1 and item.ids and item.kind in (*_NAMED, Kind.SHIP):
        raise Misread("a unit with a name is one.", "Make new units, or remove its name.")
    return replace(item, count=number)


def _whole(text: str, what: str) -> int | None:
    if not text:
        return None
    if not re.fullmatch(r"\d{1,4}", text):
        raise Misread(f"{text[:20]!r} is no {what}.", "Write a whole number.")
    return int(text)


def _ratings(item: Item, text: str) -> Item:
    if item.kind is not Kind.GROUND and text:
        raise Misread("only ground units have ratings.", "Leave it empty.")
    attack, defense, move, starred = read_ratings(text) if text else (None, None, None, False)
    return replace(item, attack=attack, defense=defense, move=move, starred=starred)


def _free_ratings(item: Item, text: str) -> Item:
    if item.kind is not Kind.GROUND or not text:
        return _ratings(item, text)
    attack, defense, move, starred = read_ratings(text, free=True)
    return replace(item, attack=attack, defense=defense, move=move, starred=starred)


def _attack(item: Item, text: str, *, free: bool = False) -> Item:
    number = _whole(text, "attack strength")
    same = item.defense == item.attack
    wanted = replace(item, attack=number, defense=number if same else item.defense)
    return _rated(wanted, free=free)


def _defense(item: Item, text: str, *, free: bool = False) -> Item:
    return _rated(replace(item, defense=_whole(text, "defense strength")), free=free)


def _rated(item: Item, *, free: bool = False) -> Item:
    """An item whose ratings can be printed and read back."""
    if item.move is not None:
        read_ratings(ratings_of(item), free=free)
    if item.move is None and (item.attack is not None or item.defense is not None):
        raise Misread("it has no movement.", "Write the ratings whole, like 8-6.")
    if (item.attack is None) != (item.defense is None):
        raise Misread("attack and defense go together.", "Write the ratings whole, like 5-3-8.")
    return item


def _move(item: Item, text: str, *, free: bool = False) -> Item:
    move = "R" if text.upper() == "R" else _whole(text, "movement")
    return _rated(replace(item, move=move), free=free)


def _size(item: Item, text: str) -> Item:
    if item.kind is not Kind.GROUND and text:
        raise Misread("only ground units have a size.", "Leave it empty.")
    if text not in SIZES and item.kind is Kind.GROUND:
        raise Misread(f"the size {text[:20]!r} is unknown.", nearest(text, SIZES))
    return replace(item, size=text)


def _free_size(item: Item, text: str) -> Item:
    return _size(item, text) if text else replace(item, size="")


def _action(item: Item, text: str) -> Item:
    try:
        action = Action(text)
    except ValueError:
        raise Misread(f"nothing is {text[:20]!r}.", nearest(text, list(Action))) from None
    if is_keyed(item) and item.suffix.startswith("Lend-Lease "):
        raise Misread("what is lent arrives.", "Remove its suffix first.")
    return replace(item, action=action)


def _pattern(name: str, form: re.Pattern[str], fix: str) -> Callable[[Item, str], Item]:
    def write(item: Item, text: str) -> Item:
        if not form.fullmatch(text):
            raise Misread(f"{text[:20]!r} cannot be read.", fix)
        change: JsonObject = {name: text}
        return replace(item, **change)

    return write


def _type(item: Item, text: str) -> Item:
    if item.kind not in (Kind.GROUND, Kind.ANY):
        raise Misread("only ground units have a type of their own.", "Make a new entry instead.")
    if not text or '"' in text:
        raise Misread("a unit needs a type.", "Write Infantry, Panzer, Artillery ...")
    return replace(item, type=text)


def _suffix(item: Item, text: str) -> Item:
    if "(" in text or ")" in text:
        raise Misread("brackets are set around it anyway.", "Leave them out.")
    return replace(item, suffix=text)


def _heading(name: str) -> Callable[[Item, str], Item]:
    _, set_to = _section(name)

    def write(item: Item, text: str) -> Item:
        if looks_like_entry(text):
            raise Misread(f"{text[:20]!r} looks like a unit.", "Begin a heading with a word.")
        return set_to(item, text)

    return write


def tags_text(item: Item) -> str:
    """What only counters have, as text: ``traits light; id german-1``."""
    return "; ".join(f"{key} {text}".rstrip() for key, text in item.tags if key != "apart")


def _plain(name: str) -> Callable[[Item], str]:
    def read(item: Item) -> str:
        value = getattr(item, name)
        return "" if value is None else str(value)

    return read


def _note(item: Item, text: str) -> Item:
    return replace(item, note=text)


def _fixed(item: Item, text: str) -> Item:
    raise Misread("it is not edited here.", "Make a new unit of the other kind instead.")


def _words(name: str) -> Callable[[Item], str]:
    return _section(name)[0]


FIELDS: tuple[Field, ...] = (
    Field("name", "Name", lambda item: ", ".join(item.ids), _name, tip="Number or name"),
    Field("type", "Type", _plain("type"), _type),
    Field("size", "Size", _plain("size"), _size, tip="XX, X, III, II, I, Cdr ..."),
    Field("ratings", "Ratings", ratings_of, _ratings, tip="Attack-defense-movement, * supported"),
    Field("attack", "Att", _plain("attack"), _attack, True, "Attack strength"),
    Field(
        "defense",
        "Def",
        _plain("defense"),
        _defense,
        True,
        "Defense strength",
    ),
    Field("move", "Move", _plain("move"), _move, True, "Movement, R for rail only"),
    Field("count", "Count", _plain("count"), _count, True),
    Field(
        "back",
        "Back",
        _plain("back"),
        _pattern("back", _BACK, "Write cdr 3-6, reduced 4-6 or no cdr."),
        tip="What the reverse shows",
    ),
    Field("suffix", "Service", _plain("suffix"), _suffix, tip="SS, LW, Gds ..."),
    Field("side", "Side", _words("side"), _section("side")[1]),
    Field("nationality", "Nationality", _words("nationality"), _section("nationality")[1]),
    Field("turn", "Turn", _words("turn"), _section("turn")[1]),
    Field("action", "Action", lambda item: item.action.value, _action),
    Field("group", "Group", _words("group"), _heading("group"), tip="Army group or district"),
    Field("force", "Force", _words("force"), _heading("force"), tip="Army or place"),
    Field("part", "Part", _words("part"), _heading("part"), tip="Corps or place inside it"),
    Field("area", "Area", _words("area"), _section("area")[1], tip="Where it sets up"),
    Field("kind", "Kind", lambda item: item.kind.value, _fixed),
    Field(
        "grade",
        "Sure",
        _plain("grade"),
        _pattern("grade", _GRADE, "Write H, H-, E, X or P, like H/X."),
        tip="How sure a reconstructed line is: units and dates, then ratings",
    ),
    Field("note", "Note", _plain("note"), _note),
    Field("tags", "More", tags_text, _fixed, tip="What only counters have"),
)
"""All facts of a row, in the order the table shows them."""

FREELY: Mapping[str, Callable[[Item, str], Item]] = {
    "size": _free_size,
    "ratings": _free_ratings,
    "attack": partial(_attack, free=True),
    "defense": partial(_defense, free=True),
    "move": partial(_move, free=True),
}
"""How facts are written where ratings and sizes are those of any game."""

BY_ID = {field.id: field for field in FIELDS}
"""The facts by id."""
