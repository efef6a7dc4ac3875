"""How often properties with dear examples are tried: seldom in `make test`, often in the soak."""

from __future__ import annotations

from hypothesis import settings

EVERYDAY = 30
"""Examples of a property that says nothing else, in `make test`."""


def few(count: int) -> settings:
    """Try a property with so many examples where others are tried with `EVERYDAY` of them.

    The soak has as many times more of these as of all others.
    """
    times = max(1, settings.default.max_examples // EVERYDAY)  # type: ignore[union-attr]
    return settings(max_examples=count * times)
