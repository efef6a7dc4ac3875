"""Facts along hexsides and lines: banks, what is between two places, ways and distances."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from maps.checking.facts.spots import (
    WINDS,
    UnknownError,
    bearing,
    spot,
    spots,
    toward,
    wind,
    within,
)
from maps.errors import counted
from maps.finding.measures import scale_of
from maps.finding.paths import hex_path
from maps.hexgrid import Hex, Side, are_adjacent, distance, side_between
from maps.layout import Layout
from maps.model import GameMap
from maps.terrain import is_land

Found = tuple[bool, str, Hex | None]

KM = {"miles": 1.609344, "kilometres": 1.0}
LEEWAY = 0.06
"""How far a distance may be off, as a share of it; one hex is always allowed."""


def bank(board: GameMap, what: str, choices: Sequence[str]) -> Found:
    """``S of major_river``: a river of that kind beside the place runs north of it.

    The mean of its hexsides around the place's hex decides, for each run of them that no gap
    parts (two rivers may pass one hex); where none is there, of those around the hexes beside it
    that are reached without crossing anything.
    """
    home = spot(board, what).hex
    wanted, kinds = _counted(choices)
    if wanted not in WINDS:
        raise UnknownError(f"a bank is worded 'S of river', not {choices[0]!r}")
    for here in [home, *_open_neighbours(board, home)]:
        ways = [way for run in _runs(board, here, kinds) if (way := toward(board, home, run))]
        if ways:
            goal = 45 * WINDS.index(wanted)
            off = [abs((bearing(board, *way) - goal + 180) % 360 - 180) for way in ways]
            told = " and ".join(wind(board, *way) for way in ways)
            return max(off) > 90, f"it runs to the {told}", home
    return False, f"no {' or '.join(sorted(kinds))} is near", home


def _counted(choices: Sequence[str]) -> tuple[str, frozenset[str]]:
    """``3 of road`` taken apart, whose further choices are worded with or without the 3."""
    head, of, _ = choices[0].partition(" of ")
    return head if of else "", frozenset(one.removeprefix(f"{head} of ") for one in choices)


def _runs(board: GameMap, here: Hex, kinds: frozenset[str]) -> list[list[Side]]:
    """The hexsides of these kinds around a hex, those side by side together."""
    around = here.neighbours()
    held = [bool(board.side_kinds(here, near) & kinds) for near in around]
    first = next((turn for turn in range(6) if not held[turn - 1]), 0)
    runs: list[list[Side]] = []
    for turn in range(first, first + 6):
        if held[turn % 6]:
            if turn == first or not held[(turn - 1) % 6]:
                runs.append([])
            runs[-1].append(side_between(here, around[turn % 6]))
    return runs


def _open_neighbours(board: GameMap, home: Hex) -> list[Hex]:
    return [n for n in home.neighbours() if is_land(board, n) and not board.side_kinds(home, n)]


def between(board: GameMap, what: str, choices: Sequence[str]) -> Found:
    """``major_river``: no way over land leads round it; ``no major_river``: one does.

    A way may lead about by three hexes, or by half as much again as the places are apart.
    """
    a, b = (one.hex for one in spots(board, what, 2, 2))
    without = choices[0].startswith("no ")
    barred = frozenset(choice.removeprefix("no ") for choice in choices)
    is_open = _goes(board, a, b, barred)
    named = " or ".join(sorted(barred))
    return is_open == without, f"{'a' if is_open else 'no'} way leads past {named}", a


def _goes(board: GameMap, a: Hex, b: Hex, barred: frozenset[str]) -> bool:
    most = within(a, b)

    def cost(here: Hex, there: Hex) -> int | None:
        if not is_land(board, there) or distance(a, there) + distance(there, b) > most:
            return None
        return None if board.side_kinds(here, there) & barred else 1

    return bool(hex_path(a, b, cost, limit=2 * most))


def side(board: GameMap, what: str, choices: Sequence[str]) -> Found:
    """The kinds of the hexside between two adjacent hexes; ``none`` for a bare one."""
    a, b = (one.hex for one in spots(board, what, 2, 2))
    if not are_adjacent(a, b):
        return False, "they are not adjacent", a
    held = sorted(board.side_kinds(a, b)) or ["none"]
    return bool(set(held).intersection(choices)), " and ".join(held), a


def line(board: GameMap, what: str, choices: Sequence[str]) -> Found:
    """Lines of these kinds lead from each place to the next without a great detour."""
    stops = spots(board, what)
    kinds = frozenset(choices)
    for a, b in pairwise(stops):
        way = hex_path(
            a.hex,
            b.hex,
            lambda here, there: 1 if board.line_kinds(here, there) & kinds else None,
            limit=within(a.hex, b.hex),
        )
        if not way:
            return False, f"it does not lead from {a.word} to {b.word}", a.hex
    return True, "it leads there", stops[0].hex


def lines(board: GameMap, what: str, choices: Sequence[str]) -> Found:
    """``4 of rail``: lines of the kind leave a hex toward at least so many neighbours."""
    at = spot(board, what).hex
    count, kinds = _counted(choices)
    if not count.isdecimal():
        raise UnknownError(f"lines are worded '3 of road', not {choices[0]!r}")
    met = sum(bool(board.line_kinds(at, near) & kinds) for near in at.neighbours())
    return met >= int(count), f"{counted(met, 'line')} lead away", at


def distance_apart(board: GameMap, what: str, choices: Sequence[str]) -> Found:
    """``303 km`` or ``188 miles`` within a hex or 6 %; ``12 hexes`` to the hex."""
    a, b = (one.hex for one in spots(board, what, 2, 2))
    words = choices[0].split()
    if len(words) != 2 or words[1] not in ("km", "miles", "hexes") or not words[0].isdecimal():
        raise UnknownError(f"a distance is worded '303 km' or '12 hexes', not {choices[0]!r}")
    number = int(words[0])
    if words[1] == "hexes":
        return distance(a, b) == number, counted(distance(a, b), "hex", "hexes"), a
    scale = scale_of(board, "kilometres" if words[1] == "km" else "miles")
    layout = Layout(board.orientation)
    if scale.per_hex <= 0:
        raise UnknownError("the board's notes state no scale")
    per_hex = scale.per_hex * KM[scale.unit] / (KM["miles"] if words[1] == "miles" else 1.0)
    p, q = layout.centre(a), layout.centre(b)
    measured = math.hypot(p.x - q.x, p.y - q.y) / layout.pitch * per_hex
    holds = abs(measured - number) <= max(per_hex, LEEWAY * number)
    return holds, f"{measured:.0f} {words[1]}", a
