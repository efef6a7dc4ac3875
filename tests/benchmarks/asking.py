"""What ``sandtable bench`` measures of questions about positions, title by title."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from statistics import median
from time import process_time

from engine.game.ask import answers
from engine.game.ask.exporting import told
from engine.game.ask.table import Table, lay_out
from engine.game.catalogue import load_scenario, system_of
from maps.errors import KnownError
from maps.untyped import JsonObject
from tests.benchmarks.figures import Figure, Measure

TITLES = {
    "balkan_gambit": "balkan_gambit/1943",
    "operation_gertrud": "operation_gertrud/late_1941",
    "boot_camp": "boot_camp/balkan_campaign",
    "balkan_front": "balkan_front/italo_greek_war",
    "fire_in_the_east": "fire_in_the_east/army_group_north",
}
"""The scenario that stands for each title."""
MOVING: JsonObject = {"turn": 2, "phase": "movement"}
FIGHTING: JsonObject = {"turn": 2, "phase": "combat"}
"""Positions of the second turn, with units where the recommended set-ups put them."""
FEW = 8
"""Units that are asked about one after the other, and hexes."""

Answer = Callable[[Table], object]


def times(scenario: str) -> Mapping[str, tuple[float, float]]:
    """Median and worst milliseconds of every question, laying out included, in core time."""
    taken: dict[str, list[float]] = {}
    for question, position, answer in _jobs(scenario):
        gc.freeze()  # as ``sandtable ask`` does
        start = process_time()
        answer(lay_out(scenario, position))
        taken.setdefault(question, []).append(1000 * (process_time() - start))
    return {question: (median(each), max(each)) for question, each in taken.items()}


def _jobs(scenario: str) -> Iterator[tuple[str, JsonObject, Answer]]:
    table = lay_out(scenario, MOVING)
    placed = {u: row["at"] for u, row in answers.units(table).items() if _on_map(table, u)}
    units = list(placed)[:: max(1, len(placed) // FEW)][:FEW]
    action = answers.legal(table)[0]["action"]
    yield "legal", MOVING, answers.legal
    yield "check", MOVING, partial(_of, answers.check, action)
    yield "do", MOVING, partial(_of, answers.do, [action])
    yield "units", MOVING, answers.units
    yield "decision", MOVING, answers.decision
    yield "position", MOVING, lambda laid: told(laid).text
    for info in table.system.sides:
        yield "zoc", MOVING, partial(_of, answers.zoc, info.id)
    for unit in units:
        yield "legal UNIT", MOVING, partial(_of, answers.legal, unit)
        yield "reach", MOVING, partial(_of, answers.reach, unit)
        yield "supply", MOVING, partial(_of, answers.supply, unit)
        yield "odds", FIGHTING, partial(_odds, placed[unit])


def _on_map(table: Table, unit: str) -> bool:
    return table.state.pieces[table.names.unit(unit)].hex is not None


def _of(question: Callable[[Table, object], object], what: object, table: Table) -> object:
    return question(table, what)


def _odds(target: str, table: Table) -> object:
    try:
        return answers.odds(table, target)
    except KnownError as error:  # nobody is there to attack it
        return error


def asked(system: str) -> Figure:
    """The slowest question of a title: its median and its worst."""
    found = times(TITLES[system])
    slowest = max(found, key=lambda question: found[question])
    title = system_of(load_scenario(TITLES[system]).system).title
    what = f"each of {len(found)} questions about a position, {title} (slowest: {slowest})"
    return Figure(f"ask_{system}", what, *found[slowest], "ms", "100 ms")


ASK_MEASURES: dict[str, Measure] = {f"ask_{system}": partial(asked, system) for system in TITLES}
"""Measures of questions by name."""
