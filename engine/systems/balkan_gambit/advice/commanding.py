"""The CP Expenditure Phase: the command that gains most for its points."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.system import Advice
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.advice.bands import band_options
from engine.systems.balkan_gambit.advice.landing import (
    drop_options,
    landing_options,
    sea_options,
    upkeep_options,
)
from engine.systems.balkan_gambit.advice.marching import Option, move_options
from engine.systems.balkan_gambit.advice.outlook import Outlook
from engine.systems.balkan_gambit.advice.reserves import position_options, replacement_options
from engine.systems.balkan_gambit.advice.striking import attack_options, hunt_options
from engine.systems.balkan_gambit.state.records import ALLIED, Commanding

LEAST = 0.1
"""Gain for a command point below which it is not spent."""


def options(look: Outlook) -> Iterator[Option]:
    """Every command worth considering."""
    if look.side == ALLIED:
        yield from upkeep_options(look)
        yield from landing_options(look)
        yield from drop_options(look)
        yield from sea_options(look)
    yield from attack_options(look)
    yield from hunt_options(look)
    yield from move_options(look)
    yield from band_options(look)
    yield from replacement_options(look)
    yield from position_options(look)


def commanding(look: Outlook, _frame: Commanding) -> Advice:
    """The best legal command; the end of the phase when none is worth its points."""
    if look.pos.state.cp:
        ranked = sorted(options(look), key=lambda option: -option.rate)
        for option in ranked:
            if option.rate < LEAST:
                break
            if look.allowed(option.action):
                return Advice(option.action, option.reason)
    return Advice(do.EndPhase(), "Nothing left is worth a command point.")
