"""A game as one seat sees it: the door for a window that must not show what fog hides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.legal import LegalActions
from engine.core.state import NOBODY, State
from engine.core.system import Rules
from engine.core.view.fog import (
    OUT_OF_SIGHT,
    UNKNOWN,
    Fog,
    FoggedRules,
    Seat,
    hidden_from,
    mentions,
    sealed_from,
)
from engine.frozen import dataclass
from engine.game.session import GameSession, MarkKind, View
from engine.play.log import ROOT, Node
from maps.hexgrid import Hex
from oob.model import UnitId

__all__ = ["UNKNOWN", "Fog", "PlayerView", "Seat"]

KEPT = 64
"""How many positions a view keeps ready."""


@dataclass(frozen=True, slots=True)
class _Look:
    """One position as it is seen: its state, rules for it, and what is hidden."""

    state: State
    rules: Rules
    hidden: frozenset[UnitId]
    unknown: frozenset[Hex]


class PlayerView:
    """What the seat of a game sees, step by step. An open seat sees everything."""

    def __init__(self, game: GameSession) -> None:
        self._game = game
        self._seat = Seat.read(game.marks.get(ROOT, MarkKind.SEAT))
        self._looks: dict[int, _Look] = {}
        self._last: tuple[int, Rules, _Look] | None = None
        self._hides: dict[int, bool] = {}

    @property
    def seat(self) -> Seat:
        """Whose eyes one sees with; kept with the game, and its changes marked in the log."""
        return self._seat

    @seat.setter
    def seat(self, seat: Seat) -> None:
        game = self._game
        if seat.side and seat.side not in [side.id for side in game.system.sides]:
            raise ValueError(f"there is no side {seat.side!r}")
        if seat != self._seat:
            game.mark(ROOT, MarkKind.SEAT, str(seat))
            if game.log.current != ROOT:
                game.mark(game.log.current, MarkKind.SEAT, str(seat) or "open")
            self._seat = seat
            self.forget()

    @property
    def is_open(self) -> bool:
        """True when nothing is hidden from the seat, now or later."""
        return not self._seat.side

    def forget(self) -> None:
        """Look at everything again: the board or the log was changed."""
        self._looks.clear()
        self._hides.clear()
        self._last = None

    @property
    def state(self) -> State:
        """The position as the seat knows it."""
        return self._look(self._game.log.current).state

    @property
    def rules(self) -> Rules:
        """Rules that tell of that position no more than the seat may know."""
        return self._look(self._game.log.current).rules

    def state_at(self, node: int) -> State:
        """The position at any step of the log as the seat knew it."""
        return self._look(node).state

    def rules_at(self, node: int) -> Rules:
        """Rules for the position at any step of the log, as the seat knew it."""
        return self._look(node).rules

    @property
    def hidden(self) -> frozenset[UnitId]:
        """The units hidden from the seat now."""
        return self._look(self._game.log.current).hidden

    @property
    def unknown(self) -> frozenset[Hex]:
        """Hexes where somebody stands whom the seat has not examined."""
        return self._look(self._game.log.current).unknown

    @property
    def may_decide(self) -> bool:
        """True when the open decision is the seat's own."""
        return self.is_open or self._game.view().side in (NOBODY, self._seat.side)

    def knows_history(self, unit: UnitId) -> bool:
        """True when the seat may know what happened to a unit: its own, or any when all is open."""
        game = self._game
        return self.is_open or game.rules.owner(game.state, unit) == self._seat.side

    def view(self) -> View:
        """What the seat sees of the open decision; nothing to choose when it is the enemy's."""
        found = self._game.view()
        if self.is_open:
            return found
        chance = self.rules.chance(self.state)
        if self.may_decide:
            return replace(found, chance=chance)
        nothing = LegalActions((), lambda _action: ())
        return replace(
            found, prompt=ENEMY_DECIDES, rule="", legal=nothing, chance=chance, where=None
        )

    def told(self, node: Node) -> tuple[tuple[str, str], ...]:
        """(rule, sentence) pairs of a step; of a run of steps out of sight, one sentence in all."""
        if self.is_open or node.parent is None or not self._is_hidden(node):
            return tuple(node.told)
        before = self._game.log[node.parent]
        again = before.parent is not None and self._is_hidden(before)
        return () if again or not node.told else (("", OUT_OF_SIGHT),)

    def why(self, node: Node) -> str:
        """The automatic player's reason; none for an enemy's, who knows more than the seat."""
        return node.why if self.is_open or node.side == self._seat.side else ""

    def story(self) -> Iterator[tuple[Node, str, str]]:
        """(node, rule, sentence) along the current line, as the seat knows it."""
        root = self._game.log[ROOT]
        for rule, text in self._game.beginning:
            yield root, rule, text
        for node in self._game.log.line():
            for rule, text in self.told(node):
                yield node, rule, text

    def statement(self) -> str:
        """What is hidden, in one sentence; empty when nothing is."""
        if self.is_open:
            return ""
        names = {side.id: side.name for side in self._game.system.sides}
        name = names[self._seat.side]
        if self._seat.fog is Fog.SET_UP:
            return f"Seen as {name}: the enemy's set-up is hidden until both sides have set up."
        return (
            f"Seen as {name}: the enemy's set-up is hidden until both sides have set up, and after "
            "that every enemy stack that is neither beside your units nor in battle."
        )

    def _look(self, node: int) -> _Look:
        if self.is_open:
            return self._looked(node)
        found = self._looks.get(node)
        if found is None:
            found = self._seen(node)
            if len(self._looks) >= KEPT:
                self._looks.clear()
            self._looks[node] = found
        return found

    def _looked(self, node: int) -> _Look:
        """The whole position, asked for once; rules are bound again when the board is edited."""
        game, last = self._game, self._last
        if last is None or last[0] != node or last[1] is not game.rules:
            look = _Look(game.state_at(node), game.rules_at(node), frozenset(), frozenset())
            self._last = last = (node, game.rules, look)
        return last[2]

    def _seen(self, node: int) -> _Look:
        game = self._game
        state, rules = game.state_at(node), game.rules_at(node)
        filtered = FoggedRules(rules, state, self._seat, hidden_from(rules, state, self._seat))
        return _Look(filtered.state, filtered, filtered.hidden, filtered.unknown)

    def _is_hidden(self, node: Node) -> bool:
        """True when a step was taken out of the seat's sight.

        So are steps of the enemy about no unit the seat then knew, and dice that moved or changed
        none but hidden units.
        """
        if node.id not in self._hides:
            self._hides[node.id] = self._was_hidden(node)
        return self._hides[node.id]

    def _was_hidden(self, node: Node) -> bool:
        game, mine = self._game, self._seat.side
        if node.parent is None or node.side == mine:
            return False
        before, after = game.state_at(node.parent), game.state_at(node.id)
        if before.flow and sealed_from(before.top, mine):
            return True
        rules = game.rules_at(node.id)
        unknown = hidden_from(rules, before, self._seat) & hidden_from(rules, after, self._seat)
        changed = {u for u, piece in after.pieces.items() if before.pieces.get(u) is not piece}
        named = set(node.action.who()) if node.action is not None else set()
        if node.action is not None and mentions(node.action, unknown):
            return True
        involved = changed | named
        if any(rules.owner(after, unit) == mine for unit in involved & set(after.pieces)):
            return False
        if involved:
            return involved <= unknown
        if node.side == NOBODY:
            return bool(before.flow) and mentions(before.top, unknown)
        return bool(unknown) and rules.battle(before) is None and rules.battle(after) is None


ENEMY_DECIDES = (
    "The enemy decides out of your sight. Let the automatic player play his phase (F5), command "
    "his side for good, or see the game as he does."
)
