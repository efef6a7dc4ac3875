"""What every step of combat has: the rules it cites, and the words of its objections.

A title makes a step of a battle by subclassing one of this room's, with the few answers that are
its own, and lists the handler it gives.
"""

from __future__ import annotations

from abc import ABC
from enum import StrEnum
from typing import Generic, TypeVar

from engine.core.actions import Objection
from engine.core.state import State
from engine.rules.board.position import Played

StateT = TypeVar("StateT", bound=State)
PositionT = TypeVar("PositionT", bound=Played)


class Topic(StrEnum):
    """What a step of combat cites a rule for."""

    DECLARE = "declare"
    """Declaring attacks, and the end of the phase."""
    FORM = "form"
    """Who may form the force, and that somebody must."""
    JOINED = "joined"
    """A unit is in the force already."""
    JOIN = "join"
    """Units join."""
    CALL_OFF = "call off"
    """The declaration is taken back."""
    LOSE = "lose"
    """Who takes losses."""
    RETREAT = "retreat"
    """Who retreats, and that they do."""
    TOGETHER = "retreat together"
    """Which units retreat as one."""
    ADVANCE = "advance"
    """Who advances."""


class Step(ABC, Generic[PositionT]):
    """A step of combat, as a title cites it: by one ``rule``, or topic by topic."""

    rule = ""

    def cite(self, pos: PositionT, topic: Topic) -> str:
        """The rule by which a title cites a topic."""
        return self.rule

    def objection(self, pos: PositionT, topic: Topic, text: str) -> Objection:
        """A sentence that forbids, cited by the topic's rule."""
        return Objection(self.cite(pos, topic), text)
