"""Does a board show a fact? A judge for each kind of fact, and what it found instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from maps.checking.facts.courses import bank, between, distance_apart, line, lines, side
from maps.checking.facts.spots import (
    UnknownError,
    kinds_around,
    other_names,
    place_named,
    sea_kinds,
    spot,
    spots,
)
from maps.checking.facts.tables import Fact, FactKind, FactTable
from maps.checking.problems import Flaw, Problem, warning
from maps.errors import counted
from maps.finding.find import folded
from maps.hexgrid import Hex, are_adjacent
from maps.model import GameMap
from maps.terrain import is_coast, is_lake


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a board says of a fact: ``found`` in words, and whether that is what was expected.

    ``hex`` is where to look, None when the fact names nothing on the board.
    """

    fact: Fact
    holds: bool
    found: str
    hex: Hex | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """How a board did: facts, those that hold, and misses with and without a reason given."""

    facts: int
    right: int
    explained: int
    missed: int

    def __str__(self) -> str:
        share = f"{100 * self.right / self.facts:.1f} %" if self.facts else "none"
        told = f"{self.right} of {counted(self.facts, 'fact is', 'facts are')} right ({share})"
        return f"{told}, {self.explained} explained, {self.missed} missed"


Found = tuple[bool, str, Hex | None]
Judge = Callable[[GameMap, str, Sequence[str]], Found]


def judged(board: GameMap, table: FactTable) -> Iterator[Verdict]:
    """The verdict on each fact of a table, in its order."""
    for fact in table.facts:
        yield verdict(board, table, fact)


def verdict(board: GameMap, table: FactTable, fact: Fact) -> Verdict:
    """Whether a board shows one fact."""
    try:
        holds, found, at = _JUDGES[fact.kind](board, fact.what, table.choices(fact.expected))
    except UnknownError as missing:
        return Verdict(fact, False, str(missing))
    return Verdict(fact, holds, found, at)


def tally(verdicts: Sequence[Verdict]) -> Tally:
    """How many facts hold, and how many of the others are explained."""
    right = sum(one.holds for one in verdicts)
    explained = sum(not one.holds and bool(one.fact.why) for one in verdicts)
    return Tally(len(verdicts), right, explained, len(verdicts) - right - explained)


def problem_of(board: GameMap, table: FactTable, one: Verdict) -> Problem | None:
    """The warning for a fact that a board does not show and that nobody explained, or None."""
    if one.holds or one.fact.why:
        return None
    fact = one.fact
    what = f"{fact.kind} of {fact.what} should be {fact.expected}: {one.found}."
    why = "" if table.shipped else f", or say why in {table.where}"
    fix = f"Correct the board{why}. Source: {table.sources[fact.source]}."
    where = board.label(one.hex) if one.hex is not None else fact.what
    return warning(where, what, fix, one.hex, Flaw.FACT)


def _hex(board: GameMap, what: str, choices: Sequence[str]) -> Found:
    at = place_named(board, what).hex
    return any(spot(board, label).hex == at for label in choices), board.label(at), at


def _place(board: GameMap, what: str, choices: Sequence[str]) -> Found:
    found = place_named(board, what)
    return found.kind in choices, found.kind, found.hex


def _terrain(board: GameMap, what: str, choices: Sequence[str]) -> Found:
    at = spot(board, what).hex
    return board.terrain[at] in choices, board.terrain[at], at


def _region(board: GameMap, what: str, choices: Sequence[str]) -> Found:
    at = spot(board, what).hex
    layer = choices[0].partition(": ")[0]
    held = [name for name, hexes in board.regions.get(layer, {}).items() if at in hexes]
    wanted = {choice.removeprefix(f"{layer}: ") for choice in choices}
    return bool(wanted.intersection(held)), " and ".join(held) or f"no {layer}", at


def _frontier(board: GameMap, what: str, choices: Sequence[str]) -> Found:
    a, b = (one.hex for one in spots(board, what, 2, 2))
    one, other = (board.region_of(choices[0], at) for at in (a, b))
    return one is not None and other is not None and one != other, f"{one} and {other}", a


def _coast(board: GameMap, what: str, choices: Sequence[str]) -> Found:
    at = spot(board, what).hex
    is_so = is_coast(board, at) or bool(kinds_around(board, at) & sea_kinds(board))
    return _yes_or_no(is_so, choices, at)


def _lake(board: GameMap, what: str, choices: Sequence[str]) -> Found:
    at = spot(board, what).hex
    is_so = "lake" in kinds_around(board, at) or any(
        is_lake(board, near) for near in at.neighbours()
    )
    return _yes_or_no(is_so, choices, at)


def _port(board: GameMap, what: str, choices: Sequence[str]) -> Found:
    found = place_named(board, what)
    tags = sorted(tag for tag in found.tags if "port" in tag) or ["none"]
    return bool(set(tags).intersection(choices)), " and ".join(tags), found.hex


def _name(board: GameMap, what: str, choices: Sequence[str]) -> Found:
    wanted = folded(what)
    hits = [
        place
        for place in board.places.values()
        if wanted == folded(place.name) or wanted in other_names(place)
    ]
    names = {folded(place.name) for place in hits}
    at = hits[0].hex if hits else None
    return (
        any(folded(one) in names for one in choices),
        " and ".join(p.name for p in hits) or "nothing",
        at,
    )


def _adjacent(board: GameMap, what: str, choices: Sequence[str]) -> Found:
    a, b = spots(board, what, 2, 2)
    return _yes_or_no(are_adjacent(a.hex, b.hex), choices, a.hex)


def _yes_or_no(is_so: bool, choices: Sequence[str], at: Hex) -> Found:
    found = "yes" if is_so else "no"
    return found in choices, found, at


_JUDGES: Mapping[FactKind, Judge] = {
    FactKind.HEX: _hex,
    FactKind.PLACE: _place,
    FactKind.TERRAIN: _terrain,
    FactKind.REGION: _region,
    FactKind.COAST: _coast,
    FactKind.LAKE: _lake,
    FactKind.PORT: _port,
    FactKind.NAME: _name,
    FactKind.BANK: bank,
    FactKind.BETWEEN: between,
    FactKind.FRONTIER: _frontier,
    FactKind.SIDE: side,
    FactKind.ADJACENT: _adjacent,
    FactKind.DISTANCE: distance_apart,
    FactKind.LINE: line,
    FactKind.LINES: lines,
}
