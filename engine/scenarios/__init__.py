"""Scenarios: a board, an order of battle, a system, and the figures of one situation, as TOML.

``balkan_gambit/1943`` is ``engine/scenarios/balkan_gambit/1943.toml``; it names its board and order
of battle. A scenario may build on another (:mod:`engine.scenarios.extending`).
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import resources

import maps.data
import oob.data
from engine.core.system import OfScenarios, Scenario, System
from engine.frozen import dataclass
from engine.scenarios.extending import parse, whole_text
from engine.systems import SYSTEMS
from maps.errors import KnownError
from maps.model import GameMap
from maps.untyped import JsonObject
from oob.model import OrderOfBattle

HEAD = ("title", "system", "map", "oob", "summary", "order", "charts")
"""Keys a scenario file has, the last three if it likes; the rest belongs to its system. Files with
an ``order`` are listed by it, others by name. ``charts`` names a chart text beside the scenarios
that it is played with in place of its system's.
"""
CHARTS = ".charts"
"""The ending of chart texts that stand beside scenarios."""


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """One line of a list of scenarios."""

    id: str
    title: str
    system: str
    summary: str

    @property
    def game(self) -> str:
        """The title of its system."""
        return SYSTEMS[self.system].title


def system_of(system: str) -> System:
    """A game system by id. Raises KnownError, naming the nearest, when there is none."""
    found = SYSTEMS.get(system)
    if found is None:
        raise KnownError(
            f"system {system!r}", "is not one Sandtable knows.", _nearest(system, SYSTEMS)
        )
    return found


def system_for(scenario: Scenario) -> System:
    """The system of a scenario, with the sides it has there."""
    system = system_of(scenario.system)
    return system.for_scenario(scenario) if isinstance(system, OfScenarios) else system


@cache
def scenarios() -> tuple[ScenarioInfo, ...]:
    """All shipped scenarios, by system and in the order they give themselves."""
    found: list[tuple[tuple[str, int, str], ScenarioInfo]] = []
    for system in sorted(SYSTEMS):
        folder = resources.files(__package__) / system
        if not folder.is_dir():
            continue
        for entry in sorted(folder.iterdir(), key=lambda item: item.name):
            if entry.name.endswith(".toml"):
                ident = f"{system}/{entry.name.removesuffix('.toml')}"
                table = parse(entry.read_text("utf-8"), entry.name)
                summary = table.get("summary", "")
                place = (system, table.get("order", 0), ident)
                found.append((place, ScenarioInfo(ident, table["title"], system, summary)))
    return tuple(info for _, info in sorted(found, key=lambda item: item[0]))


def info_of(scenario: str) -> ScenarioInfo:
    """The line of a shipped scenario. Raises KnownError, naming the nearest, when there is none."""
    known = {info.id: info for info in scenarios()}
    if scenario not in known:
        raise KnownError(f"scenario {scenario!r}", "is not shipped.", _nearest(scenario, known))
    return known[scenario]


def source(scenario: str) -> str:
    """The TOML text of a shipped scenario, as it is written. Raises KnownError, naming the nearest,
    when there is none.
    """
    system, name = info_of(scenario).id.split("/")
    return (resources.files(__package__) / system / f"{name}.toml").read_text("utf-8")


def load_scenario(scenario: str, options: Mapping[str, bool] | None = None) -> Scenario:
    """A shipped scenario, ready to bind. Raises KnownError for an unknown scenario or option."""
    text = whole_text(source(scenario), scenario, source)
    table = parse(text, scenario)
    return build_scenario(
        scenario,
        text,
        game_map=maps.data.load(table["map"]),
        order=oob.data.load(table["oob"]),
        charts=_own_charts(table, scenario),
        options=options,
    )


def _own_charts(table: JsonObject, scenario: str) -> str | None:
    """The chart text that a shipped scenario names; None for its system's."""
    name = table.get("charts")
    if name is None:
        return None
    folder = resources.files(__package__) / scenario.split("/")[0]
    return (folder / f"{name}{CHARTS}").read_text("utf-8")


def build_scenario(
    scenario: str,
    text: str,
    *,
    game_map: GameMap,
    order: OrderOfBattle,
    charts: str | None = None,
    options: Mapping[str, bool] | None = None,
) -> Scenario:
    """A scenario from its TOML text, board and order of battle; ``charts`` is the user's own chart
    text. A text that builds on a shipped scenario is kept with all that it takes from it.

    Raises KnownError naming the place for unknown keys, missing values or unknown options.
    """
    text = whole_text(text, scenario, source)
    table = parse(text, scenario)
    for key in HEAD[:4]:
        if not isinstance(table.get(key), str):
            raise KnownError(f"scenario {scenario}", f"has no text {key!r}.", f"Add {key} = ...")
    system = system_of(table["system"])
    known = {o.id: o.default for o in system.options if o.belongs_to(scenario)}
    chosen = dict(known)
    for option, value in (options or {}).items():
        if option not in known:
            raise KnownError(
                f"option {option!r}", f"is none of {system.title}.", _nearest(option, known)
            )
        chosen[option] = value
    rest = {key: value for key, value in table.items() if key not in HEAD}
    chart_text = system.chart_text() if charts is None else charts
    return Scenario(
        id=scenario,
        title=table["title"],
        system=system.id,
        map=game_map,
        oob=order,
        data=system.read(rest, chart_text, f"scenario {scenario}"),
        options=chosen,
        source=text,
        charts=chart_text,
    )


def _nearest(word: str, known: Mapping[str, object] | set[str]) -> str:
    close = get_close_matches(word, sorted(known), n=1)
    return f"Did you mean {close[0]!r}?" if close else f"Known: {', '.join(sorted(known))}."
