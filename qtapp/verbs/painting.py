"""``sandtable render``: a board as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from engine.cli.common import FILE
from engine.cli.common.targets import ProjectFile, target_of
from engine.core.system import Scenario
from engine.editing.map_session import EditSession
from engine.editing.project_session import ProjectSession
from engine.game.session import GameSession
from maps.errors import KnownError
from maps.files.writing import require_folder
from maps.hexgrid import Hex
from maps.model import GameMap
from qtapp.verbs.display import offscreen_without_display
from qtapp.verbs.scans import scans_of, skin_option


@click.command()
@click.argument("file", metavar="FILE|MAP|SCENARIO")
@click.option("-o", "--output", required=True, type=FILE, help="The PNG file.")
@click.option("--hex", "hex_px", default=48.0, show_default=True, help="Pixels per hex.")
@click.option("--region", metavar="A..B", help="Only the rectangle between two hex numbers.")
@skin_option
@click.pass_context
def render(
    context: click.Context,
    file: str,
    output: Path,
    hex_px: float,
    region: str | None,
    skin: bool,
) -> None:
    """Paint a board, with the counters of its game, as a PNG picture."""
    require_folder(output)
    offscreen_without_display()
    from qtapp.board.pictures import render as painting
    from qtapp.painters.layers.shape import BoardShape

    painting.PICTURES.require(output)
    found = target_of(file)
    game: GameSession | None = None
    match found:
        case GameMap() as board:
            pass
        case Scenario(map=board):
            pass
        case ProjectFile(path=path):
            project = context.with_resource(ProjectSession.reading(path))
            if project.games:
                game = context.with_resource(GameSession.open(path))
                board = game.scenario.map
            else:
                with EditSession.open(path) as editor:
                    board = editor.map
        case _:
            raise KnownError(file, "is an order of battle.", "Name a map or a project file.")
    hexes = None
    if region is not None:
        hexes = painting.region_between(BoardShape(board), *corners(board, region))
    picture = painting.Picture(
        board,
        hex_px,
        region=hexes,
        counters=game.rules.counters(game.state) if game else (),
        markers=game.rules.markers(game.state) if game else (),
        oob=game.scenario.oob if game else None,
        skin=scans_of(file) if skin else None,
    )
    painting.PICTURES.write(picture, output)
    click.echo(f"Painted {output}: {picture.size.width()} x {picture.size.height()} pixels.")


def corners(board: GameMap, region: str) -> tuple[Hex, Hex]:
    """The two hexes that ``0101..0510`` names. Raises KnownError for anything else."""
    first, dots, second = region.partition("..")
    if not dots:
        raise KnownError(f"--region {region}", "is no region.", "Write two hexes: 0101..0510.")
    try:
        return board.parse_label(first), board.parse_label(second)
    except ValueError as error:
        raise KnownError(f"--region {region}", f"{error}.", "Name two hexes of the map.") from error
