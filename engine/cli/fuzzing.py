"""``sandtable fuzz``: random legal games that look for faults of the engine."""

from __future__ import annotations

from dataclasses import asdict, is_dataclass
from typing import Any

import click

from engine.cli.common import FOUND_ERRORS, json_option, progress, progress_done, say_json
from engine.trials import fuzz as run_fuzz


@click.command()
@click.argument("scenario")
@click.option("--games", required=True, type=click.IntRange(1), help="How many games to play.")
@click.option("--seed", default=1, show_default=True, help="Seed of the first game.")
@json_option
def fuzz(scenario: str, games: int, seed: int, as_json: bool) -> None:
    """Play random legal games and check what must always hold; exit code 1 when it does not."""
    report: Any = run_fuzz(scenario, games, seed, progress)
    progress_done()
    result = (
        asdict(report) if is_dataclass(report) and not isinstance(report, type) else dict(report)
    )
    if as_json:
        say_json(result)
    else:
        for fault in result["faults"]:
            click.echo(str(fault))
        click.echo(
            f"{result['games']} games, {result['actions']} actions, "
            f"{len(result['faults'])} faults, {result['actions_per_second']:.0f} actions a second."
        )
    if result["faults"]:
        raise click.exceptions.Exit(FOUND_ERRORS)
