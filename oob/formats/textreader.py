"""Reads the text format of orders of battle, strictly: every fault names its line and fix."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from maps.errors import KnownError, nearest
from maps.files.reading import Patience
from oob.formats.cursor import Cursor
from oob.formats.textwriter import HEADER, VERSION
from oob.formats.unitline import read as read_units
from oob.model import (
    DepleteChoice,
    EntryKind,
    Formation,
    Nation,
    OrderOfBattle,
    ScheduleEntry,
    SetUp,
    UnitId,
)

_SECTIONS = (
    "oob",
    "nations",
    "formations",
    "units",
    "setup",
    "choices",
    "schedule",
    "notes",
    "end",
)
_SECTION = re.compile(r"\[([^\]]*)\]\s*")
_WORD = re.compile(r"\S+")
_HEADING = re.compile(r'\s*(?:"(?:[^"\\]|\\.)*"|[^\s",:=()\[\]@#?>/]+)\s*:\s*')


class Reader:
    """One pass over the lines of a file; ``where`` is its name."""

    def __init__(self, text: str, where: str) -> None:
        self.where = where
        self.lines = text.removeprefix("\ufeff").split("\n")
        self.number = 0
        self.patience = Patience(where)
        self.order = OrderOfBattle("", "")
        self.nation: Nation | None = None

    def at(self, line: str) -> Cursor:
        """A cursor at the start of the current line."""
        return Cursor(f"{self.where} line {self.number}", line)

    def read(self) -> OrderOfBattle:
        """The order of battle. Raises KnownError at the first fault."""
        self._header()
        seen: list[str] = []
        for number, raw in self.patience.over(enumerate(self.lines[1:], 2)):
            self.number = number
            line = raw.rstrip("\r")
            if not line.strip():
                continue
            found = _SECTION.fullmatch(line)
            if found:
                self._section(found[1], seen)
            elif not seen:
                self.at(line).fail("this line is before the first section.", "Put it in one.")
            elif seen[-1] == "end":
                self.at(line).fail("there is text after [end].", "Move it up or remove it.")
            else:
                self._line(seen[-1], self.at(line))
        if not seen or seen[-1] != "end":
            self.at("").fail("the file breaks off: [end] is missing.", "Get a whole copy of it.")
        if not self.order.id:
            self.at("").fail("the order of battle has no id.", "Write id: my_oob under [oob].")
        return self.order

    def _header(self) -> None:
        self.number = 1
        line = self.at(self.lines[0].rstrip("\r"))
        found = re.fullmatch(rf"{HEADER} (\d{{1,6}})\s*", line.line, re.ASCII)
        if found is None:
            line.fail(
                "this is not an order of battle of Sandtable.",
                f"Its first line must be {HEADER} {VERSION}.",
            )
        if int(found[1]) > VERSION:
            line.fail(f"the format {found[1]} is newer than this program.", "Update Sandtable.")
        if int(found[1]) < 1:
            line.fail(f"there is no format {found[1]}.", f"Write {HEADER} {VERSION}.")

    def _section(self, name: str, seen: list[str]) -> None:
        line = self.at("")
        if name not in _SECTIONS:
            line.fail(f"there is no section [{name[:30]}].", nearest(name, _SECTIONS))
        if name in seen:
            line.fail(f"the section [{name}] comes twice.", "Join the two.")
        later = [other for other in seen if _SECTIONS.index(other) > _SECTIONS.index(name)]
        if later:
            line.fail(f"[{name}] is after [{later[0]}].", f"Put it before [{later[0]}].")
        seen.append(name)

    def _line(self, section: str, line: Cursor) -> None:
        match section:
            case "oob":
                self._head(line)
            case "nations":
                self._nation(line)
            case "formations":
                self._formation(line)
            case "units":
                self._unit(line)
            case "setup":
                self._setup(line)
            case "choices":
                self._choice(line)
            case "schedule":
                self._entry(line)
            case _:
                key = line.token("a key")
                self._new(line, "note", key, self.order.notes)
                self.order.notes[key] = self._text(line)

    def _head(self, line: Cursor) -> None:
        key = line.token("a key")
        if key not in ("id", "title"):
            line.fail(f"an order of battle has no {key!r}.", nearest(key, ("id", "title")))
        if getattr(self.order, key):
            line.fail(f"the {key} is set twice.", "Remove one of the two.")
        setattr(self.order, key, self._text(line))

    def _text(self, line: Cursor) -> str:
        line.need(":", "a colon is missing after the key.", "Write it as key: text.")
        return self._tail(line)

    def _tail(self, line: Cursor) -> str:
        text = line.quotation()
        if text is None:
            return line.rest.rstrip()
        line.skip()
        line.end()
        return text

    def _new(self, line: Cursor, what: str, key: str, known: Iterable[str]) -> None:
        if key in known:
            line.fail(f"the {what} {key!r} comes twice.", "Give each its own id.")

    def _nation(self, line: Cursor) -> None:
        id_ = line.token("a nation's id")
        self._new(line, "nation", id_, self.order.nations)
        name = line.token("a nation's name")
        said = line.settings(("side", "fill", "ink", "band"))
        line.end()
        if "side" not in said:
            line.fail(f"the nation {id_!r} has no side.", "Write side=allied or another side.")
        looks = (said.get(key, "") for key in ("fill", "ink", "band"))
        self.order.nations[id_] = Nation(id_, name, said["side"], *looks)

    def _formation(self, line: Cursor) -> None:
        id_ = line.token("a formation's id")
        self._new(line, "formation", id_, self.order.formations)
        name = line.token("a formation's name")
        parent = line.settings(("parent",)).get("parent", "")
        line.end()
        self.order.formations[id_] = Formation(id_, name, parent)

    def _unit(self, line: Cursor) -> None:
        if _HEADING.fullmatch(line.line):
            id_ = line.token("a nation's id")
            self._known(line, "nation", id_, self.order.nations)
            self.nation = self.order.nations[id_]
            return
        if self.nation is None:
            line.fail("no nation is above this unit.", "Put a line such as british: before it.")
        for unit in read_units(line, self.nation):
            self._new(line, "unit", unit.id, self.order.units)
            self.order.units[unit.id] = unit

    def _known(self, line: Cursor, what: str, name: str, known: Iterable[str]) -> None:
        known = list(known)
        if name not in known:
            line.fail(f"there is no {what} {name!r}.", nearest(name, known))

    def _ids(self, line: Cursor) -> tuple[UnitId, ...]:
        ids = line.ids()
        for id_ in ids:
            if id_ not in self.order.units:
                line.fail(f"there is no unit {id_!r}.", nearest(id_, self.order.units))
        return tuple(UnitId(id_) for id_ in ids)

    def _setup(self, line: Cursor) -> None:
        if line.eat("?"):
            if not self.order.setups or self.order.setups[-1].doubt:
                line.fail("this doubt belongs to no set-up line.", "Put it under one.")
            self.order.setups[-1] = replace(self.order.setups[-1], doubt=self._tail(line))
            return
        place = line.token("a place")
        steps = line.settings(("steps",)).get("steps", "0")
        line.need(":", "a colon is missing after the place.", "Write it as Serbia: german-297.")
        self.order.setups.append(
            SetUp(place, self._ids(line), steps=line.whole(steps, "the steps"))
        )

    def _choice(self, line: Cursor) -> None:
        form = "Write it as deplete 2: german-71, german-181, german-264."
        line.need("deplete", f"the choice {line.rest[:20]!r} is unknown.", form)
        count = line.whole(line.token("a number"), "the number")
        line.need(":", "a colon is missing after the number.", form)
        self.order.choices.append(DepleteChoice(count, self._ids(line)))

    def _entry(self, line: Cursor) -> None:
        if line.eat(">"):
            self._follow(line, "note", note=self._tail(line))
            return
        if line.line.split()[0] == "for":
            line.eat("for")
            self._follow(line, "replaces", replaces=self._ids(line))
            return
        form = "Write it as optional any med_box cost=2: british-34."
        kinds = [kind.value for kind in EntryKind]
        word = line.token("what happens")
        if word not in kinds:
            line.fail(f"{word!r} is nothing a schedule can do.", nearest(word, kinds) + f" {form}")
        found = line.match(_WORD)
        turn = found[0] if found else line.fail("the turn is missing.", form)
        line.skip()
        place = line.token("a place")
        cost = line.settings(("cost",)).get("cost", "0")
        line.need(":", "a colon is missing after the place.", form)
        self.order.schedule.append(
            ScheduleEntry(
                EntryKind(word),
                0 if turn == "any" else line.whole(turn, "the turn"),
                place,
                self._ids(line),
                line.whole(cost, "the cost"),
            )
        )

    def _follow(
        self, line: Cursor, slot: str, note: str = "", replaces: tuple[UnitId, ...] = ()
    ) -> None:
        """Add what a line under a schedule entry says of it."""
        if not self.order.schedule or getattr(self.order.schedule[-1], slot):
            line.fail("this line belongs to no entry.", "Put it once, under the entry it is about.")
        last = self.order.schedule[-1]
        self.order.schedule[-1] = replace(
            last, note=note or last.note, replaces=replaces or last.replaces
        )


def parsed(text: str, where: str) -> OrderOfBattle:
    """The order of battle a text describes; ``where`` names the file in errors."""
    if "\0" in text:
        raise KnownError(where, "this is not a text file.", "Choose a *.oob file.")
    return Reader(text, where).read()
