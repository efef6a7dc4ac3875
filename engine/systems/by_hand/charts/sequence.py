"""Declared sides, turns and phases, and what is on the table beside the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from typing import Annotated

from engine.core.charts.constraints import AnyText, AtLeast, Between, KeysOf, Numeral
from engine.frozen import dataclass
from engine.systems.by_hand.charts.costs import CostWord

Text = Annotated[str, AnyText()]
MaybeText = Annotated[str, AnyText(empty=True)]
Count = Annotated[int, AtLeast(0)]

EACH, BOTH = "each", "both"
"""Whose a phase is: one for each side in turn, or one for all together; else the id of a side."""


@dataclass(frozen=True, slots=True)
class SideRow:
    """A side, by the id its units have in the order of battle: its name and colour. One that does
    not play, as one of markers, has no phases of its own among those of ``each``.
    """

    id: str
    name: Text
    colour: Text = "#4b6b8a"
    plays: bool = True


class PhaseKind(StrEnum):
    """What a phase is for: what is done in another one gets a caution."""

    FREE = "free"
    MOVE = "move"
    COMBAT = "combat"
    SUPPLY = "supply"
    WEATHER = "weather"
    ARRIVALS = "arrivals"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class PhaseRow:
    """A phase: whose it is (``each``, ``both``, or a side's id), what for, the states that it
    clears of its side's units as it begins, what it reminds of, and the id of the phase that it is
    a part of ('' for none).
    """

    id: str
    name: Text
    side: Text = EACH
    kind: PhaseKind = PhaseKind.FREE
    clears: tuple[Text, ...] = ()
    duties: tuple[Text, ...] = ()
    within: MaybeText = ""


MOST_DEEP = 4
"""So many phases lie within each other at most."""


def lying_within(rows: Sequence[PhaseRow]) -> Mapping[str, tuple[str, ...]]:
    """The ids of the phases that each phase lies within, the outermost first. One that is said to
    lie in itself, in none that there is, or too deep, lies in none.
    """
    known = {row.id: row.within for row in rows}
    return {row.id: _around(row.id, known) for row in rows}


def _around(ident: str, known: Mapping[str, str]) -> tuple[str, ...]:
    way: list[str] = []
    while known[ident]:
        ident = known[ident]
        if ident not in known or len(way) + 1 == MOST_DEEP:
            return ()
        way.insert(0, ident)
    return tuple(way)


@dataclass(frozen=True, slots=True)
class TurnRow:
    """What one turn has of its own: its date, season, weather by its kind's id ('' for the die),
    events that are told, and a checklist to be struck off; ``id`` is its number.
    """

    id: Annotated[str, Numeral()]
    date: MaybeText = ""
    season: MaybeText = ""
    weather: MaybeText = ""
    events: tuple[Text, ...] = ()
    checklist: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnChart:
    """How many turns there are, and their rows as far as they have any."""

    last: Annotated[int, Between(1, 999)] = 10
    rows: tuple[TurnRow, ...] = ()

    def row(self, turn: int) -> TurnRow:
        """What a turn has of its own; an empty row where nothing is declared."""
        return next((row for row in self.rows if row.id == str(turn)), TurnRow(str(turn)))


@dataclass(frozen=True, slots=True)
class TrackRow:
    """A number that is kept on a track. ``spaces`` are what the board has for its numbers from
    ``least`` on (hexes, places or boxes), where its marker lies; empty for a track beside it.
    """

    id: str
    name: Text
    start: int = 0
    least: int = 0
    most: int = 20
    side: MaybeText = ""
    spaces: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A box beside the board; ``holds`` is how many units it takes, 0 for any number."""

    id: str
    name: Text
    side: MaybeText = ""
    display: MaybeText = ""
    holds: Count = 0


@dataclass(frozen=True, slots=True)
class StateRow:
    """A state that a unit can be in: what its movement and its strength count for in per cent, and
    how many movement points it has at most (``most``, 0 for any number). Of units in the state only
    those that ``of`` names are slower or weaker by it; empty for all. With ``side`` they are of
    that side as long as they are in the state.
    """

    id: str
    name: Text
    movement: Annotated[int, Between(0, 400)] = 100
    strength: Annotated[int, Between(0, 400)] = 100
    excludes: tuple[Text, ...] = ()
    of: tuple[Text, ...] = ()
    most: Count = 0
    side: MaybeText = ""


@dataclass(frozen=True, slots=True)
class MarkerRow:
    """A marker that lies on hexes; ``most`` is how many there are, 0 for any number."""

    id: str
    name: Text
    most: Count = 0


@dataclass(frozen=True, slots=True)
class DiceRow:
    """Dice that are thrown together and added up."""

    id: str
    name: Text
    count: Annotated[int, Between(1, 12)] = 1
    faces: Annotated[int, Between(2, 100)] = 6


@dataclass(frozen=True, slots=True)
class LookUpTable:
    """A table that is looked up with the sum of its dice: a row for each sum from the lowest."""

    id: str
    name: Text
    rule: Text
    rows: tuple[tuple[Text, ...], ...]
    columns: tuple[Text, ...] = ("result",)
    count: Annotated[int, Between(1, 4)] = 1
    faces: Annotated[int, Between(2, 100)] = 6


@dataclass(frozen=True, slots=True)
class PoolRow:
    """Chits that are drawn blind: what each says. With ``returns`` they go back at once."""

    id: str
    name: Text
    chits: tuple[Text, ...]
    returns: bool = False


@dataclass(frozen=True, slots=True)
class WeatherRow:
    """A kind of weather: the highest face of the die that brings it, what a movement allowance
    counts for in per cent, what is added to it, and further cost by kind of terrain. The allowance
    of units that ``spares`` names stays as it is.
    """

    id: str
    name: Text
    to: Annotated[int, Between(1, 100)]
    movement: Annotated[int, Between(0, 400)] = 100
    extra: int = 0
    terrain: Annotated[Mapping[str, Annotated[str, CostWord()]], KeysOf("movement", "terrain")] = (
        field(default_factory=dict)
    )
    spares: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class SkyZoneRow:
    """A part of the board (regions, places or hex numbers) with weather of its own; ``die`` is
    added to the face that is thrown for it.
    """

    id: str
    name: Text
    of: tuple[Text, ...]
    die: Annotated[int, Between(-100, 100)] = 0
