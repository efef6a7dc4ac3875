"""Records that nobody changes: frozen for the type checker, without its price while games run.

A frozen dataclass sets each field through a call of ``object.__setattr__``, and a step of a game
makes some fifty records. The type checker sees :func:`dataclasses.dataclass` and refuses every
assignment to a record; at run time the class is made without that guard, but hashes by its fields
as a frozen one does. What compares, hashes and writes a record is compiled when it is first
asked for: a program that starts makes a thousand classes and asks this of few. With
``SANDTABLE_FROZEN=1`` in the environment the guard is there at run time too: a test plays games of
every system that way.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses
    from reprlib import recursive_repr

    GUARDED = bool(os.environ.get("SANDTABLE_FROZEN"))
    """Whether an assignment to a frozen record raises at run time."""

    def dataclass(cls: type | None = None, /, **how: bool) -> type | Callable[[type], type]:
        """What :func:`dataclasses.dataclass` does; a frozen class is guarded only if told to."""
        if not how.get("frozen") or GUARDED:
            return dataclasses.dataclass(cls, **how)
        return _record(cls, how) if cls else lambda cls: _record(cls, how)

    def _record(cls: type, how: dict[str, bool]) -> type:
        """A class of records, equal and hashed by fields unless it says itself how."""
        how, own = {**how, "frozen": False}, vars(cls)
        if how.get("order") or not {"__eq__", "__hash__"}.isdisjoint(own):
            how["unsafe_hash"] = how.get("eq", True)
            return dataclasses.dataclass(cls, **how)
        later = {name: text for name, text in _TEXTS.items() if name not in own}
        if not how.get("eq", True):
            later = {name: later[name] for name in later if name == "__repr__"}
        if not how.get("repr", True):
            later.pop("__repr__", None)
        made = dataclasses.dataclass(cls, **{**how, "repr": False, "eq": False})
        for name, text in later.items():
            setattr(made, name, _later(made, name, text))
        return made

    def _equal(fields: tuple[dataclasses.Field, ...]) -> str:
        names = [field.name for field in fields if field.compare]
        mine, others = (_tuple(f"{who}.{name}" for name in names) for who in ("self", "other"))
        return f"(self, other): return {mine} == {others} if {_ALIKE} else NotImplemented"

    def _hashed(fields: tuple[dataclasses.Field, ...]) -> str:
        names = [f.name for f in fields if (f.compare if f.hash is None else f.hash)]
        return f"(self): return hash({_tuple(f'self.{name}' for name in names)})"

    def _told(fields: tuple[dataclasses.Field, ...]) -> str:
        shown = ", ".join(f"{f.name}={{self.{f.name}!r}}" for f in fields if f.repr)
        return f"(self): return self.__class__.__qualname__ + f'({shown})'"

    def _tuple(items: Callable[[], str]) -> str:
        return f"({''.join(f'{item},' for item in items)})"

    _ALIKE = "other.__class__ is self.__class__"
    _TEXTS = {"__eq__": _equal, "__hash__": _hashed, "__repr__": _told}

    def _later(
        cls: type, name: str, text: Callable[[tuple[dataclasses.Field, ...]], str]
    ) -> Callable[..., object]:
        """A method that puts the compiled one in its place when it is first called."""

        def first(*given: object) -> object:
            found: dict[str, Callable[..., object]] = {}
            exec(f"def {name}{text(dataclasses.fields(cls))}", {}, found)
            method = found[name]
            method.__qualname__ = f"{cls.__qualname__}.{name}"
            if name == "__repr__":
                method = recursive_repr()(method)
            setattr(cls, name, method)
            return method(*given)

        return first
