"""The door to scenarios of one's own: sides, turns, phases, set-up, what comes and leaves, notes.

A scenario is a set of declared rules with a table ``scenario``: rules and situation in one text,
which is what a game is begun with. Several of them in a file share its boards and counters.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path as File

from engine.core.charts import edits
from engine.core.charts.chart_set import ChartSet
from engine.core.charts.schema import Path, typed_tables
from engine.core.state import Piece, State
from engine.core.system import Rules
from engine.core.wording import counted
from engine.editing.chart_session import ChartSession
from engine.frozen import dataclass
from engine.game.set_up.game_set_up import Own, kit_for, made_for, order_of
from engine.scenarios import build_scenario, system_for, system_of
from engine.store.owning import opened
from engine.store.project import Project
from engine.store.rows.chart_sets import load_chart_set
from engine.store.rows.contents import chart_sets
from engine.store.rows.maps import chosen_map, load_map
from engine.systems.by_hand import SYSTEM
from engine.systems.by_hand.charts import HandCharts
from engine.systems.by_hand.charts.scenario import AreaRow, ScenarioChart, StartRow
from engine.systems.by_hand.charts.sequence import EACH, PhaseKind
from engine.systems.by_hand.context import HandContext, hexes_named
from engine.systems.by_hand.view.absent import absent
from maps.errors import KnownError
from maps.files.toml_text import toml_text
from maps.hexgrid import Hex
from maps.model import GameMap
from maps.untyped import Json, JsonList, JsonObject
from oob.model import EntryKind, OrderOfBattle, UnitId

__all__ = [
    "BLANK",
    "PHASE_KINDS",
    "AreaRow",
    "ScenarioInfo",
    "ScenarioSession",
    "Situation",
    "StartRow",
    "listed",
]

BLANK = SYSTEM.kit
"""The kit a scenario is begun from where none is named, and the one its games are listed under."""
PHASE_KINDS = tuple(str(kind.value) for kind in PhaseKind)
"""What a phase can be for."""
SCENARIO: Path = ("scenario",)
UNITS: Path = ("scenario", "units")
LISTS: Mapping[str, Path] = {
    "sides": ("sides",),
    "phases": ("phases",),
    "turns": ("turns", "rows"),
    "areas": ("scenario", "areas"),
}
"""The lists of rows a person edits, and where they are."""
MOST_TURNS = 999


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """A scenario of a file: the number of its charts, its title, how many turns and rows of set-up
    it has.
    """

    number: int
    title: str
    turns: int
    units: int


@dataclass(frozen=True, slots=True)
class Situation:
    """A scenario laid out on its board: the rules, where everything is as it opens, and what of it
    cannot be as it says, in sentences.
    """

    rules: Rules
    state: State
    problems: tuple[str, ...]
    areas: Mapping[str, frozenset[Hex]]

    @property
    def pieces(self) -> Mapping[UnitId, Piece]:
        """Where each unit is as the game begins."""
        return self.state.pieces


def listed(path: File | str) -> tuple[ScenarioInfo, ...]:
    """The scenarios of a file, oldest first: its declared rules with a situation.

    Raises KnownError when the file cannot be used.
    """
    with Project.open(path) as project:
        sets = [(info.number, load_chart_set(project, info.number)) for info in chart_sets(project)]
    return tuple(_listed(sets))


def _listed(sets: list[tuple[int, ChartSet]]) -> Iterator[ScenarioInfo]:
    for number, charts in sets:
        if charts.system == SYSTEM.id and "scenario" in charts.plain:
            found = typed_tables(HandCharts, charts.tables(), charts.title)
            rows = found.scenario.units if found.scenario is not None else ()
            yield ScenarioInfo(number, charts.title, found.turns.last, len(rows))


class ScenarioSession(ChartSession):
    """One scenario of a file being edited. Every edit is committed at once and can be undone."""

    def __init__(self, project: Project, number: int) -> None:
        super().__init__(project, number)
        self._typed: tuple[int, HandCharts] | None = None
        self._made: Own | None = None
        self._ground: tuple[GameMap, OrderOfBattle] | None = None
        self._starts: Mapping[UnitId, StartRow] | None = None

    @classmethod
    def make(
        cls, path: File | str, title: str, board: int, order: int, kit: str = BLANK
    ) -> ScenarioSession:
        """Add a scenario on a board, with an order of battle, by the rules of a starting kit.

        Raises KnownError for a board, an order or a kit that is not there.
        """
        charts = kit_for(path, kit, board, order, title)
        with Project.open(path) as project:
            found = load_map(project, chosen_map(project, board))
        made_of: JsonObject = {"board": found.id, "order": order_of(path, order).id}
        return cls._add(path, charts, made_of)

    @classmethod
    def of_charts(
        cls, path: File | str, number: int, board: int, order: int, title: str = ""
    ) -> ScenarioSession:
        """Add a scenario by the rules of a set of charts of the file, which stays as it is.

        Raises KnownError for a board, an order or charts that are not there.
        """
        with Project.open(path) as project:
            charts = load_chart_set(project, number)
            found = load_map(project, chosen_map(project, board))
        if charts.system != SYSTEM.id:
            what = f"are charts of {system_of(charts.system).title}, whose rules are its own."
            raise KnownError(charts.title, what, "Choose rules that were declared by hand.")
        made_of: JsonObject = {"board": found.id, "order": order_of(path, order).id}
        return cls._add(path, charts, made_of, title)

    @classmethod
    def duplicate(cls, path: File | str, number: int) -> ScenarioSession:
        """Add a copy of a scenario: its rules and all it lays out.

        Raises KnownError when the file has no such scenario.
        """
        with Project.open(path) as project:
            charts = load_chart_set(project, number)
        made = charts.plain.get("scenario")
        return cls._add(path, charts, dict(made) if made else {}, f"{charts.title} (copy)")

    @classmethod
    def _add(
        cls, path: File | str, charts: ChartSet, of: JsonObject, title: str = ""
    ) -> ScenarioSession:
        made = replace(charts, title=title or charts.title, cells=dict(charts.cells))
        head = {"notes": "", "areas": [], "units": []}
        edits.apply(made, edits.write_parts(made, {SCENARIO: {**head, **of}}, ""))
        with ChartSession.create(path, made) as added:
            return cls.open(path, added.number)

    @classmethod
    def open(cls, path: File | str, number: int) -> ScenarioSession:
        """Open a scenario of a file by the number of its charts.

        Raises KnownError when the file cannot be used or has no such scenario.
        """
        with opened(path) as project:
            made = cls(project, number)
            if made.charts.system != SYSTEM.id or "scenario" not in made.charts.plain:
                raise KnownError(made.charts.title, "are charts without a scenario.", "Make one.")
            return made

    @property
    def declared(self) -> HandCharts:
        """All that is declared, as it is now. Raises KnownError when it cannot be read."""
        if self._typed is None or self._typed[0] != self.revision:
            found = typed_tables(HandCharts, self.charts.tables(), self.charts.title)
            self._typed = (self.revision, found)
        return self._typed[1]

    @property
    def situation(self) -> ScenarioChart:
        """The table of the scenario."""
        return self.declared.scenario or ScenarioChart()

    @property
    def made_for(self) -> Own:
        """The board, the order of battle and the charts that a game of it is begun with.

        Raises KnownError when the file has no such board or order of battle any more.
        """
        if self._made is None:
            self._made = made_for(self.path, self.number)
        return self._made

    @property
    def ground(self) -> tuple[GameMap, OrderOfBattle]:
        """Its board and its order of battle, as they were when it was opened.

        Raises KnownError as :attr:`made_for` does.
        """
        if self._ground is None:
            own = self.made_for
            assert own.board is not None and own.order is not None, "they were found"
            board = load_map(self._project, chosen_map(self._project, own.board))
            self._ground = board, order_of(self.path, own.order)
        return self._ground

    def rows(self, name: str) -> JsonList:
        """The rows of a list (``sides``, ``phases``, ``turns``, ``areas``), edits laid in."""
        found: Json = self.charts.tables()
        for key in LISTS[name]:
            found = found.get(key, {})
        return [dict(row) for row in found or []]

    def write_rows(self, name: str, rows: JsonList, label: str) -> None:
        """Write a list of rows. Raises KnownError, with the place, for rows that cannot be."""
        path = LISTS[name]
        if name == "turns":
            last = self.declared.turns.last
            self.write_parts({("turns",): {"last": last, "rows": rows}}, label)
        else:
            self.write_parts({path: rows}, label)

    def set_last_turn(self, last: int) -> None:
        """Say how many turns there are; rows after the last go. Raises KnownError when it cannot
        be.
        """
        rows = [row for row in self.rows("turns") if _number(row) <= last]
        self.write_parts({("turns",): {"last": last, "rows": rows}}, "How many turns")

    def fill_turns(self, first: datetime.date, days: int, count: int) -> None:
        """Give turns from the first on a date each, ``days`` apart; all else in their rows stays.

        Raises KnownError for more turns than a game has.
        """
        if not 1 <= count <= MOST_TURNS or days < 1:
            raise KnownError("turns", "should be 1 to 999, a day or more apart.")
        rows = {_number(row): row for row in self.rows("turns")}
        for turn in range(1, count + 1):
            try:
                date = first + datetime.timedelta(days=days * (turn - 1))
            except OverflowError as error:
                raise KnownError("turns", "go beyond the calendar.", "Have fewer.") from error
            words = f"{date.day} {date:%B} {date.year}"
            rows[turn] = {**rows.get(turn, {"id": str(turn)}), "date": words}
        kept = [rows[turn] for turn in sorted(rows) if turn <= count]
        self.write_parts({("turns",): {"last": count, "rows": kept}}, "Dates of the turns")

    def write_notes(self, notes: str) -> None:
        """Write what players should know."""
        self._head(notes=notes)

    def write_game(self, **said: str) -> None:
        """Write what is said of the game: its ``credits`` and ``licence``."""
        held = dict(self.charts.tables().get("game", {"title": self.charts.title}))
        self.write_parts({("game",): {**held, **said}}, "Credits and licence")

    def start_of(self, unit: UnitId) -> StartRow:
        """How a unit takes part: as the scenario says, else as its order of battle does."""
        return self.situation.starts.get(unit) or self._listed_start(unit)

    def _listed_start(self, unit: UnitId) -> StartRow:
        """A place that the board has not is left out: the unit may begin or come anywhere."""
        board, order = self.ground
        if self._starts is None:
            self._starts = _starts_of(order)
        row = self._starts.get(unit, StartRow(unit))
        own = {box.id for box in self.declared.boxes} | {a.id for a in self.situation.areas}
        known = row.place in own | board.boxes.keys() or hexes_named(board, {}, row.place)
        return row if known else replace(row, place="")

    def put(self, units: tuple[UnitId, ...], place: str, stroke: str = "") -> None:
        """Let units begin in a place. Units that come later come there."""
        rows = {unit: self.start_of(unit) for unit in units}
        changed = {unit: replace(row, place=place, absent=False) for unit, row in rows.items()}
        self.write_starts(changed, f"Set up {counted(len(units), 'unit')}", stroke)

    def wait(self, units: tuple[UnitId, ...]) -> None:
        """Let units begin anywhere, to be set up by whoever plays them."""
        rows = {
            unit: replace(self.start_of(unit), place="", turn=0, absent=False) for unit in units
        }
        self.write_starts(rows, f"Let {counted(len(units), 'unit')} wait to be set up")

    def write_starts(
        self, wanted: Mapping[UnitId, StartRow | None], label: str, stroke: str = ""
    ) -> None:
        """Say how units take part; None leaves a unit to its order of battle.

        Raises KnownError for figures that cannot be.
        """
        parts: dict[Path, Json] = {}
        for unit, row in wanted.items():
            parts[(*UNITS, unit)] = None if row is None else _plain(replace(row, id=unit))
        self.write_parts(parts, label, stroke)

    def write_area(self, name: str, hexes: tuple[str, ...]) -> None:
        """Make hexes an area of free set-up of that name; hexes of one that is there are replaced.

        Raises KnownError for an empty name or no hexes.
        """
        name = name.strip()
        if not name or not hexes:
            raise KnownError("area", "has no name or no hexes.", "Name it and draw around hexes.")
        rows = self.rows("areas")
        own = next((row for row in rows if row["name"] == name), None)
        if own is None:
            ids = {row["id"] for row in rows}
            fresh = next(f"area {n}" for n in range(1, len(ids) + 2) if f"area {n}" not in ids)
            rows.append({"id": fresh, "name": name, "hexes": list(hexes)})
        else:
            own["hexes"] = list(hexes)
        self.write_rows("areas", rows, f"Area {name}")

    def lay_out(self) -> Situation:
        """The scenario on its board, as a game of it opens.

        Raises KnownError when board or order of battle are gone, or the rules are not sound.
        """
        board, order = self.ground
        head = {"title": self.charts.title, "system": SYSTEM.id, "map": board.id, "oob": order.id}
        scenario = build_scenario(
            BLANK,
            toml_text(head),
            game_map=board,
            order=order,
            charts=self.charts.text(),
        )
        rules = system_for(scenario).bind(scenario)
        context = HandContext(scenario)
        problems = (*map(str, self.problems), *_unfit(context))
        return Situation(rules, rules.begin().state, problems, context.areas)

    def told_problems(self) -> tuple[str, ...]:
        """All that keeps a game of it from being begun as it says, in sentences."""
        own = tuple(map(str, self.problems))
        if own:
            return own
        try:
            return self.lay_out().problems
        except KnownError as error:
            return (str(error),)

    def _head(self, **said: str) -> None:
        held = dict(self.charts.tables()["scenario"])
        self.write_parts({SCENARIO: {**held, **said}}, "Notes")


def _unfit(context: HandContext) -> Iterator[str]:
    """What board and units have not of what a scenario names."""
    chart = context.charts.scenario
    for area in chart.areas if chart else ():
        odd = len(set(area.hexes)) - len(context.areas[area.id])
        if odd:
            are = "1 of its hexes is" if odd == 1 else f"{odd} of its hexes are"
            yield f"Area {area.name}: {are} not on the board."
        elif not area.hexes:
            yield f"Area {area.name} has no hexes."
    for row in chart.units if chart else ():
        unit = UnitId(row.id)
        if unit not in context.units:
            yield f"{row.id}: the order of battle has no such unit."
        elif row.place and not context.named(row.place) and row.place not in context.boxes:
            yield f"{context.called(unit)}: the board has no {row.place}."
        elif row.steps > context.steps(unit):
            has = counted(context.steps(unit), "step")
            yield f"{context.called(unit)} has {has}, not {row.steps}."
    for problem in absent(context):
        table, *_, named = problem.path
        yield f"{f'Supply of {named}' if table == 'supply' else 'Victory'}: {problem.what}"
    sides = {context.owners[unit] for unit in context.units}
    for side in context.charts.sides:
        if side.id not in sides:
            yield f"{side.name} has no units."
    for number, phase in enumerate(context.charts.phases, 1):
        if phase.side == EACH and len(context.players) < 2:
            yield f"Phase {number}, {phase.name}: there is one side only."
            break


def _starts_of(order: OrderOfBattle) -> Mapping[UnitId, StartRow]:
    """How an order of battle has units take part, as rows of a scenario would say it."""
    found: dict[UnitId, StartRow] = {}
    for entry in order.schedule:
        for unit in entry.units:
            row = found.get(unit, StartRow(unit))
            if entry.kind in (EntryKind.ARRIVES, EntryKind.OPTIONAL):
                found[unit] = replace(row, place=entry.place, turn=entry.turn)
            elif entry.kind is EntryKind.WITHDRAWS:
                found[unit] = replace(row, leaves=entry.turn)
    for setup in order.setups:
        for unit in setup.units:
            row = found.get(unit, StartRow(unit))
            found[unit] = replace(row, place=setup.place, turn=0, steps=setup.steps)
    return found


def _plain(row: StartRow) -> JsonObject:
    """A row of the set-up as TOML has it: what it does not say is left out."""
    said = {"id": row.id, "place": row.place, "turn": row.turn, "leaves": row.leaves}
    said |= {"steps": row.steps, "absent": row.absent}
    return {key: value for key, value in said.items() if key in ("id", "place") or value}


def _number(row: JsonObject) -> int:
    text = str(row.get("id", ""))
    return int(text) if text.isdecimal() else MOST_TURNS + 1
