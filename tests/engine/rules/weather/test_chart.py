"""Kinds of weather are rows: a new one is a new row."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.core.charts.tables import Provenance
from engine.rules.weather.chart import WeatherChart, WeatherKind

CHART = WeatherChart(
    die=6,
    rule="R-5",
    provenance=Provenance.PRINTED,
    kinds=(WeatherKind("clear", "clear", 3), WeatherKind("mud", "mud", 6, movement=50)),
)


def test_each_face_brings_a_kind() -> None:
    assert [CHART.rolled(face).id for face in range(1, 7)] == ["clear"] * 3 + ["mud"] * 3
    assert CHART.chances() == {"clear": Fraction(1, 2), "mud": Fraction(1, 2)}


def test_a_new_kind_is_a_new_row() -> None:
    frost = WeatherKind("frost", "frost", 4, flying=False)
    chart = replace(CHART, kinds=(CHART.kinds[0], frost, CHART.kinds[1]))
    assert chart.chances()["frost"] == Fraction(1, 6)
    assert not chart.kind("frost").flying


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(KeyError):
        CHART.kind("hail")
