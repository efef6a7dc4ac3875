"""Whatever a chart marks as reconstructed says why it reads as it does."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path

import pytest

import engine.systems
from engine.core.charts.tables import Provenance
from engine.game.catalogue import load_scenario, of_scenarios, scenarios
from engine.game.chartbook import charts_of


@cache
def parts_of(file: Path) -> list[tuple[str, str]]:
    """What a file of charts marks as reconstructed, with the reasons."""
    return list(marked(tomllib.loads(file.read_text("utf-8")), file.stem, ""))


FILES = sorted(Path(str(resources.files(engine.systems))).rglob("*.toml"))


def marked(value: object, path: str, reason: str) -> Iterator[tuple[str, str]]:
    """Each part marked as reconstructed, with its own reason or that of the chart it is in."""
    if isinstance(value, dict):
        reason = str(value.get("reason", reason))
        marks = (value.get("provenance"), *dict(value.get("provenance_of", {})).values())
        if "reconstructed" in marks:
            yield path, reason
        for key, part in value.items():
            yield from marked(part, f"{path}.{key}", reason)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from marked(part, f"{path}[{number}]", reason)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_what_is_reconstructed_has_a_reason(file: Path) -> None:
    assert [path for path, reason in parts_of(file) if len(reason) < 20] == []


@pytest.mark.parametrize("scenario", [info.id for info in scenarios()])
def test_every_chart_that_is_not_printed_shows_why_it_reads_so(scenario: str) -> None:
    """As the window shows them: charts of a title, and the tables that a kit declares."""
    loaded = load_scenario(scenario)
    charts = charts_of(loaded.charts, declared=of_scenarios(loaded.system))
    assert charts
    silent = [c.id for c in charts if c.provenance != "printed" and len(c.reason) < 20]
    assert silent == []


@pytest.mark.parametrize("scenario", [i.id for i in scenarios() if not of_scenarios(i.system)])
def test_every_chart_of_a_title_says_how_surely_it_is_known(scenario: str) -> None:
    charts = charts_of(load_scenario(scenario).charts)
    assert [chart.id for chart in charts if chart.provenance not in tuple(Provenance)] == []


def test_many_parts_are_marked() -> None:
    assert sum(len(parts_of(file)) for file in FILES) > 200
