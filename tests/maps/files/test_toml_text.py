"""Tables as TOML read as the same tables, and are written as tomlkit writes them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from maps.files.toml_text import toml_text
from maps.untyped import JsonObject
from tests.maps.strategies import texts

ROOT = Path(__file__).parents[3]
SHIPPED = sorted((ROOT / "engine").rglob("*.toml"))

keys = st.one_of(st.sampled_from(["a", "b-2", "14A:4519", "", "is it", 'a "b"', "é", "a.b"]), texts)
plain = st.one_of(
    st.booleans(),
    st.integers(-(2**53), 2**53),
    st.floats(allow_nan=False, allow_infinity=False),
    texts,
    st.sampled_from(["\x7f", "\x00\x1f", "a\r\nb", "\\", '"""', "'"]),
)
values = st.recursive(
    plain,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(keys, inner, max_size=3),
        st.lists(st.dictionaries(keys, inner, max_size=3), max_size=3),
    ),
    max_leaves=8,
)
tables = st.dictionaries(keys, values, max_size=4)


@given(tables)
def test_any_tables_come_back(found: JsonObject) -> None:
    assert tomllib.loads(toml_text(found)) == found


@pytest.mark.parametrize(
    "found",
    [
        {},
        {"a": {}},
        {"a": {"b": {}}},
        {"a": {"b": {"c": 1}, "d": [{"e": {"f": 2}, "g": 3}, {"h": 1}]}, "j": "k"},
        {"a": [{"b": {"c": [1, {"d": {}}, []]}, "g": 1.5}]},
        {'say "x"': ["\x7f\t\x00", "é", True, -1, 1e30], "": {"b c": {"d": ""}}},
    ],
)
def test_it_is_the_text_of_tomlkit(found: JsonObject) -> None:
    assert toml_text(found) == tomlkit.dumps(found)
    assert tomllib.loads(toml_text(found)) == found


def test_shipped_tables_are_written_as_by_tomlkit() -> None:
    """What a file keeps of a shipped scenario is compared with it."""
    small = [path for path in SHIPPED if path.stat().st_size < 6_000]
    assert len(small) > 20
    for path in small:
        found = tomllib.loads(path.read_text("utf-8"))
        assert toml_text(found) == tomlkit.dumps(found), path


@pytest.mark.soak
def test_all_shipped_tables_are_written_as_by_tomlkit() -> None:
    for path in SHIPPED:
        found = tomllib.loads(path.read_text("utf-8"))
        assert toml_text(found) == tomlkit.dumps(found), path


@pytest.mark.parametrize("value", [None, {1, 2}, b"x", [None]])
def test_what_has_no_word_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="no word for"):
        toml_text({"a": value})
