"""Charts edited by a person: those they derive from, and every cell that is otherwise.

Text -> set -> text is the identity. The text of an edited set is a chart text like any other, its
values in place, with a last table ``[chart_set]`` that says which cells were edited, what they held
and why; a game keeps that text, and its system reads it like the shipped one.
"""

from __future__ import annotations

import copy
import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import field
from functools import lru_cache
from typing import Any, TypeAlias

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT

from engine.core.charts.schema import (
    HEAD,
    META,
    Allowed,
    CellKind,
    Path,
    allowed_in,
    named,
    place,
    renew,
    tables_of,
    value_at,
)
from engine.core.charts.tables import Provenance, parsed
from engine.core.wording import counted
from engine.frozen import dataclass
from maps.errors import KnownError, nearest
from maps.untyped import Json, JsonList, JsonObject, Table

_HEADER = re.compile(r"^\[+\s*([A-Za-z0-9_-]+)", re.MULTILINE)

Value: TypeAlias = int | float | bool | str | tuple[Any, ...]
"""What a cell holds; lists as tuples."""


class NoCellError(LookupError):
    """Charts have no cell at a path."""


@dataclass(frozen=True, slots=True)
class Edit:
    """What a person wrote into a cell, and why."""

    value: Value
    note: str = ""


@dataclass(frozen=True, slots=True)
class Edited:
    """What is told of an edited cell: what it held before, and the note."""

    was: Value
    note: str


@dataclass(slots=True)
class ChartSet:
    """Charts of a system as a person wants them: ``base`` is the text they derive from.

    Only cells that differ from it are kept.
    """

    system: str
    title: str
    base: str
    cells: dict[Path, Edit] = field(default_factory=dict)

    @property
    def plain(self) -> Table:
        """The charts they derive from as plain tables. Not to be changed."""
        return _plain(self.base)

    def tables(self) -> JsonObject:
        """The charts as plain tables, edits laid in; rows with an edited cell say so.

        Raises KnownError for an edit of a cell that is not there.
        """
        tables = copy.deepcopy(dict(self.plain))
        for path, edit in self.cells.items():
            try:
                _lay(tables, path, _toml(edit.value))
            except NoCellError as error:
                what = f"{place(path)} is no cell of the charts they derive from."
                raise KnownError(
                    self.title, what, "Save what can be read: File > Rescue."
                ) from error
        return tables

    def text(self) -> str:
        """The charts as TOML, in the words of the base, with what was edited at the end."""
        head = tomlkit.table()
        head["title"], head["system"] = self.title, self.system
        plain = self.plain
        rows = AoT([])
        for path in self.ordered():
            row = tomlkit.table()
            row["cell"] = list(path)
            row["was"] = value_at(plain, path)
            row["note"] = self.cells[path].note
            rows.append(row)
        if self.cells:
            head["cells"] = rows
        return f"{self._written().rstrip()}\n\n{tomlkit.dumps({HEAD: head})}"

    def _written(self) -> str:
        """The base with edits in place; only the parts with edits are taken apart."""
        found = []
        for names, part in _parts(self.base):
            mine = [path for path in self.cells if path[0] in names]
            document = tomlkit.parse(part) if mine else None
            for path in mine:
                _lay(document, path, _toml(self.cells[path].value))
            found.append(part if document is None else tomlkit.dumps(document))
        return "".join(found)

    def ordered(self) -> list[Path]:
        """The edited cells, in the order of their paths."""
        return sorted(self.cells)

    def below(self, path: Path) -> list[Path]:
        """The edited cells of a table, a row, or of all charts for an empty path."""
        return [cell for cell in self.ordered() if cell[: len(path)] == path]


def title_of(text: str) -> str:
    """What an edited set of a chart text is called; '' for charts nobody edited."""
    return str(_head(text).get("title", ""))


def base_of(text: str) -> str:
    """The chart text that an edited one derives from: its cells as they were, without its head.

    Raises KnownError for a text that is no TOML, or tells of a cell it has not.
    """
    try:
        document = tomlkit.parse(text)
    except TOMLKitError as error:
        raise KnownError("charts", f"is not TOML ({error}).", "Correct it there.") from error
    document.pop(HEAD, None)
    for path, edited in edited_in(text).items():
        try:
            _lay(document, path, _toml(edited.was), marks=False)
        except NoCellError as error:
            what = f"tells of {place(path)}, which it has not."
            raise KnownError("charts", what, "Take that row out.") from error
    return tomlkit.dumps(document).rstrip() + "\n"


def system_named(text: str, where: str) -> str:
    """The system whose charts a text says it holds; '' when it does not say."""
    return str(_head(text, where).get("system", ""))


def edited_in(text: str) -> dict[Path, Edited]:
    """The cells of a chart text that were edited, as its head tells."""
    rows = _head(text).get("cells", ())
    return {
        tuple(map(str, row["cell"])): Edited(frozen(row.get("was", "")), str(row.get("note", "")))
        for row in rows
        if isinstance(row, Mapping) and isinstance(row.get("cell"), list)
    }


def from_text(text: str, system: str, base: str, shape: object, where: str) -> ChartSet:
    """A set from chart text: the cells that differ from ``base``, with the notes of its head.

    Charts, rows and cells that the text leaves out stay as they are in the base; titles, reasons
    and provenance are the base's, and so are, in a set that was saved, cells that nobody may edit
    and that read otherwise when they were shipped then. Raises KnownError, naming table, row and
    column, for cells that the base has not and values that are not allowed.
    """
    head = _head(text, where)
    meant = str(head.get("system", system))
    if meant != system:
        raise KnownError(where, f"holds charts of {meant}, not of {system}.", "Choose another.")
    plain = tables_of(base, where)
    allowed = allowed_in(shape, plain)
    notes = {path: edited.note for path, edited in edited_in(text).items()}
    made = ChartSet(system, str(head.get("title", "")) or "House tables", base)
    tables = tables_of(text, where)
    renew(shape, tables)
    for path, value in _given(tables, plain, (), where):
        before = value_at(plain, path)
        if frozen(value) == frozen(before) and isinstance(value, bool) == isinstance(before, bool):
            continue
        if head and path not in notes and _fixed(allowed, path):
            continue
        made.cells[path] = Edit(judged(allowed, path, value, where), notes.get(path, ""))
    return made


def _fixed(allowed: Mapping[Path, Allowed], path: Path) -> bool:
    return path in allowed and allowed[path].kind is CellKind.FIXED


def judged(allowed: Mapping[Path, Allowed], path: Path, value: object, where: str) -> Value:
    """A value that a cell may hold.

    Raises KnownError, naming table, row and column and what is allowed, for any other.
    """
    rule = allowed.get(path)
    if rule is None:
        raise KnownError(f"{where}, {place(path)}", "is no cell of these charts.")
    if not rule.holds(value):
        said = repr(value) if isinstance(value, str) else shown(value)
        raise KnownError(f"{where}, {place(path)}", f"should be {rule.words}, not {said}.")
    return frozen(value)


def typed_in(rule: Allowed, text: str) -> Json:
    """What a person means by a text typed into a cell; the text itself where it means nothing."""
    if rule.many:
        one = Allowed(rule.kind, rule.marks, rule.choices)
        return tuple(typed_in(one, part.strip()) for part in text.split(",") if part.strip())
    plain = text.strip().replace("−", "-")
    if rule.kind is CellKind.YES_NO:
        return {"yes": True, "no": False}.get(plain.lower(), text)
    try:
        if rule.kind is CellKind.WHOLE:
            return int(plain)
        if rule.kind is CellKind.NUMBER:
            return float(plain)
    except ValueError:
        return text
    return text if rule.kind is CellKind.TEXT else plain


def shown(value: object) -> str:
    """A value as a person reads and types it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return ", ".join(map(shown, value))
        case Mapping():
            return ", ".join(f"{str(key).replace('_', ' ')} {shown(v)}" for key, v in value.items())
        case int() | float():
            return str(value).replace("-", "−", 1)
    return str(value)


def frozen(value: Json) -> Value:
    """A value of TOML as one that can be compared and kept: lists as tuples."""
    if isinstance(value, list | tuple):
        return tuple(frozen(item) for item in value)
    found: Value = value
    return found


def fingerprint(text: str) -> str:
    """A short digest of a chart text, to tell one from another."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def told(text: str) -> str:
    """What a log says of the charts a game is played with; '' for charts nobody edited."""
    title, count = title_of(text), len(edited_in(text))
    if not title:
        return ""
    cells = "1 cell differs" if count == 1 else f"{count} cells differ"
    edited = f": {cells} from the shipped ones" if count else ""
    return f"Played with the charts “{title}”{edited} (digest {fingerprint(text)})."


def preface(text: str) -> tuple[tuple[str, str], ...]:
    """(rule, sentence) that a log begins with when its charts are not the shipped ones."""
    sentence = told(text)
    return (("", sentence),) if sentence else ()


@lru_cache(maxsize=16)
def _head(text: str, where: str = "charts") -> Table:
    found = parsed(text, where).get(HEAD, {})
    if not isinstance(found, Mapping):
        raise KnownError(where, f"{HEAD} should be a table.", "Write it as [chart_set].")
    return found


def _toml(value: Value) -> Json:
    return [_toml(item) for item in value] if isinstance(value, tuple) else value


def _lay(tables: Json, path: Path, value: Json, *, marks: bool = True) -> None:
    """Put a value at a path that is there; a row that says how it is known says ``edited``, of that
    cell alone if it tells cells apart, unless nothing is to be marked.

    Raises NoCellError when it is not there.
    """
    at = tables
    if not path:
        raise NoCellError(path)
    for depth, key in enumerate(path[:-1]):
        at = _step(at, key)
        if marks and depth and isinstance(at, MutableMapping) and "provenance" in at:
            apart = at.get("provenance_of")
            if isinstance(apart, dict) and len(path) == depth + 2:
                apart[path[-1]] = Provenance.EDITED.value
            else:
                at["provenance"] = Provenance.EDITED.value
    key = path[-1]
    if isinstance(at, list) and key.isdecimal() and 0 < int(key) <= len(at):
        at[int(key) - 1] = value
    elif isinstance(at, MutableMapping) and key in at:
        at[key] = value
    else:
        raise NoCellError(path)


@lru_cache(maxsize=8)
def _plain(text: str) -> Table:
    return tables_of(text, "charts")


@lru_cache(maxsize=8)
def _parts(text: str) -> tuple[tuple[frozenset[str], str], ...]:
    """A chart text cut where another chart begins: the charts of each part, and its text.

    A text that cannot be cut safely is one part.
    """
    starts, last = [0], ""
    for found in _HEADER.finditer(text):
        if found[1] != last:
            starts.append(found.start())
        last = found[1]
    cuts = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
    try:
        names = [frozenset(tomllib.loads(cut)) for cut in cuts]
    except tomllib.TOMLDecodeError:
        names = []
    whole = frozenset(tomllib.loads(text))
    if sum(map(len, names)) != len(whole) or frozenset().union(*names) != whole:
        return ((whole, text),)
    return tuple(zip(names, cuts, strict=True))


def _step(tables: Json, key: str) -> Json:
    if isinstance(tables, list):
        for name, row in named(tables):
            if name == key:
                return row
    elif isinstance(tables, Mapping) and key in tables:
        return tables[key]
    raise NoCellError((key,))


def _given(given: object, base: object, path: Path, where: str) -> Iterator[tuple[Path, Json]]:
    """(path, value) of every cell that a text gives, each of them one of the base's."""
    if isinstance(base, Mapping):
        if not isinstance(given, Mapping):
            raise KnownError(f"{where}, {place(path)}", f"should be a table, not {given!r}.")
        for key, value in given.items():
            if key in META and path:
                continue
            if key not in base:
                raise _unknown((*path, str(key)), base, where)
            yield from _given(value, base[key], (*path, str(key)), where)
    elif isinstance(base, list) and base and isinstance(base[0], Mapping | list):
        yield from _given_rows(given, base, path, where)
    else:
        yield path, given


def _given_rows(
    given: object, base: JsonList, path: Path, where: str
) -> Iterator[tuple[Path, Json]]:
    if not isinstance(given, list):
        raise KnownError(f"{where}, {place(path)}", f"should be a list, not {given!r}.")
    known = dict(named(base))
    by_id = all(isinstance(row, Mapping) and "id" in row for row in base)
    if not by_id and len(given) != len(base):
        what = f"should have {counted(len(base), 'row')}, not {len(given)}."
        raise KnownError(f"{where}, {place(path)}", what, "Rows can be neither added nor removed.")
    for name, row in named(given):
        if name not in known:
            raise _unknown((*path, name), known, where)
        own = known[name]
        if isinstance(own, list):
            yield from _given_list(row, own, (*path, name), where)
        else:
            yield from _given(row, own, (*path, name), where)


def _given_list(
    given: object, base: JsonList, path: Path, where: str
) -> Iterator[tuple[Path, Json]]:
    if not isinstance(given, list) or len(given) != len(base):
        what = f"should be a list of {counted(len(base), 'value')}, not {given!r}."
        raise KnownError(f"{where}, {place(path)}", what)
    for number, value in enumerate(given, 1):
        yield (*path, str(number)), value


def _unknown(path: Path, known: Table, where: str) -> KnownError:
    return KnownError(
        f"{where}, {place(path)}",
        "is not in the charts it derives from.",
        nearest(path[-1], known),
    )
