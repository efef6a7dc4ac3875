"""A click in Play stays cheap: its checks are counted, for time depends on the machine."""

from __future__ import annotations

from tests.benchmarks.clicks import BUDGET, CLICK_MEASURES, SCENARIO, checks_a_click, shown
from tests.qtapp.conftest import Opener, folders, opened_anew, qapp

__all__ = ["folders", "opened_anew", "qapp"]


def test_a_click_costs_few_checks_with_every_panel_shown(opened_anew: Opener) -> None:
    window = opened_anew(SCENARIO)
    shown(window)
    costs = dict(checks_a_click(window))
    assert len(costs) >= 8 and any(what.startswith("move") for what in costs)
    assert sum(costs.values()) > 0, "they are counted at all"
    assert max(costs.values()) <= BUDGET, costs
    acts = {
        f"{act}_{until}" for act in ("select", "move", "undo") for until in ("shown", "followed")
    }
    assert set(CLICK_MEASURES) == {"checks", *acts}
