"""The air chart of a position: who is in which box, how many are active, where they are activated
(FE-26).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.state import Location
from engine.systems.europa.air import fleet
from engine.systems.europa.air.fleet import AirFacts
from engine.systems.europa.air.groups.charts import chart_of
from engine.systems.europa.air.groups.records import Activating, Box, Groups
from engine.systems.europa.air.records import AirUnit
from engine.systems.europa.board import places
from engine.systems.europa.production import turns
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import GONE
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex

CATEGORIES = {"F": "fighter", "HF": "fighter", "T": "transport"}
"""Basic categories by type; all others are bombers (FE-16A.1)."""


def opening(context: Context) -> Groups:
    """The group allowances at the start."""
    rows = fleet.plan_of(context).allowances
    return Groups({row.nation: row.amount for row in rows if not row.turn})


def held(pos: Position, box: str, nation: str) -> tuple[str, ...]:
    """The air units of a nation in a box, in order; gliders are in none but the first
    (FE-27F2.2).
    """
    return tuple(
        unit
        for unit, found in pos.air.units.items()
        if found.at == box and fleet.facts(pos, unit).nation == nation
    )


def active(pos: Position, nation: str) -> int:
    """The active air units of a nation: those in play, inoperative ones too, but no gliders and
    none on the allowance of an ally (FE-26B.1, 27F2.1, 35.6).
    """
    return active_by_nation(pos)[nation]


def active_by_nation(pos: Position) -> Counter[str]:
    """How many each nation has: the turn decides whose allowance guests are on."""
    terms = pos.air.units, pos.state.turn
    return pos.shared("active air units", terms, lambda: active_from_nothing(pos))


def active_from_nothing(pos: Position) -> Counter[str]:
    """The same, counted in one go whatever is known."""
    return Counter(
        fleet.facts(pos, unit).nation
        for unit, found in pos.air.units.items()
        if (fleet.in_play(pos, unit) or found.at == Box.STRIKE) and not free(pos, unit)
    )


def free(pos: Position, unit: str) -> bool:
    """Whether an air unit takes nothing of the allowance of its nation (FE-27F2.1, 35.6)."""
    return fleet.facts(pos, unit).glider or pos.sponsored(unit)


def allowance(pos: Position, nation: str) -> int:
    """The group allowance of a nation, but for what is disrupted (FE-31F2.5)."""
    groups = pos.groups
    return groups.allowances.get(nation, 0) - groups.disrupted.get(nation, 0)


def spare(pos: Position, nation: str) -> int:
    """How many air units a nation may still activate (FE-27E.1)."""
    return allowance(pos, nation) - active(pos, nation)


def type_of(facts: AirFacts) -> str:
    """The type of an air unit without the prefix of night air units (FE-27F1.1)."""
    return facts.model.type.removeprefix("N")


def category(facts: AirFacts) -> str:
    """Fighter, bomber or transport (FE-16A.1)."""
    return CATEGORIES.get(type_of(facts), "bomber")


def value(facts: AirFacts) -> tuple[int, str]:
    """What orders air units by their worth, the best first."""
    model = facts.model
    shots, bombs = model.attack + model.attack, model.bombing + model.bombing
    return -(shots + model.defense + bombs + model.strategic), facts.id


def move(pos: Position, transition: Work, unit: str, box: str) -> None:
    """Put an air unit into a box, or out of the game for good."""
    air = pos.context.look(transition.state).air
    transition.set(air=air.having(unit, AirUnit(box)))


def allow(pos: Position, transition: Work, nation: str, more: int) -> None:
    """Change a group allowance."""
    groups = pos.context.look(transition.state).groups
    amount = max(0, groups.allowances.get(nation, 0) + more)
    allowances = {**groups.allowances, nation: amount}
    transition.set(groups=replace(groups, allowances=allowances))


def lost(pos: Position, transition: Work, unit: str) -> None:
    """An eliminated air unit goes to the box of how and where that happened; a glider is gone
    (FE-26D1.1 to 26D3.1, 27F2.2).
    """
    facts, found = fleet.facts(pos, unit), pos.air.units[unit]
    if facts.glider:
        box = GONE
    elif fleet.grounded(found):
        box = Box.REMNANTS.value
    elif isinstance(found.target, Hex) and friendly(pos, found.target, fleet.side_of(pos, unit)):
        box = Box.FRIENDLY.value
    else:
        box = Box.ENEMY.value
    move(pos, transition, unit, box)


def friendly(pos: Position, at: Hex, side: str) -> bool:
    """Whether a hex is a side's friendly territory: controlled by it, or within two hexes of such
    a hex (FE-26C.1).
    """
    owned, far = pos.owned(side), chart_of(pos.context).near
    return at in owned or not owned.isdisjoint(pos.context.near(frozenset((at,)), far))


def homes(pos: Position, frame: Activating) -> tuple[Location, ...]:
    """The airbases where air units of a nation are activated: of its side, in its home country, not
    isolated (FE-27E.2); at the start where they are set up (FE-36.6).
    """
    key = ("air homes", frame.side, frame.nation, frame.start)
    return pos.once(key, lambda: _homes(pos, frame))


def _homes(pos: Position, frame: Activating) -> tuple[Location, ...]:
    home = fleet.plan_of(pos.context).home(frame.nation)
    if home is None:
        return ()
    word = (home.start or home.place) if frame.start else home.place
    inside = set(pos.place_hexes(word))
    if frame.start and home.limited:
        inside.update(pos.place_hexes(home.place))
    return tuple(
        at
        for at in fleet.bases_of(pos, frame.side)
        if at in inside and fleet.room(pos, at)
        if not isinstance(at, Hex) or turns.unisolated(pos, frame.side, at)
    )


def barred(pos: Position, frame: Activating, at: Location) -> Objection | None:
    """What keeps one more of a limited air force from being set up on a base."""
    home = fleet.plan_of(pos.context).home(frame.nation)
    limited = home is not None and home.limited and frame.start
    return pos.bars_base(frame.nation, at) if limited else None


def full(pos: Position, frame: Activating, at: Location) -> bool:
    """Whether a part of the area of the set-up holds as many as it may (FE-36.6), or the land has
    as many of a limited air force as may be based there (FE-32A1.2).
    """
    home = fleet.plan_of(pos.context).home(frame.nation)
    if home is None or not frame.start:
        return False
    if barred(pos, frame, at) is not None:
        return True
    for limit in pos.context.charts.places.row(home.start or home.place).limits:
        inside = set(places.spots(pos.context, limit.place))
        if at in inside:
            mine = fleet.of_side(pos, frame.side)
            there = sum(
                pos.air.units[unit].at in inside and fleet.facts(pos, unit).nation == frame.nation
                for unit in mine
            )
            if there >= limit.most:
                return True
    return False
