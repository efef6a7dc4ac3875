"""Positions laid out by hand: what a person asks for, and what a title makes of it.

A :class:`Wanted` is a position in words that no title owns: turn, side, phase, where units are and
how. A title's :class:`Laying` turns it into a state as it is when that side's phase begins, and
tells any state of its own as a :class:`Wanted`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import field, replace
from typing import Any, Protocol

from engine.core.state import Location, Piece, State
from engine.frozen import dataclass
from maps.errors import KnownError, nearest
from maps.hexgrid import Hex
from oob.model import UnitId

WHERE = "position"
"""Where a sentence of refusal says that something is wrong."""
SET_UP = "set up"
"""The phase in which the sides still place their units."""
REDUCED = "reduced"
OUT_OF_SUPPLY = "out of supply"

Number = int | float


@dataclass(frozen=True, slots=True)
class Placed:
    """One unit of a position: where, whether it has lost a step, and its marks.

    ``spent`` are movement points used in this phase; ``unfed`` the player turns in a row it has
    been out of supply; ``over`` the hex it is dropping into.
    """

    at: Location
    reduced: bool | None = None
    marks: frozenset[str] = frozenset()
    spent: Number = 0
    unfed: int = 0
    over: Hex | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A position to lay out. ``weather`` is by zone, under '' for every zone.

    ``only``: units that are not named are off the board. ``fresh`` is False when phase and turn
    stay as they are in the state that is changed. ``owners`` are sides by hex; ``points`` what a
    phase hands out; ``nations`` their statuses; ``markers`` words by hex, hexside or id, as the
    title knows them.
    """

    turn: int = 1
    side: str = ""
    phase: str = ""
    weather: Mapping[str, str] = field(default_factory=dict)
    only: bool = False
    fresh: bool = True
    units: Mapping[UnitId, Placed] = field(default_factory=dict)
    owners: Mapping[Hex, str] = field(default_factory=dict)
    points: Mapping[str, Number] = field(default_factory=dict)
    nations: Mapping[str, str] = field(default_factory=dict)
    markers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words a title's positions are written with.

    ``boxes`` are ids with their names; ``aside`` the box of units off the board. ``phases`` are the
    words of each side's phases, the one in which it moves first; ``alike`` other words for them.
    ``marks`` are what can be said of a unit. ``zones`` are the weather zones by name, empty where
    all the board has one weather. ``nations`` are ids with the statuses each may have.
    """

    boxes: Mapping[str, str]
    aside: str
    marks: tuple[str, ...]
    phases: Mapping[str, tuple[str, ...]]
    alike: Mapping[str, str]
    weather: tuple[str, ...]
    zones: tuple[str, ...]
    nations: Mapping[str, tuple[str, ...]]
    points: tuple[str, ...]
    turns: int


class Laying(Protocol):
    """How a title lays out positions of one scenario."""

    @property
    def words(self) -> Vocabulary:
        """The words its positions are written with."""

    def called(self, unit: UnitId) -> str:
        """A unit's name as sentences have it."""

    def opened(self, state: State, wanted: Wanted) -> State:
        """A state in which everything is as wanted, as it is when that side's phase begins; what
        is not named stays as it is in ``state``. Raises KnownError for what cannot be.
        """

    def told(self, state: State) -> Wanted:
        """A state in the words of a position, every unit named."""


class NoLaying:
    """What a system has that lays out no positions."""

    @property
    def words(self) -> Vocabulary:
        """Raises KnownError: there are none."""
        raise refusal("cannot be laid out in this game.")

    def called(self, unit: UnitId) -> str:
        """The id."""
        return unit

    def opened(self, state: State, wanted: Wanted) -> State:
        """Raises KnownError."""
        raise refusal("cannot be laid out in this game.")

    def told(self, state: State) -> Wanted:
        """Raises KnownError."""
        raise refusal("cannot be laid out in this game.")


def refusal(what: str, fix: str = "", *, part: str = "") -> KnownError:
    """The error of a position that cannot be; ``part`` is what of it is wrong (``units``)."""
    return KnownError(f"{WHERE}, {part}" if part else WHERE, what, fix)


def word_in(word: str, known: Iterable[str], part: str) -> str:
    """The known word that is meant, whatever its case. Raises KnownError, with the nearest."""
    options = {option.casefold(): option for option in known}
    found = options.get(" ".join(word.replace("_", " ").split()).casefold())
    found = found or options.get(word.strip().casefold())
    if found is None:
        raise refusal(f"{word!r} is no word for it.", nearest(word, options.values()), part=part)
    return found


def placed(
    pieces: Mapping[UnitId, Piece],
    steps: Mapping[UnitId, int],
    wanted: Wanted,
    words: Vocabulary,
    *,
    lost: Collection[str],
    stays: Collection[str] = (),
) -> dict[UnitId, Piece]:
    """The pieces of a position, without marks on those that are named.

    ``steps`` are units' full steps, ``lost`` the boxes whose units have none left, ``stays`` the
    boxes in which units not named are off the board already.
    """
    found: dict[UnitId, Piece] = {}
    for unit, piece in pieces.items():
        place = wanted.units.get(unit)
        if place is None:
            away = wanted.only and piece.at not in stays
            found[unit] = _aside(piece, steps[unit], words.aside, lost) if away else piece
            continue
        left = _steps(unit, piece, steps[unit], place, wanted.fresh)
        found[unit] = replace(
            piece, at=place.at, steps=0 if place.at in lost else left, marks=frozenset()
        )
    return found


def _aside(piece: Piece, steps: int, box: str, lost: Collection[str]) -> Piece:
    return Piece(box, 0 if box in lost else piece.steps or steps, piece.mode)


def _steps(unit: UnitId, piece: Piece, steps: int, place: Placed, fresh: bool) -> int:
    if place.reduced is None:
        return piece.steps if piece.steps and not fresh else steps
    if place.reduced and steps < 2:
        raise refusal(
            f"{unit} has one step only and is never reduced.", "Leave it out.", part="units"
        )
    return steps - 1 if place.reduced else steps


def with_marks(pieces: Mapping[UnitId, Piece], marks: Mapping[UnitId, frozenset[str]]) -> Any:
    """The pieces with the marks of those named put in place of theirs."""
    return {
        unit: replace(piece, marks=marks[unit]) if unit in marks else piece
        for unit, piece in pieces.items()
    }


def turn_in(wanted: Wanted, last: int) -> int:
    """The turn. Raises KnownError when the game has no such turn."""
    if not 1 <= wanted.turn <= last:
        raise refusal(f"there is no turn {wanted.turn}.", f"The game has {last}.", part="turn")
    return wanted.turn
