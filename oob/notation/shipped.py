"""The shipped orders of battle in notation, and their errata."""

from __future__ import annotations

from importlib.resources import files

from maps.errors import KnownError, nearest
from oob.notation import errata as corrections
from oob.notation.errata import Errata, applied
from oob.notation.model import Roster
from oob.notation.text.parser import loads

SUFFIX, ERRATA_SUFFIX = ".notation", ".errata"
_FOLDER = "oob.data"


def names() -> list[str]:
    """Names of the shipped orders of battle in notation, sorted."""
    return _named(SUFFIX)


def text(name: str) -> str:
    """The text of one. Raises KnownError for an unknown name."""
    if name not in names():
        fix = nearest(name, names())
        raise KnownError("shipped orders of battle", f"there is none named {name!r}.", fix)
    return _read(name + SUFFIX)


def errata(name: str) -> Errata | None:
    """The errata of a shipped order of battle, None where it has none."""
    if name not in _named(ERRATA_SUFFIX):
        return None
    return corrections.loads(_read(name + ERRATA_SUFFIX), name + ERRATA_SUFFIX)


def load(name: str, *, corrected: bool = False) -> Roster:
    """A fresh roster, with its errata laid over it when asked. Raises KnownError."""
    roster = loads(text(name), name + SUFFIX)
    found = errata(name) if corrected else None
    return applied(roster, found) if found else roster


def _named(suffix: str) -> list[str]:
    entries = (entry.name for entry in files(_FOLDER).iterdir())
    return sorted(name.removesuffix(suffix) for name in entries if name.endswith(suffix))


def _read(file: str) -> str:
    return files(_FOLDER).joinpath(file).read_text("utf-8")
