"""The door to editing an order of battle: a ledger of a project file, one committed edit at a time.

Whatever an order of battle came from, it is edited as rows. One that a game is played with stays as
it is: a copy of it is edited.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.editing.live_session import LiveSession
from engine.store.journal import EditStep
from engine.store.live import Listener
from engine.store.owning import added_to, opened
from engine.store.project import Project
from engine.store.rows.contents import orders
from engine.store.rows.ledgers import LiveLedger, is_ledger, load_ledger, save_ledger
from engine.store.rows.oobs import clear_counters, load_oob
from maps.errors import KnownError
from oob import edits as counters
from oob.ledger import shipped
from oob.ledger.edits.changes import Change, Touched
from oob.ledger.edits.counters import carried
from oob.ledger.mix import shipped_mix
from oob.ledger.model import Ledger, ledger_of, roster_of
from oob.model import OrderOfBattle
from oob.notation.instantiate import instantiated

__all__ = ["EditStep", "OobSession"]


class OobSession(LiveSession[Change, Touched]):
    """One order of battle of a project file being edited."""

    def __init__(self, project: Project, number: int) -> None:
        self._book = LiveLedger.of(project, number)
        super().__init__(project, self._book)
        self._listener: Listener[Touched] | None = None
        self._instantiated: tuple[int, OrderOfBattle] | None = None

    @classmethod
    def create(cls, path: Path | str, order: Ledger | OrderOfBattle | str) -> OobSession:
        """Add an order of battle, or the shipped one of that id, to a project file and open it.

        The file is made when there is none. Raises KnownError for an unknown id, or a file that
        cannot be made or used.
        """
        if isinstance(order, str):
            order = shipped.load(order)
        ledger = order if isinstance(order, Ledger) else ledger_of(order, "", shipped_mix(order.id))
        with added_to(path) as (project, _fresh):
            with project.transaction():
                number = save_ledger(project, ledger)
            return cls(project, number)

    @classmethod
    def open(cls, path: Path | str, number: int | None = None) -> OobSession:
        """Open an order of battle of a project by its number; without one, its only one.

        Raises KnownError when the file cannot be used, has no such order of battle, or a game is
        played with it.
        """
        with opened(path) as project:
            chosen = _chosen(project, number)
            _refuse_in_use(project, chosen)
            if not is_ledger(project, chosen):
                _make_rows(project, chosen)
            return cls(project, chosen)

    @classmethod
    def copy(cls, path: Path | str, number: int) -> OobSession:
        """Open a copy of an order of battle of a project, so that no game is changed by edits.

        Raises KnownError when the file cannot be used or has no such order of battle.
        """
        ledger = cls.peek(path, number)
        ledger.title = f"{ledger.title} (copy)"
        return cls.create(path, ledger)

    @classmethod
    def peek(cls, path: Path | str, number: int | None = None) -> Ledger:
        """An order of battle of a project as it is now, to look at; its only one without a number.

        Raises KnownError when the file cannot be used or has no such order of battle, or several.
        """
        with Project.open(path) as project:
            chosen = _chosen(project, number)
            if is_ledger(project, chosen):
                return load_ledger(project, chosen)
            order = load_oob(project, chosen)
            return ledger_of(order, "", shipped_mix(order.id))

    @property
    def ledger(self) -> Ledger:
        """The live ledger. Change it only through :meth:`apply`."""
        return self._book.ledger

    @property
    def order(self) -> OrderOfBattle:
        """The counters of the ledger as they are now; a value of its own, not to be changed.

        Raises KnownError, naming the entry, when its rows make no counters.
        """
        if self._instantiated is None or self._instantiated[0] != self.revision:
            self._instantiated = (self.revision, instantiated(roster_of(self.ledger)))
        return self._instantiated[1]

    def watch(self, listener: Callable[[Touched], object]) -> None:
        """Call ``listener`` after every edit, by whichever session on this order of battle."""
        self._listener = self._book.watch(listener)

    def apply_to_counters(self, change: counters.Change) -> Touched | None:
        """Commit a change made for :attr:`order` by a builder of :mod:`oob.edits`.

        Raises KnownError when it does not fit, or changes more than notes of units that are kept
        in notation.
        """
        return self.apply(carried(self.ledger, change))

    def close(self) -> None:
        """Release the project file, and tell nobody any more. Safe to call twice."""
        self._listener = None
        super().close()


def _chosen(project: Project, number: int | None) -> int:
    known = orders(project)
    where = str(project.path)
    if not known:
        raise KnownError(where, "holds no order of battle.", "Import or add one.")
    fitting = [info.number for info in known if number in (None, info.number)]
    listed = ", ".join(f"{info.number} ({info.title})" for info in known)
    if not fitting:
        raise KnownError(where, f"holds no order of battle {number}.", f"It has: {listed}.")
    if len(fitting) > 1:
        raise KnownError(where, "holds several orders of battle.", f"Name one: {listed}.")
    return fitting[0]


def _refuse_in_use(project: Project, number: int) -> None:
    """Raise KnownError while a game is played with an order of battle."""
    info = next(info for info in orders(project) if info.number == number)
    if info.games:
        raise KnownError(
            f"{info.title} ({project.path.name})",
            "a game is played with it, so it stays as it is.",
            "Edit a copy of it.",
        )


def _make_rows(project: Project, number: int) -> None:
    """Keep counters as rows from now on."""
    order = load_oob(project, number)
    with project.transaction():
        save_ledger(project, ledger_of(order, "", shipped_mix(order.id)), number)
        clear_counters(project, number)
