"""How fast decisions are shown that the person at the window does not take."""

from __future__ import annotations

from enum import StrEnum


class Speed(StrEnum):
    """``STEP`` waits for a key after each, ``AT_ONCE`` shows none of them."""

    STEP = "step"
    SLOW = "slow"
    FAST = "fast"
    AT_ONCE = "at once"

    @property
    def pause_ms(self) -> int:
        """Milliseconds that each is shown; :data:`FOREVER` until somebody asks for the next."""
        return PAUSES[self]


FOREVER = -1
PAUSES = {Speed.STEP: FOREVER, Speed.SLOW: 1800, Speed.FAST: 500, Speed.AT_ONCE: 0}
