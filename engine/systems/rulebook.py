"""The rules of a system in our own words: its ``rules.csv``, one row for each rule id, and what
its chapters are about: ``chapters.toml``.
"""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from importlib import resources
from io import StringIO

from engine.frozen import dataclass
from engine.systems import SYSTEMS
from maps.errors import KnownError, nearest

HEADING = ["id", "title", "text", "phase", "example"]


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule: its id (``BG-7.4b``), a title, what it says, the phase it belongs to (``any``,
    ``combat``), and an example where there is one.
    """

    id: str
    title: str
    text: str
    phase: str
    example: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the rules: its number as in the book (``7``, ``B3``, ``1943``; letters for what
    comes beside the numbers), what it is about, and its rules. Both are empty without a book.
    """

    number: str
    title: str
    rules: tuple[RuleText, ...]


@cache
def rules_of(system: str) -> tuple[RuleText, ...]:
    """The rules of a system in the order of its book; none where it has no index.

    Raises KnownError for an unknown system or a damaged index.
    """
    if system not in SYSTEMS:
        fix = nearest(system, SYSTEMS)
        raise KnownError(f"system {system!r}", "is not one Sandtable knows.", fix)
    file = resources.files(__package__) / system / "rules.csv"
    if not file.is_file():
        return ()
    reader = csv.reader(StringIO(file.read_text("utf-8")))
    where = f"{system}/rules.csv"
    if next(reader, []) != HEADING:
        raise KnownError(where, f"does not begin with {','.join(HEADING)}.")
    found = []
    for row in reader:
        if len(row) != len(HEADING):
            raise KnownError(f"{where}, line {reader.line_num}", "does not have five columns.")
        found.append(RuleText(*row))
    return tuple(found)


@cache
def chapters_of(system: str) -> tuple[Chapter, ...]:
    """The chapters of a system in the order of its book. A rule is in the chapter with whose number
    its own begins, the longest where several do: ``BC-12C1a.2`` is in ``12``.

    Raises KnownError as ``rules_of`` does, and for a rule that no chapter has.
    """
    rules = rules_of(system)
    file = resources.files(__package__) / system / "chapters.toml"
    if not file.is_file():
        return (Chapter("", "", rules),) if rules else ()
    titles = {str(key): str(title) for key, title in tomllib.loads(file.read_text("utf-8")).items()}
    found: dict[str, list[RuleText]] = {}
    for rule in rules:
        number = rule.id.partition("-")[2]
        fitting = [key for key in titles if number.startswith(key)]
        if not fitting:
            raise KnownError(f"{system}/chapters.toml", f"has no chapter for {rule.id}.")
        found.setdefault(max(fitting, key=len), []).append(rule)
    return tuple(Chapter(key, titles[key], tuple(own)) for key, own in found.items())
