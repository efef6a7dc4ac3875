"""What ``sandtable bench`` measures of questions about positions, title by title."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.game.ask import answers
from engine.game.ask.table import Table, lay_out
from engine.game.catalogue import scenarios
from tests.benchmarks.figures import Figure, Measure, timed

SHIPPED = "balkan_gambit/1943", "operation_gertrud/late_1941"
EUROPA = "boot_camp/balkan_campaign", "balkan_front/italo_greek_war"
POSITION = {"turn": 2, "phase": "combat"}
UNITS = 40
"""Units of a position that are asked about, one after the other."""


def ask() -> Figure:
    """Each question in a position laid out for it, the units of the board in turn."""
    known = {info.id for info in scenarios()}
    jobs = []
    for scenario in (*SHIPPED, *EUROPA):
        assert scenario in known, f"{scenario} is not shipped"
        table = lay_out(scenario, POSITION)
        units = [u for u, piece in table.state.pieces.items() if piece.hex is not None][:UNITS]
        jobs.append(partial(_units, scenario))
        for unit in units:
            jobs += [
                partial(_ask, answers.reach, scenario, unit),
                partial(_ask, answers.supply, scenario, unit),
                partial(_ask, answers.legal, scenario, unit),
            ]
    return timed("ask", "an answer about a laid-out position, four scenarios", "100 ms", jobs)


def _ask(question: Callable[[Table, str], object], scenario: str, unit: str) -> None:
    question(lay_out(scenario, POSITION), unit)


def _units(scenario: str) -> Table:
    table = lay_out(scenario, POSITION)
    answers.units(table)
    return table


ASK_MEASURES: dict[str, Measure] = {"ask": ask}
"""Measures of questions by name."""
