"""Set-up: a side places its units where it may, or lets the recommended set-up do it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import partial
from typing import Generic, TypeVar

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.handler import Answer, Handler, Transition
from engine.core.legal import Family
from engine.core.state import Frame, State
from engine.core.system import Question
from engine.frozen import dataclass
from engine.rules.board.position import Played
from engine.rules.set_up.actions import FinishSetUp, PlaceUnit, UseRecommended
from maps.hexgrid import Hex
from oob.model import UnitId

StateT = TypeVar("StateT", bound=State)
PositionT = TypeVar("PositionT", bound=Played)

Placing = Callable[[UnitId, Hex], Action]
"""The action that sets a unit up in a hex."""


@dataclass(frozen=True, slots=True)
class SettingUp(Frame):
    """A side sets up its units."""

    side: str


def placements(
    units: tuple[UnitId, ...], homes: Callable[[UnitId], tuple[Hex, ...]], placing: Placing
) -> Iterator[Action]:
    """Every way to set up units, those first that come first."""
    for unit in units:
        yield from (placing(unit, at) for at in homes(unit))


def drawn(
    units: tuple[UnitId, ...],
    homes: Callable[[UnitId], tuple[Hex, ...]],
    placing: Placing,
    stream: Stream,
) -> Action | None:
    """A way to set up one of the units, at random; None when none is left or has nowhere to go."""
    if not units:
        return None
    unit = units[stream.below(len(units))]
    found = homes(unit)
    return placing(unit, found[stream.below(len(found))]) if found else None


class PlacingStep(ABC, Generic[StateT, PositionT]):
    """The set-up of a side; ``rule`` is what all of it rests on."""

    rule: str

    @abstractmethod
    def waiting(self, pos: PositionT, side: str) -> tuple[UnitId, ...]:
        """Units a side has still to set up, in order."""

    @abstractmethod
    def homes(self, pos: PositionT, unit: UnitId) -> tuple[Hex, ...]:
        """The hexes a unit may be set up in, the recommended ones first."""

    @abstractmethod
    def fits(self, pos: PositionT, side: str, unit: UnitId, at: Hex) -> bool:
        """Whether a unit finds room in a hex."""

    @abstractmethod
    def now(self, pos: PositionT, transition: Transition[StateT]) -> PositionT:
        """The position of a step in the making."""

    def question(self, pos: PositionT, frame: SettingUp) -> Question:
        """Set up units; recommended set-up; finish."""
        left = self.waiting(pos, frame.side)
        homes = partial(self.homes, pos)
        families = (
            Family(
                "place unit",
                "Set up",
                lambda: placements(left, homes, PlaceUnit),
                draw=partial(drawn, left, homes, PlaceUnit),
                weight=16,
            ),
            Family("use recommended", "Recommended set-up", lambda: (UseRecommended(),), weight=1),
            Family("finish set up", "Finish set-up", lambda: (FinishSetUp(),), closing=True),
        )
        many = "" if len(left) == 1 else "s"
        prompt = f"Set up {len(left)} more unit{many}." if left else "All units are set up: finish."
        return Question(frame.side, prompt, families, self.rule)

    def place_objections(
        self, pos: PositionT, frame: SettingUp, action: PlaceUnit
    ) -> Iterator[Objection]:
        """What forbids setting a unit up in a hex."""
        name, at = pos.called(action.unit), action.target
        if action.unit not in self.waiting(pos, frame.side):
            yield Objection(self.rule, f"{name} is not yours to set up now.")
        elif at not in self.homes(pos, action.unit):
            yield Objection(self.rule, f"{name} does not set up in {pos.label(at)}.")
        elif not self.fits(pos, frame.side, action.unit, at):
            yield Objection(self.rule, f"{pos.label(at)} holds as many units as it can.")

    def place(
        self, _pos: PositionT, _frame: SettingUp, action: PlaceUnit, transition: Transition[StateT]
    ) -> None:
        """Put the unit there."""
        transition.state = transition.state.with_piece(action.unit, at=action.target)
        transition.tell("set up", self.rule, units=(action.unit,), at=action.target)

    def recommended_objections(
        self, pos: PositionT, frame: SettingUp, _action: UseRecommended
    ) -> Iterator[Objection]:
        """There must be something left to set up."""
        if not self.waiting(pos, frame.side):
            yield Objection(self.rule, "All units are set up.")

    def recommend(
        self,
        pos: PositionT,
        frame: SettingUp,
        _action: UseRecommended,
        transition: Transition[StateT],
    ) -> None:
        """Set up what is left, each unit in the first of its hexes that has room."""
        for unit in self.waiting(pos, frame.side):
            here = self.now(pos, transition)
            for at in self.homes(here, unit):
                if self.fits(here, frame.side, unit, at):
                    self.place(here, frame, PlaceUnit(unit, at), transition)
                    break

    def finish_objections(
        self, pos: PositionT, frame: SettingUp, _action: FinishSetUp
    ) -> Iterator[Objection]:
        """All units must be set up."""
        left = self.waiting(pos, frame.side)
        if left:
            yield Objection(self.rule, f"{pos.called(left[0])} must be set up.", tuple(left))

    def finish(
        self,
        _pos: PositionT,
        frame: SettingUp,
        _action: FinishSetUp,
        transition: Transition[StateT],
    ) -> None:
        """The side has set up; what comes next lies below."""
        transition.tell("set-up finished", self.rule, side=frame.side)
        transition.state = transition.state.popped()

    def handler(self) -> Handler[StateT, PositionT, SettingUp]:
        """The handler of the step."""
        return Handler(
            SettingUp,
            (
                Answer(PlaceUnit, self.place_objections, self.place),
                Answer(UseRecommended, self.recommended_objections, self.recommend),
                Answer(FinishSetUp, self.finish_objections, self.finish),
            ),
            question=self.question,
        )
