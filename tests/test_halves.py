"""Whichever end a worker begins at, it has the tests in the order of all others."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from tests import halves

FILES = ("engine/test_b.py", "engine/systems/test_a.py", "engine/test_a.py", "test_b.py")


def worker(name: str) -> SimpleNamespace:
    return SimpleNamespace(workerinput={"workerid": name})


def collected(config: SimpleNamespace, names: list[str]) -> list[str]:
    """The report of a folder with these names in it."""
    going = halves.pytest_make_collect_report(Mock(spec=pytest.Directory, config=config))
    next(going)
    report = SimpleNamespace(result=list(names))
    with pytest.raises(StopIteration):
        going.send(report)  # type: ignore[arg-type]
    return report.result


@pytest.mark.parametrize("name", ["gw0", "gw2"])
def test_even_workers_go_forward(name: str) -> None:
    assert collected(worker(name), ["a", "b", "c"]) == ["a", "b", "c"]


@pytest.mark.parametrize("name", ["gw1", "gw3"])
def test_odd_workers_go_back(name: str) -> None:
    assert collected(worker(name), ["a", "b", "c"]) == ["c", "b", "a"]


def test_one_process_goes_forward() -> None:
    assert collected(SimpleNamespace(), ["a", "b"]) == ["a", "b"]


@pytest.mark.parametrize("name", ["gw0", "gw1"])
def test_all_have_one_order_in_the_end(name: str) -> None:
    """And the tests of a file keep theirs."""
    items: list[Any] = [
        SimpleNamespace(path=Path("tests") / file, name=f"{file}::{number}")
        for file in (FILES if name == "gw0" else reversed(FILES))
        for number in range(2)
    ]
    halves.pytest_collection_modifyitems(worker(name), items)  # type: ignore[arg-type]
    assert [item.name for item in items] == [
        f"{file}::{number}"
        for file in (
            "engine/systems/test_a.py",
            "engine/test_a.py",
            "engine/test_b.py",
            "test_b.py",
        )
        for number in range(2)
    ]
