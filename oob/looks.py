"""How counters look: the scheme of a nation, and what a single counter has of its own.

Schemes come from ``oob/data/schemes.toml`` and the order's nations; what a person changes is kept
in the order's notes, ``scheme.<nation>`` and ``counter.<unit>``, as JSON, and so has undo, the text
format and the project file of every other note. Own pictures are notes too: ``picture.<digest>``.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import TypeVar

from maps.errors import KnownError, nearest
from maps.files.reading import json_of
from maps.untyped import JsonObject
from oob.edits import Change, apply, joined, put_note
from oob.model import Nation, OrderOfBattle, Unit
from oob.words import slug

SCHEME, COUNTER, PICTURE = "scheme.", "counter.", "picture."
"""Beginnings of the keys of notes."""

SIDE_FILLS = ("#a9bfd6", "#d9a79c", "#b7cba4", "#e0cc95", "#c4b3d3", "#a3cac9", "#d3bda6")
"""Fills that tell sides apart of which no scheme is known."""

_COLOUR = re.compile(r"#[0-9a-f]{6}")


class Edge(StrEnum):
    """What runs along an edge of a counter."""

    NONE = ""
    SOLID = "solid"
    DASHED = "dashed"
    UPPER = "upper"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Scheme:
    """Colours (``#rrggbb``, empty: the nation's own), both edges, and the corner's letters."""

    fill: str = ""
    ink: str = ""
    band: str = ""
    left: Edge = Edge.NONE
    right: Edge = Edge.NONE
    code: str = ""


@dataclass(frozen=True, slots=True)
class CounterLook:
    """What one counter shows instead of what its unit and scheme say; empty: as they say.

    ``symbol`` is a type in words; ``ratings`` and ``back_ratings`` replace what is printed below;
    ``picture`` and ``back_picture`` are digests of pictures that stand for the whole face.
    """

    symbol: str = ""
    left: str = ""
    right: str = ""
    ratings: str = ""
    back_ratings: str = ""
    corner: str = ""
    code: str = ""
    fill: str = ""
    ink: str = ""
    band: str = ""
    picture: str = ""
    back_picture: str = ""


L = TypeVar("L", Scheme, CounterLook)


def scheme_of(order: OrderOfBattle, nation: Nation) -> Scheme:
    """The scheme of a nation in an order of battle; colours it does not change are empty.

    The colours of a game's own words hold where the nation has only the usual ones.
    """
    common, shipped = shipped_scheme("", nation.id), shipped_scheme(order.id, nation.id)
    usual = shipped or _made_up(nation)
    if shipped == common or common is None or common.fill != nation.fill:
        usual = replace(usual, fill="", ink="", band="")
    own = read_look(Scheme, order.notes.get(SCHEME + nation.id, ""), usual)
    return own if own is not None else usual


def look_of(order: OrderOfBattle, unit: Unit) -> CounterLook:
    """What a unit's counter has of its own; a note that cannot be read counts as none."""
    return read_look(CounterLook, order.notes.get(COUNTER + unit.id, "")) or CounterLook()


def shipped_scheme(order_id: str, nation: str) -> Scheme | None:
    """The shipped scheme of a nation, in the words of the game where its rulebook has some."""
    data, key = _shipped(), slug(nation)
    for game, nations in data["game"].items():
        if order_id.startswith(game) and key in nations:
            return _from_table(nations[key])
    found = data["nation"].get(key)
    return _from_table(found) if found else None


def service_scheme(traits: frozenset[str]) -> Scheme | None:
    """The scheme of the service a unit belongs to (``ss``, ``lw``, ``gds`` ...), if any."""
    services = _shipped()["service"]
    found = next((trait for trait in sorted(traits) if trait in services), "")
    return _from_table(services[found]) if found else None


def read_look(kind: type[L], text: str, usual: L | None = None) -> L | None:
    """A look from its note, over the usual one; None for none or what is no look."""
    if not text:
        return None
    try:
        return parse_look(kind, text, usual)
    except KnownError:
        return None


def parse_look(kind: type[L], text: str, usual: L | None = None) -> L:
    """A look from the JSON of a note. Raises KnownError that names the word that is wrong."""
    where = "the look of a counter"
    data = json_of(text, where)
    if not isinstance(data, dict):
        raise KnownError(where, "is no JSON object.", "Write it again in the designer.")
    known = [field.name for field in fields(kind)]
    values: JsonObject = {}
    for key, value in data.items():
        if key not in known:
            raise KnownError(where, f"has no {key!r}.", nearest(key, known))
        values[key] = _checked(key, value, where, kind is Scheme)
    return replace(usual or kind(), **values)


def look_text(look: Scheme | CounterLook) -> str:
    """The JSON a look is kept as; empty for one that changes nothing."""
    said = {key: value for key, value in asdict(look).items() if value or isinstance(look, Scheme)}
    return json.dumps(said, ensure_ascii=False, sort_keys=True) if said else ""


def put_notes(order: OrderOfBattle, notes: Mapping[str, str], label: str) -> Change:
    """Write many notes as one step of undo; an empty text removes its note."""
    scratch = replace(order, notes=dict(order.notes))
    changes = []
    for key, text in notes.items():
        if text or key in scratch.notes:
            changes.append(put_note(scratch, key, text or None))
            apply(scratch, changes[-1])
    return joined(changes, label)


def _checked(key: str, value: object, where: str, is_scheme: bool) -> str:
    if not isinstance(value, str) or len(value) > 80:
        raise KnownError(where, f"{key!r} is no short text.", "Write it again in the designer.")
    if key in ("fill", "ink", "band") and value and not _COLOUR.fullmatch(value.lower()):
        raise KnownError(where, f"{value!r} is no colour.", "Write it as #rrggbb.")
    if is_scheme and key in ("left", "right"):
        if value not in list(Edge):
            raise KnownError(where, f"{value!r} is no edge.", nearest(value, list(Edge)))
        return Edge(value)
    return value


def _from_table(table: Mapping[str, str]) -> Scheme:
    edges = ("left", "right")
    values: JsonObject = {k: Edge(v) if k in edges else v for k, v in table.items()}
    return Scheme(**values)


@cache
def _shipped() -> JsonObject:
    return tomllib.loads(files("oob.data").joinpath("schemes.toml").read_text("utf-8"))


def _made_up(nation: Nation) -> Scheme:
    """Edges and letters for a nation nobody foresaw, from its name alone."""
    edges = list(Edge)
    number = sum(ord(letter) * (7 + at) for at, letter in enumerate(nation.id)) % 24 + 1
    return Scheme(
        left=edges[number // 5],
        right=edges[number % 5],
        code=(nation.name or nation.id)[:2].upper(),
    )
