"""What ``sandtable bench`` counts of the window: the checks that a click in Play costs, with every
panel shown. Counts are the same on every machine.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import cache, partial
from itertools import cycle, islice
from pathlib import Path

from PySide6.QtWidgets import QApplication

from engine.core.actions import Action, Objection
from engine.core.state import State
from engine.core.system import Rules
from engine.game.catalogue import choose, explain
from engine.game.session import GameSession
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.app import application
from qtapp.app.files.folders import Folders
from qtapp.app.main_window import MainWindow, open_window
from qtapp.workspaces.play.acting.offer import Offer
from tests.benchmarks.counts import CallCount
from tests.benchmarks.figures import Figure, Measure
from tests.benchmarks.long_logs import lay_apart, lay_tabbed

SCENARIO = "boot_camp/balkan_campaign"
TURN = 2
"""The turn in whose first movement phase is clicked; the automatic player leads there."""
LARGE = "fire_in_the_east/typhoon_air"
"""The scenario with the most on its board and in its displays: its first movement phase."""
CLICKS = 6
BUDGET = 20
"""Checks that one click may cost."""


class CheckCount:
    """Counts how often the rules are asked whether an action is legal."""

    def __init__(self, rules: Rules) -> None:
        self.checks = 0
        self._check: Callable[[State, Action], tuple[Objection, ...]] = rules.check
        self._allows: Callable[[State, Action], bool] = rules.allows
        vars(rules)["check"], vars(rules)["allows"] = self._asked, self._asked_whether

    def _asked(self, state: State, action: Action) -> tuple[Objection, ...]:
        self.checks += 1
        return self._check(state, action)

    def _asked_whether(self, state: State, action: Action) -> bool:
        self.checks += 1
        return self._allows(state, action)

    def taken(self) -> int:
        """The checks since this was asked last."""
        found, self.checks = self.checks, 0
        return found


def settle() -> None:
    """Let everything that waits in the event loop happen, all panels catch up and be painted."""
    longest_turn()


def longest_turn(*windows: MainWindow) -> float:
    """Settle some windows, or all; the seconds of CPU time that the longest turn of the event loop
    took meanwhile. To look for all of them takes a third of a millisecond.
    """
    if not windows:
        found = QApplication.topLevelWidgets()
        windows = tuple(one for one in found if isinstance(one, MainWindow))
    longest = 0.0
    for _ in range(4):  # what is laid out and painted late follows the last panel's turn
        is_busy = True
        while is_busy:
            start = time.process_time()
            QApplication.processEvents()
            longest = max(longest, time.process_time() - start)
            is_busy = any(window.bridge.in_turn.is_busy for window in windows)
    return longest


def show_board(window: MainWindow) -> None:
    """Let the window paint until its board is drawn whole, before the panels begin to follow."""
    turns = window.bridge.in_turn
    waits, turns.waits = turns.waits, lambda: True
    QApplication.processEvents()
    while window.view.board.is_refining:
        QApplication.processEvents()
    turns.waits = waits


def checks_a_click(window: MainWindow, clicks: int = CLICKS) -> Iterator[tuple[str, int]]:
    """What is done and the checks it costs: a unit is selected, then moved, time and again."""
    lay_apart(window)
    settle()
    bridge = window.bridge
    count = CheckCount(bridge.game.rules)
    units = tuple(movers(window))
    for unit in units[:: max(1, len(units) // clicks)][:clicks]:
        at = bridge.state.pieces[unit].at
        count.taken()
        window.selection.select(at, unit)
        settle()
        yield f"select {unit}", count.taken()
        moves = march_of(window, unit)
        if moves:
            count.taken()
            bridge.act(moves[len(moves) // 2].action)
            settle()
            yield f"move {unit}", count.taken()


def movers(window: MainWindow) -> Iterator[UnitId]:
    """Units of the side to decide that stand on the board."""
    bridge = window.bridge
    for counter in bridge.counters:
        owner = bridge.rules.owner(bridge.state, counter.unit)
        if isinstance(counter.at, Hex) and owner == bridge.view.side:
            yield counter.unit


def march_of(window: MainWindow, unit: UnitId) -> tuple[Offer, ...]:
    """The hexes a unit may march to."""
    return tuple(offer for offer in window.bridge.offers.of(unit) if offer.family == "move")


def shown(window: MainWindow, turn: int = TURN) -> None:
    """Carry the shown game into a movement phase of a turn, or a later one."""
    game = window.bridge.game
    while game.state.turn < turn or not _moving(game):
        game.act(choose(game))
    window.bridge.look_again()


def _moving(game: GameSession) -> bool:
    """Whether units may march now."""
    view = game.view()
    return view.chance is None and any(family.name == "move" for family in view.legal.families)


def checks() -> Figure:
    """Checks of clicks that select and move units, every panel shown."""
    application()
    with tempfile.TemporaryDirectory() as folder:
        window = open_window(Folders.standard(Path(folder)), explain, SCENARIO)
        shown(window)
        found = sorted(number for _, number in checks_a_click(window))
        window.close()
    middle = float(found[len(found) // 2])
    what = "checks one click in Play costs, all panels shown"
    return Figure("checks", what, middle, float(found[-1]), "checks", f"{BUDGET} checks")


TIMES = 60
"""How often each act is measured, in one process: three lie above the 95th percentile."""
MOVERS = 6
"""Units that are selected and moved before anything is measured."""
ACTS = {"select": "select a unit", "move": "move it", "undo": "take it back"}


def acts(
    window: MainWindow, times: int, *, known: bool = False
) -> Iterator[tuple[str, Callable[[], object]]]:
    """What is done, time and again, and how: a unit is selected, moved, and taken back. It is each
    time another unit and another hex, so that the position after it is a new one; or, where it is
    ``known``, a few units that go where they went before.
    """
    bridge = window.bridge
    able = (unit for unit in movers(window) if march_of(window, unit))
    units = list(islice(able, MOVERS if known else None))
    for number, unit in enumerate(islice(cycle(units), times)):
        at = bridge.state.pieces[unit].at
        yield "select", partial(window.selection.select, at, unit)
        moves = march_of(window, unit)
        goal = len(moves) // 2 if known else number % len(moves)
        yield "move", partial(bridge.act, moves[goal].action)
        yield "undo", window.book["undo"].trigger


def calls_an_act(
    window: MainWindow,
    times: int = MOVERS,
    *,
    known: bool,
    lay: Callable[[MainWindow], None] = lay_apart,
) -> dict[str, tuple[int, int]]:
    """Calls of Python and C functions that each act costs at most until the board shows it, and
    until all panels of Play have followed. A few units have been moved before; the very same ones,
    and to the same hexes, where positions are ``known``.
    """
    lay(window)
    settle()
    most = dict.fromkeys(ACTS, (0, 0))
    first = len(ACTS) * MOVERS
    for number, (act, work) in enumerate(acts(window, MOVERS + times, known=known)):
        with CallCount() if number >= first else nullcontext() as answer:
            work()
            show_board(window)
        with CallCount() if number >= first else nullcontext() as rest:
            settle()
        if answer is not None and rest is not None:
            shown, followed = most[act]
            whole = answer.calls + rest.calls
            most[act] = max(shown, answer.calls), max(followed, whole)
    return most


UNTIL = {
    "shown": ("until the board shows it", "16 ms"),
    "turn": ("the longest turn of the event loop while all panels follow", "16 ms"),
    "followed": ("until all panels have followed, turn by turn", "16 ms"),
}
"""What of an act is measured, and its budget: clicks and keys are answered between two turns."""


@cache
def _acts(
    lay: Callable[[MainWindow], None], scenario: str = SCENARIO, turn: int = TURN
) -> dict[tuple[str, str], list[float]]:
    """Milliseconds of CPU time that each act takes from the click until the board shows it whole,
    in the longest turn of the event loop after that, and until all panels of Play, laid out so,
    have followed it and are painted; by act and by :data:`UNTIL`.
    """
    taken: dict[tuple[str, str], list[float]] = {(act, to): [] for act in ACTS for to in UNTIL}

    def timed(act: str, work: Callable[[], object]) -> None:
        start = time.process_time()
        work()
        show_board(window)
        shown = time.process_time()
        longest = longest_turn(window)
        for until, seconds in (
            ("shown", shown - start),
            ("turn", longest),
            ("followed", time.process_time() - start),
        ):
            taken[act, until].append(seconds * 1000.0)

    application()
    with tempfile.TemporaryDirectory() as folder:
        window = open_window(Folders.standard(Path(folder)), explain, scenario)
        shown(window, turn)
        lay(window)
        settle()
        for act, work in acts(window, MOVERS + TIMES):
            timed(act, work)
        window.close()
    return {key: times[MOVERS:] for key, times in taken.items()}


def _act_figure(act: str, until: str, *, tabbed: bool = False) -> Figure:
    laid = ", all panels shown, as tabs where they share a place" if tabbed else ", all beside"
    name = f"{act}_tabbed" if tabbed else f"{act}_{until}"
    return _figure(name, act, until, laid, _acts(lay_tabbed if tabbed else lay_apart))


def _large_figure(act: str, until: str) -> Figure:
    where = ", in Typhoon with air, panels as tabs"
    return _figure(f"{act}_large_{until}", act, until, where, _acts(lay_tabbed, LARGE, 1))


def _figure(
    name: str, act: str, until: str, where: str, taken: dict[tuple[str, str], list[float]]
) -> Figure:
    times, (words, budget) = sorted(taken[act, until]), UNTIL[until]
    last = statistics.quantiles(times, n=20, method="inclusive")[-1]
    what = f"{ACTS[act]}, {words}{where}, CPU time (least {times[0]:.0f} ms)"
    return Figure(name, what, statistics.median(times), last, "ms", budget)


CLICK_MEASURES: dict[str, Measure] = {
    "checks": checks,
    **{f"{act}_{until}": partial(_act_figure, act, until) for until in UNTIL for act in ACTS},
    **{f"{act}_tabbed": partial(_act_figure, act, "followed", tabbed=True) for act in ACTS},
    **{
        f"{act}_large_{until}": partial(_large_figure, act, until)
        for until in ("shown", "followed")
        for act in ACTS
    },
}
"""All counts of the window by name."""
