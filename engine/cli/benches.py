"""``sandtable bench``: the budgets of the design, measured on this machine.

What measures is in ``tests/benchmarks`` of the source tree; installed programs do not have it.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path

import click

from engine.cli.common import json_option, progress, progress_done, say_json
from maps.errors import KnownError, nearest

MEASURES = "tests.benchmarks.everything"
TREE = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Calibration:
    """What two fixed jobs take just now, in milliseconds of the processor's time: a loop of pure
    Python, and a picture that Qt paints.
    """

    loop: float
    raster: float

    @property
    def both(self) -> float:
        """Milliseconds of one job after the other: the yardstick of a figure."""
        return self.loop + self.raster

    def between(self, other: Calibration) -> Calibration:
        """The mean of this one and ``other``: of before and after a measure."""
        return Calibration((self.loop + other.loop) / 2, (self.raster + other.raster) / 2)


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure: median and 95th percentile in ``unit``, and the budget of the design."""

    name: str
    what: str
    median: float
    p95: float
    unit: str
    budget: str


Measure = Callable[[], Figure]


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure, and what the fixed jobs took before and after it."""

    figure: Figure
    calibration: Calibration

    @property
    def ratio(self) -> float | None:
        """How many times as long the figure is as both jobs, or, of a rate, one action; None of
        what is no time.
        """
        if self.figure.unit == "ms":
            return self.figure.median / self.calibration.both
        if self.figure.unit.endswith("/s"):
            return 1000.0 / self.figure.median / self.calibration.both
        return None

    def record(self) -> dict[str, object]:
        """What ``--json`` prints of it."""
        return asdict(self.figure) | {
            "ratio": self.ratio,
            "loop_ms": self.calibration.loop,
            "raster_ms": self.calibration.raster,
        }


def measures() -> Mapping[str, Measure]:
    """Every measure by its name. Raises KnownError where the source tree is not at hand."""
    if not (TREE / "tests" / "benchmarks").is_dir():
        what = "needs the source tree: what measures is not part of the installed program."
        raise KnownError("bench", what, "Run `make bench` in the source tree.")
    found: Mapping[str, Measure] = import_module(MEASURES).ALL_MEASURES
    return found


def calibrator() -> Callable[[], Calibration]:
    """What does the fixed jobs; it is where the measures are."""
    found: Callable[[], Calibration] = import_module(MEASURES).calibrate
    return found


def table(measured: Sequence[Measured]) -> str:
    """The figures as a Markdown table, and under it what the fixed jobs took meanwhile."""
    lines = ["| what | median | 95th percentile | budget | ratio |", "|---|---|---|---|---|"]
    for each in measured:
        one = each.figure
        rate = one.unit.endswith("/s")
        worst = f"{one.p95:,.0f} {one.unit} at worst" if rate else f"{one.p95:.3g} {one.unit}"
        median = f"{one.median:,.0f} {one.unit}" if rate else f"{one.median:.3g} {one.unit}"
        ratio = "" if each.ratio is None else f"{each.ratio:.3g}"
        lines.append(f"| {one.what} | {median} | {worst} | {one.budget} | {ratio} |")
    return "\n".join((*lines, "", yardstick([each.calibration for each in measured])))


def yardstick(taken: Sequence[Calibration]) -> str:
    """What the fixed jobs took: one sentence."""
    loops, rasters = sorted(one.loop for one in taken), sorted(one.raster for one in taken)
    both = sorted(one.both for one in taken)
    return (
        f"Calibration: a fixed loop in pure Python took {loops[0]:.3g} to {loops[-1]:.3g} ms, a "
        f"fixed picture that Qt paints {rasters[0]:.3g} to {rasters[-1]:.3g} ms, both together "
        f"{both[0]:.3g} to {both[-1]:.3g} ms and {statistics.median(both):.3g} ms in the middle. "
        "The ratio is the median (of rates, one action) to both together as they were just before "
        "and after the measure."
    )


@click.command()
@click.argument("name", required=False)
@json_option
def bench(name: str | None, as_json: bool) -> None:
    """Measure the budgets of the design on this machine."""
    known = measures()
    if name is not None and name not in known:
        raise KnownError(f"bench {name!r}", "is none of the measures.", nearest(name, known))
    calibrate = calibrator()
    measured = []
    before = calibrate()
    for ident in [name] if name is not None else list(known):
        progress(f"Measuring {ident}")
        figure = known[ident]()
        after = calibrate()
        measured.append(Measured(figure, before.between(after)))
        before = after
    progress_done()
    if as_json:
        say_json({each.figure.name: each.record() for each in measured})
    else:
        click.echo(table(measured))
