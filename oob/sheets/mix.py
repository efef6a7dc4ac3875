"""The counter mix of a roster: every counter it needs, also those that are no ground units.

Air units, ships, flotillas, trucks, forts, airfields, points and markers become units whose type
says what their counter shows; they are for drawing and printing, and no game moves them.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from maps.untyped import JsonObject
from oob.model import Face, Nation, OrderOfBattle, Size, Unit, UnitId
from oob.notation.instantiate import instantiated
from oob.notation.model import Action, Item, Kind, Roster
from oob.words import slug

LETTER = "letter "
"""Trait of an air unit: its type letter, ``letter NB``."""

BOMBING = "bombing "
"""Trait of an air unit: tactical and strategic bombing, ``bombing 2-1``."""

POINTS = "points "
"""Trait of a counter that stands for so many points: ``points 4``, printed in its corner."""

AIR_TYPES = {
    "F": "air fighter", "HF": "air heavy fighter", "NF": "air night fighter", "A": "air attack",
    "D": "air dive bomber", "B": "air bomber", "HB": "air heavy bomber", "NB": "air night bomber",
    "T": "air transport", "GT": "air glider", "R": "air reconnaissance",
}  # fmt: skip
"""Types of air units by their letter."""

_SHIPS = {"BB": "battleship", "CA": "heavy cruiser", "CL": "light cruiser",
          "DD": "destroyer flotilla"}  # fmt: skip
_POINTS = {
    Kind.RESOURCE: ("resource points", "RES"), Kind.SUPPLY: ("supply point", "SUPPLY"),
    Kind.REPAIR: ("repair point", "REPAIR"), Kind.ALLOWANCE: ("group allowance", "GA"),
    Kind.ARMOR_RP: ("armor replacements", "ARM RP"),
}  # fmt: skip
_PIECES = {
    Kind.TRUCK: "truck", Kind.FORT: "fort", Kind.FORTIFIED_AREA: "fortified area",
    Kind.AIRFIELD: "permanent airfield", Kind.FACTORY: "factory", Kind.RAILHEAD: "railhead",
    Kind.CAPITAL: "capital",
}  # fmt: skip
_REPLACED = {"Inf RP": "infantry", "Arm RP": "armor", "Mtn RP": "mountain", "Air RP": "air"}
_GONE = (Action.WITHDRAW, Action.CONVERT_FROM, Action.RELEASE)
_PLACE = re.compile(r"\d[AB]/\d{4}")


def counter_mix(roster: Roster) -> OrderOfBattle:
    """All counters of a roster as units: its ground units, and then everything else it names."""
    order = instantiated(roster)
    seen: Counter[str] = Counter()
    for item in roster.items:
        if item.action in _GONE:
            continue
        for unit in _pieces(item):
            nation = _nation(order, item)
            base = slug(f"{nation.id} {unit.name or unit.type} {unit.type}")
            seen[base] += 1
            ident = base if seen[base] == 1 else f"{base}-{seen[base]}"
            while ident in order.units:
                ident += "-counter"
            order.units[UnitId(ident)] = Unit(
                UnitId(ident), unit.name, nation.id, nation.side, unit.type, Size.NONE,
                unit.faces, traits=unit.traits, note=unit.note,
            )  # fmt: skip
    return order


def _nation(order: OrderOfBattle, item: Item) -> Nation:
    name = item.section.nationality or item.section.side or "Units"
    found = order.nations.get(slug(name) or "units")
    if found is None:
        id_ = slug(name) or "units"
        found = Nation(id_, name, slug(item.section.side or name), "#d8d4c8", "#1d1c19")
        order.nations[id_] = found
    return found


def _pieces(item: Item) -> Iterator[Unit]:
    match item.kind:
        case Kind.AIR:
            for at in range(item.count):
                yield _air(item.ids[min(at, len(item.ids) - 1)] if item.ids else "", item.suffix)
        case Kind.SHIP:
            yield _ship(item)
        case Kind.FLOTILLA:
            for name in item.ids or ("",) * item.count:
                yield _piece(name, "river flotilla")
        case Kind.POSITION_AA:
            words = item.type.split()
            weight = "light" if "lt" in words else "heavy"
            railway = "railway " if "RR" in words else ""
            kind = f"{weight} {railway}position anti-aircraft"
            yield _piece("", kind, item.suffix, POINTS + str(item.count))
        case Kind.REPLACEMENT:
            kind = f"{_REPLACED.get(item.type, '')} replacements".strip()
            yield _piece(item.type.upper(), kind, POINTS + str(item.count))
        case Kind.MARKER:
            for name in item.ids or ("",) * item.count:
                yield _piece(name, _marker(name))
        case kind if kind in _POINTS:
            type_, name = _POINTS[kind]
            yield _piece(name, type_, item.suffix, POINTS + str(item.count))
        case kind if kind in _PIECES:
            names = [name for name in item.ids if not _PLACE.fullmatch(name)]
            for name in names or [""] * item.count:
                yield _piece(name, _PIECES[kind], item.suffix)


def _piece(name: str, type_: str, *traits: str) -> Unit:
    words = frozenset(trait.casefold() for trait in traits if trait)
    return Unit(UnitId(""), name, "", "", type_, Size.NONE, (Face(None, None, None),), traits=words)


def _ship(item: Item) -> Unit:
    """A ship; its class in parentheses (it cannot leave port) is a trait."""
    letters = item.type.removeprefix("Ship ").strip()
    bare = letters.strip("()")
    kind = _SHIPS.get(bare, "naval unit")
    held = "in port" if letters != bare else ""
    return _piece(item.ids[0] if item.ids else bare, kind, LETTER + bare, held)


def _marker(name: str) -> str:
    words = name.split()
    if "CAS" in words:
        return "air support"
    if "NGS" in words:
        return "naval gunfire"
    return "ace" if name == "Experten" else "marker"


def _air(model: str, suffix: str) -> Unit:
    letters, ratings = _models()
    letter = letters.get(model, "")
    attack, defense, move = (*ratings.get(model, ()), None, None, None)[:3]
    traits = [LETTER + letter] if letter else []
    traits += [suffix] if suffix else []
    return Unit(
        UnitId(""), model, "", "", AIR_TYPES.get(letter, "air unit"), Size.NONE,
        (Face(attack, defense, move),), traits=frozenset(t.casefold() for t in traits),
    )  # fmt: skip


@cache
def _models() -> tuple[dict[str, str], dict[str, list[int]]]:
    data: JsonObject = tomllib.loads(
        files("oob.data").joinpath("air_models.toml").read_text("utf-8")
    )
    letters = {model: letter for letter, models in data["letters"].items() for model in models}
    return letters, data["ratings"]
