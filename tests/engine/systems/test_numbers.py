"""Numbers of the rulebooks are in charts: what numbers the code of rules has left is explained."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.systems

HOME = Path(engine.systems.__file__).parent
NO_RULES = {"advice", "view", "advice.py", "charts.py", "own_charts.py", "battle_charts.py"}
"""How the automatic player weighs, what a window shows, and the limits of cells."""

EXPLAINED = {
    "balkan_gambit": {
        "records.py": {2, 3, 4},  # an order of attitudes, numbers of an enumeration
        "set_up.py": {2, 3, 5, 6},  # how the program's own set-up weighs hexes
        "movement_phase.py": {2},  # a path of more than one step
        "reinforcements.py": {2},  # more families than usual
    },
    "operation_gertrud": {
        "combat_phase.py": {2},  # the first two of a list
        "raids.py": {2},  # both dice of the raid lie there
        "support.py": {2},  # both dice of naval combat lie there
        "results.py": {100},  # odds are percentages
        "context.py": {100},  # the same
        "shifts.py": {2, 3},  # opposite directions of a hex
        "set_up.py": {2},  # how the program's own set-up weighs hexes
        "invariants.py": {2},  # frames of a calm state
        "places.py": {2},  # the halves of a printed label
        "movement_phase.py": {2},  # a path of more than one step
    },
    "boot_camp": {
        "air.py": {2, 3, 4, 6, 8, 12},  # shares of points that a list offers
        "victory.py": {3},  # the chart counts cadres in thirds
    },
}


def numbers(tree: ast.AST) -> Iterator[int | float]:
    """The numbers from 2 on of a module, weights of lists and sizes of memories left out."""
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            if isinstance(node, ast.keyword) and node.arg in ("weight", "maxsize"):
                continue
            if isinstance(child, ast.Constant) and type(child.value) in (int, float):
                value = child.value
                assert isinstance(value, int | float)
                if value not in (0, 1):
                    yield value


@pytest.mark.parametrize("system", sorted(EXPLAINED))
def test_a_number_of_a_rule_is_in_a_chart(system: str) -> None:
    """Put a new number into the charts, or explain here why no rulebook states it."""
    found: dict[str, set[int | float]] = {}
    for path in sorted((HOME / system).rglob("*.py")):
        if not NO_RULES & set(path.parts):
            left = set(numbers(ast.parse(path.read_text("utf-8"))))
            found.setdefault(path.name, set()).update(left)
    assert {name: left for name, left in found.items() if left} == EXPLAINED[system]
