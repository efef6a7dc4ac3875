"""Shipped scenarios for dear tests: the first of each system, and all of them in the soak."""

from __future__ import annotations

import pytest

from engine.scenarios import scenarios

LARGE = {
    "fire_in_the_east/campaign",
    "fire_in_the_east/barbarossa",
    "fire_in_the_east/typhoon",
    "fire_in_the_east/typhoon_air",
}
"""Scenarios of so many units that even a short sample costs seconds, and a turn a thousand
decisions: they have tests and a soak of their own.
"""
FIRST = {info.system: info.id for info in reversed(scenarios())}
"""The first scenario of each system."""
ALL = [
    info.id if info.id in FIRST.values() else pytest.param(info.id, marks=pytest.mark.soak)
    for info in scenarios()
    if info.id not in LARGE
]
"""Every scenario but the large ones, for `parametrize`; all but the first of each system are left
to the soak.
"""
