"""Orders of battle from and to files: import, update, export, booklet, what to compare with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget

from engine.core.wording import counted
from engine.editing.oob_session import OobSession
from maps.errors import KnownError
from maps.files.reading import read_text
from maps.files.registry import Format, Formats
from oob.formats.csv_cells import RefusedError
from oob.ledger import mix, shipped
from oob.ledger.edits import builders
from oob.ledger.files import LEDGERS, load
from oob.ledger.model import Ledger
from oob.notation.text.words import FREE
from oob.words import slug
from qtapp.app.services import Services
from qtapp.dialogs.finder import Finder, Found, fuzzy
from qtapp.workers.job import Report
from qtapp.workers.waiting import painted_waiting, read_waiting
from qtapp.workspaces.units.booklet import write_booklet
from qtapp.workspaces.units.dialogs import RefusedDialog
from qtapp.workspaces.units.units_controller import UnitsController

ORDERS = Formats("orders of battle", *LEDGERS, Format("Booklet", (".pdf",), write=write_booklet))
"""The forms an order of battle is read from and written to; a booklet is only written."""
READ = f"Orders of battle ({' '.join(f'*{suffix}' for suffix in ORDERS.suffixes())})"
BOOKLET = ORDERS.filters(writing=True)[-1]

ADD = "Add an order of battle"


@dataclass(frozen=True, slots=True)
class _Empty:
    """The choice to begin an empty one."""


@dataclass(frozen=True, slots=True)
class _FromFile:
    """The choice to look for a file."""


def ask_empty(window: QWidget) -> Ledger | None:
    """Ask for the title of an order of battle to begin empty; None when it is not wanted."""
    title, done = QInputDialog.getText(
        window, "An empty order of battle", "Its title", text="My order of battle"
    )
    if not done or not title.strip():
        return None
    return Ledger(slug(title), title.strip(), heads=(FREE,))


class RosterFiles:
    """Asks for files and carries out what is asked; tells what was refused."""

    def __init__(self, controller: UnitsController, window: Services) -> None:
        self._controller = controller
        self._window = window

    def ask_import(self) -> None:
        """Ask for a file and add what it holds to the project."""
        file = self._ask_file("Import an order of battle", READ)
        if file is not None:
            self.import_file(file)

    def import_file(self, file: Path) -> bool:
        """Add what a file holds, whole or not at all; whether it was added."""
        ledger = self.read(file)
        if ledger is None:
            return False
        self.add(ledger)
        self._window.notice.say(
            f"Imported {counted(len(ledger.rows), 'entry', 'entries')} from {file.name}."
        )
        return True

    def ask_add(self) -> None:
        """Ask for a shipped order of battle, or a file, and add it."""
        wanted = self._ask(ADD)
        if wanted is not None:
            self.add(wanted)

    def add(self, ledger: Ledger) -> None:
        """Add an order of battle to the open file and edit it."""
        path = self._window.document.path
        if path is None:
            return
        with self._window.trouble.told():
            with OobSession.create(path, ledger) as made:
                number = made.number
            self._window.document.changed()
            self._window.document.edit_order(number)

    def ask_update(self) -> None:
        """Ask for a file and make the open order of battle like it: one step to undo."""
        file = self._ask_file("Update from a file", READ)
        if file is not None:
            self.update_from(file)

    def update_from(self, file: Path) -> bool:
        """Make the open order of battle like a file; whether it could be."""
        other = self.read(file)
        if other is None:
            return False
        heads = (("title", other.title), ("status", other.status), ("heads", other.heads))
        done = self._controller.do(
            lambda ledger: builders.become(
                ledger,
                [row.item for row in other.ordered()],
                f"Update from {file.name}",
                [builders.head_fact(ledger, key, value) for key, value in heads],
            )
        )
        if done:
            self._window.notice.say(
                f"Updated from {file.name}: {counted(len(other.rows), 'entry', 'entries')}."
            )
        return done

    def read(self, file: Path) -> Ledger | None:
        """What a file holds; None when it is cancelled or, after a report, refused.

        It is read on another thread: a large file may take seconds, and Cancel ends the wait.
        """
        try:
            return read_waiting(self._window, file, load)
        except RefusedError as error:
            RefusedDialog(file.name, error.refusals, self._window).exec()
        except KnownError as error:
            self._window.trouble.known.emit(str(error))
        return None

    def ask_export(self) -> None:
        """Ask where to and write the open order of battle."""
        name = self._controller.ledger.id or "order_of_battle"
        filters = ";;".join(ORDERS.filters(writing=True))
        chosen, kind = QFileDialog.getSaveFileName(
            self._window, "Export the order of battle", name, filters
        )
        if chosen:
            self.export(ORDERS.complete(chosen, kind))

    def export(self, path: Path) -> bool:
        """Write the open order of battle in the form the ending names; whether it could be."""

        def write(_report: Report) -> bool:
            ORDERS.write(self._controller.ledger, path)
            return True

        with self._window.trouble.told():
            if painted_waiting(self._window, path, write):
                self._window.notice.say(f"Wrote {path.name}.")
                return True
        return False

    def ask_booklet(self) -> None:
        """Ask where to and write the booklet."""
        name = f"{self._controller.ledger.id or 'order_of_battle'}.pdf"
        chosen, _ = QFileDialog.getSaveFileName(self._window, "Booklet", name, BOOKLET)
        if chosen:
            self.export(Path(chosen).with_suffix(".pdf"))

    def ask_mix(self) -> None:
        """Ask for a counter mix and check against it from now on."""
        file = self._ask_file("Counter mix", "Counter mixes (*.mix)")
        if file is not None:
            self.take_mix(file)

    def take_mix(self, file: Path) -> None:
        """Check against the counter mix of a file from now on."""
        with self._window.trouble.told():
            text = read_text(file)
            mix.loads(text, file.name)
            self._controller.do(lambda ledger: builders.set_head(ledger, "mix", text))

    def ask_other(self) -> Ledger | None:
        """Ask for an order of battle to compare with."""
        return self._ask("Compare with")

    def _ask(self, title: str) -> Ledger | None:
        """An order of battle of the file, a shipped one, or one of a file; None for none."""
        document = self._window.document
        open_now = self._controller.session.number if self._controller.is_open else None
        choices = [Found("From a file…", "", _FromFile())]
        if title == ADD:
            choices.append(Found("An empty one", "", _Empty()))
        elif document.path is not None:
            choices += [
                Found(info.title, "this file", info.number)
                for info in document.project.orders
                if info.number != open_now
            ]
        choices += [Found(words, name, name) for name, words in shipped.titles().items()]

        def search(text: str) -> list[Found]:
            scored = [(fuzzy(text, f"{one.text} {one.hint}"), one) for one in choices]
            fitting = [(score, one) for score, one in scored if score is not None]
            return [one for _, one in sorted(fitting, key=lambda pair: pair[0])]

        finder = Finder(title, "Its name, or a part of it", search, self._window)
        finder.exec()
        return self._found(finder.chosen)

    def _found(self, chosen: object) -> Ledger | None:
        if isinstance(chosen, _FromFile):
            file = self._ask_file("Order of battle", READ)
            return self.read(file) if file is not None else None
        if isinstance(chosen, _Empty):
            return ask_empty(self._window)
        found: Ledger | None = None
        with self._window.trouble.told():
            if isinstance(chosen, str):
                found = shipped.load(chosen)
            elif isinstance(chosen, int) and self._window.document.path is not None:
                found = OobSession.peek(self._window.document.path, chosen)
        return found

    def _ask_file(self, title: str, kinds: str) -> Path | None:
        chosen, _ = QFileDialog.getOpenFileName(self._window, title, "", kinds)
        return Path(chosen) if chosen else None
