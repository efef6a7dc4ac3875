"""The shipped maps, as text: ``names()`` lists them, ``load(name)`` reads one."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path

from maps.errors import KnownError, nearest
from maps.formats.text import decoded
from maps.model import GameMap

_SUFFIX = ".map"


def names() -> list[str]:
    """The names of the shipped maps, sorted."""
    return sorted(
        entry.name.removesuffix(_SUFFIX)
        for entry in resources.files(__name__).iterdir()
        if entry.name.endswith(_SUFFIX)
    )


def load(name: str) -> GameMap:
    """A fresh copy of a shipped map. Raises KnownError, naming the nearest, when there is none."""
    if name not in names():
        raise KnownError("shipped maps", f"there is no map {name!r}.", nearest(name, names()))
    return _read(name).copy()


@lru_cache(maxsize=8)
def _read(name: str) -> GameMap:
    """A shipped map that is read once and never given out."""
    entry = resources.files(__name__).joinpath(name + _SUFFIX)
    return decoded(entry.read_bytes(), entry.name)


def recipe(word: str) -> Path:
    """The file of a recipe: the path that ``word`` is, or the recipe of a shipped map of that name.

    Raises KnownError, with the nearest name, when there is neither.
    """
    path = Path(word)
    if path.suffix or path.exists():
        return path
    found = Path(str(resources.files(__package__) / f"{word}.recipe.toml"))
    if not found.is_file():
        raise KnownError(word, "there is no such recipe.", nearest(word, names()))
    return found
