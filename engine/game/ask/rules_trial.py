"""Declared rules tried out while they are written: what they mean on a board, and in an attack.

Nothing here is kept: a unit that is tried in another hex stays where its scenario has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from engine.core.charts.chart_set import ChartSet
from engine.core.charts.schema import ChartProblem
from engine.core.state import Piece
from engine.core.view.display import CounterView
from engine.core.wording import PER_CENT, counted, with_noun
from engine.frozen import dataclass
from engine.game.ask.rules_told import Sheet, told, topics
from engine.game.set_up.chart_checks import playable
from engine.game.set_up.game_set_up import made_for, order_of
from engine.scenarios import build_scenario, load_scenario, system_for
from engine.store.project import Project
from engine.store.rows.chart_sets import load_chart_set
from engine.store.rows.contents import boards, orders
from engine.store.rows.maps import chosen_map, load_map
from engine.systems.by_hand import SYSTEM
from engine.systems.by_hand.cautions import worded
from engine.systems.by_hand.charts import HandCharts
from engine.systems.by_hand.charts.battle import CombatKind, Whose
from engine.systems.by_hand.context import BEYOND
from engine.systems.by_hand.position import HandPosition
from engine.systems.by_hand.records import HandState
from engine.systems.by_hand.rules import HandRules
from engine.systems.by_hand.sample import Sampled, sampled
from engine.systems.by_hand.view import supplied
from engine.systems.by_hand.view.absent import absent
from maps.files.toml_text import toml_text
from maps.hexgrid import Hex
from maps.model import GameMap
from oob.model import OrderOfBattle, UnitId

__all__ = [
    "FIRE",
    "SYSTEM_ID",
    "TOLD",
    "Combat",
    "Ground",
    "Meaning",
    "RulesTrial",
    "Sheet",
    "ground_for",
]

SYSTEM_ID = SYSTEM.id
"""The system whose charts can be tried: rules that somebody declared."""
FIRE = CombatKind.FIRE
TOLD = topics()
"""The charts that :meth:`RulesTrial.told` has something of."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A board and the units that rules are tried with."""

    board: GameMap
    order: OrderOfBattle


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the rules mean for one unit where it is.

    ``costs`` gives in words what each hex it can reach costs, in movement points; ``zone`` is its
    own zone of control, ``hampering`` those of its enemies. ``full`` are the hexes in its reach
    that it would overfill, ``crowded`` those that hold too many already. ``fed`` are the hexes
    that its supply reaches, ``trace`` the way from the unit to its source. The sentences are of
    movement, zones, stacking and supply, by the id of the chart.
    """

    costs: Mapping[Hex, str]
    zone: frozenset[Hex]
    hampering: frozenset[Hex]
    full: frozenset[Hex]
    crowded: frozenset[Hex]
    fed: frozenset[Hex]
    trace: tuple[Hex, ...]
    said: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Combat:
    """The declared combat table as far as a sample attack needs it: how it is resolved, and its
    modifiers, each by id with its words.
    """

    kind: CombatKind
    modifiers: Mapping[str, str]
    by_volleys: bool = False

    @property
    def has_defense(self) -> bool:
        """Whether the strength of the defenders bears on the result."""
        return self.by_volleys or self.kind in (CombatKind.ODDS, CombatKind.DIFFERENCE)


def ground_for(path: Path | str, number: int) -> Ground:
    """What a set of charts of a file is tried on: the board and the units of its scenario, else the
    first of the file, else those of a starting kit.

    Raises KnownError when the file cannot be used, or lacks what the scenario was made for.
    """
    with Project.open(path) as project:
        charts = load_chart_set(project, number)
        board = next((info.number for info in boards(project)), None)
        own = [info.number for info in orders(project) if not info.games]
        order = next(iter(own), None)
    if "scenario" in charts.plain:
        made = made_for(path, number)
        board, order = made.board, made.order
    kit = load_scenario(SYSTEM.kit) if board is None or order is None else None
    found, units = (kit.map, kit.oob) if kit is not None else (None, None)
    if board is not None:
        with Project.open(path) as project:
            found = load_map(project, chosen_map(project, board))
    if order is not None:
        units = order_of(path, order)
    assert found is not None and units is not None, "the kit has what the file has not"
    return Ground(found, units)


class RulesTrial:
    """A draft of declared rules on a board; ``moved`` are units that are tried elsewhere."""

    def __init__(self, charts: ChartSet, ground: Ground) -> None:
        """Lay the draft out. Raises KnownError for rules that no game could be begun with."""
        head = {"title": charts.title, "system": SYSTEM.id}
        head |= {"map": ground.board.id, "oob": ground.order.id}
        scenario = build_scenario(
            SYSTEM.kit,
            toml_text(head),
            game_map=ground.board,
            order=ground.order,
            charts=playable(charts, SYSTEM.id),
        )
        rules = system_for(scenario).bind(scenario)
        assert isinstance(rules, HandRules)
        self._rules = rules
        self._opening: HandState = rules.own(rules.begin().state)
        self._state = self._opening
        self._charts: HandCharts = rules.context.charts

    def place(self, moved: Mapping[UnitId, Hex]) -> None:
        """Try units in other hexes; the others are where they begin. Unknown units are left out."""
        pieces = dict(self._opening.pieces)
        for unit, at in moved.items():
            if unit in pieces and at in self._rules.context.map.terrain:
                pieces[unit] = Piece(at, max(1, pieces[unit].steps))
        self._state = replace(self._opening, pieces=pieces)

    @property
    def absent(self) -> tuple[ChartProblem, ...]:
        """What the rules name that the board and its units have not."""
        return tuple(absent(self._rules.context))

    @property
    def skies(self) -> Mapping[str, str]:
        """The declared kinds of weather: names by id; empty without declared weather."""
        chart = self._charts.weather
        return {kind.id: kind.name for kind in chart.kinds} if chart is not None else {}

    def weather(self, kind: str) -> None:
        """Try a declared kind of weather over the whole board; another word leaves it as it is."""
        chart = self._charts.weather
        if chart is None or kind not in self.skies:
            return
        everywhere = {zone.id: kind for zone in chart.zones}
        self._opening = replace(self._opening, weather=kind, skies=everywhere)
        self._state = replace(self._state, weather=kind, skies=everywhere)

    def told(self, topic: str) -> tuple[Sheet, ...]:
        """What a chart means in words and chances; empty for one that shows on the board."""
        return told(self._rules.position(self._state), topic)

    @property
    def counters(self) -> tuple[CounterView, ...]:
        """The counters where they are."""
        return self._rules.counters(self._state)

    @property
    def on_board(self) -> tuple[UnitId, ...]:
        """The units that stand in a hex."""
        return tuple(unit for unit, piece in self._state.pieces.items() if piece.hex is not None)

    @property
    def middle(self) -> Hex | None:
        """The hex of land nearest to the middle of all land; None on a board without any."""
        land = sorted(self._rules.context.land)
        if not land:
            return None
        q, r = (sum(axis) / len(land) for axis in ((h.q for h in land), (h.r for h in land)))
        return min(land, key=lambda at: (at.q - q) ** 2 + (at.r - r) ** 2 + (at.q - q) * (at.r - r))

    def where(self, unit: UnitId) -> Hex | None:
        """The hex a unit is in; None off the board."""
        return self._state.pieces[unit].hex

    def meaning(self, unit: UnitId) -> Meaning:
        """What the rules mean for a unit where it is."""
        pos = self._rules.position(self._state)
        side, costs = pos.owner(unit), pos.reach(unit).cost
        reached = {at: "all" if cost >= BEYOND else worded(cost) for at, cost in costs.items()}
        stacking = pos.charts.stacking
        full = frozenset(
            at
            for at in (reached if stacking is not None else ())
            if at != pos.piece(unit).hex and pos.over(at, side, (unit,))
        )
        sides = reversed(pos.context.all_sides)
        crowded = {at: one for one in sides for at in pos.crowded(one)}
        spread = pos.supplied(unit)
        _is_fed, trace, of_supply = supplied.supply(pos, unit)
        fed = frozenset(at for at in pos.context.map.terrain if spread is not None and at in spread)
        said = {
            "movement": _of_movement(pos, unit, len(reached)),
            "zones": _of_zones(pos, unit),
            "stacking": _of_stacking(pos, unit, full, crowded),
            "supply": of_supply,
        }
        return Meaning(
            reached,
            pos.zone_of(unit),
            pos.enemy_zones(side),
            full,
            frozenset(crowded),
            fed,
            trace,
            said,
        )

    @property
    def combat(self) -> Combat | None:
        """The declared combat table; None without one."""
        chart = self._charts.combat
        if chart is None:
            return None
        words = {}
        for row in chart.modifiers:
            factor = f"{row.factor}{PER_CENT} of the {row.whose.value}" if row.factor != 100 else ""
            shift = f"{row.shift:+d}".replace("-", "−") if row.shift else ""
            whose = " (attacker)" if row.whose is Whose.ATTACKER and not factor else ""
            told = ", ".join(part for part in (shift, factor) if part) or "no effect"
            words[row.id] = f"{row.text}{whose}: {told}"
        return Combat(chart.kind, words, chart.by_volleys)

    def attack(self, attack: int, defense: int, there: frozenset[str]) -> Sampled:
        """A sample attack worked out. Raises LookupError where no combat table is declared."""
        chart = self._charts.combat
        if chart is None:
            raise LookupError("no combat table is declared")
        return sampled(chart, attack, defense, there)


def _of_movement(pos: HandPosition, unit: UnitId, reached: int) -> str:
    chart, at = pos.charts.movement, pos.piece(unit).hex
    if chart is None:
        return "Movement is not declared: what a unit costs is not checked."
    kind = next((row.name for row in chart.classes if row.id == pos.context.classes[unit]), "")
    if not kind:
        return f"{pos.called(unit)} is in no movement class [{chart.rule}]."
    points = pos.allowance(unit)
    if at is None:
        return f"{kind}, {with_noun(str(points), 'movement point')}. It is not on the board."
    many = counted(max(0, reached - 1), "other hex", "other hexes")
    kind += f", {with_noun(str(points), 'movement point')}"
    return f"{kind}: reaches {many} from {pos.label(at)} [{chart.rule}]."


def _of_zones(pos: HandPosition, unit: UnitId) -> str:
    chart = pos.charts.zones
    if chart is None:
        return "Zones of control are not declared."
    count = counted(len(pos.zone_of(unit)), "hex", "hexes")
    its = f"Its zone is {count}" if pos.zone_of(unit) else "It has no zone"
    enter = {"free": "costs nothing", "stop": "ends the march", "cost": "costs more"}
    how = enter[chart.entering.value]
    return f"{its}; entering an enemy's {how} [{chart.rule}]."


def _of_stacking(
    pos: HandPosition, unit: UnitId, full: frozenset[Hex], crowded: Mapping[Hex, str]
) -> str:
    chart = pos.charts.stacking
    if chart is None:
        return "Stacking is not declared."
    lines = [*_too_many(pos, unit, full, crowded)]
    if not lines:
        return f"Nowhere in its reach would there be too many [{chart.rule}]."
    more = f" And {counted(len(lines) - 3, 'more hex', 'more hexes')}." if len(lines) > 3 else ""
    return f"{' '.join(lines[:3])}{more} [{chart.rule}]"


def _too_many(
    pos: HandPosition, unit: UnitId, full: frozenset[Hex], crowded: Mapping[Hex, str]
) -> Iterator[str]:
    """A sentence for each hex that holds, or would hold, too many; ``crowded`` says whose."""
    chart, side = pos.charts.stacking, pos.owner(unit)
    assert chart is not None
    thing = chart.counts.value.removesuffix("s")
    for at, owner in sorted(crowded.items()):
        load, room = pos.load(at, owner), pos.room(at)
        told = f"{pos.label(at)} holds {load}, and has room for {counted(room, thing)}."
        yield told if load > room else pos.over(at, owner)
    for at in sorted(full - crowded.keys()):
        load, room = pos.load(at, side, (unit,)), pos.room(at)
        told = f"{pos.label(at)} would hold {load}, and has room for {counted(room, thing)}."
        yield told if load > room else pos.over(at, side, (unit,))
