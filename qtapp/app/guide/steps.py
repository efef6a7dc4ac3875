"""The steps by which a game that somebody owns comes in, and what each finds in the open file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.wording import counted
from engine.editing.project_session import Progress

EACH = 5
"""Confirmed hexes of a kind, one kind with another, that make a good reading."""


@dataclass(frozen=True, slots=True)
class GuideStep:
    """A step: its name, what to do, the act that its button does and what the button says, what of
    it is there, and whether it is done.
    """

    id: str
    title: str
    text: str
    act: str
    found: Callable[[Progress], str]
    is_done: Callable[[Progress], bool]


def _scan(now: Progress) -> str:
    if not now.scans:
        return "No scan yet." if not now.boards else f"{counted(now.boards, 'board')}, no scan."
    return f"{counted(now.scans, 'scan')} on {counted(now.hexes, 'hex', 'hexes')}."


def _grid(now: Progress) -> str:
    if not now.points:
        return "The grid is not laid yet: show hexes (P)."
    checked = counted(now.checks, "hex", "hexes")
    return f"Held by {counted(now.points, 'point')}; {checked} checked."


def _samples(now: Progress) -> str:
    return f"{counted(now.samples, 'hex', 'hexes')} named, of {counted(now.kinds, 'kind')}."


def _terrain(now: Progress) -> str:
    return f"{counted(now.ground, 'kind')} of terrain on the board."


def _lines(now: Progress) -> str:
    sides, links = counted(now.sides, "hexside"), counted(now.links, "stretch", "stretches")
    return f"{sides} and {links} of road or rail on the board."


def _places(now: Progress) -> str:
    return f"{counted(now.places, 'place')} on the board."


def _counters(now: Progress) -> str:
    if not now.units:
        return "No unit yet."
    return f"{counted(now.units, 'unit')} of {counted(now.nations, 'nation')}."


def _rules(now: Progress) -> str:
    return f"{counted(now.rules, 'set')} of rules by hand." if now.rules else "No rules yet."


def _turns(now: Progress) -> str:
    return "Turns have dates of yours." if now.turns else "Turns are those of the kit."


def _cells(now: Progress) -> str:
    if not now.rules:
        return "No rules yet."
    return f"{counted(now.cells, 'change')} to the rules of the kit."


def _play(now: Progress) -> str:
    return f"{counted(now.games, 'game')} begun." if now.games else "No game yet."


STEPS = (
    GuideStep(
        "scan",
        "Scan the map",
        "Choose the picture of the map. Its grid is looked for, and a board is offered. A module of"
        " VASSAL comes in whole: File, Import.",
        "Choose the scan…",
        _scan,
        lambda now: now.scans > 0 and now.hexes > 0,
    ),
    GuideStep(
        "grid",
        "Check the grid",
        "Say which number is printed in the hexes that are asked for; three make it certain.",
        "Check a hex",
        _grid,
        lambda now: now.points > 0 and now.checks > 1,
    ),
    GuideStep(
        "samples",
        "Name the terrain",
        "Click a hex of each kind and type what it is called (N); then confirm "
        f"{EACH} hexes of each (T).",
        "Name samples",
        _samples,
        lambda now: now.kinds > 1 and (now.samples >= EACH * now.kinds or now.drawn > 0),
    ),
    GuideStep(
        "terrain",
        "Read the terrain",
        "Name all hexes; look at those it is least sure of, at the top of the review, and draw.",
        "Name all hexes",
        _terrain,
        lambda now: now.drawn > 0 and now.ground > 1,
    ),
    GuideStep(
        "lines",
        "Rivers and roads",
        "Choose a line, click five stretches of it (R), trace it (F7), look at it and draw.",
        "Confirm rivers and roads",
        _lines,
        lambda now: now.sides + now.links > 0,
    ),
    GuideStep(
        "places",
        "Name the places",
        "Click towns, ports and castles, which the scan on the board shows, and type their names. "
        "Places count for victory, give supply, and say where units begin.",
        "Put places",
        _places,
        lambda now: now.places > 0,
    ),
    GuideStep(
        "counters",
        "Cut the counters",
        "Open the scan of a counter sheet, then Make units: name the nation of each colour.",
        "Read a counter sheet",
        _counters,
        lambda now: now.units > 0,
    ),
    GuideStep(
        "scenario",
        "Begin a scenario",
        "Give it a title and choose the starting kit whose rules come nearest to yours.",
        "New scenario…",
        _rules,
        lambda now: now.rules > 0,
    ),
    GuideStep(
        "turns",
        "Turn track",
        "Say how many turns there are and on which date each begins; type into the table what a "
        "turn brings.",
        "Dates of the turns…",
        _turns,
        lambda now: now.turns > 0,
    ),
    GuideStep(
        "rules",
        "Declare rules",
        "Change as many cells as you care to: costs, zones, stacking, supply, combat. The rest is "
        "left to you at the table.",
        "Go to the charts",
        _cells,
        lambda now: now.cells > 0,
    ),
    GuideStep(
        "play",
        "Play",
        "Begin the game. Units without a place are set up first; Ctrl+Return ends a phase.",
        "Start a game of it…",
        _play,
        lambda now: now.games > 0,
    ),
)
