"""Records that nobody changes: frozen for the type checker, without its price while games run.

A frozen dataclass sets each field through a call of ``object.__setattr__``, and a step of a game
makes some fifty records. The type checker sees :func:`dataclasses.dataclass` and refuses every
assignment to a record; at run time the class is made without that guard, but hashes by its fields
as a frozen one does. With ``SANDTABLE_FROZEN=1`` in the environment the guard is there at run time
too: a test plays games of every system that way.

Nor does a class compile its methods before they are called: a large system has hundreds of records,
of which a game that is opened makes a few kinds, and compiling took most of the time in which their
modules are imported.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses
    from collections.abc import Callable
    from dataclasses import fields
    from functools import partial

    GUARDED = bool(os.environ.get("SANDTABLE_FROZEN"))
    """Whether an assignment to a frozen record raises at run time."""

    def dataclass(cls: type | None = None, /, **how: bool) -> type | Callable[[type], type]:
        """What :func:`dataclasses.dataclass` does; a frozen class is guarded only if told to, and
        else compiles each of its methods when that is first called.
        """
        if cls is None:
            return partial(dataclass, **how)
        if GUARDED or not how.get("frozen"):
            return dataclasses.dataclass(cls, **how)
        init, told, eq = (how.get(name, True) for name in ("init", "repr", "eq"))
        wanted = {"__init__": init, "__repr__": told, "__eq__": eq, "__hash__": eq}
        own = {name for name in wanted if vars(cls).get(name) is not None}
        less = {**how, "frozen": False, "init": False, "repr": False, "eq": False}
        made = dataclasses.dataclass(cls, **less)
        for name, is_wanted in wanted.items():
            if is_wanted and name not in own:
                setattr(made, name, _later(made, name))
        return made

    def _later(cls: type, name: str) -> Callable[..., object]:
        """A method that is compiled at its first call, and leaves its place to what was made."""

        def first(*values: object, **named: object) -> object:
            method = vars(_alike(cls, name))[name]
            method.__module__, method.__qualname__ = cls.__module__, f"{cls.__qualname__}.{name}"
            setattr(cls, name, method)
            return method(*values, **named)

        first.__name__, first.__qualname__ = name, f"{cls.__qualname__}.{name}"
        return first

    def _alike(cls: type, name: str) -> type:
        """A record with the fields of a class, for the sake of one of its methods."""
        again = {"__post_init__": cls.__post_init__} if hasattr(cls, "__post_init__") else {}
        again["__doc__"] = cls.__name__  # none would be made of the signature, which takes long
        shown = [(item.name, item.type, _again(item)) for item in fields(cls)]
        asked = {"init": name == "__init__", "repr": name == "__repr__"}
        asked |= dict.fromkeys(("eq", "unsafe_hash"), name in {"__eq__", "__hash__"})
        # With slots the initial method sets what it does not ask for; to make them takes long.
        slots = "__slots__" in vars(cls) and not all(item.init for item in fields(cls))
        return dataclasses.make_dataclass(
            cls.__name__, shown, namespace=again, slots=slots, **asked
        )

    def _again(item: dataclasses.Field[object]) -> object:
        asked = ("default", "default_factory", "init", "repr", "hash", "compare", "kw_only")
        return dataclasses.field(**{name: getattr(item, name) for name in asked})
