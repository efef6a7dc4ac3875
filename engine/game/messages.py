"""What a game session tells: sentences of its log, and actions as lines of a script."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property

from engine.core.actions import Action
from engine.core.codec import Codec
from engine.core.events import Event
from engine.core.system import Rules, Step
from engine.game.set_up.failing import playable
from engine.game.set_up.openings import told
from engine.play.log import ROOT, How, LogTree, Node
from engine.play.sentences import Sentences
from maps.untyped import JsonObject


class Messages(ABC):
    """The part of a session that puts what happened into words."""

    log: LogTree
    laid: str
    scripts: Codec
    _restored = ""
    """The file and the game that was read from it; "" for a game that was begun here."""

    @property
    @abstractmethod
    def rules(self) -> Rules:
        """The rules, bound to the board as it is now."""

    @abstractmethod
    def begun(self) -> Step:
        """The beginning worked out again, on the board as it was then."""

    @cached_property
    def opening(self) -> Step:
        """The beginning, worked out once somebody asks: a game is opened where it goes on. Raises
        KnownError when the rules cannot begin what a file holds.
        """
        with playable(self._restored):
            return self.begun()

    @property
    def beginning(self) -> tuple[tuple[str, str], ...]:
        """(rule, sentence) of what there was before the first step: own charts, the opening."""
        laid = told(self.laid, self.opening.state)
        return (*self.log[ROOT].told, *laid, *self.tell(self.opening.events))

    def story(self, since: int = 0) -> Iterator[tuple[Node, str, str]]:
        """(node, rule, sentence) along the current line, from the ``since``-th step on."""
        if since == 0:
            for rule, text in self.beginning:
                yield self.log[ROOT], rule, text
        for node in self.log.line()[since:]:
            for rule, text in node.told:
                yield node, rule, text

    @property
    def overruled(self) -> tuple[Node, ...]:
        """The steps of the current line that were the referee's: they mark the game."""
        if not self.log.has(How.REFEREE):
            return ()
        return tuple(node for node in self.log.line() if node.how is How.REFEREE)

    def tell(self, events: tuple[Event, ...]) -> Sentences:
        """(rule, sentence) for each event."""
        return Sentences(events, self.rules.prose)

    def to_script(self, action: Action) -> JsonObject:
        """One line of an action script: JSON with printed hex numbers."""
        plain: JsonObject = self.scripts.to_plain(action)
        return plain

    def from_script(self, plain: object, where: str) -> Action:
        """An action from a script's JSON. Raises KnownError when it is none."""
        action = self.scripts.record(plain, where)
        assert isinstance(action, Action)
        return action
