"""Strict reading of TOML tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.errors import KnownError
from maps.formats.geodata.tables import Table, load_toml

degrees = st.tuples(st.floats(-90, 90), st.floats(-180, 180))


@given(st.lists(degrees, max_size=6))
def test_points_are_read_as_they_stand(points: list[tuple[float, float]]) -> None:
    table = Table("here", {"line": [list(pair) for pair in points]})
    assert table.points("line") == tuple(points)


@given(st.dictionaries(st.text(min_size=1, max_size=8), st.integers(), min_size=1, max_size=5))
def test_a_table_is_done_only_when_every_key_was_asked_for(values: dict[str, int]) -> None:
    table = Table("here", values)
    *first, last = values
    for key in first:
        assert table.take(key, int) == values[key]
    with pytest.raises(KnownError, match="is unknown"):
        table.done()
    table.take(last, int)
    table.done()


def test_whole_numbers_pass_for_numbers_but_truth_does_not() -> None:
    table = Table("here", {"a": 3, "b": True})
    assert table.take("a", float) == 3.0
    for kind in (int, float):
        with pytest.raises(KnownError, match="must be"):
            table.take("b", kind)


def test_a_default_stands_in_for_a_missing_key_only() -> None:
    table = Table("here", {"a": "x"})
    assert table.take("b", int, 7) == 7
    with pytest.raises(KnownError, match="whole number"):
        table.take("a", int, 7)


def test_sub_tables_name_their_place() -> None:
    table = Table("file.toml", {"pins": [{"name": "Pola", "hex": 5}]})
    (item,) = table.tables("pins")
    with pytest.raises(KnownError, match=r"file\.toml \[\[pins\]\] Pola: 'hex' must be a text"):
        item.take("hex", str)


def test_a_list_that_holds_no_tables_is_refused() -> None:
    with pytest.raises(KnownError, match="array of tables"):
        list(Table("here", {"pins": [1]}).tables("pins"))


@pytest.mark.parametrize(
    "wrong", [[1.0], [1.0, "2"], [True, 1.0], "12", [1.0, 2.0, 3.0], [1.0, float("inf")]]
)
def test_a_pair_is_two_numbers(wrong: object) -> None:
    with pytest.raises(KnownError, match=r"two numbers|must be a list"):
        Table("here", {"at": wrong}).pair("at")


def test_a_list_that_holds_no_texts_is_refused() -> None:
    with pytest.raises(KnownError, match="list of texts"):
        Table("here", {"names": ["a", 1]}).words("names")


def test_a_file_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(b'title = "\xff"')
    with pytest.raises(KnownError, match="is not UTF-8 text"):
        load_toml(path)
