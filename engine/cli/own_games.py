"""``sandtable scenario`` and ``sandtable box``: scenarios of one's own, and games for friends."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from engine.cli.common import (
    FILE,
    FOUND_ERRORS,
    NUMBER,
    Verbs,
    json_option,
    progress,
    progress_done,
    say_json,
)
from engine.editing.game_box import look, pack
from engine.editing.project_session import ProjectSession
from engine.editing.scenario_session import BLANK, ScenarioInfo, ScenarioSession, listed
from maps.errors import KnownError, counted
from maps.files.writing import require_folder
from maps.untyped import JsonObject


@click.group("scenario", cls=Verbs)
def scenario() -> None:
    """Make, list and check scenarios of your own."""


@scenario.command("make")
@click.argument("project", type=FILE)
@click.argument("title")
@click.option("--board", type=NUMBER, help="The board of the project it is on, by number.")
@click.option("--order", type=NUMBER, help="The order of battle of the project, by number.")
@click.option("--kit", default=BLANK, show_default=True, help="The starting kit of its rules.")
@click.option("--charts", type=NUMBER, help="Rules of the project instead of a kit's, by number.")
def make(
    project: Path, title: str, board: int | None, order: int | None, kit: str, charts: int | None
) -> None:
    """Add a scenario to a project, on one of its boards and with one of its orders of battle."""
    with ProjectSession.reading(project) as known:
        boards = [info.number for info in known.boards]
        orders = [info.number for info in known.orders]
    on = _only(project, boards, board, "board")
    by = _only(project, orders, order, "order")
    if charts is None:
        made = ScenarioSession.make(project, title, on, by, kit)
    else:
        made = ScenarioSession.of_charts(project, charts, on, by, title)
    with made:
        click.echo(f"{project}: scenario {made.number}, {title}.")


@scenario.command("list")
@click.argument("project", type=FILE)
@json_option
def list_(project: Path, as_json: bool) -> None:
    """List the scenarios of a project: number, title, turns, rows of set-up."""
    with ProjectSession.reading(project):
        found = listed(project)
    if as_json:
        say_json([_plain(info) for info in found])
        return
    _echo(found)
    if not found:
        click.echo(f"{project} holds no scenarios of its own.")


@scenario.command("check")
@click.argument("project", type=FILE)
@click.option("-n", "--number", type=NUMBER, help="Which scenario of the project; all if left out.")
@json_option
def check(project: Path, number: int | None, as_json: bool) -> None:
    """Lay scenarios out and tell what of them cannot be; exit code 1 when anything is wrong."""
    with ProjectSession.reading(project):
        found = [info for info in listed(project) if number in (None, info.number)]
        if number is not None and not found:
            raise KnownError(str(project), f"holds no scenario {number}.", "List them.")
        wrong = {info.number: _wrong(project, info.number) for info in found}
    if as_json:
        say_json([{**_plain(info), "problems": wrong[info.number]} for info in found])
    else:
        for info in found:
            sound = "not sound" if wrong[info.number] else "sound"
            click.echo(f"{info.number} {info.title}: {sound}.")
            for problem in wrong[info.number]:
                click.echo(f"    {problem}")
    if any(wrong.values()):
        raise click.exceptions.Exit(FOUND_ERRORS)


def _wrong(project: Path, number: int) -> list[str]:
    with ScenarioSession.open(project, number) as session:
        return list(session.told_problems())


def _echo(found: Iterable[ScenarioInfo]) -> None:
    """A line for each scenario."""
    for info in found:
        turns, units = counted(info.turns, "turn"), counted(info.units, "unit")
        click.echo(f"{info.number} {info.title}: {turns}, {units} set up.")


def _plain(info: ScenarioInfo) -> JsonObject:
    return {
        "number": info.number,
        "title": info.title,
        "turns": info.turns,
        "units": info.units,
    }


def _only(project: Path, known: list[int], wanted: int | None, word: str) -> int:
    """The number that is wanted, or the only one there is."""
    if wanted in known:
        return known[known.index(wanted)]
    if wanted is None and len(known) == 1:
        return known[0]
    what = f"holds no {word} {wanted}." if wanted is not None else f"holds {len(known)} of them."
    listed_ = ", ".join(map(str, known)) or "none"
    raise KnownError(f"{project}, --{word}", what, f"Name one of: {listed_}.")


@click.group("box", cls=Verbs)
def box() -> None:
    """Pack game boxes, and look into them."""


@box.command("pack")
@click.argument("project", type=FILE)
@click.option("-o", "--output", required=True, type=FILE, help="The .sandbox file to write.")
@click.option("--credits", "credits_", required=True, help="Who made map, counters and rules.")
@click.option("--licence", required=True, help="What others may do with them.")
def pack_(project: Path, output: Path, credits_: str, licence: str) -> None:
    """Write the scenarios of a project with their boards and counters as one file for friends."""
    require_folder(output)
    with ProjectSession.reading(project):
        found = pack(project, output, credits_, licence, _told)
    progress_done()
    click.echo(f"Wrote {output}: {', '.join(info.title for info in found.scenarios)}.")


@box.command("show")
@click.argument("file", type=FILE)
@json_option
def show(file: Path, as_json: bool) -> None:
    """Tell what is in a game box, without making anything of it."""
    found = look(file)
    if as_json:
        say_json(
            {
                "scenarios": [_plain(info) for info in found.scenarios],
                "boards": list(found.boards),
                "orders": list(found.orders),
                "credits": found.credits,
                "licence": found.licence,
            }
        )
        return
    _echo(found.scenarios)
    click.echo(f"Boards: {', '.join(found.boards)}.")
    click.echo(f"Orders of battle: {', '.join(found.orders)}.")
    click.echo(f"Credits: {found.credits}")
    click.echo(f"Licence: {found.licence}")


def _told(share: float, words: str) -> None:
    progress(f"{share:4.0%} {words}")
