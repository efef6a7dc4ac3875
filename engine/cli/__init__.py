"""The command line of every job that paints nothing; :mod:`qtapp.cli` adds the verbs that paint.

Known errors are one sentence on standard error and exit code 2; nothing is changed then. A verb's
module is imported when the verb is typed, so that each costs what it needs and no more.
"""

from __future__ import annotations

import click

from engine.cli.common import Later, Verbs

__all__ = ["VERBS", "main"]

VERBS: tuple[Later, ...] = (
    Later(
        "new",
        "engine.cli.making:new",
        "Make a project file: empty, with a map, with a game of a scenario, or of a game box.",
    ),
    Later(
        "check",
        "engine.cli.checking:check",
        "Find everything that is wrong; exit code 1 when there are errors.",
    ),
    Later(
        "systems",
        "engine.cli.listing:systems",
        "List the game systems, with --coverage the share of their rules that is carried out.",
    ),
    Later("scenarios", "engine.cli.listing:scenarios", "List the shipped scenarios."),
    Later(
        "charts",
        "engine.cli.listing:charts",
        "List the charts of a system (or of all) and how surely each is known.",
    ),
    Later(
        "chartset",
        "engine.cli.chartsets:chartset",
        "Write edited charts to a file, read them from one, check them.",
    ),
    Later(
        "aids",
        "engine.cli.aids:aids",
        "Keep charts as pictures in a project: add, list, name, order, remove and write them.",
    ),
    Later(
        "scenario",
        "engine.cli.own_games:scenario",
        "Make, list and check scenarios of your own.",
    ),
    Later("box", "engine.cli.own_games:box", "Pack game boxes, and look into them."),
    Later("import", "engine.cli.making:import_", "Make a map from something else."),
    Later("digitise", "engine.cli.digitise:digitise", "Turn a scanned map into hexes."),
    Later(
        "play",
        "engine.cli.playing:play",
        "Play a scenario by a script, by the automatic player, or first one and then the other.",
    ),
    Later(
        "start",
        "engine.cli.playing:start",
        "Begin a game in a project file, with its own board, order of battle and charts if wanted.",
    ),
    Later(
        "ask",
        "engine.cli.asking:ask",
        "Lay out a position and ask what is legal, in reach, in supply, what an attack brings.",
    ),
    Later(
        "replay",
        "engine.cli.playing:replay",
        "Tell a game from its log; with --verify check that every step comes out as recorded.",
    ),
    Later(
        "fuzz",
        "engine.cli.fuzzing:fuzz",
        "Play random legal games and check what must always hold; exit code 1 when it does not.",
    ),
    Later(
        "bench", "engine.cli.benches:bench", "Measure the budgets of the design on this machine."
    ),
    Later(
        "repair",
        "engine.cli.repairing:repair",
        "Save what can be read of a damaged project file in a new one, and say what was lost.",
    ),
    Later(
        "oob",
        "engine.cli.rosters:oob_",
        "Read, write and count orders of battle in the field's notation.",
    ),
    Later(
        "sheets", "engine.cli.sheets:sheets_", "Counter sheets: cut and read scans, print new ones."
    ),
)
"""The verbs in the order of the manual."""


@click.group(cls=Verbs)
@click.version_option(package_name="sandtable", prog_name="sandtable")
def main() -> None:
    """Sandtable: a map editor and game manager for hex-and-counter wargames."""


main.later(*VERBS)
