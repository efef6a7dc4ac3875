"""The whole command line: the engine's verbs and those that paint or open the window.

Verbs are imported when they are typed; this module must stay quick to import.
"""

from __future__ import annotations

import gc
from dataclasses import replace

import click

import engine.cli
from engine.cli.common import Later, Verbs
from qtapp.workers.garbage import THRESHOLDS

PAINTERS = {
    "oob": "qtapp.workspaces.units.verbs:oob_",
    "sheets": "qtapp.workspaces.counters.sheets.verbs:sheets_",
}
"""Verbs of the engine that the window has more to add to, and where they are with it."""


@click.group(cls=Verbs, invoke_without_command=True)
@click.version_option(package_name="sandtable", prog_name="sandtable")
@click.pass_context
def main(context: click.Context) -> None:
    """Sandtable: a map editor and game manager for hex-and-counter wargames.

    Without a verb it opens the window on the file opened last.
    """
    gc.set_threshold(*THRESHOLDS)
    if context.invoked_subcommand is None:
        from qtapp.verbs.opening import run_window

        run_window()


main.later(
    *(replace(verb, place=PAINTERS.get(verb.name, verb.place)) for verb in engine.cli.VERBS),
    Later(
        "open",
        "qtapp.verbs.opening:open_",
        "Open the window on a campaign file, or on your campaign of a scenario.",
    ),
    Later(
        "export",
        "qtapp.verbs.exporting:export",
        "Write what you have made in the forms of other programs.",
    ),
    Later(
        "render",
        "qtapp.verbs.painting:render",
        "Paint a board, with the counters of its game, as a PNG picture.",
    ),
)


if __name__ == "__main__":
    main()
