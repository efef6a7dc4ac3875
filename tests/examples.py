"""How often properties with dear examples are tried: seldom in `make test`, often in the soak."""

from __future__ import annotations

from hypothesis import settings

EVERYDAY, SOAK = 15, 2000
"""Examples of a property that says nothing else, in `make test` and in the soak."""
USUAL = 30
"""The number that counts of :func:`few` are measured by."""


def few(count: int) -> settings:
    """Try a property with so many examples where others are tried with `USUAL` of them: in
    `make test` half as many, in the soak as many times more as all others.
    """
    everywhere = settings.default.max_examples  # type: ignore[union-attr]
    return settings(max_examples=max(1, count * everywhere // USUAL))
