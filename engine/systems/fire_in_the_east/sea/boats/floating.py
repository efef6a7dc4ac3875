"""River flotillas bring supplies before supply is judged (FE-28E.11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family, nobody
from engine.core.state import Frame, Location
from engine.core.wording import counted
from engine.rules.movement.tolls import spread
from engine.systems.europa.state.constants import ALLIED, HALF
from engine.systems.europa.state.records import Initial
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east.sea.boats import steering
from engine.systems.fire_in_the_east.sea.boats.actions import FloatSupplies
from engine.systems.fire_in_the_east.sea.records import Job
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from maps.hexgrid import Hex


def sheds(pos: EastPosition) -> frozenset[Hex]:
    """The hexes where flotillas find supplies: railroads alone lead from there to a source."""

    def work() -> frozenset[Hex]:
        rail = supply_status.full(pos, ALLIED)[frozenset()].rail.hexes
        bit = pos.context.supply_graph.bits.bit
        found = (at for at in pos.context.streams.hexes if at in bit and rail & bit[at])
        return frozenset(found)

    return pos.once("sheds of boats", work)


def ways(pos: EastPosition, boat: str) -> Mapping[Hex, int]:
    """The Soviet hexes to which a flotilla can bring supplies, with the half points of the way
    there by the best of the hexes where it finds some.
    """
    return pos.once(("boat supplies", boat), lambda: _ways(pos, boat))


def _ways(pos: EastPosition, boat: str) -> Mapping[Hex, int]:
    out = steering.reach(pos, boat).cost
    whole, found = pos.context.charts.flotillas.move * HALF, dict[Hex, int]()
    tolls, closed, owned = steering.tolls(pos), steering.closed(pos), pos.owned(ALLIED)
    for shed in sorted(sheds(pos) & out.keys(), key=lambda at: (out[at], at)):
        if found.get(shed, whole + 1) <= out[shed]:
            continue  # the way by another shed leads past here
        onward = spread(pos.courses, shed, whole - out[shed], tolls, closed).cost
        for at, cost in onward.items():
            if out[shed] + cost < found.get(at, whole + 1):
                found[at] = out[shed] + cost
    return {at: cost for at, cost in found.items() if at in owned}


def families(pos: EastPosition, frame: Frame) -> tuple[Family, ...]:
    """Bring supplies, in a Soviet initial phase."""
    initial = isinstance(frame, Initial) and frame.side == ALLIED
    boats = _ready(pos) if initial and pos.fleet.boats else ()
    if not boats:
        return ()

    def there(to: Location) -> Iterator[FloatSupplies]:
        for boat in boats:
            if isinstance(to, Hex) and to in ways(pos, boat):
                yield FloatSupplies(boat, to)

    return (
        Family(
            "float supplies",
            "Have flotillas bring supplies",
            lambda: (FloatSupplies(boat, to) for boat in boats for to in ways(pos, boat)),
            of=nobody,
            there=there,
            weight=1,
            quiet=True,
        ),
    )


def _ready(pos: EastPosition) -> tuple[str, ...]:
    return tuple(boat for boat in steering.ready(pos) if not pos.fleet.boats[boat].job)


def objections(pos: EastPosition, frame: Initial, action: FloatSupplies) -> Iterator[Objection]:
    """What forbids a flotilla to bring supplies to a hex (FE-28E.8, 28E.11)."""
    boat, to = action.boat, action.target
    unknown = pos.no_boat(frame.side, boat)
    if unknown is not None:
        yield unknown
        return
    idle = pos.idle_boat(boat, pos.fleet.boats[boat], steering.at_of(pos, boat))
    if idle is not None:
        yield idle
    elif to not in pos.owned(ALLIED):
        yield Objection("FE-28E.11", f"{pos.label(to)} is no hex of yours.")
    elif to not in ways(pos, boat):
        text = f"{pos.flotilla(boat).name} cannot fetch supplies and bring them to {pos.label(to)}."
        yield Objection("FE-28E.11", text)


def bring(pos: EastPosition, _frame: Initial, action: FloatSupplies, transition: Work) -> None:
    """The flotilla is there, and stays there in the movement phase."""
    boat, to = action.boat, action.target
    found, supplies = pos.fleet.boats[boat], pos.context.charts.flotillas.supplies
    fleet = pos.fleet.with_boat(boat, replace(found, at=to, job=Job.SUPPLIED))
    floated = {**fleet.floated, to: fleet.floated.get(to, 0) + supplies}
    transition.set(fleet=replace(fleet, floated=floated))
    what = counted(supplies, "RE")
    transition.tell("boat supplied", "FE-28E.11", boat=boat, at=to, amount=what)


ANSWERS = (Answer(FloatSupplies, objections, bring),)
"""What initial phases take besides."""
