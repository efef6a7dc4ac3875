"""Totals of a roster: entries, units, REs and strength by side, nation, turn, type and model.

Every table counts units (the sum of counts) unless it says entries; keys are words of the
notation, as ``"Axis initial"`` or ``"Soviet, reinforce, Air Unit, Far East"``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from oob.notation.model import Action, Item, Kind, Roster
from oob.notation.text.words import REGIMENTAL_EQUIVALENTS

Table = dict[str, int]
Tables = dict[str, dict[str, Table]]
_COUNTED_UP = (Action.INITIAL, Action.REINFORCE)


@dataclass(frozen=True, slots=True)
class Strength:
    """Units by size, their REs, and their attack and defense points in all."""

    sizes: Table
    regimental_equivalents: float
    attack: int
    defense: int


@dataclass(frozen=True, slots=True)
class RosterTotals:
    """All tables of a roster; ``entries`` counts lines of the list, the others count units."""

    entries: dict[str, int | Table]
    by_side: Table
    by_nationality: Table
    strength: dict[str, Strength]
    by_turn: Tables
    by_type: dict[str, Table]
    others: dict[str, Table]
    air_models: Table


def totals(roster: Roster) -> RosterTotals:
    """Count a roster."""
    items = roster.items
    ground = [item for item in items if item.kind is Kind.GROUND]
    entering = [item for item in ground if item.action in _COUNTED_UP]
    return RosterTotals(
        entries=_entries(items, ground),
        by_side=_sum(ground, _side_action),
        by_nationality=_sum(ground, lambda i: f"{i.section.nationality} {i.action.value}"),
        strength={key: _strength(part) for key, part in _parts(entering, _side_action).items()},
        by_turn=_by_turn(ground),
        by_type={
            key: _sum(part, lambda i: f"{i.type} {i.size}")
            for key, part in _parts(entering, _side_action).items()
        },
        others={
            kind: _sum(part, _other)
            for kind, part in _parts(items, lambda i: i.kind.value).items()
            if kind != Kind.GROUND
        },
        air_models=_sum([i for i in items if i.kind is Kind.AIR], _model),
    )


def _entries(items: list[Item], ground: list[Item]) -> dict[str, int | Table]:
    return {
        "rows": len(items),
        "ground_rows": len(ground),
        "rows_by_side": _count(items, lambda item: item.section.side),
        "rows_by_class": _count(items, lambda item: item.kind.value),
        "rows_by_action": _count(items, lambda item: item.action.value),
    }


def _side_action(item: Item) -> str:
    return f"{item.section.side} {item.action.value}"


def _other(item: Item) -> str:
    words = (item.section.nationality, item.action.value, item.type, item.suffix)
    return ", ".join(word for word in words if word)


def _model(item: Item) -> str:
    words = (item.section.nationality, item.action.value, item.ids[0], item.suffix)
    return ", ".join(word for word in words if word)


def _strength(items: list[Item]) -> Strength:
    return Strength(
        _sum(items, lambda item: item.size),
        sum(item.count * REGIMENTAL_EQUIVALENTS.get(item.size, 0.0) for item in items),
        sum(item.count * (item.attack or 0) for item in items),
        sum(item.count * (item.defense or 0) for item in items),
    )


def _by_turn(ground: list[Item]) -> Tables:
    return {
        side: {
            turn: _sum(part, lambda item: item.action.value)
            for turn, part in _parts(items, lambda item: item.section.turn).items()
        }
        for side, items in _parts(ground, lambda item: item.section.side).items()
    }


def _parts(items: Iterable[Item], key: Callable[[Item], str]) -> dict[str, list[Item]]:
    found: dict[str, list[Item]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


def _sum(items: Iterable[Item], key: Callable[[Item], str]) -> Table:
    found: Table = {}
    for item in items:
        found[key(item)] = found.get(key(item), 0) + item.count
    return found


def _count(items: Iterable[Item], key: Callable[[Item], str]) -> Table:
    return {name: len(part) for name, part in _parts(items, key).items()}
