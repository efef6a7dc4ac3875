"""``sandtable play`` and ``sandtable replay``: games without a window."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import click

from engine.cli.common import (
    FILE,
    FOUND_ERRORS,
    NUMBER,
    json_option,
    progress,
    progress_done,
    say_json,
)
from engine.core.actions import Action, Roll
from engine.core.wording import counted, written
from engine.editing.chart_session import imported
from engine.editing.project_session import ProjectSession
from engine.editing.scenario_session import BLANK
from engine.editing.scenario_session import listed as scenarios_of
from engine.game.session import Dice, GameSession, Own
from engine.game.set_up.game_set_up import made_for, with_charts
from engine.play.log import How
from engine.play.opponent import explain
from engine.reports import log_export
from engine.scenarios import load_scenario
from maps.errors import KnownError, nearest
from maps.files.reading import LARGEST_TOML, json_of, read_text
from maps.files.writing import require_folder, whole_file, write_whole
from maps.untyped import JsonObject

BOTH = "both"


@click.command()
@click.argument("scenario")
@click.option("--seed", default=1, show_default=True, help="Seed of the dice.")
@click.option("--script", type=FILE, help="Play the actions of this file first, one JSON a line.")
@click.option("--bots", metavar="both|SIDE", help="Sides that the automatic player commands.")
@click.option("--charts", type=FILE, help="Play by the charts of this TOML file.")
@click.option("-o", "--output", type=FILE, help="Keep the game in this new project file.")
@click.option("--log", type=FILE, help="Write the log as Markdown to this new file.")
@json_option
def play(
    scenario: str,
    seed: int,
    script: Path | None,
    bots: str | None,
    charts: Path | None,
    output: Path | None,
    log: Path | None,
    as_json: bool,
) -> None:
    """Play a scenario by a script, by the automatic player, or first one and then the other."""
    if script is None and bots is None:
        raise KnownError("play", "nobody plays.", "Give --script FILE, --bots both, or both.")
    if log is not None:
        require_folder(log)
    loaded = load_scenario(scenario)
    if charts is not None:
        own = imported(read_text(charts, LARGEST_TOML), str(charts), loaded.system)
        loaded = with_charts(loaded, own)
    with ExitStack() as stack:
        path = (
            None if output is None else stack.enter_context(whole_file(output, may_replace=False))
        )
        game = stack.enter_context(GameSession.begin(loaded, seed=seed, path=path, dice=Dice.ASK))
        sides = _sides(game, bots)
        if script is not None:
            _follow(game, script)
        _let_play(game, sides)
        result = outcome_of(game)
        told = "" if log is None else log_export.markdown(game)
    if log is not None:
        write_whole(log, told)
    if as_json:
        say_json(result)
    else:
        click.echo(_sentence(result))
        for name, file in (("Game", output), ("Log", log)):
            if file is not None:
                click.echo(f"{name}: {file}")


@click.command()
@click.argument("project", type=FILE)
@click.argument("scenario")
@click.option("--board", type=NUMBER, help="The board of the project to play on, by number.")
@click.option("--order", type=NUMBER, help="The order of battle of the project, by number.")
@click.option("--charts", type=NUMBER, help="The charts of the project to play by, by number.")
@click.option("--seed", default=1, show_default=True, help="Seed of the dice.")
@click.option("--script", type=FILE, help="Play the actions of this file first, one JSON a line.")
@json_option
def start(
    project: Path,
    scenario: str,
    board: int | None,
    order: int | None,
    charts: int | None,
    seed: int,
    script: Path | None,
    as_json: bool,
) -> None:
    """Begin a game in a project file, with its own board, order of battle and charts if wanted.

    SCENARIO is one that is shipped, or one of the project's own, by its title or its number.
    """
    if charts is None and (made := _of_file(project, scenario)) is not None:
        scenario, charts = BLANK, made
    with ProjectSession.open(project) as known:
        numbers = {info.number for info in known.boards}
    if board is not None and board not in numbers:
        raise KnownError(
            str(project), f"holds no board {board}.", nearest(str(board), map(str, numbers))
        )
    own = Own(board, order, charts)
    if charts is not None and (board is None or order is None):
        own = _meant(project, own)
    with GameSession.start(scenario, seed=seed, path=project, dice=Dice.ASK, own=own) as game:
        if script is not None:
            _follow(game, script)
        game.dice = Dice.PROGRAM
        result: JsonObject = {
            **outcome_of(game),
            "game": game.number,
            "units": len(game.state.pieces),
        }
    if as_json:
        say_json(result)
    else:
        click.echo(f"{project}: game {result['game']} begun, {counted(result['units'], 'unit')}.")


def _of_file(project: Path, name: str) -> int | None:
    """The number of a scenario of a project that has this title or number, None without one.

    Raises KnownError for a title that several have, and for what is neither one nor the other.
    """
    infos = scenarios_of(project)
    titled = [info.number for info in infos if info.title.casefold() == name.casefold()]
    if len(titled) > 1:
        numbers = " or ".join(map(str, titled))
        raise KnownError(name, "is the title of several scenarios.", f"Name its number: {numbers}.")
    found = titled + [info.number for info in infos if str(info.number) == name]
    if not found and infos and "/" not in name:
        known = nearest(name, [info.title for info in infos])
        raise KnownError(name, f"is no scenario of {project}, nor one that is shipped.", known)
    return next(iter(found), None)


def _meant(project: Path, own: Own) -> Own:
    """With charts of a scenario of one's own, the board and order of battle it was made for, where
    no others are named.
    """
    assert own.charts is not None, "charts are named"
    if own.charts not in {info.number for info in scenarios_of(project)}:
        return own
    made = made_for(project, own.charts)
    return Own(own.board or made.board, own.order or made.order, own.charts)


@click.command()
@click.argument("game", type=FILE)
@click.option("--verify", is_flag=True, help="Compare every step with what the file recorded.")
@json_option
def replay(game: Path, verify: bool, as_json: bool) -> None:
    """Tell a game from its log; with --verify check that every step comes out as recorded."""
    with ProjectSession.reading(game), GameSession.open(game) as played:
        wrong = played.verify() if verify else ()
        result: JsonObject = {**outcome_of(played), "steps": len(played.log) - 1}
        if verify:
            result |= {"verified": not wrong, "wrong": list(wrong)}
        if as_json:
            say_json(result)
        elif verify:
            steps = result["steps"]
            bad = ", ".join(map(str, wrong[:10]))
            click.echo(
                f"{game}: not as recorded: {bad}{' ...' if len(wrong) > 10 else ''}; the rules or"
                f" their charts may have changed since. {len(wrong)} of"
                f" {counted(1 + steps, 'position')}."
                if wrong
                else f"{game}: as recorded, {counted(steps, 'step')}, digest {result['digest']}."
            )
        else:
            click.echo(log_export.plain_text(played))
    if wrong:
        raise click.exceptions.Exit(FOUND_ERRORS)


UNFINISHED = "unfinished"


def outcome_of(game: GameSession) -> JsonObject:
    """How a game stands: turns, winner, level, victory points, actions, digest."""
    outcome = game.view().outcome
    points = outcome.points if outcome else ()
    return {
        "turns": game.rules.phases(game.state).turn,
        "winner": outcome.winner if outcome else "",
        "level": outcome.level if outcome else UNFINISHED,
        "victory_points": {side: int(n) if n == int(n) else float(n) for side, n in points},
        "actions": sum(not node.is_die for node in game.log.line()),
        "digest": game.digest(),
    }


def _sides(game: GameSession, bots: str | None) -> frozenset[str]:
    sides = [side.id for side in game.system.sides]
    if bots is None:
        return frozenset()
    if bots == BOTH:
        return frozenset(sides)
    if bots not in sides:
        raise KnownError(f"--bots {bots}", "is no side.", nearest(bots, [*sides, BOTH]))
    return frozenset({bots})


def _follow(game: GameSession, script: Path) -> None:
    """Play the lines of a script; dice it does not state are rolled."""
    for where, action in _lines(game, script):
        while game.view().chance is not None and not isinstance(action, Roll):
            game.roll()
        objections = game.check(action)
        if objections:
            reasons = " ".join(str(objection) for objection in objections)
            raise KnownError(where, reasons, f"Fix or remove this {action.kind()}.")
        game.act(action)


def _lines(game: GameSession, script: Path) -> Iterator[tuple[str, Action]]:
    for number, line in enumerate(read_text(script).split("\n"), 1):
        text = line.strip()
        if text and not text.startswith("#"):
            where = f"{script} line {number}"
            yield where, game.from_script(json_of(text, where), where)


def _let_play(game: GameSession, sides: frozenset[str]) -> None:
    """Let the automatic player decide until the game ends or another side has to."""
    game.dice = Dice.PROGRAM
    while game.view().outcome is None:
        view = game.view()
        if view.chance is not None:
            game.roll()
        elif view.side in sides:
            progress(f"Turn {view.turn}: {view.prompt}"[:78])
            action, reason = explain(game)
            game.act(action, how=How.BOT, why=reason)
        else:
            break
    progress_done()


def _sentence(result: JsonObject) -> str:
    counts = result["victory_points"].items()
    points = ", ".join(f"{side} {written(count)}" for side, count in counts)
    is_over = result["level"] != UNFINISHED
    end = f"{result['winner'] or 'nobody'} wins: {result['level']}" if is_over else UNFINISHED
    shown = f" (victory points: {points})" if points else ""
    count, digest = result["actions"], result["digest"]
    return f"Turn {result['turns']}: {end}{shown}. {counted(count, 'decision')}, digest {digest}."
