"""How often what is dear is tried: seldom in `make test`, often in the soak."""

from __future__ import annotations

import os

from hypothesis import settings

EVERYDAY, SOAK = 10, 2000
"""Examples of a property that says nothing else, in `make test` and in the soak."""
USUAL = 30
"""The number that counts of :func:`few` are measured by."""

IS_SOAK = os.environ.get("HYPOTHESIS_PROFILE") == "soak"
"""Whether the soak runs."""


def often(everyday: int, soak: int) -> int:
    """How many times something is done: so often in `make test`, so often in the soak."""
    return soak if IS_SOAK else everyday


def few(count: int) -> settings:
    """Try a property with so many examples where others are tried with `USUAL` of them: in
    `make test` a third as many, in the soak as many times more as all others.
    """
    everywhere = settings.default.max_examples  # type: ignore[union-attr]
    return settings(max_examples=max(1, count * everywhere // USUAL))
