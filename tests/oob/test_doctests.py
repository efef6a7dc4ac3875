"""The examples in the docstrings of the oob package are true."""

from __future__ import annotations

import doctest
import importlib.util
import pkgutil
from pathlib import Path

import pytest

import oob


def text_of(name: str) -> str:
    """The source of a module."""
    spec = importlib.util.find_spec(name)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).read_text("utf-8")


MODULES = sorted(
    info.name
    for info in pkgutil.walk_packages(oob.__path__, "oob.")
    if ">>> " in text_of(info.name)
)
"""Modules whose docstrings hold examples."""


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
    assert result.attempted >= 1


def test_examples_are_found_at_all() -> None:
    assert sum(text_of(name).count(">>> ") for name in MODULES) > 8
