"""Ships in positions laid out by hand: ``ship NAME`` in port, ``ship NAME at sea``, with words for
what has befallen it: ``ship NAME at sea with 2 hits unsupplied``; and ``flotilla NAME``, ``flotilla
NAME with 1 hit``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from engine.core.laying import refusal
from engine.systems.europa.state.constants import GONE
from engine.systems.fire_in_the_east.sea.records import Boat, Fleet, Vessel
from engine.systems.fire_in_the_east.state.context import EastContext
from maps.errors import nearest
from maps.hexgrid import Hex

SHIP = "ship "
"""What markers of ships begin with."""
WORDS = re.compile(
    r"ship (?P<ship>\S+)(?P<sea> at sea)?(?: with (?P<hits>\d) hits?)?(?P<starved> unsupplied)?"
)


FLOTILLA = "flotilla "
"""What markers of river flotillas begin with."""
ON_RIVERS = re.compile(r"flotilla (?P<boat>\S+)(?: with (?P<hits>\d) hits?)?")


def emptied(fleet: Fleet) -> Fleet:
    """The fleet with every ship and river flotilla out of the game."""
    for ship in fleet.vessels:
        fleet = fleet.having(ship, Vessel(GONE, port=False))
    for boat in fleet.boats:
        fleet = fleet.with_boat(boat, Boat(GONE))
    return replace(fleet, kept=0, just_in=0)


def launched(context: EastContext, fleet: Fleet, key: str, word: str) -> Fleet:
    """The fleet with a river flotilla where a marker says. Raises KnownError for words that fit
    none.
    """
    part, found = f"markers, {key}", ON_RIVERS.fullmatch(word)
    if found is None or found["boat"] not in fleet.boats:
        known = nearest(found["boat"] if found else word, tuple(fleet.boats))
        raise refusal(f"{word!r} names no flotilla of the scenario.", known, part=part)
    at = _hex(context, key)
    if at not in context.streams.hexes:
        raise refusal("no flotilla gets there.", "Name a hex on a river or lake.", part=part)
    return fleet.with_boat(found["boat"], Boat(at, int(found["hits"] or 0)))


def _hex(context: EastContext, key: str) -> Hex:
    try:
        return context.hex_of(key)
    except ValueError as error:
        raise refusal(f"{error}.", part=f"markers, {key}") from error


def placed(context: EastContext, fleet: Fleet, key: str, word: str) -> Fleet:
    """The fleet with a ship where a marker says. Raises KnownError for words that fit none."""
    part, found = f"markers, {key}", WORDS.fullmatch(word)
    if found is None or found["ship"] not in fleet.vessels:
        known = nearest(found["ship"] if found else word, tuple(fleet.vessels))
        raise refusal(f"{word!r} names no ship of the scenario.", known, part=part)
    at = _hex(context, key)
    if at not in context.seas.lanes:
        raise refusal("no ship gets there.", "Name a sea or coastal hex.", part=part)
    hits = int(found["hits"] or 0)
    port, starved = found["sea"] is None, found["starved"] is not None
    return fleet.having(found["ship"], Vessel(at, port, hits, starved=starved))


def told(context: EastContext, fleet: Fleet) -> Iterator[tuple[str, str]]:
    """The place of each ship and flotilla in play, as it is written, with its words."""
    for boat, on in fleet.boats.items():
        if isinstance(on.at, Hex):
            harm = f" with {on.hits} hit{'s' if on.hits > 1 else ''}" if on.hits else ""
            yield context.map.label(on.at), f"{FLOTILLA}{boat}{harm}"
    for ship, found in fleet.vessels.items():
        if not isinstance(found.at, Hex):
            continue
        sea = "" if found.port else " at sea"
        hits = f" with {found.hits} hit{'s' if found.hits > 1 else ''}" if found.hits else ""
        starved = " unsupplied" if found.starved else ""
        yield context.map.label(found.at), f"{SHIP}{ship}{sea}{hits}{starved}"
