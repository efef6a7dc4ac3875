"""``sandtable fuzz``: whole games that look for faults of the engine."""

from __future__ import annotations

from dataclasses import asdict

import click

from engine.cli.common import FOUND_ERRORS, json_option, progress, progress_done, say_json
from engine.core.wording import counted, with_noun
from engine.game import simulations


@click.command()
@click.argument("scenario")
@click.option("--games", required=True, type=click.IntRange(1), help="How many games to play.")
@click.option("--seed", default=1, show_default=True, help="Seed of the first game.")
@click.option("--auto", is_flag=True, help="The automatic player decides, instead of chance.")
@json_option
def fuzz(scenario: str, games: int, seed: int, auto: bool, as_json: bool) -> None:
    """Play random legal games and check what must always hold; exit code 1 when it does not."""
    run = simulations.auto if auto else simulations.fuzz
    report = run(scenario, games, seed, progress)
    progress_done()
    if as_json:
        say_json(asdict(report))
    else:
        for fault in report.faults:
            click.echo(str(fault))
        click.echo(
            f"{counted(report.games, 'game')}, {counted(report.actions, 'action')},"
            f" {counted(len(report.faults), 'fault')},"
            f" {with_noun(f'{report.actions_per_second:.0f}', 'action')} a second."
        )
    if report.faults:
        raise click.exceptions.Exit(FOUND_ERRORS)
