"""Every field of the charts is read by some rule; a chart that nobody reads would mislead."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.systems import SYSTEMS
from tests.engine.systems.chart_reads import Read, chart_fields, forget, read_in

ROOT = Path(__file__).parents[3] / "engine" / "systems"


@pytest.fixture(scope="module", autouse=True)
def parsed_here_alone() -> Iterator[None]:
    """Titles share what was parsed; tests of other files have no use for it."""
    yield
    forget()


@pytest.mark.parametrize("system", ["balkan_gambit", "operation_gertrud"])
def test_every_field_of_the_charts_is_read(system: str) -> None:
    shape = SYSTEMS[system].chart_type()
    read = read_in(ROOT / system, shape)
    assert sorted(set(chart_fields(shape)) - read) == []


@pytest.mark.parametrize("title", ["boot_camp", "balkan_front", "fire_in_the_east"])
def test_every_field_of_the_charts_of_a_europa_title_is_read(title: str) -> None:
    """By the title, by the layer it shares or by the rules library."""
    shape = SYSTEMS[title].chart_type()
    folders = (
        ROOT / title,
        ROOT / "europa",
        ROOT.parent / "rules" / "weather",
        ROOT.parent / "rules" / "politics",
    )
    read = set[Read]().union(*(read_in(folder, shape) for folder in folders))
    assert sorted(set(chart_fields(shape)) - read) == []


def test_a_field_that_is_only_like_another_is_not_read(tmp_path: Path) -> None:
    shape = SYSTEMS["balkan_gambit"].chart_type()
    (tmp_path / "rule.py").write_text(
        "def f(pos):\n    chart = pos.context.charts.points\n    return chart.town + pos.city\n",
        encoding="utf-8",
    )
    read = read_in(tmp_path, shape)
    assert ("PointChart", "town") in read and ("PointChart", "city") not in read
