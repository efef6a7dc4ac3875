"""A roster instantiated: every ground unit of it as a counter, with its set-up and schedule.

What is no ground unit (air units, points, ships) is kept as notes in the notation, in order.
Half-months are numbered from the first, which is 1, and a turn that is a number is that one; units
of turns that depend on play (``Intervention``) stand in a holding place of that name. Who may be
converted or released is not always named in the notation; the note of the entry then says what the
text says.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from zlib import crc32

from maps.errors import KnownError, nearest
from oob.looks import SIDE_FILLS
from oob.model import (
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
from oob.notation.counters import counter_of, facts_of, is_counters, to_counters
from oob.notation.model import Action, Item, Kind, Roster, Section
from oob.notation.text.entries import Misread, read_ratings, written
from oob.notation.text.keyed import is_keyed, line_of
from oob.notation.text.words import MONTHS, SIZES, TURN, spelled
from oob.words import REDUCED, slug

_LOOKS = {
    "German": ("#9ea6a0", "#14181a"),
    "Italian": ("#d3a32f", "#1c1605"),
    "Hungarian": ("#c9a27c", "#20140a"),
    "Finnish": ("#dfe8ef", "#14222c"),
    "Slovakian": ("#8fb0c9", "#0d1a24"),
    "Rumanian": ("#e3c94a", "#1f1a03"),
    "Bulgarian": ("#3f7d45", "#ffffff"),
    "Soviet": ("#bf2f2a", "#ffffff"),
    "Greek": ("#7fd3c8", "#0d2b28"),
    "British": ("#d9bf93", "#1d170c"),
    "Yugoslav": ("#2f66a8", "#ffffff"),
    "Turkish": ("#e6d9b8", "#33160f"),
}
_PLAIN = ("#d8d4c8", "#1d1c19")
_WORDS = {
    "red": ("#a3483f", "#ffffff"),
    "blue": ("#4b6b8a", "#ffffff"),
    "green": ("#5f8550", "#ffffff"),
    "yellow": ("#e3c94a", "#1f1a03"),
    "white": ("#f1efe8", "#1d1c19"),
    "black": ("#33322f", "#ffffff"),
    "brown": ("#8a6a4a", "#ffffff"),
    "orange": ("#d98b3a", "#1f1303"),
    "purple": ("#7d628f", "#ffffff"),
    "grey": ("#9ea6a0", "#14181a"),
    "gray": ("#9ea6a0", "#14181a"),
}
"""How nations look that are called by a colour, as sides of one's own games are."""
_OTHERS = (*SIDE_FILLS, "#b9b7ad", "#c98f8f", "#8fa9c9", "#a5b07a")
"""Fills of sides that no nationality is known of."""
_SIZES = {size.value: size for size in Size} | {"XX HQ": Size.HEADQUARTERS}
_HELD = (Action.BREAKDOWN_BOX, Action.POOL)
_COMING = (Action.INITIAL, Action.REINFORCE, Action.CONVERT_TO, Action.CONDITIONAL, *_HELD)
_NUMBERED = re.compile(r"\d{1,6}", re.ASCII)
_HEX = re.compile(r"(\d{1,2}[A-Z][:/])?\d{4}", re.ASCII)
"""A heading that is the number of a hex: a place, and no formation."""
_SUPPORTED, _RAIL, _HEADQUARTERS = "supported", "rail only", "headquarters"
Key = tuple[str, str, str, str]


def instantiated(roster: Roster) -> OrderOfBattle:
    """The order of battle of a roster; :func:`oob.checks.check` finds no error in a sound one.

    A roster that was made of counters gives them back. Raises KnownError where it cannot.
    """
    if is_counters(roster):
        return to_counters(roster)
    instantiation = _Instantiation(OrderOfBattle(roster.id, roster.title))
    instantiation.order.notes |= facts_of(roster)
    instantiation.order.notes["status"] = roster.status
    turns = (_half_months(item.section.turn) or 99999 for item in roster.items)
    instantiation.start = min(turns, default=0)
    for number, item in enumerate(roster.items, 1):
        instantiation.take(number, item)
    return instantiation.order


def _half_months(turn: str) -> int:
    found = TURN.fullmatch(turn)
    if not found:
        return 0
    return int(found[3]) * 24 + MONTHS.index(found[1]) * 2 + len(found[2])


@dataclass(slots=True)
class _Instantiation:
    order: OrderOfBattle
    start: int = 0
    known: dict[Key, list[UnitId]] = field(default_factory=dict)
    names: Counter[str] = field(default_factory=Counter)
    given_up: list[UnitId] = field(default_factory=list)
    given_up_text: str = ""

    def take(self, number: int, item: Item) -> None:
        if item.kind is not Kind.GROUND or item.action not in (
            *_COMING,
            Action.WITHDRAW,
            Action.CONVERT_FROM,
        ):
            if item.action is Action.CONVERT_FROM:
                self.given_up = []
                self.given_up_text = line_of(item) if is_keyed(item) else written(item)
            self._note(number, item)
        elif item.action in _COMING:
            self._come(item)
        else:
            self._go(number, item)

    def _note(self, number: int, item: Item) -> None:
        here = item.section
        words = (here.side, here.turn, here.nationality, here.heading, item.action.value)
        place = " | ".join(word for word in words if word)
        self.order.notes[f"{number:04} {place}"] = line_of(item)

    def _turn(self, section: Section) -> int:
        if _NUMBERED.fullmatch(section.turn):
            return int(section.turn)
        return max(0, _half_months(section.turn) - self.start + 1)

    def _come(self, item: Item) -> None:
        here, ids = item.section, self._units(item)
        place = _hex_of(here) or here.heading or here.nationality or here.side or "anywhere"
        if item.action is Action.POOL:
            place = "replacement pool"
        turn = self._turn(here)
        if item.action is Action.INITIAL or item.action is Action.BREAKDOWN_BOX or not turn:
            held = item.action is Action.BREAKDOWN_BOX
            place = "breakdown box" if held else place
            place = place if item.action is Action.INITIAL or held else f"{here.turn}: {place}"
            steps = 1 if item.back.startswith("full ") or "starts reduced" in item.note else 0
            self.order.setups.append(SetUp(place, ids, steps=steps))
            return
        kind, cost = EntryKind.ARRIVES, 0
        replaces: tuple[UnitId, ...] = ()
        note = here.turn
        if item.action is Action.CONVERT_TO:
            replaces = tuple(self.given_up)
            kind = EntryKind.CONVERTS if replaces else EntryKind.ARRIVES
            note = f"{here.turn}, for {self.given_up_text}"
        elif item.action is Action.CONDITIONAL:
            note = f"{here.turn} or later, on condition: {item.note}".rstrip(": ")
        self.order.schedule.append(ScheduleEntry(kind, turn, place, ids, cost, replaces, note))

    def _go(self, number: int, item: Item) -> None:
        """Withdraw, or give up for a conversion, units that came before, if they are named."""
        found = [id_ for name in item.ids or ("",) for id_ in self._find(item, name)]
        if item.action is Action.CONVERT_FROM:
            self.given_up, self.given_up_text = found, written(item)
            return
        turn = self._turn(item.section)
        if len(found) != item.count or not turn:
            self._note(number, item)
            return
        here, ids = item.section, tuple(found)
        entry = ScheduleEntry(EntryKind.WITHDRAWS, turn, here.heading, ids, note=here.turn)
        self.order.schedule.append(entry)

    def _find(self, item: Item, name: str) -> list[UnitId]:
        key = (item.section.nationality, item.type, item.size, name)
        return self.known.get(key, [])[-1:] if name else []

    def _units(self, item: Item) -> tuple[UnitId, ...]:
        nation = self._nation(item.section)
        formation = self._formation(item.section)
        names = item.ids or tuple(item.type for _ in range(item.count))
        return tuple(self._unit(item, name, nation, formation) for name in names)

    def _unit(self, item: Item, name: str, nation: Nation, formation: str) -> UnitId:
        base = slug(f"{nation.id} {name} {item.type} {item.size} {item.suffix}")
        self.names[base] += 1
        id_ = UnitId(base if self.names[base] == 1 else f"{base}-{self.names[base]}")
        self.order.units[id_] = _unit_of(item, id_, name, nation, formation)
        key = (item.section.nationality, item.type, item.size, name)
        self.known.setdefault(key, []).append(id_)
        return id_

    def _nation(self, here: Section) -> Nation:
        nation = nation_of(here)
        return self.order.nations.setdefault(nation.id, nation)

    def _formation(self, here: Section) -> str:
        if not here.initial:
            return ""
        parent = ""
        for level in (here.group, here.force, here.part):
            if level and not _HEX.fullmatch(level):
                id_ = slug(f"{parent} {level}")
                self.order.formations.setdefault(id_, Formation(id_, level, parent))
                parent = id_
        return parent


def _hex_of(here: Section) -> str:
    """The hex that heads a section, ``1004`` or ``14A:1720``; nothing for another heading."""
    innermost = here.part or here.force or here.group
    return innermost if _HEX.fullmatch(innermost) else ""


def portrait(item: Item) -> tuple[Unit, Nation]:
    """One counter of an entry of ground units as it looks, and its nation as it usually looks.

    Raises KnownError where its facts make no counter.
    """
    nation = nation_of(item.section)
    if item.tags:
        return counter_of(item), nation
    name = item.ids[0] if item.ids else ""
    return _unit_of(item, UnitId(slug(name)), name, nation, ""), nation


def nation_of(here: Section) -> Nation:
    """The nation of a section's units, as it usually looks."""
    name = here.nationality or here.side or "Units"
    fill, ink = _LOOKS.get(name) or _look_of(name, has_nation=bool(here.nationality))
    return Nation(slug(name) or "units", name, slug(here.side or name), fill, ink)


def _look_of(name: str, *, has_nation: bool) -> tuple[str, str]:
    """How units of nobody known look: as their colour, a side by its name, so that sides differ."""
    for word in name.casefold().split():
        if word in _WORDS:
            return _WORDS[word]
    if has_nation or name == "Units":
        return _PLAIN
    return _OTHERS[crc32(name.encode()) % len(_OTHERS)], _PLAIN[1]


def _unit_of(item: Item, id_: UnitId, name: str, nation: Nation, formation: str) -> Unit:
    try:
        faces = _faces(item)
        size = _SIZES.get(item.size)
        if size is None:
            raise Misread(f"the size {item.size[:20]!r} is unknown.", nearest(item.size, SIZES))
    except Misread as wrong:
        raise KnownError((name or item.type)[:60], wrong.what, wrong.fix) from None
    return Unit(
        id=id_,
        name=name,
        nation=nation.id,
        side=nation.side,
        type=spelled(item.type),
        size=size,
        faces=faces,
        steps=len(faces),
        traits=_traits(item),
        formation=formation,
        note="; ".join(text for text in (item.grade, item.note) if text),
    )


def _faces(item: Item) -> tuple[Face, ...]:
    front = _face(item.attack, item.defense, item.move)
    kind, _, ratings = item.back.partition(" ")
    if kind not in ("cdr", "full", "reduced"):
        return (front,)
    attack, defense, move, _ = read_ratings(ratings, free=True)
    other = _face(attack, defense, move)
    full, weak = (other, front) if kind == "full" else (front, other)
    weak = Face(weak.attack, weak.defense, weak.move, label=REDUCED)
    return (full, weak)


def _face(attack: int | None, defense: int | None, move: object) -> Face:
    known = move if isinstance(move, int) else 0 if move else None
    if attack is None:
        return Face(0 if known is not None else None, None, known)
    return Face(attack, None if defense == attack else defense, known)


def _traits(item: Item) -> frozenset[str]:
    found = [item.suffix.lower()] if item.suffix else []
    found += [item.type.lower()] if spelled(item.type) != item.type.lower() else []
    found += [_SUPPORTED] if item.starred else []
    found += [_RAIL] if item.move == "R" else []
    found += [_HEADQUARTERS] if item.size == "XX HQ" else []
    return frozenset(found)
