"""Rules that meet what no game of theirs can have: told as damage, or as what does not fit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.store.faults import DAMAGED
from maps.errors import KnownError

RULES_FAIL = (
    LookupError,
    ValueError,
    TypeError,
    AssertionError,
    ArithmeticError,
    RecursionError,
)
"""How rules fail on a board, units or steps that no game of theirs can have."""


@contextmanager
def playable(where: str) -> Iterator[None]:
    """Tell rules that fail on what a file holds as damage of the file, and what is known to be
    wrong with it as the file's; without ``where``, no file being to blame, as it is.
    """
    if not where:
        yield
        return
    try:
        yield
    except KnownError as error:
        raise error.inside(where) from None
    except RULES_FAIL as error:
        what = f"cannot be played: its board, units and steps do not fit ({error!r})."
        raise KnownError(where, what, DAMAGED) from error
