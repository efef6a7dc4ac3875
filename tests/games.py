"""Shipped scenarios for dear tests: the first of each system, and all of them in the soak."""

from __future__ import annotations

import pytest

from engine.scenarios import scenarios

LARGE = {"fire_in_the_east/campaign"}
"""Scenarios of so many units that even a short sample costs seconds: they have tests of their own,
and the soak.
"""
FIRST = {info.system: info.id for info in reversed(scenarios())}
"""The first scenario of each system."""
ALL = [
    info.id if info.id in FIRST.values() else pytest.param(info.id, marks=pytest.mark.soak)
    for info in scenarios()
]
"""Every scenario, for `parametrize`; all but the first of each system are left to the soak."""
