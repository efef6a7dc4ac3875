"""Initial phases with replacement points, for tests of the economy."""

from __future__ import annotations

from engine.core.actions import Action
from engine.core.handler import Transition
from engine.core.state import Piece
from engine.systems.europa.state.constants import DEAD, HALF
from engine.systems.europa.state.records import Initial
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.economy.actions import BuyUnit, Form
from engine.systems.fire_in_the_east.state.records import East
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    WholeFront,
)

SEVEN = "german-217-infantry-xx"
"""A 7-6 infantry division, 3-6 as a cadre."""
MOTORIZED, GUARDS = "german-3-motorized-xx", "german-lssah-pzgrn-xx-ss"
GUNS, TANK_GUNS = "german-818-artillery-iii", "german-185-aslt-gun-ii"
SAPPERS, MORE_SAPPERS = "german-519-engineer-iii", "german-667-engineer-iii"
BUILDERS, COMMANDOS = "german-108-cons-iii", "german-i-800-para-cmdo-ii-br"
RUMANIANS, FINNS, HUNGARIANS = (
    "rumanian-6-infantry-xx",
    "finnish-1-rifle-xx",
    "hungarian-102-security-xx",
)
TANK_BRIGADE, BIKES, ANTITANK = "soviet-10-tank-x", "soviet-5-m-c-iii", "soviet-antitank-antitank-x"
MILITIA, WINTERIZED = "soviet-kiev-rifle-xx-mil", "soviet-52-rifle-xx-wnt"
CAVALRY, SKIERS = "soviet-36-cavalry-xx", "soviet-1-ski-x-wnt"
MOUNTAIN, NKVD = "soviet-72-mountain-xx-wnt", "soviet-mot-nkvd-mot-nkvd-iii-nkvd"
JUMPERS, SOVIET_SAPPERS = "soviet-201-parachute-x", "soviet-engineer-engineer-iii"
HEADQUARTERS = "german-7-parachute-xx-hq-lw"
WEST, BUCURESTI, HELSINKI = "1B:3733", "3B:3026", "1B:0410"
KHARKOV = "4A:1124"
MINSK, GOMEL, LENINGRAD, MOSKVA = "1B:3512", "1B:4604", "2A:0931", "2A:3317"
WITH_ALL = {"german infantry": 40, "german armor": 40, "rumanian infantry": 40}


def dead(game: WholeFront, *units: str) -> WholeFront:
    """The game with some units eliminated."""
    game.state = game.state.with_pieces({UnitId(unit): Piece(DEAD, 0) for unit in units})
    return game


def buying_time(turn: int = 6, side: str = AXIS, **points: int) -> WholeFront:
    """An initial phase with whole points in the purses whose nation and kind are named."""
    game = WholeFront(turn, side).phase(Initial, side)
    held = {key.replace("_", " "): count * HALF for key, count in points.items()}
    return game.having(points=held)


def soviets(turn: int = 6, **points: int) -> WholeFront:
    """A Soviet initial phase with whole points in pools of districts, or of ``armor``."""
    pools = {
        "soviet_armor" if name == "armor" else f"soviet_infantry,_{name}_district": count
        for name, count in points.items()
    }
    return buying_time(turn, ALLIED, **pools)


def bought(
    game: WholeFront, unit: str, at: str, purse: str = "infantry", form: Form = Form.WHOLE
) -> BuyUnit:
    return BuyUnit(UnitId(unit), game.at(at), purse, form)


def left(game: WholeFront) -> dict[str, float]:
    """Whole points that are left, by purse."""
    return {key: count / HALF for key, count in game.state.points.items()}


def opened(game: WholeFront, side: str) -> WholeFront:
    """The side's initial phase opened by the sequence."""
    work: Transition[East] = Transition(game.state)
    purses.receive(game.context, work, side)
    game.take(work.state)
    return game


def isolate(game: WholeFront, *labels: str) -> WholeFront:
    """Axis units around Soviet hexes, so that no line leads out."""
    inside = set(map(game.at, labels))
    ring = {near for at in inside for near in at.neighbours()} - inside
    ring &= set(game.context.land)
    game.having(taken={**game.state.taken, **dict.fromkeys(ring, AXIS)})
    units = (unit for unit in game.context.of_nation("german") if "infantry-xx" in unit)
    for at, unit in zip(sorted(ring), units, strict=False):
        game.put(game.context.map.label(at), unit)
    return game


def cadre(game: WholeFront, unit: str = SEVEN, at: str = BUCURESTI) -> WholeFront:
    game.put(at, unit, steps=1)
    return game


def advised(game: WholeFront) -> Action | None:
    """What the automatic player would do."""
    advice = game.rules.advise(game.state)
    return advice.action if advice is not None else None
