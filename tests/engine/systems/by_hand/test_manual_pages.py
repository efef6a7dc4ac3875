"""The manual has a page for each table that can be declared: every field, a sound example."""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

import pytest

import resources
from engine.core.charts.schema import typed
from engine.core.charts.tables import hints_of
from engine.systems.by_hand.charts import HandCharts, problems
from tests.engine.systems.by_hand.desk import Desk

PAGES = {page.id: page.text for page in resources.manual_pages()}
CHARTS = tuple(field.name for field in fields(HandCharts))
HEADINGS = ("## Fields", "## An example", "## In the window", "## What is not checked")


def rows_of(hint: object) -> Iterator[type]:
    """The dataclasses that a chart is typed by, rows within rows included."""
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
        for inner in hints_of(hint).values():
            yield from rows_of(inner)
        return
    if typing.get_origin(hint) in (tuple, types.UnionType, typing.Union, Mapping, typing.Annotated):
        for inner in typing.get_args(hint):
            yield from rows_of(inner)


def example(chart: str) -> str:
    (found,) = re.findall(
        r"^```toml\n(.*?)^```", PAGES[f"17-table-{chart}"], re.DOTALL | re.MULTILINE
    )
    return str(found)


@pytest.mark.parametrize("chart", CHARTS)
def test_each_table_has_a_page_that_names_every_field(chart: str) -> None:
    text = PAGES[f"17-table-{chart}"]
    assert [line for line in text.splitlines() if line.startswith("## ")] == list(HEADINGS)
    table = text.partition(HEADINGS[0])[2].partition(HEADINGS[1])[0]
    named = set(re.findall(r"`([a-z_]+)`", table))
    wanted = {field.name for row in rows_of(hints_of(HandCharts)[chart]) for field in fields(row)}
    assert wanted and wanted <= named, (chart, wanted - named)


@pytest.mark.parametrize("chart", CHARTS)
def test_the_example_of_a_page_is_sound_and_a_game_opens_by_it(chart: str) -> None:
    text = example(chart)
    found = typed(HandCharts, text, chart)
    assert tuple(problems(found)) == () and f"[{chart}]" in text.replace("[[", "[").replace(
        "]]", "]"
    )
    desk = Desk(text)
    assert desk.game.view().legal and not desk.rules.invariants(desk.state)


def test_every_page_is_of_a_table() -> None:
    told = {ident.removeprefix("17-table-") for ident in PAGES if ident.startswith("17-table-")}
    assert told == set(CHARTS)
