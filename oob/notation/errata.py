"""Errata as a layer of their own: corrections that are applied to a roster, never mixed into it.

A file opens with ``sandtable errata 1`` and ``for: `` the roster's id. Each correction begins with
its number and place, ``[soviet-2] Soviet | Jun II 41 | 10th Army``; under it ``-`` takes units
away, ``+`` adds an entry where the last was taken (or at the end of the place), ``area`` and
``note`` replace what is said, and ``>`` remarks::

    [axis-1] Axis | Jun II 41 | ARMY GROUP NORTH / 18th Army
    - 1×1-2-8 mot Art II 110
    + 1×1-2-8 mot Art III 110
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from maps.errors import KnownError, nearest
from oob.notation.model import Action, Item, Kind, Roster, Section
from oob.notation.text.entries import Misread, Place, read, read_model, written

HEADER = "sandtable errata 1"
_HEADING = re.compile(r"\[([\w-]+)\] ([^|]+) \| ([^|]+) \| ([^|]+)")
_AIR = re.compile(r"air (\d+×[^()]+?)(?: \(([^()]+)\))?")


@dataclass(frozen=True, slots=True)
class Step:
    """One deed of a correction: its sign (``-``, ``+``, ``area``, ``note``, ``>``) and text."""

    sign: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Correction:
    """One correction: its id, the place it speaks of, and what is to be done there."""

    id: str
    side: str
    turn: str
    heading: str
    steps: tuple[Step, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Errata:
    """The corrections of one order of battle; ``where`` names their file in errors."""

    roster: str
    corrections: tuple[Correction, ...]
    where: str = "errata"


def loads(text: str, where: str = "errata") -> Errata:
    """Read a file of corrections. Raises KnownError with the line."""
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].strip() != HEADER:
        raise KnownError(f"{where} line 1", "these are no errata.", f"Begin with {HEADER}.")
    roster, found = "", list[Correction]()
    for number, raw in enumerate(lines[1:], 2):
        line = raw.strip()
        heading = _HEADING.fullmatch(line)
        if heading:
            id_, side, turn, place = (text.strip() for text in heading.groups())
            found.append(Correction(id_, side, turn, place, (), number))
        elif line.startswith("for:"):
            roster = line[4:].strip()
        elif line:
            step = _step(line, number)
            if not found or step is None:
                fix = "Begin it with -, +, area, note or > under a [heading]."
                raise KnownError(f"{where} line {number}", "this is no correction.", fix)
            found[-1] = replace(found[-1], steps=(*found[-1].steps, step))
    return Errata(roster, tuple(found), where)


def dumps(errata: Errata) -> str:
    """The text of a file of corrections."""
    lines = [HEADER, f"for: {errata.roster}"]
    for one in errata.corrections:
        lines += ["", f"[{one.id}] {one.side} | {one.turn} | {one.heading}"]
        lines += [f"{step.sign} {step.text}" for step in one.steps]
    return "\n".join(lines) + "\n"


def applied(roster: Roster, errata: Errata, only: Iterable[str] | None = None) -> Roster:
    """A roster with corrections laid over it; ``only`` names the ones to take, None all of them.

    What replaces something is in its line; what is new has none. Raises KnownError, naming the
    correction's line, when it speaks of what is not there.
    """
    if errata.roster and roster.id and errata.roster != roster.id:
        what = f"these errata are for {errata.roster!r}, not {roster.id!r}."
        raise KnownError(errata.where, what, "Take the errata of this order of battle.")
    wanted = None if only is None else set(only)
    items = list(roster.items)
    for correction in errata.corrections:
        if wanted is None or correction.id in wanted:
            items = _corrected(items, correction, errata.where)
    return replace(roster, items=items)


def _step(line: str, number: int) -> Step | None:
    sign, _, text = line.partition(" ")
    return Step(sign, text.strip(), number) if sign in ("-", "+", "area", "note", ">") else None


def _corrected(items: list[Item], correction: Correction, where: str) -> list[Item]:
    at = _last(items, correction, where)
    like, line = items[at], 0
    for step in correction.steps:
        try:
            match step.sign:
                case "-":
                    at, like = _take(items, correction, step)
                    line = like.line
                case "+":
                    at += 1
                    items.insert(at, _read(step, like, correction, line))
                case "area":
                    items = [_moved(item, correction, step.text) for item in items]
                case "note":
                    _annotate(items, correction, step)
                case _:
                    pass
        except Misread as wrong:
            raise KnownError(f"{where} line {step.line}", wrong.what, wrong.fix) from None
    return items


def _stands(section: Section, correction: Correction) -> bool:
    headings = (section.heading, f"{section.group} / {section.force}".strip(" /"))
    return (
        section.side == correction.side
        and section.turn == correction.turn
        and correction.heading in headings
    )


def _last(items: list[Item], correction: Correction, where: str) -> int:
    """The last item of the correction's very heading, else of anything under it."""
    exact = [n for n, i in enumerate(items) if _stands(i.section, correction)]
    if not exact:
        turns = [i.section for i in items if i.section.turn == correction.turn]
        fix = nearest(correction.heading, dict.fromkeys(section.heading for section in turns))
        what = f"there is no heading {correction.heading!r} on {correction.turn}."
        raise KnownError(f"{where} line {correction.line}", what, fix)
    heading = correction.heading
    own = [n for n in exact if items[n].section.heading == heading]
    return own[-1] if own else exact[-1]


def _read(step: Step, before: Item, correction: Correction, line: int = 0) -> Item:
    section = before.section
    bare = f"{section.group} / {section.force}".strip(" /")
    if section.part and correction.heading == bare:
        section = replace(section, part="")
    place = Place(section, before.action, line)
    air = _AIR.fullmatch(step.text)
    if air:
        return read_model(air[1], Kind.AIR, place, air[2] or "")
    return read(step.text, place)


def _take(items: list[Item], correction: Correction, step: Step) -> tuple[int, Item]:
    """Take units away; the place of the item that had them or the one before it, and the item."""
    wanted = _read(step, Item(Kind.GROUND, Section(), Action.INITIAL, 0, ""), correction)
    for at, item in enumerate(items):
        if not _stands(item.section, correction) or not _has(item, wanted):
            continue
        left = item.count - wanted.count
        if left == 0:
            del items[at]
            return at - 1, item
        ids = tuple(id_ for id_ in item.ids if id_ not in wanted.ids)
        items[at] = replace(item, count=left, ids=ids)
        return at, item
    raise Misread(f"{written(wanted)!r} does not stand there.", "Check its place and ratings.")


def _has(item: Item, wanted: Item) -> bool:
    alike = replace(
        wanted,
        section=item.section,
        action=item.action,
        count=item.count,
        ids=item.ids,
        back=item.back,
        grade=item.grade,
        note=item.note,
        tags=item.tags,
        line=item.line,
    )
    return alike == item and item.count >= wanted.count and set(wanted.ids) <= set(item.ids)


def _moved(item: Item, correction: Correction, text: str) -> Item:
    if not _stands(item.section, correction):
        return item
    return replace(item, section=replace(item.section, area=text))


def _annotate(items: list[Item], correction: Correction, step: Step) -> None:
    entry, _, note = step.text.partition(": ")
    wanted = _read(Step("-", entry, step.line), items[0], correction)
    for at, item in enumerate(items):
        if _stands(item.section, correction) and _has(item, wanted):
            items[at] = replace(item, note=note)
            return
    raise Misread(f"{entry!r} does not stand there.", "Check its place and ratings.")
