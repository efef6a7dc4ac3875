"""The actions that several desks of all titles take."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.actions import Action


@dataclass(frozen=True, slots=True)
class EndPhase(Action):
    """The phase is over."""


ACTIONS: tuple[type[Action], ...] = (EndPhase,)
"""These classes, for the codec."""
