"""`make run` and what goes before `make test`: set up, then open the first campaign."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import environment
from environment import Need
from host import display, system_libraries
from told import SetupError, complain, say

CAMPAIGN = "balkan_gambit/1943"
BUILD = Path("build")
GAME = BUILD / "first-campaign.sandtable"
LOG = BUILD / "first-campaign-log.md"
PICTURE = BUILD / "first-campaign.png"


def main(arguments: Sequence[str]) -> int:
    """Run `setup` (everything the checks need) or `run` (set up, then play); return the exit code.

    `setup` installs what the checks need, `run` only what playing needs.
    """
    if list(arguments) not in (["setup"], ["run"]):
        say("usage: bootstrap.py setup|run")
        return 2
    os.chdir(environment.ROOT)
    try:
        if arguments[0] == "setup":
            system_libraries.ensure(environment.ensure(Need.TEST), display.platform(os.environ))
            return 0
        return run(environment.ensure(Need.PLAY))
    except SetupError as error:
        return complain(error)
    except KeyboardInterrupt:
        return 130


def run(python: Path) -> int:
    """Open the first campaign in the window, or play it through where there is no display."""
    platform = display.platform(os.environ)
    system_libraries.ensure(python, platform)
    if platform == display.OFFSCREEN:
        say("There is no display here, so Sandtable plays one campaign by itself, both sides.")
        return play_through(python)
    if not display.opens(python):
        say("The display does not answer, so Sandtable plays one campaign by itself, both sides.")
        return play_through(python)
    say(f"Opening the Balkan Gambit 1943 campaign: {environment.command_line()} open {CAMPAIGN}")
    return _sandtable(python, ["open", CAMPAIGN], dict(os.environ))


def play_through(python: Path) -> int:
    """Play one campaign with both sides automatic; leave its log and a picture of the board."""
    BUILD.mkdir(exist_ok=True)
    for old in BUILD.glob("first-campaign*"):
        old.unlink()
    offscreen = display.without_display()
    for command in campaign_commands():
        code = _sandtable(python, command, offscreen)
        if code != 0:
            return code
    say(f"The log of the campaign: {LOG.resolve()}")
    say(f"A picture of the board as it ended: {PICTURE.resolve()}")
    return 0


def campaign_commands() -> list[list[str]]:
    """Return the two `sandtable` commands that play and picture the first campaign."""
    play = ["play", CAMPAIGN, "--bots", "both", "--seed", "1", "-o", str(GAME), "--log", str(LOG)]
    return [play, ["render", str(GAME), "-o", str(PICTURE)]]


def _sandtable(python: Path, arguments: Sequence[str], environ: dict[str, str]) -> int:
    command = [str(python.with_name("sandtable")), *arguments]
    return subprocess.run(command, env=environ, check=False).returncode
