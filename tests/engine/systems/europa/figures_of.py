"""The shipped scenarios of the Europa titles and their order of battle, for tests."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from engine.core.charts.tables import from_table
from engine.scenarios import HEAD
from engine.systems.europa.scenario.figures import Figures
from oob.data import load
from oob.model import OrderOfBattle

FILES = {"boot_camp": "balkan_campaign", "balkan_front": "italo_greek_war"}


def _figures(title: str) -> Figures:
    file = resources.files("engine.scenarios") / title / f"{FILES[title]}.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return from_table(Figures, {k: v for k, v in table.items() if k not in HEAD}, title)


FIGURES = {title: _figures(title) for title in FILES}


@cache
def order() -> OrderOfBattle:
    """The order of battle both scenarios are played with."""
    return load("balkan_front")
