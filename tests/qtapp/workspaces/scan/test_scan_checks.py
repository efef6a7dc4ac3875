"""Hexes of a scan are checked: what is said of numbers that agree and of those that do not."""

from __future__ import annotations

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
