"""The recommended set-up of each scenario by the rules: complete, supplied, garrisons kept."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from engine.scenarios import load_scenario, system_of
from engine.systems.europa.board.areas import area
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, UseRecommended
from engine.systems.europa.state.constants import POOL, SIDES
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import SettingUp
from engine.systems.europa.supply import supply_status
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.europa.figures_of import FILES

both = pytest.mark.parametrize("title", sorted(FILES))
UNSUPPLIED = {
    "boot_camp": set(),
    "balkan_front": {"italian-zara-static", "italian-zara-machine-gun"},
}
"""Zara's port is minor, and feeds nobody in Balkan Front (BF-12C1.4)."""


@cache
def deployed(title: str) -> Position:
    """The position when both sides have taken the recommended set-up."""
    scenario = load_scenario(f"{title}/{FILES[title]}")
    rules: Any = system_of(scenario.system).bind(scenario)
    state = rules.begin().state
    while isinstance(state.top, SettingUp):
        for action in (UseRecommended(), FinishSetUp()):
            assert not rules.check(state, action)
            state = rules.apply(state, action).state
    found: Position = rules.context.look(state)
    return found


def poor(title: str) -> Position:
    pos = deployed(title)
    weather = dict.fromkeys(pos.context.charts.weather.zones, "poor")
    return pos.context.look(pos.state.having(weather=weather))


@both
def test_nobody_is_left_over(title: str) -> None:
    pos = deployed(title)
    assert not pos.boxed(POOL)
    for side in SIDES:
        assert not pos.overstacked(side)


@both
def test_units_stand_where_the_scenario_recommends(title: str) -> None:
    pos = deployed(title)
    for label, there in pos.context.figures.recommended.items():
        assert set(there) <= set(pos.at[pos.context.hex_of(label)]), label


@both
def test_everyone_is_supplied_even_in_poor_weather(title: str) -> None:
    pos = poor(title)
    out = {
        unit
        for unit, piece in pos.state.pieces.items()
        if isinstance(piece.at, Hex)
        and pos.side(unit) in SIDES
        and not supply_status.in_supply(pos, unit)
    }
    assert out == UNSUPPLIED[title]


@both
def test_the_metaxas_line_holds_its_fifteen_regiments_a_unit_in_each_hex(title: str) -> None:
    pos = deployed(title)
    line = area(pos.context, "Metaxas Line")
    held: Counter[Hex] = Counter()
    for at in line:
        held[at] = sum(pos.facts(unit).halves for unit in pos.friends(at, "allied"))
    assert all(held[at] for at in line)
    assert sum(held.values()) == 30


@both
def test_three_regiments_watch_yugoslavia_from_northern_albania(title: str) -> None:
    pos = deployed(title)
    north = area(pos.context, "north of hexrow 3700 in Albania")
    guards: list[UnitId] = [u for at in north for u in pos.friends(at, "axis")]
    assert sum(pos.facts(unit).halves for unit in guards) >= 6
