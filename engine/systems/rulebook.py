"""The rules of a system in our own words: its ``rules.csv``, one row for each rule id."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import StringIO

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

    @property
    def chapter(self) -> str:
        """The chapter it is in: ``7`` of ``BG-7.4b``, ``1943`` of ``BG-1943.3``."""
        return self.id.partition("-")[2].partition(".")[0]


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
