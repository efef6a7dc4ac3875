"""What the window shows of a game, in words any system can fill: the window knows no game by
name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import overload

from engine.core.state import Location
from engine.core.wording import counted
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a display: a label, its value, and what it links to (units or a hex to show)."""

    label: str
    value: str = ""
    units: tuple[UnitId, ...] = ()
    hex: Hex | None = None
    tone: str = ""
    """'' plain, ``good``, ``bad``, ``muted``, or ``now`` for the current entry."""
    subject: Location | None = None
    """What of the line covers ground on the map, by the word its rules know it by."""
    depth: int = 0
    """How many lines it lies under: the last ones before it of less depth."""


class LaterRows(Sequence[Row]):
    """The lines of a display that are worked out when somebody looks at them: a display that is
    folded shows its title and what it comes to. There is one at least.
    """

    __slots__ = ("_found", "_work")

    def __init__(self, work: Callable[[], Iterable[Row]]) -> None:
        self._work: Callable[[], Iterable[Row]] | None = work
        self._found: tuple[Row, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether somebody has looked."""
        return self._work is None

    def _rows(self) -> tuple[Row, ...]:
        if self._work is not None:
            self._found, self._work = tuple(self._work()), None
        return self._found

    def __len__(self) -> int:
        return len(self._rows())

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Row, ...]: ...

    def __getitem__(self, index: int | slice) -> Row | tuple[Row, ...]:
        return self._rows()[index]

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows())

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LaterRows):
            return self is other or self._rows() == other._rows()
        return self._rows() == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._rows())

    def __repr__(self) -> str:
        return repr(self._rows()) if self.is_known else "LaterRows(...)"


@dataclass(frozen=True, slots=True)
class Display:
    """One panel's contents. ``id`` is stable (``command_points``, ``air``, ``box:med_box``,
    ``dead``, ``victory``).
    """

    id: str
    title: str
    rows: Sequence[Row]
    summary: str = ""
    """What it comes to in a few words, read after the title: ``Axis 3, Allied 0``."""
    side: str = ""
    """The side that alone sees it, '' for all."""

    @property
    def line(self) -> str:
        """Title and summary, for the status area; '' without a summary."""
        return f"{self.title}: {self.summary}" if self.summary else ""


def units_in(rows: Sequence[Row]) -> str:
    """The summary of a display with a row for each unit; '' without any.

    >>> units_in(()), units_in((Row("1 XX", "", ("a",)),))
    ('', '1 unit')
    """
    return counted(len(rows), "unit") if rows else ""


@dataclass(frozen=True, slots=True)
class CounterView:
    """One counter as it is now: which face, and the badges to draw on it."""

    unit: UnitId
    at: Location
    face: int
    badges: tuple[str, ...] = ()
    """``moved``, ``attacked``, ``out of supply``, ``reduced``, ``dispersed`` ..."""


@dataclass(frozen=True, slots=True)
class MarkerView:
    """A marker on the board: its kind (``beachhead``, ``port open``, ``improved position``,
    ``naval``), side, tone.
    """

    kind: str
    at: Location
    side: str
    text: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Modifier:
    """One line of a to-hit or odds ledger. Where the value is no whole number, ``says`` words it
    with its sign (``−5 1/4``).
    """

    text: str
    value: int
    rule: str
    provenance: str = "printed"
    says: str = ""


@dataclass(frozen=True, slots=True)
class Combatant:
    """One unit in a battle: its number to hit now with the ledger behind it, shots left, and its
    fate so far.

    Where units do not shoot, ``says`` words what the number is (``factor 7``).
    """

    unit: UnitId
    to_hit: int
    ledger: tuple[Modifier, ...]
    shots: int
    lost: int
    eliminated: bool
    says: str = ""


@dataclass(frozen=True, slots=True)
class BattleView:
    """The battle being fought: its steps with the current one, both line-ups, and the shots so
    far; the ``odds`` as it stands, in few words.
    """

    title: str
    at: Hex | None
    origin: Hex | None
    steps: tuple[str, ...]
    step: int
    attackers: tuple[Combatant, ...]
    defenders: tuple[Combatant, ...]
    shots: tuple[str, ...] = ()
    odds: str = ""


WITHIN = " / "
"""Stands between a phase and one that lies within it, in the names of phases."""


@dataclass(frozen=True, slots=True)
class PhaseView:
    """The turn record: all phases of a turn in order, and which one is being played. The name of a
    phase that lies within others begins with theirs (``WITHIN``). Turns are numbered as in the
    longest game of a title: that of a shorter one may begin later than with the first.
    """

    turn: int
    last_turn: int
    phases: tuple[str, ...]
    phase: int
    weather: str
    notes: tuple[str, ...] = ()
    first_turn: int = 1

    @property
    def turn_words(self) -> str:
        """``Turn 3 of 20``."""
        return f"Turn {self.turn} of {self.last_turn}"

    @property
    def turns(self) -> range:
        """The turns of the game."""
        return range(self.first_turn, self.last_turn + 1)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended: ``winner`` is a side id or '' for a draw; ``level`` words it; ``counted``
    is what the ``points`` of each side are.
    """

    winner: str
    level: str
    points: tuple[tuple[str, int | Fraction], ...]
    counted: str = "victory point"
