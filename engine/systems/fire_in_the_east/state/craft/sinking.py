"""What befalls ships and river flotillas that are hit (FE-28B.2, 28E.1)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.handler import Transition
from engine.systems.europa.state.common import TheatreT
from engine.systems.europa.state.constants import DEAD
from engine.systems.fire_in_the_east.charts import Charts
from engine.systems.fire_in_the_east.sea.records import Boat
from engine.systems.fire_in_the_east.state.craft.afloat import current


def damage(
    charts: Charts, transition: Transition[TheatreT], ship: str, hits: int, rule: str
) -> None:
    """A ship takes hits; with as many as its type bears it sinks (FE-28B.2)."""
    fleet = current(transition)
    found = fleet.vessels[ship]
    whole = charts.fleet.hits[charts.fleet.by_id[ship].type]
    if found.hits + hits >= whole:
        transition.set(fleet=fleet.without(ship))
        transition.tell("ship sunk", rule, ship=ship, at=found.at, hits=hits)
    else:
        transition.set(fleet=fleet.having(ship, replace(found, hits=found.hits + hits)))
        transition.tell("ship damaged", rule, ship=ship, at=found.at, hits=hits)


def lose_boat(
    transition: Transition[TheatreT], boat: str, rule: str, word: str = "boat lost"
) -> None:
    """A flotilla is out of play; it can be replaced (FE-28F.4)."""
    fleet = current(transition)
    at = fleet.boats[boat].at
    transition.set(fleet=fleet.unladen(boat, Boat(DEAD)))
    transition.tell(word, rule, boat=boat, at=at)


def damage_boat(charts: Charts, transition: Transition[TheatreT], boat: str, rule: str) -> None:
    """A flotilla takes a hit; with the last it sinks (FE-28E.1, 20F2h.1)."""
    fleet = current(transition)
    found = fleet.boats[boat]
    if found.hits + 1 >= charts.flotillas.hits:
        lose_boat(transition, boat, rule, "boat sunk")
        return
    transition.set(fleet=fleet.with_boat(boat, replace(found, hits=found.hits + 1)))
    transition.tell("boat damaged", rule, boat=boat, at=found.at)
