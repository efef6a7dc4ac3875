"""What a player plans with, in words any system can fill: what is due, what the weather may do,
what an attack would bring, how supply reaches a unit, and the figures a game is followed by.
"""

from __future__ import annotations

from engine.core.actions import Action, Objection
from engine.core.state import Location
from engine.core.view.display import Modifier
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Figure:
    """One number a game is followed by: victory points, losses, cities held.

    ``id`` is the same through a whole game (``points``); ``side`` is '' for a figure of nobody.
    """

    id: str
    title: str
    side: str
    value: float


@dataclass(frozen=True, slots=True)
class Due:
    """Something that a turn brings: an arrival, a withdrawal, a check.

    ``kind`` is ``arrival``, ``withdrawal``, ``conversion``, ``replacement``, ``release``,
    ``weather``, ``check`` or ``victory``. ``phase`` names the phase it belongs to.
    """

    turn: int
    kind: str
    text: str
    rule: str
    side: str = ""
    phase: str = ""
    units: tuple[UnitId, ...] = ()
    place: str = ""
    done: bool = False


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that must be done before a phase can end: a sentence, its rule, and the units and
    places it is about, as far as the rules tell.
    """

    text: str
    rule: str
    units: tuple[UnitId, ...] = ()
    places: tuple[Location, ...] = ()


@dataclass(frozen=True, slots=True)
class WeatherChance:
    """One kind of weather a coming turn may have, and the exact chance of it at present."""

    turn: int
    weather: str
    chance: float


@dataclass(frozen=True, slots=True)
class WeatherZone:
    """The weather of one zone of the board now, and the chances for coming turns, soonest first."""

    zone: str
    now: str
    coming: tuple[WeatherChance, ...]


@dataclass(frozen=True, slots=True)
class Strength:
    """One line of a side's strength in an attack: what it is of, how much as printed (``4 1/2``),
    and the rule that made it so.
    """

    text: str
    value: str
    rule: str
    unit: UnitId | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """One way an attack can end: its name, the exact chance, what it would do, and the strength
    each side would lose by it, as far as the result alone tells. ``clears`` when no defender is
    left in the hex whatever its owner chooses.
    """

    name: str
    chance: float
    effect: str
    attacker_loss: float
    defender_loss: float
    clears: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """An attack as it would be fought now, were it declared.

    ``column`` names the odds or the number to hit; ``further`` says what the next better column
    takes, ``roll`` is what modifies the die. ``results`` add up to 1. A plan with ``objections``
    may not be carried out; else ``actions``, taken one after the other, declare it as far as no
    die is thrown.
    """

    target: Hex
    units: tuple[UnitId, ...]
    attackers: tuple[Strength, ...]
    defenders: tuple[Strength, ...]
    modifiers: tuple[Modifier, ...]
    column: str
    results: tuple[Result, ...]
    further: str = ""
    objections: tuple[Objection, ...] = ()
    actions: tuple[Action, ...] = ()
    roll: int = 0

    @property
    def clearing(self) -> float:
        """The chance that no defender is left in the hex."""
        return sum(result.chance for result in self.results if result.clears)

    @property
    def attacker_loss(self) -> float:
        """Strength the attacker loses on average."""
        return sum(result.chance * result.attacker_loss for result in self.results)

    @property
    def defender_loss(self) -> float:
        """Strength the defender loses on average."""
        return sum(result.chance * result.defender_loss for result in self.results)


@dataclass(frozen=True, slots=True)
class Flight:
    """What flies from one hex to another now, or is planned to: how much, and what for."""

    side: str
    origin: Hex
    target: Hex
    text: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Prospect:
    """What decisions that send something to one place promise there, taken together: who is sent
    and what it may bring (``33 % to hit``), each in few words, '' where nothing is known. Lists
    begin with those of the greatest ``worth``.
    """

    who: str
    odds: str = ""
    worth: float = 0.0


@dataclass(frozen=True, slots=True)
class Amounts:
    """Points that somebody may give to a place: ``action`` gives what is there now, and ``most``
    names its fields that hold a number, each with the greatest that it may be.
    """

    who: str
    action: Action
    most: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class SupplyElement:
    """One stretch of a supply line: its kind (``march``, ``road``, ``rail``), the hexes from the
    unit's end on, what it uses of its limit (None for no limit), and the rule.
    """

    kind: str
    hexes: tuple[Hex, ...]
    used: int
    limit: int | None
    rule: str


@dataclass(frozen=True, slots=True)
class Block:
    """A hex that keeps supply away, and why."""

    at: Hex
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """How supply reaches a unit, element by element from unit to source; or what blocks it."""

    supplied: bool
    text: str
    elements: tuple[SupplyElement, ...] = ()
    blocks: tuple[Block, ...] = ()
