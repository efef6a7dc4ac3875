"""Records that nobody changes: frozen for the type checker, without its price while games run.

A frozen dataclass sets each field through a call of ``object.__setattr__``, and a step of a game
makes some fifty records. The type checker sees :func:`dataclasses.dataclass` and refuses every
assignment to a record; at run time the class is made without that guard, but hashes by its fields
as a frozen one does. With ``SANDTABLE_FROZEN=1`` in the environment the guard is there at run time
too: a test plays games of every system that way.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses

    GUARDED = bool(os.environ.get("SANDTABLE_FROZEN"))
    """Whether an assignment to a frozen record raises at run time."""

    def dataclass(cls: type | None = None, /, **how: bool) -> type | Callable[[type], type]:
        """What :func:`dataclasses.dataclass` does; a frozen class is guarded only if told to."""
        if how.get("frozen") and not GUARDED:
            how = {**how, "frozen": False, "unsafe_hash": how.get("eq", True)}
        return dataclasses.dataclass(cls, **how)
