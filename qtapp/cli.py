"""The whole command line: the engine's verbs and those that paint or open the window."""

from __future__ import annotations

import os
from pathlib import Path

import click

import engine.cli
from engine.catalogue import scenarios
from engine.cli.benches import run_bench
from engine.cli.common import Verbs, json_option, require_folder, whole_file
from engine.cli.making import FILE
from engine.cli.rosters import ledger_of_project, oob_
from engine.cli.sheets import sheets_
from engine.cli.targets import ProjectFile, target_of
from engine.core.system import Scenario
from engine.session import EditSession, GameSession, list_games
from maps.errors import KnownError, nearest
from maps.hexgrid import Hex
from maps.model import GameMap
from oob.ledger import files as ledger_files
from qtapp.sheets.verbs import SHEET_VERBS


@click.group(cls=Verbs, invoke_without_command=True)
@click.version_option(package_name="sandtable", prog_name="sandtable")
@click.pass_context
def main(context: click.Context) -> None:
    """Sandtable: a map editor and game manager for hex-and-counter wargames.

    Without a verb it opens the window on the file opened last.
    """
    if context.invoked_subcommand is None:
        _run(None, None)


for _command in SHEET_VERBS:
    sheets_.add_command(_command)

for _command in engine.cli.COMMANDS:
    if _command.name != "bench":
        main.add_command(_command)


@main.command("open")
@click.argument("what", required=False, metavar="[FILE|SCENARIO]")
@click.option(
    "--config-dir",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep settings, campaigns and logs in this folder.",
)
def open_(what: str | None, config_dir: Path | None) -> None:
    """Open the window on a campaign file, or on your campaign of a scenario."""
    _run(None if what is None else _wanted(what), config_dir)


@main.command()
@click.argument("file", metavar="FILE|MAP|SCENARIO")
@click.option("-o", "--output", required=True, type=FILE, help="The PNG file.")
@click.option("--hex", "hex_px", default=48.0, show_default=True, help="Pixels per hex.")
@click.option("--region", metavar="A..B", help="Only the rectangle between two hex numbers.")
def render(file: str, output: Path, hex_px: float, region: str | None) -> None:
    """Paint a board, with the counters of its game, as a PNG picture."""
    require_folder(output)
    _offscreen_without_display()
    from qtapp import render as painting
    from qtapp.painters.shape import BoardShape

    found = target_of(file)
    game: GameSession | None = None
    match found:
        case GameMap() as board:
            pass
        case Scenario(map=board):
            pass
        case ProjectFile(path=path):
            if list_games(path):
                game = GameSession.open(path)
                board = game.scenario.map
            else:
                with EditSession.open(path) as editor:
                    board = editor.map
        case _:
            raise KnownError(file, "is an order of battle.", "Name a map or a project file.")
    hexes = None
    if region is not None:
        hexes = painting.region_between(BoardShape(board), *_corners(board, region))
    picture = painting.Picture(
        board,
        hex_px,
        region=hexes,
        counters=game.rules.counters(game.state) if game else (),
        markers=game.rules.markers(game.state) if game else (),
        oob=game.scenario.oob if game else None,
    )
    if game is not None:
        game.close()
    with whole_file(output) as partial:
        picture.save(partial)
    click.echo(f"Painted {output}: {picture.size.width()} x {picture.size.height()} pixels.")


@oob_.command()
@click.argument("file", metavar="FILE|OB")
@click.option("-o", "--output", required=True, type=FILE, help="The PDF file.")
@click.option("--errata", is_flag=True, help="Lay its errata over it first.")
@click.option("--paper", default="A4", show_default=True, help="A4 or Letter.")
def booklet(file: str, output: Path, errata: bool, paper: str) -> None:
    """Write an order of battle as a PDF to print: two columns, headings, contents."""
    require_folder(output)
    ledger = ledger_of_project(file) or ledger_files.named(file)
    if errata:
        ledger_files.correct(ledger, file)
    _offscreen_without_display()
    from qtapp.roster.booklet import write_booklet

    pages = write_booklet(ledger, output, paper)
    click.echo(f"Wrote {output}: {pages} pages.")


@main.command()
@click.argument("name", required=False)
@json_option
def bench(name: str | None, as_json: bool) -> None:
    """Measure the budgets of the design on this machine."""
    _offscreen_without_display()
    from qtapp.measures import ALL_MEASURES

    run_bench(name, as_json, ALL_MEASURES)


def _corners(board: GameMap, region: str) -> tuple[Hex, Hex]:
    first, dots, second = region.partition("..")
    if not dots:
        raise KnownError(f"--region {region}", "is no region.", "Write two hexes: 0101..0510.")
    try:
        return board.parse_label(first), board.parse_label(second)
    except ValueError as error:
        raise KnownError(f"--region {region}", f"{error}.", "Name two hexes of the map.") from error


def _wanted(what: str) -> Path | str:
    path = Path(what)
    if path.suffix == ".sandtable" or path.is_file():
        if not path.exists():
            raise KnownError(what, "there is no such file.", "Check the name.")
        return path.resolve()
    known = [info.id for info in scenarios()]
    if what not in known:
        raise KnownError(repr(what), "is no campaign file and no scenario.", nearest(what, known))
    return what


def _run(wanted: Path | str | None, config_dir: Path | None) -> None:
    from qtapp.app import run

    raise click.exceptions.Exit(run(wanted, config_dir))


def _offscreen_without_display() -> None:
    if os.name == "posix" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


if __name__ == "__main__":
    main()
