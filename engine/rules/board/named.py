"""The hexes that charts and scenarios name by their printed numbers: a board that is edited in
mid-game keeps them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass

from engine.rules.board.ground import Ground
from maps.hexgrid import Hex

LINES = frozenset({"north_of", "south_of", "west_of", "recommended"})
"""Fields whose numbers draw a line over the board or advise on set-up: nothing need stand there."""


def words(value: object) -> Iterator[str]:
    """Every text in charts or figures, but those of :data:`LINES`."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            if field.name not in LINES:
                yield from words(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from words(key)
            yield from words(inner)
    elif isinstance(value, (tuple, frozenset)):
        for inner in value:
            yield from words(inner)


def drowned(ground: Ground, hex_of: Callable[[str], Hex], *values: object) -> tuple[str, ...]:
    """Sentences about the hexes that charts or figures name and that are no land now.

    ``hex_of`` reads a printed number and raises ValueError for any other text.
    """
    found = []
    for word in sorted({word for value in values for word in words(value) if word[-1:].isdigit()}):
        try:
            at = hex_of(word)
        except ValueError:
            continue
        if at not in ground.land:
            found.append(f"{word}, which the rules name, is no land")
    return tuple(found)


def bare(ground: Ground, hex_of: Callable[[str], Hex], *labels: str) -> tuple[str, ...]:
    """Sentences about the hexes that rules name as a city or port and that hold no place now."""
    lost = [label for label in sorted(labels) if not ground.map.places_at(hex_of(label))]
    return tuple(f"{label}, which the rules name, holds no place" for label in lost)
