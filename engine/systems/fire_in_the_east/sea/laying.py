"""Ships in positions laid out by hand: ``ship NAME`` in port, ``ship NAME at sea``, with words for
what has befallen it: ``ship NAME at sea with 2 hits unsupplied``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.core.laying import refusal
from engine.systems.europa.state.constants import GONE
from engine.systems.fire_in_the_east.sea.records import Fleet, Vessel
from engine.systems.fire_in_the_east.state.context import EastContext
from maps.errors import nearest
from maps.hexgrid import Hex

SHIP = "ship "
"""What markers of ships begin with."""
WORDS = re.compile(
    r"ship (?P<ship>\S+)(?P<sea> at sea)?(?: with (?P<hits>\d) hits?)?(?P<starved> unsupplied)?"
)


def emptied(fleet: Fleet) -> Fleet:
    """The fleet with every ship out of the game."""
    for ship in fleet.vessels:
        fleet = fleet.having(ship, Vessel(GONE, port=False))
    return fleet


def placed(context: EastContext, fleet: Fleet, key: str, word: str) -> Fleet:
    """The fleet with a ship where a marker says. Raises KnownError for words that fit none."""
    part, found = f"markers, {key}", WORDS.fullmatch(word)
    if found is None or found["ship"] not in fleet.vessels:
        known = nearest(found["ship"] if found else word, tuple(fleet.vessels))
        raise refusal(f"{word!r} names no ship of the scenario.", known, part=part)
    try:
        at = context.hex_of(key)
    except ValueError as error:
        raise refusal(f"{error}.", part=part) from error
    if at not in context.seas.lanes:
        raise refusal("no ship gets there.", "Name a sea or coastal hex.", part=part)
    hits = int(found["hits"] or 0)
    port, starved = found["sea"] is None, found["starved"] is not None
    return fleet.having(found["ship"], Vessel(at, port, hits, starved=starved))


def told(context: EastContext, fleet: Fleet) -> Iterator[tuple[str, str]]:
    """The place of each ship in play, as it is written, with its words."""
    for ship, found in fleet.vessels.items():
        if not isinstance(found.at, Hex):
            continue
        sea = "" if found.port else " at sea"
        hits = f" with {found.hits} hit{'s' if found.hits > 1 else ''}" if found.hits else ""
        starved = " unsupplied" if found.starved else ""
        yield context.map.label(found.at), f"{SHIP}{ship}{sea}{hits}{starved}"
