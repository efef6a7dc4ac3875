"""A battle from its declaration to the advance, and the decisions that every battle can hold.

Titles subclass :class:`Battle` with what else theirs hold, and a frame where it holds more. Frames
are written by the names of their classes, so a title's own keep these names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, Self, TypeVar

from engine.core.handler import Transition
from engine.core.state import Frame, State
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Battle:
    """An attack by ``side`` on one hex."""

    side: str
    target: Hex
    attackers: tuple[UnitId, ...] = ()
    defenders: tuple[UnitId, ...] = ()

    def joined(self, *units: UnitId) -> Self:
        """The battle with further attackers."""
        return replace(self, attackers=(*self.attackers, *units))

    def without(self, unit: UnitId) -> Self:
        """The battle without one of its attackers."""
        return replace(self, attackers=tuple(other for other in self.attackers if other != unit))


StateT = TypeVar("StateT", bound=State)
PositionT = TypeVar("PositionT")
FrameT = TypeVar("FrameT", bound="Aftermath[Battle]")
BattleT = TypeVar("BattleT", bound=Battle)
BattleOut = TypeVar("BattleOut", bound=Battle, covariant=True)


@dataclass(frozen=True, slots=True)
class InBattle(Frame, Generic[BattleOut]):
    """Any decision inside a battle."""

    battle: BattleOut

    def where(self) -> Hex | None:
        """The hex that is attacked."""
        return self.battle.target


@dataclass(frozen=True, slots=True)
class Forming(InBattle[BattleOut]):
    """The attacker chooses his units and support, then goes in."""


@dataclass(frozen=True, slots=True)
class CombatRoll(InBattle[BattleOut]):
    """A die: the battle itself."""


@dataclass(frozen=True, slots=True)
class Aftermath(InBattle[BattleOut]):
    """Automatic: the stages of a result, one after the other."""

    code: str
    stage: int = 0


@dataclass(frozen=True, slots=True)
class Losing(InBattle[BattleOut]):
    """A side chooses which of its units are lost or lose a step."""

    side: str
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Retreating(InBattle[BattleOut]):
    """A side moves its beaten units out."""

    side: str
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Advancing(InBattle[BattleOut]):
    """The attacker may advance into the hex he has cleared."""


def fought(state: State, kind: type[BattleT]) -> InBattle[BattleT] | None:
    """The innermost decision of the battle being fought, or None."""
    for frame in reversed(state.flow):
        found = in_battle(frame, kind)
        if found is not None:
            return found
    return None


def in_battle(frame: Frame | None, kind: type[BattleT]) -> InBattle[BattleT] | None:
    """A frame as a decision inside a battle of a kind; None for any other."""
    return frame if isinstance(frame, InBattle) and isinstance(frame.battle, kind) else None


def top_of(state: State) -> Frame | None:
    """The innermost open decision; None when the game is over."""
    return state.top if state.flow else None


@dataclass(frozen=True, slots=True)
class Fighting(Frame):
    """A side's combat phase."""

    side: str


Stage = Callable[[PositionT, FrameT, Transition[StateT]], None]


def next_stage(
    pos: PositionT,
    frame: FrameT,
    transition: Transition[StateT],
    stages: Sequence[Stage[PositionT, FrameT, StateT]],
    conclude: Stage[PositionT, FrameT, StateT],
) -> None:
    """Do the next stage of a result; what it opens lies above the stage after it."""
    if frame.stage == len(stages):
        conclude(pos, frame, transition)
        return
    following = replace(frame, stage=frame.stage + 1)
    transition.state = transition.state.swapped(following)
    stages[frame.stage](pos, following, transition)
