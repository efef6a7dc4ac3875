"""Garbage of the oldest generation is collected when nobody acts, and never while somebody does."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from qtapp.workers import tidying
from qtapp.workers.garbage import DUE, OVERDUE
from qtapp.workers.tidying import HALTS, LITTLE, QUIET, Tidier

pytestmark = pytest.mark.skipif(not HALTS, reason="this Python collects bit by bit")


@pytest.fixture
def whole() -> Iterator[list[int]]:
    """Collections of the oldest generation while the test runs. What was there before is not
    looked through: in a process that has run thousands of tests each look would take seconds.
    """
    found: list[int] = []
    gc.freeze()

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "stop" and info["generation"] == 2:
            found.append(1)

    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)


def middle(times: int) -> None:
    """Objects are made until the middle generation was collected so often."""
    for _ in range(times):
        gc.collect(1)


@dataclass
class Clock:
    """Tells the seconds that the process has computed."""

    spent: float = 100.0

    def process_time(self) -> float:
        """What :func:`time.process_time` says."""
        return self.spent


def test_it_waits_until_nobody_acts(
    qapp: object, whole: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr(tidying, "time", clock)
    tidier = Tidier()
    was = gc.get_threshold()
    tidier.begin()
    try:
        assert gc.get_threshold() == (*was[:2], OVERDUE)
        gc.collect()
        whole.clear()
        tidier.look()
        middle(DUE)
        for _ in range(4):
            clock.spent += 2 * LITTLE
            tidier.look()
            assert whole == [], "somebody acts, though too little is made to be counted"
        for _ in range(QUIET - 1):
            clock.spent += LITTLE / 2
            tidier.look()
            assert whole == [], "not for long enough"
        tidier.look()
        assert whole == [1], "nobody acts"
        tidier.look()
        tidier.look()
        assert whole == [1], "there is nothing more to collect"
    finally:
        tidier.end()
    assert gc.get_threshold() == was
