"""Edits of charts come back from JSON as they were, and nothing else passes for one."""

from __future__ import annotations

import json

import pytest

from engine.core.charts.chart_set import Edit
from engine.core.charts.edits import Change, ChartLayer, Fact, change_from_plain, change_to_plain
from maps.errors import KnownError
from maps.untyped import Json

CHANGE = Change(
    (
        Fact(ChartLayer.CELL, ("terrain", "rows", "rough", "cost"), None, Edit(4, "why")),
        Fact(ChartLayer.CELL, ("a", "list"), Edit((1, 2.5, True, "x")), None),
        Fact(ChartLayer.HEAD, ("title",), "before", "after"),
    ),
    "Edit cells",
    "stroke",
)


def test_edits_come_back_from_json() -> None:
    text = json.dumps(change_to_plain(CHANGE))
    assert change_from_plain(json.loads(text), "edit 3") == CHANGE


@pytest.mark.parametrize(
    "spoilt",
    [
        None,
        [],
        {"label": "x", "stroke": ""},
        {"label": "x", "stroke": "", "facts": {}, "more": 1},
        {"label": 3, "stroke": "", "facts": []},
        {"label": "x", "stroke": "", "facts": [["cell", ["a"], None]]},
        {"label": "x", "stroke": "", "facts": [["row", ["a"], None, None]]},
        {"label": "x", "stroke": "", "facts": [["cell", "a", None, None]]},
        {"label": "x", "stroke": "", "facts": [["cell", [["a"]], None, None]]},
        {"label": "x", "stroke": "", "facts": [["cell", ["a"], None, [1]]]},
        {"label": "x", "stroke": "", "facts": [["cell", ["a"], None, [{"b": 1}, ""]]]},
        {"label": "x", "stroke": "", "facts": [["cell", ["a"], None, [None, ""]]]},
    ],
)
def test_what_is_no_edit_is_refused_with_its_place(spoilt: Json) -> None:
    with pytest.raises(KnownError, match="edit 3"):
        change_from_plain(spoilt, "edit 3")
