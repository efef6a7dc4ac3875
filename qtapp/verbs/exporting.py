"""``sandtable export``: what one has made, in the forms of other programs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from engine.cli.common import FILE, Verbs, json_option, progress, progress_done, say_json
from engine.cli.common.targets import ProjectFile, target_of
from engine.core.system import Scenario
from engine.core.wording import counted
from engine.editing.map_session import EditSession
from engine.editing.project_session import ProjectSession
from maps.errors import KnownError
from maps.files.writing import require_folder, write_whole
from maps.formats.interchange.board_json import schema as board_schema
from maps.model import GameMap
from qtapp.verbs.display import offscreen_without_display
from qtapp.verbs.scans import scans_of, skin_option

PARTS = ("board", "counters", "set-up", "turns", "charts", "aids")
"""What can be printed of a game, in the order it is printed in."""


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
    click.echo(f"Wrote {output}: {counted(len(board.terrain), 'hex', 'hexes')} of {board.title}.")


@export.command("print")
@click.argument("file", metavar="FILE|MAP|SCENARIO")
@click.option("-o", "--output", required=True, type=FILE, help="The PDF to write.")
@click.option("-n", "--number", type=int, help="Which board of a project that has several.")
@click.option("--hex", "hex_", default="16mm", show_default=True, help="Width of a hex: 16mm.")
@click.option(
    "--paper",
    "paper_",
    default="A4",
    show_default=True,
    help="A4, Letter, A3, ..., 200x300mm, or poster for one sheet.",
)
@click.option("--landscape", is_flag=True, help="Lay the paper on its side.")
@click.option("--margin", default="10mm", show_default=True, help="Margin of the paper.")
@click.option("--overlap", default="10mm", show_default=True, help="How far sheets overlap.")
@click.option("--marks/--no-marks", default=True, show_default=True, help="Marks to cut and join.")
@click.option("--frame/--no-frame", default=True, show_default=True, help="Title and legend.")
@skin_option
def export_print(
    file: str,
    output: Path,
    number: int | None,
    hex_: str,
    paper_: str,
    landscape: bool,
    margin: str,
    overlap: str,
    marks: bool,
    frame: bool,
    skin: bool,
) -> None:
    """Print a board at a given size of a hex over several sheets of paper, or on one."""
    require_folder(output)
    if output.suffix.lower() != ".pdf":
        raise KnownError(str(output), "is no PDF.", "End its name in .pdf.")
    offscreen_without_display()
    from qtapp.board.pictures.print_pages import size_of, write_print
    from qtapp.board.pictures.print_plan import PrintPlan
    from qtapp.workspaces.counters.sheets.layout import length, paper

    board = board_named(file, number)
    hex_mm = length(hex_, "--hex")
    plan = PrintPlan(
        size_of(board, max(0.1, min(hex_mm, 1000.0)), frame=frame),
        hex_mm,
        None if paper_.casefold() == "poster" else paper(paper_, landscape),
        length(margin, "--margin"),
        length(overlap, "--overlap"),
        marks,
    )
    write_print(
        board,
        output,
        plan,
        lambda done, of: progress(f"{done} of {counted(of, 'sheet')}"),
        frame=frame,
        skin=scans_of(file, number) if skin else None,
    )
    progress_done()
    count = plan.columns * plan.rows
    click.echo(
        f"Printed {output}: {count} {'sheet' if count == 1 else 'sheets'}"
        f" ({plan.columns} by {plan.rows}), {hex_mm:g} mm a hex."
    )


@export.command("print-and-play")
@click.argument("file", metavar="FILE|MAP|SCENARIO")
@click.option("-o", "--output", required=True, type=FILE, help="The PDF to write.")
@click.option("-n", "--number", type=int, help="Which board of a project that has several.")
@click.option("--order", type=int, help="Which order of battle of a project that has several.")
@click.option("--hex", "hex_", default="16mm", show_default=True, help="Width of a hex.")
@click.option("--counter", default="14mm", show_default=True, help="A counter's edge.")
@click.option("--paper", "paper_", default="A4", show_default=True, help="A4, Letter, 200x300mm.")
@click.option("--landscape", is_flag=True, help="Lay the paper on its side.")
@click.option(
    "--backs",
    default="long-edge",
    show_default=True,
    type=click.Choice(["none", "long-edge", "short-edge"]),
    help="Backs of counters, mirrored for the edge the printer turns over.",
)
@click.option("--only", multiple=True, type=click.Choice(PARTS), help="Only these parts.")
@skin_option
@json_option
def export_print_and_play(
    file: str,
    output: Path,
    number: int | None,
    order: int | None,
    hex_: str,
    counter: str,
    paper_: str,
    landscape: bool,
    backs: str,
    only: tuple[str, ...],
    skin: bool,
    as_json: bool,
) -> None:
    """Print a whole game: board, counters, set-up, turn record and charts in one PDF."""
    require_folder(output)
    offscreen_without_display()
    from qtapp.exchange.print_and_play import Paper, Piece, write_print_and_play
    from qtapp.exchange.subject import subject_named
    from qtapp.workspaces.counters.sheets.layout import Backs, length, paper

    measures = Paper(
        length(hex_, "--hex"), paper(paper_, landscape), length(counter, "--counter"),
        Backs(backs), frozenset(map(Piece, only or PARTS)),
    )  # fmt: skip
    subject = subject_named(file, number, order)
    printed = write_print_and_play(
        replace(subject, skin=scans_of(file, number)) if skin else subject,
        output,
        measures,
        lambda share, words: progress(f"{share:4.0%} {words}"),
    )
    progress_done()
    if as_json:
        parts = [
            {"part": part.title, "first": part.first, "last": part.last} for part in printed.parts
        ]
        say_json({"pages": printed.pages, "parts": parts, "missing": list(printed.missing)})
        return
    click.echo(f"Printed {output}: {counted(printed.pages, 'page')}.")
    for part in printed.parts:
        click.echo(f"  {part.title}: {part.pages}")
    if printed.missing:
        click.echo(f"  It has no {' and no '.join(printed.missing)}.")


@export.command("film")
@click.argument("file", type=FILE)
@click.option(
    "-o", "--output", required=True, type=FILE, help="A .webp or .apng film, or .png for pictures."
)
@click.option("--hex", "hex_px", default=32.0, show_default=True, help="Pixels per hex.")
@click.option("--region", metavar="A..B", help="Only the rectangle between two hex numbers.")
@click.option("--seconds", default=1.0, show_default=True, help="How long a turn is shown.")
@click.option("--front/--no-front", default=True, show_default=True, help="Draw the front.")
@skin_option
@json_option
def export_film(
    file: Path,
    output: Path,
    hex_px: float,
    region: str | None,
    seconds: float,
    front: bool,
    skin: bool,
    as_json: bool,
) -> None:
    """Film a game, the board at the end of each turn; or paint a picture a turn."""
    require_folder(output)
    offscreen_without_display()
    from engine.game.session import GameSession
    from qtapp.board.pictures.render import region_between
    from qtapp.exchange.film import FilmPlan, write_film
    from qtapp.painters.layers.shape import BoardShape
    from qtapp.verbs.painting import corners

    with GameSession.open(file) as game:
        board, hexes = game.scenario.map, None
        if region is not None:
            hexes = tuple(region_between(BoardShape(board), *corners(board, region)))
        plan = FilmPlan(
            hex_px, hexes, round(seconds * 1000), front, scans_of(file) if skin else None
        )
        filmed = write_film(
            game, output, plan, lambda share, words: progress(f"{share:4.0%} {words}")
        )
    progress_done()
    wide, high = filmed.size
    if as_json:
        files = [str(made) for made in filmed.files]
        say_json({"turns": filmed.turns, "width": wide, "height": high, "files": files})
        return
    turns = f"{filmed.turns} {'turn' if filmed.turns == 1 else 'turns'}"
    click.echo(f"Filmed {turns}, {wide} x {high} pixels: {filmed.files[0]}"
               f"{'' if len(filmed.files) == 1 else ' and others'}.")  # fmt: skip


@export.command("vassal")
@click.argument("file", metavar="FILE|MAP|SCENARIO")
@click.option("-o", "--output", required=True, type=FILE, help="The module to write, .vmod.")
@click.option("-n", "--number", type=int, help="Which board of a project that has several.")
@click.option("--order", type=int, help="Which order of battle of a project that has several.")
@click.option("--hex", "hex_px", default=64.0, show_default=True, help="Pixels per hex.")
@skin_option
def export_vassal(
    file: str, output: Path, number: int | None, order: int | None, hex_px: float, skin: bool
) -> None:
    """Write a board with its counters, or a game as it is now, as a module of VASSAL."""
    require_folder(output)
    offscreen_without_display()
    from qtapp.exchange.module_out import write_module
    from qtapp.exchange.subject import subject_named

    subject = subject_named(file, number, order)
    module = write_module(
        replace(subject, skin=scans_of(file, number)) if skin else subject,
        output,
        hex_px,
        lambda share, words: progress(f"{share:4.0%} {words}"),
    )
    progress_done()
    click.echo(f"Wrote {output}: {module.told}")


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
