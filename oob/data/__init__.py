"""The shipped orders of battle."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from maps.errors import KnownError, nearest
from oob.formats.text import SUFFIX, loads
from oob.model import OrderOfBattle


def names() -> list[str]:
    """Names of all shipped orders of battle, sorted."""
    entries = (entry.name for entry in files(__name__).iterdir())
    return sorted(name.removesuffix(SUFFIX) for name in entries if name.endswith(SUFFIX))


def text(name: str) -> str:
    """The text of a shipped order of battle. Raises KnownError for an unknown name."""
    if name not in names():
        raise KnownError(
            "shipped orders of battle", f"there is none named {name!r}.", nearest(name, names())
        )
    return files(__name__).joinpath(name + SUFFIX).read_bytes().decode("utf-8")


def load(name: str) -> OrderOfBattle:
    """A fresh copy of a shipped order of battle. Raises KnownError for an unknown name."""
    return _read(name).copy()


@lru_cache(maxsize=8)
def _read(name: str) -> OrderOfBattle:
    """A shipped order of battle that is read once and never given out."""
    return loads(text(name), name + SUFFIX)
