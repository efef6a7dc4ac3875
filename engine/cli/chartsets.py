"""``sandtable chartset``: edited charts written to a file, read from one, and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from engine.cli.common import FILE, FOUND_ERRORS, NUMBER, Verbs, json_option, say_json
from engine.core.charts.chart_set import ChartSet
from engine.core.wording import counted
from engine.editing.chart_session import ChartSession, imported, problems_of, shipped
from engine.editing.project_session import ProjectSession
from engine.game.set_up.game_set_up import kit_for
from engine.store.project import SUFFIX
from engine.systems import SYSTEMS
from maps.errors import KnownError
from maps.files.reading import LARGEST_TOML, read_text
from maps.files.writing import refuse_existing, write_whole
from maps.untyped import JsonObject

_system = click.option("--system", metavar="SYSTEM", default="", help="The system they are of.")


@click.group("chartset", cls=Verbs)
def chartset() -> None:
    """Write edited charts to a file, read them from one, check them."""


@chartset.command("export")
@click.argument("source", metavar="PROJECT|SYSTEM")
@click.option("-n", "--number", type=NUMBER, help="Which charts of the project.")
@click.option("-o", "--output", type=FILE, help="Write to this new file, not to the terminal.")
def export(source: str, number: int | None, output: Path | None) -> None:
    """Write charts as TOML: edited ones of a project, or the shipped ones of a system.

    Values stand in their place; the last table says which cells were edited, from what, and why.
    """
    charts = shipped(source) if source in SYSTEMS else _chosen(Path(source), number)
    if output is None:
        click.echo(charts.text(), nl=False)
        return
    refuse_existing(output)
    write_whole(output, charts.text())
    click.echo(f"Wrote {output}: {charts.title}, {counted(len(charts.cells), 'edited cell')}.")


@chartset.command("import")
@click.argument("project", type=FILE)
@click.argument("file", type=FILE)
@click.option("--title", default="", help="What to call them.")
@_system
def import_(project: Path, file: Path, title: str, system: str) -> None:
    """Add the charts of a TOML file to a project; it need only hold what is otherwise."""
    charts = _read(file, system)
    charts.title = title or charts.title
    with ChartSession.create(project, charts) as session:
        edited = counted(len(charts.cells), "edited cell")
        click.echo(f"{project}: charts {session.number}, {charts.title}, {edited}.")
        for problem in session.problems:
            click.echo(f"{charts.title}, {problem}", err=True)


@chartset.command("check")
@click.argument("file", type=FILE, metavar="PROJECT|FILE")
@_system
@json_option
def check(file: Path, system: str, as_json: bool) -> None:
    """List edited charts and what is wrong with them; exit code 1 when anything is."""
    sets = _of_project(file) if file.suffix == SUFFIX else {0: _read(file, system)}
    wrong = {number: problems_of(charts) for number, charts in sets.items()}
    if as_json:
        say_json([_plain(number, sets[number], wrong[number]) for number in sets])
    for number, charts in sets.items():
        if not as_json:
            name = f"{number} {charts.title}" if number else charts.title
            sound = "not sound" if wrong[number] else "sound"
            edited = counted(len(charts.cells), "edited cell")
            click.echo(f"{name} ({charts.system}): {edited}, {sound}.")
            for problem in wrong[number]:
                click.echo(f"    {problem}")
    if any(wrong.values()):
        raise click.exceptions.Exit(FOUND_ERRORS)


@chartset.command("fit")
@click.argument("project", type=FILE)
@click.argument("kit", metavar="KIT")
@click.option("--board", type=NUMBER, help="The board of the project that it is for.")
@click.option("--order", type=NUMBER, help="The order of battle of the project that it is for.")
@click.option("--title", default="", help="What to call them.")
def fit(project: Path, kit: str, board: int | None, order: int | None, title: str) -> None:
    """Add the charts of a starting kit (by_hand/classic), with rows for a board's terrain."""
    charts = kit_for(project, kit, board, order, title)
    with ChartSession.create(project, charts) as session:
        click.echo(f"{project}: charts {session.number}, {charts.title}.")


def _read(file: Path, system: str) -> ChartSet:
    return imported(read_text(file, LARGEST_TOML), str(file), system)


def _of_project(path: Path) -> dict[int, ChartSet]:
    with ProjectSession.reading(path) as project:
        return {info.number: ChartSession.peek(path, info.number) for info in project.charts}


def _chosen(path: Path, number: int | None) -> ChartSet:
    sets = _of_project(path)
    listed = ", ".join(f"{number} ({charts.title})" for number, charts in sets.items())
    if number is None and len(sets) == 1:
        return next(iter(sets.values()))
    if number is None and sets:
        raise KnownError(str(path), "holds several charts.", f"Name one with --number: {listed}.")
    if number not in sets:
        fix = f"It has: {listed}." if listed else "Import some, or edit some in the window."
        wanted = "" if number is None else f" {number}"
        raise KnownError(str(path), f"holds no edited charts{wanted}.", fix)
    return sets[number]


def _plain(number: int, charts: ChartSet, problems: tuple[Any, ...]) -> JsonObject:
    return {
        "number": number or None,
        "title": charts.title,
        "system": charts.system,
        "edited": [
            {"cell": list(path), "value": edit.value, "note": edit.note}
            for path, edit in sorted(charts.cells.items())
        ],
        "problems": [str(problem) for problem in problems],
    }
