"""The die that makes the weather of a turn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from engine.core.chance import ChanceNode
from engine.core.handler import Handler, Transition
from engine.core.state import Frame, State
from engine.frozen import dataclass
from engine.rules.weather.chart import WeatherChart

StateT = TypeVar("StateT", bound=State)
PositionT = TypeVar("PositionT")


@dataclass(frozen=True, slots=True)
class WeatherRoll(Frame):
    """A die: the weather of the turn."""


class WeatherStep(ABC, Generic[StateT, PositionT]):
    """The weather roll; the state keeps the id of a kind in its field ``weather``."""

    @abstractmethod
    def chart(self, pos: PositionT) -> WeatherChart:
        """The kinds of weather."""

    def node(self, pos: PositionT, _frame: WeatherRoll) -> ChanceNode:
        """The die, with the weather each face brings."""
        chart = self.chart(pos)
        faces = range(1, chart.die + 1)
        names = tuple(chart.rolled(face).name for face in faces)
        return ChanceNode(chart.die, "the weather", chart.rule, names, topic="weather")

    def rolled(
        self, pos: PositionT, _frame: WeatherRoll, face: int, transition: Transition[StateT]
    ) -> None:
        """Note the weather."""
        chart = self.chart(pos)
        kind = chart.rolled(face)
        transition.set(weather=kind.id)
        transition.tell("weather", chart.rule, face=face, weather=kind.name)
        transition.state = transition.state.popped()

    def handler(self) -> Handler[StateT, PositionT, WeatherRoll]:
        """The handler of the die."""
        return Handler(WeatherRoll, chance=self.node, rolled=self.rolled)
