"""``sandtable bench``: the budgets of the design, measured on this machine.

What measures is in ``tests/benchmarks`` of the source tree; installed programs do not have it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path

import click

from engine.cli.common import json_option, progress, progress_done, say_json
from maps.errors import KnownError, nearest

MEASURES = "tests.benchmarks.everything"
TREE = Path(__file__).parents[2]


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


def measures() -> Mapping[str, Measure]:
    """Every measure by its name. Raises KnownError where the source tree is not at hand."""
    if not (TREE / "tests" / "benchmarks").is_dir():
        what = "needs the source tree: what measures is not part of the installed program."
        raise KnownError("bench", what, "Run `make bench` in the source tree.")
    found: Mapping[str, Measure] = import_module(MEASURES).ALL_MEASURES
    return found


def table(figures: list[Figure]) -> str:
    """The figures as a Markdown table."""
    lines = ["| what | median | 95th percentile | budget |", "|---|---|---|---|"]
    for one in figures:
        rate = one.unit.endswith("/s")
        worst = f"{one.p95:,.0f} {one.unit} at worst" if rate else f"{one.p95:.3g} {one.unit}"
        median = f"{one.median:,.0f} {one.unit}" if rate else f"{one.median:.3g} {one.unit}"
        lines.append(f"| {one.what} | {median} | {worst} | {one.budget} |")
    return "\n".join(lines)


@click.command()
@click.argument("name", required=False)
@json_option
def bench(name: str | None, as_json: bool) -> None:
    """Measure the budgets of the design on this machine."""
    known = measures()
    if name is not None and name not in known:
        raise KnownError(f"bench {name!r}", "is none of the measures.", nearest(name, known))
    figures = []
    for ident in [name] if name is not None else list(known):
        progress(f"Measuring {ident}")
        figures.append(known[ident]())
    progress_done()
    if as_json:
        say_json({figure.name: asdict(figure) for figure in figures})
    else:
        click.echo(table(figures))
