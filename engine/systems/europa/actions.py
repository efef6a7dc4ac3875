"""The actions that several handlers of all titles take."""

from __future__ import annotations

from engine.core.actions import Action
from engine.rules.sequence import EndPhase as EndPhase

ACTIONS: tuple[type[Action], ...] = (EndPhase,)
"""These classes, for the codec."""
