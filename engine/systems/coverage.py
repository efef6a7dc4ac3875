"""Which rules a system carries out: its ``coverage.toml``, one table for each rule id."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from engine.core.charts.tables import from_table
from engine.frozen import dataclass
from engine.systems import SYSTEMS
from maps.errors import KnownError, nearest


@dataclass(frozen=True, slots=True)
class Row:
    """How one rule is carried: by functions (``module:name``) with tests, or why it is not.

    ``status`` is ``done``, ``ruled`` (played otherwise than the rule says, by the ``ruling`` of
    that number or name in ``rulings.md``), ``open`` or ``not-applicable``, which gives its
    ``reason``.
    """

    by: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    status: str = "done"
    reason: str = ""
    ruling: str = ""


@cache
def load(system: str) -> Mapping[str, Row]:
    """The rows of a system by rule id. Raises KnownError for an unknown system or a bad file."""
    if system not in SYSTEMS:
        fix = nearest(system, SYSTEMS)
        raise KnownError(f"system {system!r}", "is not one Sandtable knows.", fix)
    file = resources.files(__package__) / system / "coverage.toml"
    where = f"{system}/coverage.toml"
    try:
        table = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except tomllib.TOMLDecodeError as error:
        raise KnownError(where, f"not TOML: {error}.") from error
    return {rule: from_table(Row, row, f"{where}, {rule}") for rule, row in table.items()}


def summary() -> dict[str, dict[str, int]]:
    """For each system, how many rules it has, and how many of each status."""
    return {system: _counted(load(system)) for system in sorted(SYSTEMS)}


def _counted(rows: Mapping[str, Row]) -> dict[str, int]:
    found = [row.status for row in rows.values()]
    return {
        "rows": len(found),
        "done": found.count("done"),
        "open": found.count("open"),
        "not_applicable": found.count("not-applicable"),
        "ruled": found.count("ruled"),
    }
