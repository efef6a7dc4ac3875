"""What a line of an order of battle says: items, the section they stand in, and a roster of them.

Ratings read as the Europa games do: ``8-6`` is combat strength 8 both ways and movement 6,
``5-3-8`` attack 5, defense 3, movement 8; movement ``R`` is rail only (FitE 14.F).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """What sort of thing an item is; ``ANY`` is a unit the owner picks (FitE 34.E.3)."""

    GROUND = "ground"
    ANY = "any"
    AIR = "air"
    AIR_CONVERT = "air-convert"
    ALLOWANCE = "ga"
    AIRFIELD = "airfield"
    POSITION_AA = "posaa"
    RESOURCE = "resource"
    TRUCK = "truck"
    FORT = "fort"
    FORTIFIED_AREA = "fortified-area"
    FLOTILLA = "flotilla"
    SHIP = "ship"
    FACTORY = "factory"
    CAPITAL = "capital"
    RAILHEAD = "railhead"
    REPAIR = "repair"
    ARMOR_RP = "armor-rp"
    REPLACEMENT = "replacement"
    SUPPLY = "supply"
    MARKER = "marker"


class Action(StrEnum):
    """What happens to an item; ``RELEASE`` is of units that are in play already (FitE 34.A)."""

    INITIAL = "initial"
    REINFORCE = "reinforce"
    RELEASE = "release"
    WITHDRAW = "withdraw"
    CONVERT_FROM = "convert-from"
    CONVERT_TO = "convert-to"
    POOL = "pool"
    BREAKDOWN_BOX = "breakdown-box"
    MOBILIZE = "mobilize"
    RETURN = "return"
    CONDITIONAL = "conditional"
    OPTIONAL = "optional"
    SUBSTITUTE = "substitute"


@dataclass(frozen=True, slots=True)
class Section:
    """Where an item stands: under which side, turn and headings.

    ``group`` is an army group, district or country; ``force`` an army, or among reinforcements
    the heading they come under; ``part`` a corps or place inside it. ``area`` is where the whole
    sets up.
    """

    side: str = ""
    turn: str = ""
    initial: bool = True
    group: str = ""
    force: str = ""
    part: str = ""
    area: str = ""
    nationality: str = ""

    @property
    def heading(self) -> str:
        """All headings in one: ``ARMY GROUP NORTH / 18th Army``."""
        return " / ".join(text for text in (self.group, self.force, self.part) if text)


Move = int | str
"""Movement points, or ``R`` for rail only."""


@dataclass(frozen=True, slots=True)
class Item:
    """One entry: so many of a thing, with their ratings, ids and suffix.

    ``line`` is the line of the text it was read from, 0 for none. A headquarters has movement
    only. ``starred`` is the support dot. ``back`` is what the reverse shows (``cdr 3-6``, ``no
    cdr``, or ``full 5-6`` for a unit on its cadre side). ``grade`` says how sure a reconstructed
    line is: units and dates, then ratings, each H (history), H- (rounded), E (quoted from the
    series) or X (estimated); empty for what is printed. ``tags`` are what only counters have, by
    key (``traits``, ``cost``, ...); see :mod:`oob.notation.counters`.
    """

    kind: Kind
    section: Section
    action: Action
    count: int
    type: str
    size: str = ""
    attack: int | None = None
    defense: int | None = None
    move: Move | None = None
    starred: bool = False
    ids: tuple[str, ...] = ()
    suffix: str = ""
    back: str = ""
    grade: str = ""
    note: str = ""
    tags: tuple[tuple[str, str], ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that could not be understood: where, its text, why, and what to do."""

    line: int
    text: str
    what: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """What was made of a line that is no item: a heading, a note, a repair, a joint."""

    line: int
    what: str
    text: str


@dataclass(slots=True)
class Roster:
    """An order of battle in notation. ``status`` is ``printed`` or ``reconstructed``.

    ``heads`` are facts about the whole that counters need, in order: nations with their colours,
    formations, choices; see :mod:`oob.notation.counters`.
    """

    id: str = ""
    title: str = ""
    status: str = "printed"
    items: list[Item] = field(default_factory=list)
    heads: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Reading:
    """What was read from a text: the roster, what was remarked, and what was not understood."""

    roster: Roster = field(default_factory=Roster)
    remarks: list[Remark] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
