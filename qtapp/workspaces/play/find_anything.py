"""Finding anything from one line: a unit, a ship, a place, a rule, something one can do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TypeVar

from engine.game.catalogue import rules_of
from oob.model import UnitId
from qtapp.actions.action_book import ActionBook
from qtapp.app.bridge import GameBridge
from qtapp.dialogs.finder import Finder, Found, fuzzy
from qtapp.dialogs.go_to import spots
from qtapp.dialogs.palette import commands
from qtapp.widgets.wording import place_title

EACH = 8
"""So many of each sort are listed; more letters bring the others."""
LOOSEST = 130
"""Letters scattered more widely than this over a title are a chance and no find."""
DECISIONS = 400
"""So many decisions are looked through."""
K = TypeVar("K")


class Finding:
    """What one may look for in a game. ``unit``, ``spot``, ``display`` and ``rule`` show what was
    found.
    """

    def __init__(
        self,
        bridge: GameBridge,
        book: ActionBook,
        unit: Callable[[UnitId], object],
        spot: Callable[[object], object],
        display: Callable[[str], object],
        rule: Callable[[str], object],
    ) -> None:
        self._bridge, self._book = bridge, book
        self._unit, self._spot, self._display, self._rule = unit, spot, display, rule

    def ask(self, finder: Callable[[Callable[[str], Sequence[Found]]], Finder]) -> None:
        """Let the person at the window find something, and show or do it."""
        dialog = finder(self.search)
        if dialog.exec() and callable(dialog.chosen):
            dialog.chosen()

    def search(self, text: str) -> Sequence[Found]:
        """What fits the letters typed, the best of each sort, sort by sort."""
        if not text.strip():
            return [Found("Type a unit, a place, a rule, or what you want to do", "", None, False)]
        sorts = (
            self._units,
            self._displayed,
            self._marked,
            self._places,
            self._rules,
            self._decisions,
            self._commands,
        )
        found = [one for sort in sorts for one in islice(sort(text), EACH)]
        return found or [Found("Nothing is called so", "", None, False)]

    def _units(self, text: str) -> Iterator[Found]:
        board, name_of = self._bridge.game.scenario.map, self._bridge.name_of
        names = {c.unit: (name_of(c.unit), c.at) for c in self._bridge.counters}
        for unit in _best(text, {unit: name for unit, (name, _at) in names.items()}):
            name, at = names[unit]
            place = place_title(board, at)
            yield Found(f"{name}, {place}", "unit", partial(self._unit, unit))

    def _displayed(self, text: str) -> Iterator[Found]:
        """Ships, flotillas, air units, ports, pools: the lines of the displays, by their names."""
        counters = {counter.unit for counter in self._bridge.counters}
        rows = {
            (display.id, number): (display, row)
            for display in self._bridge.displays
            for number, row in enumerate(display.rows)
            if row.hex is not None or row.value or not counters.isdisjoint(row.units)
        }
        names = {key: row.label.strip() for key, (_display, row) in rows.items()}
        for key in _best(text, names):
            display, row = rows[key]
            if row.hex is not None:
                shows = partial(self._spot, row.hex)
            elif len(row.units) == 1 and row.units[0] in counters:
                shows = partial(self._unit, row.units[0])
            else:
                shows = partial(self._display, display.id)
            said = f"{names[key]}: {row.value}" if row.value else names[key]
            yield Found(said, display.title, shows)

    def _marked(self, text: str) -> Iterator[Found]:
        """What markers on the board stand for."""
        board = self._bridge.game.scenario.map
        marks = self._bridge.rules.markers(self._bridge.state)
        for number in _best(text, {number: mark.text for number, mark in enumerate(marks)}):
            mark = marks[number]
            said = f"{mark.text}, {place_title(board, mark.at)}"
            yield Found(said, "on the board", partial(self._spot, mark.at))

    def _places(self, text: str) -> Iterator[Found]:
        for spot in spots(self._bridge.game.scenario.map, text):
            yield Found(spot.text, spot.hint or "hex", partial(self._spot, spot.value))

    def _rules(self, text: str) -> Iterator[Found]:
        rules = {rule.id: rule for rule in rules_of(self._bridge.game.scenario.system)}
        words = text.casefold().split()
        titles = {ident: f"{ident} {rule.title}" for ident, rule in rules.items()}
        named = [i for i, title in titles.items() if all(w in title.casefold() for w in words)]
        said = [
            i for i, rule in rules.items()
            if i not in named and all(word in rule.text.casefold() for word in words)
        ]  # fmt: skip
        for ident in (*named, *said):
            yield Found(titles[ident], "rule", partial(self._rule, ident))

    def _decisions(self, text: str) -> Iterator[Found]:
        if not self._bridge.player_decides:
            return
        offers = list(islice(self._bridge.offers.everything(DECISIONS), DECISIONS))
        texts = {number: offer.text for number, offer in enumerate(offers)}
        for number in _best(text, texts):
            act = partial(self._bridge.act, offers[number].action)
            yield Found(texts[number], "decision", act)

    def _commands(self, text: str) -> Iterator[Found]:
        for found in commands(self._book, text):
            if isinstance(found.value, str):
                act = self._book[found.value].trigger
                yield Found(found.text, found.hint or "menu", act, found.enabled)


def _best(text: str, titles: dict[K, str]) -> list[K]:
    """The keys whose titles fit, best first."""
    scores = {key: fuzzy(text, title) for key, title in titles.items()}
    good = [(score, key) for key, score in scores.items() if score is not None and score < LOOSEST]
    return [key for _score, key in sorted(good, key=lambda pair: pair[0])]
