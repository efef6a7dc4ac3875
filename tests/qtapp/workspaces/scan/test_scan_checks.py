"""Hexes of a scan are checked: what is said of numbers that agree and of those that do not."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from tests.qtapp.workspaces.scan.conftest import Bench


def test_numbers_that_skip_offer_no_shift_of_all(bench: Bench) -> None:
    """Where some numbers agree, a shift would make these wrong."""
    bench.add()
    bench.calibrate(12)
    bench.window.docks["scan_check"].raise_()
    checks = bench.workspace.checks
    bench.workspace.controller.check("0803", "0903")
    assert checks.tally.text() == "1 checked, 1 disagrees: check another beside it."
    bench.workspace.controller.check("0805", "0905")
    assert not checks.fix.isHidden()
    bench.workspace.controller.check("0203", "0203")
    assert checks.fix.isHidden()
    assert "2 of 3 disagree in the same way, by +1 column, where" in checks.tally.text()
    assert "the map leaves numbers out" in checks.tally.text()


def test_three_hexes_that_are_asked_for_lie_far_apart(bench: Bench) -> None:
    """With points all over the sheet the three farthest from them lay in one column."""
    controller = bench.workspace.controller
    bench.add()
    bench.calibrate(12)
    asked = []
    for _ in range(3):
        label = controller.next_check()
        assert label is not None
        asked.append(label)
        controller.check(label, label)
    lattice = controller.lattice
    assert lattice is not None
    spots = lattice.centres[[lattice.index[label] for label in asked]]
    wide, high = np.ptp(lattice.centres, axis=0)
    for one, other in combinations(spots, 2):
        assert np.hypot(*(one - other)) > 0.4 * min(wide, high), asked
    assert np.ptp(spots[:, 0]) > 0.3 * wide and np.ptp(spots[:, 1]) > 0.3 * high, asked
