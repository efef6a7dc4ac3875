"""The game as Qt sees it: one object that holds the session and says when it changed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from engine.core.actions import Action, IllegalAction, Objection, Roll
from engine.core.change import EVERYTHING, Change
from engine.core.events import Event
from engine.core.state import NOBODY, Location, State
from engine.core.system import Rules
from engine.core.view.display import CounterView, Display
from engine.game.player_view import PlayerView, Seat
from engine.game.session import Dice, GameSession, View
from engine.game.taking_back import take_back
from engine.reports.commitments import Commitment, commitments
from engine.reports.log_export import How, MarkKind, Node
from maps.finding.fronts import ground_held
from maps.hexgrid import Hex
from maps.terrain import is_land
from maps.untyped import Json
from oob.model import UnitId
from oob.words import titles
from qtapp.widgets.wording import place_title, unit_title
from qtapp.workers.answers import Answers, through
from qtapp.workers.in_turn import InTurn
from qtapp.workspaces.play.offers import Offers, namesakes_of, waiting_place

AnswerT = TypeVar("AnswerT")


def land_of(bridge: GameBridge) -> frozenset[Hex]:
    """The hexes of the board that are land, in part at least."""
    board = bridge.game.scenario.map
    return frozenset(at for at in board.terrain if is_land(board, at))


def alike(bridge: GameBridge) -> frozenset[UnitId]:
    """The units of the game that sentences call as they call others."""
    return namesakes_of(bridge.game.rules)


def unit_names(bridge: GameBridge) -> Mapping[UnitId, str]:
    """What lists call each unit of the game: as sentences do where units of several types would be
    called alike, ``German 1 Mountain XX``, or no size tells that it is a unit, ``German 4 Truck``;
    else without its type, ``German 117 XX``.
    """
    order, named = bridge.game.scenario.oob, bridge.game.rules.laying.called
    names = {unit: unit_title(order, unit) for unit in order.units}
    for unit, told_apart in titles(order).items():
        is_bare = told_apart != names[unit] or not order.units[unit].size.value
        if is_bare and named(unit) != unit:
            names[unit] = named(unit)
    return names


def place_titles(bridge: GameBridge) -> Callable[[Location], str]:
    """What the places of the board are called, each worked out once."""
    return cache(partial(place_title, bridge.game.scenario.map))


class GameBridge(QObject):
    """Every change of the game goes through here, so that every panel hears of it.

    ``opened`` and ``closed`` frame a game; ``changed`` follows every step, undo or seek and carries
    the :class:`~engine.core.change.Change` from what was shown before, so that each panel works out
    again only what depends on it; ``told`` carries (rule, sentence) pairs of what just happened;
    ``objected`` an illegal attempt with its objections; ``marked`` follows a change of names,
    bookmarks or notes in the log.
    """

    opened = Signal()
    closed = Signal()
    changed = Signal(object)
    told = Signal(object)
    objected = Signal(object, object)
    marked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.in_turn = InTurn(self)
        """What panels work out once a click is answered."""
        self._game: GameSession | None = None
        self._player_view: PlayerView | None = None
        self._views = Answers(lambda: self.player_view.view())
        self._counters = Answers(lambda: self.rules.counters(self.state))
        self._offers = Answers(lambda: Offers(self.player_view, partial(self.throughout, alike)))
        self._displays = Answers(lambda: self.rules.displays(self.state))
        self._waiting = Answers(self._waiting_place)
        self._commands = Answers(self._commanders)
        self._enemies = Answers(self._enemy_hexes)
        self._ground = Answers(self._ground_held)
        self._zones = Answers(self._zones_of_others)
        self._committed = Answers(lambda: commitments(self.game, self.player_view))
        self._asked: dict[object, Answers[Json]] = {}
        self._lasting: dict[object, Json] = {}
        self.is_opening = False
        """True while a game is being opened: the board shows it before the panels do."""
        self._held = False
        self._due = False
        self._shown: int | None = None

    @property
    def is_open(self) -> bool:
        """True while a game is open."""
        return self._game is not None

    @property
    def game(self) -> GameSession:
        """The open game. Raises LookupError when there is none."""
        if self._game is None:
            raise LookupError("no game is open")
        return self._game

    @property
    def player_view(self) -> PlayerView:
        """The open game as its seat sees it: what the window may show. Raises LookupError."""
        if self._player_view is None:
            raise LookupError("no game is open")
        return self._player_view

    @property
    def rules(self) -> Rules:
        """The rules of the open game, which say no more than the seat may know."""
        return self.player_view.rules

    @property
    def state(self) -> State:
        """The position as the seat knows it."""
        return self.player_view.state

    @property
    def view(self) -> View:
        """What the seat sees of the open decision."""
        return self._views.at(self.game.log.current)

    @property
    def counters(self) -> tuple[CounterView, ...]:
        """All counters as they are now, asked for once per step."""
        return self._counters.at(self.game.log.current)

    @property
    def displays(self) -> tuple[Display, ...]:
        """All displays as they are now, asked for once per step."""
        return self._displays.at(self.game.log.current)

    def once(self, question: Callable[[GameBridge], AnswerT]) -> AnswerT:
        """What a function answers about the position, asked once per step: undo, redo and a step
        back ask nothing again. It must be a function of a module, the same at each call.
        """
        if question not in self._asked:
            self._asked[question] = Answers(partial(question, self))
        found: AnswerT = self._asked[question].at(self.game.log.current)
        return found

    def once_in_pieces(
        self, question: Callable[[], Generator[None, None, AnswerT]]
    ) -> Generator[None, None, AnswerT]:
        """The same of what takes long, worked out in pieces unless it is known at this step."""
        here = self.game.log.current
        known = self._asked.setdefault(question, Answers(partial(through, question)))
        if here not in known:
            known.put(here, (yield from question()))
        found: AnswerT = known.at(here)
        return found

    def once_through(self, question: Callable[[], Generator[None, None, AnswerT]]) -> AnswerT:
        """The same in one go."""
        return through(lambda: self.once_in_pieces(question))

    def is_known(self, question: object) -> bool:
        """Whether something was asked of the position already."""
        return question in self._asked and self.game.log.current in self._asked[question]

    def throughout(self, question: Callable[[GameBridge], AnswerT]) -> AnswerT:
        """What a function answers about the game whatever its position is, asked once."""
        if question not in self._lasting:
            self._lasting[question] = question(self)
        found: AnswerT = self._lasting[question]
        return found

    def name_of(self, unit: UnitId) -> str:
        """What lists that show a unit's name alone call it."""
        return self.throughout(unit_names)[unit]

    def title_of(self, unit: UnitId) -> str:
        """What lists that tell a unit's type as well call it; one without a size, as position
        antiaircraft, says its type here too: ``German 1`` would say nothing.
        """
        order = self.game.scenario.oob
        return unit_title(order, unit) if order.units[unit].size.value else self.name_of(unit)

    @property
    def committed(self) -> tuple[Commitment, ...]:
        """What was sent up and to sea in this phase, asked for once per step; nothing while no
        player decides.
        """
        return self._committed.at(self.game.log.current) if self.player_decides else ()

    @property
    def offers(self) -> Offers:
        """What may be done now, asked for once per step."""
        return self._offers.at(self.game.log.current)

    @property
    def commands(self) -> Mapping[UnitId, str]:
        """The side that commands each unit on the board, '' for a neutral's, in the order of the
        counters; asked for once per step.
        """
        return self._commands.at(self.game.log.current)

    def _commanders(self) -> Mapping[UnitId, str]:
        owners, counters = self.rules.owners(self.state), self.counters
        return {one.unit: owners[one.unit] for one in counters if isinstance(one.at, Hex)}

    @property
    def enemy_hexes(self) -> frozenset[Hex]:
        """The hexes in which a counter of another side than the one to decide is, known or not."""
        return self._enemies.at(self.game.log.current)

    @property
    def ground(self) -> Mapping[Hex, int]:
        """Each hex of land that is a side's, with the number of the side in the game: what it owns,
        or in games that keep no ownership what is nearest to its units.
        """
        return self._ground.at(self.game.log.current)

    def _ground_held(self) -> Mapping[Hex, int]:
        rules, state, board = self.rules, self.state, self.game.scenario.map
        sides = [side.id for side in self.game.system.sides]
        owned = [rules.owned(state, side) for side in sides]
        if any(owned):
            land = self.throughout(land_of)
            return {at: number for number, hexes in enumerate(owned) for at in hexes if at in land}
        held = {
            counter.at: self.commands[counter.unit]
            for counter in self.counters
            if isinstance(counter.at, Hex)
        }
        nearest = ground_held(board, {at: side for at, side in held.items() if side in sides})
        return {at: sides.index(side) for at, side in nearest.items()}

    @property
    def zones_of_others(self) -> tuple[Hex, ...]:
        """The zones of control of all sides but the one to decide."""
        return self._zones.at(self.game.log.current)

    def _zones_of_others(self) -> tuple[Hex, ...]:
        others = (side.id for side in self.game.system.sides if side.id != self.view.side)
        return tuple(sorted({at for one in others for at in self.rules.zones(self.state, one)}))

    @property
    def waiting(self) -> str:
        """The place off the map where units wait to be placed, "" when none do."""
        return self._waiting.at(self.game.log.current) if self.is_open else ""

    def _enemy_hexes(self) -> frozenset[Hex]:
        mine, pieces = self.view.side, self.state.pieces
        places = [pieces[unit].at for unit, whose in self.commands.items() if whose != mine]
        return self.player_view.unknown | frozenset(at for at in places if isinstance(at, Hex))

    def _waiting_place(self) -> str:
        if not self.player_decides:
            return ""
        duties = () if self.offers.can_close() else self.rules.duties(self.state)
        owed = {unit for duty in duties for unit in duty.units}
        first: Sequence[CounterView] = self.counters
        if owed:
            first = sorted(first, key=lambda counter: counter.unit not in owed)
        return waiting_place(first, self.offers, self.game.scenario.map.boxes)

    @property
    def path(self) -> Path | None:
        """The file of the open game."""
        return self._game.path if self._game else None

    @property
    def player_decides(self) -> bool:
        """True while a player has to decide and the seat may: no die is due, nothing is over."""
        return self.awaits_decision and self.player_view.may_decide

    @property
    def awaits_decision(self) -> bool:
        """True while either side has to decide."""
        if self._game is None:
            return False
        view = self._game.view()
        return view.chance is None and view.outcome is None and view.side != NOBODY

    def open(self, game: GameSession) -> None:
        """Show another game; the one before is closed."""
        self.close()
        self._game, self._player_view = game, PlayerView(game)
        self.is_opening = True
        try:
            self.opened.emit()
            self._say_changed()
            self.in_turn.put_off()  # until the board is painted, where it can be seen
        finally:
            self.is_opening = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Say ``changed`` once for all that happens inside."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
            if self._due:
                self._due = False
                self._say_changed()

    def close(self) -> None:
        """Release the game, if one is open."""
        if self._game is not None:
            game, self._game, self._player_view = self._game, None, None
            self._forget()
            game.close()
            self.closed.emit()

    def act(self, action: Action, how: How = How.CHOSEN, why: str = "") -> bool:
        """Take a decision, for a stated reason if any.

        False, with ``objected``, when the rules forbid it.
        """
        try:
            events = self.game.act(action, how=how, why=why)
        except IllegalAction as error:
            self.objected.emit(action, error.objections)
            return False
        self._tell(events)
        return True

    def act_together(self, actions: Sequence[Action], *, joined: bool = False) -> bool:
        """Take several decisions that one undo takes back; ``joined``: the one before, too.

        False, with ``objected``, when the rules forbid the first; what forbids a later one is
        said, and those before it are taken.
        """
        if not actions:
            return False
        objections = self.game.check(actions[0])
        if objections:
            self.objected.emit(actions[0], objections)
            return False
        first = self.game.log.current
        events, forbidding = self.game.act_together(actions, joined=joined)
        self._tell(events, first)
        if forbidding:
            self.objected.emit(None, forbidding)
        return True

    def object_to(self, action: object, objections: tuple[Objection, ...]) -> None:
        """Show why something cannot be done that no action could be made of."""
        self.objected.emit(action, objections)

    def roll(self) -> None:
        """Let the program roll the die that is due, if any."""
        if self.is_open and self.view.chance is not None:
            self._tell(self.game.roll())

    def type_die(self, face: int) -> bool:
        """Take a face the player's own die shows."""
        return self.act(Roll(face), How.TYPED)

    def look_again(self) -> None:
        """Ask everything again, after the board was edited."""
        if self._player_view is not None:
            self._player_view.forget()
        self._forget()
        self._say_changed()

    def reroll(self) -> None:
        """Roll the last die again; the line is marked."""
        self._tell(self.game.reroll())

    def undo(self) -> bool:
        """Go back before the last decision.

        Undos and redos that come faster than panels can follow are shown on the board at once; the
        panels catch up with the last.
        """
        return self._moved(self.game.undo())

    def redo(self) -> bool:
        """Go forward again."""
        return self._moved(self.game.redo())

    def take_back(self, node: int) -> bool:
        """Take one decision back and leave those after it. False, with ``objected``, when the rules
        forbid one of these without it.
        """
        objections = take_back(self.game, node)
        if objections:
            self.objected.emit(None, objections)
            return False
        self._say_changed()
        return True

    def seek(self, node: int) -> None:
        """Stand on any step of the log."""
        self.game.goto(node)
        self._say_changed()

    def mark(self, node: int, kind: MarkKind, text: str) -> None:
        """Write a mark at a step of the log, or take it away with an empty text."""
        self.game.mark(node, kind, text)
        self.marked.emit()

    def note_turn(self, turn: int, text: str) -> None:
        """Write a note on a turn of the calendar, or take it away with an empty text."""
        self.game.turn_notes.put(turn, text)
        self.marked.emit()

    def prune(self, node: int) -> int:
        """Remove a step and all that follows it from the log for good; how many went."""
        gone = self.game.prune(node)
        self.player_view.forget()
        self._forget()
        self.marked.emit()
        self._say_changed()
        return gone

    def sit(self, seat: Seat) -> None:
        """See the game with one side's eyes, or everything, from now on."""
        self.player_view.seat = seat
        self.look_again()
        self.marked.emit()

    def told_of(self, node: Node) -> tuple[tuple[str, str], ...]:
        """(rule, sentence) pairs of a step of the log, as the seat knows them."""
        return self.player_view.told(node)

    def set_dice(self, dice: Dice) -> None:
        """Choose who makes the dice; a die that is due is rolled when the program takes over."""
        self.game.dice = dice
        if dice is Dice.PROGRAM:
            self.roll()
        self._say_changed()

    def side_name(self, side: str) -> str:
        """The name of a side, its id when it has none."""
        return next((info.name for info in self.game.system.sides if info.id == side), side)

    def _moved(self, moved: bool) -> bool:
        if moved:
            self.in_turn.put_off()
            self._say_changed()
        return moved

    def _tell(self, events: tuple[Event, ...], since: int | None = None) -> None:
        """Say what happened: the events, or what the seat may know of the steps after one."""
        log = self.game.log
        steps = itertools.takewhile(lambda node: node.id != since, log.back())
        if self.player_view.is_open:
            told = tuple(self.game.tell(events))
        elif since is None:
            told = self.told_of(log.here)
        else:
            told = tuple(line for node in [*steps][::-1] for line in self.told_of(node))
        self.told.emit(told)
        self._say_changed()

    def _forget(self) -> None:
        for answers in (
            self._views,
            self._counters,
            self._offers,
            self._displays,
            self._waiting,
            self._commands,
            self._enemies,
            self._ground,
            self._zones,
            self._committed,
        ):
            answers.forget()
        self._asked.clear()
        self._lasting.clear()
        self._shown = None

    def _say_changed(self) -> None:
        if self._held:
            self._due = True
        elif self.is_open:
            change, self._shown = self._report(), self.game.log.current
            self.changed.emit(change)

    def _report(self) -> Change:
        """What differs from the step that was shown before; everything when none was."""
        return EVERYTHING if self._shown is None else self.game.changed(self._shown)
