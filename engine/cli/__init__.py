"""The command line of every job that paints nothing; :mod:`qtapp.cli` adds the verbs that paint.

Known errors are one sentence on standard error and exit code 2; nothing is changed then.
"""

from __future__ import annotations

import click

from engine.cli.benches import bench
from engine.cli.chartsets import chartset
from engine.cli.checking import check
from engine.cli.common import Verbs
from engine.cli.digitise import digitise
from engine.cli.fuzzing import fuzz
from engine.cli.listing import charts, scenarios, systems
from engine.cli.making import import_, new
from engine.cli.playing import play, replay
from engine.cli.rosters import oob_
from engine.cli.sheets import sheets_

__all__ = ["COMMANDS", "main"]

COMMANDS: tuple[click.Command, ...] = (
    new,
    check,
    systems,
    scenarios,
    charts,
    chartset,
    import_,
    digitise,
    play,
    replay,
    fuzz,
    bench,
    oob_,
    sheets_,
)
"""The verbs in the order of the manual."""


@click.group(cls=Verbs)
@click.version_option(package_name="sandtable", prog_name="sandtable")
def main() -> None:
    """Sandtable: a map editor and game manager for hex-and-counter wargames."""


for _command in COMMANDS:
    main.add_command(_command)
