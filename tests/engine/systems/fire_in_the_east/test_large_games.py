"""Whole games of the large scenarios of Fire in the East, random and automatic, for the soak."""

from __future__ import annotations

import pytest

from engine.game import simulations
from engine.scenarios import load_scenario
from tests.games import LARGE

EAST = sorted(name for name in LARGE if name.startswith("fire_in_the_east/"))


def test_barbarossa_is_the_beginning_of_the_campaign() -> None:
    """The same set-up, and the same calendar as far as it goes."""
    short, whole = (
        load_scenario(f"fire_in_the_east/{name}").data.figures
        for name in ("barbarossa", "campaign")
    )
    assert short.starts_at == whole.starts_at and short.recommended == whole.recommended
    for name in ("arrivals", "withdrawals", "conversions"):
        entries = getattr(whole.schedule, name)
        early = [entry for entry in entries if entry.turn <= short.turns]
        assert early and list(getattr(short.schedule, name)) == early


@pytest.mark.soak
@pytest.mark.parametrize("scenario", EAST)
def test_a_random_game_is_sound(scenario: str) -> None:
    """No fault, undone and repeated digest by digest."""
    assert simulations.fuzz(scenario, 1, 41).faults == ()


@pytest.mark.soak
@pytest.mark.parametrize("scenario", EAST)
def test_an_automatic_game_is_sound(scenario: str) -> None:
    """It ends, and what must hold does after every action."""
    report = simulations.auto(scenario, 1, 41)
    assert report.faults == () and len(report.results) == 1
