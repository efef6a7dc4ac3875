"""Charts typed: what each cell may hold, and sentences that say so."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.charts.schema import CellKind, allowed_in, place, tables_of, typed, value_at
from engine.systems import SYSTEMS
from maps.errors import KnownError

GERTRUD = SYSTEMS["operation_gertrud"]
TEXT = GERTRUD.chart_text()
TABLES = tables_of(TEXT, "charts")
ALLOWED = allowed_in(GERTRUD.chart_type(), TABLES)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_the_shipped_charts_keep_what_they_allow(system: str) -> None:
    own = SYSTEMS[system]
    text = own.chart_text()
    charts: Any = typed(own.chart_type(), text, system)
    assert own.chart_problems(charts) == ()
    tables = tables_of(text, system)
    allowed = allowed_in(own.chart_type(), tables)
    assert allowed
    for path, rule in allowed.items():
        value = value_at(tables, path)
        assert rule.kind is CellKind.FIXED or rule.holds(value), (path, rule.words, value)
        assert rule.words and place(path)


def test_a_cell_tells_what_it_may_hold() -> None:
    cost = ALLOWED["terrain", "rows", "rough", "cost"]
    assert (cost.kind, cost.range, cost.words) == (
        CellKind.WHOLE,
        (1, None),
        "a whole number, 1 or more",
    )
    result = ALLOWED["combat", "rows", "2", "3"]
    assert result.kind is CellKind.CHOICE
    assert result.choices == ("AE", "AX", "AR", "EX", "DL", "DR", "DX", "DE")
    bonuses = ALLOWED["markers", "rows", "1", "cas"]
    assert bonuses.many and bonuses.holds((2, 0)) and not bonuses.holds((2, -1))
    assert not bonuses.holds(2)
    berth = ALLOWED["raid", "rows", "2", "yavuz"]
    assert berth.choices == ("turkish", "seized", "scuttled")
    assert ALLOWED["combat", "codes", "AE", "text"].kind is CellKind.TEXT
    assert ALLOWED["places", "next to Ankara", "near"].kind is CellKind.FIXED
    assert not ALLOWED["deployment", "european"].holds(True)
    assert ALLOWED["terrain", "city_shifts"].range == (-9, 9)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('{ id = "rough", cost = 2', '{ id = "rough", cost = 0', "should be 1 or more, not 0"),
        ('yavuz = "seized"', 'yavuz = "sunk"', "one of turkish, seized, scuttled, not 'sunk'"),
        ('["AE", "AX", "AX"', '["AE", "XX", "AX"', "one of AE, AX, AR, EX, DL, DR, DX, DE, not XX"),
        ("city_shifts = 1", "city_shifts = true", "should be int, not True"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused(before: str, after: str, said: str) -> None:
    assert before in TEXT
    with pytest.raises(KnownError) as error:
        typed(GERTRUD.chart_type(), TEXT.replace(before, after, 1), "my charts")
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("die = 6", "die = 8", "combat, die: should be 6, a row of results for each face, not 8."),
        ("49, 50, 100", "49, 49, 100", "combat, columns: should be percentages that rise."),
        ("most = 9", "most = 6", "raid, 3, most: should be more than the 6 of the row above"),
        ("sinks_to = 3", "sinks_to = 6", "settles to: should be 6 or more, as sinks to is, not 5"),
        ("cas = [0, 0, 1, 1], ngs = 1", "cas = [0], ngs = 2", "should be 1, for that is the Yavuz"),
    ],
)
def test_cells_that_do_not_agree_are_told(before: str, after: str, said: str) -> None:
    assert before in TEXT
    charts: Any = typed(GERTRUD.chart_type(), TEXT.replace(before, after, 1), "my charts")
    (problem,) = GERTRUD.chart_problems(charts)
    assert said in str(problem)


def test_thresholds_of_dice_rise() -> None:
    own = SYSTEMS["balkan_gambit"]
    text = own.chart_text().replace("confusion_to = 8", "confusion_to = 2")
    (problem,) = own.chart_problems(typed(own.chart_type(), text, "my charts"))
    assert problem.path == ("italians", "confusion_to")
