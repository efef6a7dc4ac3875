"""Units made of the counters of a sheet: colour is nation, ratings are named as the game does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from maps.errors import KnownError, counted
from oob.edits import Change, apply, joined, put_nation, put_units
from oob.looks import COUNTER, PICTURE, CounterLook, look_text, put_notes
from oob.model import Face, Nation, OrderOfBattle, Size, Unit, UnitId
from oob.sheets.arrays import Bytes, Floats
from oob.sheets.inks import ground_colour_of
from oob.sheets.matching import Seen, kept_picture
from oob.words import REDUCED, slug

ATTACK, DEFENSE, MOVE = "attack", "defense", "move"
"""The ratings that every game knows; others are traits of a unit, like ``morale 7``."""

USUAL: Mapping[int, tuple[str, ...]] = {
    1: (ATTACK,),
    2: (ATTACK, MOVE),
    3: (ATTACK, DEFENSE, MOVE),
    4: (ATTACK, DEFENSE, MOVE, "morale"),
}
"""What ratings of so many numbers usually are, in the order they are printed."""

_RATINGS = re.compile(r"[\d()/*–\- ]*")
_NAME = re.compile(r"[a-z][a-z ]*")
_HUE, _LIGHT = 128.0, 0.3
_SAME, _APART = 3.0, 14.0
_SURE_TYPE = 0.2


class Role(StrEnum):
    """What a counter is made into."""

    UNIT = "unit"
    LEADER = "leader"
    MARKER = "marker"
    NOTHING = "left out"


@dataclass(frozen=True, slots=True)
class Group:
    """Counters whose cards have one colour, by their names."""

    fill: tuple[int, int, int]
    counters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What one counter of a sheet is taken for: ``name`` is its place on the sheet, ``group`` the
    number of its colour, ``title`` the unit's name; ``back`` is what its reverse has for ratings.
    """

    name: str
    group: int
    role: Role
    title: str
    ratings: str
    type: str
    size: str = ""
    back: str = ""


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose the counters of a colour are."""

    nation: str
    side: str


def groups(seen: Sequence[Seen]) -> list[Group]:
    """Counters by the colour of their card, the largest group first.

    What is nearest in colour comes together first, until groups are clearly of two colours.
    Lightness counts for less than hue, since light changes from side to side of a scan.
    """
    if not seen:
        return []
    fills = np.array([ground_colour_of(one.picture) for one in seen], dtype=np.float64)
    light = fills.mean(axis=1, keepdims=True)
    places = np.hstack([(fills / np.maximum(light, 24.0) - 1.0) * _HUE, light * _LIGHT])
    clusters = _merged(_gathered(places), places)
    found = []
    for own in clusters:
        fill = np.median(fills[own], axis=0)
        names = tuple(seen[at].name for at in own)
        found.append(Group((int(fill[0]), int(fill[1]), int(fill[2])), names))
    return sorted(found, key=lambda group: (-len(group.counters), group.counters))


def _gathered(places: Floats) -> list[list[int]]:
    """Numbers of counters that are nearly the same, so that few groups are left to merge."""
    found: list[list[int]] = []
    middles: list[Floats] = []
    for at, place in enumerate(places):
        far = [float(np.abs(place - middle).max()) for middle in middles]
        if far and min(far) < _SAME:
            found[int(np.argmin(far))].append(at)
        else:
            found.append([at])
            middles.append(place)
    return found


def _merged(clusters: list[list[int]], places: Floats) -> list[list[int]]:
    """The two nearest groups made one, as long as their usual colours are near."""
    while len(clusters) > 1:
        middles = np.stack([places[own].mean(axis=0) for own in clusters])
        far = np.linalg.norm(middles[:, None, :] - middles[None, :, :], axis=2)
        np.fill_diagonal(far, np.inf)
        one, two = divmod(int(far.argmin()), len(clusters))
        if far[one, two] > _APART:
            break
        low, high = min(one, two), max(one, two)
        clusters[low] = sorted(clusters[low] + clusters[high])
        del clusters[high]
    return clusters


def proposals(
    seen: Sequence[Seen], found: Sequence[Group], backs: Mapping[str, str] | None = None
) -> list[Proposal]:
    """What each counter is taken for, in the order of the sheet.

    Without a symbol it is a leader, without ratings too a marker. ``backs`` are the ratings read on
    reverses, by the name of the counter.
    """
    group_of = {name: at for at, group in enumerate(found) for name in group.counters}
    numbers: Counter[tuple[int, Role]] = Counter()
    made = []
    for one in seen:
        group = group_of[one.name]
        role = _role(one)
        numbers[group, role] += 1
        number = str(numbers[group, role])
        title = number if role is Role.UNIT else f"{role.value.capitalize()} {number}"
        made.append(
            Proposal(
                one.name,
                group,
                role,
                title,
                "" if role is Role.MARKER else one.ratings,
                one.type if role is Role.UNIT else role.value,
                one.size if role is Role.UNIT else "",
                (backs or {}).get(one.name, "") if role is Role.UNIT else "",
            )
        )
    return made


def _role(one: Seen) -> Role:
    if one.type and one.type_sure >= _SURE_TYPE:
        return Role.UNIT
    return Role.LEADER if one.ratings else Role.MARKER


def field_names(text: str) -> tuple[str, ...]:
    """The names of ratings from a text like ``attack-defense-move``. Raises KnownError."""
    names = tuple(" ".join(part.split()).casefold() for part in re.split(r"[-,–]", text))
    odd = next((name for name in names if not _NAME.fullmatch(name)), None)
    if odd is not None:
        raise KnownError(text or "nothing", "names no ratings.", "Write attack-defense-move.")
    if len(set(names)) < len(names):
        raise KnownError(text, "names a rating twice.", "Give each number its own name.")
    return names


def numbers_of(text: str) -> tuple[int, ...]:
    """The numbers of ratings as they are printed: ``4(2)-6`` has three.

    Raises KnownError for what is no ratings.

    >>> numbers_of("5-3-8"), numbers_of("4(2)-6"), numbers_of("")
    ((5, 3, 8), (4, 2, 6), ())
    """
    if not _RATINGS.fullmatch(text):
        raise KnownError(text, "is no ratings.", "Write numbers parted by dashes, like 5-3-8.")
    found = re.findall(r"\d+", text)
    if any(len(number) > 3 for number in found):
        raise KnownError(text, "has a number above 999.", "Is a dash missing?")
    return tuple(map(int, found))


def counts(made: Iterable[Proposal]) -> tuple[int, ...]:
    """How many numbers the ratings of these counters have, each count once, least first.

    What cannot be read is left out.
    """
    found = set[int]()
    for one in made:
        for text in (one.ratings, one.back):
            try:
                found.add(len(numbers_of(text)))
            except KnownError:
                continue
    return tuple(sorted(found - {0}))


def made_into(
    order: OrderOfBattle,
    made: Sequence[Proposal],
    found: Sequence[Group],
    owners: Sequence[Owner],
    names: Mapping[int, tuple[str, ...]],
    fronts: Mapping[str, Bytes],
    backs: Mapping[str, Bytes] | None = None,
) -> tuple[Change, dict[str, UnitId]]:
    """The change that adds counters to an order of battle as units with their pictures, as one step
    of undo, and the new unit of each counter.

    ``owners`` says whose each group is; ``names`` what ratings of so many numbers are. Raises
    KnownError, naming the counter, for ratings that cannot be read or have no names, a size that is
    none, or a nation without a name.
    """
    nations: dict[str, Nation] = {}
    notes: dict[str, str] = {}
    units: dict[UnitId, Unit] = {}
    ids: dict[str, UnitId] = {}
    for one in made:
        if one.role is Role.NOTHING:
            continue
        nation = _nation(order, owners[one.group], found[one.group])
        nation = nations.setdefault(nation.id, nation)
        unit, look = _unit(one, nation, names, {*order.units, *units})
        units[unit.id] = unit
        ids[one.name] = unit.id
        for side, pictures in (("picture", fronts), ("back_picture", backs or {})):
            if one.name in pictures:
                key, text = kept_picture(pictures[one.name])
                notes[key] = text
                look = replace(look, **{side: key.removeprefix(PICTURE)})
        notes[COUNTER + unit.id] = look_text(look)
    label = f"Make {counted(len(units), 'unit')} of a sheet"
    work = replace(
        order, nations=dict(order.nations), units=dict(order.units), notes=dict(order.notes)
    )
    changes = []
    for nation in nations.values():
        changes.append(put_nation(work, nation))
        apply(work, changes[-1])
    changes.append(put_units(work, units.values(), label))
    apply(work, changes[-1])
    return joined([*changes, put_notes(work, notes, label)], label), ids


def _nation(order: OrderOfBattle, owner: Owner, group: Group) -> Nation:
    name, side = owner.nation.strip(), owner.side.strip() or owner.nation.strip()
    id_ = slug(name)
    if not id_:
        first = group.counters[0]
        raise KnownError(first, "nobody has counters of its colour.", "Name their nation.")
    dark = sum(group.fill) < 3 * 128
    fill = "#" + "".join(f"{part:02x}" for part in group.fill)
    ink = "#ffffff" if dark else "#1d1c19"
    return order.nations.get(id_) or Nation(id_, name, slug(side), fill, ink)


def _unit(
    one: Proposal, nation: Nation, names: Mapping[int, tuple[str, ...]], taken: set[UnitId]
) -> tuple[Unit, CounterLook]:
    front, traits = _face(one, one.ratings, names)
    faces: tuple[Face, ...] = (front,)
    if one.back:
        back, _ = _face(one, one.back, names)
        faces = (front, replace(back, label=REDUCED))
    try:
        size = Size(one.size)
    except ValueError:
        where = f"{one.name}, size {one.size!r}"
        raise KnownError(where, "is none.", "Write XX, X, III, II, I, or nothing.") from None
    title = one.title.strip() or one.name
    base = slug(f"{nation.id} {title}")
    id_, number = base, 2
    while UnitId(id_) in taken:
        id_, number = f"{base}-{number}", number + 1
    unit = Unit(
        UnitId(id_), title, nation.id, nation.side, one.type.strip().casefold() or one.role.value,
        size, faces, steps=len(faces), traits=traits,
    )  # fmt: skip
    shown = one.ratings if one.ratings != front.ratings() else ""
    behind = one.back if one.back and one.back != faces[-1].ratings() else ""
    return unit, CounterLook(ratings=shown, back_ratings=behind)


def _face(
    one: Proposal, text: str, names: Mapping[int, tuple[str, ...]]
) -> tuple[Face, frozenset[str]]:
    """A face from printed ratings, and what of them are traits."""
    try:
        numbers = numbers_of(text)
    except KnownError as wrong:
        raise KnownError(f"{one.name}, {text!r}", wrong.what, wrong.fix) from None
    if not numbers:
        return Face(None, None, None), frozenset()
    own = names.get(len(numbers))
    if own is None or len(own) != len(numbers):
        what = f"nothing says what {counted(len(numbers), 'rating is', 'ratings are')}."
        raise KnownError(f"{one.name}, {text!r}", what, "Name each of them.")
    values = dict(zip(own, numbers, strict=True))
    face = Face(values.get(ATTACK), values.get(DEFENSE), values.get(MOVE), text.startswith("("))
    others = (name for name in own if name not in (ATTACK, DEFENSE, MOVE))
    return face, frozenset(f"{name} {values[name]}" for name in others)
