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
    from dataclasses import MISSING, fields
    from functools import partial
    from reprlib import recursive_repr

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
        eq = how.get("eq", True)
        wanted = {"__init__": how.get("init", True), "__repr__": True, "__eq__": eq, "__hash__": eq}
        own = {name for name in wanted if vars(cls).get(name) is not None}
        less = {**how, "frozen": False, "init": False, "repr": False, "eq": False}
        made = dataclasses.dataclass(cls, **less)
        for name, is_wanted in wanted.items():
            if is_wanted and name not in own:
                setattr(made, name, _told if name == "__repr__" else _later(made, name))
        return made

    @recursive_repr()
    def _told(self: object) -> str:
        shown = (f"{item.name}={getattr(self, item.name)!r}" for item in fields(self) if item.repr)
        return f"{type(self).__qualname__}({', '.join(shown)})"

    def _later(cls: type, name: str) -> Callable[..., object]:
        """A method that compiles itself at its first call, and leaves its place to what it made."""

        def first(*values: object, **named: object) -> object:
            known: dict[str, object] = {"_MADE": _MADE}
            exec(_SOURCES[name](cls, known), known)
            method = known[name]
            method.__module__, method.__qualname__ = cls.__module__, f"{cls.__qualname__}.{name}"
            setattr(cls, name, method)
            return method(*values, **named)

        first.__name__, first.__qualname__ = name, f"{cls.__qualname__}.{name}"
        return first

    _MADE = object()
    """Stands for a value that each record gets one of its own of."""

    def _setting(cls: type, known: dict[str, object]) -> str:
        """The source of ``__init__``; what it needs besides its arguments is put into ``known``."""
        plain: list[str] = []
        named: list[str] = []
        lines: list[str] = []
        for item in fields(cls):
            name, given, value = item.name, "", item.name
            if item.default_factory is not MISSING:
                known[f"_make_{name}"], given = item.default_factory, "=_MADE"
                value = f"_make_{name}()"
                value += f" if {name} is _MADE else {name}" if item.init else ""
            elif item.default is not MISSING:
                known[f"_else_{name}"], given = item.default, f"=_else_{name}"
                value = name if item.init else f"_else_{name}"
            if item.init:
                (named if item.kw_only else plain).append(name + given)
            if item.init or given:
                lines.append(f" self.{name} = {value}")
        if hasattr(cls, "__post_init__"):
            lines.append(" self.__post_init__()")
        head = ", ".join(("self", *plain, *(("*", *named) if named else ())))
        return "\n".join((f"def __init__({head}):", *(lines or [" pass"])))

    def _comparing(cls: type, _known: dict[str, object]) -> str:
        """The source of ``__eq__``."""
        names = [item.name for item in fields(cls) if item.compare]
        same = f"{_tuple('self', names)} == {_tuple('other', names)}"
        return (
            "def __eq__(self, other):\n"
            f" return {same} if other.__class__ is self.__class__ else NotImplemented"
        )

    def _hashing(cls: type, _known: dict[str, object]) -> str:
        """The source of ``__hash__``."""
        asked = (
            (item.name, item.compare if item.hash is None else item.hash) for item in fields(cls)
        )
        names = [name for name, is_asked in asked if is_asked]
        return f"def __hash__(self):\n return hash({_tuple('self', names)})"

    def _tuple(owner: str, names: list[str]) -> str:
        return f"({''.join(f'{owner}.{name}, ' for name in names)})"

    _SOURCES = {"__init__": _setting, "__eq__": _comparing, "__hash__": _hashing}
