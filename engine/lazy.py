"""Properties that are worked out once, without the lock that Python 3.11 takes for each of them.

Some eight are worked out in a step of a game, and who plays one does so in one thread; Python 3.12
takes no lock either. The type checker sees :func:`functools.cached_property`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from functools import cached_property as cached_property
else:
    import functools

    class cached_property(functools.cached_property):  # noqa: N801 - stands for that of functools
        """What :class:`functools.cached_property` is in Python 3.12."""

        def __get__(self, instance: object, owner: type | None = None) -> object:
            """The value: worked out now, and an attribute of the object from then on."""
            if instance is None:
                return self
            found = vars(instance)[self.attrname] = self.func(instance)
            return found
