"""What a game is begun from: a shipped scenario, or one with things of a project file in it.

A game gets copies: edits made later to a set of charts or an order of battle never reach it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import tomlkit

import oob.checks
from engine.core.charts.chart_set import ChartSet
from engine.core.charts.schema import tables_of
from engine.core.system import OfScenarios, Scenario
from engine.core.wording import counted
from engine.frozen import dataclass
from engine.game.set_up.chart_checks import playable
from engine.scenarios import build_scenario, load_scenario, system_of
from engine.store.project import Project
from engine.store.rows.chart_sets import load_chart_set
from engine.store.rows.contents import OrderInfo, boards, orders
from engine.store.rows.maps import chosen_map, load_map
from engine.store.rows.oobs import load_oob
from engine.systems import SYSTEMS
from maps.checking.problems import Severity
from maps.errors import KnownError
from maps.files.toml_text import toml_text
from maps.model import GameMap
from oob.model import OrderOfBattle, Unit


@dataclass(frozen=True, slots=True)
class Own:
    """The numbers of a project's own board, order of battle and charts; None for the shipped."""

    board: int | None = None
    order: int | None = None
    charts: int | None = None

    def __bool__(self) -> bool:
        """True when anything is the project's own."""
        return (self.board, self.order, self.charts) != (None, None, None)


@dataclass(frozen=True, slots=True)
class Fit:
    """How a board or an order of battle suits a scenario: sentences on what forbids it, and on what
    is new.

    ``kin`` is False for one that shares too little with the scenario's own: one of another game.
    """

    forbids: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    kin: bool = True


def scenario_with(
    scenario: str, options: Mapping[str, bool] | None, path: Path | str | None, own: Own
) -> Scenario:
    """A shipped scenario with a project's own things in place of the shipped ones.

    Raises KnownError for an unknown scenario or option, a thing the file has not, an order of
    battle that does not fit, or charts that are not sound.
    """
    loaded = load_scenario(scenario, options)
    if not own:
        return loaded
    if path is None:
        raise KnownError(
            scenario, "should be begun with what is in no project file.", "Name the file."
        )
    if own.board is not None:
        with Project.open(path) as project:
            board = load_map(project, chosen_map(project, own.board))
        refuse_unfit(board.title, fit_of_board(loaded, board))
        loaded = replace(loaded, map=board)
    if own.order is not None:
        order = order_of(path, own.order)
        refuse_unfit(order.title, fit_of(loaded, order))
        loaded = replace(loaded, oob=order)
    if own.charts is not None:
        with Project.open(path) as project:
            charts = load_chart_set(project, own.charts)
        return with_charts(loaded, charts)
    return adapted(loaded)


def refuse_unfit(title: str, fit: Fit) -> None:
    """Raise KnownError with the first sentence that forbids something."""
    if fit.forbids:
        raise KnownError(title, fit.forbids[0], "Correct it, or choose another.")


def adapted(scenario: Scenario) -> Scenario:
    """A scenario whose charts have rows for what its board and units have, in a system that plays
    on any board; any other scenario as it is.
    """
    system = system_of(scenario.system)
    if not isinstance(system, OfScenarios):
        return scenario
    charts = system.fitted(scenario.charts, scenario.map, scenario.oob)
    return build_scenario(
        scenario.id,
        scenario.source,
        game_map=scenario.map,
        order=scenario.oob,
        charts=charts,
        options=scenario.options,
    )


def with_charts(scenario: Scenario, charts: ChartSet) -> Scenario:
    """A scenario with a copy of edited charts.

    Raises KnownError when they are another system's or not sound.
    """
    return build_scenario(
        scenario.id,
        _titled(scenario, charts.title),
        game_map=scenario.map,
        order=scenario.oob,
        charts=playable(charts, scenario.system),
        options=scenario.options,
    )


def _titled(scenario: Scenario, title: str) -> str:
    """The source of a scenario, called as its charts are where rules and situation are declared."""
    if not isinstance(system_of(scenario.system), OfScenarios):
        return scenario.source
    document = tomlkit.parse(scenario.source)
    document["title"] = title
    return tomlkit.dumps(document)


def made_for(path: Path | str, number: int) -> Own:
    """The board and the order of battle that a scenario of a file was made for, and its charts.

    A file that has but one board, or one order of battle, has no other to mean. Raises KnownError
    for charts without a scenario, and when the file has not what it was made for.
    """
    with Project.open(path) as project:
        charts = load_chart_set(project, number)
        made = charts.plain.get("scenario")
        if not isinstance(made, Mapping):
            raise KnownError(charts.title, "are charts without a scenario.", "Choose a scenario.")
        held = [(info.id, info.number) for info in boards(project)]
        order = [(info.id, info.number) for info in orders(project) if not info.games]
        order = order or [(info.id, info.number) for info in orders(project)]
    board_id, order_id = str(made.get("board", "")), str(made.get("order", ""))
    return Own(
        _meant(held, board_id, charts.title, "board"),
        _meant(order, order_id, charts.title, "order of battle"),
        number,
    )


def _meant(held: list[tuple[str, int]], ident: str, title: str, word: str) -> int:
    """The number of what a scenario names, or of the only one there is."""
    found = [number for known, number in held if known == ident]
    if found or len(held) == 1:
        return (found or [held[0][1]])[0]
    if not held:
        raise KnownError(title, f"needs {word} {ident!r}, and the file has none.", "Add one.")
    others = ", ".join(repr(known) for known, _number in held)
    what = f"was made for {word} {ident!r}, which the file has not; it has {others}."
    raise KnownError(title, what, f"Add that {word} again, or make the scenario for another.")


def order_of(path: Path | str, number: int) -> OrderOfBattle:
    """The counters of an order of battle of a project, as it is now.

    Raises KnownError when the file has none of that number or its rows make no counters.
    """
    with Project.open(path) as project:
        if number not in {info.number for info in orders(project)}:
            what = f"holds no order of battle {number}."
            raise KnownError(str(project.path), what, "Choose another, or add one.")
        return load_oob(project, number)


def fitting(path: Path | str, scenario: str) -> tuple[tuple[OrderInfo, Fit], ...]:
    """The orders of battle of a project that a scenario might be begun with, and how they suit it.

    Those of other games are left out, and counters that a game keeps of the scenario's own.
    Raises KnownError for an unknown scenario or a file that cannot be used.
    """
    loaded = _compared(scenario)
    found = []
    with Project.open(path) as project:
        for info in orders(project):
            try:
                order = load_oob(project, info.number)
            except KnownError as error:
                if info.id == loaded.oob.id:
                    found.append((info, Fit((str(error),))))
                continue
            fit = fit_of(loaded, order)
            if fit.kin and not (info.games and order == loaded.oob):
                found.append((info, fit))
    return tuple(found)


def board_fitting(path: Path | str, scenario: str, number: int) -> Fit:
    """How a board of a project suits a scenario.

    Raises KnownError for an unknown scenario, or a file without that board.
    """
    with Project.open(path) as project:
        board = load_map(project, chosen_map(project, number))
    return fit_of_board(_compared(scenario), board)


@lru_cache(maxsize=1)
def _compared(scenario: str) -> Scenario:
    """A shipped scenario that things of a file are compared with, one after the other; it is read
    once and never given out.
    """
    return load_scenario(scenario)


def kit_for(
    path: Path | str, scenario: str, board: int | None, order: int | None, title: str
) -> ChartSet:
    """The charts of a starting kit as a set to edit, with rows for a project's board and units.

    The game they are of is called as they are, or else as the project's board, never as the kit.
    Raises KnownError for a scenario of a system whose rules are not declared by hand, and as
    :func:`scenario_with` does.
    """
    loaded = load_scenario(scenario)
    system = system_of(loaded.system)
    if not isinstance(system, OfScenarios):
        kits = " or ".join(one.kit for one in SYSTEMS.values() if isinstance(one, OfScenarios))
        what = f"is of {system.title}, whose rules are its own."
        raise KnownError(f"scenario {scenario!r}", what, f"Choose a starting kit: {kits}.")
    own = Own(board=board, order=order)
    made = scenario_with(scenario, None, path, own) if own else adapted(loaded)
    called = title or (made.map.title if board is not None else "")
    text = _game_called(made.charts, called) if called else made.charts
    return ChartSet(loaded.system, title or loaded.title, text)


def _game_called(charts: str, title: str) -> str:
    """The text of declared rules whose table of the game bears a title."""
    tables = tables_of(charts, "charts")
    tables["game"] = {**tables.get("game", {}), "title": title}
    return toml_text(tables)


def fit_of(scenario: Scenario, order: OrderOfBattle) -> Fit:
    """How an order of battle suits a scenario in place of its own."""
    if isinstance(system_of(scenario.system), OfScenarios):
        return _fit_of_any(scenario, order)
    known = scenario.oob.units
    if not any(unit in known for unit in order.units):
        return Fit(
            ("It shares no unit with the scenario's own: it is of another game.",), (), False
        )
    found = [str(p) for p in oob.checks.check(order) if p.severity is Severity.ERROR]
    found += [*_unknown(scenario, order), *_lacking(scenario, order)]
    return Fit(tuple(found or _unplayable(scenario, order)), tuple(_remarks(scenario, order)))


def fit_of_board(scenario: Scenario, board: GameMap) -> Fit:
    """How a board suits a scenario in place of its own.

    A board of another game is none that the rules can be played on, whatever they would make of it.
    """
    if not board.terrain:
        return Fit(("It has no hexes yet.",))
    if isinstance(system_of(scenario.system), OfScenarios):
        return Fit()
    own = scenario.map
    shared = own.places.keys() & board.places.keys()
    if len(shared) < len(own.places) * SHARED:
        places = counted(len(own.places), "place")
        what = f"The scenario's own board has {places}, this one {len(shared)} of them"
        return Fit((f"{what}: it is of another game.",), (), False)
    return Fit(tuple(_unplayable(scenario, scenario.oob, board)), tuple(_changes(own, board)))


SHARED = 0.5
"""The part of a board's places that another must have to be a board of the same game."""


def _changes(own: GameMap, board: GameMap) -> Iterator[str]:
    gone = [place.name for ident, place in own.places.items() if ident not in board.places]
    if gone:
        more = f" and {len(gone) - 3} more" if len(gone) > 3 else ""
        yield f"{', '.join(gone[:3])}{more} of the scenario's own board are not on it."


def _fit_of_any(scenario: Scenario, order: OrderOfBattle) -> Fit:
    """How an order of battle suits a system that takes any: it must be sound."""
    if not order.units:
        return Fit(("It has no units yet.",))
    problems = oob.checks.check(order, may_wait=True)
    return Fit(tuple(str(one) for one in problems if one.severity is Severity.ERROR))


def _unknown(scenario: Scenario, order: OrderOfBattle) -> Iterator[str]:
    """Nations, sides and places that the scenario's own order of battle knows nothing of."""
    own = scenario.oob
    sides = {unit.side for unit in own.units.values()}
    for unit in order.units.values():
        if unit.nation not in own.nations:
            yield f"{_called(unit)} is of the nation {unit.nation!r}, which the scenario has not."
        elif unit.side not in sides:
            yield f"{_called(unit)} is of the side {unit.side!r}, which the scenario has not."
    places = {entry.place for entry in own.setups}
    for entry in order.setups:
        if entry.place not in places:
            units = ", ".join(_called(order.units[u]) for u in entry.units if u in order.units)
            yield f"{units} would be set up at {entry.place!r}, which the scenario has not."
    comes = {entry.place for entry in own.schedule}
    for due in order.schedule:
        if due.place not in comes:
            units = ", ".join(_called(order.units[u]) for u in due.units if u in order.units)
            yield f"{units} would come at {due.place!r}, which the scenario has not."


def _lacking(scenario: Scenario, order: OrderOfBattle) -> Iterator[str]:
    """Units that the scenario names and the order of battle has not."""
    lacking: dict[str, list[str]] = {}
    for unit, where in system_of(scenario.system).unit_names(scenario.data):
        if unit not in order.units and unit in scenario.oob.units:
            lacking.setdefault(where, []).append(_called(scenario.oob.units[unit]))
    for where, units in lacking.items():
        word = "it lacks it" if len(units) == 1 else "it lacks them"
        yield f"{where.capitalize()} name {', '.join(units)}: {word}."


def _unplayable(
    scenario: Scenario, order: OrderOfBattle, board: GameMap | None = None
) -> Iterator[str]:
    """What the rules cannot begin with, though everything has its name."""
    try:
        given = replace(scenario, oob=order, map=board or scenario.map)
        rules = system_of(scenario.system).bind(given)
        state = rules.begin().state
        rules.question(state)
    except (LookupError, ValueError) as error:
        yield f"The rules cannot begin the scenario with it ({error})."
    else:
        yield from rules.invariants(state)


def _remarks(scenario: Scenario, order: OrderOfBattle) -> Iterator[str]:
    own, units = scenario.oob.units, order.units
    fresh = [unit for ident, unit in units.items() if ident not in own]
    gone = [unit for ident, unit in own.items() if ident not in units]
    other = [unit for ident, unit in units.items() if ident in own and own[ident] != unit]
    for found, one, many in (
        (fresh, "is new", "are new"),
        (gone, "is left out", "are left out"),
        (other, "differs from the scenario's own", "differ from the scenario's own"),
    ):
        if found:
            few = ", ".join(_called(unit) for unit in found[:3])
            more = f" and {len(found) - 3} more" if len(found) > 3 else ""
            yield f"{few}{more} {one if len(found) == 1 else many}."


def _called(unit: Unit) -> str:
    return f"{unit.name or unit.id} ({unit.nation})"
