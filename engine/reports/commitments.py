"""What a side has committed to the air and to the sea in the phase that is played, step by step."""

from __future__ import annotations

from itertools import islice

from engine.core.actions import Action, Element
from engine.core.state import Location
from engine.frozen import dataclass
from engine.game.player_view import PlayerView
from engine.game.session import GameSession
from engine.game.taking_back import bars_taking_back
from engine.play.log import ROOT, Node
from maps.hexgrid import Hex

LOOK_AT_MOST = 1000
"""Steps of the log that are looked at: more than any phase has that a person plays."""


@dataclass(frozen=True, slots=True)
class Commitment:
    """One decision that sent something up or to sea.

    ``node`` is its step of the log, ``way`` where it leads from and to, one hex where it has no
    origin on the map; ``place`` is the hex or box that it aims at. ``barred`` says why it cannot
    be taken back, '' when it can be.
    """

    node: int
    element: Element
    text: str
    way: tuple[Hex, ...]
    barred: str = ""
    place: Location | None = None


def commitments(game: GameSession, player_view: PlayerView) -> tuple[Commitment, ...]:
    """What the side to decide has committed in this phase, in order, without what was given up or
    replaced since; nothing while the seat may not decide.
    """
    side = game.view().side
    if not player_view.may_decide:
        return ()
    found: dict[object, Commitment] = {}
    for node in _this_phase(game, side):
        action = node.action
        assert action is not None, "only the root has no action"
        ends = action.taken_back_by()
        found.pop(ends or action, None)  # given in place of what was given before, or given up
        if action.element is not Element.GROUND and ends != action:
            found[ends or node.id] = _commitment(game, node, action)
    return tuple(found.values())


def _this_phase(game: GameSession, side: str) -> list[Node]:
    """The decisions of a side in the phase that is played, the first one first."""
    now = game.state
    found: list[Node] = []
    for node in islice(game.log.back(), LOOK_AT_MOST):
        action = node.action
        if action is None or node.side != side:
            continue
        names = action.where() or action.origin_of() or action.who()
        if action.element is Element.GROUND and names:
            continue  # nothing that could end a phase
        before = game.state_at(node.parent if node.parent is not None else ROOT)
        if (before.turn, before.active, before.phase) != (now.turn, now.active, now.phase):
            break
        found.append(node)
    return found[::-1]


def _commitment(game: GameSession, node: Node, action: Action) -> Commitment:
    assert node.parent is not None
    before = game.state_at(node.parent)
    target = action.where()
    way = (*_origins(game, node, action), *((target,) if isinstance(target, Hex) else ()))
    text = game.rules.describe(before, action)
    barred = bars_taking_back(game, node.id)
    return Commitment(node.id, action.element, text, tuple(dict.fromkeys(way)), barred, target)


def _origins(game: GameSession, node: Node, action: Action) -> tuple[Hex, ...]:
    """Where it begins: the hex that it names, its first unit's, or the base of what flies."""
    assert node.parent is not None
    before, rules = game.state_at(node.parent), game.rules
    named: list[Location | None] = [action.origin_of()]
    named += [before.pieces[unit].at for unit in action.who() if unit in before.pieces]
    for at in named:
        if isinstance(at, Hex):
            return (at,)
    known = set(rules.flights(before))
    new = [one for one in rules.flights(game.state_at(node.id)) if one not in known]
    return tuple(one.origin for one in new[:1])
