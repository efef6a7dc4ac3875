"""The turn tracker of a module, written out: its turns by name, and the phases of each.

A tracker holds levels within levels: counters and lists. The first level are the turns; each way
through those inside it is a phase.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from lxml import etree

from maps.errors import KnownError
from maps.formats.xmlfiles import name_of
from oob.formats.vassal.pieces import fields_of

TURNS = "VASSAL.build.module.turn."
MOST_TURNS = 999
MOST_PHASES = 100
USUAL_TURNS = 10
"""Turns of a tracker that says nowhere how many there are."""
_DEEPEST = 12
_LONGEST = 120

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of a tracker, by name, and its phases: the names of the levels of each."""

    names: Names
    phases: tuple[Names, ...] = ()
    is_counted: bool = False
    """Whether nothing says how many turns there are."""

    @property
    def told(self) -> str:
        """What there is, in a sentence."""
        count = len(self.names)
        turns = f"{count} turn{'s' if count != 1 else ''}"
        if self.is_counted:
            turns = f"turns without end, {count} of them declared"
        phases = len(self.phases)
        each = f", {phases} phase{'s' if phases != 1 else ''} in each" if phases else ""
        return f"Turn tracker: {turns}{each}."


def turns_of(root: etree._Element, where: str) -> Turns | None:
    """The first turn tracker of a module, None without one or for one without levels.

    Raises KnownError for levels nested too deep.
    """
    for tracker in root.iter(f"{TURNS}TurnTracker"):
        levels = list(_levels(tracker))
        if levels:
            first = levels[0]
            names = tuple(islice(_names(first), MOST_TURNS))
            ways = (way for inner in _levels(first) for way in _ways(inner, where, 1))
            phases = tuple(islice(ways, MOST_PHASES))
            return Turns(names or ("1",), phases, _is_endless(first))
    return None


def _levels(of: etree._Element) -> Iterator[etree._Element]:
    for child in of:
        if name_of(child) in (f"{TURNS}CounterTurnLevel", f"{TURNS}ListTurnLevel"):
            yield child


def _ways(level: etree._Element, where: str, depth: int) -> Iterator[Names]:
    """All ways through a level and those inside it."""
    if depth > _DEEPEST:
        what = f"its turn tracker is nested more than {_DEEPEST} deep."
        raise KnownError(where, what, "Correct the module.")
    inner = list(_levels(level))
    for name in islice(_names(level), MOST_PHASES):
        if not inner:
            yield (name,)
        for one in inner:
            for way in _ways(one, where, depth + 1):
                yield (name, *way)


def _names(level: etree._Element) -> Iterator[str]:
    """What a level is set to, one after another, in the words of its format."""
    format_ = level.get("turnFormat", "") or "$value$"
    if name_of(level) == f"{TURNS}ListTurnLevel":
        text = level.get("list", "")
        values = [one.strip() for one in fields_of(text, ",")] if text else []
    else:
        start, step = _whole(level, "start", 1), _whole(level, "incr", 1) or 1
        last = _whole(level, "loopLimit", -1)
        if _is_endless(level):
            last = start + step * (USUAL_TURNS - 1)
        numbers = range(start, last + (1 if step > 0 else -1), step)
        values = [str(number) for number in islice(numbers, MOST_TURNS)]
    for value in values:
        named = format_.replace("$value$", value) if "$value$" in format_ else value
        yield " ".join(named.split())[:_LONGEST] or value[:_LONGEST]


def _is_endless(level: etree._Element) -> bool:
    """Whether a level counts on for ever."""
    is_counter = name_of(level) == f"{TURNS}CounterTurnLevel"
    return is_counter and not (
        level.get("loop", "false") == "true" and _whole(level, "loopLimit", -1) > 0
    )


def _whole(level: etree._Element, name: str, usual: int) -> int:
    text = level.get(name, "").strip()
    is_number = text.lstrip("-").isdigit() and len(text) < 7
    return int(text) if is_number else usual
