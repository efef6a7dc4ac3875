"""The words of Europa's states: sides, boxes, marks on units, phases."""

from __future__ import annotations

from enum import StrEnum

AXIS = "axis"
ALLIED = "allied"
SIDES = (AXIS, ALLIED)
NEUTRAL = ""
"""The side of a nation that has joined nobody, and of its hexes."""

POOL = "pool"
"""Waiting to be set up."""
PENDING = "pending"
"""Has not come yet."""
DEAD = "dead"
GONE = "gone"
"""Never comes back: withdrawn, surrendered, converted into another unit."""
BROKEN = "broken down"
"""A division whose components are in play."""
HELD = "components"
"""A component whose division is not broken down."""
CONVERTED = "converted "
"""What begins the note, in :attr:`Theatre.used`, of a unit that has come by conversion."""
BOXES = (POOL, PENDING, DEAD, GONE, BROKEN, HELD)
"""Where units are that are not in play; those in holding boxes are (``GameBoard.holding``)."""

MOVED = "moved"
ATTACKED = "attacked"
DEFENDED = "defended"
OUT = "out of supply"
ADMIN = "administrative move"
RAILED = "rail move"
ONE_HEX = "one-hex move"
SHIPPED = "sea move"
DROPPED = "dropped"
LANDED = "landed"
"""Made an amphibious landing in this player turn."""
AIRDROPPED = "air dropped"
"""Made an air drop since the last initial phase of its side."""
ZONELESS = frozenset({ADMIN, AIRDROPPED})
"""Marks of units without a zone of control (BF-5.5, FE-25B.1)."""
AMID = frozenset({LANDED, AIRDROPPED})
"""Marks of units that may stand among enemies, whom they must attack (BF-25B.4, 26B2.6)."""
DISRUPTED = "disrupted"
BADLY_DISRUPTED = "badly disrupted"
"""What a drop has done to a unit (BF-25A.7, 25A.8)."""
TURNED = "turned back at sea"
FRESH = "just arrived"
STAYED = "stayed"
"""Stood in its hex when the movement phase began, and still does."""
RETREATED = "retreated"
MARCHED = "marched"
"""Spent movement points on other things than administrative, rail and sea movement."""
NEAR = "beside the enemy"
"""Stood or went beside an enemy unit in this movement phase while on rails or at sea."""
SHIFTED = "guns moved"
"""Position antiaircraft that has moved in a movement phase of this player turn (BF-22A3.6)."""
LOW_VOLUME = "low-volume rail"
STRATEGIC = "strategic rail"
"""Went far by rail in this player turn, and does nothing else in it (FE-7A2.3)."""
ASSEMBLED = "assembled"
FIRED = "fired at air units"
AT_BRIDGE = "tried a bridge"
"""Has tried to seize a bridge in this player turn, which ended its movement (FE-39A.6)."""


class Going(StrEnum):
    """The kinds of movement, and of spending movement points without going anywhere."""

    MARCH = "march"
    ADMIN = "administrative movement"
    RAIL = "rail movement"
    STRATEGIC = "strategic rail movement"
    OVERRUN = "overrun"
    SLIP = "slipping through zones"
    WORK = "work"
    BREAKDOWN = "breakdown"
    SEA = "movement by sea"
    AIR = "air drop"
    CROSSING = "crossing to a holding box"


HALF = 2
"""Half movement points and half regimental equivalents to one whole."""


class Phase(StrEnum):
    """The phases of a game turn; a title plays those it has, in its own order."""

    SET_UP = "set up"
    WEATHER = "weather"
    INITIAL = "initial"
    MOVEMENT = "movement"
    AIR = "air"
    COMBAT = "combat"
    EXPLOITATION = "exploitation"
    SURPRISE_INITIAL = "surprise initial"
    SURPRISE_MOVEMENT = "surprise movement"
    SURPRISE_AIR = "surprise air"
    SURPRISE_COMBAT = "surprise combat"
    MOBILIZATION_INITIAL = "mobilization initial"
    MOBILIZATION_MOVEMENT = "mobilization movement"
    END = "end of game turn"


PLANNING_PHASES = (Phase.INITIAL.value, Phase.MOBILIZATION_INITIAL.value)
"""The phases in which landings and drops are planned."""
SAILING_PHASES = (Phase.MOVEMENT.value, Phase.MOBILIZATION_MOVEMENT.value)
"""The phases in which ships carry units."""


def other(side: str) -> str:
    """The opposing side."""
    return ALLIED if side == AXIS else AXIS


class Capability(StrEnum):
    """How far a unit counts in armour and antitank effects."""

    FULL = "full"
    HALF = "half"
    NEUTRAL = "neutral"
    NONE = "none"


class Ability(StrEnum):
    """What a type of unit can do besides moving and fighting."""

    CONSTRUCTION = "construction"
    COMBAT_ENGINEER = "combat engineer"
    ASSAULT_ENGINEER = "assault engineer"
    FLAMETHROWER = "flamethrower"
    SIEGE = "siege"
    MOUNTAIN = "mountain"
    CAVALRY = "cavalry"
    PARACHUTE = "parachute"
    AIR_LANDING = "air landing"
    MARINE = "marine"
    COMMANDO = "commando"
    ANTIAIRCRAFT = "antiaircraft"
    HEAVY_ANTIAIRCRAFT = "heavy antiaircraft"
