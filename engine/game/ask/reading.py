"""A position as a person writes it (POS.toml), read as far as no rule is needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from engine.core.laying import OUT_OF_SUPPLY, REDUCED, Number, Placed, Wanted, refusal, word_in
from engine.core.state import State
from engine.game.ask.names import Names, plainly
from maps.errors import KnownError, nearest
from maps.files.reading import read_toml, toml_of
from maps.hexgrid import Hex
from maps.untyped import JsonObject, Table
from oob.model import UnitId

KEYS = (
    "title",
    "scenario",
    "options",
    "turn",
    "side",
    "phase",
    "weather",
    "only",
    "units",
    "owners",
    "points",
    "nations",
    "markers",
    "state",
)
UNIT_KEYS = ("at", "reduced", "marks", "spent", "unfed", "over")
NEUTRAL = "neutral"
EVERYWHERE = ("all", "everywhere", "")


def read_file(path: Path) -> JsonObject:
    """The tables of a position file. Raises KnownError when it is missing, too large or no TOML."""
    return read_toml(path)


def read_text(text: str, where: str = "position") -> JsonObject:
    """The tables of a position's text. Raises KnownError when it is too large or no TOML."""
    return toml_of(text, where)


def options_of(position: Table) -> dict[str, bool]:
    """The options that a position asks for. Raises KnownError when they are no choices."""
    found = position.get("options", {})
    if not isinstance(found, Mapping) or not all(type(on) is bool for on in found.values()):
        raise KnownError("position, options", "must be a table.", "Write NAME = true or false.")
    return dict(found)


class Reader:
    """Reads positions of one game; ``base`` is the state they change, ``fresh`` False for that of a
    game being played.
    """

    def __init__(self, names: Names, base: State, *, fresh: bool) -> None:
        self.names = names
        self.base = base
        self.fresh = fresh

    def read(self, table: Table) -> Wanted:
        """The position that is asked for. Raises KnownError for unknown words."""
        _known(table, KEYS, "")
        self._same_scenario(table)
        told = None if self.fresh else self.names.rules.laying.told(self.base)
        side, phase = self._phase(table)
        moved = any(key in table for key in ("turn", "side", "phase"))
        if told is not None:
            side, phase = side or told.side, phase or ("" if side else told.phase)
        return Wanted(
            turn=_whole(table.get("turn", told.turn if told else 1), "turn"),
            side=side or self.names.sides[0],
            phase=phase,
            weather=self._weather(table.get("weather", {})),
            only=_flag(table.get("only", False), "only"),
            fresh=self.fresh or moved,
            units=self._units(table.get("units", {})),
            owners=self._owners(table.get("owners", {})),
            points=self._points(table.get("points", {})),
            nations=self._nations(table.get("nations", {})),
            markers=_markers(table.get("markers", {})),
        )

    def _same_scenario(self, table: Table) -> None:
        own = self.names.rules.scenario.id
        if table.get("scenario", own) != own:
            raise refusal(f"is one of {table['scenario']}, not of {own}.", "Name that scenario.")

    def _phase(self, table: Table) -> tuple[str, str]:
        """Side and phase; a phase may begin with its side: ``Axis movement``."""
        side = (
            self.names.side(_text(table["side"], "side"), "position, side")
            if "side" in table
            else ""
        )
        if "phase" not in table:
            return side, ""
        word = plainly(_text(table["phase"], "phase"))
        words = self.names.words
        for info in self.names.system.sides:
            for name in (plainly(info.id), plainly(info.name)):
                if word.startswith(f"{name} ") and not side:
                    side = info.id
                if word.startswith(f"{name} ") and side == info.id:
                    word = word.removeprefix(f"{name} ")
        phases = words.phases[side or self.names.sides[0]]
        word = word.removesuffix(" phase")
        meant = {plainly(a): b for a, b in words.alike.items()}.get(word, word)
        return side, word_in(meant, phases, "phase")

    def _weather(self, value: object) -> dict[str, str]:
        words = self.names.words
        table = {"": value} if isinstance(value, str) else _table(value, "weather")
        found: dict[str, str] = {}
        for zone, kind in table.items():
            if not words.weather:
                raise refusal("this game has no weather.", "Leave it out.", part="weather")
            key = "" if plainly(zone) in EVERYWHERE else word_in(zone, words.zones, "weather")
            found[key] = word_in(_text(kind, "weather"), words.weather, "weather")
        return found

    def _units(self, value: object) -> dict[UnitId, Placed]:
        found: dict[UnitId, Placed] = {}
        for word, entry in _table(value, "units").items():
            unit = self.names.unit(word, "position, units")
            if unit in found:
                raise refusal(f"{unit} is named twice.", "Leave one out.", part="units")
            found[unit] = self._placed(unit, entry)
        return found

    def _placed(self, unit: UnitId, entry: object) -> Placed:
        where = f"units, {unit}"
        table = {"at": entry} if isinstance(entry, str) else _table(entry, where)
        _known(table, UNIT_KEYS, where)
        place = f"position, {where}"
        at = (
            self.names.place(_text(table["at"], where), place)
            if "at" in table
            else self.base.pieces[unit].at
        )
        marks = self._marks(table.get("marks", ()), where)
        reduced = _flag(table["reduced"], where) if "reduced" in table else None
        over = self.names.hex(_text(table["over"], where), place) if "over" in table else None
        return Placed(
            at=at,
            reduced=True if REDUCED in marks else reduced,
            marks=marks,
            spent=_number(table.get("spent", 0), where),
            unfed=_whole(table.get("unfed", 1 if OUT_OF_SUPPLY in marks else 0), where),
            over=over,
        )

    def _marks(self, value: object, where: str) -> frozenset[str]:
        words = [value] if isinstance(value, str) else value
        if not isinstance(words, (list, tuple)):
            raise refusal("marks are a list of words.", 'Write marks = ["moved"].', part=where)
        known = self.names.words.marks
        return frozenset(word_in(_text(word, where), known, f"{where}, marks") for word in words)

    def _owners(self, value: object) -> dict[Hex, str]:
        return {
            self.names.hex(word, "position, owners"): (
                ""
                if plainly(_text(side, "owners")) == NEUTRAL
                else self.names.side(side, "position, owners")
            )
            for word, side in _table(value, "owners").items()
        }

    def _points(self, value: object) -> dict[str, Number]:
        known = self.names.words.points
        return {
            word_in(word, known, "points"): _number(amount, f"points, {word}")
            for word, amount in _table(value, "points").items()
        }

    def _nations(self, value: object) -> dict[str, str]:
        known = self.names.words.nations
        found = {}
        for word, status in _table(value, "nations").items():
            nation = word_in(self._nation(word), known, "nations")
            text = _text(status, f"nations, {word}")
            found[nation] = word_in(text, known[nation], f"nations, {nation}")
        return found

    def _nation(self, word: str) -> str:
        nations = self.names.rules.scenario.oob.nations.values()
        return next((n.id for n in nations if plainly(n.name) == plainly(word)), word)


def _markers(value: object) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for key, words in _table(value, "markers").items():
        several = [words] if isinstance(words, str) else words
        if not isinstance(several, list):
            raise refusal("a marker is a word.", 'Write HEX = "fort".', part=f"markers, {key}")
        found[key] = tuple(_text(word, f"markers, {key}") for word in several)
    return found


def _known(table: Table, keys: Iterable[str], part: str) -> None:
    for key in table:
        if key not in keys:
            raise refusal(f"there is no {key!r}.", nearest(key, keys), part=part)


def _table(value: object, part: str) -> Table:
    if not isinstance(value, Mapping):
        raise refusal(f"{value!r} is no table.", f"Write [{part}].", part=part)
    return value


def _text(value: object, part: str) -> str:
    if not isinstance(value, str):
        raise refusal(f"{value!r} is no text.", "Put it in quotation marks.", part=part)
    return value


def _flag(value: object, part: str) -> bool:
    if not isinstance(value, bool):
        raise refusal(f"{value!r} is neither true nor false.", part=part)
    return value


def _number(value: object, part: str) -> Number:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0:
        raise refusal(f"{value!r} is no number.", "Write a number from 0.", part=part)
    return value


def _whole(value: object, part: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise refusal(f"{value!r} is no whole number.", "Write one from 0.", part=part)
    return value
