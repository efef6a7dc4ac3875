"""The sequence of play: what ends a phase, the frame that opens the next one, names of turns."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Generic, TypeVar

from engine.core.actions import Action
from engine.core.handler import Handler, Transition
from engine.core.state import Frame, State
from engine.frozen import dataclass

StateT = TypeVar("StateT", bound=State)
PositionT = TypeVar("PositionT")

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
HALVES = ("I", "II")


@dataclass(frozen=True, slots=True)
class EndPhase(Action):
    """End the phase; what was not used of it is forfeited."""


@dataclass(frozen=True, slots=True)
class Onward(Frame):
    """Automatic: the phase is over, the next begins. It lies below everything."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A phase of a turn, with the side whose player turn it is ('' for nobody's)."""

    phase: str
    side: str = ""


class SequenceStep(ABC, Generic[StateT, PositionT]):
    """The phases of a turn in order, turn after turn."""

    slots: tuple[Slot, ...]

    @abstractmethod
    def open(self, pos: PositionT, slot: Slot, transition: Transition[StateT]) -> None:
        """Open a phase: push the decisions it holds, do what is automatic in it."""

    @abstractmethod
    def turns(self, pos: PositionT) -> int:
        """The last turn."""

    @abstractmethod
    def finish(self, pos: PositionT, transition: Transition[StateT]) -> None:
        """Count out the game after its last turn; the flow is emptied afterwards."""

    def onward(self, pos: PositionT, _frame: Onward, transition: Transition[StateT]) -> None:
        """Open the phase that follows, or end the game."""
        state = transition.state
        here = Slot(state.phase, state.active)
        at = self.slots.index(here) + 1 if here in self.slots else 0
        if at == len(self.slots):
            if state.turn >= self.turns(pos):
                self.finish(pos, transition)
                transition.set(flow=())
                return
            transition.set(turn=state.turn + 1)
            at = 0
        slot = self.slots[at]
        transition.set(phase=slot.phase, active=slot.side)
        self.open(pos, slot, transition)

    def handler(self) -> Handler[StateT, PositionT, Onward]:
        """The handler that lies below everything."""
        return Handler(Onward, auto=self.onward)


@dataclass(frozen=True, slots=True)
class HalfMonths:
    """Turns of half a month, the first of which has a name such as ``Nov I 40``."""

    first: str

    def __post_init__(self) -> None:
        """Raise ValueError for a name that is no half month."""
        self.number(self.first)

    def name(self, turn: int) -> str:
        """A turn, counted from 1, by its name.

        >>> [HalfMonths("Nov I 40").name(turn) for turn in (1, 5, 20)]
        ['Nov I 40', 'Jan I 41', 'Aug II 41']
        """
        months, half = divmod(self.number(self.first) + turn - 1, 2)
        return f"{MONTHS[months % 12]} {HALVES[half]} {months // 12:02}"

    def turn(self, name: str) -> int:
        """The turn of a name; below 1 before the first. Raises ValueError for no half month.

        >>> HalfMonths("Jun II 41").turn("Mar II 42")
        19
        """
        return self.number(name) - self.number(self.first) + 1

    def month(self, turn: int) -> int:
        """The month of a turn, counted on through the years: turns of one month have one number.

        >>> HalfMonths("Jun II 41").month(2) == HalfMonths("Jun II 41").month(3)
        True
        """
        return (self.number(self.first) + turn - 1) // 2

    @staticmethod
    @lru_cache(256)
    def number(name: str) -> int:
        """Half months since the first of year 0. Raises ValueError for another name."""
        words = name.split()
        if len(words) != 3 or words[0] not in MONTHS or words[1] not in HALVES:
            raise ValueError(f"{name!r} is no half month such as 'Nov I 40'")
        return (int(words[2]) * 12 + MONTHS.index(words[0])) * 2 + HALVES.index(words[1])
