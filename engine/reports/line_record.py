"""What each step of the line of play changed, read once and only as far as somebody asks.

A log of thousands of steps is read a few steps at a time; whoever waits is told how many are left.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from engine.core.actions import Roll
from engine.core.chance import ChanceNode
from engine.core.change import changed_pieces
from engine.core.state import Piece, State
from engine.frozen import dataclass
from engine.game.session import GameSession
from engine.play.log import ROOT, Node
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Entry:
    """What one step of the log changed, in the turn it led to and the phase it was taken in.

    ``key`` is that of the step, ``chance`` the die that it answered.
    """

    key: str
    turn: int
    phase: str
    changed: tuple[tuple[UnitId, Piece, Piece], ...]
    chance: ChanceNode | None


class LineRecord:
    """The line from the beginning of a game to its current step. Get it with :meth:`of`.

    ``line`` are the steps that were read, the root first; ``rolls`` those of them that are dice;
    ``ends`` is, for each turn, the last of them in it.
    """

    def __init__(self, game: GameSession) -> None:
        self._log = game.log
        self._entries: dict[int, Entry] = {}
        self._states: dict[int, State] = {}
        self._losses = game.log.losses
        self._wanted = ROOT
        self._coming: list[Node] = []
        self._ahead: set[int] = set()
        self._place = {ROOT: 0}
        self._first = game.state_at(ROOT).turn
        self._turns: list[tuple[int, int]] = [(0, self._first)]
        self._by_unit: dict[UnitId, list[int]] = {}
        self.line = [ROOT]
        self.rolls: list[int] = []

    @classmethod
    def of(cls, game: GameSession) -> LineRecord:
        """The record of a game, the same for everyone who asks."""
        found = _RECORDS.get(game)
        if found is None or found._log is not game.log:
            found = _RECORDS[game] = cls(game)
        return found

    def __getitem__(self, node: int) -> Entry:
        """What a step on the line changed."""
        return self._entries[node]

    def left(self, game: GameSession, most: int) -> int:
        """How many steps of the line were never read; not counted beyond ``most``."""
        self._aim(game)
        count = 0
        for node in reversed(self._coming):
            count += node.id not in self._entries
            if count > most:
                break
        return count

    def go_on(self, game: GameSession, most: int | None = None) -> bool:
        """Read on, at most so many steps that were never read; True at the end of the line."""
        self._aim(game)
        read = 0
        while self._coming:
            node = self._coming[-1]
            if node.id not in self._entries:
                if most is not None and read >= most:
                    return False
                read += 1
                self._read(game, node)
            self._coming.pop()
            self._ahead.discard(node.id)
            self._append(node.id)
        return True

    def ends(self) -> dict[int, int]:
        """The last step of every turn on the line, by turn."""
        lasts = [place - 1 for place, _ in self._turns[1:]] + [len(self.line) - 1]
        found = {turn: self.line[last] for (_, turn), last in zip(self._turns, lasts, strict=True)}
        return dict(sorted(found.items()))

    def end_of_turn(self, game: GameSession, node: int) -> State:
        """The state at the last step of a turn, or at the current one."""
        found = self._states.get(node)
        return game.state_at(node) if found is None else found

    def about(self, unit: UnitId) -> list[int]:
        """The steps of the line that changed a unit, oldest first."""
        return self._by_unit.get(unit, [])

    def _aim(self, game: GameSession) -> None:
        """Go back to where the line that was read leaves the current one."""
        log = game.log
        if log.losses != self._losses:
            self._forget(game)
        elif log.current == self._wanted:
            return
        self._wanted, before = log.current, self._coming
        self._coming = []
        joint = ROOT
        for node in log.back():
            if node.id in self._place:
                joint = node.id
                break
            if node.id in self._ahead:  # from there on it is as before
                gone = next(i for i, other in enumerate(before) if other.id == node.id)
                self._ahead.difference_update(other.id for other in before[:gone])
                self._ahead.update(new.id for new in self._coming)
                self._coming += before[gone:]
                return
            self._coming.append(node)
        self._ahead = {node.id for node in self._coming}
        self._cut(self._place[joint] + 1)

    def _forget(self, game: GameSession) -> None:
        """Steps were removed: their numbers may be those of others by now."""
        log = self._log
        self._losses = log.losses
        self._coming, self._ahead = [], set()
        kept = {
            ident: entry
            for ident, entry in self._entries.items()
            if ident in log and log[ident].key == entry.key
        }
        while self.line[-1] != ROOT and self.line[-1] not in kept:
            self._cut(len(self.line) - 1)
        self._states = {ident: state for ident, state in self._states.items() if ident in kept}
        self._entries = kept

    def _cut(self, length: int) -> None:
        for node in reversed(self.line[length:]):
            for unit, _, _ in self._entries[node].changed:
                self._by_unit[unit].pop()
            if self.rolls and self.rolls[-1] == node:
                self.rolls.pop()
            del self._place[node]
        del self.line[length:]
        while self._turns[-1][0] >= length:
            self._turns.pop()

    def _append(self, node: int) -> None:
        entry = self._entries[node]
        if entry.turn != self._turns[-1][1]:
            self._turns.append((len(self.line), entry.turn))
        self._place[node] = len(self.line)
        self.line.append(node)
        for unit, _, _ in entry.changed:
            self._by_unit.setdefault(unit, []).append(node)
        if entry.chance is not None:
            self.rolls.append(node)

    def _read(self, game: GameSession, node: Node) -> None:
        before = self.line[-1]
        was, now = game.state_at(before), game.state_at(node.id)
        changed = tuple(
            (unit, was.pieces[unit], now.pieces[unit])
            for unit in changed_pieces(was.pieces, now.pieces)
            if unit in was.pieces and _differ(was.pieces[unit], now.pieces[unit])
        )
        chance = game.rules_at(node.id).chance(was) if isinstance(node.action, Roll) else None
        if now.turn != was.turn:
            self._states[before] = was
        self._entries[node.id] = Entry(node.key, now.turn, was.phase, changed, chance)


_RECORDS: WeakKeyDictionary[GameSession, LineRecord] = WeakKeyDictionary()


def _differ(before: Piece, after: Piece) -> bool:
    return (before.at, before.steps) != (after.at, after.steps)
