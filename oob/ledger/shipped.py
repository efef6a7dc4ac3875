"""The shipped orders of battle as ledgers, whatever they are written in."""

from __future__ import annotations

from importlib.resources import files

import oob.data
from maps.errors import KnownError, nearest
from oob.ledger.mix import shipped_mix
from oob.ledger.model import Ledger, ledger_of
from oob.notation import shipped
from oob.notation.errata import dumps


def names() -> list[str]:
    """Names of all shipped orders of battle, sorted."""
    return sorted({*shipped.names(), *oob.data.names()})


def titles() -> dict[str, str]:
    """The title of each, by name."""
    return {name: _title(name) for name in names()}


def load(name: str) -> Ledger:
    """A fresh ledger with its errata beside it, none of them laid. Raises KnownError."""
    mix = shipped_mix(name)
    if name in shipped.names():
        errata = shipped.errata(name)
        return ledger_of(shipped.load(name), dumps(errata) if errata else "", mix)
    if name in oob.data.names():
        return ledger_of(oob.data.load(name), "", mix)
    fix = nearest(name, names())
    raise KnownError("shipped orders of battle", f"there is none named {name!r}.", fix)


def _title(name: str) -> str:
    suffix = shipped.SUFFIX if name in shipped.names() else ".oob"
    for line in files("oob.data").joinpath(name + suffix).read_text("utf-8").split("\n")[:9]:
        key, _, said = line.partition(":")
        if key == "title":
            return said.strip()
    return name
