"""Shipped scenarios for dear tests: the first of each system, and all of them in the soak."""

from __future__ import annotations

import pytest

from engine.scenarios import scenarios

FIRST = {info.system: info.id for info in reversed(scenarios())}
"""The first scenario of each system."""
ALL = [
    info.id if info.id in FIRST.values() else pytest.param(info.id, marks=pytest.mark.soak)
    for info in scenarios()
]
"""Every scenario, for `parametrize`; all but the first of each system are left to the soak."""
