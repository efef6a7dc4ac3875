"""Air units in positions laid out by hand: ``air unit NAME`` at a base or in a box,
``air unit NAME on ground support from 14A:3719`` at the hex it is over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from engine.core.laying import refusal
from engine.core.state import Location
from engine.systems.europa.air import fleet
from engine.systems.europa.air.records import TURNED_BACK, AirUnit
from engine.systems.europa.state.constants import DEAD, GONE, PENDING
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.records import Theatre
from maps.errors import nearest
from maps.hexgrid import Hex

AIR_UNIT = "air unit "
INOPERATIVE = "inoperative "
WORDS = re.compile(
    r"air unit (?P<inoperative>inoperative )?(?P<unit>\S+)"
    r"(?: on (?P<mission>.+) from (?P<base>\S+))?"
)
MISSIONS = (*fleet.OVER, TURNED_BACK)
ASIDE = (DEAD, GONE, PENDING)


def placed(context: Context, state: Theatre, key: str, word: str) -> Theatre:
    """The state with an air unit where a marker says. Raises KnownError for words that fit none."""
    part = f"markers, {key}"
    found, air = WORDS.fullmatch(word), context.look(state).air
    if found is None or found["unit"] not in air.units:
        known = nearest(found["unit"] if found else word, tuple(air.units))
        raise refusal(f"{word!r} names no air unit of the scenario.", known, part=part)
    at = _place(context, key, part)
    laid = AirUnit(at, found["inoperative"] is None)
    if found["mission"]:
        if found["mission"] not in MISSIONS:
            what = f"{found['mission']!r} is no mission over a hex."
            raise refusal(what, nearest(found["mission"], MISSIONS), part=part)
        if not isinstance(at, Hex):
            raise refusal("missions are flown over hexes, not boxes.", part=part)
        base = _place(context, found["base"], part)
        laid = replace(laid, at=base, mission=found["mission"], target=at, flown=True)
    return state.having(air=air.having(found["unit"], laid))


def _place(context: Context, key: str, part: str) -> Location:
    if key in context.holding or key in ASIDE:
        return key
    try:
        return context.hex_of(key)
    except ValueError as error:
        raise refusal(f"{error}.", part=part) from error


def told(context: Context, state: Theatre) -> Iterator[tuple[str, str]]:
    """The place of each air unit, as it is written, with its words."""
    pos = context.look(state)
    for id_, unit in pos.air.units.items():
        words = f"{AIR_UNIT}{'' if unit.operative else INOPERATIVE}{id_}"
        if unit.target is None:
            yield fleet.label(pos, unit.at), words
        else:
            base = fleet.label(pos, unit.at)
            yield context.map.label(unit.target), f"{words} on {unit.mission} from {base}"
