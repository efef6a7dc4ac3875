"""The examples in the docstrings of the oob package are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import oob

MODULES = sorted(info.name for info in pkgutil.walk_packages(oob.__path__, "oob."))


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_examples_are_found_at_all() -> None:
    counts = [doctest.testmod(importlib.import_module(name)).attempted for name in MODULES]
    assert sum(counts) > 8
