"""Air units in positions laid out by hand: ``air unit NAME`` at a base or in a box, ``air unit NAME
on ground support from 14A:3719`` at the hex it is over. Words before the name say what it has done,
those at the end what is aboard and how far it may fly home. ``drop NAME on turn 4`` is a planned
drop, where it is to be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from engine.core.laying import refusal
from engine.core.state import Location
from engine.systems.europa.air import fleet, landing
from engine.systems.europa.air.groups.records import AirSystem, Box
from engine.systems.europa.air.records import (
    TURNED_BACK,
    AirReturn,
    AirUnit,
    DropPlan,
    Landing,
    Manner,
    Mission,
    ToLand,
)
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import DEAD, GONE, PENDING
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.records import Theatre
from maps.errors import nearest
from maps.hexgrid import Hex
from oob.model import UnitId

AIR_UNIT = "air unit "
DROP = re.compile(r"drop (?P<unit>\S+) on turn (?P<turn>\d+)")
MARKERS = (AIR_UNIT, "drop ")
"""What markers of the air begin with."""
INOPERATIVE = "inoperative "
FLOWN, PATROLLED, SUPPLIES = "flown ", "patrolled ", "supplies"
WORDS = re.compile(
    r"air unit (?P<inoperative>inoperative )?(?P<flown>flown )?(?P<patrolled>patrolled )?"
    r"(?P<unit>\S+)"
    r"(?: after (?P<after>transfer|staging)(?P<night> by night)?)?"
    r"(?: on (?P<mission>.+?) from (?P<base>\S+))?"
    r"(?: across to (?P<across>\S+))?"
    r"(?: within (?P<home>\d+))?"
    r"(?: towing (?P<tow>\S+))?"
    r"(?: with (?P<cargo>.+))?"
)
MISSIONS = (*fleet.OVER, TURNED_BACK)
BOXED = (Mission.TRANSPORT.value, Mission.SHUTTLE.value)
"""Missions that may go to a holding box."""
ASIDE = (DEAD, GONE, PENDING, *(box.value for box in Box))


def placed(context: Context, state: Theatre, key: str, word: str) -> Theatre:
    """The state with an air unit where a marker says. Raises KnownError for words that fit none."""
    part = f"markers, {key}"
    found, air = WORDS.fullmatch(word), context.look(state).air
    drop = DROP.fullmatch(word)
    if drop is not None:
        at, (unit,) = _place(context, key, part), _cargo(state, drop["unit"], part)
        if not isinstance(at, Hex):
            raise refusal("units are dropped into hexes.", "Name a hex.", part=part)
        plan = DropPlan(at, int(drop["turn"]))
        return state.having(air=replace(air, plans={**air.plans, UnitId(unit): plan}))
    if found is None or found["unit"] not in air.units:
        known = nearest(found["unit"] if found else word, tuple(air.units))
        raise refusal(f"{word!r} names no air unit of the scenario.", known, part=part)
    at = _place(context, key, part)
    laid = AirUnit(at, found["inoperative"] is None, flown=found["flown"] is not None)
    laid = replace(laid, home=int(found["home"] or 0))
    if found["after"]:
        manner = Manner.NIGHT if found["night"] else Manner.PLAIN
        laid = replace(laid, mission=found["after"], manner=manner, flown=True)
    if found["mission"]:
        mission, manner = _mission(found["mission"], part)
        if not isinstance(at, Hex) and mission not in BOXED:
            raise refusal("missions are flown over hexes, not boxes.", part=part)
        base = _place(context, found["base"], part)
        laid = replace(laid, at=base, mission=mission, target=at, flown=True, manner=manner)
    if found["across"]:
        over = _place(context, found["across"], part)
        if not isinstance(over, Hex) or laid.mission != Mission.BRIDGE_BOMBING:
            raise refusal("a bridge that is bombed leads to a hex.", part=part)
        laid = replace(laid, across=over)
    if found["tow"]:
        if found["tow"] not in air.units:
            what = f"{found['tow']!r} is no air unit of the scenario."
            raise refusal(what, nearest(found["tow"], tuple(air.units)), part=part)
        laid = replace(laid, tow=found["tow"])
    if found["cargo"]:
        words = found["cargo"].split(", ")
        units = ", ".join(word for word in words if word != SUPPLIES)
        cargo = _cargo(state, units, part) if units else ()
        laid = laid.loaded(cargo, supplies=SUPPLIES in words)
    if found["patrolled"]:
        air = replace(air, patrolled=air.patrolled | {found["unit"]})
    return state.having(air=air.having(found["unit"], laid))


def _mission(words: str, part: str) -> tuple[str, Manner]:
    """A mission with how it is flown. Raises KnownError for words that are neither."""
    for manner in sorted(Manner, key=lambda manner: -len(manner.value)):
        mission = words.removesuffix(manner.value).rstrip()
        if words.endswith(manner.value) and mission in MISSIONS:
            return mission, manner
    what = f"{words!r} is no mission over a hex."
    raise refusal(what, nearest(words, MISSIONS), part=part)


def _cargo(state: Theatre, words: str, part: str) -> tuple[str, ...]:
    """Ground units aboard. Raises KnownError for one that the scenario does not have."""
    cargo = tuple(words.split(", "))
    for unit in cargo:
        if unit not in state.pieces:
            what = f"{unit!r} is no unit of the scenario."
            raise refusal(what, nearest(unit, tuple(state.pieces)), part=part)
    return cargo


def _place(context: Context, key: str, part: str) -> Location:
    if key in context.holding or key in ASIDE:
        return key
    try:
        return context.hex_of(key)
    except ValueError as error:
        raise refusal(f"{error}.", part=part) from error


def nobody_waits(context: Context, transition: Work) -> None:
    """Nobody waits for air units that have none to come home, nor for those that an event calls,
    nor does an air force have to be replaced: they are where they were put.
    """
    while isinstance(home := transition.state.top, (AirReturn, AirSystem)):
        pos = context.look(transition.state)
        if isinstance(home, AirReturn) and landing.due(pos, home.side, home.missions):
            return
        transition.state = transition.state.popped()
    if isinstance(home, ToLand) and home.why is Landing.ARRIVING:
        dated = tuple(u for u in home.units if not landing.entry_of(context, u).trigger)
        transition.state = transition.state.popped()
        if dated:
            transition.state = transition.state.pushed(replace(home, units=dated))


def told(context: Context, state: Theatre) -> Iterator[tuple[str, str]]:
    """The place of each air unit, as it is written, with its words."""
    pos = context.look(state)
    for dropped, plan in pos.air.plans.items():
        yield context.map.label(plan.target), f"drop {dropped} on turn {plan.turn}"
    for id_, unit in pos.air.units.items():
        marks = "" if unit.operative else INOPERATIVE
        marks += FLOWN if unit.flown and not unit.mission else ""
        marks += PATROLLED if id_ in pos.air.patrolled else ""
        words, place = f"{AIR_UNIT}{marks}{id_}", fleet.label(pos, unit.at)
        how = f"{unit.mission} {unit.manner.value}".rstrip()
        if unit.target is not None:
            words, place = f"{words} on {how} from {place}", fleet.label(pos, unit.target)
        elif unit.mission:
            words += f" after {how}"
        words += f" across to {fleet.label(pos, unit.across)}" if unit.across else ""
        words += f" within {unit.home}" if unit.home else ""
        words += f" towing {unit.tow}" if unit.tow else ""
        aboard = ", ".join((*unit.cargo, *((SUPPLIES,) if unit.supplies else ())))
        yield place, f"{words} with {aboard}" if aboard else words
