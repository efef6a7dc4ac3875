"""Numbers of the rulebooks are in charts: what numbers the code of rules has left is explained."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.systems
from engine.core.charts.schema import typed
from engine.systems import SYSTEMS

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
    "balkan_front": {},
    "europa": {
        "areas.py": {0.5, 2},  # where hexes lie in their rows: every other one half a hex aside
        "supply_charts.py": {2},  # limits of cells
        "missions.py": {4},  # how far ahead a click offers support; all of it is legal
        "bitmaps.py": {2, 16, 48, 200},  # a margin of empty columns, when bits are taken one by one
        "roster.py": {24},  # when listing afresh is quicker
        "board.py": {2, 3, 4, 5},  # how the ranks of cities are ordered
        "rail_network.py": {3, 4},  # a direction of a hex, how much is remembered
        "zones.py": {2, 6, 96},  # how much is remembered, when counting afresh is quicker
        "costs.py": {2, 48, 256},  # an entry of a row, how much is remembered
        "combat_charts.py": {2, 4},  # limits of cells
        "movement_charts.py": {6},  # the same
        "unit_charts.py": {2, 20},  # the same
        "figures.py": {20},  # the same
        "armor_share.py": {2},  # what the rule calls half capable
        "calculation.py": {2},  # what a chart calls eased: half the attackers, half the modifier
        "losses.py": {2},  # what the results AH, DH and HX say: half
        "strength.py": {2},  # what a chart calls halved
        "movement_phase.py": {6, 24},  # weights of lists
        "reach.py": {
            2,
            3,
            400,
        },  # what a chart calls a rating and a half; a far horizon
        "mobilization.py": {2},  # what a chart calls half
        "replacements.py": {2},  # the same
        "position.py": {2},  # two player turns are a turn
        "laying.py": {2},  # both sides
        "ranking.py": {2, 3, 12},  # how the program's own set-up weighs hexes
        "initial_phase.py": {2},  # which families cost least to look at
        "constants.py": {2},  # halves of movement points and regimental equivalents
        "context.py": {6},  # how much is remembered
        "invariants.py": {2},  # frames of a calm state
        "flights.py": {16, 512},  # a far horizon, how much is remembered
        "routes.py": {256},  # how much is remembered
        "overruns.py": {12, 24},  # of how many hexes kept answers are looked at, or made afresh
        "supply_graph.py": {8, 48, 200},  # how much is remembered, when counting afresh is quicker
        "towing.py": {2},  # a glider has as much room as what tows it
        "allocation.py": {2, 6000, 1e-9},  # parts of a plan, when to stop searching, rounding
        "supply_trace.py": {2},  # a path of more than one step
        "breakdown.py": {2},  # what the rule calls any two of them
        "plan.py": {99},  # how many air units a row of a scenario may have
    },
    "fire_in_the_east": {
        "figures.py": {99},  # how many points a convoy of a scenario may bring
        "stock.py": {5},  # how many of a heap a menu offers besides one and all
        "placing.py": {4, 12},  # how the program's own set-up deals points out, and how far off
        "context.py": {24},  # a far horizon
        "sailing.py": {2},  # there and back
        "cargo.py": {2},  # a division is carried by two ships
        "waters.py": {64},  # how many ways are remembered
        "deploying.py": {2},  # a set-up in more than two parts
        "restoring.py": {2},  # a menu offers flotillas one by one and in pairs
    },
    "boot_camp": {
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


@pytest.mark.parametrize(
    ("system", "cell"),
    [
        ("boot_camp", r'^side = "major_river"\n(doubled = 2\nmore = 1\n)'),
        ("balkan_front", r"^calms = -1\n(hinders = 2\n)"),
        ("operation_gertrud", r'^layer = "objective"\n(names = \[[^\]]*\]\n)'),
    ],
)
def test_charts_that_were_saved_before_a_number_was_a_cell_still_open(
    system: str, cell: str
) -> None:
    title = SYSTEMS[system]
    text = title.chart_text()
    new = re.search(cell, text, re.MULTILINE)
    assert new is not None
    old = text[: new.start(1)] + text[new.end(1) :]
    shape = title.chart_type()
    assert typed(shape, old, "old", shipped=text) == typed(shape, text, "shipped")
