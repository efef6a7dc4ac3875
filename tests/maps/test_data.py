"""Every shipped map reads, is sound, and is written back to the letter."""

from __future__ import annotations

from importlib import resources

import pytest

from maps import data
from maps.checking.checks import Severity, check
from maps.errors import KnownError
from maps.formats import text


@pytest.mark.parametrize("name", data.names())
def test_a_shipped_map_is_sound(name: str) -> None:
    board = data.load(name)
    errors = [str(one) for one in check(board) if one.severity is Severity.ERROR]
    assert errors == []


@pytest.mark.parametrize("name", data.names())
def test_a_shipped_map_is_written_back_to_the_letter(name: str) -> None:
    shipped = resources.files(data).joinpath(f"{name}.map").read_text(encoding="utf-8")
    board = data.load(name)
    assert text.dumps(board) == shipped
    assert text.loads(shipped) == board


def test_an_unknown_map_is_refused_with_the_nearest() -> None:
    nearly = data.names()[0] + "x"
    with pytest.raises(KnownError, match=data.names()[0]):
        data.load(nearly)


def test_each_reading_of_a_map_is_one_to_edit() -> None:
    board, other = data.load("balkan_gambit"), data.load("balkan_gambit")
    assert board == other
    at = next(iter(board.terrain))
    board.terrain.pop(at)
    board.regions.clear()
    board.legend.kinds.clear()
    assert data.load("balkan_gambit") == other
