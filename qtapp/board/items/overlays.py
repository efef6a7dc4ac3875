"""What is laid over the board in play: selection, reach with its cost, targets, supply, arrows."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine.core.actions import Element
from engine.core.state import Location
from engine.core.view.display import MarkerView
from engine.core.view.ranges import Range
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.board.items.fight import fight_of
from qtapp.board.items.tints import Tints
from qtapp.board.selection import Selection
from qtapp.painters.overlays.arcs import FLIGHT, VOYAGE
from qtapp.painters.overlays.overlays import Arrow, Overlays
from qtapp.painters.overlays.ranges import Ground
from qtapp.workspaces.play.acting.group import Group
from qtapp.workspaces.play.acting.offer import Offer

SHIPS = "naval"
"""The kind of markers that stand for ships."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of the optional overlays to show."""

    reach: bool = True
    supply: bool = False
    zones: bool = False
    threat: bool = False
    front: bool = False
    """Whose ground is whose, and the front between."""
    idle: bool = False
    """The hexes of those who can still do something."""
    ranges: tuple[Range, ...] = ()
    """The ground that a chosen pool, base, box or unit covers."""
    found: tuple[Hex, ...] = ()
    """Where the units of a force stand."""
    asked: bool = False
    """Whether these are what is asked about: a click answers, while nobody is selected."""
    plan: Hex | None = None
    """The hex an attack is planned on."""
    origins: tuple[Hex, ...] = ()
    """Where the units of that plan stand."""
    happened: tuple[Arrow, ...] = ()
    """The ways of what just happened, or is looked at again."""


def overlays_for(
    bridge: GameBridge, group: Group, pointed: Offer | None, wanted: Wanted, tints: Tints
) -> Overlays:
    """The overlays of a moment; hexes of the selected units are of two kinds, to enter and to hit.

    A group lights what all its units can do, at the cost of the slowest. Movement points are in
    the hexes that are reached by moving; those reached by rail or sea alone have none. A unit that
    is done with lights none, though a game kept by hand would let it go on.
    """
    selection = group.selection
    unit = selection.unit
    costs: dict[Hex, str] = {}
    targets: list[Hex] = []
    craft = group.craft()
    if (unit is not None or craft) and bridge.player_decides:
        enemies = bridge.enemy_hexes
        aims = {offer.hex: None for offer in bridge.offers.of(unit)} if unit is not None else {}
        hexes = [at for at in aims if at is not None]
        targets = [at for at in hexes if at in enemies]
        if wanted.reach and (unit is None or not bridge.rules.is_done(bridge.state, unit)):
            goals = {at: cost for at, cost in group.reach().items() if at not in enemies}
            if selection.hex is not None:
                goals.pop(selection.hex, None)
            costs = {at: str(cost or "") for at, cost in goals.items()}
    fight = bridge.once(fight_of)
    if fight.at is not None and fight.at not in targets:
        targets.append(fight.at)
    if wanted.plan is not None:
        targets = [wanted.plan]
    supply, blocked = _supply(bridge, unit) if wanted.supply else ((), ())
    return Overlays(
        selected=_selected(bridge, selection),
        path=group.way(),
        reach=costs,
        targets=tuple(targets),
        zoc=bridge.zones_of_others if wanted.zones else (),
        held=bridge.ground if wanted.front else {},
        supply=supply,
        marks={
            **(dict.fromkeys(tints.threatened, "bad") if wanted.threat else {}),
            **(dict.fromkeys(filter(group.calls, tints.idle), "good") if wanted.idle else {}),
            **dict.fromkeys(fight.joining, "good"),
            **dict.fromkeys(wanted.found, "now"),
        },
        objections=blocked,
        ranges=tuple(Ground(own.kind, own.hexes) for own in wanted.ranges if own.hexes),
        arrows=(
            *flights(bridge),
            *voyages(bridge),
            *fight.arrows,
            *_pointed(bridge, selection, pointed),
            *wanted.happened,
            *(Arrow((at, wanted.plan), "attack") for at in wanted.origins if wanted.plan),
        ),
    )


def _selected(bridge: GameBridge, selection: Selection) -> tuple[Hex, ...]:
    """The selected hex, and those in which other units of the group are."""
    pieces = bridge.state.pieces
    places = [pieces[unit].at for unit in selection.units if unit in pieces]
    return tuple(dict.fromkeys(at for at in (selection.place, *places) if isinstance(at, Hex)))


def _supply(
    bridge: GameBridge, unit: UnitId | None
) -> tuple[tuple[tuple[Hex, ...], ...], tuple[Hex, ...]]:
    """The stretches of a unit's supply line, and the hexes that block it."""
    if unit is None:
        return (), ()
    line = bridge.rules.supply_line(bridge.state, unit)
    traces = tuple(element.hexes for element in line.elements if len(element.hexes) > 1)
    return traces, tuple(block.at for block in line.blocks)


def flights(bridge: GameBridge) -> tuple[Arrow, ...]:
    """An arc for each base and target between which something flies; how many, if several."""
    counts: Counter[tuple[Hex, Hex]] = Counter()
    for flight in bridge.rules.flights(bridge.state):
        counts[flight.origin, flight.target] += flight.count
    return tuple(
        Arrow(way, FLIGHT, str(count) if count > 1 else "") for way, count in counts.items()
    )


def voyages(bridge: GameBridge) -> tuple[Arrow, ...]:
    """An arc for each port and goal between which something was sent by sea in this phase."""
    sailed = (one.way for one in bridge.committed if one.element is Element.SEA)
    ways = Counter(way for way in sailed if len(way) > 1)
    return tuple(Arrow(way, VOYAGE, str(count) if count > 1 else "") for way, count in ways.items())


def markers_of(bridge: GameBridge) -> tuple[MarkerView, ...]:
    """The markers of the position, and one on each hex or box that something was sent to by sea in
    this phase.
    """
    markers = bridge.rules.markers(bridge.state)
    ships = {marker.at for marker in markers if marker.kind == SHIPS}
    found: dict[Location, list[str]] = {}
    for one in bridge.committed:
        if one.element is Element.SEA and one.place is not None and one.place not in ships:
            found.setdefault(one.place, []).append(one.text)
    side = bridge.view.side
    sent = (MarkerView(SHIPS, at, side, "; ".join(texts), "now") for at, texts in found.items())
    return (*markers, *sent)


def _pointed(bridge: GameBridge, selection: Selection, offer: Offer | None) -> tuple[Arrow, ...]:
    if offer is None or offer.hex is None:
        return ()
    start: Location | None = offer.action.origin_of() or selection.place
    if not isinstance(start, Hex) or start == offer.hex:
        return ()
    tone = "attack" if offer.hex in bridge.enemy_hexes else "move"
    return (Arrow((start, offer.hex), tone),)
