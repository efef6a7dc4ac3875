"""Game boxes: one file with the boards, counters, rules and scenarios of a game, for a friend.

A box is a project file without games, scans and undo lists. What is in one from somebody else is
opened with the guards of every project file, and only what can be typed is copied out of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from engine.core.charts import edits
from engine.core.charts.aids import Aid
from engine.core.charts.chart_set import ChartSet
from engine.core.charts.schema import typed_tables
from engine.editing.scenario_session import ScenarioInfo, listed
from engine.frozen import dataclass
from engine.game.set_up.chart_checks import problems_of
from engine.game.set_up.game_set_up import made_for
from engine.store.project import SUFFIX, Project, drafted
from engine.store.rows.aids import loaded, picture_of, write_aid
from engine.store.rows.chart_sets import load_chart_set, save_chart_set
from engine.store.rows.contents import boards, orders
from engine.store.rows.ledgers import is_ledger, load_ledger, save_ledger
from engine.store.rows.maps import load_map, save_map
from engine.store.rows.oobs import load_oob, save_oob
from engine.systems.by_hand import SYSTEM
from engine.systems.by_hand.charts import GameChart, HandCharts
from maps.errors import KnownError
from maps.files.pictures import Picture
from maps.model import GameMap
from oob.ledger.model import Ledger
from oob.model import OrderOfBattle

BOX = ".sandbox"
"""How the name of a game box ends."""

Tell = Callable[[float, str], None]
"""Hears how far it is (0 to 1) and what is done now; it may raise to stop, and nothing is left."""


@dataclass(frozen=True, slots=True)
class BoxInfo:
    """What a box holds: its scenarios, boards and orders of battle by title, and what is said of
    them.
    """

    scenarios: tuple[ScenarioInfo, ...]
    boards: tuple[str, ...]
    orders: tuple[str, ...]
    credits: str
    licence: str
    aids: tuple[str, ...] = ()
    """The player aids by name."""


@dataclass(slots=True)
class _Held:
    """What goes from one file into another."""

    boards: list[GameMap]
    orders: list[Ledger | OrderOfBattle]
    charts: list[ChartSet]
    aids: list[tuple[Aid, Picture]]


def pack(source: Path, target: Path, credits: str, licence: str, tell: Tell) -> BoxInfo:
    """Write the scenarios of a project, with all they need, as a game box.

    Raises KnownError when there are none, one of them is not sound, ``credits`` or ``licence`` are
    empty, or the box cannot be written; then there is none.
    """
    credits, licence = credits.strip(), licence.strip()
    if not credits or not licence:
        what = "needs credits and a licence: whose map, counters and rules they are."
        raise KnownError(target.name, what, "Say who made them, and what others may do with them.")
    if target.suffix != BOX:
        raise KnownError(str(target), "is no game box.", f"End its name in {BOX}.")
    tell(0.0, "Looking for scenarios")
    found = listed(source)
    if not found:
        raise KnownError(str(source), "holds no scenario of its own.", "Lay one out first.")
    meant = [made_for(source, info.number) for info in found]
    with Project.open(source) as project:
        held = _read(
            project,
            {own.board for own in meant},
            {own.order for own in meant},
            [info.number for info in found],
            tell,
        )
    for charts in held.charts:
        said = dict(charts.tables().get("game", {"title": charts.title}))
        said |= {"credits": credits, "licence": licence}
        edits.apply(charts, edits.write_parts(charts, {("game",): said}, ""))
    _write(held, target, tell)
    return look(target)


def look(box: Path) -> BoxInfo:
    """What a box holds.

    Raises KnownError when it is damaged, too new, no game box, or its scenarios or counters are not
    sound.
    """
    with Project.reading(box) as project:
        sets = [load_chart_set(project, number) for number in _numbers(project, "chart_set")]
        named = [info.title for info in boards(project)], [info.title for info in orders(project)]
        aids = tuple(aid.name for aid in loaded(project).values())
        for number in _numbers(project, "oob"):
            load_oob(project, number)
    if not sets or not all(named):
        raise KnownError(str(box), "holds no game to begin.", "Ask for another copy of it.")
    infos = []
    game = GameChart()
    for number, charts in enumerate(sets, 1):
        declared = _sound(box, charts)
        game = declared.game
        rows = declared.scenario.units if declared.scenario is not None else ()
        infos.append(ScenarioInfo(number, charts.title, declared.turns.last, len(rows)))
    words = game.credits, game.licence
    return BoxInfo(tuple(infos), tuple(named[0]), tuple(named[1]), *words, aids)


def unpack(box: Path, target: Path, tell: Tell) -> BoxInfo:
    """Make a project of a game box, to play and edit; the box stays as it is.

    The scenarios keep their numbers. Raises KnownError as :func:`look` does, and when there is a
    file of that name or it cannot be written; then nothing is.
    """
    if target.suffix != SUFFIX:
        raise KnownError(str(target), "is no project.", f"End its name in {SUFFIX}.")
    info = look(box)
    with Project.reading(box) as project:
        every = [set(_numbers(project, table)) for table in ("map", "oob")]
        held = _read(project, {*every[0]}, {*every[1]}, _numbers(project, "chart_set"), tell)
    _write(held, target, tell)
    return info


def _numbers(project: Project, table: str) -> list[int]:
    return [int(row[0]) for row in project.rows(f"SELECT id FROM {table} ORDER BY id")]


def _read(
    project: Project,
    wanted_boards: set[int | None],
    wanted_orders: set[int | None],
    scenarios: list[int],
    tell: Tell,
) -> _Held:
    """Read boards, orders of battle and scenarios; each is typed, and nothing else is read."""
    held = _Held([], [], [], [])
    on = sorted(number for number in wanted_boards if number is not None)
    by = sorted(number for number in wanted_orders if number is not None)
    steps = len(on) + len(by)
    for done, number in enumerate(on):
        tell(0.5 * done / steps, "Reading boards")
        held.boards.append(load_map(project, number))
    for done, number in enumerate(by, len(on)):
        tell(0.5 * done / steps, "Reading counters")
        own = is_ledger(project, number)
        held.orders.append(load_ledger(project, number) if own else load_oob(project, number))
    for number in scenarios:
        charts = load_chart_set(project, number)
        _sound(project.path, charts)
        held.charts.append(replace(charts, cells=dict(charts.cells)))
    for number, aid in loaded(project).items():
        picture = picture_of(project, number)
        whole = replace(aid, media=picture.media, width=picture.width, height=picture.height)
        held.aids.append((whole, picture))
    return held


def _write(held: _Held, target: Path, tell: Tell) -> None:
    """Write a new file, whole or not at all."""
    with drafted(target) as draft, Project.create(draft) as new, new.transaction():
        for done, board in enumerate(held.boards):
            tell(0.5 + 0.3 * done / len(held.boards), "Writing boards")
            save_map(new, board)
        tell(0.8, "Writing counters")
        for order in held.orders:
            if isinstance(order, Ledger):
                save_ledger(new, order)
            else:
                save_oob(new, order)
        tell(0.9, "Writing scenarios")
        for charts in held.charts:
            save_chart_set(new, charts)
        for aid, picture in held.aids:
            write_aid(new, aid, picture.data)
        tell(1.0, "Done")


def _sound(where: Path, charts: ChartSet) -> HandCharts:
    """The declared rules of a scenario. Raises KnownError for what no game can be begun with."""
    if charts.system != SYSTEM.id or "scenario" not in charts.plain:
        raise KnownError(f"{where}, {charts.title}", "is no scenario.", "Ask for another copy.")
    problems = problems_of(charts)
    if problems:
        raise KnownError(f"{where}, {charts.title}", str(problems[0]), "Correct it there.")
    return typed_tables(HandCharts, charts.tables(), charts.title)
