"""What is shipped to be played, and who plays it alone, for those who stand outside the engine."""

from __future__ import annotations

from engine.core.system import OfScenarios, Option, System
from engine.play.opponent import choose, explain
from engine.scenarios import ScenarioInfo, info_of, load_scenario, scenarios, system_of
from engine.systems import SYSTEMS
from engine.systems.rulebook import Chapter, RuleText, chapters_of, rules_of

__all__ = [
    "Chapter",
    "Option",
    "RuleText",
    "ScenarioInfo",
    "System",
    "chapters_of",
    "choose",
    "explain",
    "kits",
    "load_scenario",
    "of_scenarios",
    "options_of",
    "rules_of",
    "scenarios",
    "system_of",
    "systems",
]


def systems() -> tuple[System, ...]:
    """Every game system, by title."""
    return tuple(sorted(SYSTEMS.values(), key=lambda system: system.title))


def of_scenarios(system: str) -> bool:
    """True for a system that plays on any board with any units, by rules that are declared.

    Raises KnownError for an unknown system.
    """
    return isinstance(system_of(system), OfScenarios)


def kits() -> tuple[ScenarioInfo, ...]:
    """The shipped scenarios that a game of one's own is begun from."""
    return tuple(info for info in scenarios() if of_scenarios(info.system))


def options_of(scenario: str) -> tuple[Option, ...]:
    """The options one can choose when a scenario begins.

    Raises KnownError for an unknown scenario.
    """
    options = system_of(info_of(scenario).system).options
    return tuple(option for option in options if option.belongs_to(scenario))
