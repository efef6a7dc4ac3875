"""A position on the table: its rules, its state, and what can be done in it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path

from engine.core.actions import Action, IllegalAction, Objection, Roll
from engine.core.chance import draw
from engine.core.codec import CLASS_KEY, Codec
from engine.core.events import Event
from engine.core.laying import refusal
from engine.core.legal import LegalActions
from engine.core.referee import Override, Overrule, overrule
from engine.core.state import State
from engine.core.system import Rules, Scenario, Step, System
from engine.core.wording import counted
from engine.game.ask.names import Names, plainly
from engine.game.ask.reading import Reader, options_of
from engine.game.overrides import applied, objections
from engine.game.repository import classes_of
from engine.game.session import GameSession
from engine.scenarios import load_scenario, scenarios, system_of
from engine.store.project import Project
from maps.errors import KnownError, nearest
from maps.hexgrid import Hex
from maps.untyped import Json, JsonObject
from maps.untyped import Table as Untyped

PREPARED = 8
"""How many scenarios, set up, are kept for the next position."""
SET_UP_FAMILIES = ("use recommended", "finish set up")
"""What the sides do to set up without a choice: families of these names."""


class Table:
    """A position with the rules it is played by. Deciding changes the state, nothing else."""

    def __init__(self, rules: Rules, state: State, seed: int = 1) -> None:
        self.rules = rules
        self.system: System = system_of(rules.scenario.system)
        self.opening = state
        self.state = state
        self.seed = seed
        self._rolls = 0

    @property
    def scenario(self) -> Scenario:
        """The scenario played."""
        return self.rules.scenario

    @cached_property
    def names(self) -> Names:
        """What units, hexes and sides are called."""
        return Names(self.rules, self.system)

    @cached_property
    def codec(self) -> Codec:
        """The state and actions as JSON, hexes as numbers."""
        return Codec(self._classes)

    @cached_property
    def scripts(self) -> Codec:
        """Actions as JSON with printed hex numbers."""
        board = self.scenario.map
        return Codec(self._classes, write_hex=board.label, read_hex=self.names.hex)

    def listing(self) -> Codec:
        """The same for one long list, in which the number of a hex is worked out once."""
        return Codec(self._classes, write_hex=cache(self.scenario.map.label))

    @property
    def _classes(self) -> tuple[type, ...]:
        return classes_of(self.system)

    @property
    def legal(self) -> LegalActions:
        """What the side to decide may do."""
        state = self.state
        families = self.rules.question(state).families
        return LegalActions(families, lambda action: self.rules.check(state, action))

    @property
    def summary(self) -> str:
        """One line about it: turn, phase, who decides, how many units are on the board."""
        state, side = self.state, self.rules.question(self.state).side
        name = next((info.name for info in self.system.sides if info.id == side), "chance")
        count = sum(piece.hex is not None for piece in state.pieces.values())
        units = counted(count, "unit")
        return f"Turn {state.turn}, {state.phase}, {name} to decide; {units} on the board."

    def check(self, action: Action) -> tuple[Objection, ...]:
        """Everything that forbids an action now."""
        return objections(self.rules, self.codec, self.state, self.legal, action)

    def act(self, action: Action) -> tuple[Event, ...]:
        """Take a decision or a die. Raises IllegalAction; nothing is changed then."""
        forbidding = self.check(action)
        if forbidding:
            raise IllegalAction(action, forbidding)
        step: Step = applied(self.rules, self.codec, self.state, action)
        self.state = step.state
        return step.events

    def roll(self) -> tuple[Event, ...]:
        """Let the program roll the die that is due. Raises ValueError when none is."""
        node = self.rules.chance(self.state)
        if node is None:
            raise ValueError("No die is due.")
        self._rolls += 1
        return self.act(Roll(draw(self.seed, "position", self._rolls, node.sides)))


def lay_out(
    what: str | Path | Scenario | GameSession,
    position: Untyped | None = None,
    *,
    options: Mapping[str, bool] | None = None,
    seed: int = 1,
) -> Table:
    """A position of a scenario, or of a game in a file, as it is when a side's phase begins.

    ``position`` are the tables of a POS.toml; what it does not name stands as the recommended
    set-ups have it, or as in the game. Raises KnownError for what cannot be, in a sentence.
    """
    position = position or {}
    if isinstance(what, GameSession):
        return _laid(what.rules, what.state, position, False, seed)
    if isinstance(what, Path):
        with Project.reading(what), GameSession.open(what) as game:
            return _laid(game.rules, game.state, position, False, seed)
    asked = {**options_of(position), **(options or {})}
    if isinstance(what, Scenario):
        rules, ready = _ready(what)
        base = recommended(rules, _setter(rules, position)) if _setting_up(position) else ready
        return _laid(rules, base, position, True, seed)
    known = {info.id for info in scenarios()}
    if what not in known:
        if Path(what).is_file():
            return lay_out(Path(what), position, seed=seed)
        raise KnownError(repr(what), "names no scenario and no file.", nearest(what, known))
    rules, ready = _prepared(what, tuple(sorted(asked.items())))
    base = recommended(rules, _setter(rules, position)) if _setting_up(position) else ready
    return _laid(rules, base, position, True, seed)


def template(what: str | Scenario) -> str:
    """The beginning of a position of a scenario, with the words it may take as comments."""
    rules, _ = _prepared(what, ()) if isinstance(what, str) else _ready(what)
    words, sides = rules.laying.words, Names(rules, system_of(rules.scenario.system)).sides
    side = sides[0]
    lines = [
        f'scenario = "{rules.scenario.id}"',
        f"turn = 1  # to {words.turns}",
        f'side = "{side}"  # or {", ".join(sides[1:])}',
        f'phase = "{words.phases[side][0]}"  # or {", ".join(words.phases[side][1:])}',
    ]
    if words.weather:
        lines.append(f'weather = "{words.weather[0]}"  # or {", ".join(words.weather[1:])}')
    lines += ["only = false  # true: units that are not named are off the board", "", "[units]"]
    return "\n".join((*lines, ""))


@lru_cache(maxsize=PREPARED)
def _prepared(scenario: str, options: tuple[tuple[str, bool], ...]) -> tuple[Rules, State]:
    return _ready(load_scenario(scenario, dict(options)))


@lru_cache(maxsize=2)
def _ready(scenario: Scenario) -> tuple[Rules, State]:
    """The rules of a scenario and its recommended set-up; kept for the very same scenario."""
    rules = system_of(scenario.system).bind(scenario)
    return rules, recommended(rules)


def _laid(rules: Rules, base: State, position: Untyped, fresh: bool, seed: int) -> Table:
    table = Table(rules, base, seed)
    if not fresh and not position:
        return table
    wanted = Reader(table.names, base, fresh=fresh).read(position)
    state = rules.laying.opened(base, wanted)
    further = position.get("state", {})
    if further:
        state = _overridden(table, state, further)
    faults = rules.invariants(state)
    if faults:
        raise refusal(f"cannot be: {_worded(table, faults[0])}.", "Change what collides.")
    table.opening = table.state = state
    return table


def _overridden(table: Table, state: State, further: object) -> State:
    """The state with fields in place of those it has, each as the JSON of a file."""
    if not isinstance(further, Mapping):
        raise refusal("is no table.", "Write [state].", part="state")
    changes = tuple(
        Override((key,), value if isinstance(value, str) else json.dumps(value))
        for key, value in further.items()
    )
    return overrule(table.codec, state, Overrule(changes, ""))


def _setting_up(position: Untyped) -> bool:
    """True for a position in the set-up, which begins before anybody has set up."""
    return plainly(str(position.get("phase", ""))).endswith(("set up", "set-up", "deployment"))


def _setter(rules: Rules, position: Untyped) -> str:
    """The side whose set-up a position shows; what the other set up before stands."""
    names = Names(rules, system_of(rules.scenario.system))
    phase = plainly(str(position.get("phase", "")))
    for side in names.system.sides:
        if phase.startswith((plainly(side.id) + " ", plainly(side.name) + " ")):
            return side.id
    return names.side(str(position.get("side", names.sides[0])), "position, side")


def recommended(rules: Rules, setter: str = "") -> State:
    """The state after both sides have set up as the scenario recommends, or once ``setter`` is to
    set up.
    """
    state = rules.begin().state
    while rules.setting_up(state) and rules.question(state).side != setter:
        families = {family.name: family for family in rules.question(state).families}
        for name in SET_UP_FAMILIES:
            step = next((a for a in families[name].candidates() if not rules.check(state, a)), None)
            if step is not None:
                state = rules.apply(state, step).state
                break
        else:
            raise refusal("cannot be laid out: the set-up does not end.")
    return state


def _worded(table: Table, fault: str) -> str:
    """A fault with printed numbers in place of the program's own."""
    board = table.scenario.map

    def label(found: re.Match[str]) -> str:
        return board.label(Hex(int(found[1]), int(found[2])))

    return re.sub(r"Hex\(q=(-?\d+), r=(-?\d+)\)", label, fault)


def action_of(table: Table, plain: object, where: str) -> Action:
    """An action from its JSON: ``is`` its class or ``kind`` its word, units and hexes by any name.

    ``{"roll": 3}`` is a die. Raises KnownError when it is none.
    """
    if not isinstance(plain, Mapping):
        raise KnownError(where, "is no action.", 'Write {"is": "Move", "unit": ...}.')
    found = table.scripts.record(normal(table, plain, where), where)
    if not isinstance(found, Action):
        raise KnownError(where, f"{plain.get(CLASS_KEY)!r} is no action.")
    return found


def normal(table: Table, plain: Untyped, where: str) -> JsonObject:
    """An action's JSON with its class, units by id and hexes by printed number; fields may lack.

    Raises KnownError for an unknown kind, unit or hex.
    """
    if set(plain) == {"roll"}:
        return {CLASS_KEY: Roll.__name__, "face": plain["roll"]}
    word = plain.get(CLASS_KEY, plain.get("kind"))
    if not isinstance(word, str):
        raise KnownError(where, "names no kind of action.", 'Write "is": "Move".')
    kinds = {_bare(cls.__name__): cls for cls in (*table.system.actions(), Roll)}
    kind = kinds.get(_bare(word))
    if kind is None:
        known = (cls.__name__ for cls in kinds.values())
        raise KnownError(where, f"there is no action {word!r}.", nearest(word, known))
    found: JsonObject = {CLASS_KEY: kind.__name__}
    for key, value in plain.items():
        if key not in (CLASS_KEY, "kind"):
            found[key] = _value(table, key, value, f"{where}, {key}")
    return found


def _bare(word: str) -> str:
    return re.sub(r"[\s_-]", "", word).casefold()


UNIT_FIELDS = ("unit", "units", "new", "victim", "at")
"""Fields of actions that name units."""
PLACE_FIELDS = ("target", "origin", "via", "beyond")
"""Fields of actions that name hexes or boxes."""


def _value(table: Table, key: str, value: object, where: str) -> Json:
    if isinstance(value, list):
        return [_value(table, key, item, where) for item in value]
    if not isinstance(value, str) or not value:
        return value
    units = table.scenario.oob.units
    if key in UNIT_FIELDS and value not in units:
        return table.names.unit(value, where)
    if key in PLACE_FIELDS and value not in units:
        return table.names.place_word(table.names.place(value, where))
    return value


__all__ = ["Table", "action_of", "lay_out", "normal"]
