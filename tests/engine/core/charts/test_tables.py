"""Tables typed from TOML."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from engine.core.charts import tables
from engine.core.charts.tables import from_table, parsed
from engine.systems.balkan_gambit import SYSTEM
from maps.errors import KnownError


@dataclass(frozen=True)
class Inner:
    cost: int


@dataclass(frozen=True)
class Outer:
    name: str
    rows: tuple[Inner, ...] = ()
    by: dict[str, int] = field(default_factory=dict)


def test_a_table_becomes_its_record() -> None:
    found = from_table(Outer, {"name": "a", "rows": [{"cost": 2}], "by": {"x": 1}}, "here")
    assert found == Outer("a", (Inner(2),), {"x": 1})


@pytest.mark.parametrize(
    ("table", "word"),
    [
        ({"name": "a", "row": []}, "rows"),
        ({}, "name"),
        ({"name": 3}, "should be str"),
        ({"name": "a", "rows": [{"cost": True}]}, "cost"),
        ({"name": "a", "rows": 5}, "list"),
        ({"name": "a", "by": 5}, "table"),
        (7, "table"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(table: object, word: str) -> None:
    with pytest.raises(KnownError) as caught:
        from_table(Outer, table, "file.toml")
    assert word in str(caught.value) and "file.toml" in caught.value.where


@dataclass(frozen=True)
class Named:
    rows: dict[str, Inner]
    words: dict[str, str]


def test_a_chart_of_rows_by_name_may_say_of_itself_how_it_is_known() -> None:
    """What it says is no row of it; a table of words has words by that name."""
    said = {"title": "Rows", "provenance": "printed", "reason": "Stated."}
    row = {"cost": 1}
    found = from_table(Named, {"rows": {**said, "one": row}, "words": said}, "chart")
    assert list(found.rows) == ["one"]
    assert found.words == said
    with pytest.raises(KnownError, match="source"):
        from_table(Named, {"rows": {"source": "ours"}, "words": {}}, "chart")


def test_the_shipped_charts_are_read_and_a_wrong_key_is_refused() -> None:
    charts = SYSTEM.chart_text()
    with pytest.raises(KnownError, match="turns"):
        SYSTEM.read({}, charts, "scenario x")
    with pytest.raises(KnownError, match="not TOML"):
        SYSTEM.read({"turns": 1}, "= =", "scenario x")


def test_a_text_is_parsed_once_and_everybody_gets_tables_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text, read, really = 'own = [{ id = "once", cost = 3 }]', [], tables.toml_of

    def counted(text: str, where: str) -> object:
        read.append(where)
        return really(text, where)

    monkeypatch.setattr(tables, "toml_of", counted)
    first = parsed(text, "first")
    first["own"][0]["cost"] = 9
    first["own"].append({})
    assert parsed(text, "second") == {"own": [{"id": "once", "cost": 3}]}
    assert read == ["first"]
    for where in ("third", "fourth"):
        with pytest.raises(KnownError, match=where):
            parsed("own = ", where)
