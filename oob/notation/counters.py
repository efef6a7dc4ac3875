"""An order of battle of counters as a roster, and back, without loss.

A roster says where a unit stands and when it comes by its section and action; what only counters
have (ids, traits, faces that are modes, prices) goes into tags, and what belongs to the whole
(nations with their colours, formations, choices, facts) into heads. Each value of a head is JSON.
Set-ups stand under the turn ``Set-up``, units that never come under ``Unplaced``; a turn of the
schedule is its number, ``any`` for every turn.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from maps.errors import KnownError, nearest
from maps.files.reading import json_of
from oob.formats import faces as faces_text
from oob.formats.cursor import Cursor
from oob.model import (
    DepleteChoice,
    EntryKind,
    Face,
    Formation,
    Nation,
    OrderOfBattle,
    ScheduleEntry,
    SetUp,
    Size,
    Unit,
    UnitId,
)
from oob.notation.model import Action, Item, Kind, Roster, Section
from oob.notation.text.entries import MOVES, Misread, read_ratings
from oob.notation.text.lines import join
from oob.notation.text.words import SPELLED, TYPES, spelled
from oob.words import REDUCED, derived_id, usual_steps

SET_UP, UNPLACED, ANY_TURN = "Set-up", "Unplaced", "any"
_MARK = ("counters", "1")
_ACTIONS = {
    EntryKind.ARRIVES: Action.REINFORCE,
    EntryKind.WITHDRAWS: Action.WITHDRAW,
    EntryKind.OPTIONAL: Action.OPTIONAL,
    EntryKind.CONVERTS: Action.CONVERT_TO,
    EntryKind.SUBSTITUTE: Action.SUBSTITUTE,
}
_KINDS = {action: kind for kind, action in _ACTIONS.items()}
_PREFERRED = ("Armor", "Lt Infantry", "Motorized", "Artillery", "Infantry", "Rifle")
_WORDS = {
    spelled(word): word
    for word in (*sorted(set(TYPES) - set(_PREFERRED)), *_PREFERRED[::-1])
    if word in SPELLED or word.lower() not in SPELLED.values() or word in _PREFERRED
}
RAIL_ONLY: Final = "R"
"""How the notation writes the movement of a unit that has none of its own: it goes by rail."""
_SUFFIX = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_PLAIN = re.compile(r'[^;\[\]"\s](?:[^;\[\]"\n\r]*[^;\[\]"\s])?')
_HEADQUARTERS = "XX HQ"
Facts = tuple[tuple[str, str], ...]


def is_counters(roster: Roster) -> bool:
    """Whether a roster was made of counters, so that :func:`to_counters` gives them back."""
    return _MARK in roster.heads


_ROLL = 200
"""Ids in a line that says in which order units stand: lines that are too long are not read."""


def from_counters(order: OrderOfBattle) -> Roster:
    """The roster of an order of battle of counters; :func:`to_counters` gives it back."""
    seen: dict[UnitId, None] = {}
    items: list[Item] = []
    last: Facts | None = None
    for section, action, ids, facts in _slots(order):
        slot = _slot_of(section, action, facts)
        apart = (("apart", ""),) if slot == last else ()
        last = slot
        for id_ in ids:
            items.append(_item(order.units[id_], section, action, (*facts, *apart)))
            apart = ()
            seen[id_] = None
        if not ids:
            nobody = (*facts, *apart, ("nobody", ""))
            items.append(Item(Kind.MARKER, section, action, 1, "Marker", tags=nobody))
    for unit in order.units.values():
        if unit.id not in seen:
            items.append(_item(unit, Section(turn=UNPLACED), Action.INITIAL, ()))
            seen[unit.id] = None
    lines = join(replace(item, line=1) for item in items)
    return Roster(order.id, order.title, "printed", lines, tuple(_heads(order, seen)))


def to_counters(roster: Roster) -> OrderOfBattle:
    """The counters of a roster that :func:`from_counters` made, edited since or not.

    Raises KnownError for an entry counters have no word for, naming it.
    """
    gather = _Gather(OrderOfBattle(roster.id, roster.title))
    for key, said in roster.heads:
        gather.head(key, said)
    for item in roster.items:
        gather.take(item)
    return gather.done()


def nations_of(heads: Facts) -> dict[str, Nation]:
    """The nations among a roster's heads, by id, with their colours."""
    found = (_texts(said) for key, said in heads if key == "nation")
    return {texts[0]: Nation(*texts) for texts in found if len(texts) == 6}


def counter_of(item: Item) -> Unit:
    """One counter of an entry. Raises KnownError where its facts make none."""
    id_, name = _id_and_name(item, item.ids[0] if item.ids else "")
    return _unit(id_, name, item, dict(item.tags))


def facts_of(roster: Roster) -> dict[str, str]:
    """The facts and remarks among a roster's heads, by key. Raises KnownError for odd ones."""
    pairs = (_texts(said) for key, said in roster.heads if key == "fact")
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2}


def with_facts(heads: Facts, facts: Mapping[str, str]) -> Facts:
    """Heads with other facts and remarks than they had."""
    kept = tuple(pair for pair in heads if pair[0] != "fact")
    return (*kept, *(("fact", _json([key, text])) for key, text in facts.items()))


def row_ids(item: Item) -> tuple[UnitId, ...]:
    """The ids of the counters of an entry, made from nation and name where none is said.

    >>> from oob.notation.model import Item, Kind, Section
    >>> here = Section(nationality="british")
    >>> row_ids(Item(Kind.GROUND, here, Action.INITIAL, 2, "Armor", ids=("8#armor", "15")))
    ('british-8-armor', 'british-15')
    """
    return tuple(_id_and_name(item, said)[0] for said in item.ids)


def _slots(
    order: OrderOfBattle,
) -> Iterator[tuple[Section, Action, tuple[UnitId, ...], Facts]]:
    for setup in order.setups:
        facts = {"doubt": setup.doubt, "begins": str(setup.steps) if setup.steps else ""}
        section = Section(turn=SET_UP, force=setup.place)
        yield section, Action.INITIAL, setup.units, _said(facts)
    for entry in order.schedule:
        facts = {
            "cost": str(entry.cost) if entry.cost else "",
            "for": _list(entry.replaces),
            "remark": entry.note,
        }
        turn = str(entry.turn) if entry.turn else ANY_TURN
        section = Section(turn=turn, initial=False, force=entry.place)
        yield section, _ACTIONS[entry.kind], entry.units, _said(facts)


def _said(facts: dict[str, str]) -> Facts:
    return tuple((key, text) for key, text in facts.items() if text)


_SLOT_TAGS = ("doubt", "begins", "cost", "for", "remark")


def _slot_of(section: Section, action: Action, tags: Facts) -> Facts:
    """What all units of one set-up or schedule entry share."""
    place = (("turn", section.turn), ("force", section.force), ("action", action.value))
    return (*place, *(tag for tag in tags if tag[0] in _SLOT_TAGS))


def _heads(order: OrderOfBattle, seen: Iterable[UnitId]) -> Iterator[tuple[str, str]]:
    yield _MARK
    for n in order.nations.values():
        yield "nation", _json([n.id, n.name, n.side, n.fill, n.ink, n.band])
    for f in order.formations.values():
        yield "formation", _json([f.id, f.name, f.parent])
    for choice in order.choices:
        yield "choice", _json([str(choice.count), *choice.units])
    for key, text in order.notes.items():
        yield "fact", _json([key, text])
    names = list(order.units)
    if list(seen) != names:
        for at in range(0, len(names), _ROLL):
            yield "roll", _json(names[at : at + _ROLL])


def _json(texts: Sequence[str]) -> str:
    return json.dumps(texts, ensure_ascii=not all(text.isprintable() for text in texts))


def _list(texts: Iterable[str]) -> str:
    texts = list(texts)
    if all(_PLAIN.fullmatch(text) for text in texts):
        return "; ".join(texts)
    return _json(texts)


def _listed(text: str) -> list[str]:
    return _texts(text) if text.startswith("[") else [t.strip() for t in text.split(";") if t]


def _texts(text: str) -> list[str]:
    found = json_of(text, text[:40])
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise KnownError(text[:40], "this is no list of texts.", 'Write it like ["a", "b"].')
    return found


def _item(unit: Unit, section: Section, action: Action, facts: Facts) -> Item:
    attack, defense, move, back, exact = _ratings(unit.faces)
    name, id_ = _name(unit)
    word = _WORDS.get(unit.type, unit.type)
    tags = {
        "id": id_,
        "type": unit.type if spelled(word) != unit.type else "",
        "faces": "" if exact else faces_text.written(unit.faces),
        "steps": str(unit.steps) if unit.steps != usual_steps(unit.faces) else "",
        "traits": _list(sorted(unit.traits)),
        "formation": unit.formation,
    }
    return Item(
        kind=Kind.GROUND,
        section=replace(section, side=unit.side, nationality=unit.nation),
        action=action,
        count=1,
        type=word,
        size=unit.size.value,
        attack=attack,
        defense=defense,
        move=move or (None if move is None else RAIL_ONLY),
        ids=(name,),
        back=back,
        note=unit.note,
        tags=(*_said(tags), *facts),
    )


def _name(unit: Unit) -> tuple[str, str]:
    """The name as it is written, and the id where the name does not tell it."""
    derived = derived_id(unit.nation, unit.name)
    suffix = unit.id.removeprefix(f"{derived}-")
    bare = derived and "#" not in unit.name
    if bare and unit.id == derived:
        return unit.name, ""
    if bare and suffix != unit.id and _SUFFIX.fullmatch(suffix):
        return f"{unit.name}#{suffix}", ""
    return unit.name, unit.id


def _ratings(faces: Sequence[Face]) -> tuple[int | None, int | None, int | None, str, bool]:
    """Attack, defense, movement and back as an item has them, and whether that says all."""
    front = faces[0]
    said = (*_shown(front), "")
    exact = _is_plain(front) and not front.label and len(faces) < 3
    if len(faces) == 1 or not exact:
        return (*said, exact and len(faces) == 1)
    back = faces[1]
    if back.label != REDUCED or not _is_plain(back) or back.attack is None or back.move is None:
        return (*said, False)
    defense = "" if back.defense is None else f"{back.defense}-"
    return (*_shown(front), f"reduced {back.attack}-{defense}{back.move}", True)


def _shown(face: Face) -> tuple[int | None, int | None, int | None]:
    return face.attack, face.attack if face.defense is None else face.defense, face.move


def _is_plain(face: Face) -> bool:
    """Whether the notation's ratings say all of a face but its label."""
    if face.parenthesised:
        return False
    if face.attack is None:
        return face.defense is None and face.move in (None, *MOVES)
    numbers = (face.attack, face.attack if face.defense is None else face.defense)
    return (
        face.move in MOVES
        and face.defense != face.attack
        and all(0 <= number < 100 for number in numbers)
    )


_HEADS = {
    "nation": (5, 6),
    "formation": (2, 3),
    "choice": (1, sys.maxsize),
    "fact": (2, 2),
    "roll": (0, sys.maxsize),
}
"""How many texts each head has at least and at most."""
_COUNT = re.compile(r"-?[0-9]{1,9}")


@dataclass(slots=True)
class _Gather:
    """Counters as they are read back from rows."""

    order: OrderOfBattle
    roll: list[str] = field(default_factory=list)
    last: Facts | None = None

    def head(self, key: str, said: str) -> None:
        if (key, said) == _MARK:
            return
        if key not in _HEADS:
            raise KnownError(f"{key}: {said[:40]}", "counters have no such head.", "Remove it.")
        texts, (least, most) = _texts(said), _HEADS[key]
        odd = key == "choice" and not _COUNT.fullmatch(texts[0] if texts else "")
        if odd or not least <= len(texts) <= most:
            fix = "Write it as Sandtable does."
            raise KnownError(f"{key}: {said[:40]}", "it cannot be read.", fix)
        order = self.order
        match key:
            case "nation":
                order.nations[texts[0]] = Nation(*texts)
            case "formation":
                order.formations[texts[0]] = Formation(*texts)
            case "choice":
                units = tuple(map(UnitId, texts[1:]))
                order.choices.append(DepleteChoice(int(texts[0]), units))
            case "fact":
                order.notes[texts[0]] = texts[1]
            case _:
                self.roll.extend(texts)

    def take(self, item: Item) -> None:
        tags = dict(item.tags)
        nobody = "nobody" in tags and item.kind is Kind.MARKER
        ids = () if nobody else tuple(self._units(item, tags))
        slot = _slot_of(item.section, item.action, item.tags)
        if item.section.turn == UNPLACED:
            self.last = None
        elif slot != self.last or "apart" in tags:
            self._open(item, tags, ids)
            self.last = slot
        elif item.action is Action.INITIAL:
            here = self.order.setups[-1]
            self.order.setups[-1] = replace(here, units=here.units + ids)
        else:
            entry = self.order.schedule[-1]
            self.order.schedule[-1] = replace(entry, units=entry.units + ids)

    def done(self) -> OrderOfBattle:
        units = self.order.units
        rest = [id_ for id_ in units if id_ not in set(self.roll)]
        known = [UnitId(id_) for id_ in self.roll if id_ in units]
        self.order.units = {id_: units[id_] for id_ in (*known, *rest)}
        return self.order

    def _open(self, item: Item, tags: dict[str, str], ids: tuple[UnitId, ...]) -> None:
        here = item.section
        if item.action is Action.INITIAL:
            steps = _whole(tags.get("begins", "0"), item)
            self.order.setups.append(SetUp(here.force, ids, tags.get("doubt", ""), steps))
            return
        kind = _KINDS.get(item.action)
        if kind is None:
            what = f"counters have no word for {item.action.value!r}."
            raise KnownError(_where(item), what, "Give it another action.")
        turn = 0 if here.turn == ANY_TURN else _whole(here.turn, item)
        replaced = tuple(map(UnitId, _listed(tags.get("for", ""))))
        cost = _whole(tags.get("cost", "0"), item)
        entry = ScheduleEntry(kind, turn, here.force, ids, cost, replaced, tags.get("remark", ""))
        self.order.schedule.append(entry)

    def _units(self, item: Item, tags: dict[str, str]) -> Iterator[UnitId]:
        if item.kind is not Kind.GROUND or len(item.ids) != item.count:
            raise KnownError(_where(item), "it is no counter with a name.", "Name each unit.")
        nation = item.section.nationality
        if nation not in self.order.nations:
            fix = nearest(nation, self.order.nations)
            raise KnownError(_where(item), f"there is no nation {nation!r}.", fix)
        for said in item.ids:
            id_, name = _id_and_name(item, said)
            if not id_:
                raise KnownError(_where(item), "no id can be made of its name.", "Name it again.")
            if id_ not in self.order.units:
                self.order.units[id_] = _unit(id_, name, item, tags)
            yield id_


def _id_and_name(item: Item, said: str) -> tuple[UnitId, str]:
    stated = dict(item.tags).get("id", "")
    if stated:
        return UnitId(stated), said
    name, _, suffix = said.partition("#")
    derived = derived_id(item.section.nationality, name)
    return UnitId(f"{derived}-{suffix}" if suffix else derived), name


def _unit(id_: UnitId, name: str, item: Item, tags: dict[str, str]) -> Unit:
    faces = _faces(item, tags)
    try:
        size = Size.HEADQUARTERS if item.size == _HEADQUARTERS else Size(item.size)
    except ValueError:
        fix = nearest(item.size, [one.value for one in Size])
        raise KnownError(_where(item), f"there is no size {item.size!r}.", fix) from None
    steps = _whole(tags["steps"], item) if "steps" in tags else usual_steps(faces)
    return Unit(
        id=id_,
        name=name,
        nation=item.section.nationality,
        side=item.section.side,
        type=tags.get("type") or spelled(item.type),
        size=size,
        faces=faces,
        steps=steps,
        traits=frozenset(_listed(tags.get("traits", ""))),
        formation=tags.get("formation", ""),
        note=item.note,
    )


def _faces(item: Item, tags: dict[str, str]) -> tuple[Face, ...]:
    """The faces of a row: its ratings rule the front, whatever its tag says of the rest."""
    defense = None if item.defense == item.attack else item.defense
    going = 0 if item.move == RAIL_ONLY and "faces" in tags else item.move
    if isinstance(going, str):
        raise KnownError(_where(item), "a counter has no movement R.", "Write a number.")
    if "faces" in tags:
        found = faces_text.read(Cursor(_where(item), tags["faces"]))
        ratings = (item.attack, item.defense, going)
        if _shown(found[0]) == ratings:
            return found
        front = replace(found[0], attack=item.attack, defense=defense, move=going)
        return (front, *found[1:])
    front = Face(item.attack, defense, going)
    kind, _, said = item.back.partition(" ")
    if kind not in ("cdr", "reduced"):
        return (front,)
    try:
        attack, weak, move, _ = read_ratings(said, free=True)
    except Misread as wrong:
        raise KnownError(_where(item), wrong.what, wrong.fix) from None
    number = move if isinstance(move, int) else None
    return (front, Face(attack, None if weak == attack else weak, number, label=REDUCED))


def _whole(text: str, item: Item) -> int:
    if not re.fullmatch(r"-?\d{1,6}", text):
        raise KnownError(_where(item), f"{text[:20]!r} is no number.", "Write a whole number.")
    return int(text)


def _where(item: Item) -> str:
    name = ", ".join(item.ids) or item.type
    place = item.section.force or item.section.turn
    return f"{name} ({place})" if place else name
