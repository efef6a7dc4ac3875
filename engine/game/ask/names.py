"""What a person calls units, hexes, boxes and sides, and what is meant by it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from engine.core.laying import Vocabulary
from engine.core.state import Location
from engine.core.system import Rules, System
from maps.errors import KnownError, nearest
from maps.hexgrid import Hex
from oob.model import UnitId

OFF = ("off", "off the board", "off board")
"""Words for the box of units that are off the board."""
MANY = 6
"""How many of several units of one name a sentence lists."""


def plainly(word: str) -> str:
    """A word without the accidents of typing: case, underscores, doubled spaces."""
    return " ".join(word.replace("_", " ").split()).casefold()


class Names:
    """The names of one game."""

    def __init__(self, rules: Rules, system: System) -> None:
        self.rules = rules
        self.system = system

    @property
    def words(self) -> Vocabulary:
        """The words a title's positions are written with."""
        return self.rules.laying.words

    @cached_property
    def _units(self) -> Mapping[str, tuple[UnitId, ...]]:
        """Units by every word that names them, their ids aside."""
        found: dict[str, list[UnitId]] = {}
        for unit in self.rules.scenario.oob.units.values():
            called = self.rules.laying.called(unit.id)
            named = (unit.id, called, unit.name, f"{unit.nation} {unit.name}")
            for word in dict.fromkeys(map(plainly, named)):
                found.setdefault(word, []).append(unit.id)
        return {word: tuple(units) for word, units in found.items()}

    def unit(self, word: str, where: str = "unit") -> UnitId:
        """The unit an id or a name means. Raises KnownError for none and for several."""
        units = self.rules.scenario.oob.units
        if word in units:
            return UnitId(word)
        found = self._units.get(plainly(word), ())
        if len(found) == 1:
            return found[0]
        if found:
            few = ", ".join(found[:MANY]) + (" and others" if len(found) > MANY else "")
            raise KnownError(where, f"{word!r} is the name of {few}.", "Write the id.")
        raise KnownError(where, f"there is no unit {word!r}.", nearest(word, units))

    def hex(self, word: str, where: str = "hex") -> Hex:
        """The hex a printed number, or the name of a town, means. Raises KnownError for none."""
        board = self.rules.scenario.map
        try:
            at = board.parse_label(word)
        except ValueError as error:
            named = {p.hex for p in board.places.values() if plainly(p.name) == plainly(word)}
            if len(named) == 1:
                return named.pop()
            raise KnownError(where, f"{error}.", "Write the printed number of a hex.") from error
        if at not in board.terrain:
            raise KnownError(where, f"{board.title} has no hex {word!r}.", "Check the number.")
        return at

    def place(self, word: str, where: str = "place") -> Location:
        """The box or hex a word means. Raises KnownError for neither."""
        plain = plainly(word)
        if plain in OFF:
            return self.words.aside
        for box, name in self.words.boxes.items():
            if plain in (plainly(box), plainly(name)):
                return box
        try:
            return self.hex(word, where)
        except KnownError as error:
            fix = f"Write a hex, or a box: {', '.join(self.words.boxes)}."
            raise KnownError(error.where, error.what, fix) from error

    def side(self, word: str, where: str = "side") -> str:
        """The side an id or a name means. Raises KnownError for none."""
        for side in self.system.sides:
            if plainly(word) in (plainly(side.id), plainly(side.name)):
                return side.id
        raise KnownError(where, f"there is no side {word!r}.", nearest(word, self.sides))

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides."""
        return tuple(side.id for side in self.system.sides)

    def labels(self, hexes: Iterable[Hex]) -> list[str]:
        """The printed numbers of hexes."""
        return [self.rules.scenario.map.label(at) for at in hexes]

    def place_word(self, at: Location) -> str:
        """A hex by its printed number, a box by its id."""
        return self.rules.scenario.map.label(at) if isinstance(at, Hex) else at
