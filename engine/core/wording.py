"""Words for events and actions: a system's sentences with its units, hexes and sides put in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from string import Formatter

from engine.core.actions import Action
from engine.core.events import Event
from maps.errors import PER_CENT, counted, per_cent, with_noun
from maps.hexgrid import Hex
from oob.model import UnitId

__all__ = [
    "PER_CENT",
    "Wording",
    "agreed",
    "counted",
    "halved",
    "list_words",
    "mixed",
    "per_cent",
    "with_noun",
    "written",
]

SMALLEST = 6
"""The smallest parts that numbers are written in."""


def mixed(number: Fraction) -> str:
    """A number as printed: ``4 1/2``.

    >>> mixed(Fraction(9, 2)), mixed(Fraction(-1, 2)), mixed(Fraction(3))
    ('4 1/2', '-1/2', '3')
    """
    whole, rest = divmod(abs(number), 1)
    sign = "-" if number < 0 else ""
    return sign + " ".join(str(part) for part in (whole, rest) if part) if number else "0"


def written(number: float | Fraction) -> str:
    """A number as printed where it is one of halves, thirds, quarters or sixths, else in decimals.

    >>> written(4.5), written(-1), written(2 / 3), written(0.07)
    ('4 1/2', '-1', '2/3', '0.07')
    """
    near = Fraction(number).limit_denominator(SMALLEST)
    return mixed(near) if abs(float(near - Fraction(number))) < 1e-9 else f"{float(number):g}"


@lru_cache(maxsize=1024)
def halved(halves: int) -> str:
    """So many halves as printed.

    >>> halved(9), halved(1), halved(6)
    ('4 1/2', '1/2', '3')
    """
    return mixed(Fraction(halves, 2))


def list_words(words: Iterable[str], last: str = "and") -> str:
    """``a, b and c``.

    >>> list_words(["armour", "infantry", "cavalry"]), list_words(["neutral", "Axis"], "or")
    ('armour, infantry and cavalry', 'neutral or Axis')
    """
    found = list(words)
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} {last} {found[-1]}"


_BY_LIST = re.compile(r"\[(\w+): ([^|\[\]]+)\|([^|\[\]]+)\]")
_CHOICE = re.compile(r"(\d[\d,.]*) \[([^|\[\]]+)\|([^|\[\]]+)\]")


def agreed(sentence: str) -> str:
    """A sentence whose words follow its numbers: of ``[one|many]`` behind a number the right one.

    >>> agreed("1 [point is|points are] lost."), agreed("12 [point is|points are] lost.")
    ('1 point is lost.', '12 points are lost.')
    """
    if "|" not in sentence:
        return sentence
    return _CHOICE.sub(lambda found: with_noun(*found.groups()), sentence)


def _for_lists(template: str, facts: Iterable[tuple[str, object]]) -> str:
    """A template whose verbs follow its lists: of ``[units: falls|fall]`` the right one.

    >>> _for_lists("{units} [units: falls|fall].", [("units", ("a",))])
    '{units} falls.'
    """
    if ": " not in template or not _BY_LIST.search(template):
        return template
    several = {name for name, value in facts if isinstance(value, tuple | list) and len(value) != 1}
    return _BY_LIST.sub(lambda found: found[3] if found[1] in several else found[2], template)


class Wording:
    """A game's words: ``units`` maps ids to names, ``place`` names a hex, ``words`` spells ids of
    sides, boxes and markers.
    """

    def __init__(
        self,
        units: Callable[[UnitId], str],
        known: Mapping[UnitId, object],
        place: Callable[[Hex], str],
        words: Mapping[str, str],
    ) -> None:
        self._units = units
        self._known = known
        self._place = place
        self._words = words
        self._kept: dict[Hex | str, str] = {}

    def word(self, value: object) -> str:
        """A fact in words: hexes by number and town, units by nation and name."""
        if type(value) is Hex or type(value) is str:
            found = self._kept.get(value)
            if found is None:
                found = self._kept[value] = self._name(value)
            return found
        if isinstance(value, (tuple, list)):
            return list_words(self.word(item) for item in value)
        if isinstance(value, Enum):
            return self._words.get(str(value.value), str(value.value))
        return str(value)

    def _name(self, value: Hex | str) -> str:
        """The name of a hex or a unit, or the word for an id."""
        if isinstance(value, Hex):
            return self._place(value)
        if value in self._known:
            return self._units(UnitId(value))
        return self._words.get(value) or value

    def event(self, event: Event, templates: Mapping[str, str]) -> str:
        """One sentence for an event from its template."""
        facts = {name: self.word(value) for name, value in event.facts}
        template = _for_lists(templates[event.what], event.facts)
        return _capital(agreed(template.format_map(facts)))

    def action(self, action: Action, lines: Mapping[type[Action], str]) -> str:
        """A menu line for an action from its template; names in braces are its fields, with what
        stands before one that is not empty behind a colon: ``{first}{second: and }``.
        """
        said = ""
        for text, name, before in _parted(lines[type(action)]):
            said += text
            if name and (word := self.word(getattr(action, name))):
                said += before + word
        return _capital(agreed(said))


@cache
def _parted(line: str) -> tuple[tuple[str, str, str], ...]:
    """The parts of a template: text, the name in braces behind it, and what stands before that.

    >>> _parted("Repair {boat}{second: and }")
    (('Repair ', 'boat', ''), ('', 'second', ' and '))
    """
    parts = Formatter().parse(line)
    return tuple((text, name or "", before or "") for text, name, before, _ in parts)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
