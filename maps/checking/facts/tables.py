"""Tables of facts about boards: TOML files that say what a board must show, and by what source.

A table names its board, its sources, words for groups of kinds, and its facts, a line each::

    format = 1
    board = "balkan_front"

    [sources]
    towns = "GeoNames, geonames.org (CC BY 4.0)"

    [groups]
    high = ["mountain", "rough"]

    facts = [...]   # above the tables; { kind, what, expected, source, why }

``why`` says of a fact that the board does not show why it does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib import resources
from pathlib import Path

import maps.data
from maps.errors import KnownError, nearest
from maps.files.reading import read_toml
from maps.untyped import Table

FORMAT = 1
SUFFIX = ".facts.toml"


class FactKind(StrEnum):
    """What sort of thing a fact says; the judges are in :mod:`maps.checking.facts.judging`."""

    HEX = "hex"
    PLACE = "place"
    TERRAIN = "terrain"
    REGION = "region"
    COAST = "coast"
    LAKE = "lake"
    PORT = "port"
    NAME = "name"
    BANK = "bank"
    BETWEEN = "between"
    FRONTIER = "frontier"
    SIDE = "side"
    ADJACENT = "adjacent"
    DISTANCE = "distance"
    LINE = "line"
    LINES = "lines"


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: of ``what`` (a place, a hex, several joined by ``>``) a board shows ``expected``.

    ``source`` is a key of the table's sources; ``why`` is empty unless the board is known not to
    show it.
    """

    kind: FactKind
    what: str
    expected: str
    source: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class FactTable:
    """The facts of one board, from one file."""

    where: str
    board: str
    facts: tuple[Fact, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    shipped: bool = False
    """True for a table that comes with the program, which a person need not correct."""

    def choices(self, expected: str) -> tuple[str, ...]:
        """The words of an expectation, ``or`` taken apart and groups written out.

        What stands before a group stays with it: ``3 of rail`` may become ``3 of rail_high``.
        """
        found: list[str] = []
        for word in expected.split(" or "):
            head, of, group = word.strip().rpartition(" ")
            found.extend(f"{head}{of}{kind}" for kind in self.groups.get(group, (group,)))
        return tuple(found)


def read_facts(path: Path) -> FactTable:
    """The facts of a file. Raises KnownError when it cannot be read or says what no table says."""
    return table_of(str(path), read_toml(path))


def shipped_facts(board: str) -> FactTable | None:
    """The facts shipped for a board of that id, or None."""
    with resources.as_file(resources.files(maps.data)) as home:
        path = home / f"{board}{SUFFIX}"
        return replace(read_facts(path), shipped=True) if path.is_file() else None


def facts_for(board: str, file: Path | None = None) -> list[FactTable]:
    """The shipped facts of a board, and those of the file that is named like ``file`` beside it.

    ``war.sandtable`` and ``war.map`` have their facts in ``war.facts.toml``, which counts where it
    names this board. Raises KnownError when it cannot be read.
    """
    tables = [shipped_facts(board)]
    beside = beside_of(file) if file is not None else None
    if beside is not None and beside.is_file():
        tables.append(read_facts(beside))
    return [table for table in tables if table is not None and table.board == board]


def beside_of(file: Path) -> Path:
    """The table of facts that belongs to a file.

    >>> beside_of(Path("war.sandtable")).name
    'war.facts.toml'
    """
    return file.with_name(file.name.removesuffix(file.suffix) + SUFFIX)


def table_of(where: str, values: Table) -> FactTable:
    """A table of facts as TOML holds it. Raises KnownError with the place of what is wrong."""
    _only(where, values, ("format", "board", "facts", "sources", "groups"))
    if values.get("format") != FORMAT:
        raise KnownError(
            where, f"the facts are not of format {FORMAT}.", f"Write format = {FORMAT}."
        )
    sources = {
        key: _text(f"{where} [sources]", key, value)
        for key, value in _table(where, values, "sources")
    }
    groups = {
        key: tuple(
            _text(f"{where} [groups]", key, one) for one in _list(f"{where} [groups]", key, value)
        )
        for key, value in _table(where, values, "groups")
    }
    rows = _list(where, "facts", values.get("facts", []))
    facts = tuple(
        _fact(f"{where}, fact {number}", row, sources) for number, row in enumerate(rows, 1)
    )
    return FactTable(where, _text(where, "board", values.get("board")), facts, sources, groups)


def _fact(where: str, row: object, sources: Mapping[str, str]) -> Fact:
    if not isinstance(row, dict):
        raise KnownError(where, "is no table.", 'Write { kind = "...", what = "...", ... }.')
    _only(where, row, ("kind", "what", "expected", "source", "why"))
    texts = {key: _text(where, key, row.get(key)) for key in ("kind", "what", "expected", "source")}
    kind, source = texts["kind"], texts["source"]
    where = f"{where} ({texts['what']})"
    if kind not in set(FactKind):
        raise KnownError(where, f"there is no kind of fact {kind!r}.", _offer(kind, list(FactKind)))
    if source not in sources:
        raise KnownError(
            where, f"the source {source!r} is not in [sources].", _offer(source, list(sources))
        )
    why = _text(where, "why", row["why"]) if "why" in row else ""
    return Fact(FactKind(kind), texts["what"], texts["expected"], source, why)


def _only(where: str, values: Table, known: Sequence[str]) -> None:
    for key in values:
        if key not in known:
            raise KnownError(where, f"the key {key!r} is unknown.", _offer(key, known))


def _offer(word: str, known: Sequence[str]) -> str:
    return nearest(word, known) or f"Known are: {', '.join(known)}."


def _text(where: str, key: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise KnownError(
            where, f"{key!r} must be a text that says something.", "Write it in quotes."
        )
    return value.strip()


def _list(where: str, key: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise KnownError(where, f"{key!r} must be a list.", "Write it in square brackets.")
    return value


def _table(where: str, values: Table, key: str) -> Iterator[tuple[str, object]]:
    found: object = values.get(key, {})
    if not isinstance(found, dict):
        raise KnownError(where, f"{key!r} must be a table.", f"Write [{key}].")
    yield from found.items()
