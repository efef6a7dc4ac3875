"""The automatic player of Operation Gertrud."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.actions import Action
from engine.core.system import Advice
from engine.systems.operation_gertrud.position import Position


def advise(_pos: Position, _side: str, _legal: Callable[[Action], bool]) -> Advice | None:
    """What a sensible player would do; None where nothing better is known than to go on."""
    return None
