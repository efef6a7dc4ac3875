"""Counter mixes: how many counters of a kind a game has, and whether a ledger needs more.

A mix is a text of lines ``nationality | type | size | count``, ``*`` standing for any; it opens
with ``sandtable mix 1`` and ``for:`` the ids it is for, by commas. Where none is known there is
nothing to check.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from maps.checking.problems import Problem, error
from maps.errors import KnownError, counted
from oob.ledger.calendar import turn_of, turns
from oob.ledger.model import Ledger, Row, RowKey
from oob.ledger.sums import COMING, GOING
from oob.notation.model import Item
from oob.notation.text.words import spelled

HEADER, SUFFIX = "sandtable mix 1", ".mix"
_ANY = "*"
_COUNT = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Limit:
    """No more than ``count`` counters of a nationality, type and size; ``*`` is any."""

    nationality: str
    type: str
    size: str
    count: int

    def covers(self, item: Item) -> bool:
        """Whether a row is of this kind."""
        kind = (item.section.nationality, spelled(item.type), item.size)
        wanted = (self.nationality, self.type, self.size)
        return all(b in (_ANY, a) for a, b in zip(kind, wanted, strict=True))

    def __str__(self) -> str:
        words = (self.nationality, self.type, self.size)
        return " ".join(word for word in words if word != _ANY) or "counter"


@dataclass(frozen=True, slots=True)
class Mix:
    """The limits of one game, the orders of battle they are for, and where they come from."""

    rosters: tuple[str, ...]
    limits: tuple[Limit, ...]
    source: str = ""


def loads(text: str, where: str = "counter mix") -> Mix:
    """Read a mix. Raises KnownError with the line."""
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].strip() != HEADER:
        raise KnownError(f"{where} line 1", "this is no counter mix.", f"Begin with {HEADER}.")
    rosters: tuple[str, ...] = ()
    limits, source = list[Limit](), ""
    for number, raw in enumerate(lines[1:], 2):
        line = raw.strip()
        key, _, said = line.partition(":")
        if key == "for":
            rosters = tuple(name.strip() for name in said.split(","))
        elif key == "source":
            source = said.strip()
        elif line:
            parts = [part.strip() for part in line.split("|")]
            if len(parts) != 4 or not _COUNT.fullmatch(parts[3]):
                fix = "Write nationality | type | size | count."
                raise KnownError(f"{where} line {number}", "this is no limit.", fix)
            limits.append(Limit(parts[0], parts[1], parts[2], int(parts[3])))
    return Mix(rosters, tuple(limits), source)


def shipped_mix(ident: str) -> str:
    """The text of the shipped mix for an order of battle; empty where none is known."""
    folder = files("oob.data")
    for name in sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(SUFFIX)):
        text = folder.joinpath(name).read_text("utf-8")
        if ident in loads(text, name).rosters:
            return text
    return ""


def over(ledger: Ledger, mix: Mix) -> Iterator[tuple[Problem, RowKey]]:
    """Each limit that more counters are in play than it allows, at the row that is too many."""
    rows = ledger.ordered()
    order = {turn: at for at, turn in enumerate(turns(rows))}
    rows = sorted(rows, key=lambda row: order[turn_of(row.item)])
    for limit in mix.limits:
        found = _first_over(rows, limit)
        if found is not None:
            row, count = found
            what = (
                f"{counted(count, f'{limit} counter')} in play, the counter mix has {limit.count}."
            )
            yield error("", what, "Withdraw one before, or take fewer."), row.key


def _first_over(rows: list[Row], limit: Limit) -> tuple[Row, int] | None:
    standing = 0
    worst: tuple[Row, int] | None = None
    for row in rows:
        if not limit.covers(row.item):
            continue
        if row.item.action in COMING:
            standing += row.item.count
        elif row.item.action in GOING:
            standing -= row.item.count
        if standing > limit.count and (worst is None or standing > worst[1]):
            worst = (worst[0] if worst else row, standing)
    return worst
