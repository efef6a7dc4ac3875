"""``sandtable bench``: the budgets of the design, measured on this machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

import click

from engine.cli.common import json_option, progress, progress_done, say_json
from engine.cli.figures import Figure, Measure
from engine.cli.measures import MEASURES
from maps.errors import KnownError, nearest


def run_bench(name: str | None, as_json: bool, measures: Mapping[str, Measure]) -> None:
    """Measure one thing or all, and print the figures. Raises KnownError for an unknown name."""
    if name is not None and name not in measures:
        raise KnownError(f"bench {name!r}", "is none of the measures.", nearest(name, measures))
    figures = []
    for ident in [name] if name is not None else list(measures):
        progress(f"Measuring {ident}")
        figures.append(measures[ident]())
    progress_done()
    if as_json:
        say_json({figure.name: asdict(figure) for figure in figures})
    else:
        click.echo(table(figures))


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
    run_bench(name, as_json, MEASURES)
