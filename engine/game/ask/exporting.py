"""A position told in the words one lays it out with (POS.toml)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields

import tomlkit

from engine.core.codec import Codec
from engine.core.laying import Placed, Wanted
from engine.core.state import State
from engine.frozen import dataclass
from engine.game.ask.names import Names
from engine.game.ask.reading import NEUTRAL
from engine.game.ask.table import Table, lay_out
from maps.errors import KnownError
from maps.untyped import Json, JsonObject
from maps.untyped import Table as Untyped
from oob.model import UnitId

LEFT_OUT = (
    "# The decision that was open is left out:",
    "# the position is that of its phase as it begins.",
)
WIDEST = 100
"""Lists that would be longer in one line are written item by item: a reader refuses long lines."""
RULES_OWN = ("flow",)
"""Parts of a state that a position never says: the phase opens them."""


@dataclass(frozen=True, slots=True)
class Told:
    """A position as tables, and whether it says everything: not so in the middle of a decision."""

    tables: Untyped
    whole: bool

    @property
    def text(self) -> str:
        """The position as TOML."""
        lines = [] if self.whole else list(LEFT_OUT)
        plain = {k: v for k, v in self.tables.items() if not isinstance(v, Mapping)}
        lines += _lines(plain)
        for name, table in self.tables.items():
            if isinstance(table, Mapping):
                lines += ["", f"[{_key(name)}]", *_lines(table)]
        return "\n".join((*lines, ""))


def told(table: Table) -> Told:
    """The position on the table, so that laying it out gives the same again."""
    laying = table.rules.laying
    wanted = laying.told(table.state)
    aside = laying.words.aside
    named = {unit: place for unit, place in wanted.units.items() if place.at != aside}
    found = _tables(table, wanted, named)
    again = lay_out(table.scenario, found).state
    differ = [u for u, piece in table.state.pieces.items() if again.pieces[u] != piece]
    if differ:
        named.update((unit, wanted.units[unit]) for unit in differ)
        found = _tables(table, wanted, named)
        again = lay_out(table.scenario, found).state
    whole = again.flow == table.state.flow
    further = _further(table.codec, table.state, again)
    if further and (whole or _fits(table, {**found, "state": further})):
        found["state"] = further
    return Told(found, whole)


def _fits(table: Table, position: Untyped) -> bool:
    """True when a position can be laid out: what a battle has changed may not fit its beginning."""
    try:
        lay_out(table.scenario, position)
    except KnownError:
        return False
    return True


def _further(codec: Codec, state: State, again: State) -> dict[str, str]:
    """The fields of a state that its words do not say, as JSON."""
    return {
        field.name: json.dumps(codec.to_plain(getattr(state, field.name)))
        for field in fields(state)
        if field.name not in RULES_OWN and getattr(state, field.name) != getattr(again, field.name)
    }


def _tables(table: Table, wanted: Wanted, named: Mapping[UnitId, Placed]) -> JsonObject:
    names = table.names
    label = table.scenario.map.label
    options = {key: value for key, value in table.scenario.options.items() if value}
    found: JsonObject = {"scenario": table.scenario.id}
    if options:
        found["options"] = options
    found |= {"turn": wanted.turn, "side": wanted.side, "phase": wanted.phase, "only": wanted.only}
    if wanted.weather:
        one = set(wanted.weather.values())
        found["weather"] = one.pop() if len(one) == 1 else dict(wanted.weather)
    tables: dict[str, JsonObject] = {
        "units": {unit: _unit(names, place) for unit, place in named.items()},
        "owners": {label(at): side or NEUTRAL for at, side in sorted(wanted.owners.items())},
        "points": dict(wanted.points),
        "nations": dict(wanted.nations),
        "markers": {
            key: words[0] if len(words) == 1 else list(words)
            for key, words in wanted.markers.items()
        },
    }
    return found | {key: value for key, value in tables.items() if value}


def _unit(names: Names, place: Placed) -> Json:
    at = names.place_word(place.at)
    found: JsonObject = {"at": at}
    if place.reduced:
        found["reduced"] = True
    if place.marks:
        found["marks"] = sorted(place.marks)
    if place.spent:
        found["spent"] = place.spent
    if place.unfed:
        found["unfed"] = place.unfed
    if place.over is not None:
        found["over"] = names.place_word(place.over)
    return at if len(found) == 1 else found


def _lines(table: Untyped) -> list[str]:
    """The entries of a TOML table; tables within it are written inline."""
    return [f"{_key(key)} = {_value(value)}" for key, value in table.items()]


def _key(key: str) -> str:
    return tomlkit.key(key).as_string()


def _value(value: Json) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(_lines(value)) + "}"
    found = tomlkit.item(value).as_string()
    if isinstance(value, list) and len(found) > WIDEST:
        return "\n".join(("[", *(f"  {_value(item)}," for item in value), "]"))
    return found
