"""The units of the side to decide in bodies, by army or by sector of the front; and who is next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from dataclasses import dataclass

from engine.core.wording import counted
from maps.hexgrid import Hex, distance
from maps.model import GameMap
from oob.model import Formation, OrderOfBattle, UnitId
from qtapp.app.bridge import GameBridge
from qtapp.painters.counters.badges import is_done
from qtapp.painters.looks import place_look

APART = 7
"""Hexes between the places that two sectors of a front are named after, at least."""
DEEP = 12
"""How far from such a place a unit still belongs to its sector."""
BEHIND = "Behind the front"
SHORT = 17
"""Letters of a short name, at most."""
AT_ONCE = 12
"""So many units are asked about before others get their turn."""
_PLAIN = 9
"""The rank of a hex without a place, behind all places."""


@dataclass(frozen=True, slots=True)
class Body:
    """Units on the board that are led together, and those of them that can still do something."""

    title: str
    units: tuple[UnitId, ...]
    able: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Sector:
    """A stretch of a front, named after the largest place in its middle."""

    title: str
    middle: Hex


@dataclass(frozen=True, slots=True)
class Army:
    """The army of a unit: its whole name, and a short one for where there is little room."""

    title: str
    short: str


def armies_of(order: OrderOfBattle) -> dict[UnitId, Army]:
    """The army of each unit: the formation below the topmost one, with that one's name where
    several of its side are called alike; its nation, where the order of battle knows none.
    """
    found: dict[UnitId, Army] = {}
    chains = {unit: chain for unit in order.units if (chain := _chain(order, unit))}
    alike: dict[tuple[str, str], set[str]] = {}
    for unit, chain in chains.items():
        alike.setdefault((_side(order, unit), _army(chain).name), set()).add(_army(chain).id)
    for unit, one in order.units.items():
        if unit not in chains:
            nation = order.nations.get(one.nation)
            name = nation.name if nation else one.nation
            found[unit] = Army(f"{name}, no formation", name)
            continue
        army, group = _cased(_army(chains[unit]).name), _cased(chains[unit][-1].name)
        if len(alike[_side(order, unit), _army(chains[unit]).name]) > 1 and army != group:
            found[unit] = Army(f"{army}, {group}", _shortened(group))
        else:
            found[unit] = Army(army, _shortened(army))
    return found


def armies_in(bridge: GameBridge) -> dict[UnitId, Army]:
    """The army of each unit of a game."""
    return armies_of(bridge.game.scenario.oob)


def army_places(bridge: GameBridge) -> dict[str, int]:
    """The place of each army in the order of battle, by its whole name."""
    titles = dict.fromkeys(army.title for army in bridge.throughout(armies_in).values())
    return {title: number for number, title in enumerate(titles)}


def army_of(order: OrderOfBattle, unit: UnitId) -> str:
    """The whole name of a unit's army."""
    return armies_of(order)[unit].title


def _chain(order: OrderOfBattle, unit: UnitId) -> list[Formation]:
    """The formation of a unit and those above it, the topmost last."""
    chain: list[Formation] = []
    ident = order.units[unit].formation
    while ident in order.formations and len(chain) <= len(order.formations):
        chain.append(order.formations[ident])
        ident = chain[-1].parent
    return chain


def _army(chain: Sequence[Formation]) -> Formation:
    return chain[-2] if len(chain) > 1 else chain[-1]


def _side(order: OrderOfBattle, unit: UnitId) -> str:
    nation = order.nations.get(order.units[unit].nation)
    return nation.side if nation else ""


def _cased(name: str) -> str:
    return name.title() if name.isupper() else name


def _shortened(name: str) -> str:
    """As many words of a name as fit on a plate."""
    first, *others = name.split()
    for word in others:
        if len(first) + 1 + len(word) > SHORT:
            break
        first = f"{first} {word}"
    return first


def gather(
    bridge: GameBridge, title_of: Callable[[UnitId], str]
) -> Generator[None, None, tuple[Body, ...]]:
    """The bodies of the side to decide, in the order their first unit comes in; in pieces."""
    side, order, is_idle = bridge.view.side, bridge.game.scenario.oob, bridge.offers.is_idle
    units: dict[str, list[UnitId]] = {}
    able: dict[str, list[UnitId]] = {}
    for number, (unit, whose) in enumerate(bridge.commands.items()):
        if unit not in order.units:
            continue
        if whose == side:
            title = title_of(unit)
            units.setdefault(title, []).append(unit)
            if is_idle(unit):
                able.setdefault(title, []).append(unit)
        if number % AT_ONCE == 0:
            yield
    return tuple(Body(one, tuple(all_), tuple(able.get(one, ()))) for one, all_ in units.items())


def by_army(bridge: GameBridge) -> Generator[None, None, tuple[Body, ...]]:
    """The armies of the side to decide, as the order of battle has them."""
    armies, place = bridge.throughout(armies_in), bridge.throughout(army_places)
    found = yield from gather(bridge, lambda unit: armies[unit].title)
    return tuple(sorted(found, key=lambda body: place[body.title]))


def by_sector(
    bridge: GameBridge, sectors: Sequence[Sector]
) -> Generator[None, None, tuple[Body, ...]]:
    """The units of each sector from north to south, those behind the front last."""
    pieces = bridge.state.pieces

    def title(unit: UnitId) -> str:
        at = pieces[unit].at
        assert isinstance(at, Hex)
        near = min(sectors, key=lambda one: distance(one.middle, at), default=None)
        return near.title if near is not None and distance(near.middle, at) <= DEEP else BEHIND

    found = yield from gather(bridge, title)
    place = {one.title: number for number, one in enumerate(sectors)}
    return tuple(sorted(found, key=lambda body: place.get(body.title, len(place))))


def sectors_of(bridge: GameBridge) -> tuple[Sector, ...]:
    """The front of the side to decide in sectors, from north to south."""
    ground, board = bridge.ground, bridge.game.scenario.map
    sides = [side.id for side in bridge.game.system.sides]
    mine = sides.index(bridge.view.side) if bridge.view.side in sides else 0
    front = {
        at
        for at, whose in ground.items()
        if whose == mine and any(ground.get(near, mine) != mine for near in at.neighbours())
    }
    ranks = _named(board)
    around = front | {near for at in front for near in at.neighbours() if near in ranks}
    middles: list[Hex] = []
    for at in sorted(around, key=lambda at: (ranks.get(at, (_PLAIN, ""))[0], board.label(at))):
        if all(distance(at, other) >= APART for other in middles):
            middles.append(at)
    middles.sort(key=lambda at: (2 * at.r + at.q, at.q))
    return tuple(
        Sector(f"Front at {ranks[at][1] if at in ranks else board.label(at)}", at) for at in middles
    )


def _named(board: GameMap) -> dict[Hex, tuple[int, str]]:
    """The rank and the name of the largest place of each hex."""
    found: dict[Hex, tuple[int, str]] = {}
    for place in board.places.values():
        if place.name:
            rank = place_look(board.legend, place.kind).rank, place.name
            found[place.hex] = min(rank, found.get(place.hex, rank))
    return found


def next_in_army(
    bridge: GameBridge,
    units: Iterable[UnitId],
    now: UnitId | None,
    passed: Collection[UnitId] = (),
    held: Collection[UnitId] = (),
) -> tuple[UnitId | None, str]:
    """The next unit of an army that can do something, and what is to be said of it. Those
    ``passed`` by come when there are no others that have done nothing yet, those that are ``held``
    where they are not at all.

    Those that have done nothing yet come first, of all armies; who has moved and may go on comes
    after them. After the last one of an army comes the first of the next army, which is said; None
    when no unit can do anything.
    """
    armies = _on_board(bridge, units)
    known = bridge.throughout(armies_in)
    here = known[now].title if now is not None and now in known else ""
    done = {one.unit for one in bridge.counters if is_done(one.badges)}

    def able(unit: UnitId) -> bool:
        return unit not in held and bridge.offers.is_idle(unit)

    def fresh(unit: UnitId) -> bool:
        return unit not in done and able(unit)

    def other(unit: UnitId) -> bool:
        return unit not in passed and fresh(unit)

    for wanted in (other, fresh, able):
        found = _next(armies, here, now, wanted)
        if found[0] is not None:
            return found
    return None, "None of your units on the board can do anything now."


def _on_board(bridge: GameBridge, units: Iterable[UnitId]) -> dict[str, list[UnitId]]:
    """Units on the board by army, in their order."""
    known, pieces = bridge.throughout(armies_in), bridge.state.pieces
    armies: dict[str, list[UnitId]] = {}
    for unit in units:
        if unit in known and isinstance(pieces[unit].at, Hex):
            armies.setdefault(known[unit].title, []).append(unit)
    return armies


def _next(
    armies: dict[str, list[UnitId]], here: str, now: UnitId | None, wanted: Callable[[UnitId], bool]
) -> tuple[UnitId | None, str]:
    """The next unit that is wanted, of the army here or of one after it; None without any."""
    titles = list(armies)
    start = titles.index(here) if here in titles else -1
    if start >= 0 and now in armies[here]:
        own = armies[here]
        turn = own.index(now) + 1
        found = next(filter(wanted, (*own[turn:], *own[:turn])), None)
        if found is not None:
            return found, ""
    for title in (*titles[start + 1 :], *titles[: start + 1]):
        able = list(filter(wanted, armies[title]))
        if able:
            done = f"{here} is done. " if here in titles and title != here else ""
            return able[0], f"{done}{title}: {counted(len(able), 'unit')} can still do something."
    return None, ""
