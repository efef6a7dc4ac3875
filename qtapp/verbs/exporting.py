"""``sandtable export``: what one has made, in the forms of other programs."""

from __future__ import annotations

from pathlib import Path

import click

from engine.cli.common import FILE, Verbs
from engine.cli.common.targets import ProjectFile, target_of
from engine.core.system import Scenario
from engine.editing.map_session import EditSession
from engine.editing.project_session import ProjectSession
from maps.errors import KnownError
from maps.files.writing import require_folder, write_whole
from maps.formats.interchange.board_json import schema as board_schema
from maps.model import GameMap
from qtapp.verbs.display import offscreen_without_display


@click.group("export", cls=Verbs)
def export() -> None:
    """Write what you have made in the forms of other programs."""


@export.command("board")
@click.argument("file", metavar="FILE|MAP|SCENARIO")
@click.option("-o", "--output", required=True, type=FILE, help="The file to write.")
@click.option("-n", "--number", type=int, help="Which board of a project that has several.")
def export_board(file: str, output: Path, number: int | None) -> None:
    """Write a board in the form its ending names."""
    require_folder(output)
    offscreen_without_display()
    from qtapp.board.pictures.board_forms import FORMS

    FORMS.require(output)
    board = board_named(file, number)
    FORMS.write(board, output)
    click.echo(f"Wrote {output}: {len(board.terrain):,} hexes of {board.title}.")


@export.command("schema")
@click.option("-o", "--output", required=True, type=FILE, help="The file to write.")
def export_schema(output: Path) -> None:
    """Write the JSON Schema of a board as JSON."""
    write_whole(output, board_schema())
    click.echo(f"Wrote {output}.")


def board_named(word: str, number: int | None = None) -> GameMap:
    """The board a word of the command line names. Raises KnownError when it names none."""
    match target_of(word):
        case GameMap() as board:
            return board
        case Scenario(map=board):
            return board
        case ProjectFile(path=path):
            with ProjectSession.reading(path), EditSession.open(path, number) as editor:
                return editor.map.copy()
        case _:
            raise KnownError(word, "is an order of battle.", "Name a board or a project file.")
