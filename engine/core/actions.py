"""Actions: small frozen values, one decision each.

A system's actions subclass :class:`Action`. Field names are shared words, so that the window can
tell what
an action is about without knowing the game: ``unit`` (who), ``origin`` (from where), ``target`` (to
where or against what), ``units`` (a group), ``air_unit`` and ``marker`` (what is sent that is no
unit on the board).
"""

from __future__ import annotations

import re
from dataclasses import field
from enum import StrEnum
from typing import ClassVar

from engine.core.state import Location
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId


class Element(StrEnum):
    """Where a decision sends somebody."""

    GROUND = "ground"
    AIR = "air"
    SEA = "sea"


@dataclass(frozen=True, slots=True)
class Action:
    """One decision. Equality is by value; JSON in and out by :mod:`engine.core.codec`."""

    element: ClassVar[Element] = Element.GROUND
    """Whether it commits something to the air or to the sea."""
    nearer: ClassVar[type[Action] | None] = None
    """The class of action that a click means where both lead to the same place, if there is one."""
    joins: ClassVar[tuple[type[Action], ...]] = ()
    """The classes of action in which it takes part, if another unit or its place has begun one."""
    opens: ClassVar[bool] = False
    """Whether it is what units must do before they can act at other places."""

    @classmethod
    def kind(cls) -> str:
        """The word an action is written with in scripts and files: its class name, ``declare
        attack``.
        """
        return re.sub(r"(?<!^)(?=[A-Z])", " ", cls.__name__).lower()

    def who(self) -> tuple[UnitId, ...]:
        """The units the decision is about."""
        unit: UnitId | None = getattr(self, "unit", None)
        units: tuple[UnitId, ...] = getattr(self, "units", ())
        return units if unit is None else (unit, *units)

    def where(self) -> Location | None:
        """The hex or box it aims at, if any."""
        return _location(getattr(self, "target", None))

    def origin_of(self) -> Location | None:
        """The hex or box it starts from, if any."""
        return _location(getattr(self, "origin", None))

    def sent(self) -> str:
        """What is sent that is no unit on the board: an air unit or a marker; '' for nothing."""
        return str(getattr(self, "air_unit", "") or getattr(self, "marker", ""))

    def craft(self) -> str:
        """The ship or flotilla that goes, which is no unit on the board; '' for none."""
        return str(getattr(self, "ship", "") or getattr(self, "boat", ""))

    def taken_back_by(self) -> Action | None:
        """The decision by which the rules let one give it up later; None where they do not."""
        return None


def _location(value: object) -> Location | None:
    return value if isinstance(value, (str, Hex)) else None


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """A die shows ``face``: rolled by the program, typed in by the player, or tried in an
    enumeration.
    """

    face: int


@dataclass(frozen=True, slots=True)
class Objection:
    """Why an action is not allowed: the rule that forbids it and a plain sentence.

    ``units`` and ``places`` are those that it is about, where somebody can do something about it:
    who must still be placed, which hex is too full. One that is ``aside`` says that nothing of the
    kind is done at that place at all, so that what forbids another way there tells more.
    """

    rule: str
    text: str
    units: tuple[UnitId, ...] = field(default=(), compare=False)
    places: tuple[Location, ...] = field(default=(), compare=False)
    aside: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"


class IllegalAction(ValueError):  # noqa: N818 - the word of the door's contract
    """Raised when a player tries what the rules forbid; nothing was changed."""

    def __init__(self, action: Action, objections: tuple[Objection, ...]) -> None:
        self.action = action
        self.objections = objections
        super().__init__("; ".join(str(objection) for objection in objections))
