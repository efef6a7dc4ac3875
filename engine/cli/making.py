"""``sandtable new`` and ``sandtable import``: make a project file, make a map."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import maps.data
import maps.formats.text
from engine.cli.common import FILE, Verbs, progress, progress_done
from engine.cli.common.targets import PROJECT_ENDING, ProjectFile, target_of
from engine.core.system import Scenario
from engine.core.wording import counted
from engine.editing.game_box import BOX, unpack
from engine.editing.map_session import EditSession
from engine.game.session import GameSession
from engine.store.project import Project
from maps.errors import KnownError
from maps.files.writing import refuse_existing, require_folder
from maps.formats import geodata
from maps.formats.boards import BOARDS
from maps.model import GameMap

if TYPE_CHECKING:
    from engine.editing.modules.module_setups import Save


@click.command()
@click.argument("file", type=FILE)
@click.option("--from", "source", metavar="MAP|SCENARIO|BOX", help="Put this in.")
@click.option("--seed", default=1, show_default=True, help="Seed of the game's dice.")
def new(file: Path, source: str | None, seed: int) -> None:
    """Make a project file: empty, with a map, with a game of a scenario, or of a game box."""
    refuse_existing(file)
    if source is not None and Path(source).suffix == BOX:
        unpack(Path(source), file, lambda share, words: progress(f"{share:4.0%} {words}"))
        progress_done()
        click.echo(f"Made {file}.")
        return
    match None if source is None else target_of(source):
        case None:
            Project.create(file).close()
        case GameMap() as board:
            EditSession.create(file, board).close()
        case Scenario() as scenario:
            GameSession.begin(scenario, seed=seed, path=file).close()
        case ProjectFile() as found if found.path.suffix != PROJECT_ENDING:
            what = "is no map, scenario or game box."
            raise KnownError(str(source), what, "Other files come in with sandtable import.")
        case ProjectFile():
            raise KnownError(str(source), "is a project file.", "Name a map or a scenario.")
        case _:
            raise KnownError(str(source), "is an order of battle.", "Name a map or a scenario.")
    click.echo(f"Made {file}.")


class Imports(Verbs):
    """What reads a file need not be named: the ending of the file says it."""

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb that was typed, or the one that reads the file that was."""
        ending = Path(args[0]).suffix.lower()
        if ending and self.get_command(context, args[0]) is None:
            from maps.formats.cyberboard.game_box import SUFFIX
            from maps.formats.vassal.archive import SUFFIXES

            reader = "cyberboard" if ending == SUFFIX else "board"
            if ending in (*SUFFIXES, ".vsav", ".vlog"):
                reader = "vassal"
            args = [reader, *args]
        return super().resolve_command(context, args)


@click.group("import", cls=Imports)
def import_() -> None:
    """Make a map from something else.

    A file alone is read by its ending: import FILE -o PROJECT.
    """


@import_.command("geodata")
@click.argument("recipe", metavar="FILE|MAP")
@click.option("-o", "--output", required=True, type=FILE, help="The .map file to write.")
@click.option(
    "--sources",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of the geography files; $SANDTABLE_GEODATA when left out.",
)
def import_geodata(recipe: str, output: Path, sources: Path | None) -> None:
    """Lay out a board from public geography, by a recipe: a file, or that of a shipped map."""
    folder = sources or geodata.data_folder()
    if folder is None:
        raise KnownError(
            "the geography files",
            "are nowhere to be found.",
            "Name their folder with --sources or in SANDTABLE_GEODATA.",
        )
    require_folder(output)
    board = geodata.build(
        maps.data.recipe(recipe), folder, lambda step, done: progress(f"{done:4.0%} {step}")
    )
    maps.formats.text.dump(board, output)
    progress_done()
    hexes, places = len(board.terrain), len(board.places)
    click.echo(f"Wrote {output}: {counted(hexes, 'hex', 'hexes')}, {counted(places, 'place')}.")


@import_.command("board")
@click.argument("source", type=FILE)
@click.option(
    "-o", "--output", required=True, type=FILE, help="The .map file, or the project, to write."
)
def import_board(source: Path, output: Path) -> None:
    """Read a board that another program wrote, by the ending of its file."""
    require_folder(output)
    if output.suffix not in (PROJECT_ENDING, maps.formats.text.SUFFIX):
        raise KnownError(str(output), "is no board or project.", "End it in .map or .sandtable.")
    board = BOARDS.read(source)
    if output.suffix == PROJECT_ENDING:
        EditSession.create(output, board).close()
    else:
        refuse_existing(output)
        maps.formats.text.dump(board, output)
    click.echo(f"Wrote {output}: {counted(len(board.terrain), 'hex', 'hexes')} of {board.title}.")
    for key, note in board.notes.items():
        if key.startswith("imported"):
            click.echo(f"{key[:1].upper()}{key[1:]}: {note}")


@import_.command("vassal")
@click.argument("source", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=FILE, help="The project to write or add to.")
@click.option(
    "--save", type=FILE, help="A saved game or log, .vsav or .vlog: set up as its pieces lie."
)
@click.option("--setup", help="A set-up the module holds, by its name.")
def import_vassal(source: Path, output: Path, save: Path | None, setup: str | None) -> None:
    """Take boards, their pictures, counters and turns of a VASSAL module or save into a project."""
    from engine.editing.modules.module_setups import setup_named

    if save is not None and setup is not None:
        raise click.UsageError("--save and --setup exclude each other.")
    _take_in(source, output, save if setup is None else setup_named(source, setup))


@import_.command("cyberboard")
@click.argument("source", type=FILE)
@click.option("-o", "--output", required=True, type=FILE, help="The project to write or add to.")
def import_cyberboard(source: Path, output: Path) -> None:
    """Take boards of hexes and the pieces of a CyberBoard game box (.gbx) into a project."""
    if source.suffix.lower() != ".gbx":
        raise KnownError(str(source), "is no game box of CyberBoard.", "Choose a .gbx file.")
    _take_in(source, output)


def _take_in(source: Path, output: Path, save: Save | None = None) -> None:
    """Take a module or a game box into a project, and tell what came in."""
    from engine.editing.modules.module_import import take_in_module

    require_folder(output)
    if output.suffix != PROJECT_ENDING:
        raise KnownError(str(output), "is no project.", f"End its name in {PROJECT_ENDING}.")
    found = take_in_module(
        source, output, lambda share, words: progress(f"{share:4.0%} {words}"), save
    )
    progress_done()
    click.echo(f"Wrote {output}: {found.title}.")
    for sentence in found.sentences():
        click.echo(sentence)
