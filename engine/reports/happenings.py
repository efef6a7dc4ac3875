"""What steps of the log did on the board: moves, battles, losses, hexes that changed hands, events.

One step may do several things. A player is shown them one by one, or added up over a stretch of the
log (:func:`added_up`). With a player view no more is told than the seat may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from enum import StrEnum

from engine.core.change import PIECES, changed_pieces
from engine.core.state import NOBODY, Location, State
from engine.core.system import Rules
from engine.core.view.display import BattleView
from engine.frozen import dataclass
from engine.game.player_view import PlayerView
from engine.game.session import GameSession
from engine.play.log import How, Node
from maps.hexgrid import Hex
from oob.model import UnitId

Told = tuple[tuple[str, str], ...]


class Kind(StrEnum):
    """What sort of thing happened."""

    BATTLE = "battle"
    LOSS = "loss"
    HEX = "hex"
    MOVE = "move"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened, from step ``first`` to step ``last`` of the log.

    ``ways`` are the hexes gone over, each from where something came to where it went; ``at`` is
    where to look. ``title`` names a battle; ``side`` is whose hex it is now, or whose units went.
    ``fell_back`` is true of units that left a battle they defended in. ``faces`` are the dice, and
    ``rolled`` is what was told first of the last one of a battle.
    """

    kind: Kind
    first: int
    last: int
    told: Told = ()
    units: tuple[UnitId, ...] = ()
    ways: tuple[tuple[Hex, ...], ...] = ()
    at: Location | None = None
    title: str = ""
    side: str = ""
    why: str = ""
    fell_back: bool = False
    faces: tuple[int, ...] = ()
    rolled: str = ""


@dataclass(frozen=True, slots=True)
class _Around:
    """A step with the positions before and after it, as they are seen."""

    node: Node
    told: Told
    before: State
    after: State
    rules: Rules
    battle: BattleView | None
    """The battle that the step belongs to: the one it began, went on with, or ended."""
    why: str


class Happenings:
    """Reads steps of one game's log; each is worked out once."""

    def __init__(self, game: GameSession, player_view: PlayerView) -> None:
        self._game = game
        self._seen = player_view
        self._known: dict[int, tuple[Happening, ...]] = {}

    def forget(self) -> None:
        """Read every step again: the seat, the log or the board is another."""
        self._known.clear()

    def of(self, node: Node) -> tuple[Happening, ...]:
        """What one step did; nothing for the beginning and for what the seat cannot see."""
        if node.id not in self._known:
            self._known[node.id] = tuple(self._read(node))
        return self._known[node.id]

    def stretch(self, nodes: Iterable[Node]) -> tuple[Happening, ...]:
        """What some steps, oldest first, did in all."""
        return added_up(happening for node in nodes for happening in self.of(node))

    def _read(self, node: Node) -> Iterator[Happening]:
        told = self._seen.told(node)
        if node.parent is None or (node.told and told != node.told):
            return
        before, after = self._seen.state_at(node.parent), self._seen.state_at(node.id)
        rules = self._seen.rules_at(node.id)
        battle = rules.battle(after) or self._seen.rules_at(node.parent).battle(before)
        around = _Around(node, told, before, after, rules, battle, self._seen.why(node))
        if battle is not None:
            yield _battle(around, battle)
        pieces = tuple(self._pieces(around))
        yield from pieces
        yield from self._hexes(around)
        if battle is None and not pieces and _is_event(around):
            yield _one(Kind.EVENT, around, faces=self._game.log.faces(node.id))

    def _pieces(self, around: _Around) -> Iterator[Happening]:
        if around.before.pieces.keys() != around.after.pieces.keys():
            return
        boxes = self._game.scenario.map.boxes
        for unit in changed_pieces(around.before.pieces, around.after.pieces):
            was, now = around.before.pieces[unit], around.after.pieces[unit]
            is_gone = _on_board(was.at, boxes) and not _on_board(now.at, boxes)
            if now.steps < was.steps or is_gone:
                yield _one(Kind.LOSS, around, units=(unit,), at=was.at)
            elif now.at != was.at and isinstance(now.at, Hex):
                side = around.rules.owner(around.after, unit)
                yield _one(
                    Kind.MOVE,
                    around,
                    units=(unit,),
                    ways=(self._way(around, unit, was.at, now.at),),
                    at=now.at,
                    side=side,
                    fell_back=_defended(around.battle, unit),
                )

    def _way(self, around: _Around, unit: UnitId, was: Location, now: Hex) -> tuple[Hex, ...]:
        """The hexes a unit went over; where it came from off the map, only where it is now."""
        node = around.node
        if not isinstance(was, Hex):
            return (now,)
        if node.parent is not None and node.action is not None and unit in node.action.who():
            rules = self._seen.rules_at(node.parent)
            way = rules.route(around.before, node.action)
            if len(way) > 1 and way[0] == was and way[-1] == now:
                return way
        return (was, now)

    def _hexes(self, around: _Around) -> Iterator[Happening]:
        sides = {side.id for side in self._game.system.sides}
        places = self._game.scenario.map.places
        known: set[Hex] = set()
        for key, side in _taken(around.before, around.after, sides):
            at = key if isinstance(key, Hex) else places[key].hex if key in places else None
            if at is not None and at not in known:
                known.add(at)
                yield _one(Kind.HEX, around, at=at, side=side)


def added_up(happenings: Iterable[Happening]) -> tuple[Happening, ...]:
    """Moves of one unit in a row joined, so that each has one way; battles each told once."""
    found: list[Happening] = []
    moves: dict[tuple[UnitId, ...], int] = {}
    battle = -1
    for one in happenings:
        if one.kind is Kind.BATTLE:
            if battle >= 0 and (found[battle].title, found[battle].at) == (one.title, one.at):
                found[battle] = _joined(found[battle], one)
                continue
            battle = len(found)
        elif one.kind is Kind.MOVE:
            earlier = moves.get(one.units)
            if earlier is not None and _goes_on(found[earlier], one):
                way = (*found[earlier].ways[0], *one.ways[0][1:])
                found[earlier] = replace(_joined(found[earlier], one), ways=(way,), at=one.at)
                continue
            moves[one.units] = len(found)
        found.append(one)
    return tuple(found)


def _goes_on(first: Happening, later: Happening) -> bool:
    """Whether a move begins where an earlier one ended, in the same manner."""
    ends = first.ways[0][-1] == later.ways[0][0] and len(later.ways[0]) > 1
    return ends and first.fell_back == later.fell_back


def _joined(first: Happening, later: Happening) -> Happening:
    return replace(
        first,
        last=later.last,
        told=(*first.told, *later.told),
        units=tuple(dict.fromkeys((*first.units, *later.units))),
        ways=tuple(dict.fromkeys((*first.ways, *later.ways))),
        faces=(*first.faces, *later.faces),
        rolled=later.rolled or first.rolled,
    )


def _one(
    kind: Kind,
    around: _Around,
    *,
    units: tuple[UnitId, ...] = (),
    ways: tuple[tuple[Hex, ...], ...] = (),
    at: Location | None = None,
    title: str = "",
    side: str = "",
    fell_back: bool = False,
    faces: tuple[int, ...] = (),
    rolled: str = "",
) -> Happening:
    node = around.node
    return Happening(
        kind,
        node.id,
        node.id,
        around.told,
        units,
        ways,
        at,
        title,
        side,
        around.why,
        fell_back,
        faces,
        rolled,
    )


def _battle(around: _Around, battle: BattleView) -> Happening:
    pieces = around.before.pieces
    fighting = (*battle.attackers, *battle.defenders)
    stands = (pieces[one.unit].at for one in battle.attackers if one.unit in pieces)
    starts = dict.fromkeys(at for at in (battle.origin, *stands) if isinstance(at, Hex))
    face = around.node.face
    return _one(
        Kind.BATTLE,
        around,
        units=tuple(one.unit for one in fighting),
        ways=tuple((at, battle.at) for at in starts if battle.at is not None and at != battle.at),
        at=battle.at,
        title=battle.title,
        faces=() if face is None else (face,),
        rolled="" if face is None else next((text for _rule, text in around.told), ""),
    )


def _defended(battle: BattleView | None, unit: UnitId) -> bool:
    return battle is not None and any(one.unit == unit for one in battle.defenders)


def _is_event(around: _Around) -> bool:
    """A die or a step of nobody's that was told of, the begin of a turn, a step of the referee."""
    node = around.node
    if not around.told:
        return False
    turned = around.before.turn != around.after.turn
    return node.is_die or turned or node.side == NOBODY or node.how is How.REFEREE


def _on_board(at: Location, boxes: Mapping[str, object]) -> bool:
    return isinstance(at, Hex) or at in boxes


def _taken(before: State, after: State, sides: set[str]) -> Iterator[tuple[Hex | str, str]]:
    """The hexes, or ids of places, that a field of the state gives to another side than it did."""
    if type(before) is not type(after):
        return
    for name in (field.name for field in fields(after) if field.name != PIECES):
        was, now = getattr(before, name), getattr(after, name)
        if was is now or not isinstance(was, Mapping) or not isinstance(now, Mapping):
            continue
        others = [(key, side) for key, side in now.items() if was.get(key) is not side]
        for key, side in others:
            is_side = isinstance(side, str) and side in sides
            if isinstance(key, (Hex, str)) and is_side and was.get(key) != side:
                yield key, side


def last_decision(game: GameSession) -> int:
    """The step after which a person has decided nothing any more: their last decision, or 0."""
    for node in game.log.back():
        if node.how in (How.CHOSEN, How.TOGETHER, How.REFEREE, How.START):
            return node.id
    return 0
