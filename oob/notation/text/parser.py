"""Reads the notation line by line: every line is understood, or reported with its number and why.

>>> reading = parse("5×8-6 Infantry XX 1, 11, 21, 58, 61\\n2×truk\\n")
>>> reading.roster.items[0].attack, reading.faults[0].line
(8, 2)
"""

from __future__ import annotations

import re

from maps.errors import KnownError, counted, nearest
from maps.files.reading import Patience
from oob.notation.model import Action, Fault, Item, Reading, Remark, Roster
from oob.notation.text.entries import Misread, Place, is_free, looks_like_entry, read
from oob.notation.text.keyed import read_keyed
from oob.notation.text.prose import read_prose
from oob.notation.text.rulebook import OPENING, Statement, statements
from oob.notation.text.state import (
    KEYS,
    State,
    acting,
    area,
    feed,
    force,
    is_place_heading,
    mistaken,
    sided,
)
from oob.notation.text.words import HEAD_KEYS

HEADER = "sandtable notation 1"
STATUSES = ("printed", "reconstructed")
_HEAD = re.compile(r"(id|title|status): *(\S.*)")
_MORE = re.compile(rf"({'|'.join(HEAD_KEYS)}): *(\S.*)")
_NOTE = re.compile(r"Note: ?(.*)")
_BOX = "Note: Place the following unit in its box on the unit breakdown chart:"
_LONGEST = 20_000
_SENTENCE = re.compile(r"[A-Z].*\.")
_RATED = re.compile(r"\(?\d{1,3}\)?(?:\(\d{1,3}\))?-\d{1,3}\S* +[A-Za-z\"]")
"""How a line begins that lacks only the number of its units."""


def parse(text: str) -> Reading:
    """Read a notation file, or the orders of battle inside the text of a rulebook.

    A file of ours opens with ``sandtable notation 1`` and is read to the letter; anything else is
    taken as printed or scanned text and repaired first, each repair being remarked. Raises
    KnownError for a text that takes longer than some seconds.
    """
    patience = Patience("the notation")
    text = text.removeprefix("\ufeff")
    if text.startswith(HEADER):
        lines = text.replace("\r\n", "\n").split("\n")
        found = [Statement(n, line.strip()) for n, line in enumerate(lines, 1) if line.strip()]
        return _Parser(found[1:], patience, rulebook=False).read()
    found, remarks = statements(text, patience)
    reading = _Parser(found, patience, rulebook=True).read()
    reading.remarks = sorted([*reading.remarks, *remarks], key=lambda remark: remark.line)
    return reading


def loads(text: str, where: str) -> Roster:
    """The roster of a text that must be understood whole; ``where`` names the file in errors.

    Raises KnownError for the first line that is not understood.
    """
    reading = parse(text)
    if reading.faults:
        fault = reading.faults[0]
        more = len(reading.faults) - 1
        also = f" {counted(more, 'more line')} wrong." if more else ""
        raise KnownError(f"{where} line {fault.line}", fault.what, f"{fault.fix}{also}".strip())
    return reading.roster


class _Parser:
    def __init__(self, found: list[Statement], patience: Patience, *, rulebook: bool) -> None:
        self.found, self.patience = found, patience
        self.rulebook = rulebook
        self.reading = Reading()
        self.state = State()
        self.in_head = not rulebook

    def read(self) -> Reading:
        for statement in self.found:
            self.patience.check()
            try:
                if len(statement.text) > _LONGEST:
                    raise Misread("the line is too long.", "Write it as several.")
                self._statement(statement.line, statement.text)
            except Misread as wrong:
                fault = Fault(statement.line, statement.text, wrong.what, wrong.fix)
                self.reading.faults.append(fault)
        return self.reading

    def _statement(self, line: int, text: str) -> None:
        if self.in_head and self._head(line, text):
            return
        self.in_head = False
        if self.rulebook and self._as_printed(line, text):
            return
        keyed = self._keyed(line, text)
        if keyed:
            self._take(keyed)
        elif looks_like_entry(text):
            self._take([read(text, self._place(line))])
        elif _RATED.match(text) and self._place(line).free:
            self._take([read(f"1×{text}", self._place(line))])
        else:
            self._heading(line, text)

    def _place(self, line: int) -> Place:
        """Where an entry of a line stands."""
        free = not self.rulebook and is_free(self.reading.roster.heads)
        return Place(self.state.section, self.state.action, line, free)

    def _take(self, items: list[Item]) -> None:
        self.reading.roster.items += items

    def _head(self, line: int, text: str) -> bool:
        found = _HEAD.fullmatch(text)
        if found:
            if found[1] == "status" and found[2] not in STATUSES:
                fix = nearest(found[2], STATUSES)
                raise Misread(f"there is no status {found[2][:20]!r}.", fix)
            setattr(self.reading.roster, found[1], found[2])
            return True
        more = _MORE.fullmatch(text)
        if more:
            self.reading.roster.heads += ((more[1], more[2]),)
        return bool(more)

    def _as_printed(self, line: int, text: str) -> bool:
        """What only a rulebook writes: sentences with counts, notes, area sentences."""
        prose = read_prose(self.state, text)
        if prose:
            name, entries = prose
            if name:
                self.state = force(self.state, name)
            self._take([read(entry, self._place(line)) for entry in entries])
            return True
        note = _NOTE.fullmatch(text)
        if text == _BOX:
            self.state = acting(self.state, Action.BREAKDOWN_BOX)
            self._remark(line, "heading", text)
        elif note:
            self._remark(line, "note", note[1])
        elif self._is_area(text):
            self.state = area(self.state, text)
            self._remark(line, "area", text)
        else:
            return False
        return True

    def _is_area(self, text: str) -> bool:
        here = self.state.section
        bare = here.initial and here.group and not here.force and not here.area
        last = self.reading.roster.items[-1:]
        if (
            not bare
            or (last and last[0].section == here)
            or looks_like_entry(text)
            or feed(self.state, text)
        ):
            return False
        return bool(_SENTENCE.fullmatch(text))

    def _keyed(self, line: int, text: str) -> list[Item] | None:
        state = self.state
        if self.rulebook and is_place_heading(state.section):
            state = force(state, "")
        items = read_keyed(state, text, line)
        if items is not None:
            usual = Action.INITIAL if state.section.initial else Action.REINFORCE
            self.state = acting(state, usual)
        return items

    def _heading(self, line: int, text: str) -> None:
        if self.rulebook and text.startswith(OPENING):
            self.state = State()
        after = feed(self.state, text)
        if after is None:
            fix = nearest(text.split(":")[0], [*KEYS, "Side", "Turn", "Group", "Force", "Part"])
            fix = fix if fix.startswith("Did") else ""
            fix = f"Write how many, as in 1×{text[:60]}." if _RATED.match(text) else fix
            raise Misread("it is neither an entry nor a heading.", fix)
        meant = mistaken(text)
        if meant:
            raise Misread(f"{text!r} is no heading.", f"Did you mean {meant}:?")
        self.state = sided(after) if self.rulebook else after
        self._remark(line, "heading", text)

    def _remark(self, line: int, what: str, text: str) -> None:
        self.reading.remarks.append(Remark(line, what, text))
