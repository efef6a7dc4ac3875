"""The game systems, one folder each; none knows another."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module

from engine.core.system import System


class _Systems(MutableMapping[str, System]):
    """Systems by id, in order. Each is a folder of this package whose ``SYSTEM`` it is, and is
    imported when it is asked for: a game needs its own and none of the others.
    """

    def __init__(self, *idents: str) -> None:
        self._found: dict[str, System | None] = dict.fromkeys(idents)

    def __getitem__(self, ident: str) -> System:
        found = self._found[ident]
        if found is None:
            found = self._found[ident] = _imported(ident)
        return found

    def __setitem__(self, ident: str, system: System) -> None:
        self._found[ident] = system

    def __delitem__(self, ident: str) -> None:
        del self._found[ident]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __contains__(self, ident: object) -> bool:
        return ident in self._found


def _imported(ident: str) -> System:
    system: System = import_module(f"{__name__}.{ident}").SYSTEM
    return system


SYSTEMS: MutableMapping[str, System] = _Systems(
    "balkan_gambit",
    "boot_camp",
    "by_hand",
    "operation_gertrud",
    "balkan_front",
    "fire_in_the_east",
)
"""Every system by id."""
