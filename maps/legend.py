"""A map's legend: its own terrain, hexside, line, place and region kinds, and how they look.

Kinds are data. A game system states which kinds it needs; :mod:`maps.checking.checks` names what
is missing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Layer(StrEnum):
    """What a legend kind describes."""

    TERRAIN = "terrain"
    HEXSIDE = "hexside"
    LINE = "line"
    PLACE = "place"
    REGION = "region"


@dataclass(frozen=True, slots=True)
class Kind:
    """One legend entry, e.g. terrain ``rough`` or line ``road``.

    ``look`` holds drawing words the painters understand (``fill``, ``stroke``, ``width``,
    ``pattern``, ``symbol`` ...), all strings; unknown words are ignored. For a region, ``id`` is
    the layer's name (``country``, ``zone``) and the region names live in the map.
    """

    layer: Layer
    id: str
    name: str
    look: dict[str, str] = field(default_factory=dict)

    @property
    def called(self) -> str:
        """What people call it: its name, or its id where it has none."""
        return self.name or self.id


@dataclass(slots=True)
class Legend:
    """All kinds of one map, by layer and id, in legend order."""

    kinds: dict[tuple[Layer, str], Kind] = field(default_factory=dict)

    def of(self, layer: Layer) -> list[Kind]:
        """The kinds of one layer, in legend order."""
        return [kind for kind in self.kinds.values() if kind.layer is layer]

    def has(self, layer: Layer, kind: str) -> bool:
        """True when the legend knows the kind."""
        return (layer, kind) in self.kinds

    def get(self, layer: Layer, kind: str) -> Kind:
        """One kind. Raises KeyError when the legend does not know it."""
        return self.kinds[layer, kind]

    def called(self, layer: Layer, kind: str) -> str:
        """What people call a kind; its id where the legend has no name for it."""
        entry = self.kinds.get((layer, kind))
        return entry.called if entry is not None else kind

    def add(self, kind: Kind) -> None:
        """Add or replace a kind."""
        self.kinds[kind.layer, kind.id] = kind
