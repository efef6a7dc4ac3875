"""Menu lines begin with a verb: never with the unit, hex or marker that it is done to."""

from __future__ import annotations

import pytest

from engine.core.actions import Action
from engine.systems.balkan_front import rules as front
from engine.systems.balkan_gambit.view import messages as gambit
from engine.systems.boot_camp.view import messages as camp
from engine.systems.europa.view import messages as europa
from engine.systems.operation_gertrud.view import messages as gertrud

LINES: dict[str, dict[type[Action], str]] = {
    "balkan_gambit": gambit.LINES,
    "operation_gertrud": gertrud.LINES,
    "europa": europa.LINES,
    "boot_camp": camp.LINES,
    "balkan_front": front.LINES,
}


@pytest.mark.parametrize("system", LINES)
def test_every_line_begins_with_a_word_of_its_own(system: str) -> None:
    wrong = {cls.__name__: line for cls, line in LINES[system].items() if not line[0].isupper()}
    assert not wrong
