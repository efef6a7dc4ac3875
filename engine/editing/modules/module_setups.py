"""The set-ups a module of VASSAL holds: its scenarios, kept as saved games within it."""

from __future__ import annotations

from pathlib import Path

from maps.errors import KnownError
from maps.formats.vassal.archive import opened
from maps.formats.xmlfiles import parsed
from oob.formats.vassal.save_modules import ModuleSetup, setups_of

Save = Path | ModuleSetup
"""A saved game of its own, or a set-up that lies in the module."""

_FEW = 12
"""So many set-ups are named in a sentence."""


def about_setups(setups: tuple[ModuleSetup, ...], save: Save | None) -> tuple[str, ...]:
    """Which set-up was taken, or which could be."""
    if isinstance(save, ModuleSetup):
        return (f"Set up as “{save.name}” of the module.",)
    return (f"Set-ups in the module: {_listed(setups)}. None of them is taken.",) if setups else ()


def setups_in(source: Path) -> tuple[ModuleSetup, ...]:
    """The set-ups that the module in a file or folder holds. Raises KnownError when it cannot be
    read.
    """
    with opened(source) as archive:
        return setups_of(parsed(archive.build_file(), archive.name), archive)


def setup_named(source: Path, name: str) -> ModuleSetup:
    """The set-up of a module by its name. Raises KnownError when there is none of it."""
    setups = setups_in(source)
    for setup in setups:
        if setup.name.casefold() == name.casefold():
            return setup
    what = f"has no set-up called “{name}”."
    fix = f"It holds {_listed(setups)}." if setups else "Leave it."
    raise KnownError(source.name, what, fix)


def _listed(setups: tuple[ModuleSetup, ...]) -> str:
    more = f"; and {len(setups) - _FEW:,} more" if len(setups) > _FEW else ""
    return "; ".join(setup.name for setup in setups[:_FEW]) + more
