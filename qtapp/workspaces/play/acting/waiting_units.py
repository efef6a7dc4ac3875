"""Units that wait off the map: by where they may be placed, and many of them placed at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core.actions import Action, Objection
from engine.core.state import Location
from engine.core.wording import counted
from maps.hexgrid import Hex, distance
from maps.legend import Layer
from maps.model import GameMap
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.painters.looks import stroke_look
from qtapp.widgets.wording import place_title, sentence_case
from qtapp.workspaces.play.acting.bodies import armies_in
from qtapp.workspaces.play.acting.orders import Order, goes_on, ways
from qtapp.workspaces.play.offers import counters_at

NAMED = 2
"""So many places are named one by one."""
MANY = 12
"""Units of a set-up: more than these are listed by their armies."""
LETTER = 2
"""Letters: a name that is no longer, as that of a zone of the weather, says nobody where it is."""


@dataclass(frozen=True, slots=True)
class WaitingGroup:
    """Units that may be placed in the same places, in the order of :func:`waiting_units`."""

    title: str
    units: tuple[UnitId, ...]
    places: frozenset[Location]
    army: str = ""
    placed: int = 0

    @property
    def head(self) -> str:
        """What stands above its units: how many there are, how many of their army stand on the
        board, what it is called, and where they may go.
        """
        count = counted(len(self.units), "unit")
        placed = f", {self.placed} placed" if self.placed else ""
        return f"{count}{placed}: {', '.join(filter(None, (self.army, self.title)))}"


def waiting_units(bridge: GameBridge) -> tuple[UnitId, ...]:
    """The units that wait off the map and can be placed now, as they come in the order of battle,
    those of the side that decides first.
    """
    if not bridge.waiting:
        return ()
    units_of, side = bridge.game.scenario.oob.units, bridge.view.side
    found = counters_at(bridge.counters, bridge.waiting)
    units = [one.unit for one in found if bridge.offers.can_act(one.unit)]
    return tuple(sorted(units, key=lambda unit: units_of[unit].side != side))


def waiting_title(bridge: GameBridge) -> str:
    """How many units wait, and whether all of them must be placed."""
    units, rules, state = waiting_units(bridge), bridge.rules, bridge.state
    owed = {unit for duty in rules.duties(state) for unit in duty.units}
    must = rules.setting_up(state) or owed.issuperset(units)
    return f"{'To' if must else 'Can'} be placed: {counted(len(units), 'unit')}"


def waiting_groups(bridge: GameBridge) -> tuple[WaitingGroup, ...]:
    """The units that wait, each side's grouped by where they may be placed and by what places them,
    which is named where there are several ways; those of a set-up with their army, many of several
    armies army by army.
    """
    if not bridge.is_open:
        return ()
    scenario = bridge.game.scenario
    found: dict[tuple[str, frozenset[Location], tuple[str, ...]], list[UnitId]] = {}
    for unit in waiting_units(bridge):
        offers = bridge.offers
        key = scenario.oob.units[unit].side, offers.places(unit), offers.placing(unit)
        found.setdefault(key, []).append(unit)
    by_army = bool(found) and bridge.rules.setting_up(bridge.state)
    several = len({titles for _side, _places, titles in found}) > 1
    groups: list[WaitingGroup] = []
    for (_side, places, titles), units in found.items():
        title = ", ".join([*(titles if several else ()), where_title(scenario.map, places)])
        whole = WaitingGroup(title, tuple(units), places)
        groups += _by_army(bridge, whole) if by_army else [whole]
    return tuple(groups)


def _by_army(bridge: GameBridge, whole: WaitingGroup) -> list[WaitingGroup]:
    """A group army by army, as these come in the order of battle; itself where it is small, or
    where the order of battle knows no armies.
    """
    order, armies = bridge.game.scenario.oob, bridge.throughout(armies_in)
    found: dict[str, list[UnitId]] = {}
    for unit in whole.units:
        found.setdefault(armies[unit].title, []).append(unit)
    is_known = all(order.units[unit].formation in order.formations for unit in whole.units)
    if not is_known or (len(found) > 1 and len(whole.units) <= MANY):
        return [whole]
    stand = bridge.once(_standing)
    return [
        WaitingGroup(whole.title, tuple(units), whole.places, army, stand[army])
        for army, units in found.items()
    ]


def _standing(bridge: GameBridge) -> Counter[str]:
    """How many units of each army stand on the board."""
    armies, pieces = bridge.throughout(armies_in), bridge.state.pieces.items()
    placed = [unit for unit, piece in pieces if isinstance(piece.at, Hex)]
    return Counter([armies[unit].title for unit in placed if unit in armies])


def listed_place(bridge: GameBridge, place: Location | None) -> Location | None:
    """The place whose units are listed while one is selected: itself, unless nobody is there and
    units wait to be placed; then where they wait. None for none.
    """
    if not bridge.is_open:
        return None
    is_empty = place is None or (isinstance(place, Hex) and not counters_at(bridge.counters, place))
    return (bridge.waiting or place) if is_empty else place


def mates(bridge: GameBridge, unit: UnitId) -> tuple[UnitId, ...]:
    """The units that wait and may be placed where one of them may, itself first."""
    group = next((one.units for one in waiting_groups(bridge) if unit in one.units), ())
    return tuple(dict.fromkeys((unit, *group)))


def where_title(board: GameMap, places: Iterable[Location]) -> str:
    """A set of places in a few words: ``Albania, 23 hexes``; ``4518 Konitsa or 4619``."""
    hexes = sorted(at for at in places if isinstance(at, Hex))
    boxes = sorted({place_title(board, at) for at in places if not isinstance(at, Hex)})
    if len(hexes) + len(boxes) <= NAMED:
        return " or ".join([*(place_title(board, at) for at in hexes), *boxes]) or "Off the map"
    words = [_hexes_title(board, hexes)] if hexes else []
    return " or ".join([*words, *boxes[:NAMED]])


def _hexes_title(board: GameMap, hexes: Sequence[Hex]) -> str:
    count = counted(len(hexes), "hex", "hexes")
    inside = [
        (len(whole), name)
        for layer, regions in board.regions.items()
        if not stroke_look(board.legend, Layer.REGION, layer).is_course
        for name, whole in regions.items()
        if len(name) > LETTER and whole.issuperset(hexes)
    ]
    if inside:
        return f"{sentence_case(min(inside)[1])}, {count}"
    between = _between(board, hexes)
    if between:
        return f"{' or '.join(between)}, {count}"
    named = [spot.name for at in hexes for spot in board.places_at(at)[:1] if spot.name]
    if not named:
        return count
    others = counted(len(hexes) - 1, "other hex", "other hexes")
    return f"{named[0]} and {others}"


def _between(board: GameMap, hexes: Sequence[Hex]) -> list[str]:
    """Two regions of one layer that hold all of some hexes, the one that holds most first; none
    where there are no such regions.
    """
    for layer, regions in board.regions.items():
        if stroke_look(board.legend, Layer.REGION, layer).is_course:
            continue
        held = {name: len(whole.intersection(hexes)) for name, whole in regions.items()}
        named = sorted((-many, name) for name, many in held.items() if many and len(name) > LETTER)
        if len(named) == NAMED and set(hexes) <= regions[named[0][1]] | regions[named[1][1]]:
            return [sentence_case(name) for _many, name in named]
    return []


def spread(bridge: GameBridge, units: Sequence[UnitId], at: Hex) -> Order | None:
    """Units placed in a hex and, those it does not take, in the nearest that take them.

    None when the first of them cannot be placed in the hex itself, or a single hex takes them all.
    """
    rules, state = bridge.rules, bridge.state
    first = next(iter(ways(rules, state, units[0], at)), None)
    if first is None:
        return None
    actions: list[Action] = []
    done: list[UnitId] = []
    used: dict[Hex, int] = {}
    left: list[UnitId] = []
    cautions: dict[Objection, None] = {}
    full: set[Hex] = set()
    for unit in units:
        before = state
        for spot in _nearest(bridge, unit, at):
            if spot in full:
                continue
            fits = (way for way in ways(rules, state, unit, spot) if way.kind == first.kind)
            way = next(fits, None)
            if way is not None:
                break
            full.add(spot)
        else:
            left.append(unit)
            continue
        for action in way.actions:
            cautions |= dict.fromkeys(rules.cautions(state, action))
            state = rules.apply(state, action).state
        actions += way.actions
        done.append(unit)
        used[spot] = used.get(spot, 0) + 1
        if not goes_on(rules, before, state):
            break
    if len(used) < 2:
        return None
    text = (
        f"{counted(len(done), 'unit')}: {used[at]} in {place_title(bridge.game.scenario.map, at)}"
    )
    near = "hex" if len(used) == 2 else counted(len(used) - 1, "hex", "hexes")
    text += f", {len(done) - used[at]} in the {near} nearest to it"
    if left:
        text += f"; {counted(len(left), 'unit')} found no room"
    return Order(
        first.title, first.kind, tuple(actions), tuple(done), cautions=tuple(cautions), told=text
    )


def _nearest(bridge: GameBridge, unit: UnitId, at: Hex) -> list[Hex]:
    places = (place for place in bridge.offers.places(unit) if isinstance(place, Hex))
    return sorted(places, key=lambda place: (distance(at, place), place))
