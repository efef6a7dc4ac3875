"""Orders of battle: units with their printed faces, formations, set-up and schedule.

Units are facts that never change in play; where they stand, their steps and modes belong to the
game's state.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NewType

UnitId = NewType("UnitId", str)
"""Stable id of a unit inside one order of battle, e.g. ``german-7-ss``."""


class Size(StrEnum):
    """Size mark of a unit, as printed above its symbol."""

    COMPANY = "I"
    BATTALION = "II"
    REGIMENT = "III"
    BRIGADE = "X"
    DIVISION = "XX"
    CORPS = "XXX"
    ARMY = "XXXX"
    CADRE = "Cdr"
    HEADQUARTERS = "HQ"
    NONE = ""


@dataclass(frozen=True, slots=True)
class Face:
    """One printed face of a counter: its ratings, in the field's order.

    ``attack`` is the combat factor where a game has a single one (then ``defense`` is None);
    ``parenthesised`` prints the attack in parentheses (corps support). ``label`` names the
    face where it is a mode (``concentrated``, ``dispersed``).
    """

    attack: int | None
    defense: int | None
    move: int | None
    parenthesised: bool = False
    label: str = ""

    def ratings(self) -> str:
        """The ratings as printed: ``5-6``, ``(5)-5``, ``1-2-6``, ``4`` without any combat strength;
        empty when the face bears none.
        """
        if self.attack is None and self.defense is None:
            return "" if self.move is None else str(self.move)
        combat = "-" if self.attack is None else str(self.attack)
        if self.parenthesised:
            combat = f"({combat})"
        if self.defense is not None:
            combat = f"{combat}-{self.defense}"
        return f"{combat}-{self.move}"


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter that moves and fights.

    ``type`` is the symbol word (``infantry``, ``armor``, ``motorized infantry``,
    ``light infantry``, ``parachute infantry``, ``artillery``, ``cavalry``, ``fortress``,
    ``special forces``, ``partisan`` ...); ``traits`` are what rules ask about (``mechanized``,
    ``light``, ``corps support``, ``ss`` ...). ``faces[0]`` is the front; a second face is the
    reduced side or the other mode.
    """

    id: UnitId
    name: str
    nation: str
    side: str
    type: str
    size: Size
    faces: tuple[Face, ...]
    steps: int = 1
    traits: frozenset[str] = frozenset()
    formation: str = ""
    note: str = ""

    @property
    def front(self) -> Face:
        """The full-strength face."""
        return self.faces[0]


@dataclass(frozen=True, slots=True)
class Nation:
    """A nationality: its name, side, and counter colours (``#rrggbb``)."""

    id: str
    name: str
    side: str
    fill: str
    ink: str
    band: str = ""


@dataclass(frozen=True, slots=True)
class Formation:
    """A named grouping of units (army, corps), possibly inside another."""

    id: str
    name: str
    parent: str = ""


@dataclass(frozen=True, slots=True)
class SetUp:
    """Where units begin: ``place`` is a zone, box or hex as the rulebook names it.

    ``doubt`` notes a doubtful reading of the printed order of battle; ``steps`` overrides full
    strength, 0 meaning full.
    """

    place: str
    units: tuple[UnitId, ...]
    doubt: str = ""
    steps: int = 0


@dataclass(frozen=True, slots=True)
class DepleteChoice:
    """A set-up freedom: the owner picks ``count`` of ``units`` to begin one step down (BG 1945)."""

    count: int
    units: tuple[UnitId, ...]


class EntryKind(StrEnum):
    """What a schedule entry does."""

    ARRIVES = "arrives"
    WITHDRAWS = "withdraws"
    OPTIONAL = "optional"
    CONVERTS = "converts"
    SUBSTITUTE = "substitute"


@dataclass(frozen=True, slots=True)
class ScheduleEntry:
    """Something due on (or from) a turn: arrival, withdrawal, optional unit with its price.

    ``turn`` 0 means any turn; ``cost`` is what the owner's opponent gains, in victory points, per
    unit. ``replaces`` names units given up in exchange (substitutes, conversions).
    """

    kind: EntryKind
    turn: int
    place: str
    units: tuple[UnitId, ...]
    cost: int = 0
    replaces: tuple[UnitId, ...] = ()
    note: str = ""


@dataclass(slots=True)
class OrderOfBattle:
    """All units of one scenario, with who begins where and what comes later.

    ``choices`` are set-up freedoms that are not places: which units begin depleted. ``notes`` are
    facts and remarks by key, e.g. ``air.tac``.
    """

    id: str
    title: str
    nations: dict[str, Nation] = field(default_factory=dict)
    units: dict[UnitId, Unit] = field(default_factory=dict)
    formations: dict[str, Formation] = field(default_factory=dict)
    setups: list[SetUp] = field(default_factory=list)
    schedule: list[ScheduleEntry] = field(default_factory=list)
    choices: list[DepleteChoice] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)

    def copy(self) -> OrderOfBattle:
        """The same units in containers of its own, so that edits of one leave the other alone."""
        return replace(
            self,
            nations=dict(self.nations),
            units=dict(self.units),
            formations=dict(self.formations),
            setups=list(self.setups),
            schedule=list(self.schedule),
            choices=list(self.choices),
            notes=dict(self.notes),
        )
