"""Figures of ``sandtable bench`` are compared with two fixed jobs, done beside them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import engine.cli.benches
from engine.cli import main
from engine.cli.benches import Calibration, Figure, Measured, table
from tests.benchmarks.calibration import calibrate, loop, raster

ADDED = 79_999_800_000
"""The sum of the numbers below 400,000."""


@pytest.mark.usefixtures("qapp")
def test_the_jobs_are_always_the_same() -> None:
    assert loop() == ADDED
    assert raster() == raster()
    taken = calibrate()
    assert taken.loop > 0 and taken.raster > 0


def test_a_ratio_is_that_of_a_median_to_both_jobs() -> None:
    now = Calibration(4.0, 4.0).between(Calibration(6.0, 2.0))
    assert now == Calibration(5.0, 3.0)
    assert Measured(Figure("a", "move", 16.0, 40.0, "ms", "-"), now).ratio == 2.0
    assert Measured(Figure("a", "checks", 16.0, 40.0, "checks", "-"), now).ratio is None


def test_the_table_says_what_the_jobs_took_from_the_quickest_to_the_slowest() -> None:
    figure = Figure("a", "move", 16.0, 40.0, "ms", "16 ms")
    quick, slow = Calibration(5.0, 3.0), Calibration(10.0, 6.0)
    text = table([Measured(figure, quick), Measured(figure, slow)])
    assert "| move | 16 ms | 40 ms | 16 ms | 2 |" in text
    assert "| move | 16 ms | 40 ms | 16 ms | 1 |" in text
    assert "5 to 10 ms" in text and "3 to 6 ms" in text and "8 to 16 ms" in text


def test_the_jobs_are_done_before_and_after_each_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def job() -> Calibration:
        done.append("jobs")
        return Calibration(float(len(done)), 1.0)

    def measure(name: str) -> Figure:
        done.append(name)
        return Figure(name, name, 9.0, 9.0, "ms", "-")

    known = {"one": lambda: measure("one"), "two": lambda: measure("two")}
    monkeypatch.setattr(engine.cli.benches, "measures", lambda: known)
    monkeypatch.setattr(engine.cli.benches, "calibrator", lambda: job)
    result = CliRunner().invoke(main, ["bench", "--json"], catch_exceptions=False)
    assert done == ["jobs", "one", "jobs", "two", "jobs"]
    told = json.loads(result.output)
    assert told["one"]["loop_ms"] == 2.0 and told["one"]["ratio"] == 3.0
    assert told["two"]["loop_ms"] == 4.0
