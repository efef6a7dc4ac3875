"""The files named as the longest are there, and begin before the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.longest import LONGEST

ROOT = Path(__file__).parent


def test_they_are_files_of_tests() -> None:
    assert len(set(LONGEST)) == len(LONGEST)
    assert [name for name in LONGEST if not (ROOT / name).is_file()] == []


def test_they_begin_first(request: pytest.FixtureRequest) -> None:
    places = {item.path: place for place, item in reversed([*enumerate(request.session.items)])}
    named = [places[ROOT / name] for name in LONGEST if ROOT / name in places]
    assert named == sorted(named)
    others = [place for path, place in places.items() if str(path.relative_to(ROOT)) not in LONGEST]
    assert not named or max(named) < min(others)
