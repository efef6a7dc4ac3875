"""One entry of the notation, in and out: units, position AA, points, ships, flotillas, markers."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace

from maps.errors import nearest
from oob.notation.model import Action, Item, Kind, Move, Section
from oob.notation.text.words import FREE, SIZES, TAG_KEYS, TYPES
from oob.words import SIZELESS

TAG = re.compile(r" *\[([^\[\]]*)\]$")
GRADE = re.compile(r"(P|H-?|E|X)(/(P|H-?|E|X))?")
"""How surely an entry is known: units and dates, and behind the slash ratings."""
_FACT = re.compile(rf"({'|'.join(TAG_KEYS)})(?: (.+))?")
_BACK = re.compile(r"no cdr|(cdr|full|reduced) \d{1,2}(-\d{1,2}){1,2}")
_RATINGS = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?(?:-(\d{1,2}|R))?(\*)?")
_FREE_RATINGS = re.compile(
    r"(\d{1,3})(?:-(\d{1,3})|\((\d{1,3})\))?(?:-(\d{1,3}|R))?(\*)?", re.ASCII
)
RAIL_ALONE = "R"
"""The ratings of a counter that has no strength and goes by rail alone."""
_SUFFIX = re.compile(r" \(([^()]+)\)$")
_COUNT = re.compile(r"(\d{1,4}) ?× ?")
_SIZE = re.compile(rf" ({'|'.join(SIZES)})(?= |$)")
_SHIP = re.compile(r"(BB|CA|\(CA\)|CL) (.+)")
MOVES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12)
"""Movement points that are printed on a unit."""

_NO_SIZE = "  "
"""What stands between type and names of a unit without a size mark."""

_DESTROYERS = "DD-Flot."
_POINTS = re.compile(r"(\d{1,4}) points? (hv|heavy|lt|Lt|light)( RR)? AA")
_COUNTED: tuple[tuple[Kind, str, re.Pattern[str], str], ...] = (
    (Kind.RESOURCE, "Resource Points", re.compile(r"(\d{1,4}) resource (?:points?|pt)"), ""),
    (Kind.REPAIR, "Naval Repair Point", re.compile(r"(\d{1,4}) repair points?"), ""),
    (Kind.ARMOR_RP, "Armor RP", re.compile(r"(\d{1,4}) armor RP"), ""),
    (Kind.SUPPLY, "Supply REs", re.compile(r"(\d{1,4}) supply REs?"), ""),
    (Kind.AIR_CONVERT, "Air Unit", re.compile(r"(\d{1,4}) air units"), ""),
)
_CROSSED = {
    "truck": (Kind.TRUCK, "Truck"),
    "fort": (Kind.FORT, "Fort"),
    "forts": (Kind.FORT, "Fort"),
    "fortified area": (Kind.FORTIFIED_AREA, "Fortified Area"),
    "permanent airfield": (Kind.AIRFIELD, "Permanent Airfield"),
    "factory": (Kind.FACTORY, "Factory"),
    "capital": (Kind.CAPITAL, "Capital"),
    "railhead": (Kind.RAILHEAD, "Railhead"),
    "river flotilla": (Kind.FLOTILLA, "River Flotilla"),
    "marker": (Kind.MARKER, "Marker"),
}
_CROSSED_WORD = re.compile(rf"({'|'.join(sorted(_CROSSED, key=len, reverse=True))})(?: (.+))?")
_REPLACEMENT = re.compile(r"(\d{1,4}) (Inf|Mtn|Arm|Air) RP")
_IDS_PER_COUNT = (Kind.FLOTILLA, Kind.FACTORY, Kind.CAPITAL, Kind.RAILHEAD, Kind.MARKER)
_FORM = "Write it like 5×8-6 Infantry XX 1, 11, 21, 58, 61 (SS)."


class Misread(ValueError):  # noqa: N818
    """An entry that is wrong: ``what`` says how, ``fix`` what to do."""

    def __init__(self, what: str, fix: str = "") -> None:
        super().__init__(what)
        self.what, self.fix = what, fix


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry stands, which it takes over: section, action and line; ``free`` where ratings
    and sizes are those of any game.
    """

    section: Section
    action: Action
    line: int = 0
    free: bool = False


@dataclass(frozen=True, slots=True)
class _Tags:
    """What is in brackets behind an entry."""

    back: str = ""
    grade: str = ""
    note: str = ""
    facts: tuple[tuple[str, str], ...] = ()

    def on(self, item: Item) -> Item:
        return replace(item, back=self.back, grade=self.grade, note=self.note, tags=self.facts)


def looks_like_entry(text: str) -> bool:
    """Whether a line starts as an entry does: with a count, or a ship.

    >>> looks_like_entry("2×truck"), looks_like_entry("18th Army."), looks_like_entry("BB Marat")
    (True, False, True)
    """
    return bool(
        _COUNT.match(text)
        or re.match(r"\d+ (?!\()[a-zA-Z]", text)
        or _SHIP.match(text)
        or text.startswith(_DESTROYERS)
    )


def is_free(heads: Iterable[tuple[str, str]]) -> bool:
    """Whether a roster with these heads has ratings and sizes of any game: one of counters, or one
    that says so.
    """
    return any(head in (FREE, ("counters", "1")) for head in heads)


def read(text: str, place: Place) -> Item:
    """The item of one entry. Raises Misread."""
    bare, tags = _tags(text.strip())
    bare, suffix = _suffix(bare)
    item = _ship(bare, place) or _counted(bare, place) or _crossed(bare, place)
    if item is None:
        item = _unit(bare, place)
    return tags.on(replace(item, suffix=suffix))


def read_model(text: str, kind: Kind, place: Place, suffix: str = "") -> Item:
    """One air unit of a list, ``14×Me 109F``. Raises Misread."""
    bare, tags = _tags(text.strip())
    found = _COUNT.match(bare)
    model = bare[found.end() :].strip() if found else ""
    if not found or not model or not int(found[1]):
        raise Misread(f"{text.strip()[:30]!r} is no air unit.", "Write it like 14×Me 109F.")
    item = _item(kind, place, int(found[1]), "Air Unit")
    return tags.on(replace(item, ids=(model,), suffix=suffix))


def split_list(text: str, sign: str) -> list[str]:
    """A list cut at a sign, but not inside brackets.

    >>> split_list("1×Ju 52 [note of 3, all], 2×Ju 88A", ",")
    ['1×Ju 52 [note of 3, all]', '2×Ju 88A']
    """
    parts, start = list[str](), 0
    brackets = [found.start() for found in re.finditer(r"[\[\]]", text)]
    for cut in re.finditer(sign, text):
        after = bisect_left(brackets, cut.end())
        if after == len(brackets) or text[brackets[after]] == "[":
            parts.append(text[start : cut.start()].strip())
            start = cut.end()
    return [*parts, text[start:].strip()]


def written(item: Item) -> str:
    """An item as one entry; air units as in a list, without their suffix."""
    if item.kind in (Kind.AIR,):
        return f"{item.count}×{item.ids[0]}{_written_tags(item)}"
    suffix = f" ({item.suffix})" if item.suffix else ""
    return f"{_body(item)}{suffix}{_written_tags(item)}"


def _body(item: Item) -> str:
    ids = f" {', '.join(item.ids)}" if item.ids else ""
    match item.kind:
        case Kind.GROUND:
            ratings = f"{ratings_of(item)} " if ratings_of(item) else ""
            return f"{item.count}×{ratings}{type_word(item.type)} {item.size}{ids}"
        case Kind.ANY:
            return f"{item.count}×{item.type} any"
        case Kind.SHIP:
            return _DESTROYERS if item.type == "Ship DD" else f"{item.type[5:]}{ids}"
        case Kind.POSITION_AA:
            return f"{item.count} point{'s' * (item.count != 1)} {item.type[12:]} AA"
        case Kind.RESOURCE:
            return f"{item.count} resource point{'s' * (item.count != 1)}"
        case Kind.REPAIR:
            return f"{item.count} repair point{'s' * (item.count != 1)}"
        case Kind.ARMOR_RP:
            return f"{item.count} armor RP"
        case Kind.SUPPLY:
            return f"{item.count} supply REs"
        case Kind.AIR_CONVERT:
            return f"{item.count} air units"
        case Kind.REPLACEMENT:
            return f"{item.count} {item.type}"
        case _:
            word = next(word for word, (kind, _) in _CROSSED.items() if kind is item.kind)
            return f"{item.count}×{word}{ids}"


def ratings_of(item: Item) -> str:
    """The ratings as printed, ``5-3-8*``; empty when the item has none."""
    if item.move is None:
        return ""
    star = "*" if item.starred else ""
    if item.attack is None:
        return f"{item.move}{star}"
    if item.attack == item.defense:
        return f"{item.attack}-{item.move}{star}"
    return f"{item.attack}-{item.defense}-{item.move}{star}"


def read_ratings(
    text: str, *, free: bool = False
) -> tuple[int | None, int | None, Move | None, bool]:
    """Attack, defense, movement and support dot of ``8-6``, ``5-3-8``, ``2-0-R`` or ``6``; ``free``
    ones may move as far as they like, have their defense in brackets, ``4(2)-6``, and no strength
    at all where they go by rail alone, ``R``.

    Raises Misread.
    """
    if free:
        return _free_ratings(text)
    found = _RATINGS.fullmatch(text)
    if not found or (found[3] is not None and found[2] is None and found[3] != "R"):
        raise Misread(f"the ratings {text[:20]!r} cannot be read.", "Write 8-6 or 5-3-8.")
    one, two, three, star = found.groups()
    if two is None and three is None:
        return None, None, int(one), bool(star)
    last = three if three is not None else two
    move: Move = "R" if last == "R" else int(last)
    if move != "R" and move not in MOVES:
        raise Misread(
            f"the ratings {text[:20]} end in a movement of {move}.",
            "Movement is 2 to 10, 12 or R: is a dash missing?",
        )
    if three is None or two is None:
        return int(one), int(one), move, bool(star)
    if one == two:
        raise Misread(f"the ratings {text[:20]} repeat themselves.", f"Write {one}-{last}.")
    return int(one), int(two), move, bool(star)


def _free_ratings(text: str) -> tuple[int | None, int | None, Move | None, bool]:
    if text == RAIL_ALONE:
        return None, None, "R", False
    found = _FREE_RATINGS.fullmatch(text)
    one, two, three, last, star = found.groups() if found else (None,) * 5
    middle = two if two is not None else three
    if one is None or (three is not None and last is None):
        fix = "Write 8-6, 5-3-8 or 4(2)-6; numbers beyond these are traits."
        raise Misread(f"the ratings {text[:20]!r} cannot be read.", fix)
    if middle is None and last is None:
        return None, None, int(one), bool(star)
    going = last if last is not None else middle
    move: Move = "R" if going == "R" else int(going or 0)
    defense = one if last is None or middle is None else middle
    return int(one), int(defense), move, bool(star)


def type_word(word: str) -> str:
    """A unit type as written: bare when it is a known word, else in quotes."""
    return word if word in TYPES else f'"{word}"'


def _item(kind: Kind, place: Place, count: int, word: str) -> Item:
    return Item(kind, place.section, place.action, count, word, line=place.line)


def _tags(text: str) -> tuple[str, _Tags]:
    tags: dict[str, str] = {}
    facts: list[tuple[str, str]] = []
    while found := TAG.search(text):
        said = found[1]
        key = "note" if said.startswith("note ") else ""
        key = key or ("grade" if GRADE.fullmatch(said) else "")
        key = key or ("back" if _BACK.fullmatch(said) else "")
        fact = None if key else _FACT.fullmatch(said)
        if fact and fact[1] not in dict(facts):
            facts.insert(0, (fact[1], fact[2] or ""))
        elif not key or key in tags:
            raise Misread(f"the tag [{said[:30]}] cannot be read.", "Write [cdr 3-6] or [H/X].")
        else:
            tags[key] = said[5:] if key == "note" else said
        text = text[: found.start()]
    back, grade, note = (tags.get(key, "") for key in ("back", "grade", "note"))
    return text, _Tags(back, grade, note, tuple(facts))


def _written_tags(item: Item) -> str:
    note = f"note {item.note}" if item.note else ""
    facts = (f"{key} {text}".rstrip() for key, text in item.tags)
    return "".join(f" [{tag}]" for tag in (item.back, item.grade, note, *facts) if tag)


def _suffix(text: str) -> tuple[str, str]:
    found = _SUFFIX.search(text)
    return (text[: found.start()], found[1]) if found else (text, "")


def _ship(text: str, place: Place) -> Item | None:
    if text == _DESTROYERS:
        return replace(_item(Kind.SHIP, place, 1, "Ship DD"), ids=(_DESTROYERS,))
    found = _SHIP.fullmatch(text)
    if not found:
        return None
    return replace(_item(Kind.SHIP, place, 1, f"Ship {found[1]}"), ids=(found[2],))


def _counted(text: str, place: Place) -> Item | None:
    aa = _POINTS.fullmatch(text)
    if aa:
        weight = "hv" if aa[2] in ("hv", "heavy") else "lt"
        return _item(Kind.POSITION_AA, place, int(aa[1]), f"Position AA {weight}{aa[3] or ''}")
    replacement = _REPLACEMENT.fullmatch(text)
    if replacement:
        return _item(Kind.REPLACEMENT, place, int(replacement[1]), f"{replacement[2]} RP")
    for kind, word, form, _ in _COUNTED:
        found = form.fullmatch(text)
        if found:
            return _item(kind, place, int(found[1]), word)
    return None


def _crossed(text: str, place: Place) -> Item | None:
    count = _COUNT.match(text)
    found = _CROSSED_WORD.fullmatch(text[count.end() :]) if count else None
    if not count or not found:
        return None
    kind, word = _CROSSED[found[1]]
    item = _item(kind, place, int(count[1]), word)
    ids = tuple(split_list(found[2], ",")) if found[2] else ()
    if ids and kind not in _IDS_PER_COUNT:
        raise Misread(f"{found[1]} has no ids, but {found[2][:20]!r} follows.", "Remove it.")
    return replace(item, ids=_whole_ids(ids, item.count))


def _unit(text: str, place: Place) -> Item:
    count = _COUNT.match(text)
    if not count:
        raise Misread("it does not begin with a count.", _FORM)
    body, number = text[count.end() :], int(count[1])
    if not number:
        raise Misread("the count is 0.", "Count at least one, or remove the entry.")
    if body.endswith(" any"):
        return _item(Kind.ANY, place, number, body.removesuffix(" any"))
    head, _, rest = body.partition(" ")
    if not head[:1].isdigit() and not (place.free and head == RAIL_ALONE):
        head, rest = "", body
    attack, defense, move, starred = (
        read_ratings(head, free=place.free) if head else (None, None, None, False)
    )
    quoted = rest.find('"', 1) if rest.startswith('"') else 0
    size = _SIZE.search(rest, max(0, quoted))
    if size and not (place.free and _NO_SIZE in rest[: size.start() + 1]):
        mark, named, after = size[1], rest[: size.start()], rest[size.end() :]
    elif rest[1 : max(1, quoted)].endswith(SIZELESS) or (place.free and quoted):
        mark, named, after = "", rest[: quoted + 1], rest[quoted + 1 :]
    elif place.free and (_NO_SIZE in rest or rest.strip() in TYPES):
        mark, (named, _, after) = "", rest.strip().partition(_NO_SIZE)
    else:
        none = " For none leave two spaces before the name." if place.free else ""
        raise Misread("no size mark is in it.", f"Known are {', '.join(SIZES)}.{none}")
    ids = tuple(split_list(after, ",")) if after.strip() else ()
    item = _item(Kind.GROUND, place, number, _type(named))
    return replace(
        item,
        size=mark,
        attack=attack,
        defense=defense,
        move=move,
        starred=starred,
        ids=_whole_ids(ids, number),
    )


def _type(text: str) -> str:
    if len(text) > 2 and text[0] == text[-1] == '"' and text[1:-1] not in TYPES:
        return text[1:-1]
    if text not in TYPES:
        fix = nearest(text, sorted(TYPES)) or f'Write it in quotes if it is meant: "{text}".'
        raise Misread(f"the unit type {text[:30]!r} is unknown.", fix)
    return text


def _whole_ids(ids: tuple[str, ...], count: int) -> tuple[str, ...]:
    if any(not id_ for id_ in ids):
        raise Misread("an id is missing between two commas.", "Write it, or remove a comma.")
    if ids and len(ids) != count:
        raise Misread(f"the count is {count} but the ids are {len(ids)}.", "Fix either.")
    return ids
