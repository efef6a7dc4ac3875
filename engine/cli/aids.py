"""``sandtable aids``: the player aids of a project, charts that are pictures."""

from __future__ import annotations

from pathlib import Path

import click

from engine.cli.common import FILE, NUMBER, Verbs, json_option, say_json
from engine.core.charts.aids import Aid
from engine.core.wording import counted
from engine.editing.aid_session import AidSession, read_aid, write_aids
from engine.editing.project_session import ProjectSession
from engine.store.project import SUFFIX
from maps.errors import KnownError
from maps.untyped import JsonObject

_project = click.argument("project", type=FILE)
_number = click.argument("number", type=NUMBER)


@click.group("aids", cls=Verbs)
def aids() -> None:
    """Keep charts as pictures in a project: add, list, name, order, remove and write them."""


@aids.command("add")
@_project
@click.argument("pictures", type=FILE, nargs=-1, required=True)
@click.option("--folder", default="", help="The folder to put them into.")
@click.option("--name", default="", help="What to call it, if it is one.")
def add(project: Path, pictures: tuple[Path, ...], folder: str, name: str) -> None:
    """Add pictures (PNG, JPEG and others); the project is made when there is none."""
    if project.suffix != SUFFIX:
        raise KnownError(str(project), "is no project.", f"End its name in {SUFFIX}.")
    if name and len(pictures) > 1:
        raise KnownError("--name", "names one picture.", "Add them one by one, or rename them.")
    read = [read_aid(picture, folder, name) for picture in pictures]
    with AidSession.at(project) as session:
        for number in session.add(read):
            click.echo(f"{project}: {_told(number, session.aids[number])}.")


@aids.command("list")
@_project
@json_option
def list_(project: Path, as_json: bool) -> None:
    """List the player aids of a project in their order."""
    with ProjectSession.reading(project) as known:
        held = known.aids
    if as_json:
        say_json([_plain(number, aid) for number, aid in held.items()])
        return
    for number, aid in held.items():
        click.echo(_told(number, aid))
    if not held:
        click.echo("No player aids.")


@aids.command("rename")
@_project
@_number
@click.argument("name")
@click.option("--folder", help="The folder to put it into; an empty one takes it out.")
@click.option("--note", help="What to say of it.")
def rename(project: Path, number: int, name: str, folder: str | None, note: str | None) -> None:
    """Call a player aid otherwise."""
    with AidSession.open(project) as session:
        session.describe(number, name, folder, note)
        click.echo(f"{project}: {_told(number, session.aids[number])}.")


@aids.command("move")
@_project
@_number
@click.option("--up", type=click.IntRange(0, 500), default=0, help="Places further up.")
@click.option("--down", type=click.IntRange(0, 500), default=0, help="Places further down.")
def move(project: Path, number: int, up: int, down: int) -> None:
    """Move a player aid up or down the list."""
    with AidSession.open(project) as session:
        if not session.move(number, down - up):
            raise KnownError(str(project), "its list ends before that.", "Move it by less.")
        click.echo(f"{project}: {_told(number, session.aids[number])}.")


@aids.command("remove")
@_project
@click.argument("numbers", type=NUMBER, nargs=-1, required=True)
def remove(project: Path, numbers: tuple[int, ...]) -> None:
    """Take player aids out of the list; undo in the window brings them back."""
    with AidSession.open(project) as session:
        session.remove(dict.fromkeys(numbers))
    click.echo(f"{project}: removed {len(set(numbers))}.")


@aids.command("write")
@_project
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False))
def write(project: Path, output: Path) -> None:
    """Write all player aids as files, just as they are kept, into a folder."""
    count = write_aids(project, output)
    click.echo(f"Wrote {counted(count, 'picture')} into {output}.")


def _told(number: int, aid: Aid) -> str:
    where = f"{aid.folder}: " if aid.folder else ""
    return f"{number} {where}{aid.name}, {aid.width} x {aid.height} pixels"


def _plain(number: int, aid: Aid) -> JsonObject:
    return {
        "number": number,
        "name": aid.name,
        "folder": aid.folder,
        "note": aid.note,
        "width": aid.width,
        "height": aid.height,
        "media": str(aid.media),
    }
