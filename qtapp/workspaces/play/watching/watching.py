"""Shows on the board what others do, at a chosen speed, and once more along the log."""

from __future__ import annotations

from itertools import islice, takewhile

from PySide6.QtCore import QObject, QTimer, Signal

from engine.reports.happenings import Happening, Happenings, Kind, last_decision
from engine.reports.log_export import How, LogTree, Node
from maps.hexgrid import Hex
from qtapp.app.bridge import GameBridge
from qtapp.app.settings import Preferences
from qtapp.board.banner import BannerOver
from qtapp.board.view import MapView
from qtapp.painters.overlays.overlays import Arrow
from qtapp.workers.automatic import AutomaticPlayer
from qtapp.workers.speed import FOREVER, Speed
from qtapp.workspaces.play.play_controller import PlayController
from qtapp.workspaces.play.watching.words import banner


class Watching(QObject):
    """Follows the automatic player with the camera, and plays steps of the log that are there.

    ``changed`` says that another thing may be done (the next step, stop); ``since_changed`` carries
    all that happened since the person at the window decided last, when the automatic player rests.
    ``has_left_line`` is true when the step taken last began another line of the log and left more
    than one decision behind: what corrects the last one alone is no story of its own.
    """

    changed = Signal()
    since_changed = Signal(object)

    def __init__(
        self,
        bridge: GameBridge,
        controller: PlayController,
        robot: AutomaticPlayer,
        view: MapView,
        preferences: Preferences,
    ) -> None:
        super().__init__(view)
        self._bridge, self._controller, self._robot = bridge, controller, robot
        self._view, self._preferences = view, preferences
        self._happenings: Happenings | None = None
        self._at: int | None = None
        self._steps = self._undone = 0
        self._from = 0
        self._fresh: tuple[Happening, ...] = ()
        self._end: int | None = None
        self.has_left_line = False
        self.over = BannerOver(view)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._go_on)
        kept = preferences.kept_text("speed")
        robot.speed = Speed(kept) if kept in list(Speed) else Speed.AT_ONCE
        robot.is_worth_a_look = lambda: bool(self._fresh)
        robot.busy_changed.connect(self._busy_changed)
        robot.waiting_changed.connect(lambda _waits: self.changed.emit())
        bridge.opened.connect(self._opened)
        bridge.closed.connect(self._closed)
        bridge.marked.connect(self._forget)
        bridge.changed.connect(self._changed)

    @property
    def speed(self) -> Speed:
        """How fast others' decisions are shown."""
        return self._robot.speed

    @speed.setter
    def speed(self, speed: Speed) -> None:
        self._preferences.keep_text("speed", speed.value)
        self._robot.speed = speed
        self._timer.stop()
        if self.is_playing and speed is not Speed.STEP:
            self._go_on()
        self.changed.emit()

    @property
    def is_playing(self) -> bool:
        """True while steps of the log are shown one after the other."""
        return self._end is not None

    @property
    def is_waiting(self) -> bool:
        """True while the next step must be asked for."""
        return self._robot.is_waiting or (self.is_playing and self.speed is Speed.STEP)

    def next(self) -> None:
        """Show the next step now."""
        if self.is_playing:
            self._go_on()
        else:
            self._robot.next()

    def stop(self) -> None:
        """Stay on the step that is shown."""
        was, self._end = self.is_playing, None
        self._timer.stop()
        if was:
            self.changed.emit()

    def play(self, start: int, end: int) -> None:
        """Show the steps after one of the log up to another, at the chosen speed.

        Where decisions are not shown at all, these are shown fast.
        """
        if self._robot.is_busy or start == end:
            return
        self._end = end
        if self._bridge.game.log.current != end:
            self._bridge.seek(end)
        self._bridge.seek(start)
        self.changed.emit()
        self._timer.start(0)

    def again(self) -> None:
        """Show once more what happened since the person at the window decided last."""
        if self._bridge.is_open:
            self.play(self.since, self._bridge.game.log.current)

    @property
    def since(self) -> int:
        """The step from which on others decided: the last own one, or where a task was given."""
        log = self._bridge.game.log
        own = last_decision(self._bridge.game)
        after = takewhile(lambda node: node.id != own, log.back())
        return self._from if self._from in [node.id for node in after] else own

    def show(self, *happenings: Happening) -> None:
        """Show things on the board: their ways as arrows, their hexes lit, all in view."""
        arrows = tuple(
            Arrow(way, _tone(one)) for one in happenings for way in one.ways if len(way) > 1
        )
        spots = [one.at for one in happenings if isinstance(one.at, Hex)]
        self._controller.show_happening(arrows, tuple(dict.fromkeys(spots)))
        hexes = [*spots, *(at for arrow in arrows for at in arrow.hexes)]
        if hexes:
            self._view.show_hexes(hexes)
        for one in happenings:
            if isinstance(one.at, Hex) and one.kind is not Kind.HEX:
                bad = one.kind in (Kind.BATTLE, Kind.LOSS)
                self._view.board.live.flash(one.at, "bad" if bad else "now")

    def light(self, way: tuple[Hex, ...]) -> None:
        """Light some hexes, all in view; none shows nothing of the kind."""
        self._controller.show_happening((), way)
        if way:
            self._view.show_hexes(list(way))

    def look_at(self, node: int | None) -> None:
        """Show on the board what one step of the log did; None shows nothing of the kind."""
        log = self._bridge.game.log if self._bridge.is_open else None
        found = self._of(log[node]) if log is not None and node is not None and node in log else ()
        self.show(*found)

    def _go_on(self) -> None:
        """The next step of the log that showed anything, or the end."""
        bridge, end = self._bridge, self._end
        self._timer.stop()
        if end is None or not bridge.is_open:
            return
        steps = list(bridge.game.log.coming())
        known = [node.id for node in steps]
        if end not in known:
            self.stop()
            return
        steps = steps[: known.index(end) + 1]
        goal = next((node for node in steps if self._of(node)), steps[-1])
        bridge.seek(goal.id)
        self.show(*self._of(goal))
        self.over.show_banner(banner(self._of(goal), bridge))
        if goal.id == end:
            self.stop()
        elif self.speed.pause_ms != FOREVER:
            self._timer.start(self.speed.pause_ms or Speed.FAST.pause_ms)

    def _reader(self) -> Happenings:
        if self._happenings is None:
            self._happenings = Happenings(self._bridge.game, self._bridge.player_view)
        return self._happenings

    def _of(self, node: Node) -> tuple[Happening, ...]:
        return self._reader().of(node)

    def _opened(self) -> None:
        self._happenings, self._at, self._from = None, None, 0
        self.since_changed.emit(())

    def _forget(self) -> None:
        """Steps are read again: other eyes see them, or some are gone."""
        self._happenings = None

    def _closed(self) -> None:
        self.stop()
        self._opened()
        self._fresh = ()
        self.over.show_banner(None)

    def _changed(self) -> None:
        """Show the steps that were taken since the one that was shown before."""
        log = self._bridge.game.log
        before, self._at = self._at, log.current
        is_new, self._steps = len(log) > self._steps, len(log)
        left, self._undone = self._undone, _undone(log)
        is_quick = self._robot.is_busy and self.speed is Speed.AT_ONCE
        self._fresh, self.has_left_line = (), False
        if before is None or is_quick or self.is_playing or before == log.current:
            return
        if not self._follows(before):
            self.over.show_banner(None)
            return
        nodes = list(takewhile(lambda node: node.id != before, log.back()))[::-1]
        self.has_left_line = is_new and left > 1
        self._fresh = tuple(one for node in nodes for one in self._of(node))
        if any(node.how is How.BOT for node in nodes):
            self.show(*self._fresh)
        self.over.show_banner(banner(self._fresh, self._bridge))

    def _follows(self, before: int) -> bool:
        """Whether the current step is a new one after an older one: no undo, no other line."""
        log = self._bridge.game.log
        return log.redo_target() is None and log.follows(before)

    def _busy_changed(self, busy: bool) -> None:
        if busy:
            self.stop()
            self._from = self._bridge.game.log.current
        elif self._bridge.is_open:
            self.since_changed.emit(self.happened())
        self.changed.emit()

    def happened(self) -> tuple[Happening, ...]:
        """All that happened since the person at the window decided last, added up."""
        start, log = self.since, self._bridge.game.log
        steps = list(takewhile(lambda node: node.id != start, log.back()))[::-1]
        return self._reader().stretch(steps)


def _undone(log: LogTree) -> int:
    """How many decisions redo would bring back; two stand for any more."""
    decided = (How.CHOSEN, How.BOT, How.REFEREE)
    return len(list(islice((step for step in log.coming() if step.how in decided), 2)))


def _tone(one: Happening) -> str:
    if one.kind is Kind.BATTLE:
        return "attack"
    return "retreat" if one.fell_back else "move"
